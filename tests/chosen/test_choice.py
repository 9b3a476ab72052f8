"""The tests that `make test` runs: those that reach a change, and everything if in doubt."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.chosen.__main__ import MARKS
from tests.chosen.choice import Choice, files_of_tests, not_green, with_mark
from tests.support.places import ROOT
from tests.thorough.reach import Tree

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pyproject.toml": '[project]\ndependencies = []\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
    "README.md": "",
    "crewsat/__init__.py": "",
    "crewsat/one.py": "ONE = 1\n",
    "crewsat/other.py": "OTHER = 2\n",
    "tests/test_one.py": "from crewsat.one import ONE\n\n\ndef test_one():\n    assert ONE == 1\n",
    "tests/test_other.py": "from crewsat.other import OTHER\n\n\ndef test_other():\n    assert OTHER == 2\n",
}
BOTH = ("tests/test_one.py", "tests/test_other.py")


def test_only_files_that_name_a_mark_are_opened_for_it(root: Path) -> None:
    (root / BOTH[0]).write_text("import pytest\n\n\n@pytest.mark.timing\ndef test_one(): ...\n")
    assert with_mark(root, BOTH, "timing") == BOTH[:1]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert sorted(MARKS) == sorted(re.split(r"\W", mark)[0] for mark in settings["markers"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / ".gitignore").write_text("build\n__pycache__\n")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def chosen(root: Path, *, everything: bool = False) -> Choice:
    return Choice.of(root, "all", everything=everything)


def test_without_a_record_everything_is_run(root: Path) -> None:
    assert chosen(root).files == BOTH
    (root / "build/tests").mkdir(parents=True)
    (root / "build/tests/all.json").write_text("{")
    assert chosen(root).files == BOTH


def test_what_reaches_no_change_is_left_out(root: Path) -> None:
    chosen(root).keep(BOTH)
    assert chosen(root).files == ()
    (root / "crewsat/other.py").write_text("OTHER = 3\n")
    choice = chosen(root)
    assert (choice.files, choice.why) == (BOTH[1:], "")
    assert str(choice).startswith("1 of 2 test files: the others reach nothing that has changed")
    choice.keep([])
    assert chosen(root).files == BOTH[1:]
    chosen(root).keep(BOTH[1:])
    assert chosen(root).files == ()
    (root / "tests/test_one.py").write_text("def test_one():\n    pass\n")
    assert chosen(root).files == BOTH[:1]


def test_everything_is_run_if_asked_for_or_if_another_file_has_changed(root: Path) -> None:
    chosen(root).keep(BOTH)
    assert chosen(root, everything=True).files == BOTH
    for name in ("README.md", "crewsat/data.json"):
        (root / name).write_text("changed\n")
        assert chosen(root).files == BOTH
        chosen(root).keep(BOTH)
        assert chosen(root).files == ()


def test_what_changes_during_the_run_is_not_known(root: Path) -> None:
    choice = chosen(root)
    (root / "crewsat/one.py").write_text("ONE = 2\n")
    choice.keep(BOTH)
    assert json.loads(choice.place.read_text())["green"].keys() == {BOTH[1]}
    assert chosen(root).files == BOTH[:1]


@pytest.mark.slow
def test_failures_and_skips_are_not_green(root: Path) -> None:
    (root / "tests/test_other.py").write_text("import pytest\n\n\ndef test_other():\n    pytest.skip('no browser')\n")
    (root / "tests/test_third.py").write_text("import crewsat.missing\n")
    (root / "tests/test_fourth.py").write_text("def test_fourth():\n    assert False\n")
    command = [sys.executable, "-m", "pytest", "-q", "--junitxml=report.xml", "-o", "junit_family=xunit1", "tests"]
    subprocess.run([*command, "--continue-on-collection-errors"], cwd=root, check=False, capture_output=True)
    assert not_green(root / "report.xml") == {f"tests/test_{name}.py" for name in ("other", "third", "fourth")}


ROOMS = (
    *("base/wording", "workers/process", "solvers/cnf", "proofs/dratify", "problems/graph/graph6", "games/cards"),
    *("games/crew/rules", "games/hanabi/rules", "algorithms/crew/bounds", "engine/options", "questions/crew/answers"),
    *("report/crew/words", "pages/crew", "cli/play", "web/desk", "studies/audit/running", "studies/tiny_crew/rules"),
    *("studies/skull/rules", "studies/spiel/state", "reductions/three_sat_to_hanabi/reduction"),
)
ALONE = {"pages/crew", "studies/audit/running", "studies/tiny_crew/rules", "studies/skull/rules", "studies/spiel/state"}
"""Of these, fewer than half of the test files know."""


@pytest.mark.parametrize("module", ROOMS)
def test_the_rooms_are_where_they_are_looked_for(module: str) -> None:
    assert (ROOT / "crewsat" / f"{module}.py").is_file()


@pytest.mark.thorough(together=4)
@pytest.mark.parametrize("module", ROOMS)
def test_a_fault_in_any_room_is_noticed_by_the_tests_chosen(module: str, tmp_path: Path) -> None:
    """In a copy of the repository in which everything was green, all functions of a module fail."""
    root = copied(tmp_path)
    Choice.of(root, "all", everything=False).keep(files_of_tests(Tree(root)))
    assert Choice.of(root, "all", everything=False).files == ()
    file = root / "crewsat" / f"{module}.py"
    file.write_text(f"{file.read_text()}\nraise RuntimeError\n")
    files = Choice.of(root, "all", everything=False).files
    assert len(files) <= len(files_of_tests(Tree(root))) * (0.5 if module in ALONE else 1)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not thorough and not timing and not processes"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (root, root / "encodings")))}
    ended = subprocess.run([*command, *files], cwd=root, env=environment, capture_output=True, text=True, check=False)
    output = ended.stdout + ended.stderr
    assert ended.returncode in {1, 2, 4}, output  # failed tests, errors while collecting, or conftest.py not importable
    assert "RuntimeError" in output


def copied(folder: Path) -> Path:
    """A copy of the files of the repository that are under version control, in one of its own."""
    root = folder / "copy"
    for name in Tree(ROOT).files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    subprocess.run(["git", "init", "-q", root], check=True)
    return root
