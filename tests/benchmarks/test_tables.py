"""What is made of the passes of a run: costs, PAR-2, noise."""

from __future__ import annotations

import math

import pytest

from benchmarks.tables import contradictions, in_words, noise, pairs_of, quantile, rows, summary
from tests.support.made_records import made_record


def test_the_cost_is_that_of_the_faster_pass_and_unsolved_counts_twice_the_limit() -> None:
    records = [
        made_record(2.0, seed=1),
        made_record(1.0, seed=1, passed=2),
        made_record(5.0, seed=2),
        made_record(None, seed=2, passed=2, answer="unknown", reason="time", wall=10.1),
    ]
    pairs = pairs_of(records)
    assert [pair.cost for pair in pairs] == [1.0, None]
    (row,) = rows(records)
    assert (row.pairs, row.yes, row.no, row.reasons) == (2, 1, 0, "1 time")
    assert row.par2 == (1.0 + 2 * 10.0) / 2
    assert row.median == math.inf
    assert noise(pairs) == [2.0]
    assert "x2.00" in summary(records)


def test_passes_that_disagree_solve_nothing_and_are_a_contradiction() -> None:
    records = [made_record(seed=1), made_record(seed=1, passed=2, answer="no")]
    (pair,) = pairs_of(records)
    assert pair.answer == "unknown"
    assert len(contradictions(records)) == 1


def test_engines_that_contradict_each_other_are_reported_whatever_the_block() -> None:
    records = [made_record(seed=1), made_record(seed=1, engine="clingo", answer="no", block="other")]
    (words,) = contradictions(records)
    assert words == "auto says yes and clingo says no to real-deal {} 1"
    assert contradictions([made_record(seed=1), made_record(seed=2, answer="no")]) == []
    assert contradictions([made_record(seed=1), made_record(seed=1, passed=2, answer="unknown")]) == []


def test_the_best_engine_comes_first_in_its_block() -> None:
    records = [made_record(3.0, engine="slow"), made_record(1.0, engine="fast"), made_record(0.5, block="b")]
    assert [(row.block, row.engine) for row in rows(records)] == [("real", "fast"), ("real", "slow"), ("b", "auto")]


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([1.0], 0.5, 1.0), ([1.0, 3.0], 0.5, 2.0), ([1.0, 2.0, math.inf], 0.5, 2.0), ([1.0, math.inf], 0.5, math.inf)],
)
def test_quantiles(values: list[float], share: float, expected: float) -> None:
    assert quantile(values, share) == expected


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.00012, "0.12 ms"), (0.0071, "7.1 ms"), (0.052, "52 ms"), (0.34, "0.34 s"), (1.0, "1 s"), (12.3, "12 s")],
)
def test_times_in_words(value: float, words: str) -> None:
    assert in_words(value) == words
    assert in_words(math.inf) == "-"
