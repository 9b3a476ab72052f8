"""The commands beside the numbers of a sweep make what they say."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from crewsat.cli.generate import generator_of
from crewsat.cli.sweep_run import given_in
from crewsat.sweeps.again import generate, instance_of, run
from crewsat.sweeps.cells import cells_of

CELLS: list[tuple[str, dict[str, Any]]] = [
    ("crew", {}),
    ("crew", {"players": "3-5", "objectives": "1-4", "tokens": "none / 1 / 1,2 / >,>> / all", "strict": "false,true"}),
    ("crew", {"leader": "commander,free,2", "assignment": "none,draft,any", "trumps": "0,4"}),
    ("crew", {"rules": "planet-nine", "objectives": 3}),
    ("crew", {"deep_sea": "1-3", "drafted": "false,true", "players": "3,4"}),
    ("crew", {"task": [[24, 35]]}),
    ("hanabi", {"players": "2-6"}),
    ("hanabi", {"variant": ["No Variant", "Rainbow (5 Suits)"], "hand_size": "0,3"}),
    ("hanabi_solitaire", {"copies": "2 / 3,2,2,2,1", "hand_size": "3-5"}),
    ("hackenbush", {"coalition": "1 / 1,2 / -", "edges": "2-3"}),
]


@pytest.mark.parametrize(("game", "given"), CELLS)
def test_a_command_makes_the_deal_of_a_cell(game: str, given: dict[str, Any]) -> None:
    for cell in cells_of(game, given, 7).cells:
        command, name, *words = shlex.split(generate(game, cell.parameters, 7))
        assert (command, name) == ("crewsat", "generate")
        assert words[-2:] == ["--seed", "7"]
        assert generator_of(shlex.join(words[:-2]), 7) == (game, cell.generator)
        assert instance_of(game, cell.parameters, 7) == cell.generator.with_seed(7)


@pytest.mark.parametrize(("game", "given"), CELLS)
def test_a_command_runs_all_cells(game: str, given: dict[str, Any]) -> None:
    cells = cells_of(game, given, 0).cells
    command = run(game, [cell.parameters for cell in cells], {"deals": 40})
    assert command is not None
    words = shlex.split(command)
    assert words[:5] == ["crewsat", "sweep", "run", "--game", game]
    assert words[-4:] == ["--deals", "40", "--store", "sweep.sqlite"]
    _, again = given_in(words[5:-4])
    assert cells_of(game, again, 0).cells == cells


def test_ranges_are_written_as_such() -> None:
    cells = cells_of("crew", {"objectives": "1-12", "players": "3,5"}, 0).cells
    command = run("crew", [cell.parameters for cell in cells], {})
    assert command == "crewsat sweep run --game crew --players 3,5 --objectives 1-12 --store sweep.sqlite"


def test_cells_that_are_not_a_product_have_no_command() -> None:
    cells = [{"players": "3", "objectives": "1"}, {"players": "4", "objectives": "2"}]
    assert run("crew", cells, {}) is None
