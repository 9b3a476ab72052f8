"""``crewsat tiny-crew``: its commands, on the games of six cards."""

from __future__ import annotations

import json
import signal
import time
from typing import TYPE_CHECKING

import pytest

from tests.support.chunks import few_of
from tests.support.command import run, started

if TYPE_CHECKING:
    from pathlib import Path

SIX = ("--colours", "2", "--values", "2", "--submarines", "2")
PARAMETERS = {
    "colours": 2,
    "values": 2,
    "submarines": 2,
    "leader": 1,
    "judged": "end",
    "tasks": "1 wins red2; 2 wins exactly 1 of blue1,2",
}


def test_value() -> None:
    ended = run("tiny-crew", "value", *SIX, "--json")
    found = json.loads(ended.stdout)
    assert {key: found[key] for key in ("format", "game", "parameters", "deals", "winnable")} == {
        "format": 1,
        "game": "tiny_crew",
        "parameters": PARAMETERS,
        "deals": 90,
        "winnable": 9,
    }
    assert run("tiny-crew", "value", *SIX).stdout.startswith("9 of 90 deals can be won with all cards seen: 0.1")


def test_a_deal_is_one_of_the_crew(tmp_path: Path) -> None:
    ended = run("tiny-crew", "deal", "--seed", "3")
    (tmp_path / "deal.json").write_text(ended.stdout)
    assert run("decide", tmp_path / "deal.json").returncode in {10, 20}
    assert json.loads(ended.stdout)["about"] == {"generator": "crewsat tiny-crew deal", "seed": 3}


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "chance-sampled", "external"])
def test_learn_evaluate_show(algorithm: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.jsonl.gz"
    ended = run("tiny-crew", "learn", "--algorithm", algorithm, "--iterations", "20", "--output", path, *SIX, "--json")
    assert ended.returncode == 0, ended.stderr
    learned = json.loads(ended.stdout)
    assert (learned["algorithm"], learned["iterations"], learned["parameters"]) == (algorithm, 20, PARAMETERS)
    evaluated = json.loads(run("tiny-crew", "evaluate", path, "--json").stdout)
    assert evaluated == {key: learned[key] for key in evaluated}
    assert {"value", "states", "deterministic", "uniform", "random", "winnable_share"} <= evaluated.keys()
    text = run("tiny-crew", "evaluate", path).stdout
    assert text.startswith(f"Win rate:             {evaluated['value']:.6f}")
    shown = run("tiny-crew", "show", path, "--hand", "red2 blue1").stdout
    assert "leads" in shown
    assert "red2" in shown


@pytest.mark.slow
def test_optimum_and_ladder(tmp_path: Path) -> None:
    ended = run("tiny-crew", "optimum", *SIX, "--json", "--output", tmp_path / "best.jsonl")
    assert json.loads(ended.stdout) == {
        "format": 1,
        "game": "tiny_crew",
        "parameters": PARAMETERS,
        "recall": "perfect",
        "deals": 90,
        "won": 9,
        "bound": 9,
        "proved": True,
    }
    assert json.loads(run("tiny-crew", "evaluate", tmp_path / "best.jsonl", "--json").stdout)["value"] == pytest.approx(
        0.1
    )
    ended = run("tiny-crew", "ladder", *SIX, "--plot", tmp_path / "ladder.svg")
    shares = [line.split()[-1] for line in ended.stdout.splitlines() if line.strip()][2:]
    assert shares == ["0.033333", *["0.100000"] * 4]
    assert "<svg" in (tmp_path / "ladder.svg").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["value", "--submarines", "2"], 2, "11 cards cannot be dealt"),
        (["value", "--colours", "100000000000"], 2, "cannot be dealt; allowed: 3, 6"),
        (["value", "--leader", "4"], 2, "allowed: 1, 2, 3, captain"),
        (["value", "--leader", "captain", "--submarines", "0"], 2, "without submarines there is no captain"),
        (["value", "--judged", "never"], 2, "judged 'never' is not valid; allowed: end, when_reached"),
        (["value", "--tasks", "1 wins pink9"], 2, "tasks: "),
        (["value", "--tasks", "leader 2"], 2, "tasks: 'leader 2' is not valid"),
        (["value", "--colours", "6", "--submarines", "0"], 2, "more than 20,000,000 cards to choose from"),
        (["evaluate", "no such file"], 1, "no such file: cannot be read: no such file or directory"),
        (
            ["learn", "--algorithm", "magic", "--output", "policy"],
            2,
            "algorithm 'magic' is not valid; allowed: cfr, cfr+",
        ),
        (
            ["learn", "--recall", "none", "--output", "policy"],
            2,
            "recall 'none' is not valid; allowed: printed, perfect",
        ),
        (["optimum", "--recall", "none"], 2, "recall 'none' is not valid; allowed: printed, perfect"),
        (["optimum", "--output", "no/such/file"], 1, "no/such/file: cannot be written: no such file or directory"),
        (["learn", "--output", "no/such/file"], 1, "no/such/file: cannot be written: no such file or directory"),
        (["learn", "--output", "."], 1, ".: is not a regular file"),
        (["learn", "--output", ""], 1, "--output: the name of a file is empty"),
        (["learn", "--output", "policy", "--seed", "-1"], 2, "Invalid value for '--seed'"),
        (["deal", "--seed", "-1"], 2, "Invalid value for '--seed'"),
        (["ladder", "--plot", "ladder"], 2, "the name 'ladder' has no known format; allowed: "),
        (["ladder", "--plot", "no/such.svg"], 1, "no/such.svg: cannot be written: no such file or directory"),
        (["value", "--colours", "0", "--values", "1000000000"], 2, "cannot be dealt; allowed: 3, 6"),
    ],
)
def test_what_is_refused(
    words: list[str], status: int, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("tiny-crew", *words)
    assert ended.returncode == status, ended.stdout + ended.stderr
    assert message in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_options_that_are_not_those_of_the_policy(tmp_path: Path) -> None:
    path = tmp_path / "policy.jsonl"
    run("tiny-crew", "learn", "--iterations", "1", "--output", path, *SIX)
    assert run("tiny-crew", "evaluate", path, *SIX).returncode == 0
    assert run("tiny-crew", "evaluate", path, "--values", "2", "--leader", "1").returncode == 0
    tasks = "1 wins red2 ;2 wins exactly 1 of blue1 blue2"
    assert run("tiny-crew", "evaluate", path, "--tasks", tasks).returncode == 0
    assert run("tiny-crew", "optimum", *SIX, "--tasks", tasks, "--hint", path).returncode == 0
    ended = run("tiny-crew", "evaluate", path, "--tasks", "1 wins red1")
    assert (ended.returncode, "--tasks: the policy is for 1 wins red2; 2" in " ".join(ended.stderr.split())) == (
        2,
        True,
    )
    ended = run("tiny-crew", "optimum", "--hint", path)
    assert (ended.returncode, "the policy is for another game" in ended.stderr) == (2, True)
    ended = run("tiny-crew", "evaluate", path, "--colours", "3")
    assert (ended.returncode, "--colours: the policy is for 2" in ended.stderr) == (2, True)
    ended = run("tiny-crew", "show", path, "--hand", "red9")
    assert (ended.returncode, "'red9' is not in the deck" in ended.stderr) == (2, True)


@pytest.mark.processes
@pytest.mark.parametrize(("number", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
def test_a_run_that_is_stopped_goes_on_where_it_was(number: signal.Signals, status: int, tmp_path: Path) -> None:
    game = ("tiny-crew", "learn", "--colours", "2", "--seed", "2", "--output")
    process = started(*game, tmp_path / "stopped", "--iterations", "1000000")
    curve = tmp_path / "stopped.curve.jsonl"
    while not curve.exists() or len(curve.read_text().splitlines()) < 5:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == status
    done = len(curve.read_text().splitlines()) - 1
    assert not (tmp_path / "stopped").exists()
    for name in ("stopped", "whole"):
        assert run(*game, tmp_path / name, "--iterations", str(done + 3)).returncode == 0
    assert (tmp_path / "stopped").read_bytes() == (tmp_path / "whole").read_bytes()
