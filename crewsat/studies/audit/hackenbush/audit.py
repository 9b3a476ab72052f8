"""The audit of A. Cincotti, "On the complexity of n-player Hackenbush"."""

from __future__ import annotations

from crewsat.studies.audit.claims import Audit
from crewsat.studies.audit.hackenbush import (
    algorithm_1,
    census,
    formulas,
    in_brief,
    positions,
    proof,
    reductions,
    sensitivity,
    strings,
    two_players,
    visits,
)

AUDIT = Audit(
    "hackenbush",
    'A. Cincotti, "On the complexity of n-player Hackenbush"',
    {
        domain.name: domain
        for domain in (
            *strings.DOMAINS,
            *two_players.DOMAINS,
            *formulas.DOMAINS,
            *census.DOMAINS,
            *visits.DOMAINS,
        )
    },
    (
        *positions.CLAIMS,
        *two_players.CLAIMS,
        reductions.QUESTION,
        *reductions.SIZES,
        *reductions.THEOREM_3,
        *proof.CLAIMS,
        *algorithm_1.CLAIMS,
    ),
    (*sensitivity.TABLES, *census.TABLES, *visits.TABLES),
    results=in_brief.RESULTS,
    briefly=in_brief.BRIEFLY,
)
