"""Ratios of paired times: geometric means with intervals."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tables import quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLES = 1000


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long B takes as A, over pairs.

    Attributes:
        mean: geometric mean.
        low: of the 95 % interval, by a bootstrap over the pairs.
        high: of the same.
        pairs: number of pairs.
    """

    mean: float
    low: float
    high: float
    pairs: int

    def words(self) -> str:
        """The ratio as people read it."""
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})" if self.pairs else "-"


def ratio_of(times: Sequence[tuple[float, float]]) -> Ratio:
    """Return the ratio b/a of pairs (a, b) of times; of no pairs, 1 with an interval from 0 to infinity.

    Times too small for the clock, 0, have no ratio and are left out.
    """
    logs = [math.log(b / a) for a, b in times if a > 0 and b > 0]
    if not logs:
        return Ratio(1.0, 0.0, math.inf, 0)
    rng = random.Random(1)
    means = sorted(math.fsum(logs[int(rng.random() * len(logs))] for _ in logs) / len(logs) for _ in range(SAMPLES))
    mean = math.fsum(logs) / len(logs)
    return Ratio(math.exp(mean), math.exp(quantile(means, 0.025)), math.exp(quantile(means, 0.975)), len(logs))
