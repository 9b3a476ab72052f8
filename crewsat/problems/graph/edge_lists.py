"""Graphs as lists of edges: two names a line, with blanks, commas or tabs between; and as lists of neighbours.

networkx reads such files, too, but skips lines that it does not understand, and makes every word a vertex; here these
are errors with their line.
"""

from __future__ import annotations

import csv
import re
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING

from crewsat.base.wording import counted, visible
from crewsat.problems.graph.edges import ALLOWED_NAMES, NAME, Edges, refused, rows_of
from crewsat.problems.graph.graph import MOST_VERTICES, Graph

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Row = tuple[int, list[str]]

_DATA = re.compile(r"\s*+(\S++)\s++(\S++)\s++\{.*\}\s*", re.DOTALL)
"""How networkx writes edges with data."""
_CELL = re.compile(r"\w[\w.' -]*")
_ARROW = re.compile("<?-+>?")
_NUMBER = re.compile("[0-9]{1,9}")
COLUMNS = (
    *(("source", "target"), ("from", "to"), ("src", "dst"), ("fromnodeid", "tonodeid"), ("from_node", "to_node")),
    *(("node1", "node2"), ("vertex1", "vertex2"), ("node_1", "node_2"), ("u", "v"), ("start", "end")),
)
"""Names of the two columns in tables of edges."""
DELIMITERS = ",;\t|"


def edge_rows(text: str) -> Iterator[Row]:
    """Yield the words of the lines of an edge list; data in braces after an edge are ignored."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        data = _DATA.fullmatch(line) if "{" in line else None
        words = [data[1], data[2]] if data else line.split("#", 1)[0].split()
        if words:
            yield number, words


def edge_list(text: str) -> Graph:
    """Read an edge list: two names a line, one name for a vertex without edges, ``#`` before a comment.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    return _graph_of(edge_rows(text))


def guessed_edge_list(text: str, notes: list[str]) -> Graph:
    """Read what seems to be an edge list: its first line is a size or column names if it can be nothing else.

    A name alone in its line is a vertex only if some other line is an edge, and not if it looks like an edge itself.

    Args:
        text: the whole file.
        notes: what was guessed is added here.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    line, head = next(edge_rows(text), (0, []))
    if head and all(len(words) == 1 for _, words in edge_rows(text)):
        raise refused(f"'{visible(head[0])}' is a single word, as are all lines; {_may_be(text)}", line)
    _check_single_words(text)
    graph = with_header(text)
    said = f"line {line}, '{' '.join(head)}', is read as"
    if graph is not None:
        if len(head) == 2 or {*graph.names} != {*edge_list(text).names}:
            notes.append(f"{said} the size of the graph; {AS_EDGES}")
        return graph
    if len(head) == 2 and _are_columns(head, (words for _, words in _after_first(text))):
        notes.append(f"{said} names of columns; {AS_EDGES}")
        return _graph_of(_after_first(text))
    return edge_list(text)


AS_EDGES = "--format edges reads it as an edge"


def _after_first(text: str) -> Iterator[Row]:
    return islice(edge_rows(text), 1, None)


def _may_be(text: str) -> str:
    """Return what a file of single words may be."""
    words = [words[0] for _, words in islice(edge_rows(text), MOST_VERTICES)]
    if any("-" in word for word in words):
        return f"write an edge as two names with a blank between, '{visible(_ARROW.sub(' ', words[0], count=1))}'"
    if all(re.fullmatch("[01]+", word) for word in words):
        return "a matrix has as many rows as columns; --format matrix"
    if all(re.fullmatch("[?-~]+", word) for word in words):
        return "if it is a list of graphs, --format graph6; if these are vertices without edges, --format edges"
    return "if these are vertices without edges, --format edges"


def _check_single_words(text: str) -> None:
    """Check that single words are not edges: ``1-2``, or ``a-b`` where a and b are vertices."""
    names: set[str] | None = None
    for line, words in edge_rows(text):
        parts = re.split("-+", words[0]) if len(words) == 1 else []
        if len(parts) == 2:
            names = names or {word for _, row in edge_rows(text) if len(row) == 2 for word in row}
            if words[0] not in names and (names >= {*parts} or _are_numbers(parts)):
                raise refused(f"'{visible(words[0])}' may be an edge; write it as '{visible(' '.join(parts))}'", line)


def _are_numbers(words: Iterable[str]) -> bool:
    return all(map(_NUMBER.fullmatch, words))


def with_header(text: str) -> Graph | None:
    """Return the graph of an edge list whose first line gives its size, ``N M`` or ``N``; None if it does not.

    A size fits if there are M edges and at most N vertices: named 1 to N or 0 to N-1, or by other names, of which all N
    occur.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    _, head = next(edge_rows(text), (0, []))
    if not 1 <= len(head) <= 2 or not _are_numbers(head) or int(head[0]) > MOST_VERTICES:
        return None
    seen: dict[str, None] = {}
    lines = 0
    for _, words in _after_first(text):
        seen.update(dict.fromkeys(words))
        lines += 1
        if len(words) != 2 or len(seen) > int(head[0]):
            return None
    names = _names_of(int(head[0]), seen, counted=len(head) == 2)
    if names is None or not lines or (len(head) == 2 and not int(head[1]) <= lines <= 2 * int(head[1])):
        return None
    graph = _graph_of(_after_first(text), names)
    return graph if len(head) == 1 or int(head[1]) in {lines, len(graph.edges)} else None


def _names_of(size: int, seen: Mapping[str, None], *, counted: bool) -> Sequence[str] | None:
    """Return the names of `size` vertices, given those already seen; None if they do not fit."""
    for first in (1, 0):
        names = [str(v) for v in range(first, size + first)]
        if set(names) >= set(seen):
            return names
    return tuple(seen) if counted and len(seen) == size and not _are_numbers(seen) else None


def _are_columns(head: Sequence[str], rest: Iterable[Sequence[str]]) -> bool:
    """Return whether the first row of a table of edges names its two columns."""
    known = len(head) == 2 and (head[0].lower(), head[1].lower()) in COLUMNS
    if len(head) != 2 or any(map(_NUMBER.fullmatch, head)):
        return False
    row: Sequence[str] = ()
    for row in rest:
        if not {*head}.isdisjoint(row) or not (known or _are_numbers(filter(None, row))):
            return False
    return bool(row)


def _graph_of(rows: Iterable[Row], names: Sequence[str] = ()) -> Graph:
    """Return the graph of an edge list; some of its vertices may be known before."""
    edges = Edges()
    for name in names:
        edges.vertex(0, name)
    for line, words in rows:
        if len(words) > 2:
            said = visible(" ".join(words))
            edges.wrong(line, f"'{said}' is not an edge; allowed: two names, or one name for a vertex without edges")
            continue
        strange = next((word for word in words if not NAME.fullmatch(word)), None)
        if strange is not None:
            said = f"'{visible(strange)}' is not a name of a vertex; allowed: {ALLOWED_NAMES}"
            edges.wrong(line, f"{said}; an edge is two names with a blank between")
            break
        if len(words) == 2:
            edges.join(line, words[0], words[1])
        else:
            edges.vertex(line, words[0])
    return edges.graph()


def adjacency_list(text: str) -> Graph:
    """Read a list of neighbours: in each line a vertex and then its neighbours, each edge once or from both ends.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    edges = Edges()
    for line, words in rows_of(text, "#"):
        strange = next((word for word in words if not NAME.fullmatch(word)), None)
        if strange is not None:
            raise refused(f"'{visible(strange)}' is not a name of a vertex; allowed: {ALLOWED_NAMES}", line)
        edges.vertex(line, words[0])
        for neighbour in words[1:]:
            edges.join(line, words[0], neighbour)
    return edges.graph()


def table(text: str, notes: list[str]) -> Graph:
    """Read a table of edges: two columns separated by commas, semicolons or tabs, or two named ones among others.

    A row with a single name is a vertex without edges.

    Args:
        text: the whole file.
        notes: what was guessed is added here.

    Raises:
        InvalidInstance: with every row that cannot be read.
    """
    line, head = next(_cells(text), (0, []))
    below = [cell.lower() for cell in head]
    columns = next((pair for pair in COLUMNS if set(pair) <= set(below)), None)
    if columns is not None:
        places = [below.index(column) for column in columns]
        _check_undirected(text, below)
    elif _are_columns(head, (cells for _, cells in islice(_cells(text), 1, None))):
        places = [0, 1]
    else:
        return _graph_of_cells(_cells(text))
    more = f"; {counted(len(head) - 2, 'other column')} left out" if len(head) > 2 else ""
    notes.append(f"line {line}, '{visible(' '.join(head))}', is read as names of columns{more}")
    rows = islice(_cells(text), 1, None)
    return _graph_of_cells((at, [cell for place in places for cell in cells[place : place + 1]]) for at, cells in rows)


def _cells(text: str) -> Iterator[Row]:
    """Yield the cells of each nonempty row, with the number of its last line."""
    content = (line for line in StringIO(text, newline=None) if line.strip() and line[0] != "#")
    sample = "".join(islice(content, 20))
    delimiter = max(DELIMITERS, key=sample.count)
    if delimiter not in sample:
        raise refused("there is neither a comma nor a semicolon nor a tab between columns")
    reader = csv.reader(StringIO(text, newline=None), delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#"):
                yield reader.line_num, cells
    except csv.Error as error:
        raise refused(f"is not a valid table ({visible(error, 100)})", reader.line_num) from None


def _check_undirected(text: str, columns: Sequence[str]) -> None:
    """Check that no row of a table has the type directed."""
    if "type" in columns:
        place = columns.index("type")
        for line, cells in _cells(text):
            if "".join(cells[place : place + 1]).lower() == "directed":
                raise refused("the graph is directed; allowed: undirected graphs", line)


def _graph_of_cells(rows: Iterable[Row]) -> Graph:
    """Return the graph of a table of two columns."""
    edges = Edges()
    for line, cells in rows:
        names = [cell for cell in cells if cell]
        strange = next((name for name in names if not _CELL.fullmatch(name)), None)
        if strange is not None:
            raise refused(f"'{visible(strange)}' is not a name of a vertex; allowed: {ALLOWED_NAMES}, and blanks", line)
        if not 1 <= len(names) <= 2:
            said = visible(" ".join(names))
            raise refused(f"'{said}' is not an edge; allowed: two names, or columns called source and target", line)
        if len(names) == 2:
            edges.join(line, names[0], names[1])
        else:
            edges.vertex(line, names[0])
    return edges.graph()
