"""Words that the reports of all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.runs import Each, Several
from crewsat.base.said import saying
from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.runs import Words

REASONS = {
    "time": saying("the time limit was reached"),
    "memory": saying("it would need more memory than allowed"),
    "interrupted": saying("interrupted"),
    "incomplete": saying("this method cannot decide it"),
    "crash": saying("the solver crashed"),
}
UNPROVED = {**REASONS, "size": "it was larger than allowed, or than the disk"}
CHECKED = {
    "proof": saying("the proof was checked"),
    "algorithm": saying("by the argument given"),
    "search": saying("by exhaustive search"),
    "none": saying("by search, not certified"),
}


def names(ids: Sequence[str], between: str = ", ") -> Words:
    """Return ids one after another, each safe to print and cut if it is long."""
    return [Several(Each(ids, lambda one: visible(one, 40)), between)]
