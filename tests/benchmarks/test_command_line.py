"""``python -m benchmarks`` as people use it: measure, go on, draw, export, stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from benchmarks.suites import suite_names
from tests.support.chunks import few_of
from tests.support.harness import command, environment, run, stored, written
from tests.support.places import ROOT
from tests.support.processes import PATIENCE, descendants, gone, wait_until

if TYPE_CHECKING:
    from pathlib import Path

SMALL = """
about = "Small."
engines = ["auto", "clingo"]
[[block]]
name = "small"
family = "deck"
seeds = 4
parameters = { players = 3, suits = 3, values = 4, share = [0.2, 0.4] }
[[figure]]
kind = "cactus"
title = "Solved"
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a suite that has been measured."""
    folder = tmp_path_factory.mktemp("measured")
    ended = run("run", written(folder / "small.toml", SMALL), "--store", folder / "small.sqlite")
    assert ended.returncode == 0, ended.stderr
    assert f"32 records in {folder / 'small.sqlite'}" in ended.stdout
    assert "PAR-2" in ended.stdout
    return folder


@pytest.mark.slow
def test_what_is_stored_is_not_measured_again(measured: Path) -> None:
    before = stored(measured / "small.sqlite")
    ended = run("run", measured / "small.toml", "--store", measured / "small.sqlite")
    assert ended.returncode == 0
    assert stored(measured / "small.sqlite") == before


@pytest.mark.slow
def test_records_are_drawn_and_exported(measured: Path) -> None:
    store, suite = measured / "small.sqlite", measured / "small.toml"
    ended = run("plot", store, "--suite", suite, "--to", measured / "figures")
    assert ended.returncode == 0, ended.stderr
    made = {path.name for path in (measured / "figures").iterdir()}
    assert made == {"01-cactus.svg", "01-cactus.png", "README.md", "report.html"}
    assert len(ended.stdout.splitlines()) == len(made)
    for name in ("small.csv", "small.jsonl.xz"):
        assert run("export", store, "--to", measured / name).stdout == f"32 records in {measured / name}\n"
    again = run("plot", measured / "small.jsonl.xz", "--suite", suite, "--to", measured / "again")
    assert again.returncode == 0
    for name in made - {"report.html"}:
        assert (measured / "again" / name).read_bytes() == (measured / "figures" / name).read_bytes()


@pytest.mark.slow
def test_engines_that_contradict_each_other_end_with_status_1(tmp_path: Path) -> None:
    liar = """
[engine.liar]
command = ["{python}", "-c", "print('s UNSATISFIABLE') # {file}"]
input = "dimacs"
yes = "^s SATISFIABLE"
no = "^s UNSATISFIABLE"
version = ["{python}", "--version"]
"""
    suite = written(tmp_path / "liar.toml", SMALL.replace('"clingo"]', '"liar"]') + liar)
    ended = run("run", suite, "--store", tmp_path / "liar.sqlite")
    assert ended.returncode == 1
    assert "CONTRADICTION: auto says yes and liar says no to deck" in ended.stderr


@pytest.mark.slow
def test_engines_that_are_missing_are_left_out_and_reported(tmp_path: Path) -> None:
    missing = """
[engine.missing]
command = ["no-such-solver", "{file}"]
yes = "YES"
no = "NO"
"""
    suite = written(tmp_path / "missing.toml", SMALL.replace('"clingo"]', '"missing"]') + missing)
    ended = run("run", suite, "--store", tmp_path / "missing.sqlite")
    assert ended.returncode == 0
    assert "engine missing is left out: it is not installed" in ended.stderr
    assert len(stored(tmp_path / "missing.sqlite")) == 16


@pytest.mark.processes
@pytest.mark.parametrize(("number", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
def test_a_signal_ends_everything_and_keeps_the_records(number: signal.Signals, status: int, tmp_path: Path) -> None:
    suite = written(tmp_path / "long.toml", SMALL.replace("seeds = 4", "seeds = 4000"))
    store = tmp_path / "long.sqlite"
    running = subprocess.Popen(
        command("run", suite, "--store", store), cwd=ROOT, env=environment(), stderr=subprocess.PIPE, text=True
    )
    assert wait_until(lambda: len(stored(store)) >= 3)
    below = descendants(running.pid)
    before = stored(store)
    running.send_signal(number)
    _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == status, told
    assert "Traceback" not in told
    assert before.items() <= stored(store).items()
    assert below
    assert all(gone(pid) for pid in below)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 2, "COMMAND"),
        (("fast",), 2, "invalid choice: 'fast'"),
        (("quick", "--jobs", "0"), 2, "'0' is not a number of 1 or more"),
        (("plot", "nowhere.sqlite"), 1, "nowhere.sqlite"),
        (("export", "nowhere.csv", "--to", "x.csv"), 1, "nowhere.csv"),
        (("plot", "README.md", "--suite", "quick"), 1, "must end in .sqlite"),
        (
            ("compare", "auto", "clingo", "--suite", "slow"),
            2,
            f"unknown suite 'slow'; allowed: {', '.join(suite_names())}, or a file that ends in .toml",
        ),
    ],
)
def test_wrong_usage_and_bad_input_are_reported_in_a_line(arguments: tuple[str, ...], status: int, words: str) -> None:
    ended = run(*arguments)
    assert ended.returncode == status
    assert words in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_everything_there_is_can_be_listed() -> None:
    told = run("list").stdout
    for words in ("quick", "full", "real-deal", "one-value", "players = 4", "clingo", "z3"):
        assert words in told


@pytest.mark.slow
def test_a_reader_who_has_enough_is_no_error(measured: Path) -> None:
    words = command("run", measured / "small.toml", "--store", measured / "small.sqlite")
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {' '.join(words)} | head -1"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""
    assert ended.stdout.count("\n") == 1


@pytest.mark.slow
def test_the_records_say_what_was_measured(measured: Path) -> None:
    exported = measured / "told.jsonl"
    assert run("export", measured / "small.sqlite", "--to", exported).returncode == 0
    rows = [json.loads(line) for line in exported.read_text().splitlines()]
    assert {row["engine"] for row in rows} == {"auto", "clingo"}
    assert {row["passed"] for row in rows} == {1, 2}
    assert all(row["cpu"] > 0 and row["peak_mb"] > 10 and row["system_load"] >= 0 for row in rows)
    assert all(row["package"] and row["code"] and row["host"] and row["began"] for row in rows)
    assert os.fspath(ROOT) not in exported.read_text(), "no path of this machine goes into records"
