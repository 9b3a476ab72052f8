"""Whether a graph has a Hamiltonian path, decided on the graph."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.base.errors import BugFound, Stopped, WrongOption
from crewsat.base.stopwatch import Stopwatch, cpu_seconds
from crewsat.base.wording import alternatives, visible
from crewsat.engine.building import build
from crewsat.engine.sources.verdict import SourceVerdict, limits_of
from crewsat.games.verdict import Statistics
from crewsat.problems.graph.exhaustive import find_path

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.games.verdict import Answer
    from crewsat.problems.graph.graph import Graph

PathMethod = Literal["auto", "circuit", "exhaustive"]
PATH_METHODS: tuple[PathMethod, ...] = get_args(PathMethod)
TINY = 9
"""Up to this many vertices, exhaustive search is faster than loading a solver."""

MOST_EXHAUSTIVE = 22
"""More vertices would need too much memory: 2^n numbers."""


@dataclass(frozen=True, slots=True)
class PathVerdict(SourceVerdict):
    """Whether a graph has a Hamiltonian path; by ``circuit`` (CP-SAT) or ``exhaustive`` search.

    Attributes:
        path: for a yes, the vertices in order, by their numbers.
    """

    path: tuple[int, ...] | None = None


def hamiltonian_path(
    graph: Graph,
    *,
    starts: Collection[int] | None = None,
    method: PathMethod = "auto",
    time_limit: float | None = None,
) -> PathVerdict:
    """Decide whether a graph has a Hamiltonian path.

    Args:
        graph: with at least one vertex.
        starts: the vertices the path may start at; None: any.
        method: ``circuit`` is the circuit constraint of CP-SAT, ``exhaustive`` tries everything (no time limit),
            ``auto`` takes the latter for tiny graphs.
        time_limit: seconds of wall time.

    Raises:
        WrongOption: for a graph without vertices, an unknown method, a start that is not a vertex, or more vertices
            than exhaustive search can handle.
    """
    _check(graph, starts, method)
    began = cpu_seconds()
    if method == "exhaustive" or (method == "auto" and len(graph.names) <= TINY):
        path = find_path(graph, starts)
        verdict = PathVerdict("no" if path is None else "yes", "exhaustive", path)
    else:
        verdict = _by_circuit(graph, starts, time_limit)
    if verdict.path is not None:
        why = graph.why_no_hamiltonian_path(verdict.path)
        if why is not None or (starts is not None and verdict.path[0] not in starts):
            raise BugFound(f"{verdict.method} found no Hamiltonian path of {graph.as_dict()}: {verdict.path}")
    return replace(verdict, statistics=replace(verdict.statistics, cpu_seconds=cpu_seconds() - began))


def _check(graph: Graph, starts: Collection[int] | None, method: PathMethod) -> None:
    """Check that the question makes sense and that the method can handle the graph.

    Raises:
        WrongOption: if not.
    """
    if method not in PATH_METHODS:
        raise WrongOption(f"unknown method '{visible(method)}'{alternatives(method, PATH_METHODS)}")
    n = len(graph.names)
    if not n or (method == "exhaustive" and n > MOST_EXHAUSTIVE):
        raise WrongOption(f"{n} vertices; allowed: 1 to {MOST_EXHAUSTIVE if method == 'exhaustive' else 'any number'}")
    strange = [v for v in starts or () if type(v) is not int or v not in graph.vertices]
    if strange:
        raise WrongOption(f"there is no vertex {visible(strange[0])} to start at; allowed: numbers from 1 to {n}")


def _by_circuit(graph: Graph, starts: Collection[int] | None, time_limit: float | None) -> PathVerdict:
    from crewsat.solvers import cpsat  # noqa: PLC0415 - needed for larger graphs only
    from crewsat_encodings.graph.hamiltonian_path_cpsat import Encoding  # noqa: PLC0415

    limits = limits_of(time_limit)
    watch = Stopwatch()
    try:
        encoding = build(Encoding, graph, limits, starts=starts)
    except Stopped as stopped:
        return PathVerdict("unknown", "circuit", reason=stopped.reason)
    times = watch.lap("encode")
    outcome = cpsat.solve(encoding.model, deadline=limits.deadline, parameters=cpsat.ONE_WORKER)
    known: dict[str, Any] = {**times, **outcome.times, **outcome.counters}
    statistics = Statistics(**known)
    answers: dict[str, Answer] = {"satisfiable": "yes", "unsatisfiable": "no", "unknown": "unknown"}
    path = encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
    return PathVerdict(answers[outcome.status], "circuit", path, reason=outcome.reason, statistics=statistics)
