"""The benchmark of the server for other programs, with a few requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks import serve

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
@pytest.mark.processes
def test_everything_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serve.main(["--deals=10", "--rounds=1", "--page", str(tmp_path / "page.md")])
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0].partition(" costs")[0] for line in printed] == [
        "round 1",
        "10 real deals, 2 workers",
        "the first answer",
    ]
    assert [line for line in (tmp_path / "page.md").read_text().splitlines() if line.startswith("- ")] == [
        f"- {line}" for line in printed
    ]
