"""How many positions the solver visits on random strings of three players: data without conclusions.

That three-player Hackenbush on strings is NP-complete is stated by a paper that could not be consulted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.games.hackenbush.random_strings import RandomStrings
from crewsat.games.hackenbush.rules import start
from crewsat.studies.audit.claims import Domain
from crewsat.studies.audit.tables import Column, Counts, Entry, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.studies.audit.claims import Chunk

EDGES = 4
"""Edges of each string."""

INSTANCES = 100
"""Random instances of each size."""

COALITIONS = ((1,), (1, 2))
"""One player against two, and two against one."""


@dataclass(frozen=True)
class Drawn:
    """A case: a random instance of three players."""

    instance: Hackenbush


def _cases(strings: int, first: int, second: int) -> Iterator[Drawn]:
    family = RandomStrings(strings, EDGES, 3, tuple(player for player in (first, second) if player))
    for seed in range(INSTANCES):
        yield Drawn(family.with_seed(seed))


_SIZES = range(2, 9)
_THOROUGH_SIZES = range(2, 13)


def _chunks(thorough: bool) -> Sequence[Chunk]:
    sizes = _THOROUGH_SIZES if thorough else _SIZES
    return [(strings, *members, *(0,) * (2 - len(members))) for members in COALITIONS for strings in sizes]


def _words(sizes: range) -> str:
    return (
        f"{INSTANCES} random instances of three players and {sizes[0]} to {sizes[-1]} strings of {EDGES} edges, "
        "player 1 to move, alone and with player 2"
    )


DOMAINS = (
    Domain(
        "random-three-players",
        _words(_SIZES),
        _words(_THOROUGH_SIZES),
        _chunks,
        _cases,
        lambda case: (case.instance.edges,),
    ),
)

_VISITED = "visited "


def _visited(case: Drawn) -> Iterator[Entry]:
    instance = case.instance
    positions = Positions(instance)
    won = positions.coalition_wins(start(instance).lengths, instance.to_move)
    members = " and ".join(map(str, instance.coalition))
    row = (members, len(instance.strings), instance.edges)
    yield Entry(row, {"instances": 1, "won": int(won), f"{_VISITED}{positions.visited}": 1})


def _all_visited(counts: Counts) -> list[int]:
    """Return the numbers of positions of all instances, in ascending order."""
    found = {name.removeprefix(_VISITED): number for name, number in counts.items() if name.startswith(_VISITED)}
    return sorted(int(visited) for visited, number in found.items() for _ in range(number))


def _middle(counts: Counts) -> str:
    visited = _all_visited(counts)
    return f"{visited[len(visited) // 2]:,}"


TABLE: Table[Drawn] = Table(
    "three-players",
    "Positions that the solver visits on random strings of three players",
    "Each string has so many edges, each label equally likely; player 1 moves first.",
    "random-three-players",
    ("coalition", "strings", "edges"),
    (
        Column("instances", lambda counts: f"{counts['instances']:,}"),
        Column("won", lambda counts: f"{counts['won']:,}"),
        Column("median of positions", _middle),
        Column("mean", lambda counts: f"{sum(_all_visited(counts)) / counts['instances']:,.0f}"),
        Column("most", lambda counts: f"{_all_visited(counts)[-1]:,}"),
    ),
    _visited,
    remark="That Hackenbush of three players on strings is NP-complete (table 1) is stated by a paper that could not "
    "be consulted. These are numbers of one solver on one kind of strings, and nothing is concluded from them.",
)

TABLES = (TABLE,)
