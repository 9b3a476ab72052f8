"""Mutants of the encodings of Hanabi."""

from __future__ import annotations

from tests.support.hanabi_mutants import SUBJECTS
from tests.support.mutant_trials import MutantTests


class TestMutants(MutantTests):
    """Every one is noticed, except those listed."""

    subjects = SUBJECTS
