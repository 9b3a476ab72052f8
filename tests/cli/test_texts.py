"""Instances as text, wherever an instance goes: files, standard input, lists of deals; and notes about them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

DEAL = """\
p9-7 b1-4 g1,2 r4
b5-9 g4-8
p1-6 y1-4
rest

rules planet-nine
1 wins p9 [1]
2 wins g4
"""
LINE = "a1 b2 / a2 b1; leader 1; 1 wins b1"


def test_a_file_and_standard_input_may_be_text(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(DEAL)
    deal = crewsat.load(path)
    assert isinstance(deal, crewsat.Crew)
    assert deal == crewsat.parse_text(DEAL)
    assert (deal.leader, deal.trump) == (1, "rocket")
    for told in (run("decide", path, "--json"), run("decide", "-", "--json", stdin=DEAL)):
        assert (told.returncode, told.stderr) == (10, "")
        verdict = json.loads(told.stdout)
        assert verdict["play"][0]["leader"] == 1
    answer = tmp_path / "answer.json"
    answer.write_text(told.stdout)
    assert run("verify", path, answer).returncode == 0
    for command, status in {"explain": 10, "options": 0, "show": 0, "encode": 0}.items():
        assert run(command, path).returncode == status, command


def test_what_is_wrong_with_a_text_has_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(DEAL.replace("g4-8\n", "g4-7 blu\n").replace("1 wins p9", "1 wims p9"))
    told = run("decide", path)
    assert told.returncode == 1
    assert told.stderr.splitlines()[0].startswith(f"{path}: line 2, column 11: 'blu' is not a valid card")
    assert told.stderr.splitlines()[1].startswith(
        f"{path}: line 7, column 1: '1 wims p9 [1]' is not a valid clause; did"
    )
    path.write_text(DEAL.replace("p1-6", "p1-7"))
    told = run("decide", path)
    assert (
        told.stderr
        == f"{path}: line 3, column 1 (player 3, card 7): pink7 is dealt already: hands[0][2] (player 1, card 3)\n"
    )
    path.write_text("\n  \n")
    assert run("decide", path).stderr == f"{path}: is empty; allowed: an instance, JSON or text\n"


@pytest.mark.slow
def test_a_list_of_deals_is_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "list.deals"
    path.write_text(f"{LINE}\n\na1 b2 / a2 b1; 1 wins b1; leader 2; 2 wins b2\na1 b / a2\n")
    told = run("decide", path, "--json")
    first, second, third = (json.loads(line) for line in told.stdout.splitlines())
    assert told.returncode == 1
    assert [(one["file"], one["line"]) for one in (first, second, third)] == [(str(path), k) for k in (1, 3, 4)]
    assert (first["answer"], second["answer"]) == ("yes", "no")
    (error,) = third["error"]
    assert error["place"] == "column 4"
    path.write_text(f"{LINE}\n")
    assert [crewsat.text_of(one) for one in crewsat.load_many(path)] == [LINE]
    assert json.loads(run("decide", path, "--json").stdout)["line"] == 1


@pytest.mark.slow
def test_a_batch_mixes_text_and_json(tmp_path: Path) -> None:
    text, tree = tmp_path / "a.txt", tmp_path / "a.json"
    text.write_text(LINE)
    tree.write_text(crewsat.parse_text(LINE).to_json())
    told = run("decide", text, tree, "--json")
    assert [json.loads(line)["answer"] for line in told.stdout.splitlines()] == ["yes", "yes"]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_notes_are_on_stderr_and_in_the_answer(jobs: str, tmp_path: Path) -> None:
    typed = DEAL.replace("rest", "y5-9 r1-3 g9,3")
    full = crewsat.text_of(crewsat.parse_text(typed))
    bare = full.replace("; rules planet-nine", "")
    note = "a real deck is dealt, but no trump and no leader is named; with `rules planet-nine` they are checked, "
    told = run("decide", "--deal", bare, "--json", COLUMNS="200")
    (said,) = json.loads(told.stdout)["notes"]
    assert said.startswith(note)
    assert told.stderr == f"note: {said}\n"
    assert "notes" not in json.loads(run("decide", "--deal", full, "--json").stdout)
    path = tmp_path / "list.deals"
    path.write_text(f"{bare}\n{full}\n")
    lines = [json.loads(line) for line in run("decide", path, "--json", "--jobs", jobs).stdout.splitlines()]
    assert [line.get("notes") for line in lines] == [[said], None]


def test_rules_of_the_generator() -> None:
    plain = json.loads(run("generate", "crew", "--seed", "3").stdout)
    ruled = json.loads(run("generate", "crew", "--seed", "3", "--rules", "planet-nine").stdout)
    assert ruled.pop("rules") == "planet-nine"
    assert ruled["about"]["parameters"].pop("rules") == "planet-nine"
    assert plain == ruled
    deep = json.loads(run("generate", "crew", "--seed", "3", "--rules", "deep-sea").stdout)
    assert deep["trump"] == "submarine"
    text = run("generate", "crew", "--seed", "3", "--text").stdout
    assert "; rules planet-nine" in text
    assert "leader" not in text
    refused = run("generate", "crew", "--rules", "planet-nine", "--players", "6")
    assert refused.returncode == 2
    assert "2 to 5 players" in refused.stderr
