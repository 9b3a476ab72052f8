"""Instances of Hackenbush on strings: the fields of the contract, validated, frozen.

The question (Cincotti, section 2): every edge of a string is labelled with a player. In turn, each player cuts one of
their own edges, and what stands on it falls. A player without an edge at their turn leaves for good; the last one left
wins. Can a coalition force that one of its members is the last?
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from crewsat.games.hackenbush.reading import HackenbushReader
from crewsat.games.instance import About, Format, Instance, the_format, the_notes
from crewsat.games.marks import AS_TUPLE
from crewsat.games.names import Names, the_names
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

String = tuple[int, ...]
"""The labels of a string, from the ground upwards."""


class Hackenbush(Instance):
    """Strings of labelled edges, a coalition, and who moves first."""

    reader = HackenbushReader

    format: Format = the_format()
    game: Literal["hackenbush"] = "hackenbush"
    strings: Annotated[tuple[String, ...], AS_TUPLE] = declared(
        description="the labels of each string, from the ground upwards; a label is a player, and may cut the edge"
    )
    coalition: Annotated[tuple[int, ...], AS_TUPLE] = declared(
        description="the players of whom one is to be the last one left"
    )
    to_move: int = declared(default=1, ge=1, description="the player who moves first")
    players: int | None = declared(
        default=None, ge=1, description="number of players; by default the largest one that is mentioned"
    )
    names: Names = the_names()
    about: About = the_notes()

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            format: Literal[1] = 1,  # noqa: A002 - the contract names it so
            game: Literal["hackenbush"] = "hackenbush",
            strings: Iterable[Iterable[int]],
            coalition: Iterable[int],
            to_move: int = 1,
            players: int | None = None,
            names: Iterable[str] = (),
            about: Mapping[str, object] | None = None,
        ) -> None: ...

    @cached_property
    def edges(self) -> int:
        """Number of edges."""
        return sum(map(len, self.strings))

    @property
    def size(self) -> int:
        """Number of edges."""
        return self.edges

    @property
    def effort(self) -> int:
        """Number of edges, strings and players."""
        return self.edges + len(self.strings) + self.number_of_players

    @cached_property
    def number_of_players(self) -> int:
        """The number of players (n), as given, or the largest one that is mentioned."""
        if self.players is not None:
            return self.players
        largest = (max(labels, default=1) for labels in (*self.strings, self.coalition))
        return max(self.to_move, *largest)

    @cached_property
    def members(self) -> frozenset[int]:
        """The coalition as a set."""
        return frozenset(self.coalition)
