"""Deals of The Crew with some of their demands dropped, as deals of their own.

The *demands* of a deal are its objectives and tasks, by id, and, if there are any, ``order`` (all pairs x before y) and
``assignment`` (how free objectives and tasks are to be shared out). Dropping one only ever helps (contract, section 2):

* a dropped objective need not be completed and any player may win its card; pairs that name it go, but those it stood
  between stay: pairs are those of the whole order;
* if a free goal of a draft or of even shares is dropped, the shares bound only from above: no player takes more of the
  others than their share of all. So what was dropped is replaced by a free task that any player meets, and for even
  shares by enough more of them that every player may take as many as the largest share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.games.crew.assignment import draft_shares, in_effect
from crewsat.games.crew.features import ALL, CHANGES, COVERED, HANDOVER, PASSING
from crewsat.games.crew.tasks import TricksTask
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task

ORDER, ASSIGNMENT = "order", "assignment"


@dataclass(frozen=True)
class Demands:
    """What a deal demands.

    Attributes:
        goals: ids of objectives and tasks.
        terms: ``order`` and ``assignment``, if there are any and no goal has that name (such a name stands for the
            goal, and the term is not dropped).
    """

    goals: tuple[str, ...]
    terms: tuple[str, ...]


@reads("dropping demands", ALL | CHANGES | COVERED | PASSING)
def demands_of(instance: Crew) -> Demands:
    """Return the demands of a deal; a change of tokens leaves them as they are."""
    goals = tuple(goal.id for goal in instance.goals)
    shared_out = instance.free_goals and instance.assignment != "any"
    there = [*([ORDER] if instance.order else []), *([ASSIGNMENT] if shared_out else [])]
    return Demands(goals, tuple(term for term in there if term not in goals))


def all_pairs(instance: Crew) -> list[tuple[int, int]]:
    """Return every pair (x, y) of positions with x before y, the transitive closure of `Crew.order`; O(l²) and more."""
    after: dict[int, set[int]] = {k: set() for k in range(len(instance.objectives))}
    for x, y in instance.order:
        after[x].add(y)
    reached: dict[int, frozenset[int]] = {}
    for start, following in after.items():
        found: set[int] = set()
        ahead = list(following)
        while ahead:
            y = ahead.pop()
            if y in found:
                continue
            found.add(y)
            ahead += reached[y] if y in reached else after[y]
        reached[start] = frozenset(found)
    return sorted((x, y) for x, later in reached.items() for y in later)


def most_of_each(instance: Crew) -> Iterator[tuple[int | None, list[int]]]:
    """Yield how many free goals each player may take at most, for each leader of the first trick it depends on.

    Yields:
        The leader, or None if it is the same for all, and every player's number, player 1's first.
    """
    free, players = len(instance.free_goals), instance.players
    mode = in_effect(instance.assignment, free, players)
    if mode == "balanced":
        yield None, [-(-free // players)] * players
    elif mode == "draft":
        leaders = range(1, players + 1) if instance.leader is None and free % players else [instance.leader or 1]
        for leader in leaders:
            yield leader if free % players else None, draft_shares(free, players, leader)


@reads("dropping demands", ALL | HANDOVER | COVERED | PASSING)
def keeping(instance: Crew, kept: Collection[str]) -> Crew:
    """Return a deal that can be won iff the demands `kept` of a deal can be met together.

    Args:
        instance: the deal.
        kept: demands of `demands_of`; a term that is not a demand is kept, too.
    """
    known = demands_of(instance)
    ordered = ORDER in kept or ORDER not in known.terms
    shared = ASSIGNMENT in kept or ASSIGNMENT not in known.terms
    changes: dict[str, Any] = {
        "about": None,
        "objectives": _kept_objectives(instance, kept, ordered=ordered),
        "tasks": tuple(task for task in instance.tasks if task.id in kept),
    }
    still_free = sum(goal.id in kept for goal in instance.free_goals)
    if not shared or not _shares_bind(instance, still_free):
        changes["assignment"] = "any"
    else:
        changes["tasks"] += tuple(_fillers(instance, still_free))
    return with_goals(instance, **changes)


def with_goals(instance: Crew, **changes: Any) -> Crew:  # noqa: ANN401 - fields
    """Return a deal with other goals, and other fields; if none of these is free, nothing is handed over."""
    goals = (*changes.get("objectives", instance.objectives), *changes.get("tasks", instance.tasks))
    handover = instance.handover if any(goal.owner is None for goal in goals) else 0
    return instance.model_copy(update={"handover": handover, **changes})


def _shares_bind(instance: Crew, kept: int) -> bool:
    """Return whether it matters how `kept` free goals are shared out: not if any player may take all of them."""
    if kept == len(instance.free_goals):
        return True
    least = [min(most) for _, most in most_of_each(instance)]
    return kept > (min(least) if least else 0)


def _fillers(instance: Crew, kept: int) -> Iterator[Task]:
    """Yield free tasks that any player meets in place of dropped free goals: the shares of the others may be less.

    If all free goals go to one player, that rule applies to those that are kept as before.
    """
    free, players = len(instance.free_goals), instance.players
    if kept == free or instance.assignment in {"any", "one_player", "one_player_but_leader"}:
        return
    most = -(-free // players) * players if instance.assignment == "balanced" else free
    names = {goal.id for goal in instance.goals}
    for number in range(1, most - kept + 1):
        name = f"dropped{number}"
        while name in names:
            name += "'"
        yield TricksTask(owner=None, kind="tricks", id=name, at_least=0)


def _kept_objectives(instance: Crew, kept: Collection[str], *, ordered: bool) -> tuple[Objective, ...]:
    """Return the objectives that are kept, with the pairs of the whole order between them or without any."""
    objectives = tuple(objective for objective in instance.objectives if objective.id in kept)
    if not ordered:
        return tuple(_alone(objective) for objective in objectives)
    if len(objectives) < len(instance.objectives):
        return _reordered(instance, objectives)
    return objectives


@reads("dropping demands", ALL | HANDOVER | COVERED | PASSING)
def handed_over(instance: Crew, owners: Mapping[str, int]) -> Crew:
    """Return a deal in which the objectives and tasks of these ids have other owners."""
    objectives = tuple(
        goal.model_copy(update={"owner": owners[goal.id]}) if goal.id in owners else goal
        for goal in instance.objectives
    )
    tasks = tuple(task.given_to(owners[task.id]) if task.id in owners else task for task in instance.tasks)
    return with_goals(instance, objectives=objectives, tasks=tasks, about=None)


@reads("dropping demands", ALL | HANDOVER | COVERED | PASSING)
def without_order_of(instance: Crew, name: str) -> Crew:
    """Return a deal in which no pair names one objective; pairs it stood between stay."""
    objectives = _reordered(instance, instance.objectives, left_out=name)
    return instance.model_copy(update={"objectives": objectives, "about": None})


def _alone(objective: Objective, after: tuple[str, ...] = ()) -> Objective:
    return objective.model_copy(update={"token": None, "after": after, "before": ()})


def _reordered(instance: Crew, objectives: tuple[Objective, ...], left_out: str | None = None) -> tuple[Objective, ...]:
    """State the pairs between these objectives by their ids, except those that name the one left out."""
    left = {objective.id for objective in objectives} - {left_out}
    before: dict[str, list[str]] = {}
    for x, y in all_pairs(instance):
        first, second = instance.objectives[x].id, instance.objectives[y].id
        if {first, second} <= left:
            before.setdefault(second, []).append(first)
    return tuple(_alone(objective, tuple(before.get(objective.id, ()))) for objective in objectives)
