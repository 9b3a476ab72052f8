"""How sure a share is: confidence intervals for the share of deals that can be won, of which k in n were.

Three promises are made, each by its own interval:

``exact``
    The number n was fixed in advance. Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the
    case of the binomial*, Biometrika 26 (1934): the shares at which neither tail of the binomial distribution is less
    likely than (1 - level) / 2. Its coverage is at least the level, at every share.
``running``
    It holds at all moments at once, whenever one looks and for whatever reason one stops. Robbins, *Statistical methods
    related to the law of the iterated logarithm*, Annals of Mathematical Statistics 41 (1970): the likelihood of what
    was seen, mixed over all shares by Beta(1/2, 1/2), divided by the likelihood at the true share, is a martingale of
    mean 1, which passes 1 / (1 - level) with a probability of at most 1 - level (Ville's inequality).
``stopped``
    A pilot has chosen n, and the interval is the exact one of fresh deals only (`crewsat.sweeps.stopping`): given the
    pilot, n is fixed in advance.

Deals that are undecided count against both ends: low takes them as lost, high as won.

Of a mean of numbers from 0 to 1 instead of a share, ``bounded`` is an interval for a number n that was fixed in
advance. Hoeffding, *Probability inequalities for sums of bounded random variables*, Journal of the American Statistical
Association 58 (1963), theorem 1: the true mean is m with a probability of at most exp(-n d) of one as far on one side
as what was seen, where d is the relative entropy of what was seen to m. Its coverage is at least the level.
"""

from __future__ import annotations

from math import exp, lgamma, log, log1p
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDS = 200
"""The most steps of a bisection, and the constant part of the most terms of a continued fraction."""
_TINY = 1e-300
"""In place of zero in a continued fraction."""
_EPSILON = 1e-16


class Interval(NamedTuple):
    """The shares that are possible, low ≤ high, both from 0 to 1."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half of the distance between the ends."""
        return (self.high - self.low) / 2


def exact(yes: float, deals: int, level: float, undecided: int = 0) -> Interval:
    """Return the interval of Clopper and Pearson, for a number of deals that was fixed in advance.

    Args:
        yes: how many can be won; a number that is not whole is one between two intervals.
        deals: how many there are, with those undecided.
        level: of confidence, between 0 and 1.
        undecided: how many are neither won nor lost.
    """
    tail = (1 - level) / 2
    won, lost = yes + undecided, deals - yes
    low = 0.0 if yes == 0 else _where(lambda p: at_least(yes, deals, p) < tail, 0, 1)
    high = 1.0 if lost == undecided else _where(lambda p: at_least(won + 1, deals, p) < 1 - tail, 0, 1)
    return Interval(low, high)


def running(yes: int, deals: int, level: float, undecided: int = 0) -> Interval:
    """Return the interval that holds at every moment, of all shares that the mixture does not reject.

    Args:
        yes: how many can be won.
        deals: how many there are so far, with those undecided.
        level: of confidence, between 0 and 1.
        undecided: how many are neither won nor lost.
    """
    return Interval(_running_end(yes, deals, level, low=True), _running_end(yes + undecided, deals, level, low=False))


def _running_end(yes: int, deals: int, level: float, *, low: bool) -> float:
    no = deals - yes
    mixed = _log_beta(yes + 0.5, no + 0.5) - _log_beta(0.5, 0.5)

    def is_rejected(p: float) -> bool:
        likelihood = (yes * log(p) if yes else 0.0) + (no * log1p(-p) if no else 0.0)
        return mixed - likelihood >= -log(1 - level)

    best = yes / deals if deals else 0.5
    if low:
        return 0.0 if yes == 0 else _where(is_rejected, 0, best)
    return 1.0 if no == 0 else _where(lambda p: not is_rejected(p), best, 1)


def bounded(mean: float, number: int, level: float) -> Interval:
    """Return the interval for the mean of numbers from 0 to 1, of which there was a number fixed in advance.

    Args:
        mean: of the numbers.
        number: how many there are.
        level: of confidence, between 0 and 1.
    """
    allowed = log(2 / (1 - level))

    def is_rejected(p: float) -> bool:
        entropy = (mean * log(mean / p) if mean else 0.0) + ((1 - mean) * log((1 - mean) / (1 - p)) if mean < 1 else 0)
        return number * entropy > allowed

    low = 0.0 if mean == 0 else _where(is_rejected, 0, mean)
    high = 1.0 if mean == 1 else _where(lambda p: not is_rejected(p), mean, 1)
    return Interval(low, high)


def _where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the point, by bisection, up to which a condition holds; beyond it the condition must not hold again."""
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high


def at_least(yes: float, deals: int, p: float) -> float:
    """Return the probability that at least `yes` deals are won, each with probability p.

    It is the incomplete beta function I_p(yes, deals - yes + 1).
    """
    if yes <= 0:
        return 1.0
    if yes > deals:
        return 0.0
    return _incomplete_beta(p, yes, deals - yes + 1)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function I_x(a, b) for 0 < x < 1, by a continued fraction (DLMF 8.17.22).

    It converges quickly on one side of the mean; on the other, I_x(a, b) = 1 - I_{1-x}(b, a).
    """
    front = exp(a * log(x) + b * log1p(-x) - _log_beta(a, b))
    if x > (a + 1) / (a + b + 2):
        return 1 - front / b * _fraction(1 - x, b, a)
    return front / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by the method of Lentz."""
    ratio, inverse = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = inverse
    for m in range(1, int(_ROUNDS + 10 * (a + b) ** 0.5)):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            inverse = 1 / _not_zero(1 + numerator * inverse)
            ratio = _not_zero(1 + numerator / ratio)
            step = inverse * ratio
            value *= step
        if abs(step - 1) <= _EPSILON:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
