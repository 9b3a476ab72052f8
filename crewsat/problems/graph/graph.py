"""Undirected graphs as frozen values: vertices with names, numbered from 1, and edges as pairs of numbers.

A graph is stored in the notes of the instance made from it and read back from there, so it is plain data with a JSON
form; for anything else one does with graphs, `to_networkx` converts it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    import networkx as nx

MOST_VERTICES = 1000
"""Families and files make no larger graphs: their games would have more than a million cards, too many for a file."""


@dataclass(frozen=True)
class Graph:
    """An undirected graph without loops and without parallel edges.

    Attributes:
        names: the names of the vertices, all different; vertex v is ``names[v - 1]``.
        edges: pairs (u, v) with u < v, sorted, no pair twice.
    """

    names: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if not all(isinstance(name, str) for name in self.names):
            raise _wrong("vertices", "is not a list of names")
        if not all(map(_is_pair, self.edges)):
            raise _wrong("edges", "is not a list of pairs of numbers")
        if len(set(self.names)) < len(self.names):
            twice = Counter(self.names).most_common(1)[0][0]
            raise _wrong("vertices", f"two vertices are called '{visible(twice)}'")
        seen: set[tuple[int, int]] = set()
        for k, (u, v) in enumerate(self.edges):
            if not (1 <= u <= len(self.names) and 1 <= v <= len(self.names)):
                raise _wrong(
                    f"edges[{k}]", f"{visible(u)} {visible(v)} is not a pair of vertices 1 to {len(self.names)}"
                )
            if u == v:
                raise _wrong(f"edges[{k}]", f"vertex {u} is joined to itself; allowed: two different vertices")
            if (min(u, v), max(u, v)) in seen:
                raise _wrong(f"edges[{k}]", f"the edge {u} {v} appears twice")
            seen.add((min(u, v), max(u, v)))
        object.__setattr__(self, "edges", tuple(sorted(seen)))

    @classmethod
    def numbered(cls, vertices: int, edges: Iterable[Sequence[int]]) -> Graph:
        """Return the graph on the vertices 1 to n, named by their numbers.

        Raises:
            InvalidInstance: for a loop, a duplicate edge, or a vertex that does not exist.
        """
        return cls(tuple(map(str, range(1, vertices + 1))), tuple((u, v) for u, v in edges))

    @classmethod
    def from_networkx(cls, graph: nx.Graph) -> Graph:
        """Return a networkx graph in this form; vertices keep their order and their names as text.

        Vertex v is ``list(graph)[v - 1]``, which maps a path back to the nodes.

        Raises:
            InvalidInstance: for a loop or parallel edges; direction is ignored, so a directed graph with an edge both
                ways has it twice.
        """
        number: dict[Hashable, int] = {vertex: k for k, vertex in enumerate(graph, 1)}
        return cls(tuple(map(str, number)), tuple((number[u], number[v]) for u, v in graph.edges()))

    def to_networkx(self) -> nx.Graph:
        """Return the graph for networkx; its nodes are the numbers, with the attribute ``name``."""
        import networkx as nx  # noqa: PLC0415 - half a second

        graph = nx.Graph()
        graph.add_nodes_from((v, {"name": name}) for v, name in zip(self.vertices, self.names, strict=True))
        graph.add_edges_from(self.edges)
        return graph

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Graph:
        """Read the JSON object back.

        Raises:
            InvalidInstance: if it is not a graph.
        """
        names, edges = data.get("vertices"), data.get("edges")
        for place, what, of in (("vertices", names, "names"), ("edges", edges, "pairs of numbers")):
            if not isinstance(what, (list, tuple)):
                raise _wrong(place, f"is not a list of {of}")
        return cls(tuple(names or ()), tuple(edges or ()))

    def as_dict(self) -> dict[str, Any]:
        """Return the graph as a JSON object."""
        return {"vertices": list(self.names), "edges": [list(edge) for edge in self.edges]}

    @property
    def vertices(self) -> range:
        """The numbers of the vertices: 1 to n."""
        return range(1, len(self.names) + 1)

    @cached_property
    def neighbours(self) -> dict[int, tuple[int, ...]]:
        """The neighbours of every vertex, in ascending order."""
        found: dict[int, list[int]] = {v: [] for v in self.vertices}
        for u, v in self.edges:
            found[u].append(v)
            found[v].append(u)
        return {v: tuple(sorted(those)) for v, those in found.items()}

    @property
    def isolated(self) -> int:
        """The number of vertices without edges."""
        return len(self.names) - len({v for edge in self.edges for v in edge})

    def summary(self) -> str:
        """Return the size of the graph in words."""
        isolated = f"{self.isolated or 'none'} isolated"
        vertices = "1 vertex" if len(self.names) == 1 else f"{len(self.names)} vertices"
        return f"{vertices}, {counted(len(self.edges), 'edge')}, {isolated}"

    def size(self) -> dict[str, int]:
        """Return the size of the graph as a JSON object."""
        return {"vertices": len(self.names), "edges": len(self.edges), "isolated": self.isolated}

    def named(self, path: Iterable[int]) -> list[str]:
        """Return the names of these vertices."""
        return [self.names[v - 1] for v in path]

    def why_no_hamiltonian_path(self, path: Sequence[int]) -> str | None:
        """Return what keeps a sequence of vertices from being a Hamiltonian path, or None if it is one."""
        strange = [v for v in path if type(v) is not int or v not in self.vertices]
        if strange:
            return f"there is no vertex {visible(strange[0])}"
        number = Counter(path)
        for v in self.vertices:
            if number[v] != 1:
                return f"vertex {visible(self.names[v - 1])} is visited {'twice' if number[v] > 1 else 'never'}"
        for u, v in pairwise(path):
            if v not in self.neighbours[u]:
                one, other = map(visible, self.named((u, v)))
                return f"vertices {one} and {other} are not adjacent"
        return None


def _is_pair(edge: object) -> bool:
    return isinstance(edge, (list, tuple)) and len(edge) == 2 and all(type(v) is int for v in edge)


def _wrong(place: str, message: str) -> InvalidInstance:
    return InvalidInstance([Defect(place, message)])
