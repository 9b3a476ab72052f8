"""Upper bounds on what any team without communication can win, for decks too large for a proof.

Relaxations: after the first trick all cards are turned up. What remains to choose is each player's card in the first
trick, given what the player sees; a play of it is worth 1 if the deal can still be won with all cards seen. This is
again a choice of one card for each information state, and its linear relaxation is bounded by Lagrangian duality: deals
may disagree about the card of a state, and pay for it. For prices p ≥ 0 of each card of each state in each deal, no
policy wins more deals than

    sum over deals of the best play, its worth less its prices  +  sum over states of the dearest card, over all deals.

Every choice of prices gives a bound; the subgradient method searches for good ones (Held, Wolfe and Crowder, 1974).
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

CLOSE = 1e-6
"""A fraction of a deal below this is a rounding error."""


def first_card_bound(layers: Layers) -> int:
    """Return how many deals can be won if all cards are turned up once the first one has been led."""
    starts, counts = _first_states(layers)
    seat = layers.layers[0].seats[0]
    won = np.bincount(seat.pairs, weights=sweeps.winnable(layers)[0][1], minlength=counts.sum())
    return round(float(np.maximum.reduceat(won, starts).sum()))


def first_trick_bound(
    layers: Layers, known: int, *, iterations: int = 600, go_on: Callable[[], bool] = lambda: True
) -> int:
    """Return a bound on how many deals can be won if all cards are turned up after the first trick.

    Args:
        layers: the game.
        known: how many deals some policy wins, the target of the steps.
        iterations: number of steps.
        go_on: called before each step; whether to continue.
    """
    layer = layers.layers[0]
    won = sweeps.winnable(layers)[0]
    worth = won[-1].astype(float)
    prices = [won[1].astype(float), *(np.zeros(len(seat.pairs)) for seat in layer.seats[1:])]  # the first card's bound
    best, step, since = float(layer.size), 1.0, 0
    for _ in range(iterations):
        if not go_on():
            break
        bound, slopes = _priced(layers, layer, worth, prices)
        since += 1
        if bound < best - CLOSE:
            best, since = bound, 0
        if since > 20:
            step, since = step / 2, 0
        size = sum(float(slope @ slope) for slope in slopes)
        if size == 0 or step < 1e-4:
            break
        length = step * (bound - known) / size
        for price, slope in zip(prices, slopes, strict=True):
            np.maximum(price - length * slope, 0, out=price)
    return int(np.floor(best + CLOSE))


def _priced(layers: Layers, layer: Layer, worth: Array, prices: list[Array]) -> tuple[float, list[Array]]:
    """Return the bound of these prices, and how it changes with each price."""
    starts, counts = _first_states(layers)
    values = [worth - prices[-1]]
    for k in range(len(layer.seats) - 1, 0, -1):
        values.append(np.maximum.reduceat(values[-1], layer.seats[k].starts) - prices[k - 1])
    values.reverse()
    total = 0.0
    slopes = []
    chosen = np.maximum.reduceat(values[0], layer.seats[0].starts) > 0  # a deal that is lost pays nothing
    total += float(np.maximum(np.maximum.reduceat(values[0], layer.seats[0].starts), 0).sum())
    for k, seat in enumerate(layer.seats):
        taken = _first_best(values[k], seat.starts, seat.counts) & np.repeat(chosen, seat.counts)
        paid = np.bincount(seat.pairs, weights=prices[k], minlength=counts.sum())
        dearest = _first_best(paid, starts, counts)
        total += float(paid[dearest].sum())
        slopes.append(dearest[seat.pairs].astype(float) - taken)
        chosen = taken
    return total, slopes


def _first_states(layers: Layers) -> tuple[Array, Array]:
    """Return the first pairs of the states of the first trick, and how many each has."""
    size = np.searchsorted(layers.states.trick, 2)
    return layers.states.start[:size], layers.states.count[:size]


def _first_best(values: Array, starts: Array, counts: Array) -> Array:
    """Return for each value whether it is the first among the largest of its group."""
    best = values >= np.repeat(np.maximum.reduceat(values, starts), counts)
    first = np.where(best, np.arange(len(values)), len(values))
    out = np.zeros(len(values), bool)
    out[np.minimum.reduceat(first, starts)] = True
    return out
