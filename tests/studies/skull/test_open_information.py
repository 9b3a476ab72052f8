"""Piles and hands with all cards seen, against every order of turning up cards and every move."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest

from crewsat.skull import Rules, can_meet, forced_wins
from crewsat.studies.skull import referee
from tests.support import skull_by_enumeration as plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.studies.skull.referee import State


def in_some_order(piles: Sequence[tuple[int, ...]], bet: int) -> State | None:
    """The end of a revelation in which player 0 meets the bet, trying all orders."""
    rules = Rules(len(piles), 9, 9)
    start = referee.start(rules)
    ahead = [start._replace(turn="reveal", piles=tuple(piles), bet=bet, challenger=0)]
    while ahead:
        state = ahead.pop()
        for move in referee.moves(rules, state):
            then = referee.after(rules, state, move)
            if then.turn == "first":
                return state._replace(turned=tuple(n + (k == move.choice) for k, n in enumerate(state.turned)))
            if then.turn == "reveal":
                ahead.append(then)
    return None


def test_challenges_are_met_as_in_some_order() -> None:
    met = 0
    for piles in product(plain.every_pile(2), plain.every_pile(3), plain.every_pile(2)):
        for bet in range(1, sum(map(len, piles)) + 1):
            found, right = can_meet(piles, 0, bet), in_some_order(piles, bet)
            assert (found is None) == (right is None), json.dumps({"piles": piles, "bet": bet})
            if found is not None and right is not None:
                met += 1
                assert sum(found) == bet
                assert found[0] == right.turned[0], "his own first"
                for pile, number in zip(piles, found, strict=True):
                    assert referee.SKULL not in pile[len(pile) - number :]
    assert met > 500


def test_the_challenger_need_not_be_the_first() -> None:
    assert can_meet([(0, 0), (1, 0), (0,)], 1, 1) == (0, 1, 0)
    assert can_meet([(0, 0), (1, 0), (0,)], 1, 2) is None
    assert can_meet([(0, 0), (1, 0), (0,)], 2, 3) == (2, 0, 1)


@pytest.mark.parametrize("game", [(2, 1, 0, 2), (2, 0, 1, 1), (2, 0, 2, 1), (2, 1, 1, 1), (3, 0, 1, 1), (3, 1, 0, 1)])
def test_forced_wins_as_by_every_move(game: tuple[int, int, int, int]) -> None:
    rules = Rules(*game)
    for state, winners in forced_wins(*game).items():
        right = {player for player in range(rules.players) if plain.can_force(rules, player, state)}
        assert winners == right, json.dumps({"game": game, "state": state})


@pytest.mark.thorough
def test_forced_wins_of_two_wins_as_by_every_move() -> None:
    rules = Rules(2, 1, 1, 2)
    for state, winners in forced_wins(2, 1, 1, 2).items():
        assert winners == {player for player in range(2) if plain.can_force(rules, player, state)}, state


def winners_at_start(players: int, roses: int, skulls: int, wins: int) -> frozenset[int]:
    values = forced_wins(players, roses, skulls, wins)
    return values[referee.start(Rules(players, roses, skulls, wins))]


@pytest.mark.slow
def test_one_of_two_players_can_force_a_win() -> None:
    """At every beginning of a round; with equal cards it is the one who has the initiative, if there are roses."""
    for game in ((2, 1, 1, 2), (2, 2, 1, 1), (2, 1, 2, 1)):
        values = forced_wins(*game)
        assert all(len(winners) == 1 for winners in values.values())
        assert winners_at_start(*game) == {0}
    assert winners_at_start(2, 0, 1, 1) == {1}


def test_of_three_players_often_none_can() -> None:
    values = forced_wins(3, 1, 1, 1)
    assert not winners_at_start(3, 1, 1, 1)
    assert {len(winners) for winners in values.values()} == {0, 1}
    assert sum(not winners for winners in values.values()) == 13
