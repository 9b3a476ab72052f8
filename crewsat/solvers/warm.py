"""Solvers that stay on one formula between questions and keep what they have learnt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.solvers.cnf import Session, clauses_of, plan_for
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.formula import Formula


class WarmSolvers:
    """The solvers of a formula's plan, each opened when it is first needed; they live as long as this does.

    Args:
        formula: the formula.
        solver: one of `crewsat.solvers.opening.SOLVERS`; None follows the plan for the formula's size.
        seed: shuffles the clauses before they are loaded.
    """

    def __init__(self, formula: Formula, *, solver: str | None = None, seed: int | None = None) -> None:
        self._formula = formula
        self._clauses = clauses_of(formula, seed)
        self._plan = plan_for(len(self._clauses), solver, special=formula.plan)
        self._sessions: list[Session] = []

    def solve(self, assumptions: Sequence[int], *, deadline: float | None = None) -> Outcome:
        """Decide the formula under assumptions: run the solvers of the plan in turn, as far as each may go."""
        outcome = Outcome("unknown", "", reason="incomplete")
        for number in range(len(self._plan)):
            session = self._session(number, deadline)
            answer = session.search(assumptions) if session.ready else None
            outcome = session.outcome(answer, session.model() if answer else ())
            if outcome.reason != "incomplete":
                break
        return outcome

    def _session(self, number: int, deadline: float | None) -> Session:
        """Return the session of a stage; if its clauses were not loaded in time, open it again."""
        if number < len(self._sessions) and not self._sessions[number].ready:
            del self._sessions[number:]
        if number == len(self._sessions):
            self._sessions.append(Session(self._plan[number], self._clauses, self._formula.variables, deadline))
        self._sessions[number].deadline = deadline
        return self._sessions[number]
