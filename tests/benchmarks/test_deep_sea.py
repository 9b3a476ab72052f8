"""The page of the tasks of Mission Deep Sea: what is made of answers, and that the page kept is about the data."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import crewsat
from benchmarks.deep_sea import PLAYERS, bar, json_of, page, totals
from benchmarks.shares import Share
from tests.support.places import ROOT
from tests.sweeps.test_export import exported, swept

if TYPE_CHECKING:
    from pathlib import Path

TASKS = crewsat.deep_sea_tasks()
PAGE = ROOT / "docs" / "deep-sea.md"


def test_shares_have_intervals_and_bars() -> None:
    assert bar(Share(150, 50, 3, 0.671, 0.809)) == "`███████···` 73.9 % (67.1 to 80.9)"
    assert bar(Share(0, 10, 0, 0.0, 0.308)) == "`··········` 0.0 % (0.0 to 30.8)"
    assert bar(Share(10, 0, 0, 0.692, 1.0)) == "`██████████` 100.0 % (69.2 to 100.0)"


def test_tasks_as_json() -> None:
    assert json_of(TASKS[48]) == ['{"kind": "tricks", "compared_with": "others", "at_most": -1}']
    assert [json.loads(line)["at_least"] for line in json_of(TASKS[50])] == [7, 6, 5]
    assert totals() == "229 with 3 players, 264 with 4 players, 297 with 5 players"


@pytest.mark.slow
def test_a_page_of_tasks_that_are_always_met(tmp_path: Path) -> None:
    given = {"cells": {"players": "3-5", "task": "94-95", "drafted": True}, "deals": 2, "seed_from": 72_000_000}
    swept(tmp_path / "s", given)
    (tmp_path / "export").write_bytes(exported(tmp_path / "s", "csv"))
    text = "\n".join(page(tmp_path / "export", TASKS[94:]))
    rows = re.findall(r"^\| (9[45]) \|.*$", text, re.MULTILINE)
    assert rows == ["94", "95"]
    assert text.count("`██████████` 100.0 % (15.8 to 100.0)") == 6
    assert "Undecided, and counted against both ends: 0." in text
    assert text.count("always met") == 2


def test_the_page_kept_has_every_task_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in row.split("|")] for row in re.findall(r"^\| ([0-9]+ \|.*) \|$", text, re.MULTILINE)
    ]
    assert [(int(row[0]), row[1]) for row in rows] == [(task.number, task.words) for task in TASKS]
    for row, task in zip(rows, TASKS, strict=True):
        assert tuple(map(int, row[3::2])) == task.difficulties
        assert len(row[4::2]) == len(PLAYERS)
        assert "\n".join(("```json", *json_of(task), "```")) in text
        assert all(f"- {task.number}: {said}." in text for said in (task.note, task.doubt) if said)
