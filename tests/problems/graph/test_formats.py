"""Formats of graphs: what networkx and others write is read as the same graph; nothing becomes another one silently."""

from __future__ import annotations

import io
import json
import random
from functools import partial
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.problems.graph.forms import FORMS, Form, form_of, form_of_name
from crewsat.problems.graph.graph import Graph
from crewsat.problems.graph.reading import parse_graph, read_graph
from tests.problems.graph.test_graphs import defects_of
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from collections.abc import Callable

SEEDS = range(20)


def some_graph(seed: int) -> nx.Graph:
    """A random graph of 3 to 12 vertices, some of them without edges, called 1 to n."""
    rng = random.Random(seed)
    found = nx.gnp_random_graph(3 + seed % 10, rng.random() * 0.8, seed=seed)
    return nx.relabel_nodes(found, {v: v + 1 for v in found})


def lines(write: Callable[..., Any], **options: Any) -> Callable[[nx.Graph], str]:  # noqa: ANN401 - networkx has no types
    return lambda graph: "\n".join(write(graph, **options))


def in_bytes(write: Callable[..., Any]) -> Callable[[nx.Graph], str]:
    def text(graph: nx.Graph) -> str:
        stream = io.BytesIO()
        write(graph, stream)
        return stream.getvalue().decode()

    return text


def as_table(delimiter: str) -> Callable[[nx.Graph], str]:
    def text(graph: nx.Graph) -> str:
        rows = [*([str(v)] for v in nx.isolates(graph)), *([str(u), str(v)] for u, v in graph.edges())]
        return "source" + delimiter + "target\n" + "".join(delimiter.join([*row, ""][:2]) + "\n" for row in rows)

    return text


def as_hcp(graph: nx.Graph) -> str:
    head = f"NAME : g\nCOMMENT : made: by a test\nTYPE : HCP\nDIMENSION : {len(graph)}\n"
    pairs = "".join(f" {u}  {v}\n" for u, v in graph.edges())
    return f"{head}EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n{pairs} -1\nEOF\n"


def as_hcp_of_neighbours(graph: nx.Graph) -> str:
    head = f"NAME:g\nTYPE:HCP\nDIMENSION:{len(graph)}\nEDGE_DATA_FORMAT:ADJ_LIST\nEDGE_DATA_SECTION\n"
    rows = "".join(" ".join(map(str, [v, *(u for u in graph[v] if u > v), -1])) + "\n" for v in graph)
    return f"{head}{rows}-1\n"


def as_metis(graph: nx.Graph) -> str:
    rows = "".join(" ".join(map(str, sorted(graph[v]))) + "\n" for v in graph)
    return f"% made by a test\n{len(graph)} {graph.number_of_edges()}\n{rows}"


def as_matrix(between: str) -> Callable[[nx.Graph], str]:
    return lambda graph: "".join(between.join("01"[v in graph[u]] for v in graph) + "\n" for u in graph)


def as_dimacs(graph: nx.Graph) -> str:
    head = f"c--- made by a test\np  edge\t{len(graph)}  {graph.number_of_edges()}\nn 1 5\n"
    return head + "".join(f"e  {u} {v}\n" for u, v in graph.edges())


def as_edges_both_ways(graph: nx.Graph) -> str:
    rows = [*map(str, graph), *(f"{u}\t{v}\n{v}\t{u}" for u, v in graph.edges())]
    return "# From\tTo\n" + "\n".join(rows)


def as_edges_without_data(graph: nx.Graph) -> str:
    return "\n".join([*map(str, graph), *nx.generate_edgelist(graph, data=False)])


def as_json(graph: nx.Graph) -> str:
    return json.dumps(nx.node_link_data(graph, edges="links"))


def as_json_of_edges(graph: nx.Graph) -> str:
    return json.dumps(nx.node_link_data(graph, edges="edges"), indent=1)


def as_notes(graph: nx.Graph) -> str:
    return json.dumps(Graph.from_networkx(graph).as_dict())


WRITERS: dict[str, tuple[Form, Callable[[nx.Graph], str]]] = {
    "edge list with data": ("edges", lambda graph: "\n".join([*map(str, graph), *nx.generate_edgelist(graph)])),
    "edge list without": (
        "edges",
        lambda graph: "\n".join([*map(str, graph), *nx.generate_edgelist(graph, data=False)]),
    ),
    "edge list of both directions": ("edges", as_edges_both_ways),
    "CSV": ("csv", as_table(",")),
    "semicolons": ("csv", as_table(";")),
    "TSV": ("csv", as_table("\t")),
    "adjacency list": ("adjlist", in_bytes(nx.write_adjlist)),
    "graph6": ("graph6", in_bytes(nx.write_graph6)),
    "sparse6": ("sparse6", in_bytes(nx.write_sparse6)),
    "DIMACS": ("dimacs", as_dimacs),
    "TSPLIB": ("tsplib", as_hcp),
    "TSPLIB of neighbours": ("tsplib", as_hcp_of_neighbours),
    "METIS": ("metis", as_metis),
    "matrix": ("matrix", as_matrix(" ")),
    "matrix without blanks": ("matrix", as_matrix("")),
    "matrix with commas": ("matrix", as_matrix(", ")),
    "GML": ("gml", lines(nx.generate_gml)),
    "GraphML": ("graphml", in_bytes(nx.write_graphml_xml)),
    "Pajek": ("pajek", lines(nx.generate_pajek)),
    "JSON": ("json", as_json),
    "JSON of edges": ("json", as_json_of_edges),
    "JSON of notes": ("json", as_notes),
}
GUESSED = {*WRITERS} - {"edge list with data", "edge list without", "TSV", "adjacency list"}
"""What the text alone says; others need an edge, or their name."""


def edges_of(graph: Graph) -> tuple[set[str], set[frozenset[str]]]:
    return set(graph.names), {frozenset(graph.named(edge)) for edge in graph.edges}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITERS)
def test_what_others_write_is_read_as_the_same_graph(name: str) -> None:
    form, write = WRITERS[name]
    for seed in SEEDS:
        source = some_graph(seed)
        text = write(source)
        expected = edges_of(Graph.from_networkx(source))
        assert edges_of(parse_graph(text, form)) == expected, text
        if name in GUESSED and source.edges:
            assert form_of(text) == form, text
            assert edges_of(parse_graph(text)) == expected, text


def test_every_format_is_written_by_somebody() -> None:
    assert {form for form, _ in WRITERS.values()} == {*FORMS} - {"digraph6"}


def test_a_suffix_says_how_a_file_is_written() -> None:
    names = {
        "a.csv": "csv",
        "b/c.TSV": "csv",
        "g.gml.gz": "gml",
        "x.y.col": "dimacs",
        "l.g6": "graph6",
        "t.hcp": "tsplib",
    }
    assert {name: form_of_name(name) for name in names} == names
    assert {form_of_name(name) for name in ("a.txt", "a", "a.gz", "-", "a.edgelist", "a.graph")} == {None}


@pytest.mark.parametrize(
    ("text", "edges", "notes"),
    [
        ("4 3\n1 2\n1 3\n1 4\n", [(1, 2), (1, 3), (1, 4)], ["line 1, '4 3', is read as the size of the graph"]),
        ("4 2\n0 1\n1 2\n", ["01", "12"], ["line 1, '4 2', is read as the size of the graph"]),
        ("4 4\n0 1\n1 0\n1 2\n2 1\n", ["01", "12"], ["line 1, '4 4', is read as the size of the graph"]),
        ("4 2\n0 1\n1 0\n1 2\n2 1\n", ["01", "12"], ["line 1, '4 2', is read as the size of the graph"]),
        ("3 2\na b\nb c\n", ["ab", "bc"], ["line 1, '3 2', is read as the size of the graph"]),
        ("4\n0 1\n1 2\n", ["01", "12"], ["line 1, '4', is read as the size of the graph"]),
        ("3\n1 2\n2 3\n", ["12", "23"], []),
        ("4 3\n1 2\n1 3\n", ["43", "12", "13"], []),
        ("4 3\n1 2\n1 3\n1 5\n", ["43", "12", "13", "15"], []),
        ("2 3\n1 2\n1 3\n1 4\n", ["23", "12", "13", "14"], []),
        ("source target\n1 2\n2 3\n", ["12", "23"], ["line 1, 'source target', is read as names of columns"]),
        ("a b\n1 2\n2 3\n", ["12", "23"], ["line 1, 'a b', is read as names of columns"]),
        ("a b\n1 2\n2 a\n", ["ab", "12", "2a"], []),
        ("a,b\nb,c\n", ["ab", "bc"], []),
        ("a;b\nb;c", ["ab", "bc"], []),
        ("Source,Weight,Target\na,3,b\nb,4,c", ["ab", "bc"], ["line 1, 'Source Weight Target', is read as names of"]),
        (
            ",source,target\n0,a,b\n1,b,c",
            ["ab", "bc"],
            ["line 1, ' source target', is read as names of columns; 1"],
        ),
        ('"New York",Boston\n', [("New York", "Boston")], []),
        ("New York\tBoston\nBoston\tOld York\n", [("New York", "Boston"), ("Boston", "Old York")], []),
        ("0 1 {}\n1 2 {'weight': 3}\n", ["01", "12"], []),
        ("2 1\n2\n1\n", ["12"], []),
        (":An", ["12"], []),
    ],
)
def test_what_is_guessed_is_said(text: str, edges: list[str | tuple[str, str]], notes: list[str]) -> None:
    read = read_graph(text)
    assert edges_of(read.problem)[1] == {frozenset(map(str, edge)) for edge in edges}
    assert len(read.notes) == len(notes)
    assert all(note.startswith(words) for note, words in zip(read.notes, notes, strict=True))


def test_the_size_of_a_graph_counts_vertices_without_edges() -> None:
    assert parse_graph("5 3\n1 2\n1 3\n1 4\n").names == ("1", "2", "3", "4", "5")
    assert parse_graph("5 3\n0 2\n1 3\n1 4\n").names == ("0", "1", "2", "3", "4")
    assert parse_graph("4 3\n1 2\n1 3\n1 4\n", "edges").summary() == "4 vertices, 4 edges, none isolated"
    assert parse_graph("7\n1 2\n").summary() == "7 vertices, 1 edge, 5 isolated"
    assert Graph.numbered(1, []).summary() == "1 vertex, 0 edges, 1 isolated"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "1-2\n2-3\n",
            "line 1: '1-2' is a single word, as are all lines; write an edge as two names",
        ),
        ("1-2\n3 4\n", "line 1: '1-2' may be an edge; write it as '1 2'"),
        ("a b\nb--a\n", "line 2: 'b--a' may be an edge; write it as 'b a'"),
        (
            "a->b\nb->c\n",
            "line 1: 'a->b' is a single word, as are all lines; write an edge as two names with a blank between, 'a b'",
        ),
        (
            "a--b\n",
            "line 1: 'a--b' is a single word, as are all lines; write an edge as two names with a blank between, 'a b'",
        ),
        ("a -> b\n", "line 1: 'a -> b' is not an edge; allowed: two names"),
        ("a b\nb->c d\n", "line 2: 'b->c' is not a name of a vertex; allowed: letters and digits, and after"),
        ("(1,2)\n(2,3)\n", "line 1: '(1' is not a name of a vertex"),
        ("1: 2\n2: 3\n", "line 1: '1:' is not a name of a vertex"),
        ("Ada\nBob\n", "line 1: 'Ada' is a single word, as are all lines; if it is a list of graphs, --format graph6;"),
        (
            "ä\nö\n",
            "line 1: 'ä' is a single word, as are all lines; if these are vertices without edges, --format edges",
        ),
        ("011\n101\n", "line 1: '011' is a single word, as are all lines; a matrix has as many rows as columns"),
        ("0 1 0\n0 0 1\n1 0 0\n", "the graph is directed: there is an edge from 1 to 2, and none back; allowed"),
        ("1 1 0\n1 0 1\n0 1 0\n", "'1 1' joins a vertex to itself"),
        ("[[0, 1], [1, 0]]", 'is JSON of another kind; allowed: an object with "nodes" and "links"'),
        ('[{"nodes": []}, [1, 2]]', "is JSON of another kind"),
        ("[1]", 'is JSON of another kind; allowed: an object with "nodes" and "links"'),
        ('{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]}', "links[0]: '2' is not a vertex"),
        ('{"nodes": [{"id": 1}, {"id": "1"}], "links": []}', "two vertices have one id"),
        ('{"nodes": [{}], "links": []}', "nodes[0]: id must be a string or a whole number"),
        (
            '{"directed": true, "nodes": [{"id": 1}, {"id": 2}], "edges": [{"source": 1, "target": 2}]}',
            "the graph is dir",
        ),
        ("digraph { a -> b }", "is in the format DOT (Graphviz), which is not read; allowed: edges, csv"),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n1 2\n", "is in the format Matrix Market"),
        (">>planar_code<<", "is in the format a format of nauty"),
        ("<gexf><graph/></gexf>", "is XML of another kind, 'gexf'; allowed: GraphML"),
        ("<graphml><graph/></graphml>", "there is no <graph> of http://graphml.graphdrawing.org/xmlns"),
        ("<graphml", "is not valid XML (unclosed token"),
        ("&AG", "the graph is directed: there is an edge from 2 to 1, and none back"),
        ("&B", "is not valid digraph6 (wrong length)"),
        ("Dhc\nDqK\n", "there are 2 graphs in the file; choose one with --graph K, from 1 to 2"),
        ("graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]", "the graph is directed"),
        ("graph [\n]\ngraph [\n]\n", "there are 2 graphs in the file"),
        ("graph [ " + "a [ " * 5000, "is not valid GML (nested too deeply)"),
        ('*Vertices 2\n1 "a"\n2 "a"\n*Edges\n1 2\n', "the number of labels of vertices is 1, not 2 as *Vertices says"),
        ("*Vertices 2\n1 a\n2 b\n*Edges\n1 3\n", "the number of labels of vertices is 3, not 2 as *Vertices says"),
        ("*Vertices 2\n1 a\n2 b\n*Arcs\n1 2\n", "the graph is directed: there is an edge from a to b"),
        ("*Vertices 3\n1 a\n2 b\n3 c\n*Edgeslist\n1 2 3\n", "section '*edgeslist' is not read; allowed: *network"),
        ("*Vertices 3\n1 a\n2 b\n3 c\n*Edges\n1 2\n*Arcs\n2 3\n", "there is more than one section of edges"),
        ("*Vertices 1\n1 a\n*Vertices 1\n1 a\n", "there are 2 graphs in the file"),
        ("NAME: x\nTYPE: TSP\n", "TYPE 'TSP' is not read; allowed: HCP"),
        ("NAME: x\nNODE_COORD_SECTION\n", "line 2: 'NODE_COORD_SECTION' is not understood; allowed: NAME, COMMENT"),
        (
            "TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n",
            "EDGE_DATA_SECTION does not end",
        ),
        (
            "TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 4\n-1\n",
            "line 5: '1 4' is not an edge; allowed: two vertices from 1 to 3",
        ),
        (
            "5 5\n2 5\n1 3\n2 4\n3 5\n4 1\n",
            "may be METIS, or an edge list after its size; --format metis, or remove the",
        ),
        ("p cnf 3 1\n1 2 3 0\n", "line 1: 'p cnf 3 1' is not understood; allowed: p edge VERTICES EDGES"),
        ("p edge\t3 x\ne 1 2\n", "line 1: 'p edge 3 x' is not understood"),
        ("e 1 2\np edge 2 1\n", "line 1: comes before the 'p edge …' line"),
        ("Source,Target,Type\na,b,Directed\n", "line 2: the graph is directed"),
        ("a,b,c\nb,c,d\n", "line 1: 'a b c' is not an edge; allowed: two names, or columns called source and target"),
        ('a,b\n"c,d', "line 2: is not a valid table (unexpected end of data)"),
    ],
)
def test_what_is_not_known_for_sure_is_refused_once(text: str, words: str) -> None:
    with pytest.raises(InvalidInstance) as told:
        parse_graph(text)
    (line,) = told.value.lines()
    assert line.startswith(words)


def test_one_of_several_graphs_is_chosen() -> None:
    one, other = nx.path_graph(4), nx.cycle_graph(5)
    several: dict[Form, str] = {
        "graph6": in_bytes(nx.write_graph6)(one) + "\n" + in_bytes(nx.write_graph6)(other),
        "sparse6": in_bytes(nx.write_sparse6)(one) + in_bytes(nx.write_sparse6)(other),
        "gml": "\n".join([*nx.generate_gml(one), *nx.generate_gml(other)]),
        "pajek": "\n".join([*nx.generate_pajek(one), *nx.generate_pajek(other)]),
        "json": f"[{as_json(one)}, {as_json(other)}]",
        "graphml": "".join(nx.generate_graphml(one)).replace("</graphml>", "")
        + "".join(nx.generate_graphml(other)).partition("<graph ")[1]
        + "".join(nx.generate_graphml(other)).partition("<graph ")[2],
    }
    for form, text in several.items():
        assert form_of(text) == form
        assert len(parse_graph(text, number=1).edges) == 3, form
        assert len(parse_graph(text, form, number=2).edges) == 5, form
        assert defects_of(partial(parse_graph, text, number=3)) == ["there is no graph 3; allowed: 1 to 2"]
        assert defects_of(partial(parse_graph, text))[0].startswith("there are 2 graphs in the file; choose one with")
    assert defects_of(lambda: parse_graph("a b", number=2)) == ["there is no graph 2; allowed: 1 to 1"]


def test_a_directed_graph_with_every_edge_in_both_directions_is_read() -> None:
    both = nx.path_graph(4).to_directed()
    gml = "\n".join(nx.generate_gml(both))
    assert parse_graph(gml).edges == ((1, 2), (2, 3), (3, 4))
    links = json.dumps(nx.node_link_data(both, edges="links"))
    assert parse_graph(links).edges == ((1, 2), (2, 3), (3, 4))
    assert parse_graph("&AW") == parse_graph(">>digraph6<<&AW\n") == Graph.numbered(2, [(1, 2)])


def test_vertices_of_pajek_without_lines_are_numbered() -> None:
    assert parse_graph("*Vertices 3\n*Edges\n1 2\n2 3\n") == Graph.numbered(3, [(1, 2), (2, 3)])
    assert parse_graph("*Network N\n*Vertices 2\n*Edges\n") == Graph.numbered(2, [])
    assert parse_graph("*Vertices 2\n") == Graph.numbered(2, [])


SPACE = 'xmlns="http://graphml.graphdrawing.org/xmlns"'
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + k)} "{f"&{chr(97 + k)};" * 10}">' for k in range(9)
)


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<graph>" + "<node id='n'/>" * 2 + "</graph>", "two vertices have one id"),
        ("<graph><node id='a'/><edge source='a' target='b'/></graph>", "an edge has the target 'b', which is not a"),
        ("<graph><node id='a'><graph/></node></graph>", "there is a graph within a vertex"),
        ("<graph><hyperedge/></graph>", "is not valid GraphML (GraphML reader doesn't support hyperedges)"),
        ("<graph>" + "<node>" * 50_000, "is not valid XML (mismatched tag"),
        ("<graph>" + "<a>" * 50_000 + "</a>" * 50_000 + "</graph>", "there is no vertex"),
        (
            "<graph edgedefault='directed'><node id='a'/><node id='b'/><edge source='a' target='b'/></graph>",
            "the graph is directed: there is an edge from a to b",
        ),
    ],
)
def test_graphml_may_be_hostile(inside: str, words: str) -> None:
    assert defects_of(lambda: parse_graph(f"<graphml {SPACE}>{inside}</graphml>"))[0].startswith(words)


def test_graphml_defines_nothing_that_grows() -> None:
    text = f"<?xml version='1.0'?>{BOMB}]><graphml {SPACE}>&j;</graphml>"
    assert defects_of(lambda: parse_graph(text)) == ["document type declarations are not allowed in GraphML"]


LARGE: dict[str, tuple[Form, str]] = {
    "GML": (
        "gml",
        "graph [ node [ id 1 label 1 ] node [ id 2 label 2 ] multigraph 1 " + "edge [ source 1 target 2 ] " * 37_000,
    ),
    "Pajek": ("pajek", "*Vertices 2\n1 a\n2 b\n*Edges\n" + "1 2\n" * 250_000),
    "a long line of Pajek": ("pajek", '*Vertices 1\n1 "' + "a" * 1_000_000 + '"\n'),
    "sparse6": ("sparse6", ":" + "~" * 1_800_000),
    "GraphML": ("graphml", f"<graphml {SPACE}><graph>" + "<node id=''/>" * 79_000 + "</graph></graphml>"),
    "edge list": ("edges", "1 2\n2 1\n" * 1_000_000),
    "CSV": ("csv", "a,b\nb,a\n" * 1_000_000),
    "JSON": ("json", '{"nodes": [' + '{"id": 1},' * 700_000 + '{"id": 2}], "links": []}'),
    "graph6": ("graph6", "A_\n" * 2_700_000),
    "matrix": ("matrix", "0 1\n" * 2_000_000),
    "braces": ("edges", "a b {" + "}" * 8_000_000 + "x"),
    "tabs": ("csv", "a\t" * 4_000_000),
    "TSPLIB": ("tsplib", as_hcp(nx.empty_graph(3)).replace(" -1", "1 2\n" * 2_000_000)),
    "METIS": ("metis", "2 1\n" + "2 " * 4_000_000),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", LARGE)
def test_the_largest_files_are_refused_in_seconds(name: str) -> None:
    import time  # noqa: PLC0415

    form, text = LARGE[name]

    def seconds() -> float:
        before = time.process_time()
        with pytest.raises(InvalidInstance):
            parse_graph(text, form)
        return time.process_time() - before

    check_promise(seconds, 20.0)
