"""Readings of table 3: what they count, that none of a sample fits, and the bounds that say why."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crewsat.skull import Rules, simulate
from crewsat.studies.skull.published import BRANCHING, LENGTH
from crewsat.studies.skull.readings import (
    BEST,
    GAMES,
    PARTS,
    coefficients,
    every_options,
    longest_mean,
    most_moves,
    readings,
    search,
)
from crewsat.studies.skull.rules import OPTIONS
from crewsat.studies.skull.simulator import COLUMNS
from crewsat.studies.skull.statistics import MOVES, POSITIONS

USUAL: dict[str, Any] = {name: values[0] for name, values in OPTIONS.items()}
FIRST = {part: next(iter(choices)) for part, choices in PARTS.items()}


def columns(numbers: np.ndarray[Any, Any]) -> dict[str, float]:
    return {name: number for name, number in zip([*COLUMNS, GAMES], numbers.tolist(), strict=True) if number}


def test_the_usual_reading_is_that_of_the_simulator() -> None:
    for unit in ("kinds", "cards"):
        positions, moves = coefficients({**FIRST, "cards": unit})
        assert columns(positions) == dict.fromkeys(POSITIONS, 1)
        assert columns(moves) == dict.fromkeys(MOVES[unit], 1)


def test_positions_with_one_move_are_left_out_with_their_moves() -> None:
    """Counted again in games of two players with a skull each, where nobody ever has a choice of cards."""
    rules = Rules(2, roses=0, wins=1)
    sums = np.array([*simulate(rules, 100).sums.values(), 100])
    all_positions, all_moves = (float(row @ sums) for row in coefficients(FIRST))
    positions, moves = (float(row @ sums) for row in coefficients({**FIRST, "positions with one move": "not counted"}))
    assert all_positions - positions == all_moves - moves
    found = simulate(rules, 100).sums
    assert positions == found["openings"] + found["raises"] + found["passes"] + found["others"] * 0
    assert moves == 2 * found["openings"] + 2 * (found["raises"] + found["passes"])


def test_readings_differ() -> None:
    """No two count the same, under the options where all of them make sense."""
    each = readings({**USUAL, "empty_hand": "passes"})
    assert len({tuple(np.concatenate(coefficients(reading))) for reading in each}) == len(each)
    assert len(readings(USUAL)) < len(each)
    assert len(every_options()) == 256


@pytest.mark.slow
def test_no_reading_of_a_sample_fits() -> None:
    """The nearest one is off by more than half somewhere; with sampling errors of a few percent."""
    tried, found = search(50, options=every_options()[::60], players=(3, 6, 12))
    assert tried > 2000
    assert {len(fits) for fits in found.values()} == {BEST}
    assert found["both"][0].distance > 1
    for fits in found.values():
        assert [fit.distance for fit in fits] == sorted(fit.distance for fit in fits)
    assert min(fit.worst for fits in found.values() for fit in fits) > 0.5
    length = found["length"][0]
    rows = np.log([length.length[players] / LENGTH[players] for players in (3, 6, 12)])
    assert length.distance == pytest.approx(float(np.sqrt((rows**2).mean())))
    assert found["branching"][0].distance < min(found["both"][0].distance, 1)


def test_lengths_are_within_their_bound_and_the_printed_one_is_not() -> None:
    for players, printed in LENGTH.items():
        assert (longest_mean(Rules(players)) < printed) == (players >= 12)
        assert (longest_mean(Rules(players), passed_over=False) < printed) == (players >= 10)
    assert 1 / 2 < longest_mean(Rules(24)) / longest_mean(Rules(48)) * 4 / 2 < 1.2, "it is quadratic"


@pytest.mark.slow
def test_games_are_within_the_bounds() -> None:
    """Under each option, lengths and moves of all readings in which players place their first cards one by one."""
    each = [one for one in readings({**USUAL, "empty_hand": "passes"}) if one["first turn"] == "a position a player"]
    wanted = np.array([coefficients(reading) for reading in each]).transpose(1, 0, 2)
    over = np.array([reading["players passed over"] == "counted" for reading in each])
    assert 0 < over.sum() < len(each) - over.sum()
    for options in (USUAL, *({**USUAL, name: values[1]} for name, values in OPTIONS.items())):
        for parameters in ({"players": 2}, {"players": 5}, {"players": 3, "roses": 0}, {"players": 4, "wins": 5}):
            rules = Rules(**{**parameters, **options})
            positions, moves = wanted @ [*simulate(rules, 50).sums.values(), 50] / 50
            assert positions[over].max() < longest_mean(rules), rules
            assert positions[~over].max() < longest_mean(rules, passed_over=False), rules
            assert (moves / positions).max() < most_moves(rules), rules


def test_printed_branching_is_above_the_most_moves_of_players_one_by_one() -> None:
    assert [players for players, printed in BRANCHING.items() if printed > most_moves(Rules(players))] == [
        *range(7, 13)
    ]
