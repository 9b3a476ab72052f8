"""Graphs in formats that networkx knows, and what it does not look at.

networkx makes every name in an edge a vertex, merges vertices with the same label, and skips nested graphs and lines
that it does not understand; these are errors here. JSON in node-link form is parsed by hand for the same reason.
"""

from __future__ import annotations

import re
import warnings
from io import StringIO
from typing import TYPE_CHECKING, Any

from crewsat.base.guarded import value_of
from crewsat.base.wording import visible
from crewsat.problems.graph.edges import Edges, refused, undirected
from crewsat.problems.graph.graph import MOST_VERTICES, Graph

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

    import networkx as nx

_FAILURES = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError, StopIteration)
"""What networkx raises for files that it does not understand, apart from its own exceptions."""


def read(reader: Callable[[], Any], form: str) -> Any:  # noqa: ANN401 - networkx has no types
    """Call networkx; whatever it does not understand becomes a one-line error."""
    import networkx as nx  # noqa: PLC0415 - half a second

    try:
        with warnings.catch_warnings(action="ignore"):
            return reader()
    except RecursionError:
        raise refused(f"is not valid {form} (nested too deeply)") from None
    except (nx.NetworkXException, *_FAILURES) as error:
        raise refused(f"is not valid {form} ({visible(error, 100)})") from None


def _graph_of(found: nx.Graph) -> Graph:
    """Convert a networkx graph, if it is simple, and undirected at least in effect."""
    if len(found) > MOST_VERTICES:
        raise refused(f"has {len(found)} vertices; allowed: {MOST_VERTICES}")
    edges = Edges()
    for vertex in found:
        edges.vertex(0, str(vertex))
    if len(edges.numbers) < len(found):
        raise refused("two vertices have one name")
    for u, v in found.edges():
        edges.join(0, str(u), str(v))
    edges.check()
    if found.is_directed():
        undirected(edges)
    return edges.graph()


# GML

_GML_TOKEN = re.compile(r'"[^"]*"|#[^\n]*|\[|\]|[A-Za-z]\w*')


def gml_graphs(text: str) -> list[str]:
    """Return the graphs of a GML file, each as a file of its own."""
    depth, graphs, begin, before = 0, [], 0, ""
    for token in _GML_TOKEN.finditer(text):
        if token[0] == "[":
            depth += 1
        elif token[0] == "]":
            depth -= 1
            if depth == 0 and begin >= 0 and before == "graph":
                graphs.append(text[begin : token.end()])
        elif depth == 0 and token[0][0] not in '"#':
            begin, before = token.start(), token[0].lower()
    return graphs or [text]


def gml(text: str) -> Graph:
    """Read GML; vertices are named by their labels if these are all different, else by their numbers.

    Raises:
        InvalidInstance: if it cannot be read, or is directed.
    """
    import networkx as nx  # noqa: PLC0415 - half a second

    lines = text.splitlines()
    try:
        found = nx.parse_gml(lines)
    except (nx.NetworkXException, *_FAILURES):
        found = read(lambda: nx.parse_gml(lines, label="id"), "GML")
    return _graph_of(found)


# GraphML

_SPACE = "{http://graphml.graphdrawing.org/xmlns}"


def graphml_graphs(text: str) -> list[nx.Graph]:
    """Return the graphs of a GraphML file.

    Raises:
        InvalidInstance: if it cannot be read; no entities are defined in it, so nothing in it can grow.
    """
    import networkx as nx  # noqa: PLC0415 - half a second

    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise refused("document type declarations are not allowed in GraphML")
    root = _xml(text)
    if root.tag.removeprefix(_SPACE) != "graphml":
        raise refused(f"is XML of another kind, '{visible(root.tag)}'; allowed: GraphML")
    graphs = root.findall(f"{_SPACE}graph")
    if not graphs:
        raise refused(f"there is no <graph> of {_SPACE.strip('{}')}")
    for graph in graphs:
        _check_graphml(graph)
    found: list[nx.Graph] = read(lambda: list(nx.GraphMLReader()(string=text)), "GraphML")
    return found


def _xml(text: str) -> Element:
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - only for GraphML

    try:
        return ET.fromstring(text)  # noqa: S314 - without a document type there are no entities
    except ET.ParseError as error:
        raise refused(f"is not valid XML ({visible(error, 100)})") from None


def _check_graphml(graph: Element) -> None:
    """Check that the vertices of edges exist, and that no graph is within another."""
    if any(inner is not graph for inner in graph.iter(f"{_SPACE}graph")):
        raise refused("there is a graph within a vertex; allowed: graphs without others in them")
    names = {node.get("id") for node in graph.findall(f"{_SPACE}node")}
    if len(names) > MOST_VERTICES:
        raise refused(f"has {len(names)} vertices; allowed: {MOST_VERTICES}")
    if len(names) < len(graph.findall(f"{_SPACE}node")) or None in names:
        raise refused("two vertices have one id, or one has none")
    for edge in graph.findall(f"{_SPACE}edge"):
        for end in ("source", "target"):
            if edge.get(end) not in names:
                raise refused(f"an edge has the {end} '{visible(edge.get(end))}', which is not a vertex")


graphml = _graph_of

# Pajek

_LONGEST_LINE = 1000
"""Bound on the length of lines of Pajek, which networkx splits into words in quadratic time."""
_VERTICES = re.compile(r"\*vertices\s+([0-9]{1,9})\b.*", re.IGNORECASE)


def pajek_graphs(text: str) -> list[list[str]]:
    """Return the networks of a Pajek file, each as its lines, without comments and empty sections."""
    graphs: list[list[str]] = [[]]
    section: list[str] = []
    for line in (*StringIO(text, newline=None), "*"):
        if not line.strip() or line.startswith("%"):
            continue
        if line.startswith("*"):
            if len(section) > 1 or (section[:1] and section[0].lower().startswith(("*network", "*vertices"))):
                graphs[-1] += section
            begins = line.lower().startswith("*network") or (
                line.lower().startswith("*vertices") and any(map(_VERTICES.fullmatch, graphs[-1]))
            )
            if begins and graphs[-1]:
                graphs.append([])
            section = []
        section.append(line.rstrip("\n"))
    return graphs


def pajek(lines: list[str]) -> Graph:
    """Read a Pajek network: ``*Vertices``, and ``*Edges``, ``*Arcs`` or ``*Matrix``; vertices have different labels.

    Raises:
        InvalidInstance: if it cannot be read, or is directed.
    """
    import networkx as nx  # noqa: PLC0415 - half a second

    _check_sections([line.split()[0].lower() for line in lines if line.startswith("*")])
    sizes = [int(found[1]) for found in map(_VERTICES.fullmatch, lines) if found]
    if len(sizes) != 1 or sizes[0] > MOST_VERTICES:
        raise refused(f"there is not one line '*Vertices N'; allowed: one, and up to {MOST_VERTICES} vertices")
    if any(len(line) > _LONGEST_LINE for line in lines):
        raise refused(f"a line is too long; allowed: {_LONGEST_LINE} characters")
    found = read(lambda: nx.parse_pajek(_labelled(lines, sizes[0])), "Pajek")
    if len(found) != sizes[0]:
        raise refused(f"the number of labels of vertices is {len(found)}, not {sizes[0]} as *Vertices says")
    return _graph_of(found)


def _labelled(lines: list[str], vertices: int) -> list[str]:
    """Label vertices that no line describes by their numbers, as Pajek does; networkx expects a line for each."""
    at = next(k for k, line in enumerate(lines, 1) if _VERTICES.fullmatch(line))
    if at < len(lines) and not lines[at].startswith("*"):
        return lines
    return [*lines[:at], *(f"{k} {k}" for k in range(1, vertices + 1)), *lines[at:]]


_SECTIONS = ("*network", "*vertices", "*edges", "*arcs", "*matrix")


def _check_sections(heads: list[str]) -> None:
    """Check that networkx reads the sections as they are meant."""
    strange = next((head for head in heads if head not in _SECTIONS), None)
    if strange is not None:
        raise refused(f"section '{visible(strange)}' is not read; allowed: {', '.join(_SECTIONS)}")
    if len(set(heads) & {"*edges", "*arcs", "*matrix"}) > 1 or len(set(heads)) < len(heads):
        raise refused("there is more than one section of edges; allowed: *Edges, *Arcs or *Matrix")


# JSON


def json_graphs(text: str) -> list[Any]:
    """Return the graphs in a JSON file: an object, or a list of them.

    Raises:
        InvalidInstance: if it is invalid JSON, or a list of anything else, as of edges.
    """
    tree = value_of(text.encode())
    trees = tree if isinstance(tree, list) else [tree]
    if not all(isinstance(one, dict) for one in trees):
        raise refused(_OTHER_JSON)
    return trees


def node_link(tree: object) -> Graph:
    """Read a graph in node-link form, as networkx and D3 have it, or as the notes of an instance have it.

    Raises:
        InvalidInstance: if it is in another form, or directed.
    """
    if not isinstance(tree, dict):
        raise refused(_OTHER_JSON)
    if {"vertices", "edges"} <= tree.keys():
        return Graph.from_dict(tree)
    nodes, links = tree.get("nodes"), tree.get("links", tree.get("edges", []))
    if not isinstance(nodes, list) or not isinstance(links, list):
        raise refused(_OTHER_JSON)
    edges = Edges()
    for k, node in enumerate(nodes):
        edges.vertex(0, _id_in(node, "id", f"nodes[{k}]"))
    if len(edges.numbers) < len(nodes):
        raise refused("two vertices have one id")
    for k, link in enumerate(links):
        ends = [_id_in(link, end, f"links[{k}]") for end in ("source", "target")]
        strange = next((end for end in ends if end not in edges.numbers), None)
        if strange is not None:
            raise refused(f"links[{k}]: '{visible(strange)}' is not a vertex")
        edges.join(0, ends[0], ends[1])
    edges.check()
    if tree.get("directed"):
        undirected(edges)
    return edges.graph()


_OTHER_JSON = 'is JSON of another kind; allowed: an object with "nodes" and "links" (node-link form)'


def _id_in(raw: object, key: str, place: str) -> str:
    value = raw.get(key) if isinstance(raw, dict) else None
    if not isinstance(value, (str, int)) or isinstance(value, bool) or not str(value):
        raise refused(f"{place}: {key} must be a string or a whole number")
    return str(value)


# Formats that are not read

_OTHERS: dict[str, str] = {
    r"%%MatrixMarket": "Matrix Market",
    r"(strict\s+)?(di)?graph\b[^\[{]*\{": "DOT (Graphviz)",
    r"LEDA\.GRAPH": "LEDA",
    r"nodedef>": "GDF",
    r"dl\s+n\s*=": "DL (UCINET)",
    r">>\w+<<": "a format of nauty or plantri",
}


def named_otherwise(text: str) -> str | None:
    """Return the name of a format that is not read, if the text is in one."""
    start = text.lstrip()[:1000]
    return next((name for begin, name in _OTHERS.items() if re.match(begin, start, re.IGNORECASE)), None)
