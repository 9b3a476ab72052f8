"""Whether two cells differ, by the deals that they share: the exact test of McNemar.

Deals of two cells with the same seed are a pair. Only pairs that are won in one cell and not in the other say which is
harder; if neither is, each of these falls on either side like a fair coin. (McNemar, *Note on the sampling error of the
difference between correlated proportions or percentages*, Psychometrika 12 (1947); exact by the binomial distribution.)
That holds for any pairing by seed; where the hands are the same too, far fewer deals show a difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.intervals import at_least

if TYPE_CHECKING:
    from collections.abc import Iterable


class Pairs(NamedTuple):
    """How pairs of deals fall.

    Attributes:
        deals: how many pairs there are.
        first: those won in the first cell only.
        second: those won in the second cell only.
        undecided: those with a deal that is undecided.
    """

    deals: int
    first: int
    second: int
    undecided: int

    @property
    def difference(self) -> tuple[float, float]:
        """The share of the first cell less that of the second one: the least and the most it may be."""
        if not self.deals:
            return 0.0, 0.0
        split = self.first - self.second
        return (split - self.undecided) / self.deals, (split + self.undecided) / self.deals

    @property
    def p_value(self) -> float:
        """How likely so uneven a split is, on either side, if neither cell is harder.

        Pairs that are undecided make the split as even as they can, so the value is never too small.
        """
        split = self.first + self.second + self.undecided
        more = max(self.first, self.second, (split + 1) // 2)
        return min(1.0, 2 * at_least(more, split, 0.5))


def pairs(results: Iterable[tuple[bool | None, bool | None]]) -> Pairs:
    """Count pairs: whether the deal of each cell is won, or None if that is not known."""
    deals = first = second = undecided = 0
    for one, other in results:
        deals += 1
        if one is None or other is None:
            undecided += 1
        elif one != other:
            first += one
            second += other
    return Pairs(deals, first, second, undecided)
