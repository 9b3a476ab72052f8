"""The solvers that run in process: PySAT's, and how clauses are passed to them.

PySAT reads the budget of conflicts of all solvers but CaDiCaL as a `long`, into 64 bits: where a `long` has 32 bits, it
does not hold, and a search would not stop. There the compiled kernel's Glucose is used, and CaDiCaL for the others.
"""

from __future__ import annotations

from collections import deque
from itertools import repeat
from typing import TYPE_CHECKING, Any

from crewsat.base.compiled import kernel
from crewsat.base.platform import HAS_WIDE_LONGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.base.formula import Clause

_CORES = {
    "glucose4": ("glucose", "glucose41_add_cl"),
    "minisat22": ("minisat", "minisat22_add_cl"),
    "cadical195": ("cadical", "cadical195_add_cl"),
    "cadical153": ("cadical", "cadical153_add_cl"),
    "glucose42": ("glucose", "glucose421_add_cl"),
    "maplechrono": ("maplesat", "maplechrono_add_cl"),
}
"""Where PySAT keeps a solver, and its function that takes a clause: 1.8 times as fast as through layers of Python."""

SOLVERS = tuple(_CORES)
"""Solvers that can be selected by name. Left out: those whose proofs, budgets or models were found wrong."""

LOAD_CHUNK = 50_000
"""How many clauses are passed at once, between two looks at the clock."""


def that_stops(solver: str) -> str:
    """Return the solver, or CaDiCaL where this one would not stop when its budget is used up."""
    return solver if _pysat_stops(solver) or _of_the_kernel(solver) is not None else "cadical195"


def opened(solver: str) -> Any:  # noqa: ANN401 - PySAT is not typed
    """Return a solver without clauses, one of `SOLVERS` that stops, with the methods of PySAT's."""
    if not _pysat_stops(solver):
        return _of_the_kernel(solver)()
    from pysat.solvers import Solver  # noqa: PLC0415 - loads the solvers' library

    return Solver(name=solver)  # type: ignore[no-untyped-call]


def loader(solver: str, made: Any) -> Callable[[Iterable[Clause]], object]:  # noqa: ANN401
    """Return what passes clauses to a solver that `opened` has returned."""
    if not _pysat_stops(solver):
        return lambda clauses: made.add_clauses(list(clauses))
    import pysolvers  # noqa: PLC0415 - comes with PySAT

    attribute, function = _CORES[solver]
    core, add = getattr(made.solver, attribute), getattr(pysolvers, function)
    return lambda clauses: deque(map(add, repeat(core), clauses), maxlen=0)


def _pysat_stops(solver: str) -> bool:
    return HAS_WIDE_LONGS or solver.startswith("cadical")


def _of_the_kernel(solver: str) -> Any:  # noqa: ANN401 - a class of a compiled module without types, or None
    """Return the kernel's solver of that name, for clauses that are passed, if there is one."""
    return getattr(kernel(), "Glucose4", None) if solver == "glucose4" else None
