"""What a solver says of a formula, in words of its own: satisfiable is not yet an answer to a question about a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Reason = Literal["time", "memory", "interrupted", "incomplete", "crash"]
"""Why a question was not decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one solver run.

    Attributes:
        status: what is known of the formula.
        solver: name of the solver that said so, or was stopped.
        model: if satisfiable, a literal for every variable of a formula, or the value of every variable for CP-SAT.
        reason: why the status is unknown.
        load_seconds: wall time for handing the clauses over.
        solve_seconds: wall time of the search.
        counters: conflicts, decisions and propagations, summed over the solvers tried.
        atoms: the atoms shown of the answer set if satisfiable; of a logic program.
    """

    status: Literal["satisfiable", "unsatisfiable", "unknown"]
    solver: str
    model: tuple[int, ...] = ()
    reason: Reason | None = None
    load_seconds: float = 0.0
    solve_seconds: float = 0.0
    counters: dict[str, int] = field(default_factory=dict)
    atoms: tuple[str, ...] = ()
