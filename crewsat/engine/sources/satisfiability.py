"""Whether a formula of 3-SAT can be satisfied, decided on the formula."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.base.errors import BugFound, Stopped, WrongOption
from crewsat.base.formula import Formula
from crewsat.base.stopwatch import Stopwatch, cpu_seconds
from crewsat.base.wording import alternatives, visible
from crewsat.engine.building import build
from crewsat.engine.sources.verdict import SourceVerdict, limits_of
from crewsat.games.verdict import Statistics
from crewsat.problems.three_sat.exhaustive import find_model

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.verdict import Answer
    from crewsat.problems.three_sat.formula import ThreeSat

SatMethod = Literal["auto", "cnf", "exhaustive"]
SAT_METHODS: tuple[SatMethod, ...] = get_args(SatMethod)
TINY = 10
"""Up to this many variables, truth tables are faster than loading a solver."""

MOST_EXHAUSTIVE = 22
"""More variables would need too much memory: 2v numbers of 2^v bits."""


@dataclass(frozen=True, slots=True)
class SatVerdict(SourceVerdict):
    """Whether a formula can be satisfied; by ``cnf`` (a solver) or ``exhaustive`` (truth tables).

    Attributes:
        assignment: for a yes, the values of the variables in order.
    """

    assignment: tuple[bool, ...] | None = None


def three_sat(formula: ThreeSat, *, method: SatMethod = "auto", time_limit: float | None = None) -> SatVerdict:
    """Decide whether a formula can be satisfied.

    Args:
        formula: any, even without clauses.
        method: ``cnf`` asks solvers of formulas, ``exhaustive`` makes truth tables (no time limit), ``auto`` takes the
            latter for tiny formulas.
        time_limit: seconds of wall time.

    Raises:
        WrongOption: for an unknown method, or more variables than truth tables can handle.
    """
    if method not in SAT_METHODS:
        raise WrongOption(f"unknown method '{visible(method)}'{alternatives(method, SAT_METHODS)}")
    if method == "exhaustive" and formula.variables > MOST_EXHAUSTIVE:
        raise WrongOption(f"{formula.variables} variables; allowed: 0 to {MOST_EXHAUSTIVE}")
    began = cpu_seconds()
    if method == "exhaustive" or (method == "auto" and formula.variables <= TINY):
        assignment = find_model(formula)
        verdict = SatVerdict("no" if assignment is None else "yes", "exhaustive", assignment)
    else:
        verdict = _by_solver(formula, time_limit)
    if verdict.assignment is not None and not formula.satisfied_by(verdict.assignment):
        raise BugFound(f"{verdict.method} does not satisfy {formula.as_dict()}: {verdict.assignment}")
    return replace(verdict, statistics=replace(verdict.statistics, cpu_seconds=cpu_seconds() - began))


def _by_solver(formula: ThreeSat, time_limit: float | None) -> SatVerdict:
    from crewsat.solvers import cnf  # noqa: PLC0415 - needed for larger formulas only

    limits = limits_of(time_limit)
    watch = Stopwatch()
    try:
        clauses = build(_clauses_of, formula, limits)
    except Stopped as stopped:
        return SatVerdict("unknown", "cnf", reason=stopped.reason)
    times = watch.lap("encode")
    outcome = cnf.solve(clauses, deadline=limits.deadline)
    known: dict[str, Any] = {**times, **outcome.times, **outcome.counters}
    statistics = Statistics(variables=clauses.variables, clauses=clauses.size, **known)
    answers: dict[str, Answer] = {"satisfiable": "yes", "unsatisfiable": "no", "unknown": "unknown"}
    model = set(outcome.model)
    true = clauses.families["true"].rows.values()
    assignment = tuple(variable in model for variable in true) if outcome.status == "satisfiable" else None
    return SatVerdict(answers[outcome.status], "cnf", assignment, reason=outcome.reason, statistics=statistics)


def _clauses_of(formula: ThreeSat, *, max_bytes: int | None, out_of_time: Callable[[], bool]) -> Formula:
    """Return the clauses in the form that solvers take."""
    clauses = Formula(1, max_bytes, out_of_time, step_name="")
    true = clauses.family("true", range(1, formula.variables + 1), first_step=1)
    signed = {x: true.at(x, 1) for x in true.rows} | {-x: -true.at(x, 1) for x in true.rows}
    clauses.add("clauses", ((signed[a], signed[b], signed[c]) for a, b, c in formula.clauses))
    return clauses
