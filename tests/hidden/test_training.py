"""Learning the blueprint: what is played for, that a seed decides everything, and what a file must be."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.hidden import training
from crewsat.hidden.blueprint import MOST_WEIGHT, SIZE, Blueprint
from crewsat.hidden.bots import BlueprintBot, GreedyBot
from crewsat.hidden.playing import play
from tests.support.kernel import kernel_in_use

if TYPE_CHECKING:
    from pathlib import Path

PLAIN: list[training.Lesson] = [
    (players, objectives, objectives // 3, 0, []) for players in (3, 4) for objectives in (1, 2, 3)
]


@pytest.mark.slow
def test_lessons_are_objectives_and_tasks() -> None:
    found = training.lessons()
    with_tasks = [one for one in found if one[4]]
    assert len(with_tasks) > 200
    assert 1.5 < (len(found) - len(with_tasks)) / len(with_tasks) < 2.5
    assert {one[0] for one in with_tasks} == set(training.PLAYERS)


@pytest.mark.slow
def test_a_seed_decides_what_is_learned_and_more_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_in_use(monkeypatch)
    monkeypatch.setattr(training, "lessons", lambda: PLAIN)
    first, again, other = (list(training.learn(60, seed, each=20)) for seed in (1, 1, 2))
    assert first == again
    assert first[-1][2] != other[-1][2]
    assert [done for done, _, _ in first] == [20, 40, 60]
    assert first[-1][1] > first[0][1] + 0.05
    assert all(len(weights) == SIZE and max(map(abs, weights)) <= MOST_WEIGHT for _, _, weights in first)


def test_without_the_kernel_nothing_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREWSAT_KERNEL", "off")
    with pytest.raises(RuntimeError, match="compiled kernel"):
        next(training.learn(1, 1))


def test_the_command_writes_a_blueprint(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel_in_use(monkeypatch)
    monkeypatch.setattr(training, "lessons", lambda: PLAIN)
    file = tmp_path / "blueprint.json"
    assert training.main([str(file), "--iterations", "3", "--seed", "4"]) == 0
    written = Blueprint.parse(file.read_bytes())
    assert list(written.weights) == list(training.learn(3, 4))[-1][2]
    assert "3 of 3 iterations" in capsys.readouterr().err


def test_a_file_of_another_version_or_digest_is_refused() -> None:
    data = json.loads(Blueprint.load().to_json())
    wrong = [
        ({"blueprint": 2}, "not a blueprint of version 1"),
        ({"digest": "0" * 16}, "the digest of these weights is"),
        ({"weights": data["weights"][1:]}, "`weights` must be"),
        ({"weights": [9_000, *data["weights"][1:]]}, "`weights` must be"),
        ({"weights": [data["weights"][0] + 1, *data["weights"][1:]]}, "the digest of these weights is"),
    ]
    for change, message in wrong:
        with pytest.raises(ValueError, match=message):
            Blueprint.parse(json.dumps(data | change))
    with pytest.raises(ValueError, match="not a blueprint"):
        Blueprint.parse("[]")
    assert Blueprint.parse(json.dumps(data)) == Blueprint.load()


@pytest.mark.slow
def test_what_is_packaged_wins_far_more_than_the_greedy_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_in_use(monkeypatch)
    deals = [RandomDeal(players=4, objectives=3, rules="planet-nine").with_seed(seed) for seed in range(60)]
    learned, greedy = (
        sum(play(deal, bot, seed).won for seed, deal in enumerate(deals)) for bot in (BlueprintBot(), GreedyBot())
    )
    assert learned > 24
    assert greedy < learned - 12
