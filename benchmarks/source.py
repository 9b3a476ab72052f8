"""The other side of a reduction: the graph in the notes of an instance is decided, without a card.

The answer must be the game's, or the run ends with a contradiction: so every run of a suite that asks both sides checks
the reduction once more. The search is done in the worker itself, and stops at the time limit; the memory limit is not
watched, as the models are small (a variable for each direction of each edge).
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
    graph = (instance.about or {}).get("graph")
    if not isinstance(graph, dict):
        raise crewsat.WrongOption("a source needs the graph an instance was reduced from, and the notes hold none")
    return crewsat.Graph.from_dict(graph)


def ask(method: Source, instance: crewsat.Instance, time_limit: float) -> dict[str, Any]:
    """Decide the graph of an instance by a method, within seconds; return the columns of a record it can fill.

    The path may start anywhere: a family leaves the first lead to the crew.

    Raises:
        WrongOption: if there is no graph.
        BugFound: if the path found is none.
    """
    graph = graph_of(instance)
    _warm(method)
    start = monotonic()
    verdict = crewsat.hamiltonian_path(graph, method=method, time_limit=time_limit)
    return {
        **columns_of(verdict.statistics),
        "wall": monotonic() - start,
        "answer": verdict.answer,
        "reason": "time" if verdict.answer == "unknown" else None,
        "checked": "path" if verdict.answer == "yes" else "none",
        "method": verdict.method,
        "peak_mb": peak_mb(os.getpid()) or None,
    }


@cache
def _warm(method: Source) -> None:
    """Decide a ring once, so that nobody measures how long a library loads."""
    crewsat.hamiltonian_path(crewsat.graph("cycle", 5), method=method)
