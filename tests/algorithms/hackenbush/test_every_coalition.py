"""All coalitions of small positions at once, against the solver, and against what is known without it."""

from __future__ import annotations

import pytest

from crewsat.algorithms.hackenbush.every_coalition import (
    EveryCoalition,
    coalitions_with,
    every_position,
    members_of,
    partitions,
    players_of,
    turned,
    winners,
)
from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.random_strings import RandomStrings
from crewsat.games.hackenbush.rules import start


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_solver_says_the_same_of_each_coalition_and_each_mover(players: int) -> None:
    known = EveryCoalition(players)
    for seed in range(6):
        strings = RandomStrings(3, 3, players, (1,)).with_seed(seed).strings
        for mover in range(1, players + 1):
            winning = known.winning(strings, mover)
            for coalition in range(1 << players):
                one = Hackenbush(strings=strings, coalition=players_of(coalition), to_move=mover, players=players)
                wins = Positions(one).coalition_wins(start(one).lengths, mover)
                assert bool(winning >> coalition & 1) == wins, one.to_json()


def test_empty_strings_and_the_order_of_strings_do_not_matter() -> None:
    known = EveryCoalition(3)
    winning = known.winning([(1, 2), (1, 3), (2,), (3,)])
    assert winners(winning, 3) == ()
    assert known.winning([[], [3], [1, 3], [], [2], [1, 2]]) == winning


def test_without_edges_the_player_before_the_mover_is_left() -> None:
    known = EveryCoalition(3)
    for mover, last in ((1, 3), (2, 1), (3, 2)):
        assert known.winning([], mover) == coalitions_with(last, 3)


def test_sets_of_coalitions() -> None:
    assert players_of(0b1011) == (1, 2, 4)
    assert list(members_of(0b101001)) == [0, 3, 5]
    assert list(members_of(coalitions_with(2, 2))) == [0b10, 0b11]
    assert winners(1 << 0b010 | 1 << 0b110, 3) == (2,)


def test_labels_are_turned() -> None:
    assert turned((1, 2, 3, 3), 3, 1) == (3, 1, 2, 2)
    assert turned((1, 2, 3), 3, 3) == (1, 2, 3)


def test_positions_of_a_size() -> None:
    assert list(partitions(4, 4)) == [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    assert list(every_position(1, 0)) == [()]
    assert [sum(1 for _ in every_position(2, edges)) for edges in range(6)] == [1, 2, 7, 20, 59, 162]
    queer = [one for one in every_position(3, 5) if not winners(EveryCoalition(3).winning(one), 3)]
    assert len(queer) == 7
