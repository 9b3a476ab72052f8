"""The page of lost games: what it says is what is said today, and none of it is left unexplained."""

from __future__ import annotations

from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import crewsat
from benchmarks.lost_games import GAMES, page

if TYPE_CHECKING:
    from crewsat.explaining import Explanation

PAGE = Path(__file__).parents[2] / "docs" / "lost-games.md"


@cache
def explained() -> list[tuple[str, Explanation]]:
    return [(instance.to_json(), crewsat.explain(instance, time_limit=60)) for instance in crewsat.load_many(GAMES)]


def test_the_games_are_lost_and_explained_whole() -> None:
    assert len(explained()) >= 10
    for text, explanation in explained():
        assert explanation.verdict.answer == "no", text
        assert explanation.minimal, text
        assert explanation.reason is None, text
        assert explanation.reasons, text
        assert explanation.repairs, text


def test_the_games_are_of_different_kinds() -> None:
    terms = {one for _, explanation in explained() for one in explanation.conflict or ()}
    assert terms >= {"order", "assignment", "task1"}
    assert len({repair.kind for _, explanation in explained() for repair in explanation.repairs}) == 7
    assert sum(explanation.verdict.because is not None for _, explanation in explained()) >= 3


def test_the_page_says_what_is_said_today() -> None:
    said = PAGE.read_text(encoding="utf-8")
    solvers = metadata.version("python-sat")
    if f"python-sat {solvers}." not in said:
        pytest.skip("made with another version of the solvers, which may find other conflicts and plays")
    assert page() == said
