"""What a question may use: time, memory, a solver, a seed."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

MEMORY_LIMIT = 4000.0
"""Default of the MB that a formula or a table of positions may be estimated to take."""

PROOF_LIMIT = 500.0
"""Default of the MB that a solver may write down about its search; a proof needs only a part of it."""

SIZE_LIMIT = 2000.0
"""Default of the MB that the text of a formula for other solvers may be estimated to take."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a question may use.

    Attributes:
        deadline: on the monotonic clock, which parent and child processes share; None for no limit.
        max_bytes: bound on what formulas and tables are estimated to take; None for no limit.
        resident: whether `max_bytes` was requested, and so also bounds the resident memory of a process.
        solver: the requested solver.
        seed: the requested seed.
        fewest_tricks: whether the earliest win is wanted.
        proof: the folder for the proof of a no, an absolute path; None if none is wanted.
        strategy: the file for the winning strategy, an absolute path; None if it is not wanted.
        proof_bytes: how large the solver's account of its search may become.
        conflicts: how many conflicts of each solver a question may take; None for no limit. Questions that explanations
            ask have one, so that no single one takes a minute.
        shown: whether the play that is found will be shown, so that it is worth some time to shorten it.
    """

    deadline: float | None
    max_bytes: int | None
    resident: bool
    solver: str | None
    seed: int | None
    fewest_tricks: bool = False
    proof: str | None = None
    proof_bytes: float = PROOF_LIMIT * 1e6
    strategy: str | None = None
    shown: bool = False
    conflicts: int | None = None

    def share(self, number: int) -> Limits:
        """Return the limits of one of this many questions that share the time that is left."""
        if self.deadline is None:
            return self
        now = time.monotonic()
        return replace(self, deadline=now + max(0.0, self.deadline - now) / number)

    def late(self) -> bool:
        """Return whether the deadline has passed."""
        return self.deadline is not None and time.monotonic() >= self.deadline
