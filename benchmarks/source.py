"""The other side of a reduction: the graph or formula in the notes of an instance is decided, without card or edge.

The answer must be the game's, or the run ends with a contradiction: so every run of a suite that asks both sides checks
the reduction once more. The search is done in the worker itself, or in a program it starts, and stops at the time
limit; the memory limit is not watched, as the models are small (a variable for each direction of each edge, the formula
itself), and the memory reported is that of the worker.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.external import peak_mb
from benchmarks.records import columns_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.engines import Source


@dataclass(frozen=True, slots=True)
class _Side:
    """A way to decide what instances were reduced from.

    Attributes:
        noted: where the notes of an instance hold it.
        type: its public name; older states lack some.
        decide: decides it, within a number of seconds.
        small: makes an instance to warm up with.
        solution: what a yes comes with, which is checked; ``none`` if it comes with nothing.
    """

    noted: str
    type: str
    decide: Callable[[Any, float | None], crewsat.PathVerdict | crewsat.SatVerdict | crewsat.QbfVerdict]
    small: Callable[[], Any]
    solution: str = "none"


_SIDES: dict[Source, _Side] = {
    "circuit": _Side(
        "graph",
        "Graph",
        lambda graph, seconds: crewsat.hamiltonian_path(graph, method="circuit", time_limit=seconds),
        lambda: crewsat.graph("cycle", 5),
        "path",
    ),
    "formula": _Side(
        "formula",
        "ThreeSat",
        lambda formula, seconds: crewsat.three_sat(formula, method="cnf", time_limit=seconds),
        lambda: crewsat.three_sat_formula("figure-2"),
        "assignment",
    ),
    "evaluator": _Side(
        "formula",
        "Qbf",
        lambda formula, seconds: crewsat.qbf(formula, method="exhaustive", time_limit=seconds),
        lambda: crewsat.qbf_formula("figure-2"),
    ),
    "depqbf": _Side(
        "formula",
        "Qbf",
        lambda formula, seconds: crewsat.qbf(formula, method="depqbf", time_limit=seconds),
        lambda: crewsat.qbf_formula("figure-2"),
    ),
}


def source_of(method: Source, instance: crewsat.Instance) -> crewsat.Graph | crewsat.ThreeSat | crewsat.Qbf:
    """Return the graph or formula an instance was reduced from, as its notes say and a method decides it.

    Raises:
        WrongOption: if the notes contain no source.
        InvalidInstance: if what they hold is not valid.
    """
    side = _SIDES[method]
    found = (instance.about or {}).get(side.noted)
    if not isinstance(found, dict):
        raise crewsat.WrongOption(
            f"a source needs the {side.noted} an instance was reduced from, and the notes hold none"
        )
    source: crewsat.Graph | crewsat.ThreeSat | crewsat.Qbf = getattr(crewsat, side.type).from_dict(found)
    return source


def ask(method: Source, instance: crewsat.Instance, time_limit: float) -> dict[str, Any]:
    """Decide the source of an instance by a method, within a time limit; return the columns of a record it can fill.

    A path may start anywhere: a family leaves the first lead to the crew.

    Raises:
        WrongOption: if the notes hold no source of this kind.
        BugFound: if what is found is not a solution.
    """
    source = source_of(method, instance)
    _warm(method)
    start = monotonic()
    verdict = _SIDES[method].decide(source, time_limit)
    return {
        **columns_of(verdict.statistics),
        "wall": monotonic() - start,
        "answer": verdict.answer,
        "reason": verdict.reason or "time" if verdict.answer == "unknown" else None,
        "checked": _SIDES[method].solution if verdict.answer == "yes" else "none",
        "method": verdict.method,
        "peak_mb": peak_mb(os.getpid()) or None,
    }


@cache
def _warm(method: Source) -> None:
    """Decide something small once, so that the time to load a library is not measured."""
    _SIDES[method].decide(_SIDES[method].small(), None)
