"""What the verdicts about all source problems have in common."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crewsat.base.errors import Undecided
from crewsat.engine.options import Options
from crewsat.games.verdict import Statistics

if TYPE_CHECKING:
    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.games.verdict import Answer


@dataclass(frozen=True, slots=True)
class SourceVerdict:
    """Whether a problem has a solution.

    Attributes:
        answer: ``yes``, ``no``, or ``unknown``.
        method: how it was found.
        reason: why the answer is unknown.
        statistics: times and counters.
    """

    answer: Answer
    method: str
    reason: Reason | None = field(default=None, kw_only=True)
    statistics: Statistics = field(default_factory=Statistics, kw_only=True)

    def __bool__(self) -> bool:
        """Whether the answer is yes.

        Raises:
            Undecided: if the answer is unknown.
        """
        if self.answer == "unknown":
            raise Undecided(f"the question was not decided ({self.reason or 'time'})")
        return self.answer == "yes"


def limits_of(time_limit: float | None) -> Limits:
    """Start the clock: return limits of `time_limit` seconds (None for no limit) and of the default memory."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    return replace(Options().limits(), deadline=deadline)
