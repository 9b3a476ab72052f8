"""``crewsat review --hidden``: JSON and words of it, exit statuses, and what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.hanabi.decks import RandomGame
from tests.support.command import run
from tests.support.played_games import played, real_game

if TYPE_CHECKING:
    from pathlib import Path

HELD = "a1,3 / a2 b1; leader 1; 1 wins a2"
LOST = f"{HELD}; dealt; played a1 a2"


@pytest.mark.slow
def test_a_mistake_as_json() -> None:
    found = json.loads(run("review", "--deal", LOST, "--hidden", "--json").stdout)
    assert [*found][-1] == "hidden"
    whole = found["hidden"]
    assert (whole["samples"], whole["seed"], whole["bot"]["name"]) == (40, 0, "blueprint")
    assert (whole["choices"], whole["mistakes"], whole["possible"]) == (1, 1, 0)
    first, second = (step["hidden"] for step in found["steps"])
    assert (first["wins_open"]["share"], first["best"]["card"], first["mistake"]) == (0.0, "a3", True)
    assert (first["best"]["wins_open"]["share"], first["best"]["wins_bot"]["share"]) == (1.0, 1.0)
    assert all([*first[name]] == ["share", "low", "high"] for name in ("wins_open", "wins_bot"))
    assert second["mistake"] is False
    plain = json.loads(run("review", "--deal", LOST, "--json").stdout)
    assert "hidden" not in plain
    assert not any("hidden" in step for step in plain["steps"])


def test_a_mistake_for_people() -> None:
    found = run("review", "--deal", f"{LOST}; names Alice, Bob", "--hidden", "--samples", "7", COLUMNS="100")
    assert (found.returncode, found.stderr) == (0, "")
    rows = [line.split() for line in found.stdout.splitlines()]
    assert ["1", "Alice:", "a1", "0.00", "0.00", "a3", "1.00", "1.00", "mistake"] in rows
    assert "Of 7 deals drawn from those that fit what the player saw" in found.stdout
    assert found.stdout.endswith("With what the players could know: 1 mistake among 1 card with a choice.\n")


def test_a_game_without_choices_for_people() -> None:
    found = run("review", "--deal", "a1 / a2; leader 1; 2 wins a1; dealt; played a1 a2", "--hidden")
    assert found.stdout.endswith("With what the players could know: no card with a choice was looked at.\n")


@pytest.mark.slow
def test_mistakes_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    deal = RandomDeal(players=3, suits=3, values=6, trumps=3, objectives=3).with_seed(3)
    path.write_text(played(deal, 3, care=0.5).to_json())
    found = json.loads(run("review", path, "--hidden", "--samples", "8", "--json").stdout)
    choices = [step["hidden"]["mistake"] for step in found["steps"] if step["legal"] > 1]
    counts = found["hidden"]
    assert (counts["choices"], counts["mistakes"]) == (len(choices), choices.count(True))
    assert counts["possible"] == choices.count(None) > 0
    assert all(step["hidden"]["mistake"] is False for step in found["steps"] if step["legal"] == 1)
    said = run("review", path, "--hidden", "--samples", "8", COLUMNS="100").stdout.splitlines()[-1]
    assert f"and {counts['possible']} possible one" in said
    assert f"among {len(choices)} cards with a choice." in said


@pytest.mark.slow
def test_time_that_is_too_short_is_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(real_game(1, 4, care=0.0).to_json())
    found = run("review", path, "--hidden", "--time-limit", "0.001", "--json")
    assert found.returncode == 3
    review = json.loads(found.stdout)
    assert review["reason"] == "time"
    assert review["hidden"]["choices"] == 0
    assert not any("hidden" in step for step in review["steps"])
    said = run("review", path, "--hidden", "--time-limit", "0.001")
    assert said.returncode == 3
    assert "The review is incomplete: the time limit was reached." in said.stdout
    assert "could not be looked at." in said.stdout


def test_wrong_usage_and_bad_input(tmp_path: Path) -> None:
    hanabi, games = tmp_path / "hanabi.json", tmp_path / "games.jsonl"
    hanabi.write_text(RandomGame(players=3).with_seed(1).to_json())
    games.write_text("{}\n")
    free = "a1,3 / a2 b1; leader 1; anybody wins at least 1 trick"
    wrong: list[tuple[tuple[str | Path, ...], int, str]] = [
        (("--deal", LOST, "--samples", "3"), 2, "--samples applies to --hidden"),
        (("--deal", LOST, "--hidden", "--samples", "0"), 2, "'--samples'"),
        ((games, "--hidden"), 2, "--full, --hidden, --svg and --html apply to one game"),
        ((hanabi, "--hidden"), 2, "hidden hands are reviewed in The Crew only, not in hanabi"),
        (("--deal", LOST, "--hidden", "--narrow", "3"), 2, "narrow does not apply to crew"),
        (("--deal", f"{HELD}; passing", "--hidden"), 2, "does not support 'passing'"),
        (("--deal", free, "--hidden"), 1, "tasks[0].owner: missing: hidden hands are reviewed if all goals"),
    ]
    for words, status, message in wrong:
        found = run("review", *words, COLUMNS="200")
        assert (found.returncode, found.stdout) == (status, ""), words
        assert message in found.stderr, words
