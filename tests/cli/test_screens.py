"""Screens: what commands print for people, at 60, 80 and 120 columns, with and without colour, and in ASCII."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import crewsat
from crewsat.base.layout import Grid, Prose, rendered
from crewsat.base.runs import columns_of, spelled, wrapped
from crewsat.cli import common
from crewsat.cli.app import app_with
from crewsat.report.suits import letters_of
from tests.support.screens import FOLDER, SCREENS, Screen, folder, versions

if TYPE_CHECKING:
    from collections.abc import Iterator

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
TO_BE_COPIED = re.compile(
    r"https://|; leader|; rules|hand [0-9]+; deck|^hackenbush;|^\{|^ +crewsat decide --deal|^crewsat generate"
)
"""Lines that are one line at every width: instances as text, JSON, commands."""


PROSE = "explain", "explain-hanabi", "options", "options-lost", "audit", "coalitions", "decide-lost"
"""Screens whose words are the same at every width."""


@pytest.fixture(scope="module", autouse=True)
def _instances() -> Iterator[None]:
    with folder():
        yield


def lines_of(screen: Screen, width: int, encoding: str = "utf-8") -> list[str]:
    return [line for line in screen.text(width, encoding).splitlines() if not TO_BE_COPIED.search(line)]


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_screens(name: str) -> None:
    """`python -m tests.support.screens` makes the texts anew; look at them before they are kept."""
    screen = Screen(SCREENS[name])
    whole = {*screen.text(10_000).split()}
    for width in (80, 120) if name == "skull-bounds" else (60, 80, 120):  # it has numbers of 68 digits
        found = lines_of(screen, width)
        assert [line for line in found if columns_of(line) > width] == []
        assert name not in PROSE or {word for line in found for word in line.split()} <= whole
        assert screen.text(width, "ascii").isascii()
        assert COLOUR.sub("", screen.text(width, colour=True)) == screen.text(width)
    if (FOLDER / "versions.txt").read_text() != versions():
        pytest.skip("the screens were made with another version of the solvers, which may find other plays")
    assert screen.page() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_laid_out_is_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["show", "--deal", "pink9,1 blue2 / pink2,5 purple5 / pink4 blue6,1; leader 1; 1 wins pink4 purple5"]
    for name, value in (("TERM", "xterm"), ("COLORTERM", "")):
        monkeypatch.setenv(name, value)
    screen = Screen(f"{command[0]} {command[1]} '{command[2]}'")
    for width, encoding, colour in ((60, "utf-8", True), (120, "ascii", False)):
        environment = {"COLUMNS": str(width), "FORCE_COLOR": "1" if colour else None, "NO_COLOR": None}
        told = CliRunner(charset=encoding).invoke(app_with(), command, env=environment)
        assert told.stdout == screen.text(width, encoding, colour=colour) + "\n"


@pytest.mark.slow
def test_real_decks_fit_into_80_columns() -> None:
    for players in (2, 3, 4, 5):
        for seed in range(6):
            deal = crewsat.RandomDeal(players=players, objectives=2 * players + seed).with_seed(seed)
            for text in (rendered([deal], 80), rendered([deal], 60)):
                assert max(map(columns_of, text.splitlines())) <= 80


def test_paragraphs_break_between_words() -> None:
    assert wrapped("one-two three four", 9, "- ", "  ") == ["- one-two", "  three", "  four"]
    assert wrapped("a-word-that-is-too-long b", 6) == ["a-word-that-is-too-long", "b"]
    assert wrapped("粉粉 粉粉", 5) == ["粉粉", "粉粉"]
    assert wrapped("", 5, "- ") == ["- "]
    assert rendered([Prose("one two three", label="label: ")], 14) == "label: one two\n       three"
    assert rendered([Prose("a  b")], 80) == "a  b"


def test_tables_are_narrowed_wrapped_and_replaced() -> None:
    grid = Grid(("a", "some words"), [("1", "one two"), ("2", "three")], frozenset({0}))
    assert rendered([grid], 80) == " a   some words\n ──────────────\n 1   one two\n 2   three"
    assert rendered([grid], 12) == " a  some\n    words\n ───────────\n 1  one two\n 2  three"
    assert rendered([grid], 8) == " a some\n   words\n ───────\n 1 one\n   two\n 2 three"
    assert rendered([grid], 6) == " a\n   1\n some\n words\n   one\n   two\n\n a\n   2\n some\n words\n   three"
    narrow = Grid(grid.headings, grid.rows, wraps=False, narrow=lambda: Prose("too narrow"))
    assert rendered([narrow], 12) == "too narrow"


def test_sentences_are_wrapped_on_terminals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    for terminal, told in ((True, "confirmed: one two\n  three\n"), (False, "confirmed: one two three\n")):
        for stream in (sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda told=terminal: told)
        common.say("confirmed: one two three")
        common.warn("confirmed: one two three")
        assert capsys.readouterr() == (told, told)


def test_signs_that_an_encoding_lacks_are_spelled() -> None:
    assert spelled("p9→P1 …[Ω] ─ 粉 \x1b", "ascii") == "p9->P1 ...[omega] - \\u7c89 \x1b"
    assert spelled("± Ω", "latin-1") == "± omega"
    assert spelled("→", "utf-8") == "→"


def test_letters_of_suits_are_unambiguous() -> None:
    assert letters_of(["pink", "purple", "blue", "rocket"]) == {
        "pink": "pi",
        "purple": "pu",
        "blue": "b",
        "rocket": "r",
    }
    assert letters_of(["blu", "blue", "Green", "green"]) == {x: x for x in ("blu", "blue", "Green", "green")}
    assert letters_of(["s1", "s2", "3"]) == {"s1": "s1", "s2": "s2", "3": "3"}
    assert letters_of(["one"]) == {"one": "o"}
    assert letters_of([]) == {}
