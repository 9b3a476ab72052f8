"""Learners get better, resume exactly, and are evaluated exactly; best replies leave nothing to gain."""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, get_args

import numpy as np
import pytest

import crewsat
from crewsat.base.stopwatch import cpu_seconds
from crewsat.studies.tiny_crew import policy, sweeps, training
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.regrets import Sweeping
from crewsat.studies.tiny_crew.replies import improved
from crewsat.studies.tiny_crew.states import Recall
from crewsat.studies.tiny_crew.training import Algorithm, Training
from crewsat.tiny_crew import TinyCrew

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
    assert [(one.iteration, one.value, one.average, one.regret) for one in parts.curve if one.iteration > 15] == [
        (one.iteration, one.value, one.average, one.regret) for one in whole.curve if one.iteration > 15
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


def kept(folder: Path, algorithm: Algorithm = "cfr") -> tuple[str, Path, Path]:
    """A run's output, curve and checkpoint."""
    output = folder / "policy"
    SIX.learn(algorithm, iterations=4, output=str(output))
    return str(output), folder / "policy.curve.jsonl", folder / "policy.checkpoint"


def refused(output: str, algorithm: Algorithm = "cfr") -> str:
    with pytest.raises(crewsat.InvalidInstance) as told:
        SIX.learn(algorithm, iterations=6, output=output)
    return str(told.value)


def edited(path: Path, **changes: object) -> None:
    """Change the first line of a checkpoint."""
    head, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(json.dumps({**json.loads(head), **changes}).encode() + b"\n" + rest)


@pytest.mark.parametrize(
    "changes",
    [{"before": -1}, {"iterations": 1.5}, {"iterations": True}, {"spent": "1"}, {"sha256": ""}, {"more": 1}],
    ids=str,
)
def test_checkpoints_with_wrong_numbers(changes: dict[str, object], tmp_path: Path) -> None:
    output, _, checkpoint = kept(tmp_path)
    edited(checkpoint, **changes)
    assert refused(output) == f"{checkpoint}: is not a checkpoint, or damaged; allowed: a new file"


@pytest.mark.slow
def test_checkpoints_that_are_damaged(tmp_path: Path) -> None:
    """Cut anywhere, with a bit turned over anywhere, or longer than it was."""
    output, curve, checkpoint = kept(tmp_path)
    whole, points = checkpoint.read_bytes(), curve.read_bytes()
    rng = random.Random(1)
    head = whole.index(b"\n")
    places = [rng.randrange(one) for one in [head] * 40 + [len(whole)] * 20]
    for place in [0, 1, head - 1, head, head + 1, len(whole) - 1, *places]:
        turned = bytearray(whole)
        turned[place] ^= 1 << rng.randrange(8)
        for damaged in (whole[:place], bytes(turned)):
            checkpoint.write_bytes(damaged)
            assert refused(output).startswith(f"{checkpoint}: is ")
            assert curve.read_bytes() == points
    checkpoint.write_bytes(whole + b"x")
    assert "damaged" in refused(output)
    edited(checkpoint, run={})
    assert refused(output).endswith("is the checkpoint of another game, algorithm or seed; allowed: a new file")
    checkpoint.write_bytes(whole)
    assert SIX.learn("cfr", iterations=6, output=output).iterations == 6


def test_curves_that_are_damaged(tmp_path: Path) -> None:
    output, curve, _ = kept(tmp_path)
    whole = curve.read_bytes()
    first, second, *_ = whole.splitlines()
    size = len(whole)
    curve.unlink()
    words = "does not have a point where the checkpoint says; allowed: files of one run, or a new file"
    assert refused(output) == f"{curve}: {words}"
    assert curve.read_bytes() == b""
    curve.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    assert refused(output) == f"{curve}: {words}"
    point = json.loads(second)
    for line, words in [
        ("x" * 300, "is not a point of a curve"),
        ("[]", "is not a point of a curve"),
        (json.dumps({**point, "more": 1}), "is not a point of a curve"),
        (json.dumps({**point, "value": "1"}), "value is not a number"),
        (json.dumps({**point, "value": None}), "value is not a number"),
        (json.dumps({**point, "iteration": True}), "iteration is not a number"),
        (json.dumps({**point, "iteration": 2}), "is not the point after iteration 0"),
        ("\udcff", "is not a point of a curve"),
    ]:
        damaged = first + b"\n" + line.encode(errors="surrogateescape") + b"\n"
        curve.write_bytes(damaged + b"\n" * (size - len(damaged)))
        told = refused(output)
        assert told.startswith(f"{curve}: line 2: {words}")
        assert curve.read_bytes().startswith(damaged)
    lines = whole.splitlines(keepends=True)
    gone = "is not the point after iteration 2: a line is missing or repeated"
    incomplete = "is incomplete, and is not the beginning of the line that is due; allowed: a new file"
    for damaged, words in [
        (b"".join([*lines[:4], *lines[3:]]), f"line 5: {gone.replace('2', '3')}"),
        (b"".join([*lines[:3], *lines[4:]]), f"line 4: {gone}"),
        (whole + b"my notes", f"line 6: {incomplete}"),
        (whole + lines[0], "line 6: is not a point of a curve"),
    ]:
        curve.write_bytes(damaged)
        assert refused(output).startswith(f"{curve}: {words}")
        assert curve.read_bytes() == damaged
    curve.write_bytes(whole)
    assert SIX.learn("cfr", iterations=6, output=output).iterations == 6


def test_outputs_are_checked_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a diary")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    for output, words in [
        ("", "the name of a file is empty"),
        (str(tmp_path), "is not a regular file"),
        ("/dev/null", "is not a regular file"),
        (str(tmp_path / "pipe"), "is not a regular file"),
        (str(tmp_path / "none" / "policy"), "cannot be written: no such file or directory"),
    ]:
        with pytest.raises(crewsat.InvalidInstance, match=words):
            Training(SIX, "cfr", output=output)
    SIX.learn("cfr", iterations=1, output=str(tmp_path / "link"))
    assert (tmp_path / "link").is_symlink()
    assert SIX.evaluate(policy.read(tmp_path / "file")).states


@pytest.mark.parametrize("seed", [-1, 1.5, True, "1"])
def test_seeds_that_are_refused(seed: int) -> None:
    for use in (lambda: SIX.learn("cfr", iterations=1, seed=seed), lambda: SIX.random_deal(seed)):
        with pytest.raises(crewsat.WrongOption, match="seed must be a whole number from 0, not"):
            use()


@pytest.mark.thorough
@pytest.mark.timing
def test_the_readmes_game_is_learned_in_two_minutes() -> None:
    """On one core: at least 0.52, exactly evaluated."""
    begin = cpu_seconds()
    learned = TinyCrew().learn("cfr+", iterations=20)
    assert learned.evaluation.value >= 0.52
    assert cpu_seconds() - begin <= 120
