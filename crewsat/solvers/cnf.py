"""Formulas solved in process by PySAT, in slices of conflicts so that limits and Ctrl-C hold.

No one solver is best, and a table says which is tried how long (measured with `benchmarks/real_deals.py`): small
formulas are Glucose's, and what it has not decided after 2,000 conflicts is CaDiCaL's; on large ones (generalised
decks) MiniSat finds plays two to five times faster than CaDiCaL, which again gets what is left.

`interrupt()` does nothing in CaDiCaL, and a signal is not seen while a solver runs; a conflict budget works everywhere
and keeps what was learnt. So every call gets a budget that takes a fifth of a second or so. The budget depends on the
size of the formula, never on a clock: the same formula has the same search on every machine, unless a deadline
ends it. A seed shuffles the clauses, which is all the randomness there is.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.formula import Formula

SOLVERS = ("glucose4", "minisat22", "cadical195", "cadical153", "glucose42", "maplechrono")
"""Solvers that may be asked for by name. Left out: those whose proofs, budgets or models were found wrong."""

SLICE = 2_000
"""Conflicts of one call to a solver; fewer on formulas of more than half a million clauses."""

_LOAD_CHUNK = 50_000


@dataclass(frozen=True, slots=True)
class Stage:
    """One solver of a plan and the number of conflicts it may use up; None for no bound."""

    solver: str
    conflicts: int | None


LARGE = 40_000
"""Clauses from which a formula counts as large."""

PLANS: dict[str, tuple[Stage, ...]] = {
    "small": (Stage("glucose4", 2_000), Stage("cadical195", None)),
    "large": (Stage("minisat22", 60_000), Stage("cadical195", None)),
}


def plan_for(size: int, solver: str | None = None) -> tuple[Stage, ...]:
    """Return the solvers to try in turn for a formula of `size` clauses; just `solver` if one is named."""
    if solver is not None:
        return (Stage(solver, None),)
    return PLANS["large" if size >= LARGE else "small"]


WISH_CONFLICTS = 200
"""Conflicts of one attempt at a nicer model: 2 ms in the median, and winning lines a third to a half shorter."""


def solve(
    formula: Formula,
    *,
    wishes: Sequence[Sequence[int]] = (),
    solver: str | None = None,
    deadline: float | None = None,
    seed: int | None = None,
) -> Outcome:
    """Decide a formula.

    Args:
        formula: the clauses.
        wishes: conjunctions of literals that would make a model nicer, each implied by the one before; a few cheap
            attempts are made to grant one that is as strong as possible. They do not bear on satisfiability.
        solver: one of `SOLVERS`; None follows the plan for the formula's size.
        deadline: on the clock of `time.monotonic`, in seconds.
        seed: shuffles the clauses before they are loaded.

    Returns:
        The outcome of the last solver tried, with the times and counters of all; an unknown one always has a reason.
    """
    clauses = list(formula.clauses())
    if seed is not None:
        _shuffle(clauses, seed)
    spent: dict[str, int] = {}
    load = search = 0.0
    outcome = Outcome("unknown", "", reason="incomplete")
    for stage in plan_for(len(clauses), solver):
        outcome = _Run(stage, clauses, formula.variables, deadline).outcome(wishes)
        load, search = load + outcome.load_seconds, search + outcome.solve_seconds
        for name, value in outcome.counters.items():
            spent[name] = spent.get(name, 0) + value
        if outcome.status != "unknown" or outcome.reason != "incomplete":
            break
    return Outcome(outcome.status, outcome.solver, outcome.model, outcome.reason, load, search, spent)


class _Run:
    """One solver on one formula."""

    def __init__(self, stage: Stage, clauses: Sequence[list[int]], variables: int, deadline: float | None) -> None:
        self.stage = stage
        self.clauses = clauses
        self.variables = variables
        self.deadline = deadline

    def outcome(self, wishes: Sequence[Sequence[int]]) -> Outcome:
        from pysat.solvers import Solver  # noqa: PLC0415 - loads the solvers' library

        start = time.monotonic()
        with Solver(name=self.stage.solver) as solver:  # type: ignore[no-untyped-call]
            loaded = self._load(solver)
            middle = time.monotonic()
            answer = self._search(solver) if loaded else None
            model = self._grant(solver, wishes) if answer else ()
            counters = {k: v for k, v in solver.accum_stats().items() if k != "restarts"}
        found = self._outcome(answer, model)
        return replace(found, load_seconds=middle - start, solve_seconds=time.monotonic() - middle, counters=counters)

    def _outcome(self, answer: bool | None, model: tuple[int, ...]) -> Outcome:
        if answer is None:
            return Outcome("unknown", self.stage.solver, reason="time" if self._late() else "incomplete")
        return Outcome("satisfiable" if answer else "unsatisfiable", self.stage.solver, model)

    def _load(self, solver: Any) -> bool:  # noqa: ANN401 - PySAT is untyped
        """Hand over the clauses; False if time ran out on the way."""
        for begin in range(0, len(self.clauses), _LOAD_CHUNK):
            if self._late():
                return False
            solver.append_formula(self.clauses[begin : begin + _LOAD_CHUNK])
        return True

    def _search(self, solver: Any) -> bool | None:  # noqa: ANN401
        """Solve slice by slice; None if time or the stage's conflicts are used up."""
        budget = max(20, min(SLICE, SLICE * 500_000 // max(1, len(self.clauses))))
        left = self.stage.conflicts
        while not self._late() and (left is None or left > 0):
            answer = _solve_limited(solver, budget if left is None else min(budget, left))
            if answer is not None:
                return answer
            if left is not None:
                left -= budget
        return None

    def _late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _grant(self, solver: Any, wishes: Sequence[Sequence[int]]) -> tuple[int, ...]:  # noqa: ANN401
        """Return a model for the strongest wish that bisection with small budgets can grant."""
        best = self._model(solver)
        low, high = 0, _first_granted(wishes, best)
        while low < high and not self._late():
            middle = (low + high) // 2
            if _solve_limited(solver, WISH_CONFLICTS, wishes[middle]):
                best = self._model(solver)
                high = _first_granted(wishes, best)
            else:
                low = middle + 1
        return best

    def _model(self, solver: Any) -> tuple[int, ...]:  # noqa: ANN401
        """A literal for every variable: a solver may leave out those that occur in no clause."""
        found = solver.get_model()
        return (*found, *(-v for v in range(len(found) + 1, self.variables + 1)))


def _solve_limited(solver: Any, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:  # noqa: ANN401
    """Search for at most so many conflicts; Ctrl-C arrives as KeyboardInterrupt from every solver.

    `expect_interrupt` makes PySAT release the interpreter's lock and leave signal handlers alone. CaDiCaL ignores it
    and turns Ctrl-C into an error of its own.
    """
    solver.conf_budget(conflicts)
    try:
        answer: bool | None = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    except Exception as error:
        if "keyboard interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise
    return answer


def _first_granted(wishes: Sequence[Sequence[int]], model: tuple[int, ...]) -> int:
    """The position of the strongest wish that holds in a model, or their number."""
    return next((k for k, wish in enumerate(wishes) if all(model[abs(x) - 1] == x for x in wish)), len(wishes))


def _shuffle(clauses: list[list[int]], seed: int) -> None:
    """Shuffle in place; our own, so that a seed means the same on every version of Python."""
    rng = random.Random(seed)
    for k in range(len(clauses) - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        clauses[k], clauses[other] = clauses[other], clauses[k]
