"""Graphs as one line of printable characters: graph6, sparse6, digraph6, of which a file may have many.

The first two are decoded by networkx, which does not know the third
(https://users.cecs.anu.edu.au/~bdm/data/formats.txt).
"""

from __future__ import annotations

import re
from io import StringIO

from crewsat.problems.graph.edges import Edges, numbered, refused, undirected
from crewsat.problems.graph.foreign import read
from crewsat.problems.graph.graph import MOST_VERTICES, Graph

_LONGEST_LINE = 4 + (MOST_VERTICES * (MOST_VERTICES - 1) // 2 * 22 + 5) // 6
"""No graph of at most `MOST_VERTICES` vertices has a longer line in graph6, sparse6 or digraph6."""


def lines_of_graphs(text: str) -> list[str]:
    """Return the graphs in graph6, sparse6 and digraph6, one per line, without headers."""
    words = (re.sub("^>>(graph|sparse|digraph)6<<", "", line.strip()) for line in StringIO(text, newline=None))
    return [word for word in words if word]


def is_line_of_graph(word: str) -> bool:
    """Return whether a word is a graph in one of these formats: graph6 encodes its own length."""
    if word[0] in ":&":
        return bool(re.fullmatch("[?-~]+", word[1:]))
    if not re.fullmatch("[?-~]+", word):
        return False
    vertices, start = _size(word)
    return len(word) == start + (vertices * (vertices - 1) // 2 + 5) // 6


def _size(word: str) -> tuple[int, int]:
    """Return the number of vertices with which a word begins, and the length of that number."""
    values = [ord(character) - 63 for character in word[:8]]
    if values[0] < 63:
        return values[0], 1
    if values[1:2] != [63]:
        return sum(value << shift for value, shift in zip(values[1:4], (12, 6, 0), strict=False)), 4
    return sum(value << shift for value, shift in zip(values[2:8], range(30, -1, -6), strict=False)), 8


def line_of_graph(word: str) -> Graph:
    """Read one graph in graph6, sparse6 (with a colon first) or digraph6 (with an ampersand).

    Raises:
        InvalidInstance: if it cannot be read.
    """
    import networkx as nx  # noqa: PLC0415 - half a second

    form = {":": "sparse6", "&": "digraph6"}.get(word[0], "graph6")
    data = word.removeprefix("&") if form == "digraph6" else word
    if not re.fullmatch("[?-~]+", data.removeprefix(":")):  # networkx reads others as well, as nonsense
        raise refused(f"is not valid {form}; allowed: characters from ? to ~")
    if len(word) > _LONGEST_LINE or _size(data.removeprefix(":"))[0] > MOST_VERTICES:
        raise refused(f"has too many vertices; allowed: {MOST_VERTICES}")
    if form == "digraph6":
        return _digraph6(data)
    decode = nx.from_sparse6_bytes if form == "sparse6" else nx.from_graph6_bytes
    found = read(lambda: decode(word.encode()), form)
    edges = Edges()
    for u, v in found.edges():
        edges.add(0, u + 1, v + 1, f"{u + 1} {v + 1}")
    return numbered(edges, len(found))


def _digraph6(data: str) -> Graph:
    vertices, start = _size(data)
    bits = "".join(f"{ord(character) - 63:06b}" for character in data[start:])
    if len(bits) != -(-(vertices**2) // 6) * 6:
        raise refused("is not valid digraph6 (wrong length)")
    edges = Edges()
    for k in (k for k in range(vertices**2) if bits[k] == "1"):
        u, v = k // vertices + 1, k % vertices + 1
        edges.add(0, u, v, f"{u} {v}")
    edges.check()
    undirected(edges)
    return numbered(edges, vertices)
