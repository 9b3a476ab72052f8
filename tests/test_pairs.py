"""The test of McNemar, against scipy and against counting; undecided pairs never make a difference clearer."""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

from crewsat.base.pairs import Pairs, pairs


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (5, 5), (3, 12), (40, 20), (700, 600), (0, 30)])
def test_the_p_value_is_that_of_the_binomial_distribution(first: int, second: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    split = first + second
    expected = stats.binomtest(first, split, 0.5).pvalue if split else 1.0
    assert Pairs(2_000, first, second, 0).p_value == pytest.approx(expected, rel=1e-9)


def test_the_p_value_is_what_counting_gives() -> None:
    for first, second in product(range(9), repeat=2):
        split, more = first + second, max(first, second)
        counted = 2 * sum(comb(split, k) for k in range(more, split + 1)) / 2**split
        assert Pairs(99, first, second, 0).p_value == pytest.approx(min(1, counted), rel=1e-12)


def test_undecided_pairs_never_make_a_difference_clearer() -> None:
    for first, second, undecided in product(range(7), repeat=3):
        might_be = [
            Pairs(99, first + one, second + other, 0).p_value
            for one, other in product(range(undecided + 1), repeat=2)
            if one + other <= undecided  # the rest has the same answer in both cells
        ]
        assert Pairs(99, first, second, undecided).p_value == pytest.approx(max(might_be))


def test_pairs_are_counted() -> None:
    results = [(True, False)] * 5 + [(False, True)] * 2 + [(True, True), (None, True), (False, None), (False, False)]
    found = pairs(results)
    assert found == (11, 5, 2, 2)
    assert found.difference == pytest.approx((1 / 11, 5 / 11))
