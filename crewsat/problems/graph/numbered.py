"""Graphs on the vertices 1 to n: DIMACS, TSPLIB, METIS, and matrices."""

from __future__ import annotations

import re
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from crewsat.base.wording import visible
from crewsat.problems.graph.edges import Edges, numbered, refused, rows_of, undirected
from crewsat.problems.graph.graph import MOST_VERTICES, Graph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NUMBER = re.compile("[0-9]{1,5}")
_OTHER_LINES = "cndvx"
"""Ignored lines of DIMACS: comments, and data of vertices and whole graphs."""


def dimacs(text: str) -> Graph:
    """Read the format of the DIMACS challenges: ``p edge N M`` and lines ``e u v``; M reveals a truncated file.

    Lines that describe vertices (``n``) or the origin of the graph (``d``, ``v``, ``x``) are ignored.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    edges = Edges()
    sizes: tuple[int, int] | None = None
    for line, words in rows_of(text):
        if words[0] == "p":
            if sizes is None:
                sizes = _dimacs_sizes(line, words)
            else:
                edges.wrong(line, "there is a second 'p …' line")
        elif words[0] == "e" and sizes is not None:
            _add_pair(edges, line, words[1:], sizes[0], "e and ")
        elif words[0] == "e":
            raise refused("comes before the 'p edge …' line", line)
        elif words[0] not in _OTHER_LINES and not words[0].startswith("c"):
            said = visible(" ".join(words))
            edges.wrong(line, f"'{said}' is not understood; allowed: lines that start with c, p or e")
    if sizes is None:
        edges.wrong(0, "there is no 'p edge …' line")
    edges.check()
    vertices, promised = sizes or (0, 0)
    if promised not in {len(edges.lines), len(edges.found)}:
        raise refused(f"the number of 'e …' lines is {len(edges.lines)}, not {promised} as 'p …' says")
    return numbered(edges, vertices)


def _dimacs_sizes(line: int, words: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of a line ``p edge N M``; without them nothing else can be read."""
    said = visible(" ".join(words))
    if re.fullmatch("p (edges?|col) [0-9]{1,9} [0-9]{1,9}", said) and int(words[2]) <= MOST_VERTICES:
        return int(words[2]), int(words[3])
    allowed = f"p edge VERTICES EDGES, with at most {MOST_VERTICES} vertices"
    raise refused(f"'{said}' is not understood; allowed: {allowed}", line)


def _add_pair(edges: Edges, line: int, words: Sequence[str], vertices: int, before: str = "") -> None:
    """Note the edge between two vertices, or what is wrong with it."""
    pair = [int(word) for word in words if _NUMBER.fullmatch(word)]
    said = visible(before.removesuffix("and ") + " ".join(words))
    if len(words) != 2 or len(pair) != 2 or not all(1 <= v <= vertices for v in pair):
        edges.wrong(line, f"'{said}' is not an edge; allowed: {before}two vertices from 1 to {vertices}")
    else:
        edges.add(line, pair[0], pair[1], said)


_KEY = re.compile(r"\s*([A-Z_]+)\s*(?::\s*(.*?))?\s*")
_OF_TSPLIB = ("NAME", "COMMENT", "TYPE", "DIMENSION", "EDGE_DATA_FORMAT", "EDGE_DATA_SECTION", "EOF")


def tsplib(text: str) -> Graph:
    """Read the graph of a Hamiltonian cycle problem of TSPLIB (Reinelt, "TSPLIB 95", section 1).

    ``EDGE_DATA_FORMAT`` is ``EDGE_LIST``, pairs of vertices, or ``ADJ_LIST``, a vertex and its neighbours in a row that
    ends with -1; -1 ends the section.

    Raises:
        InvalidInstance: for what is not understood, or with every edge that is wrong.
    """
    given: dict[str, str] = {}
    lines = enumerate(StringIO(text, newline=None), 1)
    for line, content in lines:
        found = _KEY.fullmatch(content)
        if found is None or found[1] not in _OF_TSPLIB:
            if content.strip():
                raise refused(f"'{visible(content.strip())}' is not understood; allowed: {', '.join(_OF_TSPLIB)}", line)
            continue
        given[found[1]] = found[2] or ""
        if found[1] == "EDGE_DATA_SECTION":
            break
    vertices = _tsplib_size(given)
    words = ((line, word) for line, content in lines for word in content.split())
    edges = Edges()
    (_adjacency_section if given["EDGE_DATA_FORMAT"] == "ADJ_LIST" else _edge_section)(edges, words, vertices)
    return numbered(edges, vertices)


def _tsplib_size(given: dict[str, str]) -> int:
    """Return the number of vertices, if the rest of the header fits."""
    if given.get("TYPE") != "HCP":
        raise refused(f"TYPE '{visible(given.get('TYPE', ''))}' is not read; allowed: HCP, Hamiltonian cycle problems")
    if given.get("EDGE_DATA_FORMAT") not in {"EDGE_LIST", "ADJ_LIST"}:
        said = visible(given.get("EDGE_DATA_FORMAT", ""))
        raise refused(f"EDGE_DATA_FORMAT '{said}' is not read; allowed: EDGE_LIST, ADJ_LIST")
    if "EDGE_DATA_SECTION" not in given:
        raise refused("there is no EDGE_DATA_SECTION")
    size = given.get("DIMENSION", "")
    if not _NUMBER.fullmatch(size) or int(size) > MOST_VERTICES:
        raise refused(f"DIMENSION '{visible(size)}' is not a number of vertices; allowed: up to {MOST_VERTICES}")
    return int(size)


def _edge_section(edges: Edges, words: Iterator[tuple[int, str]], vertices: int) -> None:
    pair: list[str] = []
    for line, word in words:
        if word == "-1":
            if pair:
                _add_pair(edges, line, pair, vertices)
            _check_end(words)
            return
        pair.append(word)
        if len(pair) == 2:
            _add_pair(edges, line, pair, vertices)
            pair = []
    raise refused("EDGE_DATA_SECTION does not end with -1")


def _adjacency_section(edges: Edges, words: Iterator[tuple[int, str]], vertices: int) -> None:
    row: list[str] = []
    for line, word in words:
        if word != "-1" and row:
            _add_pair(edges, line, [row[0], word], vertices)
        elif word != "-1":
            row = [word]
        elif row:
            row = []
        else:
            _check_end(words)
            return
    raise refused("EDGE_DATA_SECTION does not end with -1")


def _check_end(words: Iterator[tuple[int, str]]) -> None:
    line, word = next(words, (0, "EOF"))
    if word != "EOF":
        raise refused(f"'{visible(word)}' is not understood; allowed: EOF after the edges", line)


def metis(text: str) -> Graph:
    """Read the format of METIS and Chaco: ``N M``, and a line of neighbours for each vertex; ``%`` starts a comment.

    Raises:
        InvalidInstance: for weights, or a graph that is not what the first line says, or directed.
    """
    lines = ((k, row.split()) for k, row in enumerate(StringIO(text, newline=None), 1) if row.lstrip()[:1] != "%")
    line, head = next(((k, words) for k, words in lines if words), (1, []))
    vertices, promised = _metis_sizes(line, head)
    rows = list(islice(lines, vertices))
    extra = next((k for k, words in lines if words), None)
    if extra is not None:
        raise refused(f"there are more lines of neighbours than the first line says, {vertices}", extra)
    edges = Edges()
    for v, (at, words) in enumerate(rows, 1):
        if len(words) >= vertices:
            raise refused(f"there are {len(words)} neighbours; allowed: fewer than vertices, {vertices}", at)
        for word in words:
            _add_pair(edges, at, [str(v), word], vertices)
    edges.check()
    undirected(edges)
    if len(edges.found) != promised:
        raise refused(f"the number of edges is {len(edges.found)}, not {promised} as the first line says")
    return numbered(edges, vertices)


def _metis_sizes(line: int, head: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of vertices and edges in the first line."""
    if len(head) not in {2, 3} or not all(map(_NUMBER.fullmatch, head)) or int(head[0]) > MOST_VERTICES:
        allowed = f"the numbers of vertices, at most {MOST_VERTICES}, and of edges"
        raise refused(f"'{visible(' '.join(head))}' is not understood; allowed: {allowed}", line)
    if len(head) == 3 and int(head[2]):
        raise refused("weights are not read; allowed: vertices and edges without weights", line)
    return int(head[0]), int(head[1])


def _cells_of(text: str) -> list[list[str]]:
    """Return the cells of a possible matrix, separated by blanks, commas or semicolons, or of one character each.

    Raises:
        InvalidInstance: for too many rows.
    """
    lines = [line.strip().rstrip(",;") for line in islice(StringIO(text.strip(), newline=None), MOST_VERTICES + 1)]
    if len(lines) > MOST_VERTICES:
        raise refused(f"there are more than {MOST_VERTICES} rows, the limit")
    rows = [re.split(r"[,;\s]+", line) for line in lines if line]
    return [list(row[0]) for row in rows] if all(len(row) == 1 for row in rows) else rows


def is_matrix(text: str) -> bool:
    """Return whether a text is a square of zeros and ones, of at least 3 rows unless it can be nothing else."""
    if not re.fullmatch(r"[01,;\s]+", text) or text.count("\n") > MOST_VERTICES:
        return False
    rows = _cells_of(text)
    together = len(text.split()) == len(rows)
    return len(rows) >= 2 + (not together) and all(len(row) == len(rows) for row in rows)


def matrix(text: str) -> Graph:
    """Read an adjacency matrix: square, of zeros and ones, and symmetric.

    Raises:
        InvalidInstance: with what is wrong.
    """
    rows = _cells_of(text)
    edges = Edges()
    for u, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise refused(f"row {u} has {len(row)} columns, and there are {len(rows)} rows; allowed: a square")
        strange = next((cell for cell in row if cell not in {"0", "1"}), None)
        if strange is not None:
            raise refused(f"row {u}: '{visible(strange)}' is not an entry; allowed: 0 and 1")
        for v, cell in enumerate(row, 1):
            if cell == "1":
                edges.add(0, u, v, f"{u} {v}")
    edges.check()
    undirected(edges)
    return numbered(edges, len(rows))
