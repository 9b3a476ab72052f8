"""The pages of docs/ that people wrote: their code is applied and run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from benchmarks.suites import load_suite
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "docs" / "adding-a-task.md"
BLOCK = re.compile(r"```(?:python\n#|prolog\n%) (\S+), (above: |in place of: |a new file)([^\n]*)\n(.*?)```", re.DOTALL)


def apply_page(folder: Path) -> list[str]:
    """Apply the blocks to a copy of the project; return the new files."""
    for name in ("crewsat", "encodings", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    new = []
    for name, how, anchor, code in BLOCK.findall(PAGE.read_text()):
        path = folder / name
        if how == "a new file":
            path.write_text(code)
            new.append(name)
            continue
        lines = path.read_text().splitlines(keepends=True)
        (place,) = (k for k, line in enumerate(lines) if line.startswith(anchor))
        blank = "\n\n" if code.startswith(("class", "def", "@")) else ""
        lines[place : place + how.startswith("in place")] = [code if how.startswith("in place") else f"{code}{blank}"]
        path.write_text("".join(lines))
    return new


def passes(folder: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'encodings'}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_worked_example_works_and_its_tests_can_fail(tmp_path: Path) -> None:
    new = apply_page(tmp_path)
    assert new == ["tests/test_never_lead.py"]
    told = passes(tmp_path, new)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "4 passed" in told.stdout
    clauses = tmp_path / "encodings" / "crewsat_encodings" / "crew" / "cnf" / "task_clauses.py"
    clauses.write_text(
        clauses.read_text().replace("        if suit in m.suits:\n", "        if suit not in m.suits + [suit]:\n")
    )
    told = passes(tmp_path, new)
    for test in ("test_a_deal_a_person_can_check", "test_all_methods_agree"):
        assert f"FAILED tests/test_never_lead.py::{test}" in told.stdout, told.stdout + told.stderr


@pytest.mark.parametrize(
    "name", ["crewsat/games/crew/tasks.py", "encodings/crewsat_encodings/crew/cnf/task_clauses.py"]
)
def test_the_places_the_page_names_exist(name: str) -> None:
    assert name in PAGE.read_text()
    assert (ROOT / name).exists()


def test_the_suite_of_the_readme_is_one_and_its_adapter_takes_ten_lines(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (tmp_path / "drafts.toml").write_text(text)
    suite = load_suite(str(tmp_path / "drafts.toml"))
    assert suite.asked() == ["auto", "cpsat", "mine"]
    assert sum(1 for _ in suite.places()) == 120
    adapter = text[text.index("[engine.mine]") : text.index("[[block]]")]
    assert len(adapter.strip().splitlines()) <= 10


def test_the_figures_of_the_readme_are_those_that_were_measured() -> None:
    page = (ROOT / "docs" / "benchmarks" / "README.md").read_text()
    text = (ROOT / "README.md").read_text()
    measured, rows = (
        re.findall(r"^\| ([a-z0-9-]+) (\| [a-z0-9-]+ \| [0-9.]+ m?s \|.*)$", where, re.MULTILINE)
        for where in (page, text)
    )
    assert len(rows) >= 10
    blocks = {block for block, _ in rows}
    assert rows == [row for row in measured if row[0] in blocks]  # every row of a block
    (table,) = re.findall(r"^\| block \| engine \| PAR-2 .*\n\|-.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert len(table.splitlines()) == len(rows)
    (version,) = re.findall(r"crewsat ([0-9.]+), code", page)
    assert f"Measured with version {version}:" in text
    for page_or_figure in re.findall(r"\]\((docs/(?:audits|benchmarks|hanabi|hardness|reasons)/[^)]+)\)", text):
        assert (ROOT / page_or_figure).exists()


def test_what_a_no_costs_in_the_readme_is_what_was_measured() -> None:
    page = (ROOT / "docs" / "reasons" / "README.md").read_text().splitlines()
    text = (ROOT / "README.md").read_text()
    tables = re.findall(r"^\| \| lost \|.*\n\|-.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = [table.splitlines() for table in tables]
    assert [row for table in rows for row in table if row not in page] == []
    proofs, explanations = ([row.split("|")[1].strip() for row in table] for table in rows)
    assert proofs == ["three-players", "four-players", "five-players", "real-deal"]
    assert explanations == [*proofs, "hanabi-real", "hanabi-three-copies", "solitaire"]
    assert [line for line in text.splitlines() if line.startswith("| | lost |") and line not in page] == []
