"""Table 2: leaves of a round and of the game, against enumeration by the referee."""

from __future__ import annotations

import json
import random
from collections import Counter
from math import log10
from typing import TYPE_CHECKING

import pytest

from crewsat.skull import Rules, game_tree, round_tree
from crewsat.studies.skull import referee
from crewsat.studies.skull.published import ROUND_TREE
from crewsat.studies.skull.rounds import card_turns, in_order, round_outcomes, ways_to_bid
from crewsat.studies.skull.whole_game import beginnings, next_rounds
from tests.support import skull_by_enumeration as plain

if TYPE_CHECKING:
    from crewsat.studies.skull.rounds import Owned

FULL_HANDS = {
    (2, 1, 1): 100,
    (2, 2, 1): 1_035,
    (2, 3, 1): 7_681,
    (3, 1, 1): 2_986,
    (3, 3, 1): 4_667_282,
    (4, 3, 1): 21_588_964_990,
    (5, 3, 1): 534_774_364_072_458,
    (6, 3, 1): 28_313_396_591_128_472_369,
}
"""Leaves of a round, from another program."""


@pytest.mark.parametrize(("game", "leaves"), FULL_HANDS.items(), ids=str)
def test_rounds_with_full_hands(game: tuple[int, int, int], leaves: int) -> None:
    assert round_tree(*game) == leaves


def test_the_printed_bounds_hold() -> None:
    """By far: 10^6.67 for 10^10, and 10^51.9 for 10^90."""
    found = {players: log10(round_tree(players)) for players in ROUND_TREE}
    assert all(found[players] < exponent for players, exponent in ROUND_TREE.items())
    assert (found[3], found[12]) == pytest.approx((6.669, 51.941), abs=0.001)


def difference(owned: Owned, initiative: int) -> str:
    """Compare a round with enumeration; return the cards of one that differs, as JSON, else an empty text."""
    rules = Rules(len(owned))
    found = round_outcomes(owned, initiative)
    right = plain.round_outcomes(rules, plain.beginning(rules, owned, initiative))
    return "" if found == right else json.dumps({"owned": owned, "initiative": initiative})


@pytest.mark.parametrize(("roses", "skulls"), [(1, 1), (0, 2), (2, 0), (2, 1), (1, 2), (3, 0), (3, 1)])
def test_two_players_one_by_one(roses: int, skulls: int) -> None:
    """Each way to play the round, listed; and the same from the second player on."""
    rules, owned = Rules(2, roses, skulls), ((roses, skulls),) * 2
    ways = Counter(plain.every_end_of_round(rules, referee.start(rules)))
    assert ways == round_outcomes(owned, 0)
    assert round_tree(2, roses, skulls) == ways.total()
    assert not difference(owned, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "owned", [((1, 1),) * 3, ((0, 2),) * 3, ((2, 0),) * 3, ((2, 1),) * 3, ((1, 0),) * 5, ((1, 1),) * 4], ids=str
)
def test_full_hands_state_by_state(owned: Owned) -> None:
    assert not difference(owned, 0)


@pytest.mark.slow
def test_rounds_in_the_middle_of_games() -> None:
    """Players with different cards, and some who are out."""
    rng = random.Random(5)
    for _ in range(25):
        players = rng.choice((2, 3, 3, 4))
        most = {2: 3, 3: 2, 4: 1}[players]
        owned = tuple((rng.randint(0, most), rng.randint(0, 1)) for _ in range(players))
        playing = [player for player in range(players) if any(owned[player])]
        if len(playing) > 1:
            assert not difference(owned, rng.choice(playing))


@pytest.mark.thorough
@pytest.mark.parametrize("owned", [((3, 1),) * 3, ((2, 2),) * 3, ((2, 1),) * 4, ((1, 1),) * 5], ids=str)
def test_larger_rounds_state_by_state(owned: Owned) -> None:
    assert not difference(owned, 0)


@pytest.mark.thorough
def test_many_rounds_in_the_middle_of_games() -> None:
    rng = random.Random(6)
    for _ in range(500):
        players = rng.choice((2, 3, 4))
        most = {2: 4, 3: 2, 4: 1}[players]
        owned = tuple((rng.randint(0, most), rng.randint(0, 2 if players < 4 else 1)) for _ in range(players))
        playing = [player for player in range(players) if any(owned[player])]
        if len(playing) > 1 and sum(map(sum, owned)) < 9:
            assert not difference(owned, rng.choice(playing))


def test_bids_one_by_one() -> None:
    """Of four players, in all ways to bid with five cards on the table: who has bet last, and how much."""

    def bids(bet: int, bidding: list[int], last: int) -> Counter[tuple[int, int]]:
        if bet == 5 or bidding == [last]:
            return Counter({(last, bet): 1})
        one, *rest = bidding
        found = bids(bet, rest, last)
        for more in range(bet + 1, 6):
            found += bids(more, [*rest, one], one)
        return found

    right: Counter[tuple[int, int]] = Counter()
    for bet in range(1, 6):
        right += bids(bet, [1, 2, 3, 0], 0)
    assert right == Counter({(place, bet): ways_to_bid(3, place, bet) for place in range(4) for bet in range(1, 6)})
    assert len(right) == 17, "the others cannot have bet 1"


def test_card_turns_go_round() -> None:
    """Player 1 is out, and player 2 has one card: when his turn comes again, he must challenge."""
    owned = ((2, 1), (0, 0), (1, 0), (1, 1))
    assert in_order(owned, 2) == [2, 3, 0]
    assert [*card_turns(owned, 3)] == [(3, (1, 0, 1, 1)), (0, (1, 0, 1, 2)), (2, (2, 0, 1, 2))]


GAMES = {
    (2, 1, 1, 1): 2_466,
    (2, 1, 1, 2): 186_254,
    (2, 2, 1, 1): 166_611_915,
    (2, 3, 1, 1): 777_952_998_268_689,
    (3, 1, 1, 1): 876_123_312,
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "leaves"), GAMES.items(), ids=str)
def test_games_state_by_state(game: tuple[int, int, int, int], leaves: int) -> None:
    assert game_tree(*game) == plain.game_tree(Rules(*game)) == leaves


def test_games_one_by_one() -> None:
    rules = Rules(2, 1, 1, 1)
    assert game_tree(2, 1, 1, 1) == plain.every_game(rules, referee.start(rules))
    for game in ((2, 2, 0, 1), (2, 0, 2, 2), (2, 1, 0, 3), (3, 0, 1, 1)):
        assert game_tree(*game) == plain.every_game(Rules(*game), referee.start(Rules(*game)))


@pytest.mark.thorough
@pytest.mark.parametrize("game", [(2, 3, 1, 2), (2, 2, 2, 2), (3, 1, 1, 2), (3, 2, 1, 1), (4, 1, 1, 1)], ids=str)
def test_larger_games_state_by_state(game: tuple[int, int, int, int]) -> None:
    assert game_tree(*game) == plain.game_tree(Rules(*game))


@pytest.mark.thorough
def test_186_254_games_one_by_one() -> None:
    assert plain.every_game(Rules(2, 1, 1, 2), referee.start(Rules(2, 1, 1, 2))) == game_tree(2, 1, 1, 2)


@pytest.mark.slow
def test_games_with_full_hands() -> None:
    """Of two and three players: 10^20.09 and 10^53.75, from our own program; the printed bound has no number."""
    assert game_tree(2) == 122_043_970_103_147_921_333
    assert log10(game_tree(3)) == pytest.approx(53.7506, abs=0.0001)


def test_beginnings_of_rounds() -> None:
    """Those that are reached move by move, and nothing else."""
    rules = Rules(3, 1, 1, 1)
    states = plain.ordered_states(rules)
    assert beginnings(rules) == {state for state in states if state.turn in {"first", "over"}}
    ways = next_rounds(rules, referee.start(rules))
    failures = {state: number for state, number in ways.items() if state.turn == "first"}
    assert sum(failures.values()) == 2 * sum(
        number for (_, owner), number in round_outcomes(((1, 1),) * 3, 0).items() if owner != referee.NOBODY
    ), "a discard is one of two kinds"
