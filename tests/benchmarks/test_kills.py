"""Whatever is killed, and whenever: nothing stored is lost, nothing is stored twice, and the answers stay the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from benchmarks.records import COLUMNS
from tests.support.chunks import few_of
from tests.support.harness import command, environment, run_apart, stored, written
from tests.support.places import ROOT
from tests.support.processes import children, descendants, gone, wait_until

pytestmark = pytest.mark.processes

SUITE = """
about = "Quick runs, long enough together to be killed in."
time_limit = 60.0
engines = ["auto", "clingo", "program"]
[engine.program]
command = ["{python}", "-c", "import time; time.sleep(0.05); print('o', open('{file}').read()[:0] + 'k')"]
yes = "never"
no = "neither"
[[block]]
name = "small"
family = "deck"
seeds = {seeds}
parameters = { players = [2, 3], suits = 3, values = 4, share = 0.4 }
"""
Rows = dict[str, tuple[object, ...]]
ANSWER, REASON = COLUMNS.index("answer"), COLUMNS.index("reason")
LONGEST = 1.0
"""Seconds between two kills, at most."""


def kill_and_resume(kills: int, seed: int, folder: Path, seeds: int = 16) -> Counter[str]:
    """Kill processes of a suite at random moments and go on until it is done, and again until there were enough kills.

    Each time, what is stored at the end must be what a run left alone stores.
    """
    rng = random.Random(seed)
    suite = written(folder / "suite.toml", SUITE.replace("{seeds}", str(seeds)))
    expected = folder / "undisturbed.sqlite"
    assert run_apart("run", suite, "--store", expected, "--jobs", "2").returncode == 0
    assert {"yes", "no"} <= {row[ANSWER] for row in stored(expected).values()}
    done: Counter[str] = Counter()
    while done["kills"] < kills:
        store = folder / f"killed{done['suites']}.sqlite"
        _disturbed(kills, rng, suite, store, done)
        done["crashes that healed"] += len(crashes(stored(store)))
        ended = run_apart("run", suite, "--store", store)  # there is nothing to do, but for crashes
        assert ended.returncode == 0, ended.stderr
        assert crashes(stored(store)) == set()
        assert answers(stored(store)) == answers(stored(expected))
        done.update({"suites": 1, "records": len(stored(store))})
    return done


def answers(rows: Rows) -> dict[str, object]:
    return {key: row[ANSWER] for key, row in rows.items()}


def crashes(rows: Rows) -> set[str]:
    return {key for key, row in rows.items() if row[REASON] == "crash"}


def _disturbed(kills: int, rng: random.Random, suite: Path, store: Path, done: Counter[str]) -> None:
    """Run a suite to its end, by as many processes as are needed, and count what was killed."""
    ever: set[int] = set()
    running = _started(suite, store)
    while running.returncode != 0:
        if rng.random() < 1 / 2:  # how long the first record takes depends on the machine
            wait_until(partial(_has_records_or_ended, running, store))
        with suppress(subprocess.TimeoutExpired):
            running.wait(rng.random() * LONGEST if done["kills"] < kills else 300)
        if running.returncode is not None:
            assert running.returncode in {0, -signal.SIGKILL}, (done, store.with_suffix(".stderr").read_text())
            running = running if running.returncode == 0 else _started(suite, store)
            continue
        assert done["kills"] < kills, "the suite comes to no end"
        below_it = rng.random() < 2 / 3
        if below_it:  # on a busy machine it takes a while until there is somebody
            wait_until(partial(_works_or_ended, running))
            if running.poll() is not None:
                continue
        below = descendants(running.pid)
        ever.update(below)
        workers = sorted(_workers(running.pid))
        target = rng.choice(workers) if workers and below_it else running.pid
        seen = stored(store)
        with suppress(ProcessLookupError):
            os.kill(target, signal.SIGKILL)
            done.update({"kills": 1, "of the runner" if target == running.pid else "below it": 1})
            done["with records before them"] += bool(seen)
        if target == running.pid:
            running.wait()
            assert all(gone(pid) for pid in below)
        now = stored(store)
        assert all(now.get(key) == seen[key] for key in seen.keys() - crashes(seen))
    assert all(gone(pid) for pid in ever)


def _has_records_or_ended(running: subprocess.Popen[bytes], store: Path) -> bool:
    return running.poll() is not None or bool(stored(store))


def _works_or_ended(running: subprocess.Popen[bytes]) -> bool:
    return running.poll() is not None or bool(_workers(running.pid))


def _workers(pid: int) -> set[int]:
    """The processes that measure, below the runner: not those it asks for the versions of engines."""
    found = set()
    for child in children(pid):
        with suppress(OSError):
            if b"benchmarks.measure" in Path(f"/proc/{child}/cmdline").read_bytes():
                found |= {child, *descendants(child)}
    return found


def _started(suite: Path, store: Path) -> subprocess.Popen[bytes]:
    with store.with_suffix(".stderr").open("w") as stderr:
        return subprocess.Popen(
            command("run", suite, "--store", store, "--jobs", "2"),
            cwd=ROOT,
            env=environment(TMPDIR=store.parent),
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            start_new_session=True,
        )


@pytest.mark.parametrize(("kills", "seeds"), few_of([(1, 4), (4, 16)]))
def test_kills_lose_nothing_and_change_nothing(kills: int, seeds: int, tmp_path: Path) -> None:
    done = kill_and_resume(kills, 1, tmp_path, seeds)
    assert done["with records before them"] >= 1, done


@pytest.mark.thorough
def test_two_hundred_kills_lose_nothing_and_change_nothing(tmp_path: Path) -> None:
    done = kill_and_resume(200, 2, tmp_path)
    assert min(done["of the runner"], done["below it"]) >= 50, done
