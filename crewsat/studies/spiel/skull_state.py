"""A game of Skull & Roses as a state of OpenSpiel; its data is in an immutable object, which is not copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyspiel

from crewsat.studies.skull.referee import NOBODY
from crewsat.studies.spiel.skull_play import KINDS, PASS, first_pile

if TYPE_CHECKING:
    from crewsat.studies.spiel.skull_play import Play


class SkullState(pyspiel.State):  # type: ignore[misc]
    """A state of `python_skull`.

    Attributes:
        play: the game in progress.
    """

    def __init__(self, game: pyspiel.Game, play: Play) -> None:
        super().__init__(game)
        self.play = play

    def current_player(self) -> int:
        """Return whose turn it is: a player, from 0, chance, or none."""
        if self.play.returns is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.play.player
        return int(pyspiel.PlayerId.CHANCE) if player == NOBODY else player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of card that may be discarded, with their probabilities."""
        ways = self.play.actions()
        return [(kind, number / sum(ways.values())) for kind, number in ways.items()]

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.play.actions()] if player == self.play.player else []

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        rules = self.play.rules
        if action >= first_pile(rules):
            return f"turn up P{action - first_pile(rules)}"
        if action >= PASS:
            return "pass" if action == PASS else f"bet {action - PASS}"
        return KINDS[action]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.play.returns is not None

    def returns(self) -> list[float]:
        """Return what each player gets."""
        return [float(one) for one in self.play.returns or [0] * self.play.rules.players]

    def __str__(self) -> str:
        return "; ".join(event.text(seen=True) for event in self.play.past)
