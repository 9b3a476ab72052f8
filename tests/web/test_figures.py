"""The benchmark of the page in the browser, with a few questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from benchmarks import browser

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.thorough, pytest.mark.processes]


def test_everything_is_measured(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    browser.main([str(folder), "--visits=1", "--deals=3", "--explained=1", "--heap=2", "--page", str(page)])
    printed = capsys.readouterr().out.splitlines()
    assert [re.sub(r"\d+", "N", line.partition(":")[0]) for line in printed] == [
        "Chromium N.N.N.N",
        "first visit",
        "second visit",
        "N deals decided",
        "N deals won by the player",
        "N deals explained, all lost",
        "after N more deals",
        "slowed down N times",
        "then",
    ]
    assert printed[2].startswith("second visit: 0 bytes sent")
    assert [line for line in page.read_text().splitlines() if line.startswith("- ")] == [f"- {one}" for one in printed]
