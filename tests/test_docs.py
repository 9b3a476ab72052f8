"""The pages of docs/ that people wrote: their code is applied and run."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.suites import load_suite
from crewsat.games import GAMES
from tests.support.chunks import few_of
from tests.support.pages import blocks, shown_commands
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text()
STATE, SPEED, MEASURING = (ROOT / "docs" / f"{name}.md" for name in ("state", "speed", "measuring"))
TASK, GAME = (ROOT / "docs" / f"adding-a-{thing}.md" for thing in ("task", "game"))
PERSON = "test_a_deal_a_person_can_check"
BLOCK = re.compile(r"```(?:python\n#|prolog\n%) (\S+), (above: |in place of: |a new file)([^\n]*)\n(.*?)```", re.DOTALL)


def apply_page(page: Path, folder: Path) -> list[str]:
    """Apply the blocks of a page to a copy of the project; return the new files."""
    for name in ("benchmarks", "crewsat", "encodings", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    new = []
    for name, how, anchor, code in BLOCK.findall(page.read_text()):
        path = folder / name
        if how == "a new file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code)
            new.append(name)
            continue
        lines = path.read_text().splitlines(keepends=True)
        (place,) = (k for k, line in enumerate(lines) if line.startswith(anchor))
        blank = "\n\n" if code.startswith(("class", "def", "@")) else ""
        lines[place : place + how.startswith("in place")] = [code if how.startswith("in place") else f"{code}{blank}"]
        path.write_text("".join(lines))
    return new


def run_in(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program on a copy. Nothing is compiled to files: a change within the same second might go unnoticed."""
    path = {"PYTHONPATH": f"{folder}{os.pathsep}{folder / 'encodings'}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **environment, **path},
        capture_output=True,
        text=True,
        check=False,
    )


def passes(folder: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    return run_in(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


@pytest.mark.slow
@pytest.mark.parametrize("tests", few_of([[PERSON], [PERSON, "test_all_methods_agree"]]))
def test_the_worked_example_works_and_its_tests_can_fail(tests: list[str], tmp_path: Path) -> None:
    new = apply_page(TASK, tmp_path)
    assert new == ["tests/test_third.py"]
    told = passes(tmp_path, [*new, "-k", " or ".join(tests)])
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"{3 + len(tests)} passed" in told.stdout
    clauses = tmp_path / "encodings" / "crewsat_encodings" / "crew" / "cnf" / "task_clauses.py"
    clauses.write_text(clauses.read_text().replace("(winner - 3)", "(winner - 2)"))
    told = passes(tmp_path, [*new, "-k", " or ".join(tests)])
    for test in tests:
        assert f"FAILED tests/test_third.py::{test}" in told.stdout, told.stdout + told.stderr


def edited_lines(folder: Path, new: list[str]) -> list[tuple[str, str]]:
    """What became of the lines of the project's files in a copy: the file, and each line that went or came."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = str(path.relative_to(folder))
        if name not in new and path.read_bytes() != (ROOT / name).read_bytes():
            before, after = ((where / name).read_text().splitlines() for where in (ROOT, folder))
            found += [(name, line) for line in difflib.ndiff(before, after) if line.startswith(("- ", "+ "))]
    return found


HOUSE = ("imports_go_down", "keep_to_themselves", "nobody_asks", "rooms", "are_short")


@pytest.mark.slow
@pytest.mark.parametrize("house", few_of([False, True]))
def test_the_new_game_works_and_its_tests_can_fail(house: bool, tmp_path: Path) -> None:
    new = apply_page(GAME, tmp_path)
    before, after = edited_lines(tmp_path, new)
    assert before[0] == after[0] == "crewsat/games/__init__.py"
    assert re.findall(r'"(\w+)"', after[1]) == [*re.findall(r'"(\w+)"', before[1]), "pegs"] == [*GAMES, "pegs"]
    linted = run_in(tmp_path, sys.executable, "-m", "ruff", "check", *new)
    formatted = run_in(tmp_path, sys.executable, "-m", "ruff", "format", "--check", *new)
    assert (linted.returncode, formatted.returncode) == (0, 0), linted.stdout + formatted.stdout

    functions = f'python() {{ {sys.executable} "$@"; }}; crewsat() {{ python -m crewsat "$@"; }}'
    for command, expected in shown_commands(GAME.read_text()):
        told = run_in(tmp_path, "bash", "-c", f"{functions}; {{ {command}; }} 2>&1")
        assert told.returncode in {0, 10, 20}, told.stdout
        assert expected.fullmatch(told.stdout.strip()), told.stdout

    files = (
        ["tests/test_every_game.py", "tests/engine/test_formula_versions.py", "tests/test_house.py"] if house else []
    )
    told = passes(tmp_path, ["tests/games/test_pegs.py", *files, "-k", " or ".join(("pegs", "golden_file", *HOUSE))])
    assert told.returncode == 0, told.stdout + told.stderr
    (passed,) = re.findall("([0-9]+) passed", told.stdout)
    assert int(passed) >= 21 + (30 + 3 + len(HOUSE) if house else 0)

    formula = tmp_path / "encodings" / "crewsat_encodings" / "pegs.py"
    formula.write_text(formula.read_text().replace("(-a, -b, c)", "(-a, c)"))
    told = passes(tmp_path, ["tests/games/test_pegs.py"])
    assert "FAILED tests/games/test_pegs.py::test_formula_and_search_agree_on_all_small_rows" in told.stdout


@pytest.mark.thorough
def test_the_new_game_is_typed(tmp_path: Path) -> None:
    told = run_in(tmp_path, sys.executable, "-m", "mypy", *apply_page(GAME, tmp_path))
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize("page", [TASK, GAME], ids=lambda page: page.stem)
def test_the_places_a_page_names_exist(page: Path) -> None:
    named = set(re.findall(r"`((?:crewsat|encodings|tests|benchmarks)/[\w/.]+)`", page.read_text()))
    there = {name for name in named if "pegs" not in name}
    assert len(there) >= 3
    assert [name for name in sorted(there) if not (ROOT / name).exists()] == []


def test_the_planner_and_the_player_of_the_page_play() -> None:
    planner, player = (code.strip() for code in blocks(STATE.read_text(), "python"))
    assert max(len(code.splitlines()) for code in (planner, player)) <= 30
    names: dict[str, Any] = {}
    exec(f"{planner}\n{player}", names)  # noqa: S102 - the page's own
    deal = crewsat.RandomDeal(players=3, objectives=2, values=4, trumps=0).with_seed(1)
    cards = names["plan"](deal)
    state = crewsat.State(deal)
    for card in cards:
        state.play(card)
    assert state.outcome.status == "won"
    assert names["plan"](crewsat.parse_text("a1,4 / a3,2; leader 1; 2 wins a1 a4")) is None
    ends = [names["play"](deal, games=5, seed=seed).outcome.status for seed in range(3)]
    assert set(ends) <= {"won", "lost"}
    assert "won" in ends


def test_the_suite_of_the_page_is_one_and_its_adapter_takes_ten_lines(tmp_path: Path) -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", MEASURING.read_text(), re.DOTALL)
    (tmp_path / "drafts.toml").write_text(text)
    suite = load_suite(str(tmp_path / "drafts.toml"))
    assert suite.asked() == ["auto", "cpsat", "mine"]
    assert sum(1 for _ in suite.places()) == 120
    adapter = text[text.index("[engine.mine]") : text.index("[[block]]")]
    assert len(adapter.strip().splitlines()) <= 10


def test_the_figures_of_the_page_are_those_that_were_measured() -> None:
    page = (ROOT / "docs" / "benchmarks" / "README.md").read_text()
    text = SPEED.read_text()
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
    few = re.findall(
        r"^\| ([a-z0-9-]+) \| ([a-z0-9-]+) \| ([^|]*) \| ([^|]*) \| (\d+) \| (\d+) \|$", README, re.MULTILINE
    )
    assert len(few) == 5
    kept = {(block, *(cell.strip() for cell in rest.split("|")[1:-1])) for block, rest in measured}
    assert set(few) <= {
        (block, engine, mid, high, asked, left) for block, engine, _, mid, high, asked, _, _, left, *_ in kept
    }
    assert f"version {version}," in README


def test_what_a_no_costs_on_the_page_is_what_was_measured() -> None:
    page = (ROOT / "docs" / "reasons" / "README.md").read_text().splitlines()
    text = SPEED.read_text()
    tables = re.findall(r"^\| \| lost \|.*\n\|-.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    rows = [table.splitlines() for table in tables]
    assert [row for table in rows for row in table if row not in page] == []
    proofs, explanations = ([row.split("|")[1].strip() for row in table] for table in rows)
    assert proofs == ["three-players", "four-players", "five-players", "real-deal"]
    assert explanations == [*proofs, "hanabi-real", "hanabi-three-copies", "solitaire"]
    assert [line for line in text.splitlines() if line.startswith("| | lost |") and line not in page] == []
