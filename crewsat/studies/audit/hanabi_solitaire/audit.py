"""The audit of J.-F. Baffier et al., "Hanabi is NP-complete, even for cheaters who look at their cards"."""

from __future__ import annotations

from crewsat.studies.audit.claims import Audit
from crewsat.studies.audit.hanabi_solitaire import (
    decks,
    in_brief,
    model,
    reductions,
    running_times,
    special_cases,
    table,
)

DOMAINS = (*decks.DOMAINS, *running_times.DOMAINS, *reductions.DOMAINS)

CLAIMS = (
    *model.SECTION_1,
    *special_cases.CLAIMS,
    *table.CLAIMS,
    *running_times.CLAIMS,
    *model.SECTION_5,
    *reductions.CLAIMS,
)

AUDIT = Audit(
    "hanabi",
    'J.-F. Baffier et al., "Hanabi is NP-complete, even for cheaters who look at their cards"',
    {domain.name: domain for domain in DOMAINS},
    CLAIMS,
    results=in_brief.RESULTS,
    briefly=in_brief.BRIEFLY,
)
