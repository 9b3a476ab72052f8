"""The page of Skull & Roses: written from its results, all of them, and what is cheap is computed again."""

from __future__ import annotations

import json
from pathlib import Path

import pyspiel
import pytest

import crewsat
from benchmarks import skull, skull_results
from benchmarks.skull_equilibria import GAMES, SKULL, Program, Tree

FOLDER = Path(__file__).parents[2] / "docs" / "skull"
RESULTS = json.loads((FOLDER / "results.json").read_text())


@pytest.mark.slow
def test_the_page_is_that_of_its_results(tmp_path: Path) -> None:
    assert RESULTS.keys() == {"version", *(name for name, _ in skull_results.jobs())}
    assert RESULTS["version"] == crewsat.__version__
    assert skull.page(RESULTS, tmp_path) == (FOLDER / "README.md").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"branching.svg", "length.svg", "tree.svg"}


@pytest.mark.slow
def test_what_is_cheap_is_computed_again() -> None:
    cheap = {
        *(f"game tree, P={players}, R=3, S=1, W=2" for players in (2, 3)),
        "states, P=2, R=3, S=1, W=2",
        "open information, P=2, R=2, S=1, W=2",
        "open information, P=3, R=0, S=1, W=2",
        "open information, P=4, R=2, S=0, W=1",
    }
    found = {name: compute() for name, compute in skull_results.jobs() if name in cheap}
    assert found.keys() == cheap
    for name, numbers in found.items():
        numbers.pop("seconds", None)
        assert numbers.items() <= RESULTS[name].items(), name


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if name != "1 rose, 2 wins"])
def test_games_are_solved_again(name: str) -> None:
    """What the linear program says is exact; where CFR+ ends depends on how long it runs."""
    kept = RESULTS[f"equilibrium, {name}"]
    program = Program(Tree(pyspiel.load_game(GAMES[name][0])), 0)
    assert program.value == pytest.approx(kept["value"], abs=1e-9)
    assert program.limits(1, SKULL) == pytest.approx(kept["limits"]["P0"]["skull"], abs=1e-6)


@pytest.mark.parametrize("name", GAMES)
def test_two_ways_to_solve_a_game_agree(name: str) -> None:
    kept = RESULTS[f"equilibrium, {name}"]
    assert kept["first_round"]["worth"] == pytest.approx(kept["value"], abs=2 * kept["exploitability"])
    assert kept["gap"] < 1e-6
    assert kept["curve"][-1]["exploitability"] == kept["exploitability"] < 1e-3


@pytest.mark.slow
def test_the_command_writes_the_page(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(RESULTS))
    skull.main([str(tmp_path)])
    assert (tmp_path / "README.md").read_text() == (FOLDER / "README.md").read_text()
