"""The audit of F. Reiber, "The Crew: The Quest for Planet Nine is NP-complete"."""

from __future__ import annotations

from crewsat.studies.audit.claims import Audit
from crewsat.studies.audit.crew import deals, graphs, in_brief, reductions, running_times, single_suit, special_cases

AUDIT = Audit(
    "crew",
    'F. Reiber, "The Crew: The Quest for Planet Nine is NP-complete"',
    {domain.name: domain for domain in (*deals.DOMAINS, *running_times.DOMAINS, *graphs.DOMAINS)},
    (*special_cases.CLAIMS, *single_suit.CLAIMS, *running_times.CLAIMS, *reductions.CLAIMS),
    results=in_brief.RESULTS,
    briefly=in_brief.BRIEFLY,
)
