"""A sweep gives the same export with one worker and with two, interrupted, and with processes killed again and again.

Only times, and by what and when deals were decided, may differ.
"""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest

from crewsat.sweeps.store import Store
from tests.support.chunks import sizes
from tests.support.command import run
from tests.support.processes import PATIENCE, children, descendants, end_with_all_below, gone, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

pytestmark = pytest.mark.processes
WORDS = (
    *("--suits", "2", "--values", "4", "--trumps", "0", "--players", "2,3", "--objectives", "1-3"),
    *("--tokens", "none / 1"),
)
MISSIONS = ("--mission", "12,21,46", "--players", "2,5", "--drafted", "false,true", "--random", "--rescued")
DIFFERENT = {"cpu", "date", "versions", "cpu_seconds", "cpu_median", "cpu_99", "worst_seed"}


@contextmanager
def running(store: Path, deals: int, *more: str, what: Sequence[str] = WORDS) -> Iterator[subprocess.Popen[bytes]]:
    """A sweep that is running; nothing of it stays."""
    words = ("sweep", "run", *what, "--deals", str(deals), "--store", str(store), *(more or ("-j", "2")))
    command = [sys.executable, "-m", "crewsat", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            end_with_all_below(process.pid)


def whole(store: Path, deals: int, *more: str, what: Sequence[str] = WORDS) -> list[list[dict[str, str]]]:
    """What a sweep exports that runs to its end."""
    with running(store, deals, *more, what=what) as process:
        ended(process)
    return exports(store)


def ended(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a sweep that goes well."""
    _, errors = process.communicate(timeout=10 * PATIENCE)
    assert process.returncode == 0, errors.decode()


def exports(store: Path) -> list[list[dict[str, str]]]:
    """Both exports without what may differ."""
    found = []
    for more in ([], ["--cells"]):
        target = store.with_suffix(".csv")
        assert run("sweep", "export", store, "--to", "csv", "-o", target, *more).returncode == 0
        rows = csv.DictReader(target.read_text().splitlines())
        found.append([{name: value for name, value in row.items() if name not in DIFFERENT} for row in rows])
    return found


def batches(store: Path) -> int:
    """How many batches are stored; 0 before the store is one."""
    if not store.exists() or not store.stat().st_size:
        return 0
    with Store(store) as opened:
        return sum(1 for _ in opened.rows())


def grown(store: Path, before: int) -> bool:
    return batches(store) > before


def all_gone(pids: set[int]) -> bool:
    return all(map(gone, pids))


@pytest.mark.parametrize("kills", sizes(1, 100))
def test_workers_are_killed(tmp_path: Path, kills: int) -> None:
    deals = 100 + 40 * kills
    order = random.Random(7)
    left = kills
    with running(tmp_path / "killed", deals) as process:
        while left and process.poll() is None:
            time.sleep(order.uniform(0.05, 0.3))
            workers = sorted(children(process.pid))
            if workers and batches(tmp_path / "killed"):
                with suppress(ProcessLookupError):
                    os.kill(order.choice(workers), signal.SIGKILL)
                    left -= 1
        ended(process)
    assert not left, f"the sweep ended {left} kills too early"
    assert exports(tmp_path / "killed") == whole(tmp_path / "whole", deals, "-j", "1")


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("what", "kills", "deals"), [(WORDS, 20, 5_100), (MISSIONS, 50, 1_500)])
def test_all_of_it_is_killed_again_and_again(tmp_path: Path, what: Sequence[str], kills: int, deals: int) -> None:
    order = random.Random(7)
    for _ in range(kills):
        before = batches(tmp_path / "killed")
        with running(tmp_path / "killed", deals, what=what) as process:
            assert wait_until(partial(grown, tmp_path / "killed", before))
            time.sleep(order.uniform(0, 0.2))
            assert process.poll() is None, "the sweep has ended too early"
            below = descendants(process.pid)
            process.kill()
            process.communicate()
            assert wait_until(partial(all_gone, below))
    assert whole(tmp_path / "killed", deals, what=what) == whole(tmp_path / "whole", deals, "-j", "1", what=what)


@pytest.mark.thorough
def test_it_is_interrupted_ten_times(tmp_path: Path) -> None:
    times = 10
    deals = 100 + 250 * times
    for _ in range(times):
        before = batches(tmp_path / "stopped")
        with running(tmp_path / "stopped", deals) as process:
            assert wait_until(partial(grown, tmp_path / "stopped", before))
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
    assert whole(tmp_path / "stopped", deals) == whole(tmp_path / "whole", deals, "-j", "1")
