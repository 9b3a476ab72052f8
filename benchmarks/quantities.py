"""What a figure shows of an instance and an engine: processor time, conflicts of the search, positions, memory.

Conflicts and positions depend on no clock, and little on the machine. The value of conflicts is larger by one than
their number, as easy instances are answered without any and axes are logarithmic; ticks and words say the number. An
algorithm that answers without a search has none. The time of the search alone leaves out what comes before and after
it, such as the replay. Of several passes the least counts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from benchmarks.tables import in_words, seconds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.records import Record
    from benchmarks.tables import Pair

Quantity = Literal["cpu", "conflicts", "search", "positions", "memory"]

TIMES: tuple[Quantity, ...] = ("cpu", "search")
"""The quantities measured in seconds."""

NAMES: dict[Quantity, str] = {
    "cpu": "CPU time",
    "conflicts": "conflicts",
    "search": "CPU time of the search",
    "positions": "positions visited",
    "memory": "peak memory",
}
UNITS: dict[Quantity, str | None] = {"cpu": "s", "conflicts": None, "search": "s", "positions": None, "memory": "B"}
HIGHEST: dict[Quantity, str] = {
    "cpu": "most CPU time",
    "conflicts": "most conflicts",
    "search": "the longest searches",
    "positions": "most positions",
    "memory": "most memory",
}


def value_of(pair: Pair, quantity: Quantity) -> float:
    """Return the value of a pair, infinite if it is unsolved or its memory is not known."""
    if pair.answer == "unknown":
        return math.inf
    nothing = math.inf if quantity == "memory" else 1.0
    return min((value for value in (_value(record, quantity) for record in pair.records) if value), default=nothing)


def _value(record: Record, quantity: Quantity) -> float | None:
    """Return what a run reports, None for what it does not; a search that reports no time counts as the whole run."""
    match quantity:
        case "cpu":
            return seconds(record)
        case "search":
            return seconds(record) if record.solve_cpu is None else record.solve_cpu
        case "conflicts":
            return None if record.conflicts is None else 1.0 + record.conflicts
        case "memory":
            return None if record.peak_mb is None else 1e6 * record.peak_mb
    return record.positions


def known(pairs: Sequence[Pair], quantity: Quantity) -> list[Pair]:
    """Return the pairs of the engines that report this quantity: Kissat reports no conflicts."""
    who = {
        pair.first.engine
        for pair in pairs
        if quantity in TIMES
        or (pair.answer != "unknown" and any(_value(record, quantity) is not None for record in pair.records))
    }
    return [pair for pair in pairs if pair.first.engine in who]


def number_of(value: float, quantity: Quantity) -> float:
    """Return the number that a value stands for: one less for conflicts."""
    return value - 1 if quantity == "conflicts" else value


def words(value: float, quantity: Quantity) -> str:
    """Format a value for people."""
    if quantity in TIMES:
        return in_words(value)
    return f"{value / 1e6:.0f} MB" if quantity == "memory" else f"{number_of(value, quantity):,.0f}"
