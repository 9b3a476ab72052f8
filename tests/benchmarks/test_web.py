"""The benchmark of the local page, with a few questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks import web
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize(("deals", "questions"), few_of([(8, 20), (20, 200)], usual=0))
def test_everything_is_measured(deals: int, questions: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = [f"--deals={deals}", "--rounds=1", "--leaves=1", f"--questions={questions}"]
    web.main([*few, "--page", str(tmp_path / "page.md")])
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in printed] == [
        "round 1",
        f"{deals} real deals, 10 clients, 2 workers",
        next(line.partition(":")[0] for line in printed if line.startswith("the page meanwhile")),
        next(line for line in printed if line.startswith("a worker whose client has left is free after")),
        "60 questions at once, queue of 16",
        f"{questions} questions",
    ]
    counts = [int(part.split(" x ")[0]) for part in printed[4].partition(": ")[2].split(", ")]
    assert sum(counts) == 60
    assert [line for line in (tmp_path / "page.md").read_text().splitlines() if line.startswith("- ")] == [
        f"- {line}" for line in printed
    ]
