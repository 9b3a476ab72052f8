"""Edges as they are read from a file, with their defects, and the words of its lines."""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import visible
from crewsat.problems.graph.graph import MOST_VERTICES, Graph

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = re.compile(r"\w[\w.'-]*")
"""The names that a vertex may have in a file of words."""
ALLOWED_NAMES = "letters and digits, and after the first one also . ' _ -"


def refused(message: str, line: int = 0) -> InvalidInstance:
    """Return an error with one message."""
    return InvalidInstance([Defect(f"line {line}" if line else "", message)])


def rows_of(text: str, *comments: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the words of each nonempty line, with its number from 1, without comments."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        for comment in comments:
            line = line.split(comment, 1)[0]  # noqa: PLW2901 - what is left of it
        words = line.split()
        if words:
            yield number, words


class Edges:
    """The edges of a graph as they are read, each defect with its line. An edge may appear once in each direction."""

    def __init__(self) -> None:
        self.lines: dict[tuple[int, int], int] = {}
        self.defects: list[Defect] = []
        self.numbers: dict[str, int] = {}
        """The numbers of the vertices, by name."""

    @property
    def found(self) -> set[tuple[int, int]]:
        """The edges, each once."""
        return {(min(edge), max(edge)) for edge in self.lines}

    def wrong(self, line: int, message: str) -> None:
        """Note a defect; a hostile file must not produce one for each of its lines.

        Raises:
            InvalidInstance: if there are too many.
        """
        self.defects.append(Defect(f"line {line}" if line else "", message))
        if len(self.defects) >= MOST_DEFECTS:
            self.check()

    def vertex(self, line: int, name: str) -> int:
        """Return the number of a vertex, a new one for a new name.

        Raises:
            InvalidInstance: for too many vertices.
        """
        number = self.numbers.setdefault(name, len(self.numbers) + 1)
        if number > MOST_VERTICES:
            self.wrong(line, f"this is vertex {number}; allowed: {MOST_VERTICES}")
            self.check()
        return number

    def add(self, line: int, u: int, v: int, words: str) -> None:
        """Note an edge."""
        if u == v:
            self.wrong(line, f"'{visible(words)}' joins a vertex to itself; allowed: two different vertices")
        elif (u, v) in self.lines:
            first = f", first in line {self.lines[u, v]}" if line else ""
            self.wrong(line, f"'{visible(words)}' appears twice{first}")
        else:
            self.lines[u, v] = line

    def join(self, line: int, one: str, other: str) -> None:
        """Note the edge between two vertices, by their names."""
        self.add(line, self.vertex(line, one), self.vertex(line, other), f"{one} {other}")

    def check(self) -> None:
        """Raise all defects.

        Raises:
            InvalidInstance: if there are any.
        """
        if self.defects:
            raise InvalidInstance(self.defects)

    def graph(self) -> Graph:
        """Return the graph of the vertices that have names.

        Raises:
            InvalidInstance: with all defects.
        """
        self.check()
        return Graph(tuple(self.numbers), tuple(self.found))


def numbered(edges: Edges, vertices: int) -> Graph:
    """Return the graph on the vertices 1 to n.

    Raises:
        InvalidInstance: with all defects.
    """
    edges.check()
    return Graph.numbered(vertices, edges.found)


def undirected(edges: Edges) -> None:
    """Check that every edge is present in both directions.

    Raises:
        InvalidInstance: for a directed graph.
    """
    one_way = next(((u, v) for u, v in edges.lines if (v, u) not in edges.lines), None)
    if one_way is not None:
        names = list(edges.numbers)
        u, v = (visible(names[k - 1] if names else k) for k in one_way)
        allowed = "allowed: undirected graphs, or every edge in both directions"
        raise refused(f"the graph is directed: there is an edge from {u} to {v}, and none back; {allowed}")
