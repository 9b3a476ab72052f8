"""Bots as policies: what a bot plays in every information state of players who recall everything.

A bot may choose at random by the generator it gets. As that is fixed for each information state by a seed
(`crewsat.studies.tiny_crew.views`), a bot with a seed is a deterministic policy, and its value over all deals is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.base.errors import WrongOption
from crewsat.engine.options import is_number, shown
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.replies import best_reply
from crewsat.studies.tiny_crew.sweeps import deals_won, uniform
from crewsat.studies.tiny_crew.views import Views, card_of, generator_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.hidden.bots import Bot
    from crewsat.studies.tiny_crew.game import SmallGame

    Array = NDArray[Any]


def policy_of(game: SmallGame, bot: Bot, seed: int = 0) -> Policy:
    """Return a bot that plays for everybody as a policy, as described in `TinyCrew.policy_of`."""
    layers = Layers(game.rules, "perfect")
    return Policy.of(game, layers, played_by(layers, bot, seed))


def won_by(game: SmallGame, bot: Bot, seed: int = 0) -> int:
    """Return how many deals a bot wins, as described in `TinyCrew.won_by`."""
    layers = Layers(game.rules, "perfect")
    return deals_won(layers, followed(layers, bot, seed))


def reply_to(game: SmallGame, policy: Policy, player: int) -> Policy:
    """Return the best reply of one player, as described in `TinyCrew.reply`."""
    policy.check_game(game)
    layers = Layers(game.rules, "perfect")
    if not is_number(player) or not 1 <= player <= layers.players:
        raise WrongOption(f"player {shown(player)} is not valid; allowed: 1 to {layers.players}")
    return Policy.of(game, layers, best_reply(layers, policy.array(layers), player - 1))


def played_by(layers: Layers, bot: Bot, seed: int = 0) -> Array:
    """Return what a bot plays in all states; if layers omit what can no longer be won, as `followed`.

    Args:
        layers: the game, for players who recall everything.
        bot: who is asked.
        seed: of the bot's generators.
    """
    if layers.pruned:
        return followed(layers, bot, seed)
    asked = _Asked(layers, bot, seed)
    asked.ask(np.flatnonzero(layers.states.count > 1))
    return asked.policy


def followed(layers: Layers, bot: Bot, seed: int = 0) -> Array:
    """Return what a bot plays in the states that are reached if it plays for everybody; in others it may be any card.

    Args:
        layers: as in `played_by`.
        bot: who is asked.
        seed: of the bot's generators.
    """
    asked = _Asked(layers, bot, seed)
    asked.follow()
    return asked.policy


class _Asked:
    """A bot that is asked in some states.

    Attributes:
        policy: the card chosen in states where the bot has been asked, any card in the others.
    """

    def __init__(self, layers: Layers, bot: Bot, seed: int) -> None:
        self._layers, self._bot, self._seed = layers, bot, seed
        self._views = Views(layers.rules)
        self.policy = uniform(layers)

    def ask(self, numbers: Array) -> None:
        """Ask in states, given in ascending order."""
        layers, states = self._layers, self._layers.states
        asked = numbers.tolist()
        for number, key in zip(asked, layers.keys(asked), strict=True):
            player, hand, leader, cards, past = key
            past = past or ()
            text = layers.rules.state_text(player, hand, leader, cards, past, len(past) + 1)
            view = self._views.view(player, hand, leader, cards, past)
            start, count = states.start[number], states.count[number]
            self.policy[start : start + count] = 0.0
            self.policy[start + card_of(self._bot, view, generator_at(self._seed, text))] = 1.0

    def follow(self) -> None:
        """Ask in the states that are reached if the bot plays for everybody."""
        states = self._layers.states
        owner = np.repeat(np.arange(len(states)), states.count)
        reach = np.ones(self._layers.layers[0].size, bool)
        for layer in self._layers.layers:
            for seat in layer.seats:
                reached = np.unique(owner[seat.pairs[seat.starts[reach]]])
                self.ask(reached[states.count[reached] > 1])
                reach = np.repeat(reach, seat.counts) & (self.policy[seat.pairs] > 0)
            after = np.zeros(layer.following + 2, bool)
            after[layer.child[reach]] = True
            reach = after[: layer.following]
