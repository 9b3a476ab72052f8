"""What a solver says of a formula, in words of its own: satisfiable is not yet an answer to a question about a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.errors import Reason


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one solver run.

    Attributes:
        status: what is known of the formula.
        solver: name of the solver that said so, or was stopped.
        model: if satisfiable, a literal for every variable of a formula, or the value of every variable for CP-SAT.
        reason: why the status is unknown.
        times: of handing the formula over (``load``) and of the search (``solve``), as a `Stopwatch` names them.
        counters: conflicts, decisions and propagations, summed over the solvers tried.
        atoms: the atoms shown of the answer set if satisfiable; of a logic program.
        program_bytes: the most resident memory of the program that was run, if it was one.
    """

    status: Literal["satisfiable", "unsatisfiable", "unknown"]
    solver: str
    model: tuple[int, ...] = ()
    reason: Reason | None = None
    times: Mapping[str, float] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    atoms: tuple[str, ...] = ()
    program_bytes: int | None = None
