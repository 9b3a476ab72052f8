"""Choosing a goal in a draft: the one with which the blueprint wins most of some sampled deals.

For each goal that is offered, the others are given out at random in the turns that follow, and the game is played in
deals that fit the view. The same turns and the same seeds are used for all goals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.hidden.board import Position
from crewsat.hidden.drafting import offered
from crewsat.hidden.generator import Generator
from crewsat.hidden.search import Settings, rollouts

if TYPE_CHECKING:
    from crewsat.hidden.blueprint import Blueprint
    from crewsat.hidden.view import View

WAYS, DEALS = 6, 8
"""How often the other goals are given out, and in how many deals each time."""


def goal_by_rollouts(view: View, blueprint: Blueprint, rng: Generator) -> str:
    """Return the id of the best goal among those offered; the first one of equal ones.

    Args:
        view: before the first trick, with free goals; it is the turn of its player to choose.
        blueprint: what all players are thought to play.
        rng: a random generator.
    """
    names = offered(view, view.me)
    if len(names) == 1:
        return names[0]
    seeds = [rng.next() for _ in range(WAYS)]
    return max(names, key=lambda name: sum(_wins(view, name, blueprint, seed) for seed in seeds))


def _wins(view: View, name: str, blueprint: Blueprint, seed: int) -> int:
    """Return in how many deals the blueprint wins with this goal, and the others given out by this seed."""
    rng = Generator(seed)
    given, player = _with_owner(view, name, view.me), view.me
    while any(one.owner is None for one in given.objectives) or any(one.owner is None for one in given.tasks):
        player = player % view.players + 1
        names = offered(given, player)
        if names:
            given = _with_owner(given, names[rng.below(len(names))], player)
    _, won = rollouts(Position.of(given), blueprint, seed, Settings(samples=DEALS))
    return won


def _with_owner(view: View, name: str, player: int) -> View:
    """Return the view with an owner for a free goal."""
    return view.with_fields(
        objectives=tuple(
            [one.model_copy(update={"owner": player}) if one.id == name else one for one in view.objectives]
        ),
        tasks=tuple([one.given_to(player) if one.id == name else one for one in view.tasks]),
    )
