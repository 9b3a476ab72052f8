"""The model for Z3 against the exhaustive search; every play it finds is replayed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from tests.support.random_instances import VARIANTS, described, whole_crew
from tests.support.random_tasks import VARIANTS as TASKS
from tests.support.random_tasks import described_tasks, task_crew

pytest.importorskip("z3")

from benchmarks.z3_model import decide
from tests.support.chunks import sizes
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HANDS = [["a1", "b2"], ["a2", "b1"]]
UNEVEN = [["a1", "b2", "b3"], ["a2"]]


def agreed(instance: crewsat.Crew) -> str:
    """The answer, after both ways gave it and the play, if there is one, was accepted."""
    answer = decide(instance)
    expected = crewsat.decide(instance, method="exhaustive").answer
    assert answer["answer"] == expected, instance.to_json()
    assert ("play" in answer) == (expected == "yes"), instance.to_json()
    if expected == "yes":
        crewsat.verify(instance, answer["play"], assignment=answer.get("assignment"))
    return expected


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.z3_model", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def written(path: Path, instance: crewsat.Crew) -> Path:
    path.write_text(instance.to_json(), encoding="utf-8")
    return path


def check_agreement(first: int, number: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for instance in map(whole_crew, range(first, first + number)):
        seen.update(described(instance) | {agreed(instance)})
    return seen


def check_tasks(first: int, number: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(first, first + number):
        instance = task_crew(seed, most_cards=9)
        seen.update(described_tasks(instance) | {agreed(instance)})
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 300))
def test_the_model_agrees_on_tasks_of_all_kinds(number: int) -> None:
    seen = check_tasks(0, number)
    assert min(seen["yes"], seen["no"]) > number // 5, seen
    assert sum(not seen[name] for name in TASKS) < 5, seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_the_model_agrees_on_tasks_ten_thousand_times(chunk: int) -> None:
    seen = check_tasks(50_000_000 + 1_000 * chunk, 1_000)
    assert all(seen[name] for name in ("yes", "no", *TASKS)), seen


def test_what_the_model_does_not_know_is_said() -> None:
    task = {"owner": 1, "kind": "tricks", "total": {"at_least": 5}, "at_least": 1}
    instance = crewsat.Crew(hands=[[f"{suit}999999999"] for suit in "abc"], tasks=[task])
    with pytest.raises(crewsat.CrewsatError, match="no model of sums of such large values"):
        decide(instance)


@pytest.mark.slow
def test_the_model_agrees_with_the_search() -> None:
    seen = check_agreement(0, 150)
    assert all(seen[name] for name in ("yes", "no", *VARIANTS)), seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_the_model_agrees_with_the_search_ten_thousand_times(chunk: int) -> None:
    seen = check_agreement(30_000_000 + 1_000 * chunk, 1_000)
    assert seen["yes"] + seen["no"] == 1_000


@pytest.mark.parametrize(
    ("hands", "objectives", "won"),
    [
        ([[]], [], True),
        ([[], []], [], True),
        ([["a1"]], ["a1"], True),
        ([["a1"], []], ["a1"], False),
        ([["a1"], ["b1"]], ["a1"], True),
        ([["a1"], ["a2"]], ["a1"], False),
    ],
)
@pytest.mark.parametrize("owner", [1, None])
def test_degenerate_sizes(hands: list[list[str]], objectives: list[str], won: bool, owner: int | None) -> None:
    wanted = [{"card": card, "owner": owner} for card in objectives]
    # A free objective goes to whoever can win it.
    won = won or (owner is None and all(hands))
    assert agreed(crewsat.Crew(hands=hands, objectives=wanted)) == ("yes" if won else "no")


@pytest.mark.parametrize(
    ("hands", "task", "won"),
    [
        ([[]], {"kind": "tricks", "exactly": 0}, True),
        ([[]], {"kind": "win_trick", "trick": "last"}, False),
        ([[], []], {"kind": "cards", "cards": [], "at_least": 1}, False),
        (HANDS, {"kind": "tricks", "at_most": 10**29}, True),
        (HANDS, {"kind": "tricks", "at_least": 10**29}, False),
        (HANDS, {"kind": "tricks", "exactly": 10**29, "judged": "when_reached"}, False),
        (HANDS, {"kind": "win_trick", "trick": 10**29}, False),
        (HANDS, {"kind": "cards", "cards": ["a1", "b1"], "exactly": 0, "judged": "when_reached"}, True),
        (HANDS, {"kind": "cards", "cards": ["a1", "a2"], "exactly": 1, "judged": "when_reached"}, False),
        (UNEVEN, {"kind": "win_trick", "trick": 2}, False),
        (UNEVEN, {"kind": "win_trick", "trick": "last"}, True),
    ],
)
def test_tasks_at_their_limits(hands: list[list[str]], task: dict[str, Any], won: bool) -> None:
    assert agreed(crewsat.Crew(hands=hands, tasks=[{"owner": 1, **task}])) == ("yes" if won else "no")


def test_a_position_may_have_succeeded_already() -> None:
    instance = crewsat.Crew(
        hands=[["b2"], ["b1"]], leader=2, played=[["a2", "a1"]], objectives=[{"card": "a1", "owner": 2}]
    )
    assert decide(instance)["play"] == []


def test_an_unfinished_trick_is_given_whole() -> None:
    instance = crewsat.Crew(
        hands=[["a1", "b2"], ["b1"]], leader=2, played=[["a2"]], objectives=[{"card": "b1", "owner": 2}]
    )
    assert agreed(instance) == "no"
    instance = crewsat.Crew(
        hands=[["a1", "b2"], ["b1"]], leader=2, played=[["a2"]], objectives=[{"card": "a1", "owner": 2}]
    )
    assert decide(instance)["play"] == [{"leader": 2, "cards": ["a2", "a1"], "winner": 2}]


def test_names_of_suits_are_free() -> None:
    objectives = [{"card": card, "owner": 2} for card in ("é_1:2", "é_1:1")]
    instance = crewsat.Crew(hands=[["é_1:1", "é-1:1"], ["é_1:2", "é:1"]], trump="é", objectives=objectives)
    assert agreed(instance) == "yes"


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "tokens"), [(1, ()), (0, ("1", "2", "omega")), (3, ("1", "2", "omega"))])
def test_a_real_deal_as_a_program(seed: int, tokens: tuple[str, ...], tmp_path: Path) -> None:
    deal = crewsat.RandomDeal(players=4, objectives=8 if tokens else 5, tokens=tokens).with_seed(seed)
    done = run(written(tmp_path / "deal.json", deal))
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert answer["answer"] == crewsat.decide(deal).answer
    assert done.returncode == {"yes": 10, "no": 20}[answer["answer"]]
    assert answer | {"format": 1, "game": "crew", "method": "z3"} == answer
    assert set(answer["statistics"]) == {
        *(f"{step}{clock}_seconds" for step in ("encode", "solve") for clock in ("", "_cpu")),
        *("variables", "clauses", "conflicts"),
    }
    if answer["answer"] == "yes":
        crewsat.verify(deal, answer["play"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "is empty"),
        ("[]", "an instance is a JSON object"),
        ('{"game": "chess"}', "game"),
        ('{"game": "crew", "hands": [["a1"], ["a1"]]}', "hands[1][0]"),
        ('{"game": "crew", "hands": [["a1"]], "objectives": [{"card": "a2", "owner": 1}]}', "objectives[0]"),
    ],
)
def test_bad_input_has_status_1(text: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    done = run(path)
    assert (done.returncode, done.stdout) == (1, "")
    assert word in done.stderr
    assert "Traceback" not in done.stderr


def test_no_file_has_status_1(tmp_path: Path) -> None:
    done = run(tmp_path / "none.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "none.json" in done.stderr
    assert "Traceback" not in done.stderr
