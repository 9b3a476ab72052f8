"""The audit of A. Gragera Aguaza, J.-F. Baffier and V. Suppakitpaisarn, "Skull & Roses cards game"."""

from __future__ import annotations

from crewsat.studies.audit.claims import Audit
from crewsat.studies.audit.skull import averages, course, in_brief, parameters, sizes

AUDIT = Audit(
    "skull",
    'A. Gragera Aguaza, J.-F. Baffier, V. Suppakitpaisarn, "Skull & Roses cards game"',
    {domain.name: domain for domain in (*parameters.DOMAINS, *averages.DOMAINS)},
    (*course.CLAIMS, *sizes.CLAIMS, *averages.CLAIMS),
    results=in_brief.RESULTS,
    briefly=in_brief.BRIEFLY,
)
