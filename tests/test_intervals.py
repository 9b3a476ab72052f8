"""Intervals are those of scipy and of their defining equations, and cover the share as often as they promise."""

from __future__ import annotations

import random
from math import log
from typing import TYPE_CHECKING

import pytest
from scipy.optimize import brentq
from scipy.special import betaln
from scipy.stats import binom, binomtest

from benchmarks.coverage import coverage, planned
from crewsat.base.intervals import Interval, exact, running
from crewsat.sweeps.stopping import PILOT, deals_needed, fresh_deals
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from collections.abc import Callable

LEVEL = 0.95
SHARES = (0.02, 0.5, 0.85, 0.97, 0.999)


def _cases() -> list[tuple[int, int]]:
    generator = random.Random(22)
    sizes = [generator.choice((1, 2, 5, 17, 100, 1_000, 5_000, 123_456)) for _ in range(60)]
    edges = [(k, n) for n in (1, 2, 5_000, 10**6) for k in (0, 1, n - 1, n)]
    return [*edges, *((generator.randint(0, size), size) for size in sizes)]


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99, 1 - 0.05 / 216])
def test_exact_intervals_are_those_of_scipy(level: float) -> None:
    for yes, deals in _cases():
        expected = binomtest(yes, deals).proportion_ci(level, method="exact")
        assert exact(yes, deals, level) == pytest.approx((expected.low, expected.high), abs=1e-9, rel=0), (yes, deals)


@pytest.mark.parametrize("level", [0.5, 0.95, 1 - 0.05 / 216])
def test_running_intervals_solve_their_equation(level: float) -> None:
    for yes, deals in _cases():
        mixed = betaln(yes + 0.5, deals - yes + 0.5) - betaln(0.5, 0.5)

        def left(p: float, yes: int = yes, deals: int = deals, mixed: float = mixed) -> float:
            likelihood = (yes * log(p) if yes else 0) + ((deals - yes) * log(1 - p) if deals > yes else 0)
            return float(mixed - likelihood + log(1 - level))

        low, high = running(yes, deals, level)
        best = min(max(yes / deals, 1e-15), 1 - 1e-15)
        assert low == pytest.approx(brentq(left, 1e-300, best, xtol=1e-15) if yes else 0, abs=1e-8), (yes, deals)
        assert high == pytest.approx(brentq(left, best, 1 - 1e-16, xtol=1e-15) if yes < deals else 1, abs=1e-8)


@pytest.mark.parametrize("interval", [exact, running])
def test_undecided_deals_count_against_both_ends(interval: Callable[..., Interval]) -> None:
    for yes, undecided, deals in ((40, 7, 100), (0, 3, 3), (93, 7, 100), (0, 100, 100)):
        found = interval(yes, deals, LEVEL, undecided)
        assert found == (interval(yes, deals, LEVEL).low, interval(yes + undecided, deals, LEVEL).high)
    assert interval(0, 3, LEVEL, 3) == (0, 1)


def test_no_deal_says_nothing() -> None:
    assert running(0, 0, LEVEL) == (0, 1)


def _counted(share: float, deals: int) -> float:
    """How often the exact interval of so many deals covers a share, counted by means of scipy."""
    covered = (k for k in range(deals + 1) if (found := exact(k, deals, LEVEL)).low <= share <= found.high)
    return sum(float(binom.pmf(k, deals, share)) for k in covered)


@pytest.mark.parametrize("share", [*SHARES, 0.013, 1.0])
def test_exact_intervals_cover_as_often_as_they_promise(share: float) -> None:
    for deals in (1, 10, 200):
        assert coverage(share, deals, LEVEL) == pytest.approx(_counted(share, deals), abs=1e-9)
        assert coverage(share, deals, LEVEL) >= LEVEL


@pytest.mark.parametrize("share", few_of([0.97, 0.0, 0.004, 0.3]))
def test_a_plan_covers_as_often_as_it_promises(share: float) -> None:
    """Compared with pilots and fresh deals drawn at random."""
    found = planned(share, 0.05, LEVEL)
    assert found.coverage >= LEVEL
    generator = random.Random(29)
    runs = []
    for _ in range(300):
        deals = fresh_deals(sum(generator.random() < share for _ in range(PILOT)), 0.05, LEVEL)
        low, high = exact(sum(generator.random() < share for _ in range(deals)), deals, LEVEL)
        runs.append((PILOT + deals, low <= share <= high, (high - low) / 2 <= 0.05))
    for mean, (own, margin) in zip(
        (sum(run[k] for run in runs) / 300 for k in range(3)),
        ((found.deals, 0.02 * found.deals), (found.coverage, 0.04), (found.narrow, 0.05)),
        strict=True,
    ):
        assert mean == pytest.approx(own, abs=margin)


def test_a_planned_stop_covers_and_is_narrow_enough() -> None:
    """Whatever the pilot was; the half-width is reached but for unusual pilots and deals."""
    generator = random.Random(23)
    for share in (0.5, 0.97):
        for half_width in (0.01, 0.03, 0.1):
            reached = 0
            for _ in range(40):
                pilot = sum(generator.random() < share for _ in range(PILOT))
                deals = fresh_deals(pilot, half_width, LEVEL)
                yes = int(binom.rvs(deals, share, random_state=generator.randrange(2**32)))
                reached += exact(yes, deals, LEVEL).half_width <= half_width
            assert reached >= 38


def test_a_plan_has_no_more_deals_than_needed() -> None:
    assert [deals_needed(share, 0.01, LEVEL) for share in (0.5, 0.85, 0.97, 0.999)] == [9_701, 4_997, 1_223, 204]
    for share in (0.5, 0.85, 0.97):
        deals = deals_needed(share, 0.01, LEVEL)
        assert exact(share * deals, deals, LEVEL).half_width <= 0.01
        assert exact(share * (deals - 1), deals - 1, LEVEL).half_width > 0.01
    assert fresh_deals(500, 0.01, LEVEL) == 9_701
    assert 4_997 < fresh_deals(850, 0.01, LEVEL) < 6_200
    assert fresh_deals(850, 0.01, LEVEL, undecided=50) >= fresh_deals(850, 0.01, LEVEL)


def _wilson(yes: int, deals: int) -> Interval:
    return Interval(*binomtest(yes, deals).proportion_ci(LEVEL, method="wilson"))


def test_running_intervals_may_be_looked_at_and_others_not() -> None:
    """Looked at forty times up to 2,000 deals, the ordinary interval misses the share in a quarter of the runs."""
    missed = {running: 0, _wilson: 0}
    generator = random.Random(24)
    for _ in range(100):
        looks = [generator.random() < 0.85 for _ in range(2_000)]
        for interval in missed:
            seen = ((sum(looks[:deals]), deals) for deals in range(50, 2_001, 50))
            missed[interval] += any(
                not (found := interval(yes, deals) if interval is _wilson else running(yes, deals, LEVEL)).low
                <= 0.85
                <= found.high
                for yes, deals in seen
            )
    assert missed[running] <= 5
    assert missed[_wilson] >= 15
