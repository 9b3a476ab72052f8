"""Table 1: the printed formula, and the states that can be reached."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import WrongOption
from crewsat.skull import Rules, game_tree, reachable_states, round_tree, state_space
from crewsat.studies.skull.published import STATE_SPACE
from crewsat.studies.skull.sizes import power_of_ten
from tests.support import skull_by_enumeration as plain

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = [
    *(
        (2, roses, skulls, wins)
        for roses in range(3)
        for skulls in range(3)
        for wins in (1, 2)
        if 0 < roses + skulls < 4
    ),
    *((3, roses, skulls, wins) for roses, skulls in ((1, 0), (0, 1), (2, 0), (0, 2)) for wins in (1, 2)),
    (2, 3, 0, 3),
    (2, 3, 1, 1),
    (3, 1, 1, 1),
]


def test_the_formula_rounded_up_is_table_1() -> None:
    assert {players: power_of_ten(state_space(players)) for players in STATE_SPACE} == STATE_SPACE


@pytest.mark.parametrize("rounded", [floor, round])
def test_otherwise_rounded_it_is_not(rounded: Callable[[float], int]) -> None:
    assert {players: rounded(log10(state_space(players))) for players in STATE_SPACE} != STATE_SPACE


@pytest.mark.parametrize(
    ("game", "bound"),
    [
        ((3,), 9 * 16 * (5 + 16) * (4 * 4 * 4 * 3 * 4) ** 3),
        ((2, 1, 1, 1), 4 * 4 * (3 + 2) * (4 * 4 * 2 * 2 * 2) ** 2),
        ((2, 2, 3, 1), 4 * 25 * (4 + 3) * (4 * 16 * 3 * 2 * 10) ** 2),
    ],
)
def test_the_formula_as_printed(game: tuple[int, ...], bound: int) -> None:
    assert state_space(*game) == bound


@pytest.mark.parametrize(("number", "exponent"), [(1, 0), (2, 1), (10, 1), (11, 2), (10**50, 50), (10**50 + 1, 51)])
def test_powers_of_ten(number: int, exponent: int) -> None:
    assert power_of_ten(number) == exponent


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_states_that_can_be_reached(game: tuple[int, int, int, int]) -> None:
    """All of them, listed."""
    found = reachable_states(*game)
    assert found == len(plain.ordered_states(Rules(*game)))
    assert found <= state_space(*game)


@pytest.mark.parametrize(("players", "states"), [(2, 65_098), (3, 11_445_701)])
@pytest.mark.slow
def test_states_with_full_hands(players: int, states: int) -> None:
    assert reachable_states(players) == states <= state_space(players)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [(2, 3, 1, 2), (3, 2, 1, 1), (3, 2, 1, 2), (3, 3, 1, 2), (4, 1, 1, 1)], ids=str)
def test_states_listed_round_by_round(game: tuple[int, int, int, int]) -> None:
    assert plain.states_round_by_round(Rules(*game)) == reachable_states(*game)


def test_both_ways_to_list_states_agree() -> None:
    assert plain.states_round_by_round(Rules(3, 1, 1, 1)) == len(plain.ordered_states(Rules(3, 1, 1, 1)))


@pytest.mark.parametrize("size", [state_space, round_tree, game_tree, reachable_states])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ((1,), "players must be a whole number from 2, not 1"),
        ((3, -1), "roses must be a whole number from 0, not -1"),
        ((3, 0, 0), "roses and skulls cannot both be 0"),
        (("3",), "players must be a whole number from 2, not '3'"),
    ],
)
def test_games_that_are_none(size: Callable[..., int], game: tuple[Any, ...], words: str) -> None:
    with pytest.raises(WrongOption, match=words):
        size(*game)
