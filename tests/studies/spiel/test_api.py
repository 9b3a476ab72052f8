"""OpenSpiel's own tests of games, on ours: the full tree of the six-card game, and samples of the others."""

from __future__ import annotations

import random

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

import crewsat
import crewsat.spiel

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
    """OpenSpiel raises an error at the first state that does not come back as it was, or breaks what it promises."""
    over: list[bool] = []

    def note(state: pyspiel.State) -> None:
        over.append(state.is_terminal())

    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=20, serialize=True, verbose=False, state_checker_fn=note)
    assert over.count(True) == 20


@pytest.mark.slow
@pytest.mark.parametrize("recall", ["printed", "perfect"])
@pytest.mark.parametrize("leader", [0, 1, 3])
def test_tensors_tell_what_strings_tell(leader: int, recall: str) -> None:
    """Of a player, in every state: two have the same tensor just if they have the same string."""
    game = pyspiel.load_game(f"python_tiny_crew(colours=2,values=2,submarines=2,leader={leader},recall={recall})")
    rng = random.Random(1)
    seen: set[tuple[str, tuple[float, ...]]] = set()
    for _ in range(400):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            if not state.is_chance_node():
                for player in range(3):
                    tensor = tuple(state.information_state_tensor(player))
                    seen.add((f"{player} {state.information_state_string(player)}", tensor))
    assert len(seen) > 300
    assert len({text for text, _ in seen}) == len({tensor for _, tensor in seen}) == len(seen)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("players=7", "7 players; allowed: 2 to 5"),
        ("players=1", "1 players; allowed: 2 to 5"),
        ("values=100000000", "there is no such deck; allowed: 3 to 1,000 cards for 3 players"),
        ("suits=-1", "there is no such deck"),
        ("leader=4", "leader '4' is not valid; allowed: 1 to 3, captain"),
        ("trumps=0", "without trumps there is no captain"),
        ("tasks=1 wins pink99", "tasks: "),
    ],
)
def test_parameters_that_are_refused(parameters: str, words: str) -> None:
    with pytest.raises(crewsat.WrongOption, match=words):
        pyspiel.load_game(f"python_crew({parameters})")
