"""Hamiltonian path → The Crew: with every parameter the game is won iff brute force finds a path."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import product
from typing import get_args

import pytest

from crewsat.engine.sources import hamiltonian_path
from crewsat.problems.graph import families
from crewsat.problems.graph.graph import Graph
from crewsat.reductions.hamiltonian_path_to_crew import (
    JunkSuits,
    LastPlayer,
    Reduction,
    reduce,
)
from tests.support.hamiltonian_paths import (
    ATLAS,
    BOTH,
    JUNK_SUITS,
    SMALL,
    WRONG_AS_PRINTED,
    check_there_and_back,
    has_path,
    mistake,
    near,
    some,
    some_trumps,
    wrong,
)


def check_the_lemma(graph: Graph, suits: JunkSuits, seed: int | None) -> None:
    assert not mistake(graph, Reduction(junk_suits=suits, seed=seed), has_path(graph))


@pytest.mark.slow
@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_won_iff_there_is_a_path(suits: JunkSuits) -> None:
    for number, graph in enumerate(some(ATLAS, 50, seed=1)):
        check_the_lemma(graph, suits, number if number % 2 else None)


@pytest.mark.thorough
@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_won_iff_there_is_a_path_for_all_208_graphs(suits: JunkSuits) -> None:
    for number, graph in enumerate(ATLAS):
        check_the_lemma(graph, suits, None)
        check_the_lemma(graph, suits, number)


def check_all_leaders(graph: Graph, suits: JunkSuits, last: LastPlayer = "none") -> None:
    for leader in graph.vertices:
        reduction = Reduction(junk_suits=suits, leader=leader, last_player=last)
        assert not mistake(graph, reduction, has_path(graph, near(graph, leader)))


@pytest.mark.slow
def test_a_leader_wins_iff_a_path_starts_there_or_next_to_it() -> None:
    for number, graph in enumerate(SMALL):
        check_all_leaders(graph, JUNK_SUITS[number % 3])


@pytest.mark.thorough
@pytest.mark.parametrize("suits", JUNK_SUITS)
@pytest.mark.parametrize("last", ["none", "new"])
def test_all_leaders_of_all_208_graphs(suits: JunkSuits, last: LastPlayer) -> None:
    for graph in ATLAS:
        check_all_leaders(graph, suits, last)


def test_a_leader_next_to_the_start_matters() -> None:
    middle = families.path(3)
    assert not has_path(middle, [2])
    assert not mistake(middle, Reduction(leader=2), truth=True)
    arms = Graph.numbered(5, [(1, 2), (2, 3), (3, 4), (4, 5)])
    assert not mistake(arms, Reduction(leader=3), truth=False)


def check_trumps(graph: Graph, suits: JunkSuits, rng: random.Random) -> None:
    n = len(graph.names)
    spared = rng.randrange(n)
    for trumps in (tuple(int(k != spared) for k in range(n)), some_trumps(n, rng)):
        leader = rng.choice((None, None, *graph.vertices))
        reduction = Reduction(junk_suits=suits, trumps=trumps, leader=leader)
        assert not mistake(graph, reduction, has_path(graph, near(graph, leader)))
    both = Reduction(junk_suits=suits, trumps=some_trumps(n + 1, rng), last_player="new")
    assert not mistake(graph, both, has_path(graph))


@pytest.mark.slow
def test_trumps_in_all_hands_but_one_change_nothing() -> None:
    rng = random.Random(64)
    for graph in some(ATLAS, 30, seed=64):
        check_trumps(graph, rng.choice(JUNK_SUITS), rng)


@pytest.mark.thorough
@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_trumps_in_all_hands_but_one_change_nothing_for_all_208_graphs(suits: JunkSuits) -> None:
    rng = random.Random(suits)
    for graph in ATLAS:
        check_trumps(graph, suits, rng)


@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_trumps_in_every_hand_are_wrong(suits: JunkSuits) -> None:
    assert not wrong(Graph.numbered(1, []), Reduction(trumps=(1,)))
    assert not wrong(Graph.numbered(2, [(1, 2)]), Reduction(trumps=(1, 1)))
    assert wrong(Graph.numbered(2, []), Reduction(trumps=(1, 1), junk_suits=suits))


def check_the_additional_player(graph: Graph, suits: JunkSuits) -> None:
    for junk, token in product(BOTH, (True, False)):
        new = Reduction(junk=junk, junk_suits=suits, last_player="new", token=token)
        assert not mistake(graph, new, has_path(graph))
        assert not mistake(graph, Reduction(junk=junk, junk_suits=suits, last_player="old", token=token), truth=False)


@pytest.mark.slow
def test_the_additional_player_is_right_if_p_counts_it_and_never_wins_otherwise() -> None:
    for number, graph in enumerate(some(ATLAS, 20, seed=65)):
        check_the_additional_player(graph, JUNK_SUITS[number % 3])


@pytest.mark.thorough
@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_the_additional_player_for_all_208_graphs(suits: JunkSuits) -> None:
    for graph in ATLAS:
        check_the_additional_player(graph, suits)


def test_the_additional_player_must_not_lead() -> None:
    for graph, token in product(some(SMALL, 10, seed=66), (True, False)):
        leader = len(graph.names) + 1
        assert not mistake(graph, Reduction(last_player="new", token=token, leader=leader), truth=False)


def test_the_old_additional_player_is_wrong_already_for_one_vertex() -> None:
    assert wrong(Graph.numbered(1, []), Reduction(last_player="old"))


@pytest.mark.slow
def test_shared_junk_in_the_numbers_printed_is_wrong_already_for_two_vertices() -> None:
    printed = Reduction(junk="as-printed")
    assert not wrong(Graph.numbered(1, []), printed)
    assert not wrong(Graph.numbered(2, [(1, 2)]), printed)
    assert wrong(Graph.numbered(2, []), printed)
    assert wrong(Graph.numbered(2, []), Reduction(junk="as-printed", leader=1))
    wrong_ones = [sum(wrong(g, printed) for g in SMALL if len(g.names) == n) for n in range(1, 6)]
    assert wrong_ones == WRONG_AS_PRINTED


@pytest.mark.slow
@pytest.mark.parametrize("suits", ["player", "card"])
def test_junk_in_the_numbers_printed_does_no_harm_if_nobody_shares_its_suits(suits: JunkSuits) -> None:
    for graph in some(ATLAS, 25, seed=2):
        assert not mistake(graph, Reduction(junk="as-printed", junk_suits=suits), has_path(graph))
        leader = len(graph.names) // 2 + 1
        truth = has_path(graph, near(graph, leader))
        assert not mistake(graph, Reduction(junk="as-printed", junk_suits=suits, leader=leader), truth)


@pytest.mark.thorough
@pytest.mark.parametrize("suits", ["player", "card"])
def test_junk_nobody_shares_for_all_208_graphs(suits: JunkSuits) -> None:
    for graph in ATLAS:
        assert not mistake(graph, Reduction(junk="as-printed", junk_suits=suits), has_path(graph))


@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_junk_in_the_numbers_printed_and_trumps_are_wrong_whatever_its_suits(suits: JunkSuits) -> None:
    assert wrong(Graph.numbered(2, []), Reduction(junk="as-printed", junk_suits=suits, trumps=(1, 0)))


@pytest.mark.slow
def test_exhaustive_search_says_the_same() -> None:
    rng = random.Random(3)
    tried = 0
    for graph, suits, last in product(ATLAS[:18], JUNK_SUITS, get_args(LastPlayer)):
        n = len(graph.names)
        leader = rng.choice((None, *graph.vertices))
        trumps = some_trumps(n + (last != "none"), rng) if rng.random() < 0.3 else ()
        reduction = Reduction(junk_suits=suits, last_player=last, leader=leader, trumps=trumps, seed=rng.randint(0, 9))
        if sum(map(len, reduce(graph, reduction).hands)) <= 20:
            tried += 1
            truth = last != "old" and has_path(graph, near(graph, leader))
            for method in ("exhaustive", "cnf-tricks"):
                assert not mistake(graph, reduction, truth, method)
    assert tried >= 75


# Larger graphs


def larger_graph(seed: int, most: int) -> Graph:
    """8 vertices or more: random ones around the threshold, cubic ones, bipartite ones of unequal sides."""
    rng = random.Random(seed)
    n = rng.randint(8, most)
    if seed % 3 == 0:
        return families.gnp(n, rng.uniform(0.8, 1.4) * math.log(n) / n, seed=seed)
    if seed % 3 == 1:
        return families.cubic(n + n % 2, seed=seed)
    smaller = n // 2 - rng.randint(0, 1)
    pairs = product(range(1, smaller + 1), range(smaller + 1, n + 1))
    return Graph.numbered(n, [pair for pair in pairs if rng.random() < rng.choice((0.5, 0.9))])


def check_larger(seeds: range, most: int) -> None:
    answers: Counter[str] = Counter()
    for seed in seeds:
        graph = larger_graph(seed, most)
        truth = hamiltonian_path(graph, method="circuit")
        assert not mistake(graph, Reduction(seed=seed, junk_suits=JUNK_SUITS[seed % 3]), truth.answer == "yes")
        answers[truth.answer] += 1
        if truth.path is not None:
            check_there_and_back(graph, Reduction(), truth.path)
    assert min(answers["yes"], answers["no"]) >= len(seeds) // 8
    assert answers["unknown"] == 0


@pytest.mark.slow
def test_larger_graphs_agree_with_the_circuit() -> None:
    check_larger(range(24), most=13)


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(8))
def test_200_larger_graphs_agree_with_the_circuit(chunk: int) -> None:
    check_larger(range(25 * chunk, 25 * (chunk + 1)), most=20)


@pytest.mark.thorough
def test_a_cubic_graph_of_32_vertices_is_won() -> None:
    graph = families.cubic(32, seed=1)
    assert not mistake(graph, Reduction(), truth=True)


@pytest.mark.thorough
def test_complete_bipartite_7_9_is_refuted() -> None:
    assert not mistake(families.complete_bipartite(7, 9), Reduction(), truth=False)
