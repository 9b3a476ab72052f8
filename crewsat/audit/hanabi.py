"""The audit of J.-F. Baffier et al., "Hanabi is NP-complete, even for cheaters who look at their cards"."""

from __future__ import annotations

from crewsat.audit import (
    hanabi_decks,
    hanabi_model,
    hanabi_reductions,
    hanabi_running_times,
    hanabi_special_cases,
    hanabi_table,
)
from crewsat.audit.claims import Audit

DOMAINS = (*hanabi_decks.DOMAINS, *hanabi_running_times.DOMAINS, *hanabi_reductions.DOMAINS)

CLAIMS = (
    *hanabi_model.SECTION_1,
    *hanabi_special_cases.CLAIMS,
    *hanabi_table.CLAIMS,
    *hanabi_running_times.CLAIMS,
    *hanabi_model.SECTION_5,
    *hanabi_reductions.CLAIMS,
)

AUDIT = Audit(
    "hanabi",
    'J.-F. Baffier et al., "Hanabi is NP-complete, even for cheaters who look at their cards"',
    {domain.name: domain for domain in DOMAINS},
    CLAIMS,
)
