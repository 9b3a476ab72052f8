"""A game of Hackenbush that is played cut by cut: after each the position is an instance of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from crewsat.base.said import saying
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import players_without_an_edge_leave, start
from crewsat.games.scope import reads
from crewsat.questions.hackenbush.options import choices, position_after

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game stands.

    Attributes:
        status: ``won`` if a member of the coalition is the last player left, ``lost`` if another one is, or ``open``.
        last: that player; None if the game goes on.
    """

    status: Literal["won", "lost", "open"]
    last: int | None = None

    def __str__(self) -> str:
        if self.status == "won":
            return saying("won: player {player} is the last one left", player=self.last)
        if self.status == "lost":
            return saying("lost: player {player} is the last one left", player=self.last)
        return self.status


@reads("the page", ALL)
class Cuts:
    """A game in progress.

    Args:
        instance: the position to begin with.

    Attributes:
        instance: the position.
    """

    def __init__(self, instance: Hackenbush) -> None:
        self.instance = instance

    @property
    def outcome(self) -> Ended:
        """Whether one player is left."""
        _, last = players_without_an_edge_leave(self.instance, start(self.instance))
        if last is None:
            return Ended("open")
        return Ended("won" if last in self.instance.members else "lost", last)

    def legal(self) -> tuple[Move, ...]:
        """Return the cuts of the player whose turn it is; none if one player is left."""
        return tuple(choices(self.instance))

    def play(self, move: Move) -> None:
        """Make a cut, one of `legal`."""
        self.instance = position_after(self.instance, move)
