"""Asking a formula several questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.base.formula import Formula
    from crewsat.solvers.outcome import Outcome


def solve_each(formula: Formula, questions: Iterable[Sequence[int]], *, solver: str | None = None) -> list[Outcome]:
    """The outcome under each of several conjunctions of literals."""
    solvers = WarmSolvers(formula, solver=solver)
    return [solvers.solve(question) for question in questions]
