"""BenchExec runs CrewSAT by its dotted name, and reads what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.serve.test_plain import HARD, LOST, WON
from tests.support.pages import DOCS, blocks
from tests.support.places import ROOT
from tests.support.program import path_with_program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.processes]
pytest.importorskip("benchexec")


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": path_with_program(folder), "PYTHONPATH": f"{ROOT}:{ROOT / 'encodings'}"}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_module_is_one(tmp_path: Path) -> None:
    tried = ran(tmp_path, "benchexec.test_tool_info", "crewsat.bridges.benchexec", "--no-container")
    assert tried.returncode == 0, tried.stderr
    said = tried.stdout + tried.stderr
    assert "Name of tool: “CrewSAT”" in said
    assert f"Version: “{crewsat.__version__}”" in said
    assert "'decide', '--competition', 'INPUT.FILE']" in said
    assert "ERROR" not in said


def test_deals_are_true_or_false_or_take_too_long(tmp_path: Path) -> None:
    """By the benchmark definition of the page, with less time."""
    [definition] = [block for block in blocks((DOCS / "measuring.md").read_text(), "xml") if "benchexec" in block]
    (tmp_path / "deals.xml").write_text(re.sub(r'timelimit="\d+ s"', 'timelimit="3 s"', definition))
    (tmp_path / "won.json").write_text(crewsat.parse_text(WON).to_json())
    (tmp_path / "lost.json").write_text(crewsat.parse_text(LOST).to_json())
    (tmp_path / "hard.json").write_text(HARD)
    tried = ran(tmp_path, "benchexec.benchexec", "deals.xml", "--no-container", "--no-compress-results")
    found = dict(re.findall(r"^\d\d:\d\d:\d\d\s+(\w+)\.json\s+(\w+)", tried.stdout, re.MULTILINE))
    assert found == {"won": "true", "lost": "false", "hard": "TIMEOUT"}, tried.stdout + tried.stderr
