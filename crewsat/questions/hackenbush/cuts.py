"""A game of Hackenbush that is played cut by cut: after each the position is an instance of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import players_without_an_edge_leave, start
from crewsat.games.outcome import OPEN, Outcome
from crewsat.games.scope import reads
from crewsat.questions.hackenbush.options import after, choices

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Move


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
        self._made = 0

    @property
    def outcome(self) -> Outcome:
        """Whether one player is left; the game is won if that is a member of the coalition."""
        _, last = players_without_an_edge_leave(self.instance, start(self.instance))
        if last is None:
            return OPEN
        left = f"player {last} is the last one left"
        return Outcome("won" if last in self.instance.members else "lost", self._made, "move", why=left)

    def legal(self) -> tuple[Move, ...]:
        """Return the cuts of the player whose turn it is; none if one player is left."""
        return tuple(choices(self.instance))

    def play(self, move: Move) -> None:
        """Make a cut, one of `legal`."""
        self.instance = after(self.instance, move)
        self._made += 1
