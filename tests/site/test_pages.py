"""What the pages show is what happens: every command, every session and every program of every page is run."""

from __future__ import annotations

import doctest
import json
import runpy
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games import GAMES
from tests.support.chunks import rarely
from tests.support.pages import DOCS, PAGES, blocks, is_as_shown, ran, shown_commands
from tests.support.program import path_with_program
from tests.test_contract import EXAMPLE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STEPS = {"docs/adding-a-game.md", "docs/adding-a-task.md"}
"""Pages that are applied step by step to a copy of the project, by tests of their own (`tests/test_docs.py`)."""

LANGUAGES = {"console", "json", "pycon", "python", "sh", "text", "toml", "xml"}
SHOWN = {
    name: page
    for name, page in PAGES.items()
    if name not in STEPS and any(f"```{language}\n" in page.read_text() for language in ("console", "pycon", "python"))
}

LONG = {"docs/at-the-table.md", "docs/crew-paper.md", "docs/openspiel.md", "docs/tiny-crew.md"}
"""Of these, those that take seconds: for the long evidence only."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that pages mention, which is the current one."""
    (tmp_path / "deal.json").write_text(EXAMPLE)
    (tmp_path / "lost.json").write_text(crewsat.RandomDeal(players=5, objectives=2).with_seed(2).to_json())
    (tmp_path / "docs").symlink_to(DOCS)
    monkeypatch.setenv("PATH", path_with_program(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(SHOWN, LONG))
def test_what_a_page_shows_is_what_happens(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SHOWN[name].read_text()
    for command, expected in shown_commands(text):
        result = ran(command, folder)
        failures = {1} if expected.pattern else set()  # messages about bad input are shown, too
        assert result.returncode in {0, 10, 20} | failures, result
        assert is_as_shown(result, expected), f"{command}\n{result.stderr}{result.stdout}"
    names: dict[str, object] = {}
    for k, session in enumerate(blocks(text, "pycon")):
        test = doctest.DocTestParser().get_doctest(session, names, f"{name} {k}", name, 0)
        said: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        failed, tried = runner.run(test, out=said.append, clear_globs=False)
        names |= test.globs
        assert tried
        assert not failed, "".join(said)
    for program in blocks(text, "python"):
        (folder / "program.py").write_text(program)
        runpy.run_path(str(folder / "program.py"))
        assert "print(" not in program or capsys.readouterr().out


@pytest.mark.slow
def test_instances_shown_as_json_are_instances() -> None:
    shown = [one for page in PAGES.values() for block in blocks(page.read_text(), "json") for one in values(block)]
    decided = [crewsat.decide(GAMES[one["game"]].instance.load()(**one)).answer for one in shown if "game" in one]
    assert len(decided) >= 2
    assert set(decided) <= {"yes", "no"}


def values(text: str) -> Iterator[Any]:
    """All JSON values in a text, one after the other."""
    while text := text.lstrip():
        value, end = json.JSONDecoder().raw_decode(text)
        yield value
        text = text[end:]


def test_every_block_is_in_a_language_that_is_known() -> None:
    """A console block under another name would not be run."""
    for name, page in PAGES.items():
        lines = page.read_text().splitlines()
        opened = [line.lstrip("`").strip() for line in lines if line.startswith("```")][::2]
        unknown = {word for word in opened if word and not word.startswith("{")} - LANGUAGES - {"prolog"}
        assert not unknown, f"{name}: {unknown}"
    assert len(SHOWN) >= 20
