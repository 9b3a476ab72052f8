"""What a figure shows of an instance and an engine: processor time, or conflicts of the search.

Conflicts depend on no clock, and little on the machine. They are shown plus one, as easy instances are answered without
any and axes are logarithmic; an algorithm that answers without a search has none.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from benchmarks.tables import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.tables import Pair

Quantity = Literal["cpu", "conflicts"]

NAMES: dict[Quantity, str] = {"cpu": "CPU time", "conflicts": "conflicts + 1"}
UNITS: dict[Quantity, str] = {"cpu": "s", "conflicts": ""}


def value_of(pair: Pair, quantity: Quantity) -> float:
    """Return the value of a pair, infinite if it is unsolved."""
    if pair.cost is None:
        return math.inf
    return pair.cost if quantity == "cpu" else 1.0 + (pair.conflicts or 0)


def told(pairs: Sequence[Pair], quantity: Quantity) -> list[Pair]:
    """Return the pairs of the engines that tell this quantity: Kissat tells no conflicts."""
    who = {pair.first.engine for pair in pairs if quantity == "cpu" or pair.conflicts is not None}
    return [pair for pair in pairs if pair.first.engine in who]


def words(value: float, quantity: Quantity) -> str:
    """Return a value as people read it."""
    return in_words(value) if quantity == "cpu" else f"{value:,.0f}"
