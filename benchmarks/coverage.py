"""How often intervals cover the share, and how many deals a plan needs, computed from the binomial distribution.

Nothing is drawn at random here: all numbers of deals that may be won are summed up, so what is said of an interval is
exact at every share.
"""

from __future__ import annotations

from functools import cache
from math import exp, lgamma, log, log1p
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.intervals import at_least, exact
from crewsat.sweeps.stopping import PILOT, fresh_deals

if TYPE_CHECKING:
    from collections.abc import Callable

_UNLIKELY = 1e-12
"""Pilots that are less likely than this are left out."""


class Planned(NamedTuple):
    """What a sweep with a half-width comes to at a share.

    Attributes:
        share: of the deals that can be won.
        deals: how many there are in the mean, with those of the pilot.
        coverage: how likely it is that the interval contains the share.
        narrow: how likely it is that half of the interval is as narrow as wanted.
    """

    share: float
    deals: float
    coverage: float
    narrow: float


def coverage(share: float, deals: int, level: float) -> float:
    """Return how likely the interval of Clopper and Pearson of that many deals contains the share."""
    if share in {0.0, 1.0}:
        return 1.0
    tail = (1 - level) / 2
    low = _first(lambda k: 1 - at_least(k + 1, deals, share) >= tail, deals)
    high = _first(lambda k: at_least(k + 1, deals, share) < tail, deals)
    return at_least(low, deals, share) - at_least(high + 1, deals, share)


def planned(share: float, half_width: float, level: float) -> Planned:
    """Return what a sweep with a half-width comes to, over all pilots and all fresh deals."""
    likely = {yes: _likelihood(yes, share) for yes in range(PILOT + 1)}
    pilots: dict[int, float] = {}  # by the number of fresh deals that they choose
    for yes, chance in likely.items():
        if chance > _UNLIKELY:
            deals = fresh_deals(min(yes, PILOT - yes), half_width, level)
            pilots[deals] = pilots.get(deals, 0.0) + chance
    total = sum(pilots.values())
    return Planned(
        share,
        PILOT + sum(deals * chance for deals, chance in pilots.items()) / total,
        sum(coverage(share, deals, level) * chance for deals, chance in pilots.items()) / total,
        sum(_narrow(share, deals, half_width, level) * chance for deals, chance in pilots.items()) / total,
    )


def _likelihood(yes: int, share: float) -> float:
    """Return how likely that many deals of a pilot are won."""
    if share in {0.0, 1.0}:
        return float(yes == PILOT * share)
    ways = lgamma(PILOT + 1) - lgamma(yes + 1) - lgamma(PILOT - yes + 1)
    return exp(ways + yes * log(share) + (PILOT - yes) * log1p(-share))


def _narrow(share: float, deals: int, half_width: float, level: float) -> float:
    """Return how likely the interval is narrow enough: it is widest where half of the deals are won."""
    most = _widest(deals, half_width, level)
    if most * 2 >= deals or share in {0.0, 1.0}:
        return 1.0
    return 1 - at_least(most + 1, deals, share) + at_least(deals - most, deals, share)


@cache
def _widest(deals: int, half_width: float, level: float) -> int:
    """Return the most deals, up to half of them, with which the interval is still narrow enough."""
    return _first(lambda k: exact(k + 1, deals, level).half_width > half_width, (deals + 1) // 2)


def _first(holds: Callable[[int], bool], most: int) -> int:
    """Return the first number from 0 for which a condition holds; from there on it must hold. `most` if for none."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
