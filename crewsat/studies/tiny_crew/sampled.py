"""Counterfactual regret minimisation on sampled deals, with nodes created when they are first visited.

There are two variants: *chance-sampled* CFR deals once per iteration, traverses all plays of the deal and updates all
players, as in the README; *external sampling* (Lanctot et al., 2009) lets one player at a time try all cards against
sampled cards of the others. Both play by `crewsat.studies.tiny_crew.rules` and share nothing with the sweeps over all
deals.
"""

from __future__ import annotations

import random
from math import fsum, prod
from typing import TYPE_CHECKING

from crewsat.base.shuffling import shuffled
from crewsat.studies.tiny_crew.rules import Play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.studies.tiny_crew.rules import Rules
    from crewsat.studies.tiny_crew.states import Recall, StateKey

SEEDS = 1 << 32
"""The number of iterations per seed; each deals by its own seed, so that a resumed run deals the same."""


class Node:
    """An information state that has been visited.

    Attributes:
        actions: the cards that may be played.
        regrets: the regret of each card.
        sums: how often each card was played, weighted.
    """

    __slots__ = ("actions", "regrets", "sums")

    def __init__(self, actions: tuple[int, ...]) -> None:
        self.actions = actions
        self.regrets = [0.0] * len(actions)
        self.sums = [0.0] * len(actions)

    def policy(self) -> list[float]:
        """Return the policy by regret matching."""
        positive = [regret if regret > 0 else 0.0 for regret in self.regrets]
        total = sum(positive)
        return [regret / total for regret in positive] if total > 0 else [1 / len(positive)] * len(positive)

    def average(self) -> list[float]:
        """Return the average policy."""
        total = sum(self.sums)
        return [one / total for one in self.sums] if total > 0 else [1 / len(self.sums)] * len(self.sums)


class Sampling:
    """A learner that samples deals.

    Args:
        rules: the game.
        external: external sampling instead of chance sampling.
        recall: what players remember.
        seed: selects the deals.

    Attributes:
        iterations: number of iterations done.
        nodes: the states visited.
    """

    def __init__(self, rules: Rules, *, external: bool, recall: Recall = "printed", seed: int = 0) -> None:
        self.rules = rules
        self.iterations = 0
        self._external = external
        self._perfect = recall == "perfect"
        self._seed = seed
        self.nodes: dict[StateKey, Node] = {}

    def step(self) -> None:
        """Deal once, and update all players."""
        rules = self.rules
        rng = random.Random(self._seed * SEEDS + self.iterations)
        self.iterations += 1
        cards = shuffled(range(len(rules.deck)), rng)
        hands = [sum(1 << card for card in cards[player :: rules.players]) for player in range(rules.players)]
        if not self._external:
            self._walk(Play(rules, hands), [1.0] * rules.players)
            return
        for player in range(rules.players):
            self._sample(Play(rules, hands), player, rng)

    def _walk(self, play: Play, reach: list[float]) -> float:
        """Return the value of a position after updating all states from there on.

        Args:
            play: the position.
            reach: each player's part of the probability of reaching it.
        """
        if play.won is not None:
            return float(play.won)
        player, actions = play.player, play.legal()
        if len(actions) == 1:
            play.play(actions[0])
            return self._walk(play, reach)
        node = self._node(play, player, actions)
        chances = node.policy()
        found = []
        for card, chance in zip(actions, chances, strict=True):
            there, then = play.copy(), reach.copy()
            there.play(card)
            then[player] *= chance
            found.append(self._walk(there, then))
        value = sum(chance * one for chance, one in zip(chances, found, strict=True))
        others = prod(one for other, one in enumerate(reach) if other != player)
        for k, one in enumerate(found):
            node.regrets[k] += others * (one - value)
            node.sums[k] += reach[player] * chances[k]
        return value

    def _sample(self, play: Play, mine: int, rng: random.Random) -> float:
        """Return the value of a position after updating the states from there on; the others' cards are drawn."""
        if play.won is not None:
            return float(play.won)
        player, actions = play.player, play.legal()
        if len(actions) == 1:
            play.play(actions[0])
            return self._sample(play, mine, rng)
        node = self._node(play, player, actions)
        chances = node.policy()
        if player != mine:
            for k, chance in enumerate(chances):
                node.sums[k] += chance
            play.play(_drawn(actions, chances, rng.random()))
            return self._sample(play, mine, rng)
        found = []
        for card in actions:
            there = play.copy()
            there.play(card)
            found.append(self._sample(there, mine, rng))
        value = sum(chance * one for chance, one in zip(chances, found, strict=True))
        for k, one in enumerate(found):
            node.regrets[k] += one - value
        return value

    def _node(self, play: Play, player: int, actions: list[int]) -> Node:
        """Return the node of a state; create it if it is new."""
        key = (player, play.hands[player], play.leader, play.trick, play.past if self._perfect else None)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(tuple(actions))
        return node

    @property
    def regret(self) -> float:
        """The sum of the largest regrets of all visited states per iteration, whatever their order."""
        return fsum(max(0.0, *node.regrets) for node in self.nodes.values()) / max(self.iterations, 1)


def _drawn(actions: Sequence[int], chances: Sequence[float], random: float) -> int:
    """Draw an action, given a random number from 0 to 1."""
    for action, chance in zip(actions, chances, strict=True):
        random -= chance
        if random < 0:
            return action
    return actions[-1]
