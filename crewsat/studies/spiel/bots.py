"""Bots that see one hand (`crewsat.hidden.bots`) as bots of OpenSpiel, for the games of The Crew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from crewsat.studies.spiel.state import CrewState
from crewsat.studies.tiny_crew.views import Views, card_of, generator_at

if TYPE_CHECKING:
    from crewsat.hidden.bots import Bot
    from crewsat.studies.tiny_crew.rules import Rules


class SeatedBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays `python_crew` or `python_tiny_crew`, at any place: it plays for whoever has the turn.

    It gets a view of that player: the player's hand and what has been played, also with ``recall=printed``, as a bot
    at the table remembers what it has seen. It keeps nothing of a game. What it draws at random depends on the seed and
    the information state alone, so that it is the policy that `TinyCrew.policy_of` evaluates.

    Args:
        bot: who chooses the cards.
        seed: of the bot's generators.
    """

    def __init__(self, bot: Bot, seed: int = 0) -> None:
        super().__init__()
        self._bot, self._seed = bot, seed
        self._seat: tuple[Rules, Views] | None = None

    def step(self, state: pyspiel.State) -> int:
        """Return the card that the bot plays.

        Raises:
            TypeError: if it is another game.
            WrongOption: if the bot chooses a card that may not be played.
            InvalidInstance: if the game has more players or cards than a view.
        """
        if not isinstance(state, CrewState) or state.play is None:
            raise TypeError("bots with one hand play cards of python_crew and python_tiny_crew")
        play = state.play
        player = play.player
        view = self._views(play.rules).view(player, play.hands[player], play.leader, play.trick, play.past)
        rng = generator_at(self._seed, play.state_text(player, perfect=True))
        return play.legal()[card_of(self._bot, view, rng)]

    def _views(self, rules: Rules) -> Views:
        """Return the views of a game, the same as for the last state of it."""
        if self._seat is None or self._seat[0] is not rules:
            self._seat = rules, Views(rules)
        return self._seat[1]

    def provides_policy(self) -> bool:
        """Return that it says how likely it plays each card: one is certain."""
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return all cards that may be played, with their probabilities."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return all cards that may be played, with their probabilities, and the card that the bot plays."""
        card = self.step(state)
        return [(action, float(action == card)) for action in state.legal_actions()], card

    def restart(self) -> None:
        """Begin a game: there is nothing to be forgotten."""

    def restart_at(self, state: Any) -> None:  # noqa: ANN401 - of every bot
        """Begin in the middle of a game: a state has all that is needed."""
