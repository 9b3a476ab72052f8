"""Shares of games with their intervals, for a number of games that was fixed in advance, and whether two differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.intervals import bounded, exact
from crewsat.base.pairs import pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEVEL = 0.95
"""Of confidence."""


class Share(NamedTuple):
    """A share with its interval of level `LEVEL`; the share is None of nothing."""

    share: float | None
    low: float
    high: float

    def as_dict(self) -> dict[str, float | None]:
        """Return the JSON object of the contract."""
        return self._asdict()


def share_of(yes: int, number: int, undecided: int = 0) -> Share:
    """Return a share with the interval of Clopper and Pearson.

    Args:
        yes: how many games are won.
        number: how many there are, with those undecided.
        undecided: how many are neither won nor lost; they count against both ends.
    """
    low, high = exact(yes, number, LEVEL, undecided)
    return Share(yes / number if number else None, low, high)


def mean_of(numbers: Sequence[float | None]) -> Share:
    """Return the mean of numbers from 0 to 1 with the interval of Hoeffding; None may be any such number."""
    known = [number for number in numbers if number is not None]
    if not known:
        return Share(None, 0.0, 1.0)
    least, unknown = sum(known) / len(numbers), (len(numbers) - len(known)) / len(numbers)
    low, high = (bounded(min(one, 1.0), len(numbers), LEVEL) for one in (least, least + unknown))
    return Share(sum(known) / len(known), low.low, high.high)


def compared(results: Iterable[tuple[bool | None, bool | None]]) -> dict[str, Any]:
    """Return how pairs of games fall, and the p-value of the exact test of McNemar."""
    found = pairs(results)
    low, high = found.difference
    counts = {"pairs": found.deals, "first_only": found.first, "second_only": found.second}
    counts |= {"undecided": found.undecided} if found.undecided else {}
    difference = {"low": low, "high": high} if found.undecided else low
    return {**counts, "difference": difference, "p_value": found.p_value}
