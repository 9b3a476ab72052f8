"""A solver's result about a formula, in its own terms: satisfiable is not yet an answer to a question about a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.base.errors import Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one solver run.

    Attributes:
        status: what is known about the formula.
        solver: name of the solver that determined it, or was stopped.
        model: if satisfiable, a literal for every variable of a formula, or the value of every variable for CP-SAT.
        reason: why the status is unknown.
        times: of handing the formula over (``load``) and of the search (``solve``), as a `Stopwatch` names them.
        counters: conflicts, decisions and propagations, summed over the solvers tried.
        atoms: of a logic program: the atoms shown of the answer set, if satisfiable.
        program_bytes: the peak resident memory of the external program that was run, if any.
    """

    status: Literal["satisfiable", "unsatisfiable", "unknown"]
    solver: str
    model: tuple[int, ...] = ()
    reason: Reason | None = None
    times: Mapping[str, float] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    atoms: tuple[str, ...] = ()
    program_bytes: int | None = None
