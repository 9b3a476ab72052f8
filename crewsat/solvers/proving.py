"""A formula solved with a trace: what CaDiCaL derives, clause by clause, each with the clauses it follows from.

The trace goes to a file that the caller opens and `crewsat.proofs.trimming` reads. When it becomes larger than allowed,
nothing more is written and the search continues: then there is an answer but no proof.

CaDiCaL derives clauses already while it receives some, wherever a unit clause simplifies later ones, and numbers all of
them with one counter. With the unit clauses last this is rare. An empty clause is not given to a solver: it is its own
refutation.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from crewsat.base.shuffling import shuffled
from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.cnf import Session, Stage
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.formula import Clause, Formula

SOLVER = "cadical195"
"""The only solver of PySAT that reports what a clause follows from."""


@dataclass(frozen=True, slots=True)
class Traced:
    """The result of a traced search.

    Attributes:
        outcome: what the solver said.
        originals: for each clause in the order it was given to the solver, its number in the formula, from 1.
        complete: whether the trace is whole.
    """

    outcome: Outcome
    originals: tuple[int, ...]
    complete: bool


class _TracedSession(Session):
    """A session of CaDiCaL that writes a trace until it is too large."""

    def __init__(
        self, clauses: Sequence[Clause], variables: int, deadline: float | None, trace: BinaryIO, most_bytes: float
    ) -> None:
        self._trace = trace
        self._copy = os.fdopen(os.dup(trace.fileno()), "wb")
        self._most_bytes = most_bytes
        self.complete = True
        super().__init__(Stage(SOLVER, None), clauses, variables, deadline)

    def _opened(self) -> Any:  # noqa: ANN401 - PySAT is not typed
        """Open the solver, after everything else is set, writing to the copy of the trace, which it will close."""
        import pysolvers  # noqa: PLC0415 - comes with PySAT

        opened = super()._opened()
        opened.configure({"lrat": 1, "binary": 0})
        opened.solver.prfile = self._copy
        opened.solver.prfp = pysolvers.cadical195_tracepr(opened.solver.cadical, self._copy)
        return opened

    def _slice(self, conflicts: int, assumptions: Sequence[int]) -> bool | None:
        answer = super()._slice(conflicts, assumptions)
        if self.complete and os.fstat(self._trace.fileno()).st_size > self._most_bytes:
            self.complete = False
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123 - pathlib takes longer to load than this
                os.dup2(nowhere.fileno(), self._copy.fileno())
            os.ftruncate(self._trace.fileno(), 0)
        return answer


def solve_traced(
    formula: Formula,
    trace: BinaryIO,
    *,
    most_bytes: float,
    deadline: float | None = None,
    seed: int | None = None,
) -> Traced:
    """Decide a formula, and write down why it has no model.

    Args:
        formula: the clauses.
        trace: an empty file on disk.
        most_bytes: how large it may become, checked now and then.
        deadline: on the clock of `time.monotonic`, in seconds.
        seed: shuffles the clauses before they are loaded.
    """
    clauses = list(formula.clauses())
    order = list(range(len(clauses)))
    if seed is not None:
        from random import Random  # noqa: PLC0415 - seldom needed

        order = shuffled(order, Random(seed))
    order.sort(key=lambda k: len(clauses[k]) == 1)
    originals = tuple(k + 1 for k in order)
    if not all(clauses):
        given = next(number for number, k in enumerate(order, 1) if not clauses[k])
        trace.write(b"%d 0 %d 0\n" % (len(order) + 1, given))
        trace.flush()
        return Traced(Outcome("unsatisfiable", SOLVER), originals, complete=True)
    watch = Stopwatch()
    with _TracedSession([clauses[k] for k in order], formula.variables, deadline, trace, most_bytes) as session:
        times = watch.lap("load")
        answer = session.search()
        found = session.outcome(answer, session.model() if answer else ())
        counters, complete = session.counters(), session.complete
    times |= watch.lap("solve")
    outcome = Outcome(found.status, SOLVER, found.model, found.reason, times, counters)
    return Traced(outcome, originals, complete)
