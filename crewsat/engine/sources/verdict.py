"""What the verdicts about all source problems have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crewsat.errors import Undecided
from crewsat.verdict import Statistics

if TYPE_CHECKING:
    from crewsat.verdict import Answer


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """Whether a problem has a solution.

    Attributes:
        answer: ``yes``, ``no``, or ``unknown`` if time ran out.
        method: how it was found.
        statistics: times and counters.
    """

    answer: Answer
    method: str
    statistics: Statistics = field(default_factory=Statistics, kw_only=True)

    def __bool__(self) -> bool:
        """Whether the answer is yes.

        Raises:
            Undecided: if the answer is unknown.
        """
        if self.answer == "unknown":
            raise Undecided("the question was not decided (time)")
        return self.answer == "yes"
