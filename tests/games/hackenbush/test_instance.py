"""Instances of Hackenbush: defaults, derived facts, and all defects at once, each with its place."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import crewsat
from crewsat.base.errors import MOST_DEFECTS, InvalidInstance
from crewsat.games.hackenbush.instance import Hackenbush
from tests.support.random_strings import VARIANTS, described, small_position

if TYPE_CHECKING:
    from pathlib import Path

GOOD: dict[str, Any] = {"game": "hackenbush", "strings": [[1, 2], [3], []], "coalition": [1, 3]}


def test_an_instance_in_python() -> None:
    made = Hackenbush(strings=[(1, 2), range(1, 4), []], coalition=[2])
    assert made.strings == ((1, 2), (1, 2, 3), ())
    assert (made.coalition, made.to_move, made.players, made.about) == ((2,), 1, None, None)
    assert (made.edges, made.size, made.number_of_players, made.members, made.effort) == (5, 5, 3, frozenset({2}), 11)


@pytest.mark.parametrize(
    ("data", "players"),
    [
        ({}, 1),
        ({"strings": [[]]}, 1),
        ({"strings": [[2], [1, 5, 1]]}, 5),
        ({"coalition": [3, 7]}, 7),
        ({"to_move": 4}, 4),
        ({"strings": [[2]], "coalition": [3], "to_move": 2}, 3),
        ({"strings": [[2]], "players": 9}, 9),
    ],
)
def test_players_are_the_largest_number_that_is_mentioned(data: dict[str, Any], players: int) -> None:
    made = Hackenbush(**{"strings": [], "coalition": [], **data})
    assert made.number_of_players == players
    assert made.players == data.get("players")


def test_json_comes_back() -> None:
    for seed in range(1_000):
        made = small_position(seed)
        assert Hackenbush(**json.loads(made.to_json())) == made
        assert Hackenbush.model_validate_json(made.to_json()) == made
        assert hash(Hackenbush(**json.loads(made.to_json()))) == hash(made)


def test_the_canonical_form_leaves_out_defaults() -> None:
    made = Hackenbush(**{**GOOD, "format": 1, "to_move": 1, "players": None, "about": {"seed": 1}})
    assert made.as_dict() == {**GOOD, "about": {"seed": 1}}
    said = Hackenbush(strings=[], coalition=[], to_move=2, players=2)
    assert said.to_json() == '{"game":"hackenbush","strings":[],"coalition":[],"to_move":2,"players":2}'


def test_the_digest_ignores_notes_only() -> None:
    plain = Hackenbush(**GOOD)
    assert Hackenbush(**GOOD, about={"x": 1}).digest() == plain.digest()
    assert plain.digest() == "39b760c58733eb5959cc875f12656046a926038e063c6a9035b3cb26a8e2b117"
    changes: list[dict[str, Any]] = [{"strings": [[1, 2], [], [3]]}, {"coalition": [1]}, {"to_move": 2}, {"players": 4}]
    assert len({Hackenbush(**{**GOOD, **change}).digest() for change in [{}, *changes]}) == 5


def test_a_copy_with_other_fields_is_validated_and_keeps_nothing_derived() -> None:
    made = Hackenbush(**GOOD)
    assert (made.edges, made.number_of_players, made.members) == (3, 3, frozenset({1, 3}))
    other = made.model_copy(update={"strings": [[1]], "coalition": [2]})
    assert (other.edges, other.number_of_players, other.members) == (1, 2, frozenset({2}))
    with pytest.raises(InvalidInstance, match="'3' is not a player; allowed: 1 to 2"):
        made.model_copy(update={"players": 2})


def defects(data: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidInstance) as error:
        Hackenbush(**data)
    return [str(defect) for defect in error.value.defects]


NOBODY = "is not a player; allowed: 1 to 100,000"


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"strings": None}, "strings: must be a list of strings"),
        ({"strings": "1,2"}, "strings: must be a list of strings"),
        ({"strings": {"1": 2}}, "strings: must be a list of strings"),
        ({"strings": [1, 2]}, "strings[0] (string 1): a string must be a list of players"),
        ({"strings": [[1], "12"]}, "strings[1] (string 2): a string must be a list of players"),
        ({"strings": [[1], {"1": 1}]}, "strings[1] (string 2): a string must be a list of players"),
        ({"strings": [[1], None]}, "strings[1] (string 2): a string must be a list of players"),
        ({"strings": [[1], [2, [3]]]}, f"strings[1][1] (string 2, edge 2): '[3]' {NOBODY}"),
        ({"strings": [[1], [2, 0]]}, f"strings[1][1] (string 2, edge 2): '0' {NOBODY}"),
        ({"strings": [[-1]]}, f"strings[0][0] (string 1, edge 1): '-1' {NOBODY}"),
        ({"strings": [[True]]}, f"strings[0][0] (string 1, edge 1): 'True' {NOBODY}"),
        ({"strings": [[1.0]]}, f"strings[0][0] (string 1, edge 1): '1.0' {NOBODY}"),
        ({"strings": [["1"]]}, f"strings[0][0] (string 1, edge 1): '1' {NOBODY}"),
        ({"strings": [[None]]}, f"strings[0][0] (string 1, edge 1): 'None' {NOBODY}"),
        ({"strings": [[100_001]]}, f"strings[0][0] (string 1, edge 1): '100001' {NOBODY}"),
        ({"strings": [[10**5000]]}, "strings[0][0] (string 1, edge 1): "),
        ({"coalition": [10**5000]}, "coalition[0] (member 1): "),
        ({"to_move": 10**5000}, "to_move: "),
        ({"players": 10**5000}, "players: "),
        ({"strings": [[1, 4]], "players": 3}, "strings[0][1] (string 1, edge 2): '4' is not a player; allowed: 1 to 3"),
        ({"coalition": None}, "coalition: must be a list of players"),
        ({"coalition": "13"}, "coalition: must be a list of players"),
        ({"coalition": 1}, "coalition: must be a list of players"),
        ({"coalition": [1, 0]}, f"coalition[1] (member 2): '0' {NOBODY}"),
        ({"coalition": [1, False]}, f"coalition[1] (member 2): 'False' {NOBODY}"),
        ({"coalition": [1, [2]]}, f"coalition[1] (member 2): '[2]' {NOBODY}"),
        ({"coalition": [1, 2, 1]}, "coalition[2] (member 3): player 1 is listed twice"),
        ({"coalition": [1, 4], "players": 3}, "coalition[1] (member 2): '4' is not a player; allowed: 1 to 3"),
        ({"to_move": 0}, "to_move: must be at least 1, not 0"),
        ({"to_move": True}, "to_move: must be a whole number"),
        ({"to_move": 1.0}, "to_move: must be a whole number"),
        ({"to_move": "1"}, "to_move: must be a whole number"),
        ({"to_move": None}, "to_move: must be a whole number"),
        ({"to_move": [1]}, "to_move: must be a whole number"),
        ({"to_move": 4, "players": 3}, "to_move: '4' is not a player; allowed: 1 to 3"),
        ({"to_move": 100_001}, f"to_move: '100001' {NOBODY}"),
        ({"to_move": 10**40}, "to_move: '10000"),
        ({"players": 0}, "players: must be at least 1, not 0"),
        ({"players": False}, "players: must be a whole number"),
        ({"players": "3"}, "players: must be a whole number"),
        ({"players": 100_001}, "players: must be at most 100,000, not 100001"),
        ({"players": 10**40}, "players: must be at most 100,000, not 10000"),
        ({"format": 2}, "format: the number 2 is not supported; allowed: 1"),
        ({"game": "crew"}, "game: the string 'crew' is not supported; allowed: 'hackenbush'"),
        ({"about": 3}, "about: must be an object"),
        (
            {"hands": []},
            "hands: unknown key; allowed: format, game, strings, coalition, to_move, players, names, about",
        ),
    ],
)
def test_a_defect_has_place_and_words(changes: dict[str, Any], found: str) -> None:
    messages = defects({**GOOD, **changes})
    assert messages[0].startswith(found)
    assert len(messages) == (1 if changes.get("strings") != [1, 2] else 2)


def test_what_is_missing_is_said() -> None:
    assert defects({}) == ["strings: missing", "coalition: missing"]
    with pytest.raises(InvalidInstance, match="an object with the keys game, strings, coalition, to_move, players"):
        Hackenbush.model_validate([])


def test_all_defects_are_found_at_once() -> None:
    data = {
        "strings": [[1, 9], "x", [[]], [2, "2"]],
        "coalition": [2, 2, 0],
        "to_move": 7,
        "players": 5,
        "format": 2,
        "hands": 3,
        "about": [],
    }
    assert sorted(message.partition(":")[0] for message in defects(data)) == [
        "about",
        "coalition[1] (member 2)",
        "coalition[2] (member 3)",
        "format",
        "hands",
        "strings[0][1] (string 1, edge 2)",
        "strings[1] (string 2)",
        "strings[2][0] (string 3, edge 1)",
        "strings[3][1] (string 4, edge 2)",
        "to_move",
    ]


def test_a_bad_number_of_players_does_not_spoil_the_other_messages() -> None:
    assert sorted(message.partition(":")[0] for message in defects({**GOOD, "players": "x", "to_move": 0})) == [
        "players",
        "to_move",
    ]


# Sizes


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"strings": [[]] * 100_001}, "100,000"),
        ({"strings": [[1] * 1_000] * 1_001}, "1,000,000"),
        ({"strings": [[1] * 1_000_001]}, "1,000,000"),
        ({"coalition": list(range(1, 100_002))}, "100,000"),
    ],
)
def test_what_is_too_large_is_one_message(data: dict[str, Any], words: str) -> None:
    begin = time.process_time()
    (message,) = defects({**GOOD, **data})
    assert words in message
    assert time.process_time() - begin < 5


@pytest.mark.slow
def test_the_largest_sizes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    for strings in ([[1, 2] * 5] * 100_000, [[1, 2] * 500_000]):
        data = {**GOOD, "strings": strings, "coalition": list(range(1, 100_001))}
        path.write_text(json.dumps(data, separators=(",", ":")))
        made = crewsat.load(path)
        assert isinstance(made, Hackenbush)
        assert (made.edges, made.number_of_players) == (1_000_000, 100_000)


def test_a_hostile_file_costs_no_message_for_each_of_its_edges() -> None:
    for strings in ([[0] * 100_000], [[0]] * 100_000, [0] * 100_000):
        assert len(defects({**GOOD, "strings": strings})) == MOST_DEFECTS
    assert len(defects({**GOOD, "coalition": [[]] * 100_000})) == MOST_DEFECTS


def test_hostile_files(tmp_path: Path) -> None:
    """Whatever is in a file, it is an error with words."""
    path = tmp_path / "hostile.json"
    for text in (
        '{"game": "hackenbush", "strings": ' + "[" * 100_000 + "]" * 100_000 + ', "coalition": []}',
        '{"game": "hackenbush", "strings": [[1' + "0" * 5_000 + ']], "coalition": []}',
        '{"game": "hackenbush", "strings": [[1e400]], "coalition": []}',
        '{"game": "hackenbush", "strings": [[NaN]], "coalition": []}',
        '{"game": "hackenbush", "strings": [[1]], "strings": [[2]], "coalition": []}',
        '{"game": "hackenbush", "strings": [[1]], "coalition": [], "players": 1e5}',
        '{"game": "hackenbush", "strings": [[1]], "coalition": [], "players": -0}',
        '{"game": "hackenbush", "strings": [[1]], "coalition": {"1": 1}}',
        '{"game": ["hackenbush"], "strings": [[1]], "coalition": []}',
    ):
        path.write_text(text)
        with pytest.raises(InvalidInstance):
            crewsat.load(path)


def test_the_schema_knows_what_the_reader_knows() -> None:
    schema = json.loads(json.dumps(Hackenbush.model_json_schema()))
    validator = jsonschema.Draft202012Validator(schema)
    for seed in range(200):
        validator.validate(small_position(seed).as_dict())
    wrong: list[dict[str, Any]] = [
        {"strings": [["1"]]},
        {"to_move": 0},
        {"players": 0},
        {"hands": []},
        {"coalition": 1},
    ]
    for bad in wrong:
        assert not validator.is_valid({**GOOD, **bad}), bad


def test_the_mix_has_every_variant() -> None:
    seen: dict[str, int] = dict.fromkeys(VARIANTS, 0)
    for seed in range(3_000):
        for variant in described(small_position(seed)):
            seen[variant] += 1
    assert min(seen.values()) > 50


def test_what_can_be_read_only_once_is_read() -> None:
    once = Hackenbush(strings=(iter(string) for string in [[1], [2, 1]]), coalition=iter([1]), players=2)
    assert once == Hackenbush(strings=[[1], [2, 1]], coalition=[1], players=2)
