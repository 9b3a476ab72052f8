"""Mutants of the encodings: every one is noticed, except those listed with a reason.

The thorough run tries all of them; every other run tries one in so many.
"""

from __future__ import annotations

import pytest

from tests.support.equivalent_mutants import EQUIVALENT
from tests.support.mutant_trials import SUBJECTS, all_noticed, mutants_of, original


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_some_mutants_are_noticed(name: str) -> None:
    mutants = [m for m in mutants_of(name)[:: SUBJECTS[name].groups] if m.name not in EQUIVALENT[name]]
    assert [mutant for mutant, how in all_noticed(name, mutants).items() if how is None] == []


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("name", SUBJECTS)
def test_every_mutant_is_noticed_or_listed(name: str, part: int) -> None:
    found = all_noticed(name, mutants_of(name)[part::8])
    assert {mutant for mutant, how in found.items() if how is None} == set(EQUIVALENT[name]) & set(found)
    assert sum(how in {"answer", "play"} for how in found.values()) >= min(4, len(found) // 4)  # not by errors alone


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_mutants_are_many_and_those_listed_exist(name: str) -> None:
    names = [mutant.name for mutant in mutants_of(name)]
    assert len(set(names)) == len(names) >= 14
    assert set(EQUIVALENT[name]) <= set(names)
    assert all(len(reason) > 20 for reason in EQUIVALENT[name].values())


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_original_is_not_noticed(name: str) -> None:
    """A check that finds fault with everything would prove nothing."""
    assert all_noticed(name, [original(SUBJECTS[name].mutated[-1])], 60) == {"nothing": None}
