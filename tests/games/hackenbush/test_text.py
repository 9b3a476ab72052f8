"""Hackenbush as a line of text: what is written is read, and anything else is refused with all that is wrong."""

from __future__ import annotations

import random

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.text import parse_text, text_of
from tests.support.random_strings import small_position


def test_the_line_of_the_contract() -> None:
    line = "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3"
    made = parse_text(line)
    assert made == Hackenbush(strings=[[1, 2], [1, 3], [2], [3]], coalition=[1, 2], players=3)
    assert made == crewsat.parse_text(line)
    assert text_of(made) == "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; players 3"


@pytest.mark.parametrize(
    ("strings", "coalition", "text"),
    [
        ([], [], "hackenbush; strings -; coalition -"),
        ([[]], [1], "hackenbush; strings empty; coalition 1"),
        ([[], []], [2, 1], "hackenbush; strings empty / empty; coalition 2 1"),
        ([[1], [], [12, 3]], [], "hackenbush; strings 1 / empty / 12,3; coalition -"),
    ],
)
def test_lists_without_anything(strings: list[list[int]], coalition: list[int], text: str) -> None:
    made = Hackenbush(strings=strings, coalition=coalition)
    assert text_of(made) == text
    assert parse_text(text) == made


def test_what_is_written_is_read() -> None:
    for seed in range(2_000):
        made = small_position(seed)
        assert parse_text(text_of(made)) == made, made.to_json()
        assert crewsat.parse_text(crewsat.text_of(made)) == made, made.to_json()


def test_parts_in_any_order_and_room_between_them() -> None:
    rng = random.Random(3)
    parts = ["strings 1 , 2/ empty /3", "coalition 1,2 ,4", "to  move 2", "players   5"]
    expected = Hackenbush(strings=[[1, 2], [], [3]], coalition=[1, 2, 4], to_move=2, players=5)
    assert parse_text("hackenbush ;strings 1,2/empty/3;coalition 1 2 4;to move 2;players 5;") == expected
    for _ in range(20):
        rng.shuffle(parts)
        line = " hackenbush;" + " ; ".join(parts).replace("to  move", "to move")
        assert parse_text(line) == expected, line


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        ("", ["unexpected beginning ''; expected hackenbush; …"]),
        ("Hackenbush; strings -; coalition -", ["unexpected beginning 'Hackenbush'; expected hackenbush; …"]),
        ("hackenbush", ["strings is missing", "coalition is missing"]),
        ("hackenbush; strings -", ["coalition is missing"]),
        ("hackenbush; coalition -; strings", ["'strings' is not understood", "strings is missing"]),
        ("hackenbush; strings 1; strings 2; coalition -", ["'strings' is given twice"]),
        ("hackenbush; strings 1; coalition -; coalition -", ["'coalition' is given twice"]),
        ("hackenbush; strings 1,; coalition -", ["'' is not a number; allowed: 1, 2, 3, …"]),
        ("hackenbush; strings 1 /; coalition -", ["'' is not a number"]),
        ("hackenbush; strings 1 2; coalition -", ["'1 2' is not a number"]),
        ("hackenbush; strings 1,-2; coalition -", ["'-2' is not a number"]),
        ("hackenbush; strings - / 1; coalition -", ["'-' is not a number"]),
        ("hackenbush; strings 1.0; coalition -", ["'1.0' is not a number"]),
        ("hackenbush; strings ２; coalition -", ["'２' is not a number"]),  # noqa: RUF001 - a digit, but not ours
        ("hackenbush; strings 1; coalition x y", ["'x' is not a number"]),
        ("hackenbush; strings 1; coalition -; players -", ["'-' is not a number"]),
        ("hackenbush; strings 1; coalition -; to move", ["'to move' is not understood"]),
        (
            "hackenbush; strings 1; coalition -; move 1",
            ["'move 1' is not understood; did you mean to move …? allowed: strings …"],
        ),
        ("hackenbush; strings x; coalition y; to move z", ["'x' is not", "'y' is not", "'z' is not"]),
        ("hackenbush; strings 0; coalition -", ["'0' is not a player; allowed: 1 to 100,000"]),
        ("hackenbush; strings 1; coalition 1 1", ["player 1 is listed twice"]),
        ("hackenbush; strings 1; coalition -; players 0", ["must be at least 1, not 0"]),
        ("hackenbush; strings 9; coalition -; players 2", ["'9' is not a player; allowed: 1 to 2"]),
        ("hackenbush; strings " + "9" * 31 + "; coalition -", ["'9999"]),
        ("hackenbush; strings 1; coalition -; to move " + "9" * 5_000, ["'9999"]),
    ],
)
def test_anything_else_is_refused(line: str, messages: list[str]) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(line)
    told = [defect.message for defect in error.value.defects]
    assert len(told) == len(messages)
    for message, words in zip(told, messages, strict=True):
        assert message.startswith(words)


def test_the_part_that_is_wrong_is_named() -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text("hackenbush; strings 1; coalition \x1b[31m; to move 2")
    (defect,) = error.value.defects
    assert defect.place == "column 24"
    assert "\x1b" not in str(error.value)
