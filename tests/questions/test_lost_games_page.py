"""The page of lost games: it says what is said today, of every game, and nothing is left open."""

from __future__ import annotations

from importlib import metadata

import pytest

import crewsat
from benchmarks.lost_games import GAMES, page, section
from tests.support.chunks import sizes
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "lost-games.md").read_text(encoding="utf-8")


def test_every_game_has_a_minimal_conflict_and_a_repair() -> None:
    games = len(list(crewsat.load_many(GAMES)))
    assert games >= 10
    assert PAGE.count("\n## ") == games
    assert PAGE.count("\nConflict (minimal): ") == games
    assert PAGE.count("\nIt could be won if one thing were different:\n") == games
    assert "There may be more to say" not in PAGE


def test_the_games_are_of_different_kinds() -> None:
    for words in ("order", "assignment", "task1"):
        assert any(words in line for line in PAGE.splitlines() if line.startswith("Conflict (minimal): ")), words
    assert PAGE.count("\nBecause ") >= 4
    for repair in (
        "Another player",
        "Less order",
        "Two players exchange an objective",
        "One objective goes",
        "A larger",
    ):
        assert f"\n  - {repair}" in PAGE


OF_TODAY = pytest.mark.skipif(
    f"python-sat {metadata.version('python-sat')}." not in PAGE,
    reason="made with another version of the solvers, which may find other conflicts and plays",
)


@pytest.mark.slow
@OF_TODAY
def test_the_page_says_of_some_games_what_is_said_today() -> None:
    for instance in list(crewsat.load_many(GAMES))[::8]:
        assert section(instance) in PAGE


@pytest.mark.thorough
@OF_TODAY
def test_the_page_says_what_is_said_today() -> None:
    assert page() == PAGE


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(2, 6))
def test_an_explanation_does_not_depend_on_how_python_orders_sets(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    (instance,) = [one for one in crewsat.load_many(GAMES) if (one.about or {})["title"].startswith("Nines")]
    said = set()
    for seed in range(number):
        monkeypatch.setenv("PYTHONHASHSEED", str(seed))
        said.add(section(instance))
    assert len(said) == 1
