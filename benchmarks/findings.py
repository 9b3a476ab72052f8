"""Findings: titles of figures that are filled in from the data, and hold of it.

A figure in a suite may have a ``finding``, a sentence with fields such as ``{half 3}``, and conditions it ``holds``
under, such as ``half 3 > half 5``. Each kind of figure provides facts of these names (see the modules of
`benchmarks.kinds`), which are numbers with the words for them. If all fields are facts and all conditions hold, the
finding is the headline; if not, because the records are of another machine or too few, the headline is the plain
title, which claims nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONDITION = r"^(\S.*) ([<>=]) (\S.*)$"
"""A fact, a relation, and a fact, a number or the words of a fact."""
_FIELD = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a figure shows.

    Attributes:
        number: to compare; not a number (NaN) for a fact of words alone.
        words: to print.
    """

    number: float
    words: str


def number(value: float) -> Fact:
    """Return a number with two digits, or all before the point."""
    return Fact(value, f"{value:,.0f}" if abs(value) >= 9.95 or value == int(value) else f"{value:.2g}")


def times(value: float) -> Fact:
    """Return a multiple, with two digits."""
    rounded = float(f"{value:.2g}")
    return Fact(value, f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}")


def share(value: float) -> Fact:
    """Return a share, in percent of all."""
    return Fact(100 * value, f"{100 * value:.0f} %")


def finding_of(sentence: str, conditions: Sequence[str], facts: Mapping[str, Fact]) -> str | None:
    """Return the finding with its fields filled in, or None if it does not hold or a fact in it is not known."""
    fields = _FIELD.findall(sentence)
    if not sentence or any(name not in facts for name in fields):
        return None
    if not all(holds(condition, facts) for condition in conditions):
        return None
    return _FIELD.sub(lambda match: facts[match[1]].words, sentence)


def holds(condition: str, facts: Mapping[str, Fact]) -> bool:
    """Return whether a condition holds; one about an unknown fact does not."""
    match = re.fullmatch(CONDITION, condition)
    if match is None or match[1] not in facts:
        return False
    left, relation, right = facts[match[1]], match[2], match[3]
    if right not in facts and not re.fullmatch(r"-?[0-9.]+", right):
        return relation == "=" and left.words == right
    other = facts[right].number if right in facts else float(right)
    return {"<": left.number < other, ">": left.number > other, "=": left.number == other}[relation]
