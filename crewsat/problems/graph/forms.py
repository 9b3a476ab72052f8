"""How a graph is written: known by the name of its file, or guessed from its first lines.

A file is an edge list if nothing else fits, so everything known not to be one is tested before.
"""

from __future__ import annotations

import re
from io import StringIO
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.base.errors import InvalidInstance
from crewsat.problems.graph import numbered
from crewsat.problems.graph.edge_lists import with_header
from crewsat.problems.graph.edges import refused, rows_of
from crewsat.problems.graph.foreign import named_otherwise
from crewsat.problems.graph.graph6 import is_line_of_graph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.problems.graph.graph import Graph

Form = Literal[
    "edges", "csv", "adjlist", "graph6", "sparse6", "digraph6", "dimacs", "tsplib", "metis", "matrix",
    "gml", "graphml", "pajek", "json",
]  # fmt: skip
FORMS: tuple[Form, ...] = get_args(Form)

_SUFFIXES: dict[str, Form] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".adjlist": "adjlist",
    ".json": "json",
    ".gml": "gml",
    ".graphml": "graphml",
    ".g6": "graph6",
    ".graph6": "graph6",
    ".s6": "sparse6",
    ".sparse6": "sparse6",
    ".d6": "digraph6",
    ".digraph6": "digraph6",
    ".col": "dimacs",
    ".dimacs": "dimacs",
    ".hcp": "tsplib",
    ".tsp": "tsplib",
    ".metis": "metis",
    ".net": "pajek",
    ".paj": "pajek",
    ".pajek": "pajek",
}
_PACKED = (".gz", ".bz2", ".xz")

_BEGINNINGS: dict[str, Form] = {
    r">>graph6<<": "graph6",
    r">>sparse6<<": "sparse6",
    r">>digraph6<<": "digraph6",
    r"[{\[]": "json",
    r"<": "graphml",
    r"\*(network|vertices)\b": "pajek",
    r"(NAME|TYPE|COMMENT|DIMENSION|EDGE_DATA_FORMAT)\s*:": "tsplib",
}
_ANYWHERE: dict[str, Form] = {r"^\s*p\s+\S+\s+[0-9]": "dimacs", r"^\s*graph\s*\[": "gml"}


def form_of_name(name: str) -> Form | None:
    """Return how the graph in a file of this name is written, if its suffix says so."""
    path = PurePath(name)
    return _SUFFIXES.get((path.with_suffix("") if path.suffix in _PACKED else path).suffix.lower())


def form_of(text: str) -> Form:
    """Guess how a graph is written.

    Raises:
        InvalidInstance: for a format that is not read, or two that fit.
    """
    start = text.lstrip()
    for patterns, search in ((_BEGINNINGS, re.match), (_ANYWHERE, re.search)):
        for pattern, form in patterns.items():
            if search(pattern, start, re.MULTILINE | re.IGNORECASE):
                return form
    other = named_otherwise(text)
    if other is not None:
        raise refused(f"is in the format {other}, which is not read; allowed: {', '.join(FORMS)}")
    return _of_words(text)


def _of_words(text: str) -> Form:
    """Guess how lines of words are meant."""
    first, single = "", True
    for _, words in rows_of(text):
        first, single = first or words[0], len(words) == 1
        if not single:
            break
    if first and single:
        lines = (words[0] for _, words in rows_of(text))
        if all(map(is_line_of_graph, lines)) or (first == text.strip() and re.fullmatch("[?-~]+", first)):
            beginnings: dict[str, Form] = {":": "sparse6", "&": "digraph6"}
            return beginnings.get(first[0], "graph6")
    if numbered.is_matrix(text):
        return "matrix"
    if _is_table(text):
        return "csv"
    return "metis" if _is_metis(text) else "edges"


def _is_table(text: str) -> bool:
    """Return whether every line has a comma or a semicolon, or a tab between names of several words."""

    def everywhere(delimiter: str) -> bool:
        return all(delimiter in line for line in _lines_of(text))

    if not any(_lines_of(text)):
        return False
    if everywhere(",") or everywhere(";"):
        return True
    return everywhere("\t") and any(len(line.split()) > line.count("\t") + 1 for line in _lines_of(text))


def _lines_of(text: str) -> Iterator[str]:
    """Yield the lines that are neither empty nor comments."""
    return (line for line in StringIO(text, newline=None) if line.strip() and not line.startswith("#"))


def _is_metis(text: str) -> bool:
    """Return whether the numbers of neighbours in all lines fit, and not those of an edge list.

    Raises:
        InvalidInstance: if both fit.
    """
    if not _may_be_metis(text):
        return False
    try:
        found = numbered.metis(text)
    except InvalidInstance:
        return False
    other = with_header(text)
    if other is not None and not _same(found, other):
        words = "may be METIS, or an edge list after its size"
        raise refused(f"{words}; --format metis, or remove the first line")
    return True


def _may_be_metis(text: str) -> bool:
    """Return whether the first line gives numbers of vertices and edges that fit the other lines and their words."""
    rows = (words for _, words in rows_of(text, "%"))
    head = next(rows, [])
    if len(head) not in {2, 3} or not all(re.fullmatch("[0-9]{1,5}", word) for word in head):
        return False
    words = [len(row) for row in islice(rows, int(head[0]) + 1)]
    return 0 < len(words) <= int(head[0]) and sum(words) == 2 * int(head[1])


def _same(one: Graph, other: Graph) -> bool:
    """Return whether two graphs on the vertices 1 to n have the same edges."""
    return {*one.names} == {*other.names} and _edges(one) == _edges(other)


def _edges(graph: Graph) -> set[frozenset[str]]:
    return {frozenset(graph.named(edge)) for edge in graph.edges}
