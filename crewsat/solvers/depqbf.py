"""DepQBF, an external program for quantified formulas: a second opinion where it is installed.

It is in Debian (``apt-get install depqbf``) and not a dependency of anything. It is found on the path, reads QDIMACS,
and says with its exit status what the formula is: 10 true, 20 false. Run `solve` in a child whose
group is killed (`crewsat.solvers.program`).

The certificates it can print are not requested: with them version 5.01 crashes on formulas without clauses.
"""

from __future__ import annotations

import shutil
from tempfile import TemporaryFile

from crewsat.base.stopwatch import Stopwatch
from crewsat.solvers.outcome import Outcome
from crewsat.solvers.program import run, version_of

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
    printed = None if path is None else version_of(path)
    return None if printed is None else next(iter(printed.split()[1:]), None)


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
        ended = run([path], question, deadline=deadline)
    times |= watch.lap("solve")
    if ended.status == _TRUE:
        return Outcome("satisfiable", NAME, times=times)
    if ended.status == _FALSE:
        return Outcome("unsatisfiable", NAME, times=times)
    return Outcome("unknown", NAME, reason=ended.reason or "crash", times=times)
