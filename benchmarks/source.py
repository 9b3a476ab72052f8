"""The other side of a reduction: the graph or formula in the notes of an instance is decided, without a card.

The answer must be the game's, or the run ends with a contradiction: so every run of a suite that asks both sides checks
the reduction once more. The search is done in the worker itself, and stops at the time limit; the memory limit is not
watched, as the models are small (a variable for each direction of each edge, the formula itself).
"""

from __future__ import annotations

import os
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

import crewsat
from benchmarks.external import peak_mb
from benchmarks.records import columns_of

if TYPE_CHECKING:
    from benchmarks.engines import Source


def graph_of(instance: crewsat.Instance) -> crewsat.Graph:
    """Return the graph an instance was reduced from, as its notes say.

    Raises:
        WrongOption: if they hold none.
        InvalidInstance: if what they hold is no graph.
    """
    return crewsat.Graph.from_dict(_noted(instance, "graph"))


def formula_of(instance: crewsat.Instance) -> crewsat.ThreeSat:
    """Return the formula an instance was reduced from, as its notes say.

    Raises:
        WrongOption: if they hold none.
        InvalidInstance: if what they hold is no formula.
    """
    return crewsat.ThreeSat.from_dict(_noted(instance, "formula"))


def source_of(method: Source, instance: crewsat.Instance) -> crewsat.Graph | crewsat.ThreeSat:
    """Return what an instance was reduced from, as a method decides it.

    Raises:
        WrongOption: if the notes hold no such thing.
        InvalidInstance: if what they hold is none.
    """
    return graph_of(instance) if method == "circuit" else formula_of(instance)


def _noted(instance: crewsat.Instance, what: str) -> dict[str, Any]:
    found = (instance.about or {}).get(what)
    if not isinstance(found, dict):
        raise crewsat.WrongOption(f"a source needs the {what} an instance was reduced from, and the notes hold none")
    return found


def ask(method: Source, instance: crewsat.Instance, time_limit: float) -> dict[str, Any]:
    """Decide the source of an instance by a method, within seconds; return the columns of a record it can fill.

    A path may start anywhere: a family leaves the first lead to the crew.

    Raises:
        WrongOption: if the notes hold no source of this kind.
        BugFound: if what is found is no solution.
    """
    source = source_of(method, instance)
    _warm(method)
    start = monotonic()
    verdict = _decided(source, time_limit)
    solution = "path" if method == "circuit" else "assignment"
    return {
        **columns_of(verdict.statistics),
        "wall": monotonic() - start,
        "answer": verdict.answer,
        "reason": "time" if verdict.answer == "unknown" else None,
        "checked": solution if verdict.answer == "yes" else "none",
        "method": verdict.method,
        "peak_mb": peak_mb(os.getpid()) or None,
    }


def _decided(
    source: crewsat.Graph | crewsat.ThreeSat, time_limit: float | None = None
) -> crewsat.PathVerdict | crewsat.SatVerdict:
    if isinstance(source, crewsat.ThreeSat):
        return crewsat.three_sat(source, method="cnf", time_limit=time_limit)
    return crewsat.hamiltonian_path(source, method="circuit", time_limit=time_limit)


@cache
def _warm(method: Source) -> None:
    """Decide something small once, so that nobody measures how long a library loads."""
    _decided(crewsat.graph("cycle", 5) if method == "circuit" else crewsat.three_sat_formula("figure-2"))
