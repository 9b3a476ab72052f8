"""DepQBF, an external program for quantified formulas: a second opinion where it is installed.

It is in Debian (``apt-get install depqbf``) and not a dependency of anything. It is found on the path, reads QDIMACS,
and says with its exit status what the formula is: 10 true, 20 false. Its time is watched here; a caller that is killed
cannot end it.

The certificates it can print are not requested: with them version 5.01 crashes on formulas without clauses.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from functools import cache
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.outcome import Outcome

if TYPE_CHECKING:
    from crewsat.base.errors import Reason

NAME = "depqbf"
INSTALL = "apt-get install depqbf"
"""The command that installs it."""

_TRUE, _FALSE = 10, 20


def program() -> str | None:
    """Return the path of the program, or None if it is not installed."""
    return shutil.which(NAME)


def version() -> str | None:
    """Return the version of the program, or None if no working one is installed."""
    path = program()
    return None if path is None else _version_of(path)


@cache
def _version_of(path: str) -> str | None:
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=5)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    words = (printed.stdout + printed.stderr).split()
    return words[1] if len(words) > 1 else None


def solve(text: str, *, deadline: float | None = None) -> Outcome:
    """Decide a formula; true is reported as satisfiable.

    Args:
        text: the formula as a QDIMACS file.
        deadline: on the clock of `time.monotonic`, in seconds.

    Raises:
        FileNotFoundError: if the program is not installed.
    """
    path = program()
    if path is None:
        raise FileNotFoundError(NAME)
    watch = Stopwatch()
    with TemporaryFile("w+", encoding="ascii") as question:
        question.write(text)
        question.seek(0)
        times = watch.lap("load")
        with subprocess.Popen(  # noqa: S603
            [path], stdin=question, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            reason = _watch(process, deadline)
    times |= watch.lap("solve")
    if process.returncode == _TRUE:
        return Outcome("satisfiable", NAME, times=times)
    if process.returncode == _FALSE:
        return Outcome("unsatisfiable", NAME, times=times)
    return Outcome("unknown", NAME, reason=reason or "crash", times=times)


def _watch(process: subprocess.Popen[bytes], deadline: float | None) -> Reason | None:
    """Wait for the program; end it at the deadline and report that."""
    try:
        process.wait(None if deadline is None else max(0.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return "time"
    finally:
        process.kill()
    return None
