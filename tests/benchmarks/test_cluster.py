"""A cluster measures what this machine would: the same verdicts, whoever is killed on the way."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.records import COLUMNS, code_digest
from tests.support.chunks import few_of
from tests.support.dask import free_port, kill_all, scheduling, started, worker_words
from tests.support.harness import command, environment, run_apart, stored, written
from tests.support.places import ROOT
from tests.support.processes import PATIENCE, children, descendants, gone, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytest.importorskip("dask")
pytestmark = pytest.mark.processes

SUITE = """
about = "Quick runs for a cluster."
passes = 2
time_limit = 60.0
engines = ["auto", "clingo", "process"]
[[block]]
name = "small"
family = "deck"
seeds = 3
parameters = { players = [2, 3], suits = 3, values = 4, share = 0.4 }
"""
FACTS = [COLUMNS.index(name) for name in ("instance", "engine", "passed", "answer", "reason", "checked", "method")]
TIMES = [COLUMNS.index(name) for name in ("wall", "cpu", "peak_mb", "host", "began")]


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """The address of such a scheduler."""
    with scheduling(tmp_path) as (address, _):
        yield address


def wait_for(holds: Callable[[], bool], running: subprocess.Popen[str]) -> None:
    assert wait_until(lambda: holds() or running.poll() is not None)
    assert running.poll() is None, running.communicate()


def works(pid: int) -> bool:
    """Whether a process below one is a child that decides."""
    for below in descendants(pid):
        with suppress(OSError):
            if b"workers.serving" in Path(f"/proc/{below}/cmdline").read_bytes():
                return True
    return False


@pytest.mark.thorough
@pytest.mark.parametrize("seeds", [3, 5])
def test_a_worker_that_comes_late_and_one_that_is_killed_change_no_verdict(
    seeds: int, scheduler: str, tmp_path: Path
) -> None:
    suite = written(tmp_path / "suite.toml", SUITE.replace("seeds = 3", f"seeds = {seeds}"))
    store, here = tmp_path / "cluster.sqlite", tmp_path / "here.sqlite"
    words = worker_words(scheduler, tmp_path)
    with (
        started(*words, folder=tmp_path) as first,
        subprocess.Popen(
            command("run", suite, "--store", store, "--cluster", scheduler),
            cwd=ROOT,
            env=environment(TMPDIR=tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running,
    ):
        wait_for(lambda: len(stored(store)) >= seeds and works(first.pid), running)
        with started(*words, folder=tmp_path) as second:
            wait_for(lambda: works(second.pid), running)
            working = descendants(first.pid)
            seen = stored(store)
            kill_all({first.pid, *children(first.pid)})
            assert all(gone(pid) for pid in working)
            told, errors = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, errors
    assert f"{12 * seeds} records in" in told
    assert run_apart("run", suite, "--store", here, "--jobs", "2").returncode == 0
    found, expected = stored(store), stored(here)
    assert seeds <= len(seen) < 12 * seeds - 2
    assert {key: found[key] for key in seen} == seen
    assert found.keys() == expected.keys()
    for key, row in found.items():
        assert [row[column] for column in FACTS] == [expected[key][column] for column in FACTS]
        assert [column for column in TIMES if row[column] is None] == []
        assert [value is None for value in row] == [value is None for value in expected[key]]
    assert "crash" not in {row[COLUMNS.index("reason")] for row in found.values()}


def test_a_scheduler_that_is_killed_ends_the_run_in_a_line_and_keeps_the_records(tmp_path: Path) -> None:
    suite, store = written(tmp_path / "suite.toml", SUITE.replace("seeds = 3", "seeds = 500")), tmp_path / "a.sqlite"
    with (
        scheduling(tmp_path) as (address, process),
        started(*worker_words(address, tmp_path), folder=tmp_path),
        subprocess.Popen(
            command("run", suite, "--store", store, "--cluster", address),
            cwd=ROOT,
            env=environment(TMPDIR=tmp_path),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as running,
    ):
        wait_for(lambda: len(stored(store)) >= 3, running)
        seen = stored(store)
        process.kill()
        _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert "Traceback" not in errors, errors
    assert "the cluster is lost" in errors
    assert seen.items() <= stored(store).items()


def test_a_worker_of_another_state_is_refused(scheduler: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for package in ("crewsat", "encodings", "benchmarks"):
        shutil.copytree(ROOT / package, other / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "crewsat" / "errors.py").open("a") as source:
        source.write("# another state\n")
    with started(*worker_words(scheduler, tmp_path), folder=tmp_path, root=other):
        suite, store = written(tmp_path / "suite.toml", SUITE), tmp_path / "a.sqlite"
        ended = run_apart("run", suite, "--store", store, "--cluster", scheduler)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert f", the suite measures {code_digest()}" in ended.stderr
    assert stored(store) == {}


LESS_PATIENT = """
import sys
from benchmarks.__main__ import main
from crewsat.workers import cluster
cluster._CONNECT = 1
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("program", few_of([["-c", LESS_PATIENT], ["-m", "benchmarks"]]), ids=["a second", "as it is"])
def test_an_address_nobody_listens_at_is_reported(program: list[str], tmp_path: Path) -> None:
    suite, address = written(tmp_path / "suite.toml", SUITE), f"tcp://127.0.0.1:{free_port()}"
    words = ("run", suite, "--store", tmp_path / "a.sqlite", "--cluster", address)
    ended = subprocess.run(
        [sys.executable, *program, *map(str, words)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert ended.stderr.startswith(f"{address}: no scheduler with workers answers")


@pytest.mark.parametrize("address", few_of(["127.0.0.1", "nonsense://x"]))
def test_an_address_that_is_none_is_reported(address: str, tmp_path: Path) -> None:
    suite = written(tmp_path / "suite.toml", SUITE)
    ended = run_apart("run", suite, "--store", tmp_path / "a.sqlite", "--cluster", address)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr, ended.stderr
    assert address in ended.stderr
