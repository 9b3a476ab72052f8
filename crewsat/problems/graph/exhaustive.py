"""Hamiltonian path by exhaustive search over sets of vertices: the standard of truth for tiny graphs.

For every set of vertices that some path visits, at which of them can such a path end? (Held and Karp, "A dynamic
programming approach to sequencing problems", J. SIAM 10, 1962.) O(2^n · n) steps and 2^n numbers: 20 vertices take a
second or two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.problems.graph.graph import Graph


def find_path(graph: Graph, starts: Collection[int] | None = None) -> tuple[int, ...] | None:
    """Return a Hamiltonian path as vertices in order, or None if there is none.

    Args:
        graph: with at least one vertex.
        starts: the vertices the path may start at; None: any.
    """
    n = len(graph.names)
    beside = [sum(1 << (u - 1) for u in graph.neighbours[v]) for v in graph.vertices]
    ends = [0] * (1 << n)  # ends[visited]: the vertices at which a path that visits exactly these can end
    for v in graph.vertices if starts is None else starts:
        ends[1 << (v - 1)] = 1 << (v - 1)
    for visited in range(1, 1 << n):
        for v in range(n):
            bit = 1 << v
            if visited & bit and ends[visited ^ bit] & beside[v]:
                ends[visited] |= bit
    path: list[int] = []
    visited, last = (1 << n) - 1, ends[-1]
    while visited:
        if not last:
            return None
        v = last.bit_length() - 1
        path.append(v + 1)
        visited ^= 1 << v
        last = ends[visited] & beside[v]
    return tuple(reversed(path))
