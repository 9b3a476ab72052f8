"""The best team without communication: the most deals that one policy can win, with a proof or with bounds.

Lower bounds come from a policy: CFR+, then exact best replies. Upper bounds come from relaxations in which all cards
are turned up after the first card or trick (`crewsat.studies.tiny_crew.bounds`), and from the linear relaxation of a
program over all winning plays (`crewsat.studies.tiny_crew.program`). Small decks have few of these, and the program
itself finds the best policy.

What players with perfect recall cannot win no players can, so for larger decks the program is about them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.bounds import first_card_bound, first_trick_bound
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.program import Program
from crewsat.studies.tiny_crew.regrets import Sweeping
from crewsat.studies.tiny_crew.replies import improved
from crewsat.studies.tiny_crew.winning import Winning

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.states import Recall

    Array = NDArray[Any]

MOST_CARDS = 9
"""The most cards of a deck for which the best team is searched exactly."""

SWEEPS = 30
"""Sweeps of CFR+ for an initial policy."""


@dataclass(frozen=True)
class Optimum:
    """The number of deals the best team wins.

    Attributes:
        won: the number of deals the policy wins.
        bound: an upper bound on the number of deals that any policy can win.
        deals: number of deals.
        policy: the policy.
    """

    won: int
    bound: int
    deals: int
    policy: Policy

    @property
    def proved(self) -> bool:
        """Whether it is proved that no policy wins more."""
        return self.won == self.bound

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return {"won": self.won, "bound": self.bound, "proved": self.proved}


def optimum_of(
    game: SmallGame,
    *,
    recall: Recall = "perfect",
    hint: Policy | None = None,
    all_tricks: bool = False,
    time_limit: float | None = None,
) -> Optimum:
    """Find the best team, as described in `TinyCrew.optimum`."""
    if hint is not None:
        hint.check_game(game)
    deadline = None if time_limit is None else time.monotonic() + time_limit

    def in_time() -> bool:
        return deadline is None or time.monotonic() < deadline

    small = len(game.deck.cards) <= MOST_CARDS
    layers = Layers(game.rules, recall)
    deals = layers.layers[0].size
    best = _decided(layers, _learned(layers, in_time) if hint is None else hint.array(layers), in_time)
    won, bound = _won(layers, best), first_card_bound(layers)
    if won < bound and not small:
        bound = min(bound, first_trick_bound(layers, won, go_on=in_time))
    if won < bound and (small or all_tricks):
        recalling = layers if small or recall == "perfect" else Layers(game.rules, "perfect")
        program = Program(Winning(recalling))
        bound = min(bound, program.relaxed(deadline))
        if won < bound and small:
            found, searched = program.solved(best, deadline)
            best = max(best, improved(layers, found), key=lambda policy: sweeps.value(layers, policy))
            won, bound = _won(layers, best), min(bound, searched)
    return Optimum(won, bound, deals, Policy.of(game, layers, best))


def _won(layers: Layers, policy: Array) -> int:
    """Return how many deals a deterministic policy wins."""
    return round(sweeps.value(layers, policy) * layers.layers[0].size)


def _learned(layers: Layers, in_time: Callable[[], bool]) -> Array:
    learner = Sweeping(layers, plus=True)
    best, value = learner.policy, learner.value
    for _ in range(SWEEPS):
        if not in_time():
            break
        learner.step()
        if learner.value > value:
            best, value = learner.policy, learner.value
    return improved(layers, best, go_on=in_time)


def _decided(layers: Layers, policy: Array, in_time: Callable[[], bool]) -> Array:
    """Return a deterministic policy: each state plays its most frequent card, then best replies improve it.

    Its value may be lower than that of `policy`.
    """
    states = layers.states
    most = np.repeat(np.maximum.reduceat(policy, states.start), states.count)
    first = np.where(policy >= most, np.arange(layers.pairs), layers.pairs)
    out = np.zeros(layers.pairs)
    out[np.minimum.reduceat(first, states.start)] = 1.0
    return improved(layers, out, go_on=in_time)
