"""Which demands of a lost deal of The Crew can be met together: a minimal conflict, and the most goals that can be met.

One formula in which every demand can be assumed (`crewsat_encodings.crew.demands_cnf`) answers question after question
and keeps what it learns. What comes out is asked again of deals of their own (`crewsat.games.crew.subsets`) by
`decide`, which knows nothing of that formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.errors import BugFound
from crewsat.explaining.asking import ask
from crewsat.explaining.conflicts import Told, minimal_conflict
from crewsat.games.crew.subsets import demands_of, keeping
from crewsat.solvers.cnf import session_on, solve_best

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from crewsat.games.crew.instance import Crew
    from crewsat.limits import Limits
    from crewsat.verdict import Verdict
    from crewsat_encodings.crew.demands_cnf import Encoding


def find_conflict(instance: Crew, encoding: Encoding, limits: Limits) -> tuple[tuple[str, ...], bool]:
    """Return demands of a lost deal that cannot be met together, and whether they are known to be minimal.

    A goal that cannot be met by itself is looked for first: no conflict is easier to understand. Otherwise terms are
    dropped before goals, and goals that look easy before those that look hard, which makes conflicts smaller.
    """
    demands = demands_of(instance)
    easy_first = sorted(demands.goals, key=difficulty(instance))
    with session_on(encoding.formula, solver=limits.solver, deadline=limits.deadline, seed=limits.seed) as session:

        def met(kept: Collection[str]) -> Told:
            literals = encoding.kept(kept)
            answer = session.search(list(literals))
            if answer is None:
                return Told("unknown")
            return Told("yes") if answer else Told("no", frozenset(literals[x] for x in session.core()))

        for goal in reversed(easy_first):
            if not limits.late() and met([goal]).answer == "no":
                return (goal,), True
        return minimal_conflict((*demands.terms, *easy_first), met, hopeless=limits.late)


def difficulty(instance: Crew) -> Callable[[str], tuple[bool, int]]:
    """Return how hard a goal looks: hardest is a low card that its own holder must win; of tasks nothing is known."""
    wanted = {objective.id: objective for objective in instance.objectives}

    def hard(goal: str) -> tuple[bool, int]:
        objective = wanted.get(goal)
        if objective is None or objective.owner is None:
            return False, 0
        card, owner = objective.card, objective.owner
        holders = instance.holder
        higher = [c for c in holders if c.suit == card.suit and c.value > card.value]
        own = holders[card] == owner
        return own, len([c for c in higher if (holders[c] == owner) != own])

    return hard


def most_goals(instance: Crew, encoding: Encoding, limits: Limits) -> tuple[int, int, tuple[str, ...]]:
    """Return how many goals of a lost deal can be met together if all terms are kept.

    Returns:
        A lower and an upper bound, and goals that reach the lower one.
    """
    goals = demands_of(instance).goals
    wishes = [encoding.at_most_dropped(number) for number in range(1, len(goals))]
    how: dict[str, Any] = {"solver": limits.solver, "deadline": limits.deadline, "seed": limits.seed}
    outcome, low, high = solve_best(encoding.formula, wishes, **how)
    if high == len(wishes):
        return 0, len(goals) - 1 - low, ()
    true = set(outcome.model)
    kept = tuple(goal for literal, goal in encoding.kept(goals).items() if literal in true)
    return len(kept), len(goals) - 1 - low, kept


def kept_by(instance: Crew, kept: Collection[str], limits: Limits) -> Verdict:
    """Decide whether demands can be met together, asked as a deal of its own, or one for each first leader.

    Returns:
        A yes if there is one; an unknown if there is one and no yes; else the first no.
    """
    verdicts = []
    for question in keeping(instance, kept):
        verdicts.append(ask(question, limits))
        if verdicts[-1].answer == "yes":
            break
    return min(verdicts, key=lambda verdict: ("yes", "unknown", "no").index(verdict.answer))


def confirmed(instance: Crew, conflict: tuple[str, ...], limits: Limits) -> tuple[Verdict, bool]:
    """Ask again whether a conflict is one, and whether every part of it can be met.

    Returns:
        The verdict on the conflict, and whether it is a minimal conflict for certain.

    Raises:
        BugFound: if the answers contradict the formula the conflict was found with.
    """
    verdict = kept_by(instance, conflict, limits)
    if verdict.answer == "yes":
        raise BugFound(f"{conflict} is no conflict: {instance.to_json()}")
    answers = [kept_by(instance, set(conflict) - {member}, limits).answer for member in conflict]
    return verdict, verdict.answer == "no" and all(answer == "yes" for answer in answers)
