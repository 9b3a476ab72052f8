"""Deals of The Crew with some of their demands dropped, as deals of their own.

The *demands* of a deal are its objectives and tasks, by id, and, if there are any, ``order`` (all pairs x before y) and
``assignment`` (how free objectives are to be shared out). Dropping one only ever helps (contract, section 2):

* a dropped objective need not be completed and anybody may win its card; pairs that name it go, but those it stood
  between stay: pairs are those of the whole order;
* of a draft or of even shares, in which some free objective is dropped, the shares bound only from above: nobody takes
  more of the others than their share of all. "At most so many of these cards" is a task, so this is an ordinary deal;
  where the share depends on a leader the crew may choose, it is one deal for each leader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.games.crew.assignment import as_draft, draft_shares
from crewsat.games.crew.tasks import CardsTask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective

ORDER, ASSIGNMENT = "order", "assignment"


@dataclass(frozen=True)
class Demands:
    """What a deal demands.

    Attributes:
        goals: ids of objectives and tasks.
        terms: ``order`` and ``assignment``, as far as there are any and no goal has that name (such a goal's name
            stands for the goal, and the terms are not dropped).
    """

    goals: tuple[str, ...]
    terms: tuple[str, ...]


def demands_of(instance: Crew) -> Demands:
    """Return the demands of a deal."""
    goals = tuple(goal.id for goal in (*instance.objectives, *instance.tasks))
    shared_out = (instance.free or instance.free_tasks) and instance.assignment != "any"
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
    free, players = len(instance.free) + len(instance.free_tasks), instance.players
    mode = as_draft(instance.assignment, free, players)
    if mode in {"balanced", "draft_or_pass"}:
        yield None, [-(-free // players)] * players
    elif mode == "draft":
        leaders = range(1, players + 1) if instance.leader is None and free % players else [instance.leader or 1]
        for leader in leaders:
            yield leader if free % players else None, draft_shares(free, players, leader)


def keeping(instance: Crew, kept: Collection[str]) -> tuple[Crew, ...]:
    """Return deals of which one can be won iff the demands `kept` of a deal can be met together.

    Args:
        instance: the deal.
        kept: ids of `demands_of`; a term without a demand of its own is kept, too.

    Returns:
        One deal, except where the shares of a draft depend on a leader the crew may choose: then one for each.
    """
    known = demands_of(instance)
    ordered = ORDER in kept or ORDER not in known.terms
    shared = ASSIGNMENT in kept or ASSIGNMENT not in known.terms
    objectives = _kept_objectives(instance, kept, ordered=ordered)
    tasks = tuple(task for task in instance.tasks if task.id in kept)
    changes: dict[str, Any] = {"about": None, "objectives": objectives, "tasks": tasks}
    free = [objective for objective in objectives if objective.owner is None]
    if not shared:
        changes["assignment"] = "any"
    elif len(free) < len(instance.free) and instance.assignment in {"draft", "balanced"}:
        return tuple(_with_shares(instance, changes, free, *most) for most in most_of_each(instance))
    return (instance.model_copy(update=changes),)


def _kept_objectives(instance: Crew, kept: Collection[str], *, ordered: bool) -> tuple[Objective, ...]:
    """Return the objectives that are kept, with the pairs of the whole order between them or without any."""
    objectives = tuple(objective for objective in instance.objectives if objective.id in kept)
    if not ordered:
        return tuple(_alone(objective) for objective in objectives)
    if len(objectives) < len(instance.objectives):
        return _reordered(instance, objectives)
    return objectives


def handed_over(instance: Crew, owners: Mapping[str, int]) -> tuple[Objective, ...]:
    """Return the objectives of a deal, those of these ids with other owners."""
    return tuple(
        objective.model_copy(update={"owner": owners[objective.id]}) if objective.id in owners else objective
        for objective in instance.objectives
    )


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


def _with_shares(
    instance: Crew, changes: dict[str, Any], free: list[Objective], leader: int | None, most: list[int]
) -> Crew:
    """State shares that bound from above as tasks."""
    names = {goal.id for goal in (*instance.objectives, *instance.tasks)}
    tasks = list(changes["tasks"])
    for player, share in enumerate(most, 1):
        if share < len(free):
            name = f"share{player}"
            while name in names:
                name += "'"
            cards = tuple(objective.card for objective in free)
            tasks.append(CardsTask(owner=player, kind="cards", id=name, cards=cards, at_most=share))
    fixed = {} if leader is None else {"leader": leader}
    return instance.model_copy(update={**changes, **fixed, "assignment": "any", "tasks": tuple(tasks)})
