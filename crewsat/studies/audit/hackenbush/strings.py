"""The source of the strings for the claims about positions, and what is known about each.

All small positions are tried, ignoring the order of the strings. In these player 1 is to move: in a position with
another mover, labels can be rotated until the mover is player 1. Then there are random larger ones, with any mover. The
truth about a position is found by exhaustive search of all plays with the referee.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.every_coalition import every_position, players_of
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.studies.audit.claims import Domain, Failure
from crewsat.studies.audit.hackenbush import section_3
from crewsat.studies.audit.hackenbush.truth import Outcome, is_queer, outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.studies.audit.claims import Chunk, Finding
    from crewsat.studies.audit.published import Published

RANDOM = "random"
_AT_ONCE = 250
"""The approximate number of positions in a part of the work."""


@dataclass(frozen=True)
class Strings:
    """A case: strings, the number of players, who moves first, and what is known about them, computed on demand."""

    strings: tuple[tuple[int, ...], ...]
    players: int
    to_move: int = 1
    _published: dict[int, Published] = field(default_factory=dict, compare=False)

    def asked(self, coalition: int = 1, to_move: int | None = None) -> Hackenbush:
        """Return the instance that asks whether a coalition (players as bits) wins, by default player 1 alone."""
        return Hackenbush(
            strings=self.strings,
            coalition=players_of(coalition),
            to_move=self.to_move if to_move is None else to_move,
            players=self.players,
        )

    @property
    def edges(self) -> int:
        """Number of edges."""
        return sum(map(len, self.strings))

    @cached_property
    def outcome(self) -> Outcome:
        """What can be forced."""
        return outcome(self.asked())

    @cached_property
    def queer(self) -> bool:
        """Whether no player can force a win."""
        return is_queer(self.outcome)

    @property
    def coalitions(self) -> range:
        """All coalitions, from the empty one to that of all players."""
        return range(1 << self.players)

    @property
    def divisions(self) -> range:
        """All coalitions with members on both sides."""
        return range(1, (1 << self.players) - 1)

    def wins(self, coalition: int) -> bool:
        """Return whether a coalition can force a win."""
        return bool(self.outcome.winning >> coalition & 1)

    def published(self, coalition: int) -> Published:
        """Return the answer of Algorithm 1 for a coalition."""
        if coalition not in self._published:
            self._published[coalition] = section_3.decide_as_published(self.asked(coalition))
        return self._published[coalition]

    def wrong(self, words: str, coalitions: Iterable[int]) -> Finding:
        """Report the first of these coalitions as a failure, if there is one."""
        for coalition in coalitions:
            return Failure(words, self.asked(coalition))
        return False


def size_of(case: Strings) -> tuple[int, ...]:
    """Return the size of a case: edges, then players, then strings."""
    return case.edges, case.players, len(case.strings)


def random_strings(seed: int, players: Sequence[int], most_edges: int) -> Strings:
    """Return a random position; the numbers of players, edges and strings and the labels are each uniform."""
    rng = random.Random(seed)
    number = players[int(rng.random() * len(players))]
    edges = 1 + int(rng.random() * most_edges)
    strings: list[list[int]] = [[] for _ in range(1 + int(rng.random() * edges))]
    for k in range(edges):
        place = k if k < len(strings) else int(rng.random() * len(strings))
        strings[place].append(1 + int(rng.random() * number))
    return Strings(tuple(sorted(map(tuple, strings))), number, 1 + int(rng.random() * number))


@dataclass(frozen=True)
class _Plan:
    """Which positions a run tries: all small ones, (players, most edges), and a number of random ones up to a size."""

    small: tuple[tuple[int, int], ...]
    random: int
    most_edges: int
    movers: int = 1
    players: tuple[int, ...] = (2, 3, 3, 4, 5)

    def chunks(self) -> list[Chunk]:
        chunks: list[Chunk] = []
        for players, most in self.small:
            for edges in range(most + 1):
                parts = 1 + (players + 1) ** edges // (2 * _AT_ONCE)
                chunks += [
                    (players, edges, mover, part, parts)
                    for mover in range(1, min(self.movers, players) + 1)
                    for part in range(parts)
                ]
        return [*chunks, *((RANDOM, first, self.most_edges, 0, 1) for first in range(0, self.random, _AT_ONCE))]

    def cases(self, players: str | int, edges: int, mover: int, part: int, parts: int) -> Iterator[Strings]:
        if isinstance(players, int):
            chosen = islice(every_position(players, edges), part, None, parts)
            return (Strings(strings, players, mover) for strings in chosen)
        return (random_strings(seed, self.players, mover) for seed in range(edges, edges + _AT_ONCE))

    def words(self, more: str) -> str:
        sizes = ", ".join(f"{players} ({most})" for players, most in self.small)
        return (
            f"all positions with so many players and up to so many edges, players (edges) = {sizes}{more}; "
            f"{self.random:,} random ones of up to {self.most_edges} edges, with any mover"
        )


def _domain(name: str, more: str, usual: _Plan, thorough: _Plan) -> Domain[Strings]:
    def chunks(long: bool) -> Sequence[Chunk]:
        return (thorough if long else usual).chunks()

    cases: Callable[..., Iterator[Strings]] = usual.cases
    return Domain(name, usual.words(more), thorough.words(more), chunks, cases, size_of)


DOMAINS = (
    _domain(
        "positions",
        ", player 1 to move",
        _Plan(((1, 3), (2, 5), (3, 6), (4, 5), (5, 3)), 500, 8),
        _Plan(((1, 5), (2, 7), (3, 7), (4, 6), (5, 5)), 5000, 9),
    ),
    _domain(
        "two-players",
        ", either of them to move",
        _Plan(((2, 7),), 250, 9, movers=2, players=(2,)),
        _Plan(((2, 9),), 2000, 11, movers=2, players=(2,)),
    ),
)
