"""``crewsat skull simulate``: the object of the contract, the table, what is refused, and runs that are stopped."""

from __future__ import annotations

import json
import signal
import time
from typing import TYPE_CHECKING

import pytest

from crewsat.skull import Rules, simulate
from crewsat.studies.skull.rules import OPTIONS
from tests.support.chunks import few_of
from tests.support.command import run, started

if TYPE_CHECKING:
    from pathlib import Path

SIMULATE = ("skull", "simulate", "--players", "3", "--games", "50", "--seed", "4")


def test_the_object_of_the_contract() -> None:
    ended = run(*SIMULATE, "--rule", "least_opening=2", "--rule", "moves=cards", "--json")
    found = json.loads(ended.stdout)
    rules = {"players": 3, "roses": 3, "skulls": 1, "wins": 2, **{name: values[0] for name, values in OPTIONS.items()}}
    rules |= {"least_opening": 2, "moves": "cards"}
    assert found["rules"] == rules
    assert (found["format"], found["game"], found["games"], found["seed"]) == (1, "skull", 50, 4)
    for name in ("rounds", "successes", "positions", "branching"):
        assert found[name].keys() == {"mean", "error"}
        assert 0 < found[name]["error"] < found[name]["mean"]
    again = simulate(Rules(3, least_opening=2, moves="cards"), 50, seed=4)
    assert found == {"format": 1, "game": "skull", **again.as_dict()}


def test_every_option_of_the_game_is_one_of_the_command() -> None:
    for name, (_, value) in OPTIONS.items():
        found = json.loads(run(*SIMULATE, "--rule", f"{name}={value}", "--json").stdout)
        assert found["rules"][name] == value
    found = json.loads(run(*SIMULATE, "--roses", "1", "--skulls", "2", "--wins", "3", "--json").stdout)
    assert [found["rules"][name] for name in ("roses", "skulls", "wins")] == [1, 2, 3]


def test_a_table_for_people() -> None:
    found = simulate(Rules(3), 50, seed=4)
    heading, _, *lines = run(*SIMULATE).stdout.strip().splitlines()
    assert heading.split() == ["50", "games", "mean", "standard", "error"]
    means = found.rounds, found.successes, found.positions, found.branching
    assert [line.split()[-2:] for line in lines] == [[f"{one.mean:.4f}", f"{one.error:.4f}"] for one in means]
    assert run(*SIMULATE, "--games", "1").returncode == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--players", "1"], 2, "players must be a whole number from 2, not 1"),
        (["--games", "0"], 2, "games must be a whole number from 1, not 0"),
        (["--seed", "-1"], 2, "seed must be a whole number from 0, not -1"),
        (["--rule", "pink=1"], 2, "rule 'pink' is not valid; allowed: restart, empty_hand"),
        (["--rule", "win=2"], 2, "win=2 is not valid; allowed: wins_or_last, wins_only"),
        (["--players", "1000000"], 2, "at most 50 players with 100 cards each can be simulated"),
        (["--output", "."], 1, ".: is not a regular file"),
        (["--output", "missing/file"], 1, "missing/file: cannot be written: no such file or directory"),
    ],
)
def test_what_is_refused(
    words: list[str], status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run(*SIMULATE, *words)
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert message in " ".join(ended.stderr.replace("│", "").split())
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize(("number", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
def test_a_run_that_is_stopped_goes_on_where_it_was(number: signal.Signals, status: int, tmp_path: Path) -> None:
    path = tmp_path / "games"
    command = ("skull", "simulate", "--players", "2", "--roses", "1", "--wins", "1", "--output", path)
    process = started(*command, "--games", "1000000000")
    while not path.exists() or len(path.read_bytes().splitlines()) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == status
    saved = path.read_bytes()
    ended = run(*command, "--games", "60000", "--json")
    assert path.read_bytes().startswith(saved[: saved.rindex(b"\n")])
    assert json.loads(ended.stdout) == {
        "format": 1,
        "game": "skull",
        **simulate(Rules(2, roses=1, wins=1), 60_000).as_dict(),
    }
