"""Mistakes in what tasks mean, made by hand: each shows on some random deal.

`tests.encodings.crew.test_mutants` has those made by rule.
"""

from __future__ import annotations

import pytest

from tests.support.chunks import few_of
from tests.support.crew_mutants import SUBJECTS
from tests.support.mutant_trials import all_noticed
from tests.support.task_mutants import MISTAKES, mistakes

INSTANCES = 7_500
"""Of which two thirds have tasks that are not handed over: some mistakes show on no other."""


@pytest.mark.slow
@pytest.mark.parametrize("step", few_of([90, 30]))
def test_some_mistakes_are_noticed(step: int) -> None:
    assert unnoticed(0, step) == []


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("part", range(4))
def test_all_mistakes_are_noticed(part: int) -> None:
    assert unnoticed(part, 4) == []


def unnoticed(first: int, step: int) -> list[str]:
    """The mistakes, one in so many, that no deal shows."""
    some = [mutant for _, mutant in mistakes()][first::step]
    return [name for name, how in all_noticed(SUBJECTS["crew tasks"], some, INSTANCES).items() if how is None]


def test_there_are_at_least_four_of_each_part() -> None:
    parts = [part for part, _ in mistakes()]
    assert set(parts) == set(MISTAKES)
    assert min(map(parts.count, parts)) >= 4
