"""Whether a quantified Boolean formula is true, decided on the formula."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.base.errors import NotInstalled, Stopped, WrongOption
from crewsat.base.stopwatch import Stopwatch, cpu_seconds
from crewsat.base.wording import alternatives, visible
from crewsat.engine.sources.verdict import SourceVerdict
from crewsat.games.verdict import Statistics
from crewsat.problems.qbf.exhaustive import evaluate
from crewsat.solvers import depqbf

if TYPE_CHECKING:
    from crewsat.games.verdict import Answer
    from crewsat.problems.qbf.formula import Qbf

QbfMethod = Literal["auto", "depqbf", "exhaustive"]
QBF_METHODS: tuple[QbfMethod, ...] = get_args(QbfMethod)

_ANSWERS: dict[str, Answer] = {"satisfiable": "yes", "unsatisfiable": "no", "unknown": "unknown"}


@dataclass(frozen=True, slots=True)
class QbfVerdict(SourceVerdict):
    """Whether a formula is true; by ``exhaustive`` search or ``depqbf`` (a program).

    Attributes:
        first: for a yes, if the outermost variable is existential, its winning literal; `depqbf` may run out of time
            for it after it has said yes.
    """

    first: int | None = None


def qbf(formula: Qbf, *, method: QbfMethod = "auto", time_limit: float | None = None) -> QbfVerdict:
    """Decide whether a quantified Boolean formula is true.

    Args:
        formula: any, even without variables or clauses.
        method: ``exhaustive`` tries the values of all variables, which suits small formulas; ``depqbf`` runs this
            program, if it is on the path; ``auto`` is exhaustive.
        time_limit: seconds of wall time.

    Raises:
        WrongOption: for an unknown method.
        NotInstalled: if the program is missing.
    """
    if method not in QBF_METHODS:
        raise WrongOption(f"unknown method '{visible(method)}'{alternatives(method, QBF_METHODS)}")
    began = cpu_seconds()
    deadline = None if time_limit is None else time.monotonic() + time_limit
    verdict = _by_program(formula, deadline) if method == "depqbf" else _by_search(formula, deadline)
    return replace(verdict, statistics=replace(verdict.statistics, cpu_seconds=cpu_seconds() - began))


def _by_search(formula: Qbf, deadline: float | None) -> QbfVerdict:
    watch = Stopwatch()
    try:
        found = evaluate(formula, out_of_time=lambda: deadline is not None and time.monotonic() >= deadline)
    except Stopped as stop:
        known: dict[str, Any] = watch.lap("solve")
        return QbfVerdict("unknown", "exhaustive", reason=stop.reason, statistics=Statistics(**known))
    known = {**watch.lap("solve"), "decisions": found.tried}
    return QbfVerdict("yes" if found.value else "no", "exhaustive", found.first, statistics=Statistics(**known))


def _by_program(formula: Qbf, deadline: float | None) -> QbfVerdict:
    """Run the program; for a true formula run it once more, with the outermost variable true."""
    try:
        outcome = depqbf.solve(formula.to_qdimacs(), deadline=deadline)
        first, x = None, formula.outermost
        if outcome.status == "satisfiable" and x is not None:
            fixed = depqbf.solve(replace(formula, clauses=(*formula.clauses, (x,))).to_qdimacs(), deadline=deadline)
            first = {"satisfiable": x, "unsatisfiable": -x, "unknown": None}[fixed.status]
    except FileNotFoundError:
        raise NotInstalled(f"depqbf is not installed: {depqbf.INSTALL}") from None
    known: dict[str, Any] = dict(outcome.times)
    return QbfVerdict(_ANSWERS[outcome.status], "depqbf", first, reason=outcome.reason, statistics=Statistics(**known))
