"""``crewsat missions`` and ``crewsat generate crew --mission``: the missions of The Quest for Planet Nine."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

import crewsat
from crewsat.base.layout import rendered
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import TEMPLATE, planet_nine_missions
from crewsat.games.crew.text import parse_text, text_of
from crewsat.report.crew import catalogue
from crewsat.sweeps.cells import cells_of
from tests.support.command import load_text, run

MISSIONS = planet_nine_missions()


def test_the_list_has_every_mission() -> None:
    told = run("missions", COLUMNS="160")
    assert told.returncode == 0
    rows = re.findall(r"^ +([0-9]+)\*? +([0-9]+|-)((?: +(?:[1-5]|omega|>+))*)(?: +(\w.*))?$", told.stdout, re.MULTILINE)
    assert [(int(number), tokens.split(), rule) for number, _, tokens, rule in rows] == [
        (mission.number, [*mission.tokens], mission.rule) for mission in MISSIONS
    ]
    assert [tasks for _, tasks, _, _ in rows] == [str(mission.tasks or "-") for mission in MISSIONS]
    assert re.search(r"^ +25\* +6 ", told.stdout, re.MULTILINE)
    assert "* with five players, one task may be handed over" in told.stdout
    assert "*" not in run("missions", "--players", "4", COLUMNS="160").stdout


def test_the_list_as_json() -> None:
    data = json.loads(run("missions", "--json").stdout)
    assert data["source"] == MISSIONS[0].source
    assert data["missions"] == [mission.as_dict() for mission in MISSIONS]
    assert data["missions"][22]["retoken"] == "swap"


@pytest.mark.slow
@pytest.mark.parametrize(("number", "players"), [(34, 5), (46, 3), (23, 4)])
def test_one_mission_with_deals_that_are_won_and_lost(number: int, players: int) -> None:
    asked = ("missions", str(number), "--players", str(players))
    data = json.loads(run(*asked, "--json").stdout)
    assert {**data, **MISSIONS[number - 1].as_dict()} == data
    lines = run(*asked, COLUMNS="80").stdout.splitlines()
    assert {data["won"], data["lost"], data["won_command"], data["lost_command"]} <= set(lines)
    for name, answer in (("won", "yes"), ("lost", "no")):
        assert crewsat.decide(parse_text(data[name])).answer == answer
        words = data[f"{name}_command"].split()
        assert run(*words[1:]).stdout.strip() == data[name]
        assert ("--drafted" in words) == (number == 23 and name == "lost")


def answers(monkeypatch: pytest.MonkeyPatch, decided: list[Any], **special: str) -> None:
    """Have every deal won but those whose seed, with a letter for the draft, is given another answer."""

    def decide(instance: Any, **_: object) -> Any:  # noqa: ANN401 - nothing but an answer
        about = instance.about
        name = f"{'d' if about['parameters']['drafted'] else 'f'}{about['seed']}"
        decided.append(name)
        return SimpleNamespace(answer=special.get(name, "yes"))

    monkeypatch.setattr("crewsat.questions.crew.catalogue.decide", decide)


def test_deals_are_sought_as_the_crew_finds_them_and_then_with_tasks_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[Any] = []
    answers(monkeypatch, decided, f1="unknown", d3="no")
    data = json.loads(run("missions", "10", "--players", "3", "--json").stdout)
    assert data["won"] == text_of(MissionDeal(mission=10, players=3).with_seed(2))
    assert data["lost"] == text_of(MissionDeal(mission=10, players=3, drafted=True).with_seed(3))
    assert data["lost_command"] == "crewsat generate crew --mission 10 --players 3 --drafted --seed 3 --text"
    assert (data["deals"], len(decided), data["players"]) == (43, 43, 3)


def test_it_is_said_that_no_lost_deal_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    decided: list[Any] = []
    answers(monkeypatch, decided)
    said = " ".join(run("missions", "20", COLUMNS="200").stdout.split())
    assert (
        "Among 80 random deals with 4 players, 40 as the crew finds them and 40 with tasks given out at random, none "
        "was found that is lost."
    ) in said
    said = " ".join(run("missions", "13", COLUMNS="200").stdout.split())
    assert "Among 40 random deals with 4 players, none was found that is lost." in said
    assert len(decided) == 120


def test_everything_that_is_known_of_a_mission_is_shown() -> None:
    for mission in MISSIONS:
        known: dict[str, Any] = {**mission.as_dict(), "players": 4, "deals": 1, "won": None, "lost": None}
        said = " ".join(rendered(catalogue.mission_printed(mission, known), 100).split())
        for text in (mission.title, mission.communication, mission.source, *(text for _, text in mission.readings)):
            assert text in said
        assert f"Mission {mission.number}: " in said
        assert ("five players" in said) or not mission.handover
        assert all(json.dumps({key: known[key]}) in said for key in TEMPLATE if key in known)
        assert ("shared out" in said) == mission.is_given_out
        assert "none was found that is won." in said
    assert "--unplayed ignored: " in rendered(
        catalogue.mission_printed(MISSIONS[45], {**known, "number": 46, "won": None, "lost": None}), 100
    )


def test_deals_of_missions() -> None:
    made = run("generate", "crew", "--mission", "23", "--players", "4", "--seed", "7")
    deal = MissionDeal(mission=23).with_seed(7)
    assert made.returncode == 0
    assert (made.stdout.strip(), made.stderr) == (deal.to_json(), "")
    options = ("--mission", "46", "--players", "2", "--challenge", "--distress", "--drafted", "--unplayed", "ignored")
    given: Any = {
        "mission": 46,
        "players": 2,
        "challenge": True,
        "distress": True,
        "drafted": True,
        "unplayed": "ignored",
    }
    lines = run("generate", "crew", *options, "--seeds", "1-3").stdout.splitlines()
    assert [load_text(line) for line in lines] == [MissionDeal(**given).with_seed(seed) for seed in (1, 2, 3)]
    text = run("generate", "crew", "--mission", "12", "--players", "2", "--text").stdout.strip()
    assert text == text_of(MissionDeal(mission=12, players=2).with_seed(0))


def test_two_players_and_the_signal_elsewhere() -> None:
    made = run("generate", "crew", "--players", "2", "--rules", "planet-nine", "--objectives", "3", "--distress")
    deal = load_text(made.stdout)
    assert made.returncode == 0
    assert deal == crewsat.RandomDeal(players=2, rules="planet-nine", objectives=3, distress=True).with_seed(0)
    assert (len(deal.hands), len(deal.covered), deal.as_dict()["passing"]) == (3, 7, {})
    made = run("generate", "crew", "--players", "2", "--deep-sea", "9", "--distress", "--drafted")
    assert load_text(made.stdout) == crewsat.DeepSeaDeal(
        players=2, difficulty=9, drafted=True, distress=True
    ).with_seed(0)


def test_missions_are_cells_of_a_sweep() -> None:
    found = cells_of("crew", {"mission": "1-50", "players": "2-5", "distress": "false,true"}, 0)
    assert len(found.cells) == 50 * 4 * 2 - 4
    assert {*found.left_out} == {f"mission=12,players={players},distress=true" for players in (2, 3, 4, 5)}
    assert found.cells[0].name == "mission=1,players=2,distress=false"
    assert found.cells[0].generator == MissionDeal(mission=1, players=2)
    assert "distress" not in found.cells[0].key
    assert "distress" not in cells_of("crew", {"players": 4}, 0).cells[0].key, "cells of older stores keep their keys"
