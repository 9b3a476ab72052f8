"""Skull & Roses in OpenSpiel: its tests of games, play as by the referee, what players know, and small games solved."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

import crewsat
import crewsat.spiel
from benchmarks.skull_equilibria import Program, Tree, chances_of_marks, learned, marks_of
from crewsat.skull import game_tree, round_tree
from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import ROSE, SKULL, Move
from crewsat.studies.spiel.skull_play import Event, longest, most_rounds

ONE_WIN = "python_skull(players=2,roses=1,wins=1)"
ONE_ROUND = "python_skull(players=2,roses=1,single_round=true)"
THREE = "python_skull(players=3,roses=1,single_round=true)"

api_test.TOTAL_NUM_STATES |= {ONE_WIN: (462, 8570, 2466), ONE_ROUND: (0, 205, 100), THREE: (0, 5591, 2986)}
api_test.PERFECT_RECALL_NUM_STATES |= {ONE_WIN: 3912, ONE_ROUND: 104, THREE: 1515}


class TestOneRound(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Every state of the smallest game."""

    game_name = ONE_ROUND
    game = pyspiel.load_game(ONE_ROUND)


@pytest.mark.thorough
class TestOneWin(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Every state of a game of several rounds."""

    game_name = ONE_WIN
    game = pyspiel.load_game(ONE_WIN)


@pytest.mark.thorough
class TestThreePlayers(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]
    """Every state of a round of three players."""

    game_name = THREE
    game = pyspiel.load_game(THREE)


@pytest.mark.slow
class TestSkull(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """Part of the tree of the game of three players with full hands."""

    game_name = "python_skull"
    game = pyspiel.load_game(game_name)


def test_there_are_as_many_ends_as_leaves_were_counted() -> None:
    """The first turn is in turn here, and joint there, which gives the same leaves."""
    assert game_tree(2, 1, 1, 1) == api_test.TOTAL_NUM_STATES[ONE_WIN][2]
    assert round_tree(2, 1, 1) == api_test.TOTAL_NUM_STATES[ONE_ROUND][2]
    assert round_tree(3, 1, 1) == api_test.TOTAL_NUM_STATES[THREE][2]


def at_the_end(game: Any, seed: int) -> Any:  # noqa: ANN401 - games and states of OpenSpiel
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("parameters", ["", "players=2,wins=1", "players=4,roses=1,skulls=2", "players=5,roses=2"])
def test_games_are_played_as_by_the_referee(parameters: str) -> None:
    """Every move is legal there, too, and the end is the same."""
    game = pyspiel.load_game(f"python_skull({parameters})")
    for seed in range(20):
        end = at_the_end(game, seed)
        state, rules = referee.start(end.play.rules), end.play.rules
        placed: dict[int, int] = {}
        for event in end.play.past:
            move = Move(event.what, event.kind if event.what in {"card", "discard"} else event.number)
            if state.turn == "first":
                placed[event.player] = event.kind
                if len(placed) < len(state.playing):
                    continue
                move, placed = Move("first", tuple(kind for _, kind in sorted(placed.items()))), {}
            assert move in referee.moves(rules, state), (str(end), move)
            state = referee.after(rules, state, move)
        assert state == end.play.state
        others = -1.0
        assert end.returns() == [rules.players - 1.0 if one == state.player else others for one in range(rules.players)]
        assert len(end.play.past) <= longest(rules, single_round=False)
        assert sum(event.what == "discard" for event in end.play.past) < most_rounds(rules, single_round=False)


def after(game: Any, *actions: int) -> Any:  # noqa: ANN401
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def test_who_knows_what() -> None:
    """Player 1 bets 2 and turns up the skull of player 0, who picks blindly what he loses."""
    game = pyspiel.load_game("python_skull(players=2)")
    state = after(game, ROSE, ROSE, SKULL, 2 + 2, 2, 12, 11)
    assert state.current_player() == pyspiel.PlayerId.CHANCE
    assert state.chance_outcomes() == [(ROSE, 0.75), (SKULL, 0.25)]
    state.apply_action(SKULL)
    shared = "P0 places {}; P1 places {}; P0 places {}; P1 bets 2; P0 passes; P1 turns up rose of P1; "
    shared += "P1 turns up skull of P0; P1 loses {}"
    assert state.information_state_string(0) == "P0; " + shared.format("rose", "card", "skull", "card")
    assert state.information_state_string(1) == "P1; " + shared.format("card", "rose", "card", "skull")
    assert state.observation_string(1) == (
        "P1; P1 holds rose rose rose, pile: -; first turn of P1; wins: 0 0; cards: 4 3; piles: 0 0; turned up: 0 0; "
        "passed: 0 0"
    )


def test_his_own_skull_leaves_the_choice_to_the_challenger() -> None:
    game = pyspiel.load_game("python_skull(players=2)")
    state = after(game, SKULL, ROSE, 2 + 1, 2, 11)
    assert (state.current_player(), state.legal_actions()) == (0, [ROSE, SKULL])
    assert state.action_to_string(0, SKULL) == "skull"
    assert [state.action_to_string(0, action) for action in (2, 3, 11, 12)] == [
        "pass",
        "bet 1",
        "turn up P0",
        "turn up P1",
    ]


def test_a_single_round_is_lost_by_who_fails() -> None:
    game = pyspiel.load_game("python_skull(single_round=true,roses=1)")
    won = after(game, ROSE, ROSE, SKULL, 2 + 2, 2, 2, 9, 10)
    assert won.returns() == [2.0, -1.0, -1.0]
    lost = after(game, ROSE, ROSE, SKULL, 2 + 2, 2, 2, 9, 11)
    assert lost.returns() == [-2.0, 1.0, 1.0]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2.0, 2.0, 0.0)
    assert pyspiel.load_game("python_skull").min_utility() == -1.0


@pytest.mark.slow
@pytest.mark.parametrize("parameters", ["", "players=2,roses=1,wins=1", "players=7,roses=1,single_round=true"])
def test_random_play_with_serialisation(parameters: str) -> None:
    """OpenSpiel raises an error at the first state that does not come back as it was, or breaks what it promises."""
    game = pyspiel.load_game(f"python_skull({parameters})")
    over: list[bool] = []

    def note(state: pyspiel.State) -> None:
        over.append(state.is_terminal())

    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, state_checker_fn=note)
    assert over.count(True) == 2


@pytest.mark.slow
def test_tensors_tell_what_strings_tell() -> None:
    """Of a player, in every state: two have the same tensor just if they have the same string."""
    game = pyspiel.load_game("python_skull(roses=1,wins=1)")
    rng = random.Random(1)
    for what in ("information_state", "observation"):
        seen: set[tuple[str, bytes]] = set()
        for _ in range(40):
            state = game.new_initial_state()
            while not state.is_terminal():
                for player in range(3) if not state.is_chance_node() else ():
                    text = getattr(state, f"{what}_string")(player)
                    tensor = np.array(getattr(state, f"{what}_tensor")(player), np.int8)
                    seen.add((text, tensor.tobytes()))
                state.apply_action(rng.choice(state.legal_actions()))
        assert len(seen) > 300
        assert len({text for text, _ in seen}) == len({tensor for _, tensor in seen}) == len(seen)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("players=1", "players must be a whole number from 2, not 1"),
        ("roses=0,skulls=0", "roses and skulls cannot both be 0"),
        ("wins=0", "wins must be a whole number from 1, not 0"),
    ],
)
def test_parameters_that_are_refused(parameters: str, words: str) -> None:
    with pytest.raises(crewsat.WrongOption, match=words):
        pyspiel.load_game(f"python_skull({parameters})")


def policy_of(game: Any, tree: Tree, plans: list[Any]) -> Any:  # noqa: ANN401
    """The same policies for the game in Python, where positions with a single move are left as they are."""
    found = policies.TabularPolicy(game)
    for player, plan in enumerate(plans):
        for number, (text, moves) in enumerate(tree.states[player].items(), 1):
            pairs = [tree.sequences[player][number, place] for place in range(len(moves))]
            if plan[pairs[0][1]] > 1e-12:
                row = found.policy_for_key(text)
                row[:] = 0
                row[moves] = [plan[sequence] / plan[before] for sequence, before in pairs]
                row /= row.sum()
    return found


@pytest.mark.slow
def test_a_round_is_solved_as_openspiel_says() -> None:
    """By CFR+ and by the linear program, on the flat tree; what best replies gain is computed on the game itself."""
    game = pyspiel.load_game(ONE_ROUND)
    tree = Tree(game)
    curve, plans = learned(tree, 5, 1e-3)
    gap = exploitability.exploitability(game, policy_of(game, tree, plans))
    assert gap == pytest.approx(curve[-1]["exploitability"], abs=1e-9)
    assert gap < 1e-3
    programs = [Program(tree, player) for player in range(2)]
    exact = [program.plan for program in programs]
    assert exploitability.exploitability(game, policy_of(game, tree, exact)) == pytest.approx(0, abs=1e-9)
    assert chances_of_marks(tree, plans)["worth"] == pytest.approx(programs[0].value, abs=2e-3)


@pytest.mark.slow
@pytest.mark.parametrize("roses", [1, 2, 3])
def test_a_round_is_fair_and_the_second_player_hides_a_skull_half_the_time(roses: int) -> None:
    """In all his optimal strategies; the first player may do so, up to half the time, and need not."""
    tree = Tree(pyspiel.load_game(f"python_skull(players=2,roses={roses},single_round=true)"))
    assert len(tree.leaves) == round_tree(2, roses)
    first, second = (Program(tree, player) for player in range(2))
    assert (first.value, second.value) == pytest.approx((0, 0), abs=1e-9)
    assert first.limits(1, SKULL) == pytest.approx([0, 0.5], abs=1e-6)
    assert second.limits(1, SKULL) == pytest.approx([0.5, 0.5], abs=1e-6)


@pytest.mark.slow
def test_two_roses_by_counterfactual_regret() -> None:
    tree = Tree(pyspiel.load_game("python_skull(players=2,roses=2,single_round=true)"))
    curve, plans = learned(tree, 5, 1e-3)
    assert curve[-1]["exploitability"] < 1e-3
    found = chances_of_marks(tree, plans)
    assert found["worth"] == pytest.approx(0, abs=2e-3)
    assert found["P1 places a skull first"] == pytest.approx(0.5, abs=0.01)


@pytest.mark.thorough
def test_one_rose_and_one_win() -> None:
    """The first player wins 213 of 388 games; both hide a skull more often than not."""
    tree = Tree(pyspiel.load_game(ONE_WIN))
    curve, plans = learned(tree, 120, 9e-4)
    assert curve[-1]["exploitability"] < 1e-3
    first, second = (Program(tree, player) for player in range(2))
    assert first.value == pytest.approx(19 / 194, abs=1e-9)
    assert second.value == pytest.approx(-19 / 194, abs=1e-9)
    assert first.limits(1, SKULL) == pytest.approx([50 / 97] * 2, abs=1e-6)
    assert second.limits(1, SKULL) == pytest.approx([70 / 97] * 2, abs=1e-6)
    assert chances_of_marks(tree, plans)["worth"] == pytest.approx(19 / 194, abs=2e-3)


def test_what_is_a_bluff() -> None:
    """A bet that its own pile cannot meet; a skull below as many roses as are bet is none."""
    skull, rose = [Event("card", 0, kind=kind, public=False) for kind in (SKULL, ROSE)]
    other = Event("card", 1, kind=ROSE, public=False)
    past = [skull, other, rose, other, Event("bet", 0, 1), Event("bet", 1, 2), Event("bet", 0, 3)]
    assert marks_of(past) >= {"P0 places a skull first", "P0 opens", "P1 raises", "P0 raises", "P0 raises as a bluff"}
    assert not {"P0 opens as a bluff", "P1 raises as a bluff"} & marks_of(past)
    past += [Event("reveal", 0, 0, ROSE), Event("reveal", 0, 0, SKULL), Event("discard", 0, kind=ROSE, public=False)]
    assert "P0 turns up his own skull" in marks_of([*past, Event("card", 1, kind=SKULL, public=False)])
    won = [rose, other, Event("bet", 0, 1), Event("pass", 1), Event("reveal", 0, 0, ROSE)]
    assert marks_of([*won, skull]) == {"P0 opens", "P0 succeeds"}
