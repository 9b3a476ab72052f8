"""Why demands of The Crew cannot be met together, in sentences for players.

The argument comes first if an algorithm has one. Then come decided facts: which demands exclude each other, to whom a
card falls if the rest is met, and which objective the order requires too late. What each objective takes is described
by `crewsat.questions.crew.obstacles`. Nothing is stated that was not decided and cannot be seen from the cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.base.wording import MOST_LISTED, listed, visible
from crewsat.games.crew.asked import asked
from crewsat.games.crew.assignment import in_effect
from crewsat.games.crew.subsets import ASSIGNMENT, ORDER, all_pairs, demands_of, handed_over, keeping
from crewsat.questions.crew.demands import easily_met
from crewsat.questions.crew.obstacles import obstacles
from crewsat.questions.explanation import Reason

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.assumed import Assumed
    from crewsat.questions.crew.deal_budget import DealBudget

MOST_CONDITIONS = 4
"""The most conditions in a sentence of the form "whenever these are met"; more cannot be followed."""


def together(instance: Crew, conflict: tuple[str, ...], verdict: Verdict, *, minimal: bool) -> list[Reason]:
    """Say which demands exclude each other, after the argument if there is one."""
    argument = [] if verdict.because is None else [Reason(verdict.because, "algorithm")]
    goals = _goals_in(instance, conflict)
    if not goals:
        return argument
    cannot = _met(instance, goals) + _terms(instance, conflict)
    names = _all([_goal(instance, goal) for goal in goals])
    if len(goals) == 1 and _taken_already(instance, goals[0]):
        words = f"{names} cannot be {cannot} any more"
    elif len(goals) == 1:
        words = f"{names} cannot be {cannot}" + (", whatever is played" if len(conflict) == 1 else "")
    else:
        words = f"{names} cannot {'both' if len(goals) == 2 else 'all'} be {cannot}"
    if minimal and len(conflict) > 1:
        words += "; " + _without_one(instance, conflict, len(goals))
    return [*argument, Reason(words, verdict.checked)]


def _goals_in(instance: Crew, conflict: tuple[str, ...]) -> list[str]:
    return [goal for goal in demands_of(instance).goals if goal in conflict]


def _met(instance: Crew, goals: list[str]) -> str:
    """Return the verb for goals: objectives are won, tasks are met."""
    return "won" if set(goals) <= {objective.id for objective in instance.objectives} else "met"


def _taken_already(instance: Crew, goal: str) -> bool:
    """Return whether a goal is an objective whose card has been played."""
    played = {card for trick in instance.played for card in trick}
    return any(objective.id == goal and objective.card in played for objective in instance.objectives)


def _all(names: list[str]) -> str:
    """Return an enumeration in which nothing is left out."""
    return listed(names) if len(names) <= MOST_LISTED else f"{', '.join(names[:-1])} and {names[-1]}"


def _without_one(instance: Crew, conflict: tuple[str, ...], goals: int) -> str:
    """Say that the conflict is minimal."""
    terms = _terms_in(instance, conflict)
    if terms:
        names = {ORDER: "the order", ASSIGNMENT: "that condition"}
        left_out = listed([names[term] for term in demands_of(instance).terms if term in terms], "or")
        return f"without {left_out} it can" if goals == 1 else f"drop any one of them, or {left_out}, and the rest can"
    return "each by itself can" if goals == 2 else f"any {goals - 1} of them can"


def _goal(instance: Crew, goal: str) -> str:
    """Name a goal with its player."""
    for objective in instance.objectives:
        if objective.id == goal:
            name = visible(objective.card) + ("" if goal == str(objective.card) else f" ({visible(goal, 20)})")
            return f"{name} by player {objective.owner}" if objective.owner else name
    task = next(task for task in instance.tasks if task.id == goal)
    return f"{task.label} ({task.whose}: {asked(instance, task)})"


def _terms(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say under which terms the demands of a conflict exclude each other, if it has any."""
    words = f" {_shared_out(instance, conflict)}" if ASSIGNMENT in _terms_in(instance, conflict) else ""
    if ORDER in _terms_in(instance, conflict):
        words += f" in the required order ({_in_order(instance, conflict)})"
    return words


def _shared_out(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say how free goals are to be shared out; for a part of them, shares are only upper bounds."""
    free = instance.free_goals
    mode = in_effect(instance.assignment, len(free), instance.players)
    if mode == "balanced" and instance.assignment == "draft_or_pass":
        return "if the players choose them in turn and may pass, so that nobody takes two"
    if {goal.id for goal in free} <= set(conflict):
        return _OF_ALL[mode]
    most = -(-len(free) // instance.players)
    of_some = {
        "draft": "if nobody takes more of them than his share of a draft of all",
        "balanced": f"if nobody takes more than {most} of them",
    }
    return of_some.get(mode, _OF_ALL[mode])


_OF_ALL = {
    "draft": "if the players choose them in turn, from the leader on",
    "balanced": "if nobody takes two more than another",
    "one_player": "by one and the same player",
    "one_player_but_leader": "by one and the same player who does not lead first",
}
"""How goals are to be shared out, whatever becomes of the others."""


def _terms_in(instance: Crew, conflict: tuple[str, ...]) -> set[str]:
    return {term for term in demands_of(instance).terms if term in conflict}


def _in_order(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say what the order requires of the objectives of a conflict: as one sequence if it is one, else pair by pair."""
    named = [k for k, objective in enumerate(instance.objectives) if objective.id in conflict]
    pairs = {(x, y) for x, y in all_pairs(instance) if x in named and y in named}
    rank = sorted(named, key=lambda k: sum(y == k for _, y in pairs))
    cards = {k: visible(instance.objectives[k].card) for k in named}
    if all(pair in pairs for pair in pairwise(rank)):
        return ", then ".join(cards[k] for k in rank)
    return listed([f"{cards[x]} before {cards[y]}" for x, y in _neighbours(pairs, named)])


def _neighbours(pairs: set[tuple[int, int]], named: list[int]) -> list[tuple[int, int]]:
    """Return the pairs of a whole order that have none of the named objectives between them."""
    return [(x, y) for x, y in sorted(pairs) if not any((x, z) in pairs and (z, y) in pairs for z in named)]


def falls_to(assumed: Assumed, conflict: tuple[str, ...], asking: DealBudget) -> list[Reason]:
    """Say to whom the card of one objective falls in every play that meets the rest of a conflict, if informative.

    Every other player is tested: could that player take the card? The objective with the fewest such players is
    reported; objectives that the order binds are left out, as their cards may be taken out of order.
    """
    if len(conflict) > MOST_CONDITIONS + 1:  # the objective itself is not a condition
        return []
    instance = assumed.instance
    best: tuple[list[int], Objective] | None = None
    for objective in _to_be_won_any_time(instance, conflict):
        takers = _takers(assumed, conflict, objective, asking)
        if takers is None:
            break
        if len(takers) < (instance.players - 1 if best is None else len(best[0])):
            best = takers, objective
        if len(takers) <= 1:
            break
    if best is None or (not best[0] and len(conflict) == 1):  # "no player takes a card" alone says nothing new
        return []
    return [Reason(_fate(instance, conflict, *best), "none")]


def _to_be_won_any_time(instance: Crew, conflict: tuple[str, ...]) -> list[Objective]:
    """Return the objectives of a conflict that have an owner, are still open and are not bound by the order."""
    bound = {k for pair in instance.order for k in pair}
    held = {card for hand in instance.hands for card in hand}
    return [
        objective
        for k, objective in enumerate(instance.objectives)
        if objective.id in conflict and objective.owner is not None and k not in bound and objective.card in held
    ]


def _takers(assumed: Assumed, conflict: tuple[str, ...], objective: Objective, asking: DealBudget) -> list[int] | None:
    """Return the other players who can take an objective's card if the rest of a conflict is met; None if open."""
    instance, rest = assumed.instance, set(conflict) - {objective.id}
    takers = []
    for player in range(1, instance.players + 1):
        if player != objective.owner:
            other = handed_over(instance, {objective.id: player})
            answer = "yes"
            if not easily_met(other, conflict, asking):
                deal = keeping(other, conflict)
                answer = assumed.met(rest, asking, takes={objective.card: player}, deal=deal).answer
            if answer == "unknown":
                return None
            takers += [player] if answer == "yes" else []
    return takers


def _fate(instance: Crew, conflict: tuple[str, ...], takers: list[int], objective: Objective) -> str:
    rest = [goal for goal in _goals_in(instance, conflict) if goal != objective.id]
    names = _all([_goal(instance, goal) for goal in rest])
    met = f"whenever {names} {'is' if len(rest) == 1 else 'are'} {_met(instance, rest)}{_terms(instance, conflict)}"
    if not rest:
        met = "whatever is played"
    who = listed([f"player {player}" for player in takers], "or")
    fates = [f"goes to {who}"] if takers else []
    fates += ["is never played"] if any(len(hand) > instance.tricks for hand in instance.dealt) or not takers else []
    return f"{met}, {visible(objective.card)} {' or '.join(fates)}"


def against_the_order(instance: Crew, conflict: tuple[str, ...]) -> list[Reason]:
    """Say which objective the order requires later, though its card must be played before another one can win."""
    held = {card for hand in instance.hands for card in hand}
    reasons = []
    for x, y in all_pairs(instance) if ORDER in _terms_in(instance, conflict) and not instance.begun else ():
        first, later = instance.objectives[x], instance.objectives[y]
        own = first.card in held and instance.holder[first.card] == first.owner and first.card.suit != instance.trump
        if own and {first.id, later.id} <= set(conflict):
            gone = obstacles(instance, first.card).gone
            if any(later.card in cards for cards in gone.values()):
                one, other = visible(first.card), visible(later.card)
                words = f"{other} must be played before {one} can win, but the order requires {one} first"
                reasons.append(Reason(words, "algorithm"))
    return reasons
