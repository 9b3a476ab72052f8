"""Parts of the long evidence are run once, kept at once, and run again if anything they reach has changed."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance
from tests.support.places import ROOT
from tests.support.processes import children, gone, wait_until
from tests.thorough.__main__ import Work
from tests.thorough.parts import NotCollected, Part, collected, parts_of
from tests.thorough.reach import RECORD, Tree
from tests.thorough.record import JOURNAL, Known, Result, State, keep, state_of
from tests.thorough.running import Runner

if TYPE_CHECKING:
    from pathlib import Path

TESTS = """
import time
import pytest
from crewsat.rules import right

@pytest.mark.thorough(together=2)
@pytest.mark.parametrize("number", range(5))
def test_many(number):
    assert right

@pytest.mark.thorough
def test_one():
    print("printed" if right else "seen")
    assert right

def test_usual():
    raise AssertionError

@pytest.mark.thorough
@pytest.mark.timing
def test_clock():
    pass
"""
ONE = Part("tests/test_it.py", ("tests/test_it.py::test_one",), alone=False)
SLOW = "import pytest, time\n@pytest.mark.thorough\ndef test_slow():\n    time.sleep(600)\n"
SETTINGS = """
[project]
dependencies = []
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib", "-m", "not thorough"]
pythonpath = ["."]
markers = ["thorough", "timing"]
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a commit; the tests in it find the runner's plugin here."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # others take half of the time
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_timeout")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "somebody@example.org")
    files = {
        "pyproject.toml": SETTINGS,
        ".gitignore": "__pycache__/\nbuild/\n",
        "crewsat/__init__.py": "",
        "crewsat/rules.py": "right = True\n",
        "crewsat/other.py": "",
        "tests/test_it.py": TESTS,
        RECORD: "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "-q")
    committed(tmp_path)
    return tmp_path


def git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def committed(root: Path, **changes: str) -> str:
    for name, text in changes.items():
        (root / "crewsat" / f"{name}.py").write_text(text)
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "x", "--allow-empty")
    return git(root, "rev-parse", "HEAD")


CASES = [
    *({"case": f"tests/a.py::test_x[{k}]", "together": 10, "timing": False} for k in range(12)),
    *({"case": f"tests/a.py::test_y[{k}]", "together": 1, "timing": False} for k in "pq"),
    {"case": "tests/a.py::test_z", "together": 10, "timing": False},
    {"case": "tests/a.py::TestAll::test_z", "together": 10, "timing": False},
    {"case": "tests/a.py::test_fast", "together": 10, "timing": True},
    {"case": "tests/b.py::test_z", "together": 1, "timing": False},
]


def test_files_are_divided_where_tests_have_many_cases() -> None:
    parts = parts_of(CASES)
    assert {part.name: len(part.cases) for part in parts} == {
        "tests/a.py": 2,
        "tests/a.py (timing)": 1,
        "tests/a.py::test_x 1-10": 10,
        "tests/a.py::test_x 11-12": 2,
        "tests/a.py::test_y[p]": 1,
        "tests/a.py::test_y[q]": 1,
        "tests/b.py": 1,
    }
    assert sorted(case for part in parts for case in part.cases) == sorted(str(case["case"]) for case in CASES)
    assert {part.file for part in parts} == {"tests/a.py", "tests/b.py"}
    assert [part.name for part in parts if part.alone] == ["tests/a.py (timing)"]


PART = Part("tests/a.py", ("tests/a.py::test",), alone=False)
RESULT = Result("tests/a.py", "d1", "c1", changes=False, result="green", cases=1, cpu=2.5, ended="2026-01-01T00:00:01")
CLEAN, CHANGED = State("c2", changes=False), State("c2", changes=True)


@pytest.mark.parametrize(
    ("results", "state", "standing"),
    [
        ([], CLEAN, "missing"),
        ([RESULT], CLEAN, "green"),
        ([RESULT], CHANGED, "green"),
        ([replace(RESULT, digest="d2")], CLEAN, "stale"),
        ([replace(RESULT, changes=True)], CLEAN, "stale"),
        ([replace(RESULT, changes=True)], CHANGED, "green"),
        ([replace(RESULT, result="red")], CLEAN, "red"),
        ([RESULT, replace(RESULT, result="red", ended="2026-01-01T00:00:02")], CLEAN, "red"),
        ([replace(RESULT, result="red", ended="2026-01-01T00:00:00"), RESULT], CLEAN, "green"),
        ([replace(RESULT, result="skipped")], CLEAN, "skipped"),
        ([replace(RESULT, part="tests/b.py")], CLEAN, "missing"),
    ],
)
def test_a_part_stands_as_its_last_result_with_this_digest(
    tmp_path: Path, results: list[Result], state: State, standing: str
) -> None:
    for name, some in ((RECORD, results[1:]), (JOURNAL, results[:1])):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("".join(f"{result.as_line()}\n" for result in some))
    assert Known(tmp_path).standing(PART, "d1", state) == standing


def test_a_line_that_was_cut_by_a_kill_is_lost_and_another_bad_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    path.parent.mkdir(parents=True)
    path.write_text(f"{RESULT.as_line()}\n{RESULT.as_line()[:30]}")
    assert Known(tmp_path).standing(PART, "d1", CLEAN) == "green"
    path.write_text(f'{RESULT.as_line()}\n{{"part": 1}}\n')
    with pytest.raises(InvalidInstance, match=r"journal.jsonl: line 2: is not a result of a part"):
        Known(tmp_path)


def test_the_record_itself_is_no_change(root: Path) -> None:
    assert state_of(root) == State(git(root, "rev-parse", "HEAD"), changes=False)
    keep(root, [RESULT])
    (root / "build").mkdir()
    (root / "build" / "x").write_text("")
    assert not state_of(root).changes
    (root / "crewsat" / "new.py").write_text("")
    assert state_of(root).changes


@pytest.mark.slow
@pytest.mark.processes
def test_parts_are_run_once_and_again_if_what_they_reach_has_changed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = git(root, "rev-parse", "HEAD")
    assert Work(root, ["test_many"]).run(2) == 0
    assert capsys.readouterr().out == f"all 3 parts are green on {first}\n"
    assert Work(root, []).run(2) == 0
    told = capsys.readouterr()
    assert "2 of 5 parts to run: 0 min of CPU, 2 of them not measured yet" in told.err
    assert told.out == f"all 5 parts are green on {first}\n"
    assert [json.loads(line)["part"] for line in (root / JOURNAL).read_text().splitlines()][3:] == [
        "tests/test_it.py",
        "tests/test_it.py (timing)",
    ]

    assert Work(root, []).record() == 0
    (root / JOURNAL).unlink()  # as in a fresh clone
    other = committed(root, other="x = 1\n")
    assert Work(root, []).status() == 0
    assert capsys.readouterr().out.endswith(f"all 5 parts are green on {other}\n")

    last = committed(root, rules="right = False\n")
    assert Work(root, []).status() == 1
    told = capsys.readouterr()
    assert f"stale   tests/test_it.py  (green on {first[:9]})\n" in told.out
    assert f"5 parts on {last[:9]}: 5 stale" in told.out
    work = Work(root, ["test_it"])
    assert work.run(2) == 1
    told = capsys.readouterr()
    assert "assert right" in told.err
    assert "seen" in told.err
    assert f"5 parts on {last[:9]}: 1 green, 4 red" in told.out
    assert work.list() == 0
    assert re.search(r"^red +\d+\.\d s +1  tests/test_it.py$", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.processes
def test_results_of_a_changed_work_tree_are_of_no_commit(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "crewsat" / "other.py").write_text("x = 1\n")
    wanted = ["test_it"]
    work = Work(root, wanted)
    work.parts = [part for part in work.parts if part == ONE]
    assert work.run(1) == 1
    assert "with changes: not the commit's result" in capsys.readouterr().out
    digest = Tree(root).digest(ONE.file, ONE.cases)
    assert Known(root).standing(ONE, digest, state_of(root)) == "green"
    git(root, "checkout", "crewsat/other.py")
    again = Work(root, wanted)
    assert again.standing[ONE] == "stale"
    assert again.record() == 0
    assert (root / RECORD).read_text() == ""


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize(
    ("test", "how", "words"),
    [
        ("import pytest\n@pytest.mark.thorough\ndef test_it():\n    pytest.skip('busy')\n", "skipped", "busy"),
        (
            "import pytest\n@pytest.mark.thorough\ndef test_it():\n    __import__('crew' + 'sat.other')\n",
            "red",
            "loaded, but not among the files that the digest covers: crewsat/__init__.py, crewsat/other.py",
        ),
        ("import os, pytest\n@pytest.mark.thorough\ndef test_it():\n    os.abort()\n", "red", "Fatal Python error"),
    ],
)
def test_what_is_not_green(root: Path, test: str, how: str, words: str) -> None:
    (root / "tests" / "test_it.py").write_text(test)
    part = Part("tests/test_it.py", ("tests/test_it.py::test_it",), alone=False)
    (ended,) = Runner(Tree(root), state_of(root)).run([part], 1)
    assert ended.result is not None
    assert ended.result.result == how
    assert words in ended.log.read_text()


@pytest.mark.slow
@pytest.mark.processes
def test_nothing_is_kept_of_a_part_whose_files_change_meanwhile(root: Path) -> None:
    tree = Tree(root)
    tree.digest(ONE.file, ONE.cases)
    (root / "crewsat" / "rules.py").write_text("right = 1\n")
    (ended,) = Runner(tree, state_of(root)).run([ONE], 1)
    assert ended.result is None


@pytest.mark.slow
@pytest.mark.processes
def test_what_is_running_ends_with_the_runner(root: Path) -> None:
    (root / "tests" / "test_slow.py").write_text(SLOW)
    before = children()
    running = Runner(Tree(root), state_of(root)).run([ONE, Part("x", ("tests/test_slow.py",), alone=False)], 2)
    next(running)
    assert wait_until(lambda: children() - before)
    left = children() - before
    running.close()
    assert all(map(gone, left))


@pytest.mark.slow
@pytest.mark.processes
def test_tests_that_cannot_be_collected_are_an_error(root: Path) -> None:
    (root / "tests" / "test_bad.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(NotCollected, match="No module named 'nothing_of_that_name'"):
        collected(root)
