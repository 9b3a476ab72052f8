"""Looking at processes, as Linux shows them in /proc."""

from __future__ import annotations

import os
import time
from pathlib import Path


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


def gone(pid: int, seconds: float = 2.0) -> bool:
    """Whether a process ends within a moment; one that waits to be reaped by somebody else has ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False
