"""A deal of The Crew as a state of OpenSpiel: cards are dealt one by one to players, then played.

A chance outcome is the player who gets the next card of the deck; its probability is the room in that player's hand
divided by the number of cards left. So there are as many chance nodes on a path as there are cards, each with at most
as many outcomes as there are players, and all deals are equally likely.

OpenSpiel clones a state by deep-copying its Python attributes, and the game that a state refers to is returned without
its own attributes; so a state keeps the rules, which are immutable and never copied, and nothing of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyspiel

from crewsat.studies.tiny_crew.rules import Play, bits

if TYPE_CHECKING:
    from crewsat.studies.tiny_crew.rules import Rules


class CrewState(pyspiel.State):  # type: ignore[misc]
    """A state of `python_tiny_crew` and `python_crew`.

    Attributes:
        rules: the rules.
        hands: the cards each player has been dealt, while they are being dealt.
        play: the game, once all cards are dealt.
    """

    def __init__(self, game: pyspiel.Game, rules: Rules) -> None:
        super().__init__(game)
        self.rules = rules
        self.hands = [0] * rules.players
        self.play: Play | None = None
        self._dealt = 0

    def current_player(self) -> int:
        """Return whose turn it is: a player, from 0, chance, or none."""
        if self.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.won is not None else self.play.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return who may get the next card, with their probabilities."""
        room = [size - hand.bit_count() for size, hand in zip(self.rules.sizes, self.hands, strict=True)]
        left = sum(room)
        return [(player, free / left) for player, free in enumerate(room) if free]

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal() if self.play is not None and player == self.play.player else []

    def _apply_action(self, action: int) -> None:
        if self.play is not None:
            self.play.play(action)
            return
        self.hands[action] |= 1 << self._dealt
        self._dealt += 1
        if self._dealt == len(self.rules.deck):
            self.play = Play(self.rules, self.hands)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"{self.rules.deck[self._dealt]} to P{action}"
        return str(self.rules.deck[action])

    def is_terminal(self) -> bool:
        """Return whether the crew has won or lost."""
        return self.play is not None and self.play.won is not None

    def returns(self) -> list[float]:
        """Return 1 for each player if the crew has won, else 0."""
        return [float(self.play is not None and bool(self.play.won))] * self.rules.players

    def __str__(self) -> str:
        hands = self.hands if self.play is None else self.play.hands
        lines = [f"P{player}: {self.rules.cards_text(bits(hand)) or '-'}" for player, hand in enumerate(hands)]
        if self.play is None:
            return "\n".join(["dealing", *lines])
        tricks = [self.rules.trick_text(*trick) for trick in self.play.past]
        lines += [f"played: {' / '.join(tricks)}", f"trick: {self.rules.trick_text(self.play.leader, self.play.trick)}"]
        if self.play.won is not None:
            lines.append("won" if self.play.won else "lost")
        return "\n".join(lines)
