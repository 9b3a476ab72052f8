"""Deals that the planning domain knows, and a planner that is nothing but search."""

from __future__ import annotations

from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.features import PDDL
from tests.support.random_instances import small_crew, whole_crew

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.strips import Problem, State, Step
    from crewsat.games.crew.instance import Crew

_TASKS = {"tasks": (), "assignment": "any"}


def planning_deals(most_cards: int, *, least_cards: int = 0) -> Iterator[Crew]:
    """Small deals and positions, without what the domain does not know; half of them with free owners or a past."""
    for seed in count():
        made = whole_crew(seed, most_cards=most_cards) if seed % 2 else small_crew(seed, most_cards=most_cards)
        instance = made.with_fields(**_TASKS)
        if instance.features <= PDDL and instance.objectives and instance.size >= least_cards:
            yield instance


@cache
def judged_deals(number: int, most_cards: int) -> list[tuple[Crew, bool]]:
    """Some such deals, each with the oracle's answer."""
    return [(deal, search(deal) is not None) for deal in islice(planning_deals(most_cards), number)]


class TooMany(Exception):  # noqa: N818 - says what there are
    """The search has seen too many states."""


def planned(problem: Problem, most_states: int = 10**6) -> list[Step] | None:
    """A plan, or None if there is none: depth first; steps that delete nothing are taken at once."""
    judging = [name for name, action in problem.domain.actions.items() if not action.deletes]
    choosing = [name for name in problem.domain.actions if name not in judging]
    seen: set[State] = set()

    def judged(state: State) -> tuple[State, list[Step]]:
        steps = [step for step in problem.possible(state, judging) if problem.after(state, step) != state]
        for step in steps:
            state = problem.after(state, step)
        return state, steps

    def found(state: State) -> list[Step] | None:
        state, steps = judged(state)
        if not problem.open_goals(state):
            return steps
        if state in seen:
            return None
        seen.add(state)
        if len(seen) > most_states:
            raise TooMany
        for step in problem.possible(state, choosing):
            rest = found(problem.after(state, step))
            if rest is not None:
                return [*steps, step, *rest]
        return None

    return found(problem.start)
