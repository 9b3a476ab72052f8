"""Graphs from texts: edge lists, graph6, DIMACS.

An edge list has a line for each edge (two names) or isolated vertex (one name), ``#`` starts a comment; vertices are
numbered as they appear. DIMACS has ``p edge N M`` and lines ``e u v``, perhaps each edge in both directions; ``c``
starts a comment, and M tells a file that was cut off. graph6 is one line of printable characters, decoded by networkx
(https://users.cecs.anu.edu.au/~bdm/data/formats.txt).

A text may be hostile: its length, the number of vertices and that of messages are bounded before anything is built.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.errors import MOST_DEFECTS, Defect, InvalidInstance, WrongOption
from crewsat.problems.graph.graph import MOST_VERTICES, Graph
from crewsat.problems.texts import check_text
from crewsat.wording import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Form = Literal["edges", "graph6", "dimacs"]
FORMS: tuple[Form, ...] = get_args(Form)
MOST_CHARACTERS = 8 * 1024 * 1024
_HEADER = ">>graph6<<"
_LONGEST_GRAPH6 = 4 + (MOST_VERTICES * (MOST_VERTICES - 1) // 2 + 5) // 6


def form_of(text: str) -> Form:
    """Guess how a graph is written: by a line ``p edge N …``, by a single word on a single line, else an edge list."""
    if re.search(r"^p \S+ [0-9]", text, re.MULTILINE):
        return "dimacs"
    words = text.split(maxsplit=1)
    one_word = len(words) == 1 and re.fullmatch("[?-~]+", words[0])
    return "graph6" if text.startswith(_HEADER) or one_word else "edges"


def parse_graph(text: str, form: Form | None = None) -> Graph:
    """Read a graph.

    Args:
        text: the whole text.
        form: how it is written; guessed by `form_of` if None.

    Raises:
        InvalidInstance: with every line that cannot be read; a graph has at least one vertex.
        WrongOption: for an unknown form.
    """
    if form not in {None, *FORMS}:
        raise WrongOption(f"unknown format '{visible(form)}'; allowed: {', '.join(FORMS)}")
    check_text(text, MOST_CHARACTERS, "graph")
    graph = {"edges": _edge_list, "graph6": _graph6, "dimacs": _dimacs}[form or form_of(text)](text)
    if not graph.names:
        raise InvalidInstance([Defect("", "there is no vertex")])
    return graph


class _Edges:
    """Edges as they are read, each defect with its line.

    Args:
        both_ways: whether an edge may be there in both directions.
    """

    def __init__(self, *, both_ways: bool = False) -> None:
        self.lines: dict[tuple[int, int], int] = {}
        self.defects: list[Defect] = []
        self._both_ways = both_ways

    @property
    def found(self) -> set[tuple[int, int]]:
        """The edges, each once."""
        return {(min(edge), max(edge)) for edge in self.lines}

    def wrong(self, line: int, message: str) -> None:
        """Note a defect; a hostile file must not cost one for each of its lines."""
        if len(self.defects) < MOST_DEFECTS:
            self.defects.append(Defect(f"line {line}" if line else "", message))

    def add(self, line: int, u: int, v: int, words: str) -> None:
        """Note an edge."""
        edge = (u, v) if self._both_ways else (min(u, v), max(u, v))
        if u == v:
            self.wrong(line, f"'{visible(words)}' joins a vertex to itself; allowed: two different vertices")
        elif edge in self.lines:
            self.wrong(line, f"'{visible(words)}' appears twice, first in line {self.lines[edge]}")
        else:
            self.lines[edge] = line

    def check(self) -> None:
        """Tell all defects."""
        if self.defects:
            raise InvalidInstance(self.defects)


def _content(text: str, comment: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(StringIO(text, newline=None), 1):
        words = (line.split(comment, 1)[0] if comment else line).split()
        if words:
            yield number, words


def _edge_list(text: str) -> Graph:
    edges = _Edges()
    number: dict[str, int] = {}
    for line, words in _content(text, "#"):
        if len(words) > 2:
            said = visible(" ".join(words))
            edges.wrong(line, f"'{said}' is not an edge; allowed: two names, or one name for a vertex without edges")
            continue
        u, v = (number.setdefault(word, len(number) + 1) for word in (words[0], words[-1]))
        if len(number) > MOST_VERTICES:
            edges.wrong(line, f"this is vertex {len(number)}; allowed: {MOST_VERTICES}")
            break
        if len(words) == 2:
            edges.add(line, u, v, " ".join(words))
    edges.check()
    return Graph(tuple(number), tuple(edges.found))


def _dimacs(text: str) -> Graph:
    edges = _Edges(both_ways=True)
    sizes: tuple[int, int] | None = None
    for line, words in _content(text, ""):
        if words[0] == "p":
            if sizes is None:
                sizes = _dimacs_sizes(edges, line, words)
            else:
                edges.wrong(line, "there is a second 'p …' line")
        elif words[0] == "e":
            _add_dimacs_edge(edges, line, words, 0 if sizes is None else sizes[0])
        elif words[0] != "c":
            said = visible(" ".join(words))
            edges.wrong(line, f"'{said}' is not understood; allowed: lines that start with c, p or e")
    if sizes is None:
        edges.wrong(0, "there is no 'p edge …' line")
    edges.check()
    vertices, promised = sizes or (0, 0)
    if promised not in {len(edges.lines), len(edges.found)}:
        raise InvalidInstance([Defect("", f"there are {len(edges.lines)} 'e …' lines, not {promised} as 'p …' says")])
    return Graph.numbered(vertices, edges.found)


def _dimacs_sizes(edges: _Edges, line: int, words: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of a line ``p edge N M``, or 0 and 0 with a defect if it cannot be read."""
    said = visible(" ".join(words))
    if re.fullmatch("p (edge|col) [0-9]{1,9} [0-9]{1,9}", said) and int(words[2]) <= MOST_VERTICES:
        return int(words[2]), int(words[3])
    allowed = f"p edge VERTICES EDGES, with at most {MOST_VERTICES} vertices"
    edges.wrong(line, f"'{said}' is not understood; allowed: {allowed}")
    return 0, 0


def _add_dimacs_edge(edges: _Edges, line: int, words: Sequence[str], vertices: int) -> None:
    """Note the edge of a line ``e u v``, or what is wrong with it."""
    said = visible(" ".join(words))
    pair = [int(word) for word in words[1:] if re.fullmatch("[0-9]{1,5}", word)]
    if len(words) != 3 or len(pair) != 2 or not all(1 <= v <= vertices for v in pair):
        edges.wrong(line, f"'{said}' is not an edge; allowed: e and two vertices from 1 to {vertices}")
    else:
        edges.add(line, pair[0], pair[1], said)


def _graph6(text: str) -> Graph:
    import networkx as nx  # noqa: PLC0415 - half a second

    lines = text.split()
    if len(lines) != 1:
        raise InvalidInstance([Defect("", f"graph6 is one word on one line, not {len(lines)} words")])
    word = lines[0].removeprefix(_HEADER)
    if not re.fullmatch("[?-~]+", word):  # networkx reads characters below ? as well, as nonsense
        raise InvalidInstance([Defect("line 1", "is not valid graph6; allowed: characters from ? to ~")])
    if len(word) > _LONGEST_GRAPH6:
        raise InvalidInstance([Defect("line 1", f"has too many vertices; allowed: {MOST_VERTICES}")])
    try:
        found = nx.from_graph6_bytes(word.encode())
    except (nx.NetworkXError, ValueError, IndexError, OverflowError) as error:
        raise InvalidInstance([Defect("line 1", f"is not valid graph6 ({visible(error, 100)})")]) from None
    return Graph.numbered(len(found), ((u + 1, v + 1) for u, v in found.edges()))
