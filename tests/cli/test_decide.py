"""``crewsat decide`` as a user meets it: answers, exit statuses, formats."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.text import parse_text
from tests.support.command import LOST, WON, run

if TYPE_CHECKING:
    from pathlib import Path


def test_decide_says_yes_with_10_and_no_with_20() -> None:
    yes = run("decide", "-", stdin=WON)
    assert (yes.returncode, yes.stderr) == (10, "")
    assert "YES. The crew wins with trick 1 of 2." in yes.stdout
    no = run("decide", "-", stdin=LOST)
    assert (no.returncode, no.stderr) == (20, "")
    assert "NO. There is no way to complete all objectives." in no.stdout


def test_decide_in_json(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    answer = json.loads(run("decide", path, "--json").stdout)
    assert answer["play"] == [{"leader": 1, "cards": ["b2", "b1"], "winner": 1, "completes": ["b1"]}]
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    confirmed = run("verify", path, tmp_path / "answer.json")
    assert (confirmed.returncode, confirmed.stdout) == (
        0,
        "confirmed: a winning play of 1 trick, replayed by the rules\n",
    )


def test_decide_as_in_a_competition() -> None:
    yes = run("decide", "-", "--competition", stdin=WON)
    assert yes.returncode == 10
    lines = yes.stdout.splitlines()
    assert all(line[:2] in {"c ", "s ", "v "} for line in lines)
    assert [line for line in lines if line.startswith("s")] == ["s SATISFIABLE"]
    assert "c trick 1: player 1 leads, b2 b1, player 1 wins completes b1" in lines
    literals = [int(word) for line in lines if line.startswith("v") for word in line.split()[1:]]
    assert literals[-1] == 0
    assert [abs(x) for x in literals[:-1]] == list(range(1, len(literals)))
    no = run("decide", "-", "--competition", stdin=LOST)
    assert (no.returncode, no.stdout.splitlines()[-1]) == (20, "s UNSATISFIABLE")


@pytest.mark.slow
def test_only_formulas_have_literals() -> None:
    for method in ("cpsat", "asp"):
        told = run("decide", "-", "--competition", "--method", method, stdin=WON)
        assert told.returncode == 10
        assert "s SATISFIABLE" in told.stdout
        assert not any(line.startswith("v") for line in told.stdout.splitlines())


def test_decide_a_deal_typed_on_the_command_line() -> None:
    told = run("decide", "--deal", "a1 b2 / a2 b1; leader 1; 1 wins b1", "--json")
    assert told.returncode == 10
    assert json.loads(told.stdout)["play"][0]["cards"] == ["b2", "b1"]
    wrong = run("decide", "--deal", "a1 b2 / a2 b; lead 1")
    assert wrong.returncode == 1
    assert wrong.stderr.splitlines()[0].startswith("--deal: column 12: 'b' is not a valid card")
    assert wrong.stderr.splitlines()[1].startswith(
        "--deal: column 15: 'lead 1' is not a valid clause; did you mean 'leader 1'?"
    )


def test_decide_a_position_with_tasks_and_free_owners(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    text = "a5 b3 / c1 b9 / a4 c5; leader 2; trump b; played a2 a3 a6 / a7 b2; anybody wins a4; 1 wins at most 2 tricks"
    path.write_text(parse_text(text).to_json())
    told = run("decide", path)
    assert told.returncode == 10
    lines = told.stdout.splitlines()
    assert lines[:4] == [
        "The Crew: 3 players, 11 cards, 3 tricks, trump b, player 2 leads",
        "Objectives: anybody: a4",
        "Tasks: player 1: win at most 2 tricks",
        "Position: 1 trick played, player 1 has led trick 2: a7 b2, player 3 is next",
    ]
    assert "YES. The crew wins with trick 3 of 3." in lines
    assert [line.split()[0] for line in lines if line.strip()[:1] in {"2", "3"}] == ["2", "3"]
    assert any(line.endswith("task1") for line in lines)
    answer = run("decide", path, "--json").stdout
    assert json.loads(answer)["assignment"] == {"a4": 2}
    (tmp_path / "answer.json").write_text(answer)
    assert run("verify", path, tmp_path / "answer.json").returncode == 0
    (tmp_path / "answer.json").write_text(answer.replace('"a4": 2', '"a4": 3'))
    assert run("verify", path, tmp_path / "answer.json").returncode == 1


def test_the_fewest_tricks_and_all_lines() -> None:
    deal = "a1,4 / a3,2; leader 1; 2 wins a1"
    told = run("decide", "--deal", deal, "--fewest-tricks", "--count", "9")
    assert told.returncode == 10
    assert "YES. The crew wins with trick 1 of 2; no play wins earlier." in told.stdout
    assert "4 different winning lines, and no other; of each trick, who leads, and the cards" in told.stdout
    assert "     1  1: a" in told.stdout
    answer = json.loads(run("decide", "--deal", deal, "--count", "3", "--json").stdout)
    assert (len(answer["lines"]), answer["all_lines"]) == (3, False)
    assert answer["lines"][0][0]["leader"] == 1
    assert "3 different winning lines, and there are more;" in run("decide", "--deal", deal, "--count", "3").stdout
    exact = json.loads(run("decide", "--deal", deal, "--count", "4", "--json").stdout)
    assert (len(exact["lines"]), exact["all_lines"]) == (4, True)
    assert "lines" not in json.loads(run("decide", "--deal", "a1 / a2; 1 wins a1", "--count", "4", "--json").stdout)


@pytest.mark.slow
def test_limits_of_counting_are_reported() -> None:
    deal = RandomDeal(players=4, objectives=2).with_seed(1).to_json()
    told = run("decide", "-", "--count", "10000000", "--time-limit", "1", stdin=deal)
    assert told.returncode == 10
    assert "different winning lines, and the time limit was reached;" in told.stdout


def test_competition_counts_the_tricks_of_a_position_from_the_first() -> None:
    told = run("decide", "--deal", "a4 / a3; leader 1; played a1 a2; 1 wins a4", "--competition")
    assert "c trick 2: player 2 leads, a3 a4, player 1 wins completes a4" in told.stdout


@pytest.mark.slow
def test_decide_undecided(hard: Path) -> None:
    told = run("decide", hard, "--method", "exhaustive", "--time-limit", "0.2")
    assert told.returncode == 0
    assert "UNKNOWN: the time limit was reached." in told.stdout
    answer = json.loads(run("decide", hard, "--memory-limit", "1", "--json").stdout)
    assert (answer["answer"], answer["reason"]) == ("unknown", "memory")
    assert run("decide", hard, "--method", "bounds", "--competition").stdout.endswith("s UNKNOWN\n")
