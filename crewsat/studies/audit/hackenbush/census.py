"""How many positions are queer, who wins the others, and which coalitions win, counted over all small positions.

No paper known to us has these numbers. Positions are all multisets of strings with a given number of edges and labels,
player 1 to move; a player may have no edge. Each is solved once, for all coalitions at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.every_coalition import (
    EveryCoalition,
    coalitions_with,
    every_position,
    members_of,
    winners,
)
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.studies.audit.claims import Domain
from crewsat.studies.audit.hackenbush.positions import winner_after_each_cut
from crewsat.studies.audit.tables import Column, Counts, Entry, Example, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.algorithms.hackenbush.every_coalition import Strings as Left
    from crewsat.studies.audit.claims import Chunk

MOST_PLAYERS = 5


@dataclass(frozen=True)
class Counted:
    """A case: a position, player 1 to move, and the set of coalitions that win it."""

    strings: Left
    players: int
    winning: int

    @property
    def edges(self) -> int:
        """Number of edges."""
        return sum(map(len, self.strings))

    @property
    def able(self) -> int:
        """The number of players that have an edge."""
        return len({label for string in self.strings for label in string})

    @property
    def winner(self) -> int | None:
        """The player who can force a win; None if the position is queer."""
        return next(iter(winners(self.winning, self.players)), None)

    def example(self, coalition: tuple[int, ...] = (1,)) -> Example:
        """Return the position, for a table that shows the smallest ones."""
        instance = Hackenbush(strings=self.strings, coalition=coalition, players=self.players)
        return Example((self.edges,), instance)


@lru_cache(maxsize=1)
def _positions(players: int) -> EveryCoalition:
    """Return what is known about positions of this many players, cached for the next part."""
    return EveryCoalition(players)


def _cases(players: int, edges: int) -> Iterator[Counted]:
    known = _positions(players)
    for strings in every_position(players, edges):
        yield Counted(strings, players, known.winning(strings))


_USUAL = ((3, 7), (4, 6), (5, 5))
_THOROUGH = ((3, 9), (4, 8), (5, 7))


def _chunks(thorough: bool) -> Sequence[Chunk]:
    return [(players, edges) for players, most in (_THOROUGH if thorough else _USUAL) for edges in range(1, most + 1)]


def _words(sizes: tuple[tuple[int, int], ...]) -> str:
    listed = ", ".join(f"{players} ({most})" for players, most in sizes)
    return (
        "all positions with so many players and up to so many edges, player 1 to move, the order of strings left out, "
        f"players (edges) = {listed}"
    )


DOMAINS = (
    Domain(
        "census",
        _words(_USUAL),
        _words(_THOROUGH),
        _chunks,
        _cases,
        lambda case: (case.edges, case.players),
    ),
)


def share(part: int, whole: int) -> str:
    """Return a share in percent, or the empty string if `whole` is 0."""
    return f"{100 * part / whole:.2f} %" if whole else ""


def _number(name: str) -> Column:
    return Column(name, lambda counts: f"{counts[name]:,}")


def _share(name: str, part: str, whole: str) -> Column:
    return Column(name, lambda counts: share(counts[part], counts[whole]))


# Queer positions


def _queer(case: Counted) -> Iterator[Entry]:
    counts = Counts({"positions": 1, "queer": int(case.winner is None)})
    if case.able == case.players:
        counts += Counts({"with all labels": 1, "queer with all labels": counts["queer"]})
    yield Entry((case.players, case.edges), counts)


QUEER: Table[Counted] = Table(
    "queer-positions",
    "How many positions are queer",
    "Positions in which no player can force a win, by players and edges: among all, and among those in which each "
    "player has an edge, so that all labels are there.",
    "census",
    ("players", "edges"),
    (
        _number("positions"),
        _number("queer"),
        _share("share", "queer", "positions"),
        _number("with all labels"),
        _number("queer with all labels"),
        _share("share of these", "queer with all labels", "with all labels"),
    ),
    _queer,
)


def _smallest_queer(case: Counted) -> Iterator[Entry]:
    """Yield queer positions by the number of players that have an edge."""
    if case.winner is None:
        yield Entry((case.players, case.able), {"positions": 1, f"edges {case.edges}": 1}, case.example())


def _fewest(counts: Counts) -> tuple[int, int]:
    """Return the fewest edges of a row, and how many positions have them."""
    return min((int(name.split()[1]), number) for name, number in counts.items() if name.startswith("edges"))


SMALLEST_QUEER: Table[Counted] = Table(
    "smallest-queer-positions",
    "The smallest queer positions",
    "Queer positions with the fewest edges, by the number of players and of those who have an edge.",
    "census",
    ("players", "with an edge"),
    (
        Column("fewest edges", lambda counts: f"{_fewest(counts)[0]}"),
        Column("queer positions of so many edges", lambda counts: f"{_fewest(counts)[1]:,}"),
    ),
    _smallest_queer,
    examples="positions",
    every=True,
    remark="A player without an edge leaves at his first turn, so that the others might as well play without him.",
)

# Who wins


def _winner(case: Counted) -> Iterator[Entry]:
    won = "nobody" if case.winner is None else f"player {case.winner}"
    yield Entry((case.players, case.edges), {"positions": 1, won: 1})


def _who(player: int) -> Column:
    def shown(counts: Counts) -> str:
        return share(counts[f"player {player}"], counts["positions"])

    return Column(f"player {player}", shown)


WINNERS: Table[Counted] = Table(
    "winners",
    "Who can force a win, and how the first mover fares",
    "The share of positions in which a player can force a win alone, player 1 to move, and in which nobody can.",
    "census",
    ("players", "edges"),
    (*map(_who, range(1, MOST_PLAYERS + 1)), _share("nobody", "nobody", "positions")),
    _winner,
)

# Coalitions


def _by_size(case: Counted) -> Iterator[Entry]:
    counts = Counts({"positions": 1})
    with_first = coalitions_with(1, case.players)
    for coalition in range(1, (1 << case.players) - 1):
        whose = "with" if with_first >> coalition & 1 else "without"
        counts[f"{coalition.bit_count()} {whose} of"] += 1
    for coalition in members_of(case.winning & ~(1 << (1 << case.players) - 1)):
        whose = "with" if with_first >> coalition & 1 else "without"
        counts[f"{coalition.bit_count()} {whose}"] += 1
    yield Entry((case.players, case.edges), counts)


def _size(size: int, whose: tuple[str, ...], head: str) -> Column:
    def shown(counts: Counts) -> str:
        return share(sum(counts[f"{size} {one}"] for one in whose), sum(counts[f"{size} {one} of"] for one in whose))

    return Column(head, shown)


COALITIONS: Table[Counted] = Table(
    "coalition-sizes",
    "How often coalitions of each size win",
    "The share that coalitions of a size win, over all positions, player 1 to move: all such coalitions, and "
    "those with player 1.",
    "census",
    ("players", "edges"),
    tuple(
        column
        for size in range(1, MOST_PLAYERS)
        for column in (
            _size(size, ("with", "without"), f"{size} player{'s' * (size > 1)}"),
            _size(size, ("with",), f"{size} with player 1"),
        )
    ),
    _by_size,
    remark="Of a coalition and all others exactly one wins, so the shares of sizes s and n - s add up to 100 %.",
)

# Figure 1


def _like_figure_1(case: Counted) -> Iterator[Entry]:
    if case.players != 3 or case.winner is not None:
        return
    known = _positions(case.players)

    def winner(left: Left) -> int | None:
        return next(iter(winners(known.winning(left, 2), case.players)), None)

    cuts = list(winner_after_each_cut(case.strings, winner))
    if {(True, 2), (True, 3)} <= set(cuts):
        words = "no other cut" if len(cuts) == 2 else "other cuts, too"
        yield Entry((words,), {"positions": 1, f"edges {case.edges}": 1}, case.example())


LIKE_FIGURE_1: Table[Counted] = Table(
    "like-figure-1",
    "All smallest positions that behave as the text says of figure 1",
    "Queer positions of three players in which player 1 can remove a whole string so that player 3 has a winning "
    "strategy, and another one so that player 2 has one.",
    "census",
    ("player 1 has",),
    (
        _number("positions"),
        Column("fewest edges", lambda counts: f"{_fewest(counts)[0]}"),
        Column("positions of so many edges", lambda counts: f"{_fewest(counts)[1]:,}"),
    ),
    _like_figure_1,
    examples="positions",
    every=True,
)

TABLES = (QUEER, SMALLEST_QUEER, WINNERS, COALITIONS, LIKE_FIGURE_1)
