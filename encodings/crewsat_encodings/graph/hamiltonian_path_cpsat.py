"""Hamiltonian path as one circuit constraint for CP-SAT.

A path is a circuit through an additional node 0, from which it starts and to which it returns. The arcs are 0 → v for
every vertex that may be first, v → 0 for every vertex, and both directions of every edge: 2|E| + 2n variables, one
constraint. It knows nothing of cards: this is the other side of the cross-checks of the reduction to The Crew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ortools.sat.python import cp_model

    from crewsat.problems.graph.graph import Graph


class Encoding:
    """A graph as a model, and the way back from the values to a path.

    Args:
        graph: with at least one vertex.
        starts: the vertices the path may start at; None: any.
    """

    def __init__(self, graph: Graph, starts: Collection[int] | None = None) -> None:
        from ortools.sat.python import cp_model  # noqa: PLC0415 - takes two seconds

        self.model: cp_model.CpModel = cp_model.CpModel()
        first = graph.vertices if starts is None else sorted(set(starts))
        self._arcs = [(0, v) for v in first] + [(v, 0) for v in graph.vertices]
        self._arcs += [arc for u, v in graph.edges for arc in ((u, v), (v, u))]
        literals = [self.model.new_bool_var(f"{u} to {v}") for u, v in self._arcs]
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
