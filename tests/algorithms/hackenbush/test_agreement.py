"""Algorithm 1, the search for positions, Berlekamp's rule and the second opinion say the same; all strategies win."""

from __future__ import annotations

from collections import Counter

import pytest

from crewsat.algorithms.hackenbush import positions, printed
from crewsat.algorithms.hackenbush.berlekamp import decide_two_players
from crewsat.algorithms.result import NOT_APPLICABLE, Solution
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.text import parse_text
from tests.support.chunks import chunks
from tests.support.hackenbush_second_opinion import in_turn_order, judged_moves, who_moves, winning_coalitions, wins
from tests.support.hackenbush_ways import fault, fault_of_strategy
from tests.support.random_strings import VARIANTS, described, every_position, single_edges, small_position, two_players

PARTS = 8
QUEER = "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2"

BY_HAND = {
    "hackenbush; strings -; coalition -": False,
    "hackenbush; strings -; coalition 1": True,
    "hackenbush; strings 1; coalition -": False,
    "hackenbush; strings 1; coalition 1": True,
    "hackenbush; strings -; coalition 1; players 2": False,  # 1 leaves, 2 is left
    "hackenbush; strings -; coalition 2": True,
    "hackenbush; strings -; coalition 1; to move 2": True,
    "hackenbush; strings empty / empty; coalition 2; to move 3; players 4": True,
    "hackenbush; strings -; coalition 2; to move 2; players 4": False,
    "hackenbush; strings 2; coalition 1": False,
    "hackenbush; strings 2; coalition 1 2": True,
    "hackenbush; strings 1 / 2; coalition 1": False,
    "hackenbush; strings 1,2; coalition 1": True,
    "hackenbush; strings 1,2; coalition 1; to move 2": True,
    "hackenbush; strings 2,1; coalition 1": False,
    "hackenbush; strings 1,2 / 1,2 / 2; coalition 1; to move 2": True,  # 1/2 + 1/2 - 1 = 0
    "hackenbush; strings 1,2 / 1,2 / 2; coalition 1": False,
    "hackenbush; strings 1 / 2 / 3; coalition 3": True,
    "hackenbush; strings 1 / 2 / 3; coalition 1 2": False,
    "hackenbush; strings 1 / 2 / 3; coalition 1; to move 2": True,
    QUEER: True,
    "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1": False,
    "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 2": False,
    "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 3": False,
}


@pytest.mark.parametrize("text", BY_HAND)
def test_positions_a_person_can_play(text: str) -> None:
    instance = parse_text(text)
    assert wins(instance) is BY_HAND[text]
    assert fault(instance, BY_HAND[text]) is None


def test_the_queer_position_of_figure_1() -> None:
    """If player 1 removes the first string, player 3 wins; if the second, player 2."""
    instance = parse_text(QUEER)
    assert who_moves(instance) == 1
    assert winning_coalitions(instance.strings, 3, 1) == {
        frozenset(side) for side in ([1, 2], [1, 3], [2, 3], [1, 2, 3])
    }
    for coalition, winning in ([2], (2, 1)), ([3], (1, 1)):
        judged = judged_moves(instance.model_copy(update={"coalition": coalition, "players": 3}))
        assert judged == {(1, 1): winning == (1, 1), (2, 1): winning == (2, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("part", chunks(PARTS, usual=2))
def test_all_ways_agree_and_their_strategies_win(part: int) -> None:
    answers: Counter[bool] = Counter()
    seen: Counter[str] = Counter()
    for seed in range(part, 20_000, PARTS):
        instance = small_position(seed, most_edges=8 if seed % 10 else 10)
        truth = wins(instance)
        assert fault(instance, truth) is None, instance.to_json()
        answers[truth] += 1
        seen.update(described(instance))
    assert min(answers.values()) > 700
    assert {variant for variant in VARIANTS if seen[variant] < 20_000 // PARTS // 100} <= {"no edges"}
    assert seen["no edges"] > 40


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(40))
def test_all_ways_agree_on_a_million_positions(part: int) -> None:
    for seed in range(20_000 + part, 1_020_000, 40):
        instance = small_position(seed, most_edges=1 + seed % 11)
        assert fault(instance, wins(instance)) is None, instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "most_edges", "number"), [(1, 5, 38), (2, 4, 712), (3, 3, 1992), (4, 2, 1984)])
def test_all_ways_agree_on_every_tiny_position(players: int, most_edges: int, number: int) -> None:
    """Without chance: all strings, all movers, all coalitions."""
    instances = list(every_position(most_edges, players))
    assert len(instances) == number
    for instance in instances:
        assert fault(instance, wins(instance)) is None, instance.to_json()


@pytest.mark.slow
def test_two_players_by_their_value() -> None:
    """On positions that are too large for the second opinion."""
    answers: Counter[bool] = Counter()
    for seed in range(400):
        instance = two_players(seed, most_edges=13)
        solution, found = decide_two_players(instance), positions.search(instance)
        assert isinstance(solution, Solution)
        assert solution.wins is found.wins, instance.to_json()
        for strategy in solution.strategy, found.strategy:
            assert fault_of_strategy(instance, strategy, wins=found.wins) is None, instance.to_json()
        answers[found.wins] += 1
    assert min(answers.values()) > 120


@pytest.mark.slow
def test_positions_agree_with_algorithm_1_where_most_turns_are_forced() -> None:
    answers: Counter[bool] = Counter()
    for seed in range(400):
        instance = single_edges(seed, 3 + seed % 6)
        found = positions.search(instance)
        assert found.wins is printed.search(instance).wins, instance.to_json()
        answers[found.wins] += 1
    assert min(answers.values()) > 60


def test_berlekamp_is_for_two_players_against_each_other() -> None:
    for seed in range(1_000):
        instance = small_position(seed)
        fits = instance.number_of_players == 2 and len(instance.coalition) == 1
        assert (decide_two_players(instance) is NOT_APPLICABLE) is not fits, instance.to_json()


def test_turn_order_of_the_second_opinion() -> None:
    assert in_turn_order(4, 3) == (3, 4, 1, 2)
    assert in_turn_order(1, 1) == (1,)
    assert in_turn_order(3, 1) == (1, 2, 3)


def test_the_number_of_players_follows_from_what_is_mentioned() -> None:
    for seed in range(500):
        instance = small_position(seed)
        explicit = Hackenbush(
            strings=instance.strings,
            coalition=instance.coalition,
            to_move=instance.to_move,
            players=instance.number_of_players,
        )
        assert wins(instance) is wins(explicit)
