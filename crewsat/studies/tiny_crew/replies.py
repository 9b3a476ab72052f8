"""Exact best replies: changes of one player's policy in one trick at a time, until none wins more deals.

In a trick a player plays one card, so none of the player's states there follows another: with everything else fixed,
the best card of each state is the one whose edges are worth most, weighted by the full reach of their nodes. No change
is worse than what it replaces; the value grows until nothing changes, with or without perfect recall.

A player who recalls everything can change all tricks at once: weighted by how often the others alone lead to a node,
the best cards of later tricks do not depend on those of earlier ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew import sweeps

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.layers import Layers
    from crewsat.studies.tiny_crew.states import Layer

    Array = NDArray[Any]

CLOSE = 1e-12
"""Differences of reach times value up to this one count as zero."""


def improved(layers: Layers, policy: Array, *, go_on: Callable[[], bool] = lambda: True) -> Array:
    """Improve a policy until no player can improve it in any single trick; equally good cards stay mixed.

    Args:
        layers: the game.
        policy: where to begin; it is not changed.
        go_on: called after each sweep over all tricks; whether to continue.
    """
    policy = policy.copy()
    value = sweeps.value(layers, policy)
    while True:
        before, value = value, _sweep(layers, policy)
        if value <= before + CLOSE or not go_on():
            return policy


def _sweep(layers: Layers, policy: Array) -> float:
    """Improve all players from the last trick to the first; return the value."""
    begins: list[Array] = []
    sweeps.reaches(layers, policy, lambda _, reaches: begins.append(reaches[0]))
    following = np.zeros(0)
    for layer, reach in zip(reversed(layers.layers), reversed(begins), strict=True):
        for player in range(layers.players):
            _reply_in_trick(layers, layer, player, reach, following, policy)
        following = sweeps.trick_values(layer, following, policy)[0]
    return float(following.mean())


def _reply_in_trick(  # noqa: PLR0913, PLR0917 - a trick and what is around it
    layers: Layers, layer: Layer, player: int, reach: Array, following: Array, policy: Array
) -> None:
    """Give a player the best reply in a trick; states that are not reached keep what they play."""
    states = layers.states
    values = sweeps.trick_values(layer, following, policy)
    worth = sweeps.gains(layers, layer, player, values, sweeps.trick_reaches(layer, reach, policy))
    best = np.maximum.reduceat(worth, states.start)
    now = np.add.reduceat(worth * policy, states.start)
    better = np.flatnonzero(best > now + CLOSE)
    pairs = np.arange(layers.pairs)
    is_best = np.where(worth >= np.repeat(best, states.count) - CLOSE, pairs, layers.pairs)
    first = np.minimum.reduceat(is_best, states.start)
    chosen = np.isin(np.repeat(np.arange(len(states)), states.count), better)
    policy[chosen] = 0.0
    policy[first[better]] = 1.0


def best_reply(layers: Layers, policy: Array, player: int) -> Array:
    """Return a policy in which one player replies as well as possible to what the others play.

    The player keeps cards that are as good as any other, and those of states that the others do not lead to.

    Args:
        layers: the game, for players who recall everything.
        policy: what all play now; it is not changed.
        player: who replies, from 0.
    """
    policy = policy.copy()
    mine = np.repeat(layers.states.player == player, layers.states.count)
    begins: list[Array] = []
    sweeps.reaches(layers, np.where(mine, 1.0, policy), lambda _, reaches: begins.append(reaches[0]))
    following = np.zeros(0)
    for layer, reach in zip(reversed(layers.layers), reversed(begins), strict=True):
        _reply_in_trick(layers, layer, player, reach, following, policy)
        following = sweeps.trick_values(layer, following, policy)[0]
    return policy


def all_reply(layers: Layers, policy: Array) -> Array:
    """Return a policy in which each player replies as well as possible, as if the others did not change theirs."""
    out = policy.copy()
    for player in range(layers.players):
        mine = np.repeat(layers.states.player == player, layers.states.count)
        out[mine] = best_reply(layers, policy, player)[mine]
    return out


def reply_in_turn(layers: Layers, policy: Array) -> Array:
    """Return the policy after best replies of one player after another, until none of them can improve it alone."""
    value, since, player = sweeps.value(layers, policy), 0, 0
    while since < layers.players:
        policy = best_reply(layers, policy, player)
        before, value = value, sweeps.value(layers, policy)
        since = 0 if value > before + CLOSE else since + 1
        player = (player + 1) % layers.players
    return policy
