"""What an audit tries: all small cases up to symmetry, and random ones that are the same everywhere."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations, pairwise, permutations, product
from math import comb, inf
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.engine.sources import hamiltonian_path
from crewsat.games.crew.text import parse_text
from crewsat.studies.audit.crew.audit import AUDIT
from crewsat.studies.audit.crew.one_suit import OneSuit, bits, highest
from crewsat.studies.audit.crew.running_times import KINDS, won_deal
from crewsat.studies.audit.crew.small_deals import (
    Deal,
    every,
    random_single_suit,
    random_single_value,
    single_suit_deals,
    single_value_deals,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.crew.instance import Crew
    from crewsat.problems.graph.graph import Graph
    from crewsat.studies.audit.claims import Chunk

Dealt = tuple[tuple[int, int], ...]
"""Of every card its holder and its owner (0: nobody's), both from 1; who leads is left out."""


def dealt(instance: Crew) -> Dealt:
    owner = {objective.card: objective.owner or 0 for objective in instance.objectives}
    return tuple((instance.holder[card], owner.get(card, 0)) for card in sorted(instance.holder))


def renamed(deal: Dealt, names: Iterable[int]) -> Dealt:
    """The same deal with the players called otherwise."""
    new = [0, *names]
    return tuple((new[holder], new[owner]) for holder, owner in deal)


def all_dealt(players: int, cards: int) -> list[Dealt]:
    """Everything, symmetric or not: counted without the code of the audit."""
    states = list(product(range(1, players + 1), range(players + 1)))
    return list(product(states, repeat=cards))


# Deals.


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(1, 0), (1, 3), (2, 0), (2, 1), (2, 3), (3, 2), (3, 3), (4, 2)])
def test_deals_of_one_suit_are_complete_and_differ(players: int, cards: int) -> None:
    """Players are interchangeable; only players without cards may be exchanged among those that are listed."""
    made = [dealt(case.instance) for case in every(single_suit_deals, players, cards)]
    assert len(made) == len(set(made))
    assert all(case.instance.players == players for case in every(single_suit_deals, players, cards))
    orders = list(permutations(range(1, players + 1)))
    reached = {renamed(deal, order) for deal in made for order in orders}
    assert reached == set(all_dealt(players, cards))
    for deal in made:
        used = {holder for holder, _ in deal}
        twins = {renamed(deal, order) for order in orders} & set(made) - {deal}
        assert not twins or len(used) <= players - 2


@pytest.mark.parametrize(("players", "cards"), [(1, 2), (2, 0), (2, 3), (3, 2), (4, 1)])
def test_deals_of_one_value_are_complete_and_differ(players: int, cards: int) -> None:
    """Cards are interchangeable, and every deal comes once for each leader."""
    made = Counter(
        (tuple(sorted(dealt(case.instance))), case.instance.leader)
        for case in every(single_value_deals, players, cards)
    )
    assert set(made.values()) == {1}
    leaders = (None, *range(1, players + 1))
    assert set(made) == {(tuple(sorted(deal)), leader) for deal in all_dealt(players, cards) for leader in leaders}
    states = players * (players + 1)
    assert len(made) == comb(states + cards - 1, cards) * len(leaders)


def test_leaders_of_deals_of_one_suit_are_all_kinds() -> None:
    leaders = Counter(case.instance.leader for case in every(single_suit_deals, 2, 3))
    assert set(leaders) == {None, 1, 2}
    assert min(leaders.values()) > 10


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 100])
def test_the_parts_of_a_size_are_all_of_it_once(parts: int) -> None:
    for deals in (single_suit_deals, single_value_deals):
        whole = [case.instance.digest() for case in every(deals, 2, 2)]
        pieces = [[case.instance.digest() for case in every(deals, 2, 2, part, parts)] for part in range(parts)]
        assert sorted(one for piece in pieces for one in piece) == sorted(whole)
        sizes = list(map(len, pieces))
        assert max(sizes) - min(sizes) <= 1


def test_the_parts_of_a_domain_are_the_sizes_it_names_and_each_but_once() -> None:
    """The words and the numbers say the same."""
    for name, most in (
        ("one-suit", ({1: 4, 2: 6, 3: 4, 4: 4}, {1: 6, 2: 7, 3: 6, 4: 5})),
        ("one-value", ({1: 4, 2: 5, 3: 4, 4: 3}, {1: 5, 2: 6, 3: 5, 4: 4})),
    ):
        domain = AUDIT.domains[name]
        for thorough, words in ((False, domain.words), (True, domain.thorough_words)):
            chunks = domain.chunks(thorough)
            assert len(chunks) == len(set(chunks))
            sizes: dict[tuple[int, int], list[Chunk]] = {}
            for chunk in chunks:
                if isinstance(chunk[0], int):
                    sizes.setdefault((int(chunk[0]), int(chunk[1])), []).append(chunk)
            assert set(sizes) == {(p, n) for p, cards in most[thorough].items() for n in range(cards + 1)}
            for (players, cards), those in sizes.items():
                parts = len(those)
                assert sorted(those) == [(players, cards, part, parts) for part in range(parts)]
            assert f"of up to {', '.join(map(str, most[thorough].values()))} cards to 1, 2, 3, 4 players" in words
            seeds = [chunk[1] for chunk in chunks if chunk[0] == "random"]
            assert seeds == list(range(0, 500 * len(seeds), 500))
            assert f"{500 * len(seeds):,} random ones" in words


def test_random_cases_are_as_many_as_the_words_say() -> None:
    for name in ("one-suit", "one-value"):
        cases = list(AUDIT.domains[name].cases("random", 500))
        assert len(cases) == 500
        assert max(len(case.instance.holder) for case in cases) == 9


def digest_of(instances: Iterable[Crew]) -> str:
    return hashlib.sha256("".join(instance.digest() for instance in instances).encode()).hexdigest()[:16]


def test_deals_are_the_same_on_every_machine() -> None:
    suit = (random_single_suit(seed, most_cards=9, owned=seed % 4 == 0) for seed in range(50))
    value = (random_single_value(seed, most_cards=9) for seed in range(50))
    large = (won_deal(seed, 4, 4, kind=kind) for seed in range(3) for kind in ("one-value", "owned", "one-suit"))
    assert [digest_of(suit), digest_of(value), digest_of(large)] == [
        "ab7d53d5675c7c93",
        "5fe0a57fd7014c70",
        "db8684a14d56de9f",
    ]
    assert digest_of(case.instance for case in every(single_suit_deals, 2, 3)) == "a2b0b765364daac4"
    assert digest_of(case.instance for case in every(single_value_deals, 2, 2)) == "29d315569e2b91d3"
    assert digest_of(case.instance for case in AUDIT.domains["one-suit"].cases("random", 500)) == "3c11e2ad834adf68"


@pytest.mark.slow
def test_random_deals_are_won_and_lost_about_as_often() -> None:
    for deals in (random_single_suit, random_single_value):
        won = sum(search(deals(seed, most_cards=8)) is not None for seed in range(300))
        assert 60 < won < 240, deals


@pytest.mark.parametrize("kind", KINDS)
def test_large_deals_are_won_and_are_what_they_are_called(kind: str) -> None:
    for seed, players, tricks in product(range(3), (1, 2, 3), (1, 3)):
        instance = won_deal(seed, players, tricks, kind=kind)
        assert search(instance) is not None
        assert [len(hand) for hand in instance.hands] == [tricks] * players
        if kind == "one-value":
            assert len({card.suit for card in instance.holder}) == players * tricks
        else:
            assert len({card.suit for card in instance.holder}) == 1
        assert Deal(instance).owned or kind != "owned"
    for case in AUDIT.domains["large"].cases(kind, 64):
        assert case.kind == kind
        assert crewsat.decide(case.instance).answer == "yes"


# Games of one suit.


@pytest.mark.slow
def test_games_of_one_suit_agree_with_exhaustive_search() -> None:
    cases = [*every(single_suit_deals, 2, 4), *(Deal(random_single_suit(seed, most_cards=8)) for seed in range(300))]
    answers: Counter[bool] = Counter()
    for case in cases:
        game = OneSuit(case.instance)
        assert game.wins(game.start) == case.won == (search(case.instance) is not None)
        assert (game.fewest(game.start) < inf) == case.won
        answers[case.won] += 1
    assert min(answers.values()) > 200


def test_the_fewest_tricks_of_a_game_of_one_suit_are_those_decide_proves() -> None:
    lengths = set()
    for seed in range(60):
        instance = random_single_suit(seed, most_cards=8)
        game = OneSuit(instance)
        verdict = crewsat.decide(instance, fewest_tricks=True)
        assert game.wins(game.start) == (verdict.answer == "yes")
        if verdict.play is not None:
            assert game.fewest(game.start) == len(verdict.play)
            lengths.add(len(verdict.play))
    assert len(lengths) >= 3


def test_some_objectives_can_be_completed_where_all_cannot() -> None:
    """Each by itself, both together, and with only those that are asked about counting."""
    instance = parse_text("a1,4 / a2,3; 1 wins a2; 2 wins a1")
    game = OneSuit(instance)
    first, second = sorted(game.owner)
    for wanted in ([first], [second], [first, second], []):
        cards = [game.cards[card.bit_length() - 1] for card in wanted]
        alone = crewsat.Crew(hands=instance.hands, objectives=[o for o in instance.objectives if o.card in cards])
        assert game.can_complete(wanted, game.start) == (search(alone) is not None)


def test_tricks_of_one_suit_are_judged_as_the_rules_do() -> None:
    game = OneSuit(parse_text("a1,4 / a2,3; 1 wins a2; 2 wins a1"))
    a1, a2, a3, a4 = (1 << k for k in range(4))
    assert sorted(game.tricks(game.start)) == [(a1, a2), (a1, a3), (a4, a2), (a4, a3)]
    assert game.completed((a1, a3)) == a1
    assert game.completed((a4, a2)) == a2
    assert game.completed((a4, a3)) == 0
    assert game.completed((a1, a2)) is None  # player 2 wins the own objective and one of player 1
    assert game.completed((a1, a2), {a1: 1}) == a1
    assert list(bits(a1 | a4)) == [a1, a4]
    assert (highest(a1 | a4), highest(0)) == (a4, 0)


# Graphs.


def canonical(graph: Graph) -> tuple[tuple[int, int], ...]:
    """The least list of edges under all ways to number the vertices."""
    n = len(graph.names)
    best = None
    for order in permutations(range(1, n + 1)):
        edges = tuple(sorted(tuple(sorted((order[u - 1], order[v - 1]))) for u, v in graph.edges))
        best = edges if best is None else min(best, edges)
    assert best is not None
    return best  # type: ignore[return-value]


def atlas(vertices: int) -> list[Graph]:
    chunks = [chunk for chunk in AUDIT.domains["graphs"].chunks(False) if chunk[:2] == ("atlas", vertices)]
    return [case.graph for chunk in chunks for case in AUDIT.domains["graphs"].cases(*chunk)]


@pytest.mark.slow
def test_there_are_208_graphs_of_up_to_six_vertices() -> None:
    graphs = {n: atlas(n) for n in range(1, 7)}
    assert {n: len(those) for n, those in graphs.items()} == {1: 1, 2: 2, 3: 4, 4: 11, 5: 34, 6: 156}
    for n, those in graphs.items():
        assert all(len(graph.names) == n for graph in those)
        if n <= 5:
            assert len({canonical(graph) for graph in those}) == len(those)
    pairs = list(combinations(range(1, 5), 2))
    every_graph = [
        type(graphs[1][0]).numbered(4, [pair for pair, there in zip(pairs, chosen, strict=True) if there])
        for chosen in product((False, True), repeat=len(pairs))
    ]
    assert {canonical(graph) for graph in every_graph} == {canonical(graph) for graph in graphs[4]}


@pytest.mark.slow
def test_random_graphs_have_the_sizes_the_words_say_and_both_answers() -> None:
    domain = AUDIT.domains["graphs"]
    for thorough, number, least, most in ((False, 8, 7, 10), (True, 200, 8, 16)):
        chunks = [chunk for chunk in domain.chunks(thorough) if chunk[0] == "random"]
        graphs = [case.graph for chunk in chunks for case in domain.cases(*chunk)]
        assert len(graphs) == number
        assert {len(graph.names) for graph in graphs} == set(range(least, most + 1))
        words = domain.thorough_words if thorough else domain.words
        assert f"{number} random ones of {least} to {most}" in words
        assert 0.25 < sum(hamiltonian_path(graph).answer == "yes" for graph in graphs) / number < 0.8


def test_random_graphs_are_the_same_on_every_machine() -> None:
    graphs = [case.graph for seed in range(8) for case in AUDIT.domains["graphs"].cases("random", seed, 1)]
    text = repr([sorted(graph.edges) for graph in graphs])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "880ad6f2e548b3b8"


def test_what_is_known_of_a_graph_is_true() -> None:
    for graph in atlas(4):
        n = len(graph.names)
        ways = [
            order
            for order in permutations(range(1, n + 1))
            if all(v in graph.neighbours[u] for u, v in pairwise(order))
        ]
        assert (hamiltonian_path(graph).answer == "yes") == bool(ways)
        for v in range(1, n + 1):
            starts = any(way[0] == v for way in ways)
            assert (hamiltonian_path(graph, starts=[v]).answer == "yes") == starts
