"""Graphs from texts in any common format.

A text may be hostile: its length and the numbers of vertices and messages are bounded before anything is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.wording import visible
from crewsat.problems.graph import edge_lists, foreign, graph6, numbered
from crewsat.problems.graph.edges import refused
from crewsat.problems.graph.forms import FORMS, form_of
from crewsat.problems.texts import Reading, check_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.problems.graph.forms import Form
    from crewsat.problems.graph.graph import Graph

MOST_CHARACTERS = 8 * 1024 * 1024
_FEWER_CHARACTERS = dict.fromkeys(("gml", "graphml", "pajek"), 1024 * 1024)
"""Bounds for formats in which networkx needs much memory per edge."""

_ONE: dict[Form, Callable[[str], Graph]] = {
    "edges": edge_lists.edge_list,
    "adjlist": edge_lists.adjacency_list,
    "dimacs": numbered.dimacs,
    "tsplib": numbered.tsplib,
    "metis": numbered.metis,
    "matrix": numbered.matrix,
}
"""Formats with one graph per file."""
_GUESSING: dict[Form, Callable[[str, list[str]], Graph]] = {
    "edges": edge_lists.guessed_edge_list,
    "csv": edge_lists.table,
}
"""Formats in which something may have to be guessed, which a note reports."""
_MANY: dict[Form, tuple[Callable[[str], Sequence[Any]], Callable[[Any], Graph]]] = {
    "graph6": (graph6.lines_of_graphs, graph6.line_of_graph),
    "sparse6": (graph6.lines_of_graphs, graph6.line_of_graph),
    "digraph6": (graph6.lines_of_graphs, graph6.line_of_graph),
    "gml": (foreign.gml_graphs, foreign.gml),
    "graphml": (foreign.graphml_graphs, foreign.graphml),
    "pajek": (foreign.pajek_graphs, foreign.pajek),
    "json": (foreign.json_graphs, foreign.node_link),
}
"""Formats in which a file may have several graphs: what splits it, and what reads one of them."""


def parse_graph(text: str, form: Form | None = None, *, number: int | None = None) -> Graph:
    """Read a graph.

    Args:
        text: the whole text.
        form: how it is written; guessed by `form_of` if None.
        number: which graph of several, from 1; None: there must be one.

    Raises:
        InvalidInstance: with every line that cannot be read; a graph has at least one vertex.
        WrongOption: for an unknown form.
    """
    return read_graph(text, form, number=number).problem


def read_graph(text: str, form: Form | None = None, *, number: int | None = None) -> Reading[Graph]:
    """Read a graph as `parse_graph` does, and keep what was guessed.

    Raises:
        InvalidInstance: with every line that cannot be read; a graph has at least one vertex.
        WrongOption: for an unknown form.
    """
    if form not in {None, *FORMS}:
        raise WrongOption(f"unknown format '{visible(form)}'; allowed: {', '.join(FORMS)}")
    check_text(text, MOST_CHARACTERS, "graph")
    if not text.strip():
        raise InvalidInstance([Defect("", "there is no vertex")])
    known: Form = form or form_of(text)
    notes: list[str] = []
    check_text(text, _FEWER_CHARACTERS.get(known, MOST_CHARACTERS), "graph")
    if known in _MANY:
        divide, read = _MANY[known]
        graph = read(_chosen(divide(text), number))
    else:
        _chosen([text], number)
        guessing = _GUESSING.get(known) if form is None or known not in _ONE else None
        graph = _ONE[known](text) if guessing is None else guessing(text, notes)
    if not graph.names:
        raise InvalidInstance([Defect("", "there is no vertex")])
    return Reading(graph, graph.summary(), tuple(notes))


def _chosen(graphs: Sequence[Any], number: int | None) -> Any:  # noqa: ANN401 - parts of files
    """Return the graph that was asked for.

    Raises:
        InvalidInstance: if there is none, or there are several and none was chosen.
    """
    if not graphs:
        raise refused("there is no graph")
    if number is None and len(graphs) > 1:
        raise refused(f"there are {len(graphs)} graphs in the file; choose one with --graph K, from 1 to {len(graphs)}")
    if number is not None and not 1 <= number <= len(graphs):
        raise refused(f"there is no graph {visible(number)}; allowed: 1 to {len(graphs)}")
    return graphs[(number or 1) - 1]
