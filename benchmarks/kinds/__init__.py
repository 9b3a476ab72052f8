"""Kinds of figures, a module each: what is drawn, its caption in words, and the facts a finding may name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.axes import Styles
    from benchmarks.findings import Fact
    from benchmarks.tables import Pair


@dataclass(frozen=True, slots=True)
class Shown:
    """What a figure shows.

    Attributes:
        caption: what the marks are, how many instances are behind a point, and the important numbers.
        facts: what a finding may name.
    """

    caption: str
    facts: dict[str, Fact] = field(default_factory=dict)


def by_engine(pairs: Iterable[Pair], styles: Styles) -> dict[str, list[Pair]]:
    """Return pairs by engine, in the order of the suite."""
    groups: dict[str, list[Pair]] = {}
    for pair in sorted(pairs, key=lambda pair: styles.place(pair.first.engine)):
        groups.setdefault(pair.first.engine, []).append(pair)
    return groups
