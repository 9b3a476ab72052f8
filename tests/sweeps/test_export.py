"""Exports are the same however a sweep was run, and agree with each other."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.intervals import exact, running
from crewsat.sweeps.export import write
from crewsat.sweeps.plan import LIMIT, plan_of
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from tests.sweeps.test_running import SMALL, Here, no_versions

if TYPE_CHECKING:
    from pathlib import Path


def swept(path: Path, given: dict[str, Any], engine: Here | None = None, time_limit: float = LIMIT) -> None:
    """Run a sweep as far as an engine goes."""
    with Store(path, alone=True) as store:
        try:
            [*Run(plan_of(given, time_limit=time_limit), store, no_versions).go(engine or Here())]
        except KeyboardInterrupt:
            return


def lose(path: Path, cell: int, first: int) -> None:
    """Remove a batch from a store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DELETE FROM batches WHERE cell = ? AND first = ?", (cell, first))


def exported(path: Path, form: str, *, cells: bool = False) -> bytes:
    out = io.BytesIO()
    with Store(path) as store:
        write(store, form, out, cells=cells)
    return out.getvalue()


def rows(path: Path, *, cells: bool = False) -> list[dict[str, Any]]:
    """The rows of an export without times; CSV and JSON agree."""
    found = [json.loads(line) for line in exported(path, "jsonl", cells=cells).splitlines()]
    table = [*csv.DictReader(io.StringIO(exported(path, "csv", cells=cells).decode()))]
    assert [[*row] for row in table] == [[*row] for row in found]
    for row, other in zip(found, table, strict=True):
        assert {name: "" if value is None else str(value) for name, value in row.items()} == other
    return [{name: value for name, value in row.items() if not name.startswith(("cpu", "worst"))} for row in found]


def test_deals_are_those_of_the_plain_loop(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3}, "deals": 30, "quantities": {"fewest_tricks": True}})
    found = rows(tmp_path / "s")
    assert len(found) == 90
    for row in found:
        deal = crewsat.RandomDeal(3, int(row["objectives"]), 2, 4, 0).with_seed(row["seed"])
        verdict = crewsat.decide(deal, fewest_tricks=True)
        assert row["answer"] == verdict.answer
        assert row["fewest_tricks"] == (verdict.fewest_tricks or (0, None))[1]


def test_a_sweep_that_was_interrupted_exports_the_same(tmp_path: Path) -> None:
    given = {"cells": SMALL, "deals": 60}
    swept(tmp_path / "whole", given)
    for most in (3, 90, 100, 10_000):
        swept(tmp_path / "parts", given, Here(most=most, slow=(5,)))
    assert rows(tmp_path / "parts") == rows(tmp_path / "whole")
    assert rows(tmp_path / "parts", cells=True) == rows(tmp_path / "whole", cells=True)


def test_a_cell_says_how_sure_its_share_is(tmp_path: Path) -> None:
    given = {"cells": {**SMALL, "players": 3}, "deals": 60}
    swept(tmp_path / "s", given, Here(most=140))
    kinds = {row["interval"] for row in rows(tmp_path / "s", cells=True)}
    assert kinds == {"exact", "running"}
    for row in rows(tmp_path / "s", cells=True):
        interval = exact if row["interval"] == "exact" else running
        assert (row["low"], row["high"]) == interval(row["yes"], row["deals"], 0.95)
        assert row["low_together"] <= row["low"] <= (row["share"] or 0) <= row["high"] <= row["high_together"]
    swept(tmp_path / "s", given)
    assert {row["interval"] for row in rows(tmp_path / "s", cells=True)} == {"exact"}
    assert [row["deals"] for row in rows(tmp_path / "s", cells=True)] == [60] * 3


def test_undecided_deals_count_against_both_ends(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 60}, Here(kills=(4, 9)))
    (row,) = rows(tmp_path / "s", cells=True)
    assert row["unknown"] == 2
    assert (row["low"], row["high"]) == (exact(row["yes"], 60, 0.95).low, exact(row["yes"] + 2, 60, 0.95).high)


def test_an_undecided_threshold_counts_against_both_ends_of_every_row(tmp_path: Path) -> None:
    own = {"suits": 2, "values": 4, "trumps": 0, "players": 3, "objectives": "threshold 1-4"}
    swept(tmp_path / "whole", {"cells": own, "deals": 60})
    swept(tmp_path / "killed", {"cells": own, "deals": 60}, Here(kills=(7,)))
    for row, whole in zip(rows(tmp_path / "killed", cells=True), rows(tmp_path / "whole", cells=True), strict=True):
        assert (row["deals"], row["unknown"]) == (60, 1)
        assert row["yes"] <= whole["yes"] <= row["yes"] + 1
        assert (row["low"], row["high"]) == (exact(row["yes"], 60, 0.95).low, exact(row["yes"] + 1, 60, 0.95).high)


def test_a_threshold_is_a_row_for_each_number_of_objectives(tmp_path: Path) -> None:
    own = {"suits": 2, "values": 4, "trumps": 0, "players": 3}
    swept(tmp_path / "t", {"cells": {**own, "objectives": "threshold 1-4"}, "deals": 60})
    swept(tmp_path / "s", {"cells": {**own, "objectives": "1-4"}, "deals": 60})
    known = ("objectives", "deals", "yes", "no", "unknown", "share", "low", "high", "interval")
    found, plain = ([[row[name] for name in known] for row in rows(tmp_path / name, cells=True)] for name in ("t", "s"))
    assert found == plain


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3}, "deals": 30})
    table = parquet.read_table(io.BytesIO(exported(tmp_path / "s", "parquet")))
    assert table.to_pylist() == [json.loads(line) for line in exported(tmp_path / "s", "jsonl").splitlines()]
