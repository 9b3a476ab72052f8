"""Random games in step: each equal to the referee's, uniform in the mean, and with the means of an earlier program."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from crewsat.skull import Rules, simulate
from crewsat.studies.skull.referee import State, after, moves, start
from crewsat.studies.skull.simulator import COLUMNS, Games
from crewsat.studies.skull.statistics import POSITIONS
from tests.support.chunks import sizes
from tests.support.skull_games import check_games, every_rules, some_rules

TINY: dict[str, Any] = {"roses": 1, "wins": 1}


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(2_000, 10_000))
def test_thousands_of_games_are_played_as_by_the_referee(games: int) -> None:
    two, three, four = games // 500, games // 40, games * 6 // 1_000
    played = sum(check_games(rules, two, seed) for seed, rules in enumerate(every_rules(2, **TINY)))
    played += sum(check_games(rules, three, seed) for seed, rules in enumerate(some_rules(3, roses=2, wins=1)))
    played += sum(check_games(rules, four, seed) for seed, rules in enumerate(some_rules(4)))
    assert played >= games


@pytest.mark.slow
def test_other_numbers_of_cards_and_players() -> None:
    for rules in (
        Rules(8, roses=1, skulls=2, wins=3),
        Rules(2, roses=0, skulls=2),
        Rules(3, roses=2, skulls=0, wins=4),
        Rules(3, roses=1, skulls=0, win="wins_only"),
        Rules(5, roses=0, skulls=1, win="wins_only", reveal="any", restart="skull_owner", least_opening=2),
        Rules(6, roses=3, skulls=2, empty_hand="passes", moves="cards"),
    ):
        check_games(rules, 30, 7)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3, 5])
def test_many_games_are_played_as_by_the_referee(players: int) -> None:
    for seed, rules in enumerate(every_rules(players)):
        check_games(rules, 100 if players < 5 else 30, seed)


@pytest.mark.thorough
def test_games_of_twelve_players_are_played_as_by_the_referee() -> None:
    for seed, rules in enumerate(some_rules(12)):
        check_games(rules, 10, seed)


def test_a_wrong_count_or_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison would see it if the simulator counted, chose or went on in another way."""
    rules = Rules(3, roses=2)
    wrong: list[tuple[str, Any]] = [
        ("_next_of", lambda _self, players, after: np.take_along_axis(players, after[:, None], 1).argmax(1)),
        ("_kind", lambda _self, ways, _random: np.zeros(ways.shape[:-1], np.int64)),
        ("_next_round", lambda self, here: self._turn.__setitem__(here, 5)),
        ("_count", lambda self, here, **numbers: [self.counts[name].__setitem__(here, 1) for name in numbers]),
    ]
    for name, method in wrong:
        with monkeypatch.context() as patch:
            patch.setattr(Games, name, method)
            with pytest.raises((AssertionError, IndexError)):
                check_games(rules, 50, 1)


def expected(rules: Rules) -> dict[str, float]:
    """The exact means of uniform random play, by the referee's moves and ways alone."""

    @cache
    def means(state: State) -> tuple[float, ...]:
        if state.turn == "over":
            return 0.0, 0.0, float(state.player == 0)
        ways = moves(rules, state)
        total = sum(ways.values())
        then = [(number / total, means(after(rules, state, move))) for move, number in ways.items()]
        positions, rounds, first = (sum(chance * one[place] for chance, one in then) for place in range(3))
        return 1 + positions, (state.turn == "first") + rounds, first

    return dict(zip(("positions", "rounds", "first player wins"), means(start(rules)), strict=True))


@pytest.mark.slow
def test_means_are_those_of_uniform_choices() -> None:
    """Within five standard errors; 60 means."""
    small, larger = some_rules(2, roses=1, wins=2), [*some_rules(2, roses=2, wins=1)][::4]
    for seed, rules in enumerate([*small, *larger]):
        exact, played = expected(rules), Games(rules, 4000, np.random.default_rng(seed))
        found = {
            "positions": np.sum([played.counts[name] for name in POSITIONS], axis=0),
            "rounds": played.counts["rounds"],
            "first player wins": (played.winner == 0).astype(float),
        }
        for name, numbers in found.items():
            error = float(numbers.std()) / len(numbers) ** 0.5
            assert abs(float(numbers.mean()) - exact[name]) < 5 * error, (rules.as_dict(), seed, name)


KNOWN = {
    3: (8.24, 0.305, 50.8),
    4: (11.91, 0.231, 81.1),
    5: (15.72, 0.185, 114.6),
    6: (19.66, 0.154, 150.6),
    7: (23.64, 0.131, 187.9),
    8: (27.64, 0.114, 226.4),
    9: (31.67, 0.101, 265.9),
    10: (35.67, 0.090, 305.7),
    11: (39.73, 0.081, 346.4),
    12: (43.71, 0.074, 387.2),
}
"""Rounds per game, share of challenges that succeed, positions a game: 10^5 games each, by an independent program."""
ROUNDED = (0.005, 0.0005, 0.05)


def check_known(players: int, games: int) -> None:
    found = simulate(Rules(players), games, seed=players)
    for one, known, rounded in zip(
        (found.rounds, found.successes, found.positions), KNOWN[players], ROUNDED, strict=True
    ):
        assert one.error is not None
        theirs = one.error * (games / 100_000) ** 0.5
        assert abs(one.mean - known) < 4 * (one.error**2 + theirs**2) ** 0.5 + rounded, (players, one, known)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_means_of_an_independent_program(players: int) -> None:
    check_known(players, 20_000)


@pytest.mark.thorough
@pytest.mark.parametrize("players", KNOWN)
def test_means_of_an_independent_program_in_many_games(players: int) -> None:
    check_known(players, 100_000)


def test_what_a_column_is_is_written_down() -> None:
    assert Games(Rules(2), 1, np.random.default_rng(0)).counts.keys() == COLUMNS.keys()
