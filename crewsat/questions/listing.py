"""A verdict with winning lines: as many as are wanted, and limits allow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.base.stopwatch import cpu_seconds
from crewsat.questions.frontend import winning_lines

if TYPE_CHECKING:
    from crewsat.engine.options import Options
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


@dataclass
class Listing:
    """Winning lines of an instance, as they are found.

    Attributes:
        lines: those found so far.
        complete: whether there are no others.
        reason: why the search ended before it had as many as were wanted; None if it did not.
    """

    lines: list[tuple[Trick, ...]] = field(default_factory=list)
    complete: bool = False
    reason: str | None = None
    _began: float = field(default_factory=cpu_seconds)

    def find(self, instance: Instance, count: int, options: Options, *, seconds: float | None) -> None:
        """Find up to `count` lines.

        Args:
            instance: a deal that can be won.
            count: how many are wanted.
            options: those of the decision.
            seconds: the time that is left; None for no limit.
        """
        try:
            for line in winning_lines(
                instance,
                solver=options.solver,
                time_limit=seconds,
                memory_limit=options.memory_limit,
                seed=options.seed,
            ):
                if len(self.lines) == count:
                    return
                self.lines.append(line)
        except Stopped as stopped:
            self.reason = stopped.reason
        else:
            self.complete = True

    def added_to(self, verdict: Verdict) -> Verdict:
        """Return the verdict with the lines, and with what they took."""
        cost = (verdict.statistics.cpu_seconds or 0) + cpu_seconds() - self._began
        statistics = replace(verdict.statistics, cpu_seconds=cost)
        return replace(
            verdict,
            lines=tuple(self.lines),
            all_lines=self.complete,
            lines_reason=self.reason,
            statistics=statistics,
        )
