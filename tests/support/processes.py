"""Looking at processes, as Linux shows them in /proc, and waiting for what they do."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for what should have happened long ago, however busy the machine is."""


def children(pid: int | None = None) -> set[int]:
    """The numbers of the processes that one, by default this one, has started and not seen the end of."""
    found: set[int] = set()
    try:
        for task in Path(f"/proc/{pid or os.getpid()}/task").iterdir():
            found |= set(map(int, (task / "children").read_text().split()))
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        pass
    return found


def descendants(pid: int) -> set[int]:
    """The numbers of all processes below one."""
    below = children(pid)
    return below.union(*map(descendants, below))


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> bool:
    """Wait until something holds, and return whether it did."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def gone(pid: int) -> bool:
    """Whether a process ends; one that waits to be reaped by somebody else has ended."""
    return wait_until(lambda: not lives(pid))


def lives(pid: int) -> bool:
    """Whether any thread of a process is left: the first is a zombie while others still hold its files open."""
    try:
        return any(_state(task) not in "ZX" for task in Path(f"/proc/{pid}/task").iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return False


def _state(task: Path) -> str:
    try:
        return (task / "stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def cpu_seconds_of(pid: int) -> float:
    """The processor time a process has taken: unlike the time it has been there, the same on a busy machine."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_with_all_below(pid: int) -> None:
    """Kill a process and all it has started."""
    for one in (*descendants(pid), pid):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
