"""The largest legal files of every game against every command: limits hold, and what has none takes linear time.

`explain` of 181 kB of Hanabi took 6 GB and did not end, and 905 kB took a minute to read, whatever the limits were.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support.large_instances import FILES, commands_of, written
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from pathlib import Path

LIMITS = ("--time-limit", "2", "--memory-limit", "500")
SECONDS, MEGABYTES = 4.0, 550.0
"""What a command with these limits may take, of wall time, and of resident memory of each of its processes."""
SLOWER = {
    **{("crew-900000-cards", command): 6.0 for command in ("explain", "options", "review")},
    **{("hanabi-800000-cards", command): 6.0 for command in commands_of("hanabi-800000-cards")},
    **{("hanabi-100000-turns", command): 6.0 for command in ("best-score", "options")},
    ("hanabi-100000-turns", "review"): 7.0,
    ("hackenbush-one-string", "options"): 9.0,
}
"""Commands that take longer, in seconds: reading such a file takes 2 s before the limit begins, or there are half a
million options to print.
"""
CPU_SECONDS = 10.0
"""What a command without limits may take."""
ANSWERED = {0, 1, 3, 10, 20}
"""The exit statuses of answers; 1 with one line that says which limit was reached, of time or of memory."""

OFTEN = {
    ("hanabi-100000-cards", "best-score"),
    ("crew-20000-cards", "review"),
    ("solitaire-20000-cards", "explain"),
}
"""Those that are tried in usual runs, too."""

SLOW_TO_ENCODE = {"crew-1000-players", "hanabi-100000-turns"}
"""Formulas that take longer to build within the 4 GB of `encode` than `CPU_SECONDS`, and so are asked for with less."""

SHELL = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3), file=sys.stderr)
sys.exit(status)
"""
"""A process in between: what it says last are CPU seconds and peak MB of the command and its own children."""


class Ran:
    """What a command printed, and what it took."""

    def __init__(self, *words: str | Path) -> None:
        command = [sys.executable, "-c", SHELL, sys.executable, "-m", "crewsat", *map(str, words)]
        began = time.monotonic()
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        self.seconds = time.monotonic() - began
        self.status, self.out = ended.returncode, ended.stdout
        *self.told, last = ended.stderr.splitlines()
        self.cpu_seconds, self.megabytes = map(float, last.split())


def _has_opponents(name: str) -> bool:
    return name.startswith("hackenbush")


def check_answered(ran: Ran) -> None:
    assert ran.status in ANSWERED, ran.told[-3:]
    assert not any("Traceback" in line for line in ran.told), ran.told[-3:]
    assert len(ran.told) <= 3, ran.told[:3]
    if ran.status == 1:
        assert "limit" in ran.told[-1] or "more memory than allowed" in ran.told[-1]


@pytest.mark.timing
@pytest.mark.processes
@pytest.mark.parametrize(
    ("name", "command"),
    [
        pytest.param(name, command, marks=() if (name, command) in OFTEN else pytest.mark.thorough)
        for name in FILES
        for command in commands_of(name)
    ],
)
def test_limits_hold(name: str, command: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)

    def took() -> float:
        ran = Ran(command, path, *LIMITS, "--json")
        check_answered(ran)
        assert ran.megabytes < MEGABYTES
        return ran.seconds

    check_promise(took, SLOWER.get((name, command), SECONDS))


@pytest.mark.timing
@pytest.mark.processes
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("command", "name"),
    [
        (command, name)
        for command in ("show", "convert", "encode", "verify")
        for name in FILES
        if command != "encode" or not _has_opponents(name)
    ],
)
def test_what_has_no_limits_takes_linear_time(name: str, command: str, tmp_path: Path) -> None:
    path = written(name, tmp_path)
    words: list[str | Path] = [command, path]
    if command == "convert":
        words += ["--to", "json"]
    if command == "encode" and name in SLOW_TO_ENCODE:
        words += ["--memory-limit", "500"]
    if command == "verify":
        answer = tmp_path / "answer.json"
        answer.write_text(Ran("decide", path, *LIMITS, "--json").out)
        words += [answer, *(LIMITS if _has_opponents(name) else ())]  # the position after the move is decided anew

    def took() -> float:
        ran = Ran(*words)
        check_answered(ran)
        return ran.cpu_seconds

    check_promise(took, CPU_SECONDS)
