"""Hamiltonian paths without cards: both ways to decide against trying all orders."""

from __future__ import annotations

import random
from typing import cast

import pytest

from crewsat.base.errors import Undecided, WrongOption
from crewsat.engine.sources.paths import MOST_EXHAUSTIVE, PathMethod, PathVerdict, hamiltonian_path
from crewsat.problems.graph import families
from crewsat.problems.graph.exhaustive import find_path
from tests.support.hamiltonian_paths import ATLAS, SMALL, has_path, is_path


def test_there_are_208_graphs_and_117_have_a_hamiltonian_path() -> None:
    assert [sum(len(graph.names) == n for graph in ATLAS) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]
    # traceable graphs, by number of vertices
    assert [sum(len(g.names) == n and has_path(g) for g in ATLAS) for n in range(1, 7)] == [1, 1, 2, 5, 18, 91]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exhaustive", "circuit"])
def test_direct_methods_agree_with_trying_all_orders(method: PathMethod) -> None:
    rng = random.Random(5)
    for graph in ATLAS:
        chosen = rng.sample(list(graph.vertices), rng.randint(0, len(graph.names)))
        for starts in (None, chosen, [rng.choice(list(graph.vertices))], []):
            verdict = hamiltonian_path(graph, starts=starts, method=method)
            assert verdict.answer == ("yes" if has_path(graph, starts) else "no"), (graph, starts)
            assert verdict.method == method
            if verdict.path is None:
                assert verdict.answer == "no"
            else:
                assert is_path(graph, verdict.path)
                assert starts is None or verdict.path[0] in starts


def test_find_path_finds_a_path_from_every_vertex_that_has_one() -> None:
    for graph in SMALL:
        for first in graph.vertices:
            path = find_path(graph, [first])
            assert (path is not None) == has_path(graph, [first])
            assert path is None or (is_path(graph, path) and path[0] == first)


def test_limits_and_wrong_options_of_the_direct_methods() -> None:
    with pytest.raises(WrongOption, match="0 vertices; allowed: 1 to any number"):
        hamiltonian_path(families.empty(0))
    with pytest.raises(WrongOption, match="23 vertices; allowed: 1 to 22"):
        hamiltonian_path(families.path(MOST_EXHAUSTIVE + 1), method="exhaustive")
    with pytest.raises(WrongOption, match="unknown method 'magic'; allowed: auto, circuit, exhaustive"):
        hamiltonian_path(families.path(3), method=cast("PathMethod", "magic"))
    verdict = hamiltonian_path(families.graph("cubic", 60, seed=1), time_limit=0)
    assert (verdict.answer, verdict.path) == ("unknown", None)
    assert hamiltonian_path(families.path(4)).method == "exhaustive"
    assert hamiltonian_path(families.path(40)).path in {tuple(range(1, 41)), tuple(range(40, 0, -1))}


@pytest.mark.parametrize("start", [0, 4, "1", 1.0, True])
@pytest.mark.parametrize("method", ["circuit", "exhaustive"])
def test_a_start_that_is_no_vertex_is_refused(start: object, method: str) -> None:
    with pytest.raises(WrongOption, match="to start at; allowed: numbers from 1 to 3"):
        hamiltonian_path(families.graph("path", 3), starts=[start], method=method)  # type: ignore[list-item, arg-type]


def test_a_verdict_about_a_path_is_as_true_as_its_answer() -> None:
    assert hamiltonian_path(families.graph("path", 3))
    assert not hamiltonian_path(families.graph("star", 3))
    with pytest.raises(Undecided):
        bool(PathVerdict("unknown", "circuit"))
