"""The source of the graphs for the claims of section 6, and what is known about them and their deals.

The truth about a graph is found without cards, by exhaustive search or a circuit constraint; a deal is decided by
`crewsat.decide`. All graphs of up to six vertices are tried, one of each kind (networkx has an atlas of them), then
random ones.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from crewsat.engine.frontend import decide
from crewsat.engine.sources import hamiltonian_path
from crewsat.problems.graph.families import gnp
from crewsat.problems.graph.graph import Graph
from crewsat.reductions.hamiltonian_path_to_crew import Reduction, reduce
from crewsat.studies.audit.claims import Domain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.crew.instance import Crew
    from crewsat.games.verdict import Verdict
    from crewsat.studies.audit.claims import Chunk

MOST_VERTICES_OF_DETAILS = 5
"""Readings that need several deals per graph (each leader, each way of dealing) are tried on graphs up to this size."""

MOST_VERTICES_OF_VARIANTS = 12
"""Corollary 6.4 and theorem 6.5 are tried on graphs up to this size, lemma 6.2 on all."""


@dataclass(frozen=True)
class Source:
    """A case: a graph, and the answers about it and its deals that have been requested."""

    graph: Graph
    _known: dict[Reduction, Verdict] = field(default_factory=dict)

    @cached_property
    def has_path(self) -> bool:
        """Whether there is a Hamiltonian path."""
        return hamiltonian_path(self.graph).answer == "yes"

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.graph.names)

    def deal(self, reduction: Reduction) -> Crew:
        """Return the graph as a deal."""
        return reduce(self.graph, reduction)

    def verdict(self, reduction: Reduction) -> Verdict:
        """Return what is known about the deal."""
        if reduction not in self._known:
            self._known[reduction] = decide(self.deal(reduction))
        return self._known[reduction]

    def won(self, reduction: Reduction) -> bool:
        """Return whether the crew can win the deal."""
        return bool(self.verdict(reduction))


def size_of(source: Source) -> tuple[int, ...]:
    """Return the size of a case: vertices, then edges."""
    return source.n, len(source.graph.edges)


def _chunks(thorough: bool) -> Sequence[Chunk]:
    atlas = [
        ("atlas", n, part, parts)
        for n, parts in ((1, 1), (2, 1), (3, 1), (4, 1), (5, 2), (6, 12))
        for part in range(parts)
    ]
    return [*atlas, *(("random", seed, int(thorough)) for seed in range(200 if thorough else 8))]


def _cases(kind: str, first: int, part: int = 0, parts: int = 1) -> Iterator[Source]:
    if kind == "atlas":
        yield from _all_graphs(first, part, parts)
    else:
        rng = random.Random(first)
        n = 8 + first % 9 if part else 7 + first % 4
        # Of such sparse graphs of these sizes, a third or more have a Hamiltonian path, and many have none.
        yield Source(gnp(n, min(1.0, (0.5 + rng.random()) * 3.2 / n), seed=first))


def _all_graphs(vertices: int, part: int, parts: int) -> Iterator[Source]:
    from networkx.generators.atlas import graph_atlas_g  # noqa: PLC0415 - half a second

    graphs = [graph for graph in graph_atlas_g() if len(graph) == vertices]
    for graph in graphs[part::parts]:
        edges = [(u + 1, v + 1) for u, v in graph.edges()]
        yield Source(Graph.numbered(vertices, edges))


DOMAINS = (
    Domain(
        "graphs",
        "all 208 graphs of 1 to 6 vertices up to isomorphism, and 8 random ones of 7 to 10",
        "all 208 graphs of 1 to 6 vertices up to isomorphism, and 200 random ones of 8 to 16",
        _chunks,
        _cases,
        size_of,
    ),
)
