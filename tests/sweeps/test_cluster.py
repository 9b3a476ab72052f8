"""A cluster of three processes finds what this machine finds."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.sweeps.batch import Task
from crewsat.sweeps.cluster import Cluster, OtherVersion, in_child
from crewsat.sweeps.engines import Local
from crewsat.sweeps.plan import plan_of
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from tests.sweeps.test_export import rows
from tests.sweeps.test_running import SMALL, VERSIONS

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
        [*Run(plan, store, VERSIONS).go(cluster)]
    with Store(tmp_path / "local", alone=True) as store:
        [*Run(plan, store, VERSIONS).go(Local(2))]
    assert rows(tmp_path / "cluster") == rows(tmp_path / "local")
    assert rows(tmp_path / "cluster", cells=True) == rows(tmp_path / "local", cells=True)


def test_other_code_is_refused() -> None:
    with pytest.raises(OtherVersion, match=r"a worker of the cluster has .*; wanted: other code"):
        in_child(Task(plan_of({"cells": SMALL, "deals": 1}).cells.cells[0], 0, 1, 1.0), None, "other code")


def test_a_scheduler_that_does_not_answer_is_one_line() -> None:
    with pytest.raises(OSError, match=r"tcp://127\.0\.0\.1:9: no scheduler with workers answers"):
        Cluster("tcp://127.0.0.1:9")
