"""Programs that are given a formula and answer once; their time and memory are watched here.

A caller that is killed cannot end them: they are to be run in a child whose group is killed
(`crewsat.workers.process`).
"""

from __future__ import annotations

import os
import subprocess
import time
from functools import cache
from typing import IO, TYPE_CHECKING, NamedTuple

from crewsat.workers.process import resident_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.errors import Reason

_POLL = 0.01
_POLITE = 0.1
"""Seconds between asking a program to end, on which it may still print its statistics, and killing it."""


class Ended(NamedTuple):
    """How a program ended.

    Attributes:
        status: its exit status.
        reason: the limit at which it was ended; None if it ended by itself.
        peak_bytes: the most resident memory seen.
    """

    status: int
    reason: Reason | None
    peak_bytes: int


@cache
def version_of(path: str) -> str | None:
    """Return what a program prints about its version, or None if it does not work."""
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, check=True, timeout=5)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return (printed.stdout or printed.stderr).strip() or None


def run(
    command: Sequence[str],
    question: IO[str],
    printed: IO[str] | None = None,
    *,
    deadline: float | None = None,
    max_bytes: int | None = None,
) -> Ended:
    """Run a program.

    Args:
        command: its path and arguments.
        question: a file that it reads as its standard input.
        printed: a file that takes up what it prints; None to throw that away.
        deadline: on the clock of `time.monotonic`, in seconds.
        max_bytes: bound on the resident memory of the program and this process together.
    """
    out = subprocess.DEVNULL if printed is None else printed
    with subprocess.Popen(command, stdin=question, stdout=out, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        reason, peak = _watch(process, deadline, max_bytes)
    return Ended(process.returncode, reason, peak)


def _watch(
    process: subprocess.Popen[bytes], deadline: float | None, max_bytes: int | None
) -> tuple[Reason | None, int]:
    """Wait for the program; end it at a limit. Return which limit, and the most memory seen."""
    reason: Reason | None = None
    peak = 0
    try:
        while reason is None:
            try:
                process.wait(_POLL)
            except subprocess.TimeoutExpired:
                peak = max(peak, resident_bytes(process.pid))
                if deadline is not None and time.monotonic() >= deadline:
                    reason = "time"
                elif max_bytes is not None and peak + resident_bytes(os.getpid()) > max_bytes:
                    reason = "memory"
            else:
                return None, peak
        process.terminate()
        process.wait(_POLITE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        process.kill()
    return reason, peak
