"""The page of the tasks of Mission Deep Sea: what is made of answers, and that the page kept is about the data."""

from __future__ import annotations

import json
import re

import pytest

import crewsat
from benchmarks.deep_sea import PLAYERS, json_of, page, share, totals
from tests.support.places import ROOT

TASKS = crewsat.deep_sea_tasks()
PAGE = ROOT / "docs" / "deep-sea.md"


def test_shares_have_intervals_and_bars() -> None:
    assert share({"yes": 150, "no": 50, "unknown": 3}) == "`███████···` 75.0 % (68.6 to 80.5)"
    assert share({"yes": 0, "no": 10, "unknown": 0}) == "`··········` 0.0 % (0.0 to 27.8)"
    assert share({"yes": 10, "no": 0, "unknown": 0}) == "`██████████` 100.0 % (72.2 to 100.0)"
    assert share({"yes": 0, "no": 0, "unknown": 9}) == "-"


def test_tasks_as_json() -> None:
    assert json_of(TASKS[48]) == ['{"kind": "tricks", "compared_with": "others", "at_most": -1}']
    assert [json.loads(line)["at_least"] for line in json_of(TASKS[50])] == [7, 6, 5]
    assert totals() == "229 with 3 players, 264 with 4 players, 297 with 5 players"


@pytest.mark.slow
def test_a_page_of_tasks_that_are_always_met() -> None:
    text = "\n".join(page(2, jobs=1, tasks=TASKS[94:]))
    rows = re.findall(r"^\| (9[45]) \|.*$", text, re.MULTILINE)
    assert rows == ["94", "95"]
    assert text.count("`██████████` 100.0 % (34.2 to 100.0)") == 6
    assert "Not decided within 60 s, and left out: 0." in text
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
