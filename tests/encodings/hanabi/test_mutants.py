"""Mutants of the encodings of Hanabi: every one is noticed, except those listed with a reason.

The thorough run tries all of them; every other run tries one in so many.
"""

from __future__ import annotations

import pytest

from tests.support.hanabi_mutants import SUBJECTS
from tests.support.mutant_trials import check_list, check_original, check_part, check_some


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_some_mutants_are_noticed(name: str) -> None:
    check_some(SUBJECTS[name])


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("name", SUBJECTS)
def test_every_mutant_is_noticed_or_listed(name: str, part: int) -> None:
    check_part(SUBJECTS[name], part, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_mutants_are_many_and_those_listed_exist(name: str) -> None:
    check_list(SUBJECTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_original_is_not_noticed(name: str) -> None:
    check_original(SUBJECTS[name])
