"""Why a game is lost: conflicts, reasons, the most that can be had, and repairs; one module per game."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine.asking import ask
from crewsat.engine.decision import Decision
from crewsat.engine.options import Options, Solved
from crewsat.engine.signatures import takes
from crewsat.questions.asking import AfterDecision
from crewsat.questions.explanation import Explanation, Reason, Repair
from crewsat.solvers.opening import SOLVERS

if TYPE_CHECKING:
    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict

__all__ = ["Explaining", "Explanation", "Reason", "Repair", "explain"]

BUDGET = 10.0
"""Default of the seconds of wall time for an explanation."""


@dataclass(frozen=True)
class Explaining(AfterDecision[Explanation]):
    """Why a game is lost; it is decided first. Without a time limit, what follows takes at most 10 s."""

    name: str = "explain"

    def after(self, instance: Instance, verdict: Verdict, limits: Limits) -> Explanation:
        """Explain a no; other answers need no explanation. A solver that answers only once cannot be used."""
        if verdict.answer != "no":
            return Explanation(verdict)
        solver = limits.solver if limits.solver in SOLVERS else None
        limits = replace(self._within_budget(limits), solver=solver, proof=None, fewest_tricks=False)
        cpu = cpu_seconds()
        explanation: Explanation = self.question(instance.game).code(instance, verdict, limits)
        return replace(explanation, seconds=cpu_seconds() - cpu)

    def broken_off(self, instance: Instance, verdict: Verdict, reason: str | None) -> Explanation:
        """Return the verdict alone."""
        del instance
        return Explanation(verdict, reason=reason)

    def limits(self) -> Limits:
        """Start the clock; with a given verdict, the limits are those of the explanation alone."""
        return super().limits() if self.verdict is None else self._within_budget(super().limits())

    def _within_budget(self, limits: Limits) -> Limits:
        """Return limits with the default time limit of an explanation, unless another was requested."""
        if self.options.time_limit is not None:
            return limits
        end = time.monotonic() + BUDGET
        return replace(limits, deadline=end if limits.deadline is None else min(limits.deadline, end))

    def received(self, result: Explanation, peak_bytes: int = 0) -> Explanation:
        """Return the explanation with the verdict as its caller gets it."""
        return replace(result, verdict=self.decision.received(result.verdict, peak_bytes))


@takes(Solved)
def explain(instance: Instance, *, verdict: Verdict | None = None, **keywords: Unpack[Solved]) -> Explanation:
    """Explain why a game is lost, and what would win it.

    Args:
        instance: a deal with its objectives, or a deck.
        verdict: what `decide` returned for it; None to decide it first.
        keywords: options of `decide`; the solver is one of `crewsat.solvers.opening.SOLVERS`. The time limit is that of
            everything; without one, there is no limit on the decision and 10 s for the rest.

    Returns:
        The explanation, as far as time and memory allowed; if something is left out, its `reason` says why. What it
        says is possible has been replayed; the conflict has been confirmed by a separate decision, unless the budget
        was used up and the conflict is not known to be minimal. Without a no it contains the verdict only.

    Raises:
        WrongOption: as `decide` does, and for a game that cannot be explained.
        BugFound: if answers contradict each other.
    """
    began = time.monotonic()
    options = Options(**keywords)
    options.check_solver(SOLVERS)
    Explaining(options).check(instance)
    if verdict is None:
        verdict = ask(Decision(options), instance)
    return explain_with(options, instance, verdict, time.monotonic() - began)


def explain_with(options: Options, instance: Instance, verdict: Verdict, spent: float) -> Explanation:
    """Explain a verdict as `explain` does, in the time that its decision has left.

    Args:
        options: as in `crewsat.decide`; a solver that answers only once is not used.
        instance: the game.
        verdict: whether it can be won.
        spent: the seconds since the clock was started.
    """
    if verdict.answer != "no":
        return Explanation(verdict)
    left = None if options.time_limit is None else max(1e-3, options.time_limit - spent)
    solver = options.solver if options.solver in SOLVERS else None
    own = Options(solver=solver, time_limit=left, memory_limit=options.memory_limit, seed=options.seed)
    return replace(ask(Explaining(own, verdict=verdict), instance), verdict=verdict)
