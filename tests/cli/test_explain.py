"""``crewsat explain`` and ``crewsat decide --explain``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

LOST = "a1 a2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]"


def test_people_read_sentences() -> None:
    told = run("explain", "--deal", LOST)
    assert told.returncode == 20
    assert told.stderr == ""
    lines = told.stdout.splitlines()
    assert "Conflict (minimal): a1, a3, order" in lines
    assert "  - a3 must be played before a1 can win, but the order requires a1 first." in lines
    assert any(line.startswith("At most 1 of the 2 objectives can be won in the required order. ") for line in lines)
    assert any(line.startswith("  - Less order: ") for line in lines)


def test_programs_read_one_object() -> None:
    told = run("explain", "--json", "--deal", LOST)
    answer = json.loads(told.stdout)
    assert told.returncode == 20
    assert answer["answer"] == "no"
    assert answer["conflict"] == ["a1", "a3", "order"]
    explanation = answer["explanation"]
    assert explanation["minimal"] is True
    assert explanation["most"] == {"at_least": 1, "at_most": 1}
    assert explanation["culprits"] == ["a1", "a3", "order"]
    for repair in explanation["repairs"]:
        changed = crewsat.Crew(**repair["instance"])
        crewsat.verify(changed, repair["play"])


@pytest.mark.slow
def test_decide_explains_a_no_and_only_that(tmp_path: Path) -> None:
    told = json.loads(run("decide", "--explain", "--json", "--deal", LOST).stdout)
    assert told["conflict"] == ["a1", "a3", "order"]
    assert told["explanation"]["reasons"]
    won = run("decide", "--explain", "--json", "--deal", "a1 / a2; 2 wins a1")
    assert won.returncode == 10
    assert not {"conflict", "explanation"} & json.loads(won.stdout).keys()
    many = tmp_path / "deals.jsonl"
    many.write_text("".join(crewsat.parse_text(text).to_json() + "\n" for text in (LOST, "a1 / a2; 2 wins a1")))
    lines = [json.loads(line) for line in run("decide", "--explain", "--json", str(many)).stdout.splitlines()]
    assert [line.get("conflict") for line in lines] == [["a1", "a3", "order"], None]


def test_a_won_game_is_only_reported() -> None:
    told = run("explain", "--deal", "a1 / a2; 2 wins a1")
    assert told.returncode == 10
    assert "Conflict" not in told.stdout


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["explain"], "Missing argument"),
        (["decide", "--explain", "--competition", "--deal", LOST], "--competition"),
        (["explain", "--solver", "kissat", "--deal", LOST], "kissat"),
    ],
)
def test_wrong_usage(arguments: list[str], word: str) -> None:
    told = run(*arguments)
    assert told.returncode == 2
    assert word in told.stderr


def test_too_little_time_is_reported() -> None:
    deal = crewsat.RandomDeal(players=3, objectives=6).with_seed(125).to_json()
    told = run("explain", "--time-limit", "0.05", "-", stdin=deal)
    assert told.returncode in {0, 20}
    assert "time limit" in told.stdout


def test_none_is_said_where_nothing_can_be_won() -> None:
    """It said "At most 0 of the 3 objectives can be won"."""
    told = run("explain", "--deal", "a1,2,3 / a4,5,6; 1 wins a4; 1 wins a5; 1 wins a6").stdout
    assert "\nNot one of the 3 objectives can be won." in told
    assert "At most 0" not in told
