"""The cells of a sweep: what lists of values stand for, what is left out, and every mistake with its place."""

from __future__ import annotations

from typing import Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.cells import cells_of, lists_of
from crewsat.sweeps.values import Threshold

TOKENS = "none / 1 / 1,2 / omega / >,>> / all"


def names(game: str, **given: object) -> list[str]:
    return [cell.name for cell in cells_of(game, given, 0).cells]


def test_cells_are_the_product_in_the_order_of_the_generator() -> None:
    assert names("crew", tokens="none / 1,2", players="3,4") == [
        "players=3,tokens=none",
        "players=3,tokens=1,2",
        "players=4,tokens=none",
        "players=4,tokens=1,2",
    ]


def test_the_main_grid() -> None:
    found = cells_of("crew", {"players": "3-5", "objectives": "1-12", "tokens": TOKENS}, 0)
    assert len(found.cells) == 3 * 12 * 6 - 12
    assert found.left_out["players=4,objectives=1,tokens=1,2"] == "2 tokens for 1 objectives"
    for more in ("objectives=1,tokens=all", "objectives=2,tokens=all"):
        same = more.replace("all", "1" if "=1," in more else "1,2")
        assert found.left_out[f"players=4,{more}"] == f"its deals are those of players=4,{same}"
    assert len({cell.key for cell in found.cells}) == len(found.cells)
    lists = lists_of(cell.parameters for cell in found.cells)
    assert lists["tokens"] == ["none", "1", "1,2", "omega", ">,>>", "all"]
    assert lists["players"] == ["3", "4", "5"]
    numbered = next(cell for cell in found.cells if cell.name == "players=5,objectives=7,tokens=all")
    assert numbered.generator == crewsat.RandomDeal(players=5, objectives=7, tokens=("1", "2", "3", "4", "5", "6", "7"))


@pytest.mark.parametrize(
    ("words", "toml"),
    [
        ({"players": "3-5"}, {"players": [3, 4, 5]}),
        ({"players": "3,5"}, {"players": ["3", 5]}),
        ({"objectives": "1-3,6"}, {"objectives": ["1-3", 6]}),
        ({"tokens": TOKENS}, {"tokens": ["none", "1", "1,2", "omega", ">,>>", "all"]}),
        ({"strict": "false,true"}, {"strict": [False, True]}),
        ({"leader": "commander,free,2"}, {"leader": ["commander", "free", 2]}),
        ({"assignment": "none,draft"}, {"assignment": ["none", "draft"]}),
        ({"deep_sea": "1-3"}, {"deep_sea": [1, 2, 3]}),
        ({"task": "24,35"}, {"task": [24, "35"]}),
        ({"task": "24-26", "drafted": "true"}, {"task": [24, 25, 26], "drafted": True}),
        ({"objectives": "threshold 1-17"}, {"objectives": "threshold 1-17"}),
    ],
)
def test_words_and_toml_say_the_same(words: dict[str, object], toml: dict[str, object]) -> None:
    assert cells_of("crew", words, 0) == cells_of("crew", toml, 0)


@pytest.mark.parametrize("game", ["crew", "hanabi", "hanabi_solitaire", "hackenbush"])
def test_every_game_can_be_swept(game: str) -> None:
    (cell,) = cells_of(game, {}, 0).cells
    assert cell.name == "default"
    assert cell.generator.with_seed(7).game == game
    assert names(game, players="2-3") if game != "hanabi_solitaire" else names(game, hand_size="2-3")


def test_a_key_has_what_is_not_given_too() -> None:
    given, implied = (cells_of("crew", parameters, 0).cells[0] for parameters in ({"players": 4}, {}))
    assert given.name != implied.name
    assert given.key == implied.key
    assert given.key != cells_of("crew", {"players": 5}, 0).cells[0].key


def test_thresholds() -> None:
    (cell,) = cells_of("crew", {"objectives": "threshold 2-9", "tokens": "1,2 / "}, 0).cells
    assert (cell.name, cell.threshold) == ("objectives=threshold 2-9,tokens=1,2", Threshold(2, 9))
    assert cell.generator.objectives == 9


@pytest.mark.parametrize(
    ("given", "messages"),
    [
        ({"player": "4"}, ["cells.player: there is no such parameter; did you mean players?"]),
        ({"x": 1, "objectives": "9-3"}, ["cells.x: there is no such", "cells.objectives: the range '9-3' is upside"]),
        ({"players": [3, "x", 2.5, True, [4]]}, [f"cells.players[{k}]: " for k in (1, 2, 3, 4)]),
        ({"players": "4,4"}, ["cells.players: '4' is listed twice"]),
        ({"players": "3-5,4"}, ["cells.players: '4' is listed twice"]),
        ({"players": []}, ["cells.players: there is no value"]),
        ({"players": ""}, ["cells.players: '' is not a whole number"]),
        ({"objectives": "1,40"}, ["cells.objectives: no cell can have '40': 40 objectives, but only 36"]),
        ({"objectives": "1-999999"}, ["cells.objectives: the range '1-999999' has more than"]),
        ({"deep_sea": "5", "objectives": "4"}, ["cells.deep_sea: cannot be combined with objectives"]),
        ({"tokens": "omega,omega / none"}, ["cells.tokens: no cell can have 'omega,omega': "]),
        ({"leader": "free,9"}, ["cells.leader: no cell can have '9': "]),
        ({"leader": "boss"}, ["cells.leader: allowed: commander, free, or a player's number"]),
        ({"strict": "yes"}, ["cells.strict: 'yes' is not allowed; allowed: true, false"]),
        ({"assignment": "fair"}, ["cells.assignment: allowed: "]),
        ({"rules": "planet-nine", "players": "6,3"}, ["cells.players: no cell can have '6': 6 players, but"]),
        ({"deep_sea": "0"}, ["cells.deep_sea: no cell can have '0': "]),
        ({"players": "threshold 3-5"}, ["cells.players: no cell can have 'threshold 3-5': there are thresholds only"]),
        ({"objectives": "threshold 9-1"}, ["cells.objectives: the range 'threshold 9-1' is upside down"]),
        (
            {"objectives": "threshold 1-9", "assignment": "any,draft"},
            ["cells.assignment: no cell can have 'draft': with the assignment 'draft', a deal with fewer"],
        ),
        ({"objectives": "threshold 1-9", "tokens": "all"}, ["cells: no combination can exist: with the tokens 'all'"]),
        (
            {"players": "3-5", "objectives": 40, "leader": 9, "tokens": "omega,omega / "},
            [
                "cells.objectives: no cell can have '40': 40",
                "cells.tokens: no cell",
                "cells.leader: no cell can have '9'",
            ],
        ),
        ({"players": 2, "leader": 3}, ["cells: no combination can exist: "]),
        ({"objectives": "threshold 1-3,4"}, ["cells.objectives: a threshold cannot be combined with other values"]),
        (
            {"objectives": "threshold 1-2,threshold 2-3"},
            ["cells.objectives: a threshold cannot be combined with other"],
        ),
        (
            {"objectives": "threshold 1-255"},
            ["cells.objectives: 'threshold 1-255' ends too high; allowed: at most 254"],
        ),
        ({"objectives": "threshold 1-9", "tokens": "1,2 / none"}, ["cells.tokens: no cell can have '1,2': 2 tokens"]),
        ({"suits": "1-400", "values": "1-400"}, ["cells: 160,000 combinations; allowed: at most 100,000"]),
    ],
)
def test_every_mistake_is_said_with_its_place(given: dict[str, Any], messages: list[str]) -> None:
    with pytest.raises(InvalidInstance) as caught:
        cells_of("crew", given, 0)
    found = [str(defect) for defect in caught.value.defects]
    assert len(found) == len(messages), found
    for one, message in zip(found, messages, strict=True):
        assert one.startswith(message), one


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(InvalidInstance, match="game: 'bridge' is not a game"):
        cells_of("bridge", {}, 0)
