"""Families of graphs by name: what ``crewsat reduce hamiltonian-path petersen`` and ``cubic 20 --seed 3`` mean.

A family is a function here; its parameters are the words that follow the name, its docstring is its help. Random ones
draw from ``random.Random(seed).random()`` only, so a seed gives the same graph on every machine and version of Python.
"""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from crewsat.problems.graph.graph import MOST_VERTICES, Graph
from crewsat.problems.named_families import Families, insist

if TYPE_CHECKING:
    from collections.abc import Callable


def empty(n: int) -> Graph:
    """N vertices, no edge."""
    return Graph.numbered(n, [])


def path(n: int) -> Graph:
    """N vertices in a row."""
    return Graph.numbered(n, pairwise(range(1, n + 1)))


def cycle(n: int) -> Graph:
    """N vertices in a ring, at least 3."""
    insist(n >= 3, f"a cycle has at least 3 vertices, not {n}")
    return Graph.numbered(n, [*pairwise(range(1, n + 1)), (1, n)])


def star(n: int) -> Graph:
    """Vertex 1 joined to N others: no Hamiltonian path if N is 3 or more."""
    return Graph.numbered(n + 1, ((1, v) for v in range(2, n + 2)))


def complete(n: int) -> Graph:
    """N vertices, all joined."""
    return Graph.numbered(n, combinations(range(1, n + 1), 2))


def complete_bipartite(a: int, b: int) -> Graph:
    """A vertices joined to B others: a Hamiltonian path iff A and B differ by at most 1."""
    return Graph.numbered(a + b, ((u, a + v) for u in range(1, a + 1) for v in range(1, b + 1)))


def grid(a: int, b: int) -> Graph:
    """A rows of B vertices."""
    insist(a * b <= MOST_VERTICES, f"a grid has at most {MOST_VERTICES} vertices, not {a * b}")
    across = [(r * b + c, r * b + c + 1) for r in range(a) for c in range(1, b)]
    down = [(r * b + c, r * b + c + b) for r in range(a - 1) for c in range(1, b + 1)]
    return Graph.numbered(a * b, across + down)


def petersen() -> Graph:
    """The Petersen graph: 10 vertices, cubic, with Hamiltonian paths but no Hamiltonian cycle."""
    ring = [(v, v % 5 + 1) for v in range(1, 6)]
    spokes = [(v, v + 5) for v in range(1, 6)]
    pentagram = [(v + 5, (v + 1) % 5 + 6) for v in range(1, 6)]
    return Graph.numbered(10, ring + spokes + pentagram)


def gnp(n: int, p: float, *, seed: int) -> Graph:
    """N vertices, each two joined with probability P; Hamiltonian from about P = ln N / N upwards."""
    insist(0.0 <= p <= 1.0, f"a probability is between 0 and 1, not {p}")
    rng = random.Random(seed)
    return Graph.numbered(n, [edge for edge in combinations(range(1, n + 1), 2) if rng.random() < p])


def cubic(n: int, *, seed: int) -> Graph:
    """N vertices with three neighbours each, N even and at least 4: ends of edges are paired at random.

    Pairings with a loop or a double edge are drawn again (about 7 times), so that every cubic graph is equally likely.
    """
    insist(n >= 4 and n % 2 == 0, f"a cubic graph has an even number of vertices, at least 4, not {n}")
    rng = random.Random(seed)
    while True:
        ends = [(rng.random(), v) for v in range(1, n + 1) for _ in range(3)]
        shuffled = [v for _, v in sorted(ends)]
        edges = {(min(pair), max(pair)) for pair in zip(shuffled[::2], shuffled[1::2], strict=True)}
        if len(edges) == 3 * n // 2 and all(u != v for u, v in edges):
            return Graph.numbered(n, sorted(edges))


FAMILIES: dict[str, Callable[..., Graph]] = {
    family.__name__.replace("_", "-"): family
    for family in (complete, complete_bipartite, cubic, cycle, empty, gnp, grid, path, petersen, star)
}
"""What may be asked for by name."""

TABLE = Families("graphs", MOST_VERTICES, FAMILIES)


def graph(name: str, *arguments: float | str, seed: int | None = None) -> Graph:
    """Return a graph of a family.

    Args:
        name: of the family.
        arguments: its numbers, or their texts, in the order of its usage; none is larger than `MOST_VERTICES`.
        seed: of a random family, 0 if None; other families do not use it.

    Raises:
        WrongOption: for an unknown family, or arguments that do not fit it.
    """
    return TABLE.make(name, arguments, seed)
