"""A question that explanations ask repeatedly: can this game be won, in the time that is left?

They are answered in this process, as most take milliseconds and a child would take longer to start; the memory of a
formula is bounded by its estimate.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from crewsat.engine.methods import AUTO
from crewsat.engine.notes import ignore_progress, unknown
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer

if TYPE_CHECKING:
    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


@dataclass(frozen=True)
class Budget:
    """What an explanation, or a part of it, may use.

    Attributes:
        limits: of the part.
        unanswered: why questions were not answered, for all parts together.
    """

    limits: Limits
    unanswered: list[str] = field(default_factory=list)

    def part(self, share: float) -> Self:
        """Return a budget with a share of the time that is left."""
        if self.limits.deadline is None:
            return self
        now = time.monotonic()
        deadline = now + share * max(0.0, self.limits.deadline - now)
        return replace(self, limits=replace(self.limits, deadline=deadline))

    def late(self) -> bool:
        """Return whether time is up; then something is left out."""
        if self.limits.late():
            self.unanswered.append("time")
        return self.limits.late()

    def ask(self, instance: Instance) -> Verdict:
        """Decide a game; the answer is unknown at once if time is up."""
        if self.late():
            return unknown(instance, AUTO, "time")
        verdict = self.answered(instance, AUTO)
        if verdict.reason is not None:
            self.unanswered.append(verdict.reason)
        return verdict

    def answered(self, instance: Instance, method: str) -> Verdict:
        """Answer by a method of the table; if it has no answer or knows too little, nothing counts as left out."""
        plan = plan_of(instance.game, method)
        if not plan.automatic and not all(one.understands(instance) for one in plan.methods):
            return unknown(instance, method, "incomplete")
        return answer(instance, plan, self.limits, note=ignore_progress)
