"""How cost grows with size: polynomial or exponential, and how sure one may be.

Medians of the cost are fitted by two straight lines: log cost against log size (cost ~ size^a) and log cost against
size (cost ~ b^size). Both have two parameters, so the better fit has the smaller squared error. A law is named only if
the sizes tell the two apart: at least `SIZES` sizes over a factor of `SPAN`, growth by a factor of `FACTOR`, R² of at
least `GOOD`, no median off by more than a factor of `WITHIN`, and the same law the better one in 95 % of the samples
that a bootstrap over the instances of each size draws. Otherwise both are named, or neither. Small sizes cost a
constant, which bends a power upwards as an exponential law is bent: an exponential law is named only if it fits better
than a power on top of a constant, too. A size of which half the instances were not solved has no median, and is left
out. Nothing is claimed beyond the sizes measured.
"""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Kind = Literal["polynomial", "exponential"]

SIZES, SPAN, FACTOR, GOOD, WITHIN = 5, 2.5, 3.0, 0.95, 1.5
CONSTANTS = (0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95)
SAMPLES = 500
SURE = 0.95


@dataclass(frozen=True, slots=True)
class Line:
    """A fit of log cost: intercept and slope, on size or on log size; R², and the largest factor a median is off."""

    kind: Kind
    intercept: float
    slope: float
    r2: float
    worst: float

    def at(self, size: float) -> float:
        """Return the cost that the line gives a size."""
        return math.exp(self.intercept + self.slope * (math.log(size) if self.kind == "polynomial" else size))

    def words(self) -> str:
        """Return the law in words."""
        return f"size^{self.slope:.1f}" if self.kind == "polynomial" else f"{math.exp(self.slope):.4g}^size"


@dataclass(frozen=True, slots=True)
class Law:
    """What can be concluded about the growth.

    Attributes:
        line: the law, or the better fit of two that cannot be distinguished; None if there is nothing to draw.
        named: whether the law is named.
        low: lower end of the slope's 95 % interval.
        high: upper end of that interval.
        words: what can be concluded, in words.
    """

    line: Line | None
    named: bool
    low: float
    high: float
    words: str


def medians(costs: Mapping[float, Sequence[float]]) -> dict[float, float]:
    """Return the medians that are known, by size; unsolved instances have infinite costs."""
    found = {size: quantile(sorted(values), 0.5) for size, values in costs.items()}
    return {size: value for size, value in sorted(found.items()) if 0 < value < math.inf}


def fit(points: Mapping[float, float], kind: Kind) -> Line:
    """Fit a line by least squares; there are at least two sizes."""
    xs = [math.log(size) if kind == "polynomial" else size for size in points]
    ys = [math.log(cost) for cost in points.values()]
    slope, intercept = statistics.linear_regression(xs, ys)
    errors = [y - intercept - slope * x for x, y in zip(xs, ys, strict=True)]
    mean = statistics.fmean(ys)
    total = math.fsum((y - mean) ** 2 for y in ys)
    r2 = 1.0 - math.fsum(error**2 for error in errors) / total if total > 0 else 0.0
    return Line(kind, intercept, slope, r2, math.exp(max(map(abs, errors))))


def r2_on_top(points: Mapping[float, float]) -> float:
    """Return R² of the best power of the size on top of a constant, tried as shares of the least cost."""
    ys = {size: math.log(cost) for size, cost in points.items()}
    mean = math.fsum(ys.values()) / len(ys)
    total = math.fsum((y - mean) ** 2 for y in ys.values())
    errors = []
    for share in CONSTANTS:
        constant = share * min(points.values())
        line = fit({size: cost - constant for size, cost in points.items()}, "polynomial")
        errors.append(math.fsum((y - math.log(constant + line.at(size))) ** 2 for size, y in ys.items()))
    return 1.0 - min(errors) / total if total > 0 else 0.0


def law_of(costs: Mapping[float, Sequence[float]]) -> Law:
    """Return what can be concluded about the growth of costs.

    Args:
        costs: processor times of the instances of each size, infinite for those not solved.
    """
    points = medians(costs)
    sizes = list(points)
    cut = _cut(size for size in costs if size not in points)
    if len(sizes) < SIZES or sizes[0] <= 0 or sizes[-1] < SPAN * sizes[0]:
        return Law(None, named=False, low=0, high=0, words=f"too few sizes for a law{cut}")
    factor = max(points.values()) / min(points.values())
    if factor < FACTOR:
        return Law(None, named=False, low=0, high=0, words=f"changes by a factor of {factor:.1f} at most{cut}")
    both = sorted((fit(points, "polynomial"), fit(points, "exponential")), key=lambda line: -line.r2)
    best, other = both
    slopes, share = _resampled(costs, best.kind)
    low, high = quantile(slopes, 0.025), quantile(slopes, 0.975)
    if best.r2 < GOOD or best.worst > WITHIN:
        return Law(None, named=False, low=low, high=high, words=f"neither a power nor an exponential fits{cut}")
    if share < SURE:
        rival = f"{other.words()} on top of a constant" if best.kind == "exponential" else other.words()
        return Law(best, named=False, low=low, high=high, words=f"{best.words()} or {rival}, not to be told apart{cut}")
    ends = f"{low:.1f} to {high:.1f}" if best.kind == "polynomial" else f"{math.exp(low):.3g} to {math.exp(high):.3g}"
    return Law(best, named=True, low=low, high=high, words=f"{best.words()} (95 % interval {ends}){cut}")


def _cut(sizes: Iterable[float]) -> str:
    """Return a sentence that says which sizes have no median."""
    found = ", ".join(f"{size:g}" for size in sorted(sizes))
    return f", half or more are not decided at {found}" if found else ""


def _resampled(costs: Mapping[float, Sequence[float]], kind: Kind) -> tuple[list[float], float]:
    """Return the slopes of this law in samples with replacement, sorted, and how often it is the better one."""
    rng = random.Random(1)
    slopes, better = [], 0
    for _ in range(SAMPLES):
        drawn = {size: [values[int(rng.random() * len(values))] for _ in values] for size, values in costs.items()}
        points = medians(drawn)
        if len(points) < 3:
            continue
        lines = {"polynomial": fit(points, "polynomial"), "exponential": fit(points, "exponential")}
        slopes.append(lines[kind].slope)
        rivals = [line.r2 for line in lines.values()] + ([r2_on_top(points)] if kind == "exponential" else [])
        better += lines[kind].r2 == max(rivals)
    return sorted(slopes), better / max(1, len(slopes))
