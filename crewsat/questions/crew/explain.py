"""A lost deal of The Crew explained: the conflict, reasons in words, the most that can be met, culprits, repairs.

Each part has a share of the time. The conflict comes first, as everything else is about it; parts for which there was
no time are left out, and the explanation says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.games.crew.features import ALL, HANDOVER
from crewsat.games.crew.subsets import demands_of
from crewsat.questions.crew.assumed import Assumed
from crewsat.questions.crew.deal_budget import DealBudget
from crewsat.questions.crew.demands import argued, confirmed, easily_met, find_conflict, kept_by, most_goals
from crewsat.questions.crew.explain_changes import explain_changes
from crewsat.questions.crew.obstacles import what_they_take
from crewsat.questions.crew.reasons import against_the_order, falls_to, together
from crewsat.questions.crew.repairs import repairs_of
from crewsat.questions.explanation import Explanation
from crewsat.questions.minimal_subset import SubsetAnswer

if TYPE_CHECKING:
    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.verdict import Verdict


MOST_CONFLICTS = 60_000
"""Of one question and one solver, one or two seconds; what they do not settle is left open, which is said."""

_LARGE_PART, _PART = 0.6, 0.5
"""The share of the remaining time that the conflict, and each part after it, may take."""


def explain(instance: Crew, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain a lost deal; see `crewsat.questions.explain.explain`."""
    asking = DealBudget(replace(limits, conflicts=MOST_CONFLICTS))
    if not demands_of(instance).goals:
        return Explanation(verdict)
    if instance.retoken is not None:
        return explain_changes(instance, verdict, asking)
    try:
        assumed = Assumed(instance, asking)
    except Stopped as stopped:
        return Explanation(verdict, reason=stopped.reason)
    with assumed:
        return _explained(assumed, verdict, asking)


def _explained(assumed: Assumed, verdict: Verdict, asking: DealBudget) -> Explanation:
    """Explain part by part."""
    instance = assumed.instance
    found = find_conflict(assumed, asking.part(_LARGE_PART))
    conflict = tuple(demand for demand in assumed.encoding.demands if demand in found)
    about, minimal = confirmed(instance, conflict, asking.part(_PART))
    if about.answer == "no":
        assumed.exclude(conflict)
    explanation = Explanation(verdict, conflict=conflict, minimal=minimal)
    explanation = _with_most(explanation, assumed, asking.part(_PART))
    explanation = _with_culprits(explanation, assumed, asking.part(_PART))
    plain = instance.features <= ALL | HANDOVER  # other features change whose cards are, which some reasons are about
    fates = falls_to(assumed, conflict, asking.part(_PART)) if plain else []
    repairs, none = repairs_of(assumed, conflict, explanation.culprits, asking)
    about = argued(instance, conflict, about, asking)
    reasons = [*together(instance, conflict, about, minimal=minimal)]
    if plain:
        reasons += [*against_the_order(instance, conflict), *fates, *what_they_take(instance, conflict)]
    reason = next(iter(asking.unanswered), None)
    return replace(explanation, reasons=tuple(reasons), repairs=repairs, no_repair=none, reason=reason)


def _with_most(explanation: Explanation, assumed: Assumed, asking: DealBudget) -> Explanation:
    """Add how many goals can be met together, with a play that meets them."""
    instance = assumed.instance
    low, high, kept = most_goals(assumed, asking)
    terms = demands_of(instance).terms
    best = kept_by(instance, (*kept, *terms), asking.showing())
    if best.answer != "yes":
        return replace(explanation, most=(0, high))
    return replace(explanation, most=(low, high), kept=kept, best_play=best.play or ())


def _with_culprits(explanation: Explanation, assumed: Assumed, asking: DealBudget) -> Explanation:
    """Add the demands without each of which everything else can be met: they are in every conflict, so in this one.

    If more than one goal must be dropped, none of the goals is such a demand; nor is a demand missing from another
    conflict found on the way.
    """
    instance = assumed.instance
    demands = demands_of(instance)
    everything = {*demands.goals, *demands.terms}
    one_is_enough = explanation.most is None or explanation.most[1] >= len(demands.goals) - 1
    asked = [one for one in explanation.conflict or () if one_is_enough or one in demands.terms]
    culprits = []
    while asked:
        one = asked.pop(0)
        known = SubsetAnswer("yes")
        if not easily_met(instance, everything - {one}, asking):
            known = assumed.met(everything - {one}, asking)
        if known.answer == "unknown":
            return explanation
        if known.answer == "yes":
            culprits.append(one)
        elif known.core is not None:
            asked = [other for other in asked if other in known.core]
    return replace(explanation, culprits=tuple(culprits))
