"""The audit of F. Reiber, "The Crew: The Quest for Planet Nine is NP-complete"."""

from __future__ import annotations

from crewsat.audit import (
    crew_deals,
    crew_graphs,
    crew_reductions,
    crew_running_times,
    crew_single_suit,
    crew_special_cases,
)
from crewsat.audit.claims import Audit

AUDIT = Audit(
    "crew",
    'F. Reiber, "The Crew: The Quest for Planet Nine is NP-complete"',
    {domain.name: domain for domain in (*crew_deals.DOMAINS, *crew_running_times.DOMAINS, *crew_graphs.DOMAINS)},
    (*crew_special_cases.CLAIMS, *crew_single_suit.CLAIMS, *crew_running_times.CLAIMS, *crew_reductions.CLAIMS),
)
