"""A cluster of three processes finds what this machine finds."""

from __future__ import annotations

import importlib
import random
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

import crewsat.workers.cluster
from crewsat.sweeps.batch import Task
from crewsat.sweeps.cluster import Cluster, OtherVersion, in_child
from crewsat.sweeps.engines import Local
from crewsat.sweeps.plan import plan_of
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from tests.support.dask import kill_all, scheduling, started, worker_words
from tests.support.processes import children
from tests.sweeps.test_export import rows
from tests.sweeps.test_killed import batches, ended, exports, running, whole
from tests.sweeps.test_running import SMALL, no_versions

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("dask")
pytestmark = pytest.mark.processes


def test_it_finds_the_same(tmp_path: Path) -> None:
    library: Any = importlib.import_module("distributed")
    plan = plan_of({"cells": SMALL, "deals": 200})
    with (
        library.LocalCluster(
            n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path
        ) as made,
        Cluster(made.scheduler_address) as cluster,
        Store(tmp_path / "cluster", alone=True) as store,
    ):
        [*Run(plan, store, no_versions).go(cluster)]
    with Store(tmp_path / "local", alone=True) as store:
        [*Run(plan, store, no_versions).go(Local(2))]
    assert rows(tmp_path / "cluster") == rows(tmp_path / "local")
    assert rows(tmp_path / "cluster", cells=True) == rows(tmp_path / "local", cells=True)


@pytest.mark.thorough
def test_workers_are_killed(tmp_path: Path) -> None:
    """Dask gives their tasks to others; a batch that it gives up is split, and found by halves."""
    left = kills = 100
    deals, order = 200 + 60 * kills, random.Random(5)
    with ExitStack() as started_:
        address, _ = started_.enter_context(scheduling(tmp_path))
        words = worker_words(address, tmp_path)
        nannies = [started_.enter_context(started(*words, folder=tmp_path)) for _ in range(3)]
        with running(tmp_path / "killed", deals, "--cluster", address) as process:
            while left and process.poll() is None:
                time.sleep(order.uniform(0.2, 0.6))
                workers = sorted(pid for nanny in nannies for pid in children(nanny.pid))
                if workers and batches(tmp_path / "killed"):
                    kill_all({order.choice(workers)})
                    left -= 1
            ended(process)
    assert not left, f"the sweep ended {left} kills too early"
    assert exports(tmp_path / "killed") == whole(tmp_path / "whole", deals, "-j", "1")


def test_other_code_is_refused() -> None:
    with pytest.raises(OtherVersion, match=r"a worker of the cluster has .*; wanted: other code"):
        in_child(Task(plan_of({"cells": SMALL, "deals": 1}).cells.cells[0], 0, 1, 1.0), None, "other code")


def test_a_scheduler_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crewsat.workers.cluster, "_CONNECT", 0.5)
    with pytest.raises(OSError, match=r"tcp://127\.0\.0\.1:9: no scheduler with workers answers"):
        Cluster("tcp://127.0.0.1:9")
