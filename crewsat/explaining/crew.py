"""A lost deal of The Crew explained: the conflict, reasons in words, the most that can be met, culprits, repairs.

Each part has a share of the time. The conflict comes first, as everything else is about it; what there was no time for
is left out, and the explanation says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.errors import Stopped
from crewsat.explaining.asking import share_of
from crewsat.explaining.crew_demands import confirmed, find_conflict, kept_by, most_goals
from crewsat.explaining.crew_reasons import against_the_order, falls_to, together, what_they_take
from crewsat.explaining.crew_repairs import repairs_of
from crewsat.explaining.explanation import Explanation
from crewsat.games.crew.subsets import demands_of
from crewsat_encodings.crew.demands_cnf import Encoding

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.limits import Limits
    from crewsat.verdict import Verdict


def explain_crew(instance: Crew, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain a lost deal; see `crewsat.explaining.explain`."""
    try:
        encoding = Encoding(instance, max_bytes=limits.max_bytes, out_of_time=limits.late)
    except Stopped as stopped:
        return Explanation(verdict, reason=stopped.reason)
    found, _ = find_conflict(instance, encoding, share_of(limits, 0.4))
    conflict = tuple(demand for demand in encoding.demands if demand in found)
    about, minimal = confirmed(instance, conflict, share_of(limits, 0.3))
    reasons = together(instance, conflict, about, minimal=minimal)
    explanation = Explanation(verdict, conflict=conflict, minimal=minimal)
    explanation = _with_most(explanation, instance, encoding, share_of(limits, 0.3))
    explanation = _with_culprits(explanation, instance, share_of(limits, 0.3))
    reasons += against_the_order(instance, conflict)
    reasons += falls_to(instance, conflict, share_of(limits, 0.3))
    reasons += what_they_take(instance, conflict)
    repairs, none = repairs_of(instance, conflict, explanation.culprits, limits)
    late = "time" if limits.late() else None
    return replace(explanation, reasons=tuple(reasons), repairs=repairs, no_repair=none, reason=late)


def _with_most(explanation: Explanation, instance: Crew, encoding: Encoding, limits: Limits) -> Explanation:
    """Add how many goals can be met together, with a play that does it."""
    low, high, kept = most_goals(instance, encoding, limits)
    terms = demands_of(instance).terms
    best = kept_by(instance, (*kept, *terms), limits)
    if best.answer != "yes":
        return replace(explanation, most=(0, high))
    return replace(explanation, most=(low, high), kept=kept, best_play=best.play)


def _with_culprits(explanation: Explanation, instance: Crew, limits: Limits) -> Explanation:
    """Add the demands without each of which everything else can be met: they are in every conflict, so in this one.

    If more than one goal must be dropped, none of them is such a demand.
    """
    demands = demands_of(instance)
    everything = {*demands.goals, *demands.terms}
    one_is_enough = explanation.most is None or explanation.most[1] >= len(demands.goals) - 1
    asked = [one for one in explanation.conflict or () if one_is_enough or one in demands.terms]
    answers = {one: kept_by(instance, everything - {one}, limits).answer for one in asked}
    if "unknown" in answers.values():
        return explanation
    return replace(explanation, culprits=tuple(one for one, answer in answers.items() if answer == "yes"))
