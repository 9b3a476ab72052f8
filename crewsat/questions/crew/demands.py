"""Which demands of a lost deal of The Crew can be met together: a minimal conflict, and the most goals that can be met.

Lines are looked for first, by whatever finds them quickly; one formula in which every demand can be assumed answers the
rest, and keeps what it learns. A conflict is confirmed on a deal of its own (`crewsat.games.crew.subsets`) by `decide`,
which does not use that formula, and what can be met is replayed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.bounds import refuted_if_known
from crewsat.algorithms.crew.quick import MOST_OBJECTIVES
from crewsat.base.errors import BugFound
from crewsat.games.crew.subsets import demands_of, keeping
from crewsat.questions.minimal_subset import SubsetAnswer, minimal_unsatisfiable_subset
from crewsat.solvers.cnf import session_on, solve_best

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from crewsat.games.crew.instance import Crew
    from crewsat.games.verdict import Verdict
    from crewsat.questions.budget import Budget
    from crewsat.questions.crew.assumed import Assumed
    from crewsat.questions.crew.deal_budget import DealBudget
    from crewsat_encodings.crew.cnf.demands import Encoding


_FIRST_SOLVER, _OTHER_SOLVER = "minisat22", "cadical195"
"""The solver that bounds the number of goals that can be met, and the one that checks the bound.

MiniSat took 0.4 s for forty lost deals of three players, CaDiCaL 3.4 s, Glucose 4.4 s; of four 1.2 s, 2.0 s, 1.2 s.
"""

_OF_THE_TIME = 0.2
"""The share of the remaining time that relaxed deals may take without the kernel."""


def find_conflict(assumed: Assumed, asking: DealBudget) -> tuple[str, ...]:
    """Return demands of a lost deal that cannot be met together, minimal if the budget suffices.

    If relaxed deals refute few of the goals, the conflict is looked for among these. Otherwise a goal that cannot be
    met by itself is looked for first: no conflict is easier to understand. If a bound refutes the deal, what it needs
    comes next. Otherwise terms are dropped before goals, and goals that look easy before those that look hard, which
    makes conflicts smaller. The formula is not used for what known lines, the quick player and relaxed deals answer.
    """
    instance = assumed.instance
    demands = demands_of(instance)
    easy_first = sorted(demands.goals, key=difficulty(instance))

    def met(kept: Collection[str]) -> SubsetAnswer:
        return SubsetAnswer("yes") if easily_met(instance, kept, asking) else assumed.met(kept, asking)

    _all_but_one(instance, asking)
    few = asking.refuted_goals(instance)
    start = tuple(demand for demand in (*demands.terms, *easy_first) if demand in few)
    if not start:
        for goal in reversed(easy_first):
            if not asking.late() and (_lost_alone(instance, goal, asking) or met([goal]).answer == "no"):
                return (goal,)
        start = _needed_by_a_bound(instance, (*demands.terms, *easy_first), asking)
    return minimal_unsatisfiable_subset(start, met, hopeless=asking.late)[0]


def easily_met(instance: Crew, kept: Collection[str], asking: DealBudget) -> bool:
    """Return whether a known line or the quick player meets demands."""
    return asking.easily_won(keeping(instance, kept)) is not None


def _all_but_one(instance: Crew, asking: DealBudget) -> None:
    """Have the quick player look for lines that meet all demands but one.

    Most deals have some, and many later questions are about subsets of what these lines meet.
    """
    demands = demands_of(instance)
    everything = {*demands.goals, *demands.terms}
    for one in sorted(everything):
        easily_met(instance, everything - {one}, asking)


def _lost_alone(instance: Crew, goal: str, asking: DealBudget) -> bool:
    """Return whether a bound or relaxed deals show that a goal cannot be met by itself."""
    return not easily_met(instance, [goal], asking) and asking.easily_lost(keeping(instance, [goal]))


def _needed_by_a_bound(instance: Crew, demands: tuple[str, ...], budget: Budget) -> tuple[str, ...]:
    """Return the demands a bound needs to refute a deal; all of them if no bound does."""

    def refuted_by_a_bound(kept: Collection[str]) -> SubsetAnswer:
        return SubsetAnswer("yes" if refuted_if_known(keeping(instance, kept)) is None else "no")

    if refuted_by_a_bound(demands).answer == "yes":
        return demands
    return minimal_unsatisfiable_subset(demands, refuted_by_a_bound, hopeless=budget.late)[0]


def difficulty(instance: Crew) -> Callable[[str], tuple[bool, int]]:
    """Return how hard a goal looks: hardest is a low card that its own holder must win; tasks are not estimated.

    Among cards that others hold, those for which the owner has the fewest higher ones are hardest.
    """
    wanted = {objective.id: objective for objective in instance.objectives}

    def hard(goal: str) -> tuple[bool, int]:
        objective = wanted.get(goal)
        if objective is None or objective.owner is None:
            return False, -len(instance.holder)
        card, owner, holders = objective.card, objective.owner, instance.holder
        higher = [holders[c] for c in holders if c.suit == card.suit and c.value > card.value]
        own = holders[card] == owner
        return own, len(higher) - higher.count(owner) if own else -higher.count(owner)

    return hard


def most_goals(assumed: Assumed, asking: DealBudget) -> tuple[int, int, tuple[str, ...]]:
    """Return how many goals of a lost deal can be met together if all terms are kept.

    Returns:
        A lower and an upper bound, and goals that reach the lower one. It is known that a goal must be dropped. Whether
        one is enough is asked like any other question; whether more than two must be is decided by two solvers.

    Raises:
        BugFound: if they contradict each other.
    """
    instance = assumed.instance
    goals, terms = demands_of(instance).goals, demands_of(instance).terms
    all_but_one = [tuple(goal for goal in goals if goal != left_out) for left_out in goals]
    kept = next((kept for kept in all_but_one if easily_met(instance, (*kept, *terms), asking)), None)
    for rest in all_but_one if kept is None else ():
        answer = assumed.met((*rest, *terms), asking).answer
        if answer == "unknown":
            return _most_by_formula(assumed, asking, dropped=1)
        if answer == "yes":
            kept = rest
            break
    if kept is None:
        return _most_by_formula(assumed, asking, dropped=2)
    return len(kept), len(kept), kept


def _most_by_formula(assumed: Assumed, asking: DealBudget, *, dropped: int) -> tuple[int, int, tuple[str, ...]]:
    """Bound the number of dropped goals, at least `dropped`, with the formula of all demands."""
    instance, encoding = assumed.instance, assumed.encoding
    goals = demands_of(instance).goals
    leads = assumed.led_by(instance.leader)
    preferences = [[*leads, *encoding.at_most_dropped(number)] for number in range(dropped, len(goals))]
    limits = asking.limits
    how: dict[str, Any] = {"deadline": limits.deadline, "seed": limits.seed, "conflicts": limits.conflicts}
    outcome, low, high = solve_best(encoding.formula, preferences, solver=limits.solver or _FIRST_SOLVER, **how)
    if low < high:
        asking.unanswered.append(outcome.reason or "time")
    if low and _another_solver_can(encoding, preferences[low - 1], asking):
        raise BugFound(f"{len(goals) - low} goals can be met together, and cannot: {instance.to_json()}")
    most = len(goals) - dropped - low
    if high == len(preferences):
        return 0, most, ()
    asking.lines.add(instance, encoding.decode(outcome.model))
    true = set(outcome.model)
    kept = tuple(goal for literal, goal in encoding.kept(goals).items() if literal in true)
    return len(kept), most, kept


def _another_solver_can(encoding: Encoding, preference: list[int], budget: Budget) -> bool:
    """Return whether a solver not used before satisfies a bound that was refuted; False if there is no time."""
    limits = budget.limits
    other = _FIRST_SOLVER if limits.solver == _OTHER_SOLVER else _OTHER_SOLVER
    how: dict[str, Any] = {"deadline": limits.deadline, "seed": limits.seed, "conflicts": limits.conflicts}
    with session_on(encoding.formula, solver=other, **how) as session:
        answer = session.search(preference)
    if answer is None:
        budget.unanswered.append("time" if limits.late() else "incomplete")
    return bool(answer)


def kept_by(instance: Crew, kept: Collection[str], budget: Budget) -> Verdict:
    """Decide whether demands can be met together, as a deal of its own.

    The argument of a no is left out if it may mention what replaces goals in that deal.
    """
    deal = keeping(instance, kept)
    verdict = budget.ask(deal)
    return verdict if set(deal.tasks) <= set(instance.tasks) else replace(verdict, because=None)


def confirmed(instance: Crew, conflict: tuple[str, ...], budget: DealBudget) -> tuple[Verdict, bool]:
    """Confirm that a conflict is one, and that every proper part of it can be met.

    Returns:
        The verdict on the conflict, unknown if the budget does not suffice, and whether it is certainly minimal.

    Raises:
        BugFound: if the answers contradict the formula the conflict was found with.
    """
    verdict = kept_by(instance, conflict, budget)
    if verdict.answer == "yes":
        raise BugFound(f"{conflict} is not a conflict: {instance.to_json()}")
    parts = (kept_by(instance, set(conflict) - {member}, budget).answer for member in conflict)
    return verdict, verdict.answer == "no" and all(answer == "yes" for answer in parts)


def argued(instance: Crew, conflict: tuple[str, ...], verdict: Verdict, budget: DealBudget) -> Verdict:
    """Return a verdict on a conflict with the argument of a relaxed deal, if there is one and none is known yet.

    Relaxed deals are searched if the conflict has at most `MOST_OBJECTIVES` demands; without the kernel, if it has only
    one, and in a share of the remaining time: Python takes seconds for one demand, many for two. The conflict is known
    without them, so nothing counts as unanswered if there is no time for them.
    """
    deal = keeping(instance, conflict)
    compiled = budget.has_relaxations(deal)
    many = len(conflict) > (MOST_OBJECTIVES if compiled else 1)
    if verdict.because is not None or many or budget.limits.late():
        return verdict
    relaxed = (budget if compiled else budget.part(_OF_THE_TIME)).by_method(deal, "relaxations")
    return relaxed if relaxed.answer == "no" else verdict
