"""Hamiltonian path → The Crew: every parameter against brute force, and paths and plays as each other's witnesses."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING, Any, cast, get_args

import pytest
from networkx.generators.atlas import graph_atlas_g

import crewsat
from crewsat.algorithms.hamiltonian_path import find_path
from crewsat.errors import IllegalPlay, InvalidInstance, Undecided, WrongOption
from crewsat.games.crew.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.graphs import families
from crewsat.graphs.graph import MOST_VERTICES, Graph
from crewsat.reductions.hamiltonian_path_to_crew import (
    MOST_TRUMPS,
    Junk,
    JunkSuits,
    LastPlayer,
    NotAWitness,
    Reduction,
    play_of,
    reduce,
    source_of,
    witness_of,
)
from crewsat.sources import MOST_EXHAUSTIVE, PathMethod, PathVerdict, hamiltonian_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from crewsat.games.crew.rules import Trick

ATLAS = [Graph.from_networkx(graph) for graph in graph_atlas_g() if 1 <= len(graph) <= 6]
SMALL = [graph for graph in ATLAS if len(graph.names) <= 5]
JUNK_SUITS: tuple[JunkSuits, ...] = get_args(JunkSuits)
BOTH: tuple[Junk, ...] = get_args(Junk)


def some(graphs: Sequence[Graph], number: int, seed: int) -> list[Graph]:
    return random.Random(seed).sample(graphs, number)


def paths_of(graph: Graph, starts: Collection[int] | None = None) -> Iterator[tuple[int, ...]]:
    """All Hamiltonian paths, by trying all orders of the vertices."""
    joined = {frozenset(edge) for edge in graph.edges}
    for order in permutations(graph.vertices):
        if all(frozenset(step) in joined for step in pairwise(order)) and (starts is None or order[0] in starts):
            yield order


def has_path(graph: Graph, starts: Collection[int] | None = None) -> bool:
    return next(paths_of(graph, starts), None) is not None


def is_path(graph: Graph, path: Sequence[int]) -> bool:
    joined = {frozenset(edge) for edge in graph.edges}
    return sorted(path) == list(graph.vertices) and all(frozenset(step) in joined for step in pairwise(path))


def near(graph: Graph, leader: int | None) -> set[int] | None:
    """Where a path may start if this vertex leads: there or at a neighbour."""
    return None if leader is None else {leader} | {u + v - leader for u, v in graph.edges if leader in (u, v)}


def play_found(instance: Crew, method: str = "auto") -> tuple[Trick, ...] | None:
    """The play of a yes, None for a no."""
    verdict = crewsat.decide(instance, method=method)
    assert verdict.answer != "unknown"
    return verdict.play if verdict else None


def check(graph: Graph, reduction: Reduction, truth: bool, method: str = "auto") -> None:
    """The game is won iff it should be, and its play is a path."""
    instance = reduce(graph, reduction)
    play = play_found(instance, method)
    assert (play is not None) == truth, instance.to_json()
    if play is not None:
        path = witness_of(instance, play)
        assert is_path(graph, path), instance.to_json()
        assert path[0] in (near(graph, reduction.leader) or graph.vertices)


def wrong(graph: Graph, reduction: Reduction) -> bool:
    """Whether the game is won although there is no path, or the other way round."""
    return (play_found(reduce(graph, reduction)) is not None) != has_path(graph, near(graph, reduction.leader))


# The source, decided directly


def test_there_are_208_graphs_and_117_have_a_hamiltonian_path() -> None:
    assert [sum(len(graph.names) == n for graph in ATLAS) for n in range(1, 7)] == [1, 2, 4, 11, 34, 156]
    # traceable graphs, by number of vertices
    assert [sum(len(g.names) == n and has_path(g) for g in ATLAS) for n in range(1, 7)] == [1, 1, 2, 5, 18, 91]


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
    with pytest.raises(WrongOption, match="no method 'magic'; allowed: auto, circuit, exhaustive"):
        hamiltonian_path(families.path(3), method=cast("PathMethod", "magic"))
    verdict = hamiltonian_path(families.graph("cubic", 60, seed=1), time_limit=0)
    assert (verdict.answer, verdict.path) == ("unknown", None)
    assert hamiltonian_path(families.path(4)).method == "exhaustive"
    assert hamiltonian_path(families.path(40)).path in {tuple(range(1, 41)), tuple(range(40, 0, -1))}


# The reduction


def check_the_lemma(graph: Graph, suits: JunkSuits, seed: int | None) -> None:
    check(graph, Reduction(junk_suits=suits, seed=seed), has_path(graph))


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
        check(graph, reduction, has_path(graph, near(graph, leader)))


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
    check(middle, Reduction(leader=2), truth=True)
    arms = Graph.numbered(5, [(1, 2), (2, 3), (3, 4), (4, 5)])
    check(arms, Reduction(leader=3), truth=False)


def some_trumps(players: int, rng: random.Random) -> tuple[int, ...]:
    """Any numbers, one of them 0."""
    numbers = [rng.randint(0, 3) for _ in range(players)]
    numbers[rng.randrange(players)] = 0
    return tuple(numbers)


def check_trumps(graph: Graph, suits: JunkSuits, rng: random.Random) -> None:
    n = len(graph.names)
    spared = rng.randrange(n)
    for trumps in (tuple(int(k != spared) for k in range(n)), some_trumps(n, rng)):
        leader = rng.choice((None, None, *graph.vertices))
        reduction = Reduction(junk_suits=suits, trumps=trumps, leader=leader)
        check(graph, reduction, has_path(graph, near(graph, leader)))
    both = Reduction(junk_suits=suits, trumps=some_trumps(n + 1, rng), last_player="new")
    check(graph, both, has_path(graph))


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
        check(graph, new, has_path(graph))
        check(graph, Reduction(junk=junk, junk_suits=suits, last_player="old", token=token), truth=False)


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
        check(graph, Reduction(last_player="new", token=token, leader=leader), truth=False)


def test_the_old_additional_player_is_wrong_already_for_one_vertex() -> None:
    assert wrong(Graph.numbered(1, []), Reduction(last_player="old"))


def test_shared_junk_in_the_numbers_printed_is_wrong_already_for_two_vertices() -> None:
    printed = Reduction(junk="as-printed")
    assert not wrong(Graph.numbered(1, []), printed)
    assert not wrong(Graph.numbered(2, [(1, 2)]), printed)
    assert wrong(Graph.numbered(2, []), printed)
    assert wrong(Graph.numbered(2, []), Reduction(junk="as-printed", leader=1))
    wrong_ones = [sum(wrong(g, printed) for g in SMALL if len(g.names) == n) for n in range(1, 6)]
    assert wrong_ones == WRONG_AS_PRINTED


WRONG_AS_PRINTED = [0, 1, 1, 4, 10]
"""Of 1, 2, 4, 11 and 34 graphs."""


@pytest.mark.parametrize("suits", ["player", "card"])
def test_junk_in_the_numbers_printed_does_no_harm_if_nobody_shares_its_suits(suits: JunkSuits) -> None:
    for graph in some(ATLAS, 25, seed=2):
        check(graph, Reduction(junk="as-printed", junk_suits=suits), has_path(graph))
        leader = len(graph.names) // 2 + 1
        truth = has_path(graph, near(graph, leader))
        check(graph, Reduction(junk="as-printed", junk_suits=suits, leader=leader), truth)


@pytest.mark.thorough
@pytest.mark.parametrize("suits", ["player", "card"])
def test_junk_nobody_shares_for_all_208_graphs(suits: JunkSuits) -> None:
    for graph in ATLAS:
        check(graph, Reduction(junk="as-printed", junk_suits=suits), has_path(graph))


@pytest.mark.parametrize("suits", JUNK_SUITS)
def test_junk_in_the_numbers_printed_and_trumps_are_wrong_whatever_its_suits(suits: JunkSuits) -> None:
    assert wrong(Graph.numbered(2, []), Reduction(junk="as-printed", junk_suits=suits, trumps=(1, 0)))


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
                check(graph, reduction, truth, method)
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
        check(graph, Reduction(seed=seed, junk_suits=JUNK_SUITS[seed % 3]), truth.answer == "yes")
        answers[truth.answer] += 1
        if truth.path is not None:
            check_there_and_back(graph, Reduction(), truth.path)
    assert min(answers["yes"], answers["no"]) >= len(seeds) // 8
    assert answers["unknown"] == 0


def test_larger_graphs_agree_with_the_circuit() -> None:
    check_larger(range(24), most=13)


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(8))
def test_200_larger_graphs_agree_with_the_circuit(chunk: int) -> None:
    check_larger(range(25 * chunk, 25 * (chunk + 1)), most=20)


@pytest.mark.thorough
def test_a_cubic_graph_of_32_vertices_is_won() -> None:
    graph = families.cubic(32, seed=1)
    check(graph, Reduction(), truth=True)


@pytest.mark.thorough
def test_complete_bipartite_7_9_is_refuted() -> None:
    check(families.complete_bipartite(7, 9), Reduction(), truth=False)


# Witnesses


def check_there_and_back(graph: Graph, reduction: Reduction, path: tuple[int, ...]) -> None:
    instance = reduce(graph, reduction)
    play = play_of(instance, path)
    crewsat.verify(instance, play)
    assert witness_of(instance, play) == path
    assert play_of(instance, witness_of(instance, play)) == play
    assert len(play) == len(reduction_players(graph, reduction))


def reduction_players(graph: Graph, reduction: Reduction) -> range:
    return range(1, len(graph.names) + 1 + (reduction.last_player == "new"))


def test_a_path_becomes_a_play_and_the_play_this_path() -> None:
    rng = random.Random(11)
    tried = 0
    for graph in (*SMALL, *some(ATLAS, 40, seed=11)):
        paths = list(paths_of(graph))
        for path in rng.sample(paths, min(4, len(paths))):
            last = rng.choice(("none", "new"))
            players = len(graph.names) + (last == "new")
            reduction = Reduction(
                junk=rng.choice(BOTH),
                junk_suits=rng.choice(JUNK_SUITS),
                seed=rng.choice((None, rng.randint(0, 99))),
                leader=rng.choice((None, *sorted(near(graph, path[0]) or ()))),
                trumps=rng.choice(((), some_trumps(players, rng))),
                last_player=cast("LastPlayer", last),
                token=rng.random() < 0.5,
            )
            check_there_and_back(graph, reduction, path)
            tried += 1
    assert tried > 150


def test_a_play_with_spare_tricks_is_read_as_a_path() -> None:
    graph = families.path(2)
    instance = reduce(graph, Reduction(junk="as-printed", junk_suits="card", leader=1))
    (mine, other), spare = play_of(instance, (1, 2)), ((Card("junk1", 1), Card("junk3", 1)))
    first = type(mine)(1, spare, 1)
    assert witness_of(instance, [first, mine, other]) == (1, 2)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ((1, 3, 2), "no Hamiltonian path: vertices 1 and 3 are not adjacent"),
        ((1, 2), "no Hamiltonian path: vertex 3 is visited never"),
        ((), "no Hamiltonian path: vertex 1 is visited never"),
        ((1, 2, 3, 2), "no Hamiltonian path: vertex 2 is visited twice"),
        ((1, 2, 3, 4), "no Hamiltonian path: there is no vertex 4"),
        ((True, 2, 3), "no Hamiltonian path: there is no vertex True"),
        ((1.0, 2, 3), r"no Hamiltonian path: there is no vertex 1\.0"),
        (("1", "2", "3"), "no Hamiltonian path: there is no vertex 1"),
        ((3, 2, 1), "the path starts neither at 1, who leads, nor next to it"),
    ],
)
def test_what_is_no_path_makes_no_play(path: Any, why: str) -> None:  # noqa: ANN401 - hostile
    instance = reduce(families.path(3), Reduction(leader=1))
    with pytest.raises(NotAWitness, match=f"^{why}$"):
        play_of(instance, path)


def test_the_wrong_reductions_leave_no_room_for_a_play_or_win_without_a_path() -> None:
    with pytest.raises(IllegalPlay):
        play_of(reduce(families.path(3), Reduction(last_player="old")), (1, 2, 3))
    with pytest.raises(NotAWitness, match="the path starts neither at player 4, who leads, nor next to it"):
        play_of(reduce(families.path(3), Reduction(last_player="new", leader=4)), (1, 2, 3))
    without = [graph for graph in SMALL if not has_path(graph)]
    fooled = 0
    for graph in without:
        instance = reduce(graph, Reduction(junk="as-printed"))
        play = play_found(instance)
        if play is not None:
            fooled += 1
            with pytest.raises(NotAWitness, match=r"^the play wins without following a Hamiltonian path: vert"):
                witness_of(instance, play)
    assert fooled == sum(WRONG_AS_PRINTED)


def test_a_play_that_does_not_win_is_no_witness() -> None:
    graph = families.petersen()
    instance = reduce(graph)
    path = hamiltonian_path(graph).path
    assert path is not None
    play = play_of(instance, path)
    for broken in ((), play[:-1], play[::-1], (*play, play[-1]), play_of(reduce(graph, Reduction(seed=1)), path)):
        with pytest.raises(IllegalPlay):
            witness_of(instance, broken)


# Instances


@pytest.mark.parametrize(("junk", "suits", "last"), list(product(BOTH, JUNK_SUITS, get_args(LastPlayer))))
def test_instances_are_as_the_paper_describes_them(junk: Junk, suits: JunkSuits, last: LastPlayer) -> None:
    for graph, seed in product((*SMALL, families.petersen()), (None, 7)):
        n = len(graph.names)
        degree = Counter(v for edge in graph.edges for v in edge)
        instance = reduce(graph, Reduction(junk=junk, junk_suits=suits, last_player=last, seed=seed))
        players = n + (last != "none")
        assert instance.players == len(instance.objectives) == players
        assert (instance.leader, instance.trump, instance.tasks, instance.same_trick) == (None, None, (), "in_order")
        for player, objective in enumerate(instance.objectives, 1):
            assert objective.owner == player
            assert objective.card in instance.hands[player - 1]  # O*
            target = degree[player] + 1 if player <= n else n + 1
            assert objective.card == Card(str(player), target)
            assert objective.token == ("omega" if player > n else None)
        for v in graph.vertices:
            holders = {card: player for player, hand in enumerate(instance.hands, 1) for card in hand}
            held = {holders[Card(str(v), value)] for value in range(1, degree[v] + 1)}
            assert held == (near(graph, v) or set()) - {v}
            assert Card(str(v), degree[v] + 2) not in holders
        check_sizes(instance, n, junk, last)
        check_junk(instance, suits)


def check_sizes(instance: Crew, n: int, junk: Junk, last: LastPlayer) -> None:
    spare = 0 if junk == "hand-size" else 2
    more = [] if last == "none" else [n + (last == "new")]
    assert [len(hand) for hand in instance.hands] == [n + spare + len(more)] * n + more
    if junk == "hand-size" and last != "old":
        assert all(len(hand) == instance.players for hand in instance.hands)
    if last != "none":
        assert [hand.count(Card(str(n + 1), v)) for v, hand in enumerate(instance.hands, 1)] == [1] * (n + 1)


def check_junk(instance: Crew, suits: JunkSuits) -> None:
    targets = {objective.card.suit for objective in instance.objectives}
    junk = [[card for card in hand if card.suit not in targets] for hand in instance.hands]
    held = [{card.suit for card in hand} for hand in junk]
    together = set().union(*held)
    if suits == "one":
        assert len(together) <= 1
    else:
        assert sum(map(len, held)) == len(together)
    if suits == "player":
        assert all(len(mine) <= 1 for mine in held)
    if suits == "card":
        assert len(together) == sum(map(len, junk))


def test_trumps_are_added_to_the_hands_and_to_nothing_else() -> None:
    for graph, last in product(some(ATLAS, 20, seed=8), get_args(LastPlayer)):
        plain = reduce(graph, Reduction(last_player=last, seed=2))
        trumps = some_trumps(plain.players, random.Random(len(graph.edges)))
        instance = reduce(graph, Reduction(last_player=last, seed=2, trumps=trumps))
        assert instance.trump == ("trump" if any(trumps) else None)
        assert instance.objectives == plain.objectives
        for hand, before, number in zip(instance.hands, plain.hands, trumps, strict=True):
            assert [card for card in hand if card.suit != "trump"] == list(before)
            assert len(hand) == len(before) + number
        values = sorted(card.value for hand in instance.hands for card in hand if card.suit == "trump")
        assert values == list(range(1, sum(trumps) + 1))


def test_without_its_token_the_additional_player_differs_in_nothing_else() -> None:
    with_token, without = (
        reduce(families.path(3), Reduction(last_player="new", token=token)) for token in (True, False)
    )
    assert [objective.token for objective in with_token.objectives] == [None, None, None, "omega"]
    assert [objective.token for objective in without.objectives] == [None] * 4
    assert with_token.hands == without.hands


def test_the_seed_deals_the_cards_of_a_suit_in_another_order() -> None:
    graph = families.petersen()
    rising = reduce(graph).hands
    assert [card for card in rising[0] if card.suit in "256"] == [Card("2", 1), Card("5", 1), Card("6", 1)]
    assert reduce(graph, Reduction(seed=0)) == reduce(graph, Reduction(seed=0))
    assert len({rising, *(reduce(graph, Reduction(seed=seed)).hands for seed in range(5))}) == 6


def test_the_notes_lead_back_to_graph_and_parameters() -> None:
    graph = Graph(("Ä", "b", "\u202ec"), ((1, 2), (2, 3)))
    reduction = Reduction(junk_suits="card", seed=4, leader=2, trumps=(2, 0, 1))
    instance = reduce(graph, reduction, source="by hand")
    assert instance.about is not None
    assert instance.about["source"] == "by hand"
    assert source_of(instance) == source_of(Crew(**json.loads(instance.to_json()))) == (graph, reduction)
    assert "source" not in (reduce(graph).about or {})


def test_notes_of_another_size_are_refused_before_anything_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(reduce(families.path(4)).to_json())

    def dealt(*_: object) -> Crew:
        raise AssertionError("a deal of another size was made")

    monkeypatch.setattr("crewsat.reductions.hamiltonian_path_to_crew.reduce", dealt)
    changes: list[dict[str, Any]] = [
        {"graph": families.empty(MOST_VERTICES).as_dict()},
        {"parameters": {"trumps": [MOST_TRUMPS, 0, 0, 0]}},
        {"parameters": {"last_player": "new"}},
    ]
    for change in changes:
        with pytest.raises(InvalidInstance, match="does not reduce to this instance"):
            source_of(Crew(**{**data, "about": {**data["about"], **change}}))


def test_the_notes_of_another_deal_of_the_same_graph_are_not_believed() -> None:
    data = json.loads(reduce(families.petersen(), Reduction(seed=1)).to_json())
    for seed in (None, 2):
        data["about"]["parameters"]["seed"] = seed
        with pytest.raises(InvalidInstance, match="does not reduce to this instance"):
            source_of(Crew(**data))


@pytest.mark.parametrize(
    ("graph", "make", "words"),
    [
        (families.empty(0), Reduction, "a graph of 0 vertices cannot be reduced; allowed: 1 to 1000"),
        (families.empty(MOST_VERTICES + 1), Reduction, "a graph of 1001 vertices cannot be reduced"),
        (families.path(3), lambda: Reduction(leader=0), "there is no player 0 to lead; allowed: 1 to 3"),
        (families.path(3), lambda: Reduction(leader=4), "there is no player 4 to lead; allowed: 1 to 3"),
        (families.path(3), lambda: Reduction(leader=5, last_player="new"), "no player 5 to lead; allowed: 1 to 4"),
        (families.path(3), lambda: Reduction(trumps=(1, 0)), "2 numbers of trumps for 3 players"),
        (families.path(3), lambda: Reduction(trumps=(1, 1, 0), last_player="old"), "3 numbers of trumps for 4 players"),
        (families.path(3), lambda: Reduction(trumps=(1, -1, 0)), "a number of trumps is negative"),
        (families.path(2), lambda: Reduction(trumps=(MOST_TRUMPS + 1, 0)), "1000001 trumps; allowed: 1000000"),
        (families.path(2), lambda: Reduction(trumps=(10**5000, 0)), "a number of more than 50 digits trumps"),
    ],
)
def test_what_cannot_be_reduced_is_said(graph: Graph, make: Callable[[], Reduction], words: str) -> None:
    with pytest.raises(WrongOption, match=words):
        reduce(graph, make())


HOSTILE: dict[str, list[Any]] = {
    "leader": ["1", True, 1.0, [1], {}, -1, 0, 9, 10**20, 10**5000, 2],
    "seed": ["1", True, 1.5, [1], {}],
    "junk": ["as-printed", "none", 1, None, [], {}, ["hand-size"]],
    "junk_suits": ["player", "card", "ONE", 1, None, [], {}],
    "last_player": ["new", "old", "", 1, None, [], {}, True],
    "token": ["yes", 1, None, []],
    "trumps": [
        *("000", 5, None, {"a": 1}, [1, 0, 0, 0], [0, 0], [True, 0, 0, 0], ["1", 0, 0, 0], [10**9, -(10**9), 0, 0]),
        *([-1, 0, 0, 0], [1.5, 0, 0, 0], [None, 0, 0, 0], [[], 0, 0, 0], [10**9, 0, 0, 0], [10**5000, 0, 0, 0]),
    ],
    **{name: [1] for name in ("self", "", "graph", "Leader", "__class__")},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_notes_with_other_parameters_are_not_believed(name: str) -> None:
    for value in HOSTILE[name]:
        check_not_believed({"parameters": {**Reduction().as_dict(), name: value}})


GRAPHS: list[Any] = [
    None,
    [],
    "C~",
    {},
    {"vertices": [], "edges": []},
    {"vertices": ["1", "2", "3", "4"]},
    {"vertices": "1234", "edges": []},
    {"vertices": [1, 2, 3, 4], "edges": []},
    {"vertices": ["1", "2", "3", "3"], "edges": []},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3]]},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3], [2, 4]]},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3], [3, 4], [1, 4]]},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3], [3, 3]]},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3], [3, "4"]]},
    {"vertices": ["1", "2", "3", "4"], "edges": [[1, 2], [2, 3], [3, 10**5000]]},
    {"vertices": ["1", "2", "3", "4", "5"], "edges": [[1, 2], [2, 3], [3, 4]]},
    {"vertices": list(map(str, range(MOST_VERTICES))), "edges": []},
    {"vertices": list(map(str, range(100_000))), "edges": []},
    {"vertices": ["1", "2", "3", "4"], "edges": {"1": 2}},
]


@pytest.mark.parametrize("graph", GRAPHS, ids=range(len(GRAPHS)))
def test_notes_with_another_graph_are_not_believed(graph: object) -> None:
    check_not_believed({"graph": graph})


@pytest.mark.parametrize("missing", ["graph", "parameters"])
def test_notes_without_graph_or_parameters_are_no_notes(missing: str) -> None:
    check_not_believed({missing: None})
    check_not_believed({missing: [1]})
    data = json.loads(reduce(families.path(4)).to_json())
    del data["about"][missing]
    with pytest.raises(InvalidInstance, match="says of no graph"):
        source_of(Crew(**data))


def check_not_believed(notes: dict[str, Any]) -> None:
    graph = families.path(4)
    instance = reduce(graph)
    play = play_of(instance, (1, 2, 3, 4))
    data = json.loads(instance.to_json())
    tampered = Crew(**{**data, "about": {**data["about"], **notes}})
    calls: list[Callable[[], object]] = [
        lambda: source_of(tampered),
        lambda: play_of(tampered, (1, 2, 3, 4)),
        lambda: witness_of(tampered, play),
    ]
    for call in calls:
        with pytest.raises(InvalidInstance, match=r"^about"):
            call()


def test_the_notes_of_an_instance_that_was_changed_are_not_believed() -> None:
    data = json.loads(reduce(families.path(3)).to_json())
    changes: list[dict[str, Any]] = [
        {"leader": 1},
        {"trump": "1"},
        {"objectives": data["objectives"][:-1]},
        {"objectives": [*data["objectives"][:-1], {**data["objectives"][-1], "owner": None}]},
        {"hands": [*data["hands"][:-1], [*data["hands"][-1], "more1"]]},
        {"hands": [hand[::-1] for hand in data["hands"]]},
        {"same_trick": "violates"},
        {"tasks": [{"owner": 1, "kind": "tricks", "at_least": 1}]},
        {"about": None},
    ]
    assert source_of(Crew(**data))
    for change in changes:
        with pytest.raises(InvalidInstance, match=r"^about"):
            source_of(Crew(**{**data, **change}))
    with pytest.raises(InvalidInstance, match="says of no graph"):
        source_of(Crew(hands=[["a1"]]))


def test_every_pair_of_graphs_with_four_vertices_makes_different_games() -> None:
    pairs = list(combinations(range(1, 5), 2))
    chosen = [[pair for k, pair in enumerate(pairs) if mask >> k & 1] for mask in range(64)]
    assert len({reduce(Graph.numbered(4, edges)).digest() for edges in chosen}) == 64


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
