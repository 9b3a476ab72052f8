"""What a question may use: time, memory, a solver, a seed."""

from __future__ import annotations

import time
from dataclasses import dataclass

from crewsat.errors import visible
from crewsat.solvers.cnf import SOLVERS


@dataclass(frozen=True, slots=True)
class Limits:
    """A deadline on the monotonic clock, bytes of memory, a solver, a seed, and whether the earliest win is wanted."""

    deadline: float | None
    max_bytes: int | None
    solver: str | None
    seed: int | None
    fewest_tricks: bool = False

    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline


def limits_of(
    *,
    solver: str | None,
    time_limit: float | None,
    memory_limit: float | None,
    seed: int | None,
    fewest_tricks: bool = False,
) -> Limits:
    """Check what a caller asked for and start the clock.

    Args:
        solver: one of `crewsat.solvers.cnf.SOLVERS`, or None.
        time_limit: seconds of wall time, or None.
        memory_limit: MB, or None; infinity is no limit either.
        seed: any whole number, or None.
        fewest_tricks: whether the earliest win is asked for.

    Raises:
        ValueError: for an unknown solver or a limit that is not positive.
    """
    if solver is not None and solver not in SOLVERS:
        raise ValueError(f"no solver '{visible(solver)}'; allowed: {', '.join(SOLVERS)}")
    for name, limit in (("time_limit", time_limit), ("memory_limit", memory_limit)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be a positive number, not {limit}")
    deadline = None if time_limit is None else time.monotonic() + time_limit
    limitless = memory_limit is None or memory_limit * 1e6 == float("inf")
    max_bytes = None if memory_limit is None or limitless else int(memory_limit * 1e6)
    return Limits(deadline, max_bytes, solver, seed, fewest_tricks)
