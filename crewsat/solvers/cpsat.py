"""Models of CP-SAT (OR-Tools), solved in process by one worker.

One worker with a fixed seed makes the same search on every machine, unless a deadline ends it; a requested seed
shuffles the order in which variables are tried (permuting the model would be part of presolve). Presolve and the linear
relaxation are disabled: on models of clauses and small counts they cost more than they save (figures in
`crewsat_encodings.crew.cpsat.encoding`). Ctrl-C waits until the solver has returned, as signal handlers belong to the
caller. `ortools` is imported when it is first used, which takes two seconds.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from crewsat.base.errors import BugFound
from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from crewsat.base.errors import Reason

NAME = "cp-sat"

PARAMETERS = """
num_workers: 1
random_seed: 1
catch_sigint_signal: false
cp_model_presolve: false
linearization_level: 0
"""
"""What differs from the solver's defaults, in the solver's own notation."""

ONE_WORKER = """
num_workers: 1
random_seed: 1
catch_sigint_signal: false
"""
"""The defaults except what makes a search repeatable, for models that need presolve and linear relaxation."""

_SEEDS = 2**31


def solve(
    model: cp_model.CpModel, *, deadline: float | None = None, seed: int | None = None, parameters: str = PARAMETERS
) -> Outcome:
    """Decide a model.

    Args:
        model: variables and constraints, no objective.
        deadline: on the clock of `time.monotonic`, in seconds.
        seed: shuffles the search; None for the standard search, which is always the same.
        parameters: what differs from the solver's defaults.

    Returns:
        The outcome; its model holds the values of all variables in the order of their indices.

    Raises:
        BugFound: if the model breaks a rule of CP-SAT.
    """
    outcome, _ = _run(model, deadline, seed, parameters)
    return outcome


def minimise(
    model: cp_model.CpModel, *, deadline: float | None = None, parameters: str = PARAMETERS
) -> tuple[Outcome, tuple[int, int] | None]:
    """Look for the smallest value of the objective of a model.

    Args:
        model: variables, constraints, and an objective to be minimised, with integer values.
        deadline: on the clock of `time.monotonic`, in seconds.
        parameters: what differs from the solver's defaults.

    Returns:
        The outcome, with the best solution found, and bounds on the smallest value: a lower one, and the value of that
        solution. They are equal unless the deadline was reached. Without a solution there are none: the bound that the
        solver then reports is 0 until it has examined the model.

    Raises:
        BugFound: if the model breaks a rule of CP-SAT.
    """
    outcome, solver = _run(model, deadline, None, parameters)
    if outcome.status != "satisfiable":
        return outcome, None
    return outcome, (round(solver.best_objective_bound), round(solver.objective_value))


def _run(
    model: cp_model.CpModel, deadline: float | None, seed: int | None, parameters: str
) -> tuple[Outcome, cp_model.CpSolver]:
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes two seconds

    watch = Stopwatch()
    solver = _solver(None if deadline is None else deadline - time.monotonic(), seed, parameters)
    status = solver.solve(model)
    if status == cp_model.MODEL_INVALID:
        raise BugFound(f"CP-SAT refuses the model: {model.validate()}")
    counters = {
        "conflicts": solver.num_conflicts,
        "decisions": solver.num_branches,
        "propagations": solver.response_proto.num_binary_propagations,
    }
    times = watch.lap("solve")
    if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        values = tuple(solver.response_proto.solution)
        return Outcome("satisfiable", NAME, values, times=times, counters=counters), solver
    if status == cp_model.INFEASIBLE:
        return Outcome("unsatisfiable", NAME, times=times, counters=counters), solver
    reason: Reason = "incomplete" if deadline is None else "time"
    return Outcome("unknown", NAME, reason=reason, times=times, counters=counters), solver


def _solver(seconds: float | None, seed: int | None, parameters: str) -> cp_model.CpSolver:
    """Return a solver with these parameters and a limit of `seconds` seconds."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes two seconds

    solver = cp_model.CpSolver()
    solver.parameters.merge_text_format(parameters)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds)
    if seed is not None:
        solver.parameters.merge_text_format(f"random_seed: {seed % _SEEDS} preferred_variable_order: IN_RANDOM_ORDER")
    return solver
