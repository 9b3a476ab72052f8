"""Why demands of The Crew cannot be met together, in sentences for players.

The argument comes first if an algorithm has one. Then come decided facts: which demands exclude each other, to whom a
card falls if the rest is met, and which objective the order requires too late. What each objective takes is described
by `crewsat.questions.crew.obstacles`. Nothing is stated that was not decided and cannot be seen from the cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.base.said import Listed, saying
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
    what = {
        "goals": _all([_goal(instance, goal) for goal in goals]),
        "met": _met(instance, goals),
        "under": _terms(instance, conflict),
    }
    if len(goals) == 1 and _taken_already(instance, goals[0]):
        words = saying("{goals} cannot be {met}{under} any more", **what)
    elif len(goals) == 1:
        words = saying("{goals} cannot be {met}{under}", **what)
        if len(conflict) == 1:
            words = saying("{this}, whatever is played", this=words)
    elif len(goals) == 2:
        words = saying("{goals} cannot both be {met}{under}", **what)
    else:
        words = saying("{goals} cannot all be {met}{under}", **what)
    if minimal and len(conflict) > 1:
        words = saying("{this}; {rest}", this=words, rest=_without_one(instance, conflict, len(goals)))
    return [*argument, Reason(words, verdict.checked)]


def _goals_in(instance: Crew, conflict: tuple[str, ...]) -> list[str]:
    return [goal for goal in demands_of(instance).goals if goal in conflict]


def _met(instance: Crew, goals: list[str]) -> str:
    """Return the verb for goals: objectives are won, tasks are met."""
    return saying("won") if set(goals) <= {objective.id for objective in instance.objectives} else saying("met")


def _taken_already(instance: Crew, goal: str) -> bool:
    """Return whether a goal is an objective whose card has been played."""
    played = {card for trick in instance.played for card in trick}
    return any(objective.id == goal and objective.card in played for objective in instance.objectives)


def _all(names: list[str]) -> str:
    """Return an enumeration in which nothing is left out."""
    return listed(names) if len(names) <= MOST_LISTED else Listed.made(names, "and")


def _without_one(instance: Crew, conflict: tuple[str, ...], goals: int) -> str:
    """Say that the conflict is minimal."""
    terms = _terms_in(instance, conflict)
    if terms:
        names = {ORDER: saying("the order"), ASSIGNMENT: saying("that condition")}
        left_out = listed([names[term] for term in demands_of(instance).terms if term in terms], "or")
        if goals == 1:
            return saying("without {terms} it can", terms=left_out)
        return saying("drop any one of them, or {terms}, and the rest can", terms=left_out)
    return saying("each by itself can") if goals == 2 else saying("any {number} of them can", number=goals - 1)


def _goal(instance: Crew, goal: str) -> str:
    """Name a goal with its player."""
    for objective in instance.objectives:
        if objective.id == goal:
            card = visible(objective.card)
            name = card if goal == str(objective.card) else saying("{card} ({id})", card=card, id=visible(goal, 20))
            return saying("{card} by player {player}", card=name, player=objective.owner) if objective.owner else name
    task = next(task for task in instance.tasks if task.id == goal)
    return saying("{task} ({whose}: {asked})", task=task.label, whose=task.whose, asked=asked(instance, task))


def _terms(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say under which terms the demands of a conflict exclude each other, if it has any."""
    terms = _terms_in(instance, conflict)
    shared = saying(" {how}", how=_shared_out(instance, conflict)) if ASSIGNMENT in terms else ""
    if ORDER not in terms:
        return shared
    return saying("{shared} in the required order ({order})", shared=shared, order=_in_order(instance, conflict))


def _shared_out(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say how free goals are to be shared out; for a part of them, shares are only upper bounds."""
    free = instance.free_goals
    mode = in_effect(instance.assignment, len(free), instance.players)
    if mode == "balanced" and instance.assignment == "draft_or_pass":
        return saying("if the players choose them in turn and may pass, so that nobody takes two")
    if {goal.id for goal in free} <= set(conflict):
        return _OF_ALL[mode]
    most = -(-len(free) // instance.players)
    of_some = {
        "draft": saying("if nobody takes more of them than their share of a draft of all"),
        "balanced": saying("if nobody takes more than {most} of them", most=most),
    }
    return of_some.get(mode, _OF_ALL[mode])


_OF_ALL = {
    "draft": saying("if the players choose them in turn, from the leader on"),
    "balanced": saying("if nobody takes two more than another"),
    "one_player": saying("by one and the same player"),
    "one_player_but_leader": saying("by one and the same player who does not lead first"),
}
"""How goals are to be shared out, whatever becomes of the others."""


def _terms_in(instance: Crew, conflict: tuple[str, ...]) -> set[str]:
    return {term for term in demands_of(instance).terms if term in conflict}


def _in_order(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say what the order requires of the objectives of a conflict: as one sequence if it is one, else pair by pair."""
    if instance.retoken is not None:
        return saying("whichever tokens are changed")
    named = [k for k, objective in enumerate(instance.objectives) if objective.id in conflict]
    pairs = {(x, y) for x, y in all_pairs(instance) if x in named and y in named}
    rank = sorted(named, key=lambda k: sum(y == k for _, y in pairs))
    cards = {k: visible(instance.objectives[k].card) for k in named}
    if all(pair in pairs for pair in pairwise(rank)):
        return Listed.made([cards[k] for k in rank], "then")
    return listed(
        [saying("{card} before {later}", card=cards[x], later=cards[y]) for x, y in _neighbours(pairs, named)]
    )


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
    when = saying(
        "whenever {goals} are {met}{under}",
        one="whenever {goals} is {met}{under}",
        n=len(rest),
        goals=names,
        met=_met(instance, rest),
        under=_terms(instance, conflict),
    )
    if not rest:
        when = saying("whatever is played")
    who = listed([saying("player {player}", player=player) for player in takers], "or")
    may_stay = any(len(hand) > instance.tricks for hand in instance.dealt)
    fact = {"when": when, "card": visible(objective.card), "who": who}
    if not takers:
        return saying("{when}, {card} is never played", **fact)
    return saying(
        "{when}, {card} goes to {who} or is never played" if may_stay else "{when}, {card} goes to {who}", **fact
    )


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
                words = saying(
                    "{card} must be played before {first} can win, but the order requires {first} first",
                    card=other,
                    first=one,
                )
                reasons.append(Reason(words, "algorithm"))
    return reasons
