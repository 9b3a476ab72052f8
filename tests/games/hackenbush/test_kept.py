"""A strategy as a file keeps it: every line that is not a position is refused with its number."""

from __future__ import annotations

import pytest

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.kept import strategy_of
from crewsat.games.hackenbush.rules import Move

INSTANCE = Hackenbush(strings=[[1, 2], [2]], coalition=[1])
FIRST = b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": 1}}'
SECOND = b'{"lengths": [0, 1], "player": 2}'


def test_what_a_file_says() -> None:
    strategy = strategy_of(INSTANCE, [FIRST + b"\n", SECOND, FIRST])
    assert strategy((2, 1), 1) == Move(1, 1, 1)
    assert strategy((0, 1), 2) is None
    assert strategy((2, 1), 2) is None
    assert strategy((1, 1), 1) is None
    assert strategy_of(INSTANCE, [])((2, 1), 1) is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"[]",
        b"1",
        b"null",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"9" * 5_000,
        b"{}",
        b'{"lengths": [2, 1]}',
        b'{"player": 1}',
        b'{"lengths": {"2": 1}, "player": 1}',
        b'{"lengths": "21", "player": 1}',
        b'{"lengths": [2, true], "player": 1}',
        b'{"lengths": [2, 1.0], "player": 1}',
        b'{"lengths": [2, NaN], "player": 1}',
        b'{"lengths": [2, "1"], "player": 1}',
        b'{"lengths": [2, [1]], "player": 1}',
        b'{"lengths": [2, 1], "player": true}',
        b'{"lengths": [2, 1], "player": "1"}',
        b'{"lengths": [2, 1], "player": 1.0}',
        b'{"lengths": [2, 1], "player": 1, "more": 1}',
        b'{"lengths": [2, 1], "player": 1, "move": null}',
        b'{"lengths": [2, 1], "player": 1, "move": [1, 1]}',
        b'{"lengths": [2, 1], "player": 1, "move": {}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 1}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": true}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": "1", "edge": 1}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": 1.0}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": 1, "player": 1}}',
    ],
)
def test_a_line_that_is_no_position(line: bytes) -> None:
    with pytest.raises(IllegalPlay, match=r"^line 3: ") as error:
        strategy_of(INSTANCE, [FIRST, SECOND, line, b"{"])
    assert error.value.rule == "claim"
    assert "is not a position; allowed: " in str(error.value)
    assert len(str(error.value)) < 1_000


@pytest.mark.parametrize(
    "line",
    [
        b'{"lengths": [2, 1], "player": 1}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": 2}}',
        b'{"lengths": [2, 1], "player": 1, "move": {"string": 2, "edge": 1}}',
    ],
)
def test_a_position_with_two_moves(line: bytes) -> None:
    for lines in ([FIRST, SECOND, line], [line, SECOND, FIRST]):
        with pytest.raises(IllegalPlay, match=r"^line 3: this position has another move in an earlier line$"):
            strategy_of(INSTANCE, lines)


def test_what_is_said_of_a_line_is_harmless() -> None:
    with pytest.raises(IllegalPlay) as error:
        strategy_of(INSTANCE, [b'{"\x1b[31m": "' + "\u202e".encode() + b'"}'])
    assert "\x1b" not in str(error.value)
    assert "\u202e" not in str(error.value)


def test_the_limits_hold_while_a_file_is_read() -> None:
    lines = [f'{{"lengths": [{k}], "player": 1}}'.encode() for k in range(5_000)]
    with pytest.raises(Stopped) as stop:
        strategy_of(INSTANCE, lines, max_bytes=1_000_000)
    assert stop.value.reason == "memory"
    with pytest.raises(Stopped) as stop:
        strategy_of(INSTANCE, lines, out_of_time=lambda: True)
    assert stop.value.reason == "time"
    assert strategy_of(INSTANCE, lines, max_bytes=10_000_000)((17,), 1) is None
