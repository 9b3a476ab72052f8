"""How free goals find their owners before the first trick.

In a draft the players choose in turn, from the leader on, each one goal at a time, until all have owners. That is done
for the assignments ``draft`` and ``draft_or_pass``, and for ``any`` and ``balanced``, which allow it. Where one player
takes all of them, there is no choice: that player is drawn (`crewsat.games.crew.giving_out`).

A player is not offered a task that nobody in this seat can meet, such as one that compares its owner with the leader,
unless there is no other. With ``draft_or_pass`` and fewer goals than players, a player may pass as long as those who
follow can take the rest.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crewsat.games.crew.features import ALL
from crewsat.games.crew.giving_out import given_out
from crewsat.games.crew.task import Seats
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task
    from crewsat.hidden.generator import Generator

    class Goals(Protocol):
        """What is to be shared out: a deal, or a view of one."""

        @property
        def objectives(self) -> tuple[Objective, ...]: ...  # noqa: D102

        @property
        def tasks(self) -> tuple[Task, ...]: ...  # noqa: D102

        @property
        def assignment(self) -> Mode: ...  # noqa: D102

        @property
        def players(self) -> int: ...  # noqa: D102

        @property
        def leader(self) -> int | None: ...  # noqa: D102

    Chosen = Callable[[Crew, int], str | None]
    """Returns the id of the goal that a player chooses in a deal, which is one of `offered`, or None to pass."""

ALL_TO_ONE = frozenset({"one_player", "one_player_but_leader"})
"""Assignments with which nobody chooses."""


def offered(goals: Goals, player: int) -> tuple[str, ...]:
    """Return the ids of the free goals among which a player chooses; none if the player must pass."""
    seats = Seats(goals.players, goals.leader or 1)
    cards = [goal.id for goal in goals.objectives if goal.owner is None]
    tasks = [goal for goal in goals.tasks if goal.owner is None]
    able = [*cards, *(task.id for task in tasks if not task.lost_by(task.start(seats), player, seats))]
    return tuple(able) if able or may_pass(goals, player) else tuple(task.id for task in tasks)


def may_pass(goals: Goals, player: int) -> bool:
    """Return whether a player may take no goal: who has none yet, and is followed by enough others."""
    owners = [*(goal.owner for goal in goals.objectives), *(goal.owner for goal in goals.tasks)]
    after = goals.players - 1 - (player - (goals.leader or 1)) % goals.players
    return goals.assignment == "draft_or_pass" and owners.count(None) <= after and player not in owners


@reads("the draft of a game of bots", ALL)
def drafted(deal: Crew, chosen: Chosen, rng: Generator) -> tuple[Crew, tuple[tuple[int, str], ...]]:
    """Share the free goals out.

    Args:
        deal: with a leader; not begun.
        chosen: asks a player.
        rng: draws the player who takes all goals.

    Returns:
        The deal with owners for all goals, and who took which goal, in that order.
    """
    if not deal.free_goals:
        return deal, ()
    if deal.assignment in ALL_TO_ONE:
        given = given_out(deal, random.Random(rng.next()))
        free = {goal.id for goal in deal.free_goals}
        return given, tuple((int(goal.owner or 0), goal.id) for goal in given.goals if goal.id in free)
    taken: list[tuple[int, str]] = []
    player = deal.leader or 1
    while deal.free_goals:
        name = chosen(deal, player) if offered(deal, player) else None
        if name is not None:
            deal = given_to(deal, name, player)
            taken.append((player, name))
        player = player % deal.players + 1
    return deal.with_fields(assignment="any"), tuple(taken)


@reads("the draft of a game of bots", ALL)
def given_to(deal: Crew, name: str, player: int) -> Crew:
    """Return a deal in which the goal with this id belongs to a player."""

    def owned(goals: Sequence[Objective | Task]) -> tuple[Objective | Task, ...]:
        return tuple(goal.model_copy(update={"owner": player}) if goal.id == name else goal for goal in goals)

    return deal.with_fields(objectives=owned(deal.objectives), tasks=owned(deal.tasks))
