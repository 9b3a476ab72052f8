"""The page of Tiny Crew: written from its results, all of them, and what is cheap is computed again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import crewsat
from benchmarks import tiny_crew
from crewsat.tiny_crew import TinyCrew
from tests.support.chunks import few_of

FOLDER = Path(__file__).parents[2] / "docs" / "tiny_crew"
RESULTS = json.loads((FOLDER / "results.json").read_text())


@pytest.mark.slow
def test_the_page_is_that_of_its_results(tmp_path: Path) -> None:
    assert RESULTS.keys() == {"version", *(name for name, _ in tiny_crew.jobs())}
    assert RESULTS["version"] == crewsat.__version__
    assert tiny_crew.page(RESULTS, tmp_path) == (FOLDER / "README.md").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"ladder.svg", "curves.svg"}


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(("6 cards", "9 cards")))
def test_small_ladders_again(name: str) -> None:
    again, known = TinyCrew(**tiny_crew.GAMES[name]).ladder().as_dict(), RESULTS[f"ladder, {name}"]
    assert again.keys() == known.keys()
    for key, value in known.items():
        assert again[key] == (value if isinstance(value, dict) else pytest.approx(value))
