"""Values and reaches of all positions under a policy: one sweep backward, one forward, trick by trick.

A *value* is the probability that the crew wins from there if all follow the policy; a *reach* is the probability that
play gets there. A policy is an array with the probability of each pair; those of a state add up to 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.layers import Layers
    from crewsat.studies.tiny_crew.states import Layer

    Array = NDArray[Any]

Values = list["Array"]
"""For a trick: the value of each node, an array per seat, and finally that of each edge of the last seat."""


def uniform(layers: Layers) -> Array:
    """Return the policy that plays each card with the same probability."""
    return np.repeat(1.0 / layers.states.count, layers.states.count)


def trick_values(layer: Layer, following: Array, policy: Array) -> Values:
    """Return the values of a trick.

    Args:
        layer: the trick.
        following: the values of the positions after it.
        policy: probabilities.
    """
    values = [np.append(following, (0.0, 1.0))[layer.child]]
    for seat in reversed(layer.seats):
        values.append(np.add.reduceat(policy[seat.pairs] * values[-1], seat.starts))
    return values[::-1]


def values(layers: Layers, policy: Array) -> list[Values]:
    """Return the values of all tricks; the mean of the first array is the value of the policy."""
    found: list[Values] = []
    following = np.zeros(0)
    for layer in reversed(layers.layers):
        found.append(trick_values(layer, following, policy))
        following = found[-1][0]
    return found[::-1]


def value(layers: Layers, policy: Array) -> float:
    """Return the probability that the crew wins."""
    following = np.zeros(0)
    for layer in reversed(layers.layers):
        following = trick_values(layer, following, policy)[0]
    return float(following.mean())


def deals_won(layers: Layers, policy: Array) -> int:
    """Return how many deals a deterministic policy wins."""
    return round(value(layers, policy) * layers.layers[0].size)


def trick_won(layer: Layer, following: Array) -> list[Array]:
    """Return where the crew can win with all cards seen: for the nodes, an array per seat, and finally the edges.

    Args:
        layer: the trick.
        following: the same for the positions after it.
    """
    won = [np.append(following, (False, True))[layer.child]]
    for seat in reversed(layer.seats):
        won.append(np.logical_or.reduceat(won[-1], seat.starts))
    return won[::-1]


def winnable(layers: Layers) -> list[list[Array]]:
    """Return `trick_won` for all tricks; the first array of the first trick is about the deals."""
    found: list[list[Array]] = []
    following = np.zeros(0, bool)
    for layer in reversed(layers.layers):
        found.append(trick_won(layer, following))
        following = found[-1][0]
    return found[::-1]


def trick_reaches(layer: Layer, reach: Array, policy: Array) -> list[Array]:
    """Return the reach of each node of a trick, an array per seat, and finally that of each edge of the last seat."""
    reaches = [reach]
    for seat in layer.seats:
        reaches.append(np.repeat(reaches[-1], seat.counts) * policy[seat.pairs])
    return reaches


def reaches_after(layer: Layer, edges: Array) -> Array:
    """Return the reach of the positions after a trick, given that of the edges of its last seat."""
    return np.bincount(layer.child, weights=edges, minlength=layer.following + 2)[: layer.following]


def reaches(layers: Layers, policy: Array, found: Callable[[Layer, list[Array]], None]) -> None:
    """Go forward through all tricks.

    Args:
        layers: the game.
        policy: probabilities; for counterfactual reaches, those of one player are 1.
        found: called with each trick and its `trick_reaches`.
    """
    reach = np.full(layers.layers[0].size, 1.0 / layers.layers[0].size)
    for layer in layers.layers:
        here = trick_reaches(layer, reach, policy)
        found(layer, here)
        reach = reaches_after(layer, here[-1])


def reached(layers: Layers, policy: Array) -> Array:
    """Return how often play reaches each information state."""
    out = np.zeros(layers.pairs)

    def add(layer: Layer, reaches: list[Array]) -> None:
        for seat, reach in zip(layer.seats, reaches, strict=False):
            out[:] += np.bincount(seat.pairs[seat.starts], weights=reach, minlength=layers.pairs)

    reaches(layers, policy, add)
    return np.add.reduceat(out, layers.states.start)


def tried(layers: Layers) -> Array:
    """Return which pairs have an edge."""
    out = np.zeros(layers.pairs, bool)
    for layer in layers.layers:
        for seat in layer.seats:
            out[seat.pairs] = True
    return out


def gains(layers: Layers, layer: Layer, player: int, values: Values, reaches: list[Array]) -> Array:
    """Return the worth of each pair of a player in a trick: its edges' values, weighted by the reach of their nodes.

    Pairs of other players and tricks have zero.
    """
    out = np.zeros(layers.pairs)
    for k, seat in enumerate(layer.seats):
        leader = (player - k) % layers.players
        nodes, edges = slice(*seat.nodes[leader : leader + 2]), slice(*seat.edges[leader : leader + 2])
        weights = np.repeat(reaches[k][nodes], seat.counts[nodes]) * values[k + 1][edges]
        out += np.bincount(seat.pairs[edges], weights=weights, minlength=layers.pairs)
    return out


def losses(layers: Layers, policy: Array) -> Array:
    """Return where deals are lost: how often by a player's card in a trick, an array of tricks times players.

    A deal is lost by the card after which the crew can no longer win, even with all cards seen. The value of the policy
    is the share of deals that can be won minus all of these.
    """
    out = np.zeros((layers.rules.tricks, layers.players))
    known = iter(enumerate(winnable(layers)))

    def add(layer: Layer, reaches: list[Array]) -> None:
        number, won = next(known)
        alive = [reach * can for reach, can in zip(reaches, won, strict=True)]
        for k, seat in enumerate(layer.seats):
            for leader in range(layers.players):
                nodes, edges = slice(*seat.nodes[leader : leader + 2]), slice(*seat.edges[leader : leader + 2])
                out[number, (leader + k) % layers.players] += alive[k][nodes].sum() - alive[k + 1][edges].sum()

    reaches(layers, policy, add)
    return out
