"""Counterfactual regret minimisation over all deals without sampling: one sweep updates all states of a player.

CFR (Zinkevich et al., 2007) and CFR+ (Tammelin, 2014) with exact counterfactual values: the reach of a position without
the player's own part, times the value of each card there, summed over all positions of a state
(`crewsat.studies.tiny_crew.sweeps`). The players are updated in turn. The crew shares one interest, so regrets say how
much each player could gain alone, nothing about all three together; and the printed state forgets, so that even this
has no guarantee. What counts is the exact value of the policies on the way; the caller keeps the best one.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew import sweeps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.layers import Layers
    from crewsat.studies.tiny_crew.states import Layer

    Array = NDArray[Any]

SPREAD = 1e-6
"""The largest regret that a restart begins with: enough to break ties, and soon outweighed."""


class Sweeping:
    """A learner that sweeps over all deals.

    Args:
        layers: the game.
        plus: CFR+ instead of CFR: negative regrets are discarded, and later policies count more in the average.
        seed: 0 begins with the uniform policy, others with random regrets. For large decks with perfect recall, whose
            layers omit what can no longer be won, so does the initial policy.

    Attributes:
        iterations: number of sweeps done, each over all players.
        policy: the current policy.
        value: its value.
    """

    def __init__(self, layers: Layers, *, plus: bool, seed: int = 0) -> None:
        self.layers = layers
        self.iterations = 0
        self._plus = plus
        self._owner = np.repeat(layers.states.player, layers.states.count)
        self._regrets = np.zeros(layers.pairs)
        if seed:
            rng = random.Random(seed)
            self._regrets += [SPREAD * rng.random() for _ in range(layers.pairs)]
        if layers.pruned:  # no player begins with a card that loses every deal
            self._regrets = np.where(sweeps.tried(layers), self._regrets if seed else SPREAD, 0.0)
        self._sums = np.zeros(layers.pairs)
        self._open: dict[int, Array] = {}
        """How often the states of a player are reached if the player plays every card, the others at random."""
        self._begin()

    def _begin(self) -> None:
        self.policy = matched(self.layers, self._regrets)
        self._values = sweeps.values(self.layers, self.policy)
        self.value = float(self._values[0][0].mean())

    def step(self) -> None:
        """Update all players in turn."""
        self.iterations += 1
        for player in range(self.layers.players):
            self._update(player)

    def _update(self, player: int) -> None:
        """Update a player's regrets, given the value of each card, and the player's policy."""
        layers, own = self.layers, self._owner == player
        worth = np.zeros(layers.pairs)
        numbers = iter(range(len(layers.layers)))

        def add(layer: Layer, reaches: list[Array]) -> None:
            worth[:] += sweeps.gains(layers, layer, player, self._values[next(numbers)], reaches)

        sweeps.reaches(layers, np.where(own, 1.0, self.policy), add)
        means = np.add.reduceat(worth * self.policy, layers.states.start)
        self._regrets += worth - np.repeat(means, layers.states.count)
        if self._plus:
            np.maximum(self._regrets, 0, out=self._regrets)
        weight = self.iterations if self._plus else 1
        self._sums += np.where(own, weight * self._own_reach(player) * self.policy, 0)
        self._begin()

    def _own_reach(self, player: int) -> Array:
        """Return the player's own part of the reach of each state, for its pairs.

        With perfect recall it is the same at all nodes of a state; else this is its mean if the others play at random.
        """
        own, others = self._owner == player, sweeps.uniform(self.layers)
        if player not in self._open:
            self._open[player] = self._reached(player, np.where(own, 1.0, others))
        reached = self._reached(player, np.where(own, self.policy, others))
        return reached / np.where(self._open[player] > 0, self._open[player], 1.0)

    def _reached(self, player: int, policy: Array) -> Array:
        """Return how often each state of a player is reached, for its pairs."""
        out = np.zeros(self.layers.pairs)

        def add(layer: Layer, reaches: list[Array]) -> None:
            ones = [np.ones(len(one)) for one in reaches]
            out[:] += sweeps.gains(self.layers, layer, player, ones, reaches)

        sweeps.reaches(self.layers, policy, add)
        return out

    @property
    def average(self) -> Array:
        """The average of all policies, weighted by the player's own reach of each state."""
        return matched(self.layers, self._sums)

    @property
    def regret(self) -> float:
        """The sum of the largest regrets of all states per iteration, which CFR makes small."""
        largest = np.maximum.reduceat(self._regrets, self.layers.states.start)
        return float(np.maximum(largest, 0).sum()) / max(self.iterations, 1)

    def saved(self) -> dict[str, Array]:
        """Return what a checkpoint keeps."""
        return {"regrets": self._regrets, "sums": self._sums}

    def restore(self, iterations: int, saved: dict[str, Array]) -> None:
        """Resume from a checkpoint."""
        self.iterations = iterations
        self._regrets, self._sums = saved["regrets"].copy(), saved["sums"].copy()
        self._begin()


def matched(layers: Layers, regrets: Array) -> Array:
    """Match regrets: return the policy in proportion to positive regrets, uniform where there are none."""
    positive = np.maximum(regrets, 0)
    total = np.repeat(np.add.reduceat(positive, layers.states.start), layers.states.count)
    even = sweeps.uniform(layers)
    return np.where(total > 0, positive / np.where(total > 0, total, 1.0), even)
