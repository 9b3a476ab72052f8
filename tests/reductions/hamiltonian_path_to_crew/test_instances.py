"""The instances a reduction makes are as the paper describes them, and notes that do not fit are not believed."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, get_args

import pytest

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.problems.graph import families
from crewsat.problems.graph.graph import MOST_VERTICES, Graph
from crewsat.reductions.hamiltonian_path_to_crew import (
    MOST_TRUMPS,
    Junk,
    JunkSuits,
    LastPlayer,
    Reduction,
    play_of,
    reduce,
    source_of,
    witness_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable


from tests.support.hamiltonian_paths import ATLAS, BOTH, JUNK_SUITS, SMALL, near, some, some_trumps


@pytest.mark.slow
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
