"""Mutants of the encodings of solitaire Hanabi."""

from __future__ import annotations

from tests.support.mutant_trials import MutantTests
from tests.support.solitaire_mutants import SUBJECTS


class TestMutants(MutantTests):
    """Every one is noticed, except those listed."""

    subjects = SUBJECTS
