"""``crewsat tasks`` and ``crewsat generate crew --deep-sea``: tasks of Mission Deep Sea, and deals with them."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

import crewsat
from crewsat.base.layout import rendered
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.text import parse_text, text_of
from crewsat.report.crew import catalogue
from tests.support.command import load_text, run

TASKS = deep_sea_tasks()
ROW = re.compile(r"^ +([0-9]+) +([1-6]) +([1-6]) +([1-6]) +(.*?)\*?$", re.MULTILINE)


@pytest.mark.slow
def test_the_list_has_every_task_with_its_difficulties() -> None:
    told = run("tasks", COLUMNS="120")
    assert told.returncode == 0
    rows = ROW.findall(told.stdout)
    assert rows == [(str(task.number), *map(str, task.difficulties), task.words) for task in TASKS]
    assert "229 with 3, 264 with 4, 297 with 5 players" in " ".join(told.stdout.split())
    assert re.search(r"^ +88 .* win pink9 and yellow8\*$", told.stdout, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_list_for_a_number_of_players(players: int) -> None:
    told = run("tasks", "--players", str(players), COLUMNS="120").stdout
    rows = re.findall(r"^ +([0-9]+) +([1-6]) +(.*?)\*?$", told, re.MULTILINE)
    assert rows == [(str(task.number), str(task.difficulty(players)), task.words) for task in TASKS]
    entries = json.loads(run("tasks", "--players", str(players), "--json").stdout)["tasks"]
    for entry, task in zip(entries, TASKS, strict=True):
        assert entry["difficulty"] == {str(players): task.difficulty(players)}
        assert (entry["task"], entry["text"]) == (task.fields(players), task.text(players))


def test_the_list_as_json() -> None:
    data = json.loads(run("tasks", "--json").stdout)
    assert data["source"] == TASKS[0].source
    assert [entry["number"] for entry in data["tasks"]] == list(range(96))
    assert data["tasks"][17]["difficulty"] == {"3": 3, "4": 3, "5": 4}
    assert [entry["number"] for entry in data["tasks"] if entry["not_for_captain"]] == [51, 52, 53]
    assert [entry["number"] for entry in data["tasks"] if "doubt" in entry] == [t.number for t in TASKS if t.doubt]
    assert data["tasks"][44]["redeal_if_one_hand_holds"] == [["submarine2", "submarine3", "submarine4"]]
    assert "task" not in data["tasks"][0]


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_text_of_a_task_is_the_task(players: int) -> None:
    deal = DeepSeaDeal(players=players, tasks=(0,)).with_seed(1)
    hands = text_of(deal.model_copy(update={"tasks": (), "about": None}))
    for task in TASKS:
        assert len(task.text(players)) < 120
        (read,) = parse_text(f"{hands}; {task.text(players)}").tasks
        (made,) = DeepSeaDeal(players=players, tasks=(task.number,)).with_seed(1).tasks
        assert read.model_copy(update={"id": made.id}).given_to(1) == made.given_to(1), task


@pytest.mark.slow
@pytest.mark.parametrize(("number", "players"), [(48, 4), (3, 3), (91, 5)])
def test_one_task_with_deals_that_are_won_and_lost(number: int, players: int) -> None:
    asked = ("tasks", str(number), "--players", str(players))
    data = json.loads(run(*asked, "--json").stdout)
    assert data["task"] == TASKS[number].fields(players)
    assert 2 <= data["deals"] <= 100
    told = run(*asked, COLUMNS="80")
    assert told.returncode == 0
    lines = told.stdout.splitlines()
    assert f"Task {number}: {TASKS[number].words}" in lines
    assert {json.dumps(data["task"]), data["text"], data["won"], data["lost"]} <= set(lines)
    for kind, answer in (("won", "yes"), ("lost", "no")):
        deal = parse_text(data[kind])
        assert crewsat.decide(deal).answer == answer
        assert [task.id for task in deal.tasks] == [str(number)]
        assert len(deal.hands) == players


@pytest.mark.slow
def test_a_task_that_is_always_met_has_no_lost_deal() -> None:
    told = run("tasks", "95", COLUMNS="200")
    assert "Among 100 random deals with a random owner, none was found that is lost." in told.stdout
    assert "always met" in told.stdout
    data = json.loads(run("tasks", "95", "--json").stdout)
    assert (data["lost"], data["deals"]) == (None, 100)


def test_the_first_deals_with_either_answer_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    decided = []

    def decide(instance: Any, **_: object) -> Any:  # noqa: ANN401 - nothing but an answer
        seed = (instance.about or {})["seed"]
        decided.append(seed)
        return SimpleNamespace(answer={1: "unknown", 5: "no"}.get(seed, "yes"))

    monkeypatch.setattr("crewsat.questions.crew.catalogue.decide", decide)
    data = json.loads(run("tasks", "26", "--players", "3", "--json").stdout)
    made = DeepSeaDeal(players=3, tasks=(26,), drafted=True)
    assert (data["won"], data["lost"]) == (text_of(made.with_seed(2)), text_of(made.with_seed(5)))
    assert (data["deals"], decided) == (5, [1, 2, 3, 4, 5])


@pytest.mark.slow
def test_everything_that_is_known_of_a_task_is_shown() -> None:
    for task in TASKS:
        known = {**task.as_dict(5), "deals": 1, "won": None, "lost": None}
        told = " ".join(rendered(catalogue.task_printed(task, known), 100).split())
        numbers = "{} with 3, {} with 4, {} with 5 players".format(*task.difficulties)
        for said in (task.words, task.doubt, task.note, task.source, task.text(5), json.dumps(task.fields(5)), numbers):
            assert said in told
        assert ("the deal is dealt again" in told) == bool(task.redeal)
        assert "Among 1 random deal with a random owner, none was found that is won." in told


@pytest.mark.slow
def test_deals_with_tasks() -> None:
    made = run("generate", "crew", "--deep-sea", "12", "--players", "4", "--seed", "7")
    assert made.returncode == 0
    deal = DeepSeaDeal(difficulty=12).with_seed(7)
    assert load_text(made.stdout) == deal
    assert made.stdout.strip() == deal.to_json()
    text = run("generate", "crew", "--deep-sea", "12", "--seed", "7", "--text").stdout.strip()
    assert text == text_of(deal)
    named = run("generate", "crew", "--task", "48", "--task", "22", "--players", "5", "--drafted")
    assert load_text(named.stdout) == DeepSeaDeal(players=5, tasks=(48, 22), drafted=True).with_seed(0)
    about: Any = load_text(named.stdout).about
    assert (about["tasks"], about["difficulty"], about["seed"]) == ([48, 22], 7, 0)
    lines = run("generate", "crew", "--deep-sea", "5", "--seeds", "1-3").stdout.splitlines()
    assert [load_text(line) for line in lines] == [DeepSeaDeal(difficulty=5).with_seed(seed) for seed in (1, 2, 3)]


def test_other_deals_are_what_they_were() -> None:
    plain = run("generate", "crew", "--players", "3", "--seed", "4").stdout
    assert plain.strip() == crewsat.RandomDeal(players=3).with_seed(4).to_json()


@pytest.mark.slow
def test_options_of_deals_with_tasks_are_in_the_help() -> None:
    told = run("generate", "crew", "--help", TERM="dumb", COLUMNS="120").stdout
    assert all(option in told for option in ("--deep-sea", "--task ", "--drafted", "--objectives"))


@pytest.mark.slow
def test_deals_with_tasks_are_decided_as_they_are_generated() -> None:
    told = run("decide", "--generate", "crew --deep-sea 4 --drafted", "--seeds", "1-3", "--json", "--jobs", "1")
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert len(answers) == 3
    assert all(answer["answer"] in {"yes", "no"} for answer in answers)
    assert all(answer["about"]["difficulty"] == 4 for answer in answers)
    wrong = run("decide", "--generate", "crew --deep-sea 4 --suits 3", "--seeds", "1-3")
    assert wrong.returncode == 1
    assert "--deep-sea cannot be combined with --suits" in wrong.stderr
