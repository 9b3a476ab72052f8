"""OpenSpiel's own tests of games, on ours: the full tree of the six-card game, and samples of the others."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

import crewsat.spiel  # noqa: F401 - registers the games

SIX = "python_tiny_crew(colours=2,values=2,submarines=2,recall=perfect)"

api_test.TOTAL_NUM_STATES[SIX] = (181, 1368, 432)
api_test.PERFECT_RECALL_NUM_STATES[SIX] = 952


@pytest.mark.slow
class TestSixCards(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Every state of the six-card game."""

    game_name = SIX
    game = pyspiel.load_game(SIX)


class TestTinyCrew(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """Part of the tree of the README's game."""

    game_name = "python_tiny_crew"
    game = pyspiel.load_game(game_name)


class TestCrew(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """Part of the tree of deals of the real deck."""

    game_name = "python_crew"
    game = pyspiel.load_game(game_name)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [SIX, "python_tiny_crew", "python_crew(players=5,suits=2,values=4,trumps=2,tasks=1 wins pink4)"]
)
def test_random_play_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=20, serialize=True, verbose=False)
