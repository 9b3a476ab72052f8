"""The search of bots with all deals that fit instead of sampled ones, in all information states at once.

`crewsat.hidden.search` tries each card in sampled deals, after which the blueprint plays for everybody. With perfect
recall, the deals that fit what a player sees are the nodes of an information state, so that a sweep over all plays
finds, for every card of every state, in how many of all deals it wins. Nothing is left to chance, and two assumptions
of the search can be exchanged: that all these deals are equally likely, and who plays on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.hidden.board import Position
from crewsat.hidden.search import Settings, search
from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.views import Views

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.hidden.blueprint import Blueprint
    from crewsat.studies.tiny_crew.layers import Layers

    Array = NDArray[Any]

_SCORES = Settings(samples=1, pool=1, positions=0, drops=False)
"""Of a search for nothing but the scores of the blueprint."""


def preferences(layers: Layers, blueprint: Blueprint) -> Array:
    """Return for each pair how much the blueprint prefers it: the larger, the more; 0 for a card like a lower one."""
    states, views, rules = layers.states, Views(layers.rules), layers.rules
    found = np.ones(layers.pairs, np.int8)
    numbers = np.flatnonzero(states.count > 1).tolist()
    for number, (player, hand, leader, cards, past) in zip(numbers, layers.keys(numbers), strict=True):
        view = views.view(player, hand, leader, cards, past or ())
        scored = search(Position.of(view), blueprint, 0, _SCORES)
        ranked = sorted(scored, key=lambda one: -one.score)
        better = {rules.code(view.cards[one.card]): len(ranked) - rank for rank, one in enumerate(ranked)}
        start, count = states.start[number], states.count[number]
        found[start : start + count] = [better.get(int(code), 0) for code in states.code[start : start + count]]
    return found


def chosen(layers: Layers, worth: Array, preferred: Array) -> Array:
    """Return the policy that plays in each state the card that is worth most, of equal ones the preferred one.

    Args:
        layers: the game.
        worth: whole numbers.
        preferred: of `preferences`.
    """
    starts, counts = layers.states.start, layers.states.count
    worth = np.where(preferred > 0, worth, -1)
    best = worth == np.repeat(np.maximum.reduceat(worth, starts), counts)
    liked = np.where(best, preferred, 0)
    first = liked == np.repeat(np.maximum.reduceat(liked, starts), counts)
    return np.where(best & first, 1.0, 0.0)


def searched(layers: Layers, goes_on: Array, preferred: Array, *, believing: bool = False) -> Array:
    """Return the policy of players who play the card that wins most of the deals that fit.

    Args:
        layers: the game, for players who recall everything.
        goes_on: the deterministic policy that plays on in these deals.
        preferred: of `preferences`, for ties.
        believing: whether only deals count in which all have played by the policy returned, if there are any; else
            all deals count that the rules allow.
    """
    policy = chosen(layers, np.zeros(layers.pairs), preferred)
    tricks, seats = layers.states.trick, layers.states.seat
    owner = np.repeat(np.arange(len(layers.states)), layers.states.count)
    reach = np.ones(layers.layers[0].size)
    for number, (layer, values) in enumerate(zip(layers.layers, sweeps.values(layers, goes_on), strict=True), 1):
        for k, seat in enumerate(layer.seats):
            weights = _reached_or_all(owner[seat.pairs[seat.starts]], reach) if believing else np.ones(len(reach))
            won = np.repeat(weights, seat.counts) * values[k + 1]
            worth = np.bincount(seat.pairs, weights=won, minlength=layers.pairs)
            here = np.repeat((tricks == number) & (seats == k), layers.states.count)
            policy = np.where(here, chosen(layers, worth, preferred), policy)
            reach = np.repeat(reach, seat.counts) * policy[seat.pairs]
        reach = sweeps.reaches_after(layer, reach)
    return policy


def _reached_or_all(states: Array, reach: Array) -> Array:
    """Return the reach of nodes, or 1 for those in states of which no node is reached."""
    reached = np.bincount(states, weights=reach)[states] > 0
    return np.where(reached, reach, 1.0)
