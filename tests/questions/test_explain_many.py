"""Batches: each no is explained by the worker that decided it, under the limits of the batch."""

from __future__ import annotations

from dataclasses import replace

import pytest

import crewsat
from crewsat.base.errors import Defect, InvalidInstance
from crewsat.engine.many import ask_many
from crewsat.engine.options import Options
from crewsat.questions.explain import Explaining, Explanation
from crewsat.workers.process import GRACE
from tests.support import child_work
from tests.support.random_decks import small_deck
from tests.support.random_instances import whole_crew

BAD = InvalidInstance([Defect("", "unreadable")])


@pytest.mark.slow
def test_explanations_of_many_are_those_of_each() -> None:
    deals = [*map(whole_crew, range(12)), *map(small_deck, range(12))]
    answers = ask_many(Explaining(Options()), [*deals, BAD], jobs=2)
    found = list(answers)
    assert found.pop() is BAD
    lost = 0
    for deal, one in zip(deals, found, strict=True):
        assert isinstance(one, Explanation)
        alone = crewsat.explain(deal)
        same = replace(alone, verdict=one.verdict)
        assert (one, one.verdict.answer) == (same, alone.verdict.answer), deal.to_json()
        assert (one.verdict.statistics.peak_mb or 0) > 0
        lost += alone.verdict.answer == "no"
    assert lost > 5


@pytest.mark.slow
def test_the_time_limit_is_that_of_decision_and_explanation_together() -> None:
    """What goes on after the verdict has the rest of the time, and ends before the worker would be ended."""
    deals = [whole_crew(1), whole_crew(2)]
    for limit in (60.0, None):
        for found in ask_many(child_work.Following(Options(time_limit=limit)), deals, jobs=1):
            assert isinstance(found, child_work.Followed)
            assert found.reason is None
            assert (found.made is None) is (limit is None)
            assert limit is None or 0 < (found.made or 0) < limit - GRACE


@pytest.mark.processes
def test_a_verdict_is_known_when_what_follows_it_is_broken_off() -> None:
    deal = whole_crew(1)
    answer = crewsat.decide(deal).answer
    for then, reason in ((child_work.hang, "time"), (child_work.crash, "crash")):
        (found,) = ask_many(child_work.Following(Options(time_limit=3.0), then=then), [deal], jobs=1)
        assert isinstance(found, child_work.Followed)
        assert (found.verdict.answer, found.made, found.reason) == (answer, None, reason)
