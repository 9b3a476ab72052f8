"""A lost deal whose tokens may be changed, explained: what cannot be met together, whichever change is made.

Each change leads to a deal of its own, and demands can be met together if they can in one of them. There are few
changes, and every question is decided like a deal, so the conflict needs no confirmation. What the cards say of single
objectives depends on the change, and no small change of the deal is looked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.subsets import demands_of
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.questions.crew.assumed import Assumed
from crewsat.questions.crew.demands import difficulty, kept_by, most_goals
from crewsat.questions.crew.reasons import together
from crewsat.questions.explanation import Explanation
from crewsat.questions.minimal_subset import SubsetAnswer, minimal_unsatisfiable_subset

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.deal_budget import DealBudget

    Ways = list[tuple[Choice, Crew]]
    """Each change, and the deal that it leads to."""

_LARGE_PART, _PART = 0.6, 0.5
"""The share of the remaining time that the conflict, and each part after it, may take."""


@reads("the explanation of changes", ALL | CHANGES | COVERED | PASSING)
def explain_changes(instance: Crew, verdict: Verdict, asking: DealBudget) -> Explanation:
    """Explain a lost deal part by part: the conflict, the most that can be met, and culprits."""
    walk = Walk(instance)
    ways = [(choice, walk.chosen(choice)) for choice in walk.choices()]
    demands = demands_of(instance)
    easy_first = sorted(demands.goals, key=difficulty(instance), reverse=True)
    budget = asking.part(_LARGE_PART)
    found, minimal = minimal_unsatisfiable_subset(
        (*demands.terms, *easy_first), lambda kept: _met(ways, kept, budget), hopeless=budget.late
    )
    conflict = tuple(one for one in (*demands.goals, *demands.terms) if one in found)
    explanation = Explanation(verdict, conflict=conflict, minimal=minimal)
    explanation = _with_most(explanation, instance, ways, asking.part(_PART))
    explanation = replace(explanation, culprits=_culprits(instance, ways, explanation, asking))
    reasons = together(instance, conflict, replace(verdict, because=None, checked="none"), minimal=minimal)
    return replace(explanation, reasons=tuple(reasons), reason=next(iter(asking.unanswered), None))


def _met(ways: Ways, kept: Collection[str], asking: DealBudget) -> SubsetAnswer:
    """Decide whether demands can be met together after some change."""
    answers = set()
    for _, deal in ways:
        answers.add(kept_by(deal, kept, asking).answer)
        if "yes" in answers:
            return SubsetAnswer("yes")
    return SubsetAnswer("unknown" if "unknown" in answers else "no")


def _with_most(explanation: Explanation, instance: Crew, ways: Ways, asking: DealBudget) -> Explanation:
    """Add how many goals can be met together after the best change, with that change and a play that meets them."""
    best: tuple[int, tuple[str, ...], Choice, Crew] | None = None
    most = 0
    for choice, deal in ways:
        try:
            with Assumed(deal, asking) as assumed:
                low, high, kept = most_goals(assumed, asking)
        except Stopped as stopped:
            asking.unanswered.append(stopped.reason)
            return explanation
        most = max(most, high)
        if best is None or low > best[0]:
            best = low, kept, choice, deal
    if best is None:
        return explanation
    low, kept, choice, deal = best
    shown = kept_by(deal, (*kept, *demands_of(instance).terms), asking.showing())
    if shown.answer != "yes":
        return replace(explanation, most=(0, most))
    return replace(explanation, most=(low, most), kept=kept, best_play=(choice, *(shown.play or ())))


def _culprits(instance: Crew, ways: Ways, explanation: Explanation, asking: DealBudget) -> tuple[str, ...] | None:
    """Return the members of the conflict without each of which everything else can be met; None if not known."""
    demands = demands_of(instance)
    everything = {*demands.goals, *demands.terms}
    answers = {one: _met(ways, everything - {one}, asking).answer for one in explanation.conflict or ()}
    return None if "unknown" in answers.values() else tuple(one for one, answer in answers.items() if answer == "yes")
