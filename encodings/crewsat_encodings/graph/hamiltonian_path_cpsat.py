"""Hamiltonian path as one circuit constraint for CP-SAT.

A path is a circuit through an additional node 0, from which it starts and to which it returns. The arcs are 0 → v for
every vertex that may be first, v → 0 for every vertex, and both directions of every edge: 2|E| + 2n variables, one
constraint. It knows nothing about cards: it is the other side of the cross-checks of the reduction to The Crew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.base.formula import BYTES_PER_INTEGER, check_estimate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ortools.sat.python import cp_model

    from crewsat.problems.graph.graph import Graph


_CHECK_EVERY = 1024
"""The number of arcs between two looks at the clock."""


class Encoding:
    """A graph as a model, and the way back from the values to a path.

    Args:
        graph: with at least one vertex.
        starts: the vertices the path may start at; None for any.
        max_bytes: what its variables may be estimated to take.
        out_of_time: called now and then while the model is built; True means stop.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        graph: Graph,
        starts: Collection[int] | None = None,
        *,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes two seconds

        self.model: cp_model.CpModel = cp_model.CpModel()
        first = graph.vertices if starts is None else sorted(set(starts))
        self._arcs = [(0, v) for v in first] + [(v, 0) for v in graph.vertices]
        self._arcs += [arc for u, v in graph.edges for arc in ((u, v), (v, u))]
        check_estimate(BYTES_PER_INTEGER * len(self._arcs), max_bytes)
        literals: list[cp_model.IntVar] = []
        for u, v in self._arcs:
            if len(literals) % _CHECK_EVERY == 0 and out_of_time():
                raise Stopped("time")
            literals.append(self.model.new_bool_var(f"{u} to {v}"))
        if first:
            self.model.add_circuit([(u, v, literal) for (u, v), literal in zip(self._arcs, literals, strict=True)])
        else:
            self.model.add_bool_or([])  # CP-SAT would leave out a node without arcs

    def decode(self, values: Sequence[int]) -> tuple[int, ...]:
        """Return the vertices of the path in order."""
        follows = {u: v for (u, v), value in zip(self._arcs, values, strict=True) if value}
        path = [follows[0]]
        while follows[path[-1]]:
            path.append(follows[path[-1]])
        return tuple(path)
