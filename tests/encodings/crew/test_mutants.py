"""Mutants of the encodings of The Crew."""

from __future__ import annotations

from tests.support.crew_mutants import SUBJECTS
from tests.support.mutant_trials import MutantTests


class TestMutants(MutantTests):
    """Every one is noticed, except those listed."""

    subjects = SUBJECTS
