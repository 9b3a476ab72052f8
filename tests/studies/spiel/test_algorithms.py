"""The algorithms of OpenSpiel on the six-card game, and policies that both programs value the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    outcome_sampling_mccfr,
)

import crewsat
import crewsat.spiel
from crewsat.studies.spiel.policies import from_openspiel, game_string, to_openspiel
from crewsat.studies.tiny_crew import policy, sweeps
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.regrets import matched
from crewsat.studies.tiny_crew.replies import improved
from crewsat.tiny_crew import TinyCrew
from tests.studies.tiny_crew.test_policies import by_every_play, random_policy
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.studies.tiny_crew.states import Recall

SIX = TinyCrew(colours=2, values=2, submarines=2)


def loaded(recall: Recall = "perfect") -> Any:  # noqa: ANN401 - a game of OpenSpiel
    return pyspiel.load_game(game_string(SIX, recall))


def worth(one: Any) -> float:  # noqa: ANN401 - a policy of OpenSpiel
    return float(expected_game_score.policy_value(loaded().new_initial_state(), [one] * 3)[0])


@pytest.mark.slow
@pytest.mark.parametrize("recall", ["printed", "perfect"])
def test_a_policy_is_worth_the_same_three_ways(recall: Recall, tmp_path: Path) -> None:
    """Written and read, by the sweeps, by enumeration, and by `policy_value` of OpenSpiel."""
    random_policy(SIX, recall, 7).write(tmp_path / "policy.jsonl")
    one = policy.read(tmp_path / "policy.jsonl")
    state = loaded(recall).new_initial_state()
    value = expected_game_score.policy_value(state, [to_openspiel(one)] * 3)[0]
    assert value == pytest.approx(SIX.evaluate(one).value, abs=1e-9)
    assert value == pytest.approx(by_every_play(one), abs=1e-9)
    again = from_openspiel(SIX, to_openspiel(one).policy_table(), recall)
    assert SIX.evaluate(again).value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    "tasks",
    [
        "1 wins red1,2; 2 wins exactly 1 of blue1,2;",
        "1 wins red1[1] blue1[2]",
        "2 wins at least 1 of red1,2 blue1,2;3 wins the last trick",
        "anybody wins red1,2;assignment balanced",
    ],
)
def test_game_strings(tasks: str) -> None:
    """The game that such a string loads is the same, cards after commas and all."""
    game = replace(SIX, tasks=tasks, leader="captain")
    state = pyspiel.load_game(game_string(game)).new_initial_state()
    assert state.rules.goals.instance == game.rules.goals.instance
    assert str(pyspiel.load_game(str(state.get_game()))) == str(state.get_game())


@pytest.mark.parametrize(
    "tasks", ["1 wins red1[id=x]", '1 wins red1[id="x(y)"]', "1 wins red1[after=blue1,blue2] blue1,2"]
)
def test_tasks_that_no_game_string_holds(tasks: str) -> None:
    game = replace(SIX, tasks=tasks)
    with pytest.raises(crewsat.WrongOption, match="cannot be part of a game string"):
        game_string(game)
    loaded_by_names = pyspiel.load_game(
        "python_tiny_crew", {"colours": 2, "values": 2, "submarines": 2, "tasks": tasks}
    )
    assert loaded_by_names.new_initial_state().rules.goals.instance == game.rules.goals.instance


def test_uniform_play() -> None:
    value = worth(policies.UniformRandomPolicy(loaded()))
    assert value == pytest.approx(SIX.value().random, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("solver", few_of([pyspiel.CFRSolver, cfr.CFRSolver, cfr.CFRPlusSolver, pyspiel.CFRPlusSolver]))
def test_counterfactual_regret(solver: Any) -> None:  # noqa: ANN401 - a class of OpenSpiel
    learner = solver(loaded())
    for _ in range(6):
        learner.evaluate_and_update_policy()
    assert worth(learner.average_policy()) > SIX.value().random


@pytest.mark.slow
@pytest.mark.parametrize(
    "solver", [external_sampling_mccfr.ExternalSamplingSolver, outcome_sampling_mccfr.OutcomeSamplingSolver]
)
def test_sampled_regret(solver: Any) -> None:  # noqa: ANN401 - a class of OpenSpiel
    np.random.seed(1)  # noqa: NPY002 - the generator that OpenSpiel's solvers draw from
    learner = solver(loaded())
    for _ in range(400):
        learner.iteration()
    assert worth(learner.average_policy()) > SIX.value().random


@pytest.mark.slow
def test_nash_conv_says_nothing_about_teams() -> None:
    """It is zero where no player can gain alone, also for a policy that wins 13 deals where the best team wins 14."""
    game = TinyCrew(colours=2, values=2, submarines=2, tasks="1 wins red1; 2 wins blue1")
    openspiels = pyspiel.load_game(game_string(game, "perfect"))
    best = game.optimum()
    assert (best.won, best.proved) == (14, True)
    layers = Layers(game.rules, "perfect")
    starts = (random_policy(game, "perfect", seed).array(layers) ** 8 for seed in count())
    ends = (improved(layers, matched(layers, start)) for start in starts)
    array = next(end for end in ends if 90 * sweeps.value(layers, end) < 13.5)
    stuck = Policy.of(game, layers, array)
    assert game.evaluate(stuck).value * 90 == pytest.approx(13)
    for one in (best.policy, stuck):
        assert exploitability.nash_conv(openspiels, _python(openspiels, to_openspiel(one))) == pytest.approx(
            0, abs=1e-9
        )


def _python(game: Any, one: Any) -> Any:  # noqa: ANN401 - a game and policies of OpenSpiel
    """A tabular policy in Python with the entries of one in C++."""
    out = policies.TabularPolicy(game)
    for state, said in one.policy_table().items():
        row = out.policy_for_key(state)
        row[:] = 0.0
        for action, chance in said:
            row[action] = chance
    return out
