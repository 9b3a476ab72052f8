"""Free goals given out at random, all ways that the `assignment` of the deal allows being equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.shuffling import shuffled
from crewsat.games.crew.assignment import in_effect
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.scope import reads

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task


def random_owners(mode: Mode, goals: int, players: int, commander: int, rng: random.Random) -> Sequence[int]:
    """Return the owner of each goal.

    Args:
        mode: how they may be shared out; not ``any``, and a single player may not be ``one_player_but_leader``.
        goals: how many there are.
        players: number of players.
        commander: who leads the first trick, from whom on a draft goes in turn.
        rng: used as in `crewsat.base.shuffling`.
    """
    if not goals:
        return []
    mode = in_effect(mode, goals, players)
    in_turn = [(commander - 1 + k) % players + 1 for k in range(players)]
    if mode in {"one_player", "one_player_but_leader"}:
        return [shuffled(in_turn[mode == "one_player_but_leader" :], rng)[0]] * goals
    if mode != "draft":  # whoever takes one more than others is not settled by the turn order
        in_turn = shuffled(in_turn, rng)
    return shuffled([in_turn[k % players] for k in range(goals)], rng)


@reads("giving goals out", ALL | CHANGES | COVERED | PASSING)
def given_out(deal: Crew, rng: random.Random) -> Crew:
    """Return a deal with an owner for every free goal, and a leader, if the crew may choose who leads.

    Goals that anybody may take stay free. Nothing is handed over, and no token changed.
    """
    leader = deal.leader or int(rng.random() * deal.players) + 1
    fields: dict[str, Any] = {"leader": leader, "handover": 0, "retoken": None}
    if deal.assignment != "any":
        owners = iter(random_owners(deal.assignment, len(deal.free_goals), deal.players, leader, rng))
        for name in ("objectives", "tasks"):
            goals = getattr(deal, name)
            fields[name] = tuple(goal if goal.owner is not None else _of(goal, next(owners)) for goal in goals)
        fields["assignment"] = "any"
    return deal.with_fields(**fields)


def _of(goal: Objective | Task, owner: int) -> Objective | Task:
    return goal.model_copy(update={"owner": owner})
