"""Laws of growth: found where they are, and never claimed where sizes do not tell."""

from __future__ import annotations

import math
import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from benchmarks.laws import law_of
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

WIDE = (10, 20, 30, 45, 60, 80, 100)
NARROW = (40, 45, 50, 55, 60)


def noisy(
    law: Callable[[float], float], sizes: Iterable[int], seed: int = 1, spread: float = 0.2
) -> dict[float, list[float]]:
    rng = random.Random(seed)
    return {float(size): [law(size) * math.exp(rng.gauss(0, spread)) for _ in range(15)] for size in sizes}


def test_a_power_of_the_size_is_named() -> None:
    law = law_of(noisy(lambda n: 1e-4 * n**2.5, WIDE))
    assert law.named
    assert law.line is not None
    assert law.line.kind == "polynomial"
    assert law.low < 2.5 < law.high
    assert law.high - law.low < 0.5
    assert "size^2.5" in law.words or "size^2.4" in law.words
    assert "(95 % interval 2." in law.words


def test_an_exponential_law_is_named() -> None:
    law = law_of(noisy(lambda n: 1e-4 * 1.1**n, WIDE))
    assert law.named
    assert law.line is not None
    assert law.line.kind == "exponential"
    assert math.exp(law.low) < 1.1 < math.exp(law.high)
    assert abs(law.line.at(50) / (1e-4 * 1.1**50) - 1) < 0.3


def test_sizes_that_do_not_tell_are_no_law() -> None:
    for formula in (lambda n: 1e-4 * n**1.5, lambda n: 1e-4 * 1.04**n):
        assert not law_of(noisy(formula, (20, 24, 30, 36, 44, 52), spread=0.6)).named
    assert law_of(noisy(lambda n: n**3.0, NARROW)).words == "too few sizes for a law"
    assert law_of(noisy(lambda n: n**3.0, (10, 100))).words == "too few sizes for a law"


def test_a_size_of_nothing_has_no_law() -> None:
    assert law_of(noisy(lambda n: 1.0 + n, range(0, 60, 10))).words == "too few sizes for a law"


def test_what_hardly_grows_is_reported_so() -> None:
    law = law_of(noisy(lambda n: 1.0 + n / 100, WIDE, spread=0.05))
    assert not law.named
    assert law.words.startswith("changes by a factor of 1.")


def test_what_follows_neither_law_is_reported_so() -> None:
    law = law_of(noisy(lambda n: 1.0 + 50 * (n > 20) * (n < 60), WIDE))
    assert not law.named
    assert law.line is None
    assert law.words == "neither a power nor an exponential fits"


def test_sizes_of_which_half_is_not_solved_are_left_out_and_reported() -> None:
    costs = noisy(lambda n: 1e-4 * 1.1**n, WIDE)
    costs[100.0] = [math.inf] * 8 + costs[100.0][8:]
    law = law_of(costs)
    assert law.named
    assert law.words.endswith(", half or more are not decided at 100")


@pytest.mark.slow
@pytest.mark.parametrize("power", few_of([3, 2, 4]))
def test_a_power_on_top_of_a_constant_is_no_exponential_law(power: int) -> None:
    """Whatever a program does, it takes a moment to begin: over a span of 3 that looks like an exponential law."""
    for seed, spread in product(range(5), (0.02, 0.2)):
        law = law_of(noisy(lambda n: 1.0 + (n / 30) ** power, range(24, 72, 6), seed, spread))
        assert not (law.named and law.line is not None and law.line.kind == "exponential"), law.words


@pytest.mark.slow
@pytest.mark.parametrize("spread", few_of([0.6, 0.2]))
def test_laws_are_rarely_named_wrongly(spread: float) -> None:
    wrong = 0
    for seed in range(15):
        wrong += (law := law_of(noisy(lambda n: 1e-4 * n**3, WIDE, seed, spread))).named and "^size" in law.words
        wrong += (law := law_of(noisy(lambda n: 1e-4 * 1.06**n, WIDE, seed, spread))).named and "size^" in law.words
    assert wrong <= 1


def test_a_curve_that_no_law_follows_is_no_law_however_good_its_fit() -> None:
    """A constant and a cube: nearly straight on both scales, and off at the ends."""
    law = law_of(noisy(lambda n: 1e-3 + 1e-7 * n**3, (12, 24, 48, 96, 192, 384), spread=0.05))
    assert not law.named
    assert law.words == "neither a power nor an exponential fits"
