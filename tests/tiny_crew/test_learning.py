"""Learners get better, resume exactly, and are evaluated exactly; best replies leave nothing to gain."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, get_args

import numpy as np
import pytest

import crewsat
from crewsat.stopwatch import cpu_seconds
from crewsat.tiny_crew import TinyCrew, policy, sweeps, training
from crewsat.tiny_crew.layers import Layers
from crewsat.tiny_crew.regrets import Sweeping
from crewsat.tiny_crew.replies import improved
from crewsat.tiny_crew.states import Recall
from crewsat.tiny_crew.training import Algorithm, Training

if TYPE_CHECKING:
    from pathlib import Path

SIX = TinyCrew(colours=2, values=2, submarines=2)
NINE = TinyCrew(colours=2)


@pytest.mark.slow
@pytest.mark.parametrize("recall", get_args(Recall))
@pytest.mark.parametrize("algorithm", get_args(Algorithm))
def test_six_cards_are_learned(algorithm: Algorithm, recall: Recall) -> None:
    """The best team wins 9 of the 90 deals; random play a thirtieth."""
    learned = SIX.learn(algorithm, recall=recall, iterations=300)
    assert learned.evaluation.value > 0.07
    assert learned.evaluation.value <= 0.1 + 1e-12
    assert learned.evaluation == SIX.evaluate(learned.policy)
    assert learned.curve[-1].iteration == learned.iterations == 300
    assert learned.curve[-1].regret < max(one.regret for one in learned.curve)


def test_a_sweep_is_counterfactual_regret() -> None:
    """The first regrets of a player, against the definition: the gain of playing a card always, where he is."""
    layers = Layers(SIX.rules)
    learner = Sweeping(layers, plus=False)
    start = learner.policy.copy()
    base = sweeps.value(layers, start)
    learner._update(0)
    states = layers.states
    for state in np.flatnonzero((states.player == 0) & (states.count > 1) & (states.trick == 1)):
        for pair in range(states.start[state], states.start[state] + states.count[state]):
            other = start.copy()
            other[states.start[state] : states.start[state] + states.count[state]] = 0.0
            other[pair] = 1.0
            gain = sweeps.value(layers, other) - base
            assert learner._regrets[pair] == pytest.approx(gain, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("game", [SIX, NINE], ids=["six", "nine"])
def test_best_replies_leave_nothing_to_gain(game: TinyCrew) -> None:
    """No state can be changed for the better, each tried alone."""
    layers = Layers(game.rules)
    array = improved(layers, sweeps.uniform(layers))
    value, states = sweeps.value(layers, array), layers.states
    assert value > sweeps.value(layers, sweeps.uniform(layers))
    for state in np.flatnonzero(states.count > 1)[:: 1 if game == SIX else 20]:
        for pair in range(states.start[state], states.start[state] + states.count[state]):
            other = array.copy()
            other[states.start[state] : states.start[state] + states.count[state]] = 0.0
            other[pair] = 1.0
            assert sweeps.value(layers, other) <= value + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", get_args(Algorithm))
def test_a_run_goes_on_where_it_ended(algorithm: Algorithm, tmp_path: Path) -> None:
    whole = SIX.learn(algorithm, iterations=40, seed=3, output=str(tmp_path / "whole"))
    SIX.learn(algorithm, iterations=15, seed=3, output=str(tmp_path / "parts"))
    parts = SIX.learn(algorithm, iterations=40, seed=3, output=str(tmp_path / "parts"))
    assert [(one.iteration, one.value, one.average) for one in parts.curve if one.iteration > 15] == [
        (one.iteration, one.value, one.average) for one in whole.curve if one.iteration > 15
    ]
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    lines = (tmp_path / "parts.curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["iteration"] for line in lines[1:]] == [one.iteration for one in parts.curve]
    assert SIX.evaluate(policy.read(tmp_path / "parts")) == parts.evaluation
    assert SIX.learn(algorithm, iterations=1, seed=3, output=str(tmp_path / "parts")).iterations == 40


def test_every_start_of_every_run_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    class Noted(Sweeping):
        def __init__(self, layers: Layers, *, plus: bool, seed: int) -> None:
            seeds.append(seed)
            super().__init__(layers, plus=plus, seed=seed)

    monkeypatch.setattr(training, "Sweeping", Noted)
    for seed in range(3):
        SIX.learn("cfr+", iterations=4 * training.RESTART, seed=seed)
    assert len(seeds) == len(set(seeds)) == 3 * 4


def test_another_run_is_not_overwritten(tmp_path: Path) -> None:
    SIX.learn("cfr", iterations=1, output=str(tmp_path / "policy"))
    with pytest.raises(crewsat.InvalidInstance, match="another game, algorithm or seed"):
        SIX.learn("cfr+", iterations=1, output=str(tmp_path / "policy"))
    running = Training(SIX, "cfr", output=str(tmp_path / "policy"))
    with pytest.raises(crewsat.InvalidInstance, match="is in use by"):
        SIX.learn("cfr", iterations=2, output=str(tmp_path / "policy"))
    running.close()
    (tmp_path / "policy.checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(crewsat.InvalidInstance, match="not the checkpoint of this run"):
        SIX.learn("cfr", iterations=2, output=str(tmp_path / "policy"))


@pytest.mark.thorough
@pytest.mark.timing
def test_the_readmes_game_is_learned_in_two_minutes() -> None:
    """On one core: at least 0.52, exactly evaluated."""
    begin = cpu_seconds()
    learned = TinyCrew().learn("cfr+", iterations=20)
    assert learned.evaluation.value >= 0.52
    assert cpu_seconds() - begin <= 120
