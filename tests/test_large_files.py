"""Files of 8 MiB, the largest read, of each list there is: read, or refused in a line, in seconds and with bounds.

`crewsat decide` took 10 s for 40,000 colours, an hour and more for 8 MiB of them, and 37 s for 1,000 wrong cards beside
8,000 colours, whatever its time limit: some lists were searched, or sorted, for each of their entries.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.support.chunks import few_of
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 8 * 1024 * 1024
CREW = '{"game":"crew","leader":1,'
DECK = '{"game":"hanabi_solitaire","hand_size":2,'
OBJECTIVE = CREW + '"hands":[["a1","a2"]],"objectives":[{"card":"a1","owner":1,'
TASK = CREW + '"hands":[["a1"]],"tasks":[{"owner":1,"kind":"cards","exactly":1,'
NUMBER = "#"
"""In an entry: a number that counts the entries from 1, so that no two are the same."""

READ: dict[str, tuple[str, str, str]] = {
    # name: beginning, entry, end
    "a hand": (CREW + '"hands":[[', '"a#"', "]]}"),
    "a hand of pairs": (CREW + '"hands":[[', '[#,"a"]', "]]}"),
    "a card of each suit": (CREW + '"hands":[[', '"s#x1"', "]]}"),
    "suits that are numbers": (CREW + '"hands":[[', '"' + "9" * 40 + '#:1"', "]]}"),
    "tricks of one": (CREW + '"hands":[["b1"]],"played":[', '["a#"]', "]}"),
    "tricks of two": (CREW + '"hands":[["b1"],["b2"]],"played":[', '["a#","c#"]', "]}"),
    "notes": (CREW + '"hands":[["a1"]],"about":{"x":[', "0", "]}}"),
    "keys of notes": (CREW + '"hands":[["a1"]],"about":{', '"k#":0', "}}"),
    "one long suit": (CREW + '"hands":[["', "x", '1"]]}'),
    "one long id": (OBJECTIVE + '"id":"', "x", '"}]}'),
    "a deck": (DECK + '"deck":[', '"r#bb"'.replace("#bb", "#"), "]}"),
}
REFUSED: dict[str, tuple[str, str, str, str]] = {
    # name: beginning, entry, end, words
    "empty hands": (CREW + '"hands":[', "[]", "]}", "lists and objects; allowed: at most 1,500,000"),
    "empty tricks": (CREW + '"hands":[["a1"]],"played":[', "[]", "]}", "lists and objects"),
    "empty objects": (CREW + '"hands":[["a1"]],"tasks":[', "{}", "]}", "lists and objects"),
    "empty pairs": (DECK + '"deck":[', "[]", "]}", "lists and objects"),
    "empty lists in notes": (CREW + '"hands":[["a1"]],"about":{"x":[', "[]", "]}}", "lists and objects"),
    "hands of one": (CREW + '"hands":[', '["a#"]', "]}", "players; allowed: at most 100,000"),
    "short cards": (CREW + '"hands":[[', '"a1"', "]]}", "cards in `hands` and `played`; allowed: at most 1,000,000"),
    "a trick": (CREW + '"hands":[["b1"],["b2"]],"played":[[', '"a#"', "]]}", "a trick has 2 cards, not"),
    "objectives": (CREW + '"hands":[["a1"]],"objectives":[', '{"card":"a#","owner":1}', "]}", "at most 100,000"),
    "nothing as objectives": (CREW + '"hands":[["a1"]],"objectives":[', "0", "]}", "objectives and tasks together"),
    "tasks": (CREW + '"hands":[["a1"]],"tasks":[', '{"owner":1,"kind":"tricks"}', "]}", "at most 100,000"),
    "suits": (CREW + '"hands":[["a1"]],"suits":[', '"s#x"', "]}", "suits; allowed: at most 100,000"),
    "after": (OBJECTIVE + '"after":[', '"a2"', "]}]}", "ids; allowed: at most 100,000"),
    "before": (OBJECTIVE + '"before":[', '"x#"', "]}]}", "ids; allowed: at most 100,000"),
    "keys": (CREW, '"k#":1', "}", "k1: unknown key"),
    "keys of an objective": (OBJECTIVE, '"k#":1', "}]}", "k1 (objective 1): unknown key"),
    "keys of a task": (TASK, '"k#":1', "}]}", "k1 (task 1): unknown key"),
    "cards of a task": (TASK + '"cards":[', '"a#"', "]}]}", "(task 1): nobody holds a2"),
    "one card of a task": (TASK + '"cards":[', '"a1"', "]}]}", "cards; allowed: at most 1,000,000"),
    "one card": (DECK + '"deck":[', '"a1"', "]}", "cards; allowed: at most 1,000,000"),
    "pairs": (DECK + '"deck":[', '[1,"a"]', "]}", "cards; allowed: at most 1,000,000"),
    "colours": (DECK + '"deck":[],"colours":[', '"c#x"', "]}", "colours; allowed: at most 100,000"),
    "digits of a card": (CREW + '"hands":[["a', "1", '"]]}', "not a valid card"),
    "colons of a card": (CREW + '"hands":[["', "x:", '1"]]}', "not a valid card"),
    "arrows": (OBJECTIVE + '"token":"', ">", '"}]}', "without '>'"),
    "quotes of a text without end": (CREW + "[" * 65 + '"', '\\"', "", "nested too deeply"),
    "surrogates": (CREW + '"hands":[["a1"]],"about":{"x":[', '"\\ud800"', "]}}", "surrogate"),
}
SOME = {"empty hands", "hands of one", "colours"}
"""Those that are tried in usual runs, too: some of the places where something is counted."""
QUARTER = {"a trick", "keys", "cards of a task", "surrogates"}
"""Those of which usual runs try a quarter: they hold less than is counted, so that all of it is read."""

MEASURE = """
import resource, sys
import crewsat
try:
    crewsat.load(sys.argv[1])
except crewsat.InvalidInstance as error:
    print(*error.lines(), sep="\\n")
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3))
"""
SHELL = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
"""A small process in between: a child inherits the peak memory of the one that forks it."""


def filled(begin: str, entry: str, end: str, size: int) -> str:
    """A file of a size, filled with an entry and, unless it is a single character of a text, commas between."""
    comma = "" if begin.endswith('"') else ","
    room = size - len(begin) - len(end)
    if NUMBER not in entry:
        return begin + comma.join([entry] * (room // (len(entry) + len(comma)))) + end
    entries = []
    for number in count(1):
        entries.append(entry.replace(NUMBER, str(number)))
        room -= len(entries[-1]) + 1
        if room < 0:
            return begin + ",".join(entries[:-1]) + end
    raise AssertionError


def loaded(path: Path) -> tuple[list[str], float, float]:
    """What is said of a file, CPU seconds, and peak MB of a process that reads it."""
    command = [sys.executable, "-c", SHELL, sys.executable, "-c", MEASURE, str(path)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONUTF8": "1"})
    assert told.returncode == 0, told.stderr
    *lines, last = told.stdout.splitlines()
    seconds, megabytes = map(float, last.split())
    return lines, seconds, megabytes


def check_read(name: str, size: int, seconds: float, megabytes: float, path: Path) -> None:
    path.write_text(filled(*READ[name], size))

    def took() -> float:
        lines, used, peak = loaded(path)
        assert lines == []
        assert peak < megabytes
        return used

    check_promise(took, seconds)


@pytest.mark.timing
@pytest.mark.parametrize("name", few_of(READ, 2))
def test_a_quarter_of_the_largest_file_is_read_in_a_quarter_of_the_time(name: str, tmp_path: Path) -> None:
    check_read(name, LARGEST // 4, 5 / 4 + 0.5, 1000 / 4 + 50, tmp_path / "large.json")


@pytest.mark.timing
@pytest.mark.thorough
@pytest.mark.parametrize("name", READ)
def test_the_largest_files_are_read_in_seconds(name: str, tmp_path: Path) -> None:
    check_read(name, LARGEST, 5, 1000, tmp_path / "large.json")


@pytest.mark.timing
@pytest.mark.parametrize("name", [n if n in SOME else pytest.param(n, marks=pytest.mark.thorough) for n in REFUSED])
def test_too_much_is_refused_in_seconds(name: str, tmp_path: Path) -> None:
    empty = REFUSED[name][-1].startswith("lists and objects")
    check_refused(name, LARGEST, 1 if empty else 5, 150 if empty else 1000, tmp_path / "large.json")


@pytest.mark.timing
@pytest.mark.parametrize("name", few_of(sorted(QUARTER), 2))
def test_a_quarter_of_the_largest_file_is_refused_in_a_quarter_of_the_time(name: str, tmp_path: Path) -> None:
    check_refused(name, LARGEST // 4, 5 / 4 + 0.5, 1000 / 4 + 50, tmp_path / "large.json")


def check_refused(name: str, size: int, seconds: float, megabytes: float, path: Path) -> None:
    begin, entry, end, words = REFUSED[name]
    path.write_text(filled(begin, entry, end, size))

    def took() -> float:
        lines, used, peak = loaded(path)
        assert any(words in line for line in lines), lines[:3]
        assert len(lines) == (1 if "allowed: at most" in words else len(lines))
        assert peak < megabytes
        return used

    check_promise(took, seconds)


@pytest.mark.timing
def test_wrong_cards_beside_many_colours(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    colours = [f"c{k}x" for k in range(99_000)]
    instance = {"game": "hanabi_solitaire", "hand_size": 2, "deck": ["z1"] * 20_000, "colours": colours}
    path.write_text(json.dumps(instance))
    lines, _, _ = loaded(path)
    assert lines[-1].endswith("at least 980 more defects")
    check_promise(lambda: loaded(path)[1], 5)


@pytest.mark.slow
def test_a_line_of_text_is_read_in_linear_time() -> None:
    """A long suit was copied for each of its values."""
    from crewsat.games.cards import cards_of_text  # noqa: PLC0415

    cards = cards_of_text("x" * 100_000 + ",".join(map(str, range(1, 200_001))))
    assert (len(cards), cards[-1].value) == (200_000, 200_000)
