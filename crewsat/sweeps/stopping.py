"""How many deals make an interval narrow enough: a plan in two stages, so that its interval is exact.

A pilot of `PILOT` deals estimates the share. Of the shares that it leaves possible, the one nearest to 1/2 needs the
most deals, and of the fresh deals some more may be won or lost than that share says; with room for both, that number of
fresh deals is decided, and the interval is that of the fresh deals alone. Their number
depends on the pilot only, of which they are independent: whatever the pilot was, the interval of Clopper and Pearson
covers the share with at least the level. (Stein, *A two-sample test for a linear hypothesis whose power is independent
of the variance*, Annals of Mathematical Statistics 16 (1945), used this idea for means.)

The half-width is reached unless the pilot or the fresh deals are unusual; then the interval is wider, and says so.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from crewsat.base.intervals import Interval, exact

PILOT = 1_000
"""Deals of the first stage."""
_PILOT_LEVEL = 0.9
"""How sure it is that the share is among those that the pilot leaves possible."""
_DEVIATIONS = 2.0
"""By how many standard deviations the share of the fresh deals that are won may be nearer to 1/2 than expected."""
_PLANS = 10_000
"""How many plans are remembered."""


@lru_cache(maxsize=_PLANS)
def fresh_deals(yes: int, half_width: float, level: float, undecided: int = 0) -> int:
    """Return the number of fresh deals of the second stage, after a pilot of `PILOT` deals.

    Args:
        yes: how many deals of the pilot can be won.
        half_width: the largest half-width of the interval, more than 0 and less than 1/2.
        level: of the interval.
        undecided: how many deals of the pilot are undecided.
    """
    possible = exact(yes, PILOT, _PILOT_LEVEL, undecided)
    return deals_needed(_nearest_to_a_half(possible), half_width, level, _DEVIATIONS)


def _nearest_to_a_half(possible: Interval) -> float:
    return min(max(0.5, possible.low), possible.high)


def deals_needed(share: float, half_width: float, level: float, deviations: float = 0.0) -> int:
    """Return the least number of deals whose exact interval is narrow enough where this share of them is won.

    The number of those won is taken as it is, whole or not: rounded, widths would not fall steadily with the deals.

    Args:
        share: of the deals that can be won.
        half_width: the largest half-width of the interval.
        level: of the interval.
        deviations: by how many standard deviations the share of those won may be nearer to 1/2.
    """

    def is_enough(deals: int) -> bool:
        room = deviations * sqrt(share * (1 - share) / deals)
        won = _nearest_to_a_half(Interval(share - room, share + room))
        return exact(won * deals, deals, level).half_width <= half_width

    high = 1
    while not is_enough(high):
        high *= 2
    low = high // 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
