"""Graphs: what they insist on, the families against networkx's own, and the three kinds of files."""

from __future__ import annotations

import json
import re
import tracemalloc
from dataclasses import FrozenInstanceError
from itertools import combinations
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from networkx.generators.atlas import graph_atlas_g

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.problems.graph import families
from crewsat.problems.graph.forms import FORMS, Form, form_of
from crewsat.problems.graph.graph import MOST_VERTICES, Graph
from crewsat.problems.graph.reading import MOST_CHARACTERS, parse_graph
from tests.support.chunks import few_of
from tests.support.places import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = GOLDEN / "graphs.json"
ATLAS = [graph for graph in graph_atlas_g() if 1 <= len(graph) <= 6]


def defects_of(call: Callable[[], object]) -> list[str]:
    """What is wrong, each with its place."""
    with pytest.raises(InvalidInstance) as told:
        call()
    return [str(defect) for defect in told.value.defects]


# Graphs


def test_edges_are_sorted_and_each_starts_at_its_lower_end() -> None:
    graph = Graph(("c", "a", "b"), ((3, 1), (2, 1)))
    assert graph.edges == ((1, 2), (1, 3))
    assert graph == Graph(("c", "a", "b"), ((1, 2), (1, 3)))
    assert hash(graph) == hash(Graph(("c", "a", "b"), ((1, 3), (2, 1))))
    assert list(graph.vertices) == [1, 2, 3]
    assert graph.neighbours == {1: (2, 3), 2: (1,), 3: (1,)}
    assert graph.named((3, 1)) == ["b", "c"]
    with pytest.raises(FrozenInstanceError):
        graph.edges = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("names", "edges", "message"),
    [
        (("a", "b", "a"), (), "vertices: two vertices are called 'a'"),
        (("a", "\x1b"), ((1, 2), (1, 3)), "edges[1]: 1 3 is not a pair of vertices 1 to 2"),
        (("a",), ((0, 1),), "edges[0]: 0 1 is not a pair of vertices 1 to 1"),
        ((), ((1, 2),), "edges[0]: 1 2 is not a pair of vertices 1 to 0"),
        (("a", "b"), ((2, 2),), "edges[0]: vertex 2 is joined to itself; allowed: two different vertices"),
        (("a", "b"), ((1, 2), (2, 1)), "edges[1]: the edge 2 1 appears twice"),
        (("a", "b"), ((1, 10**5000),), "edges[0]: 1 a number of more than 50 digits is not a pair of vertices 1 to 2"),
        (("\x1b[31m",) * 2, (), "vertices: two vertices are called '\\x1b[31m'"),
    ],
)
def test_a_graph_says_what_is_wrong_and_where(
    names: tuple[str, ...], edges: tuple[tuple[int, int], ...], message: str
) -> None:
    assert defects_of(lambda: Graph(names, edges)) == [message]


def test_json_and_networkx_give_the_same_graph_back() -> None:
    for number, source in enumerate(ATLAS):
        graph = Graph.from_networkx(source)
        assert Graph.from_dict(json.loads(json.dumps(graph.as_dict()))) == graph, number
        assert nx.relabel_nodes(graph.to_networkx(), lambda v: v - 1).adj == source.adj, number
        assert Graph.from_networkx(graph.to_networkx()) == Graph.numbered(len(source), graph.edges)


def test_from_networkx_keeps_names_and_refuses_what_is_no_simple_graph() -> None:
    assert Graph.from_networkx(nx.Graph([("z", "é"), ("é", 3)])).as_dict() == {
        "vertices": ["z", "é", "3"],
        "edges": [[1, 2], [2, 3]],
    }
    assert Graph.from_networkx(nx.DiGraph([(2, 1)])).edges == ((1, 2),)
    assert defects_of(lambda: Graph.from_networkx(nx.Graph([(1, 1)])))[0].startswith("edges[0]: vertex 1 is joined to")
    assert defects_of(lambda: Graph.from_networkx(nx.MultiGraph([(1, 2), (1, 2)])))
    assert defects_of(lambda: Graph.from_networkx(nx.DiGraph([(1, 2), (2, 1)])))
    assert defects_of(lambda: Graph.from_networkx(nx.Graph([(1, "1")]))) == ["vertices: two vertices are called '1'"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "vertices: is not a list of names"),
        ({"vertices": "ab", "edges": []}, "vertices: is not a list of names"),
        ({"vertices": [1], "edges": []}, "vertices: is not a list of names"),
        ({"vertices": [["a"]], "edges": []}, "vertices: is not a list of names"),
        ({"vertices": ["a"]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a"], "edges": "12"}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": [[1]]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": [[1, 2, 2]]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": ["12"]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": [[1, 2.0]]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": [[True, 2]]}, "edges: is not a list of pairs of numbers"),
        ({"vertices": ["a", "b"], "edges": [[1, 3]]}, "edges[0]: 1 3 is not a pair of vertices 1 to 2"),
    ],
)
def test_from_dict_says_what_is_no_graph(data: dict[str, Any], message: str) -> None:
    assert defects_of(lambda: Graph.from_dict(data)) == [message]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([1, 2, 3], None),
        ([3, 2, 1], None),
        ([], "vertex one is visited never"),
        ([1, 2], "vertex three is visited never"),
        ([1, 2, 3, 2], "vertex two is visited twice"),
        ([1, 3, 2], "vertices one and three are not adjacent"),
        ([1, 2, 4], "there is no vertex 4"),
        ([0, 2, 3], "there is no vertex 0"),
        ([1.0, 2, 3], "there is no vertex 1.0"),
        ([True, 2, 3], "there is no vertex True"),
        (["1", "2", "3"], "there is no vertex 1"),
        ([[], 2, 3], "there is no vertex []"),
        ([10**5000], "there is no vertex a number of more than 50 digits"),
    ],
)
def test_a_sequence_that_is_no_hamiltonian_path_is_reported_why(path: list[Any], why: str | None) -> None:
    assert Graph(("one", "two", "three"), ((1, 2), (2, 3))).why_no_hamiltonian_path(path) == why


# Families

LIKE_NETWORKX: dict[str, tuple[list[tuple[int, ...]], Callable[..., Any]]] = {
    "empty": ([(0,), (1,), (7,)], nx.empty_graph),
    "path": ([(0,), (1,), (2,), (9,)], nx.path_graph),
    "cycle": ([(3,), (4,), (9,)], nx.cycle_graph),
    "star": ([(0,), (1,), (8,)], nx.star_graph),
    "complete": ([(0,), (1,), (2,), (8,)], nx.complete_graph),
    "complete-bipartite": ([(0, 0), (0, 3), (1, 1), (2, 5), (7, 9)], nx.complete_bipartite_graph),
    "grid": ([(0, 5), (1, 1), (1, 6), (2, 2), (3, 5), (5, 3)], nx.grid_2d_graph),
    "petersen": ([()], nx.petersen_graph),
}


def test_every_family_is_compared_with_something() -> None:
    assert set(LIKE_NETWORKX) | {"gnp", "cubic"} == set(families.FAMILIES)


@pytest.mark.parametrize("name", LIKE_NETWORKX)
def test_a_family_is_the_one_of_networkx(name: str) -> None:
    sizes, generator = LIKE_NETWORKX[name]
    for arguments in sizes:
        graph = families.graph(name, *arguments)
        assert nx.is_isomorphic(graph.to_networkx(), generator(*arguments)), arguments
        assert graph.names == tuple(str(v) for v in graph.vertices)
        assert families.graph(name, *map(str, arguments)) == graph


def test_cubic_graphs_are_simple_and_of_degree_3() -> None:
    for n in (4, 6, 8, 20, 64):
        made = [families.graph("cubic", n, seed=seed) for seed in range(10)]
        for graph in made:
            assert {len(those) for those in graph.neighbours.values()} == {3}
            assert len(set(graph.edges)) == 3 * n // 2
        assert made == [families.graph("cubic", str(n), seed=seed) for seed in range(10)]
        assert n == 4 or len(set(made)) > 3


def test_both_cubic_graphs_of_6_vertices_appear_about_as_often_as_they_should() -> None:
    drawn = [families.graph("cubic", 6, seed=seed).to_networkx() for seed in range(700)]
    prisms = sum(any(nx.triangles(graph).values()) for graph in drawn)
    assert 560 < prisms < 640  # 60 labelled prisms, 10 labelled K(3,3): 600 of 700 expected, deviation 9


def test_gnp_joins_pairs_with_the_probability_asked_for() -> None:
    for p in (0.0, 0.1, 0.5, 0.9, 1.0):
        numbers = [len(families.graph("gnp", 30, p, seed=seed).edges) for seed in range(20)]
        expected = 20 * 435 * p
        deviation = (expected * (1 - p)) ** 0.5
        assert abs(sum(numbers) - expected) <= 4 * deviation
    assert families.graph("gnp", 9, "1e0", seed=3) == families.complete(9)
    assert families.graph("gnp", 12, 0.4) == families.graph("gnp", 12, 0.4, seed=0)
    assert len({families.graph("gnp", 12, 0.4, seed=seed) for seed in range(10)}) == 10


def test_random_graphs_never_drift() -> None:
    golden = json.loads(FILE.read_text())
    assert len(golden) == 10
    for asked, edges in golden.items():
        words, seed = asked.split(" --seed ")
        name, *arguments = words.split()
        assert [list(edge) for edge in families.graph(name, *arguments, seed=int(seed)).edges] == edges, asked


@pytest.mark.parametrize(
    ("name", "arguments", "seed", "words"),
    [
        (
            "nonsense",
            (),
            None,
            "unknown family of graphs 'nonsense'; allowed: complete N, complete-bipartite A B, cubic N",
        ),
        ("\x1b[31m", (), None, "unknown family of graphs '\\x1b[31m'"),
        ("path", (), None, "path takes 1 numbers, not ''; allowed: path N"),
        ("petersen", ("10",), None, "petersen takes 0 numbers, not '10'; allowed: petersen"),
        ("grid", ("3",), None, "grid takes 2 numbers, not '3'; allowed: grid A B"),
        ("gnp", ("3",), None, "allowed: gnp N P --seed S"),
        ("path", ("x",), None, "path: 'x' is not a whole number from 0 to 1000; allowed: path N"),
        ("path", ("-1",), None, "'-1' is not a whole number"),
        ("path", ("2.5",), None, "'2.5' is not a whole number"),
        ("path", (2.5,), None, "'2.5' is not a whole number"),
        ("path", (float("inf"),), None, "'inf' is not a whole number"),
        ("path", ("1_0",), None, "'1_0' is not a whole number"),
        ("path", ("٣",), None, "is not a whole number"),
        ("path", ("1001",), None, "'1001' is not a whole number from 0 to 1000"),
        ("complete", ("9" * 5000,), None, "is not a whole number"),
        ("complete", (10**5000,), None, "is not a whole number"),
        ("complete-bipartite", ("5", "10000000"), None, "'10000000' is not a whole number"),
        ("grid", ("40", "40"), None, "a grid has at most 1000 vertices, not 1600"),
        ("gnp", ("5", "x"), None, "gnp: 'x' is not a number; allowed: gnp N P"),
        ("gnp", ("5", "nan"), None, "a probability is between 0 and 1, not nan"),
        ("gnp", ("5", "-inf"), None, "a probability is between 0 and 1, not -inf"),
        ("gnp", ("5", "1.01"), None, "a probability is between 0 and 1, not 1.01"),
        ("cycle", ("2",), None, "a cycle has at least 3 vertices, not 2"),
        ("cubic", ("2",), None, "an even number of vertices, at least 4, not 2"),
        ("cubic", ("7",), None, "an even number of vertices, at least 4, not 7"),
        ("petersen", (), 0, "petersen does not use a seed"),
    ],
)
def test_a_family_says_what_it_cannot_make(
    name: str, arguments: tuple[str | float, ...], seed: int | None, words: str
) -> None:
    with pytest.raises(WrongOption, match=re.escape(words)):
        families.graph(name, *arguments, seed=seed)


@pytest.mark.slow
def test_the_largest_families_are_made() -> None:
    assert len(families.graph("complete", MOST_VERTICES).edges) == MOST_VERTICES * (MOST_VERTICES - 1) // 2
    assert len(families.graph("cubic", MOST_VERTICES).names) == MOST_VERTICES


# Files


def test_an_edge_list_has_names_comments_and_isolated_vertices() -> None:
    text = "# a comment\n\nb a # another\n  c\t b  \r\nlonely\nb\n\u00e9\u4e2d c#glued\n"
    graph = parse_graph(text)
    assert graph == Graph(("b", "a", "c", "lonely", "é中"), ((1, 2), (1, 3), (3, 5)))
    assert form_of(text) == "edges"
    assert parse_graph("1 2\r2 3\r") == Graph.numbered(3, [(1, 2), (2, 3)])
    assert parse_graph("p q\nq r", "edges") == Graph(("p", "q", "r"), ((1, 2), (2, 3)))
    assert parse_graph("solo", "edges") == Graph(("solo",), ())


def as_graph6(graph: nx.Graph, *, header: bool) -> str:
    text = nx.to_graph6_bytes(graph, header=header).decode()
    assert isinstance(text, str)
    return text


@pytest.mark.slow
def test_graph6_is_read_as_networkx_writes_it() -> None:
    for source in ATLAS:
        for header in (False, True):
            text = as_graph6(source, header=header)
            graph = Graph.numbered(len(source), Graph.from_networkx(source).edges)
            assert form_of(text) == "graph6"
            assert parse_graph(text) == parse_graph(f"\n {text}", "graph6") == graph
    large = families.graph("gnp", 90, 0.2, seed=1)  # the number of vertices is written in another way from 63 on
    assert parse_graph(as_graph6(large.to_networkx(), header=False)) == large


@pytest.mark.thorough
def test_the_largest_graph6_is_read() -> None:
    largest = families.complete(MOST_VERTICES)
    assert parse_graph("~" + "".join(map(chr, (63, 78, 103))) + "~" * 83250) == largest  # 1000 is 15 * 64 + 40


def as_dimacs(graph: Graph, word: str = "edge") -> str:
    lines = ["c made by a test", f"p {word} {len(graph.names)} {len(graph.edges)}", "c"]
    return "\n".join([*lines, *(f"e {u} {v}" for u, v in graph.edges)])


def test_dimacs_is_read() -> None:
    for source in ATLAS[:60]:
        graph = Graph.numbered(len(source), Graph.from_networkx(source).edges)
        assert form_of(as_dimacs(graph)) == "dimacs"
        assert parse_graph(as_dimacs(graph)) == parse_graph(as_dimacs(graph, "col")) == graph
    assert parse_graph("p edge 3 2\r\ne 3 1\r\ne 2 3\r\n") == Graph.numbered(3, [(1, 3), (2, 3)])


def test_an_edge_list_of_every_atlas_graph_is_read() -> None:
    for source in ATLAS:
        graph = Graph.from_networkx(source)
        lines = [*graph.names, *(" ".join(graph.named(edge)) for edge in graph.edges)]
        assert parse_graph("\n".join(lines), "edges") == graph


def test_a_dimacs_file_may_list_every_edge_in_both_directions() -> None:
    both = "p edge 3 {}\ne 1 2\ne 2 1\ne 2 3\ne 3 2"
    assert {parse_graph(both.format(number)).edges for number in (2, 4)} == {((1, 2), (2, 3))}


def test_there_is_no_other_form() -> None:
    with pytest.raises(WrongOption, match=r"unknown format 'dot'; allowed: edges, csv, adjlist, graph6, "):
        parse_graph("a b", "dot")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "text", "messages"),
    [
        ("edges", "", ["there is no vertex"]),
        ("edges", "# nothing\n\n", ["there is no vertex"]),
        (
            "edges",
            "a b\na b c\n# fine\na b\nc c",
            [
                "line 2: 'a b c' is not an edge; allowed: two names, or one name for a vertex without edges",
                "line 4: 'a b' appears twice, first in line 1",
                "line 5: 'c c' joins a vertex to itself; allowed: two different vertices",
            ],
        ),
        ("edges", "a\u2028b \x1b", ["line 1: U+001B is not a valid character in a graph; allowed: UTF-8"]),
        ("edges", "\ufeffa b\nb a", ["line 1: U+FEFF is not a valid character in a graph; allowed: UTF-8"]),
        ("edges", "a b\nb \ufffd", ["line 2: U+FFFD is not a valid character in a graph; allowed: UTF-8"]),
        ("dimacs", "", ["there is no vertex"]),
        ("dimacs", "c only\n", ["there is no 'p edge …' line"]),
        (
            "dimacs",
            "p edge 3 9\np edge 3 9\ne 1 2\ne 1 2\ne 1 1\ne 1 4\ne 0 1\ne 1\ne 1 2 3\ne 1 x\ny\ne 1 -2\ne 1 999999",
            [
                "line 2: there is a second 'p …' line",
                "line 4: 'e 1 2' appears twice, first in line 3",
                "line 5: 'e 1 1' joins a vertex to itself; allowed: two different vertices",
                *(
                    f"line {line}: '{words}' is not an edge; allowed: e and two vertices from 1 to 3"
                    for line, words in ((6, "e 1 4"), (7, "e 0 1"), (8, "e 1"), (9, "e 1 2 3"), (10, "e 1 x"))
                ),
                "line 11: 'y' is not understood; allowed: lines that start with c, p or e",
                "line 12: 'e 1 -2' is not an edge; allowed: e and two vertices from 1 to 3",
                "line 13: 'e 1 999999' is not an edge; allowed: e and two vertices from 1 to 3",
            ],
        ),
        ("dimacs", "p edge 0 0", ["there is no vertex"]),
        ("dimacs", "p edge 3 5\ne 1 2\ne 2 3", ["the number of 'e …' lines is 2, not 5 as 'p …' says"]),
        ("graph6", "?", ["there is no vertex"]),
        ("dimacs", "e 1 2\np edge 2 1", ["line 1: comes before the 'p edge …' line"]),
        *(
            (
                "dimacs",
                text,
                [f"line 1: '{text}' is not understood; allowed: p edge VERTICES EDGES, with at most 1000 vertices"],
            )
            for text in ("p cnf 3 2", "p edge 3", "p edge x 2", "p edge 3 x", "p edge -1 2", "p edge 1001 2", "p")
        ),
        ("graph6", "", ["there is no vertex"]),
        ("graph6", "C~\n\nC~", ["there are 2 graphs in the file; choose one with --graph K, from 1 to 2"]),
        ("graph6", ">>graph6<<", ["there is no graph"]),
        ("graph6", "B1", ["is not valid graph6; allowed: characters from ? to ~"]),
        ("graph6", "Bé", ["is not valid graph6; allowed: characters from ? to ~"]),
        ("graph6", "~" * 90_000, ["has too many vertices; allowed: 1000"]),
    ],
)
def test_every_defect_of_a_file_has_its_line(form: Form, text: str, messages: list[str]) -> None:
    assert defects_of(lambda: parse_graph(text, form)) == messages


@pytest.mark.parametrize("text", ["~", "~~", "~~~~~~~~", "~?@?", "C", "C~~", "@@", "~~~~"])
def test_graph6_that_ends_early_or_late_is_refused(text: str) -> None:
    for defect in defects_of(lambda: parse_graph(text)):
        assert defect.startswith(("is not valid graph6 (", "has too many vertices"))


HOSTILE: dict[str, str] = {
    "vertices without end": "".join(f"v{k}\n" for k in range(25_000)),
    "edges between ever new vertices": "".join(f"{k} {k + 1}\n" for k in range(25_000)),
    "lines that are not edges": "a b c\n" * 25_000,
    "loops": "a a\n" * 25_000,
    "one edge again and again": "a b\n" * 25_000,
    "one line of many words": "a " * 50_000,
    "one long word": "a" * 250_000,
    "a long comment": "#" + "x" * 250_000,
    "empty lines": "\n" * 250_000,
    "a million vertices": "p edge 1000000 0",
    "a number that Python would not read": f"p edge {'9' * 5000} 0",
    "edges of numbers that Python would not read": "p edge 9 9\n" + f"e 1 {'9' * 5000}\n" * 100,
    "lines p": "p edge 3 3\n" * 50_000,
    "zeros": "\0" * 50_000,
    "graph6 of many vertices": "~" + "".join(map(chr, (65, 63, 63))) + "~" * 250_000,
    "too long": "a" * (MOST_CHARACTERS + 1),
}


@pytest.mark.slow
@pytest.mark.parametrize("form", few_of(FORMS, 2))
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_little_and_are_refused_with_few_messages(name: str, form: Form) -> None:
    text = HOSTILE[name]
    tracemalloc.start()
    try:
        lines = lines_of_error(text, form)
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    may_be_read = len(text.split(maxsplit=1)) == 1 or len(text.splitlines()) == 1  # vertices may be called so
    assert (may_be_read and form in {"edges", "csv", "adjlist"}) or 1 <= len(lines) <= 21
    assert all(len(line) < 300 for line in lines)
    assert peak < 8e6


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_of_an_unknown_kind_come_to_an_end(name: str) -> None:
    lines = lines_of_error(HOSTILE[name], None)
    assert len(lines) <= 21
    assert all(len(line) < 300 for line in lines)


def lines_of_error(text: str, form: Form | None) -> list[str]:
    try:
        parse_graph(text, form)
    except InvalidInstance as error:
        return error.lines()
    return []


@pytest.mark.thorough
def test_the_largest_edge_list_is_read() -> None:
    text = "".join(f"{u} {v}\n" for u, v in combinations(range(1, MOST_VERTICES + 1), 2))
    assert len(parse_graph(text).edges) == MOST_VERTICES * (MOST_VERTICES - 1) // 2
    assert defects_of(lambda: parse_graph(f"{text}0")) == ["line 499501: this is vertex 1001; allowed: 1000"]
