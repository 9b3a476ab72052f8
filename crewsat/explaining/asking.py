"""Questions that explanations ask again and again: can this game be won, in the time that is left?"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.decision import decide

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.limits import Limits
    from crewsat.verdict import Verdict

_LEAST = 1e-3
"""Seconds a question gets that comes when time is up: enough to say unknown."""


def ask(instance: Instance, limits: Limits, *, method: str = "auto") -> Verdict:
    """Decide a game within limits."""
    left = None if limits.deadline is None else max(_LEAST, limits.deadline - time.monotonic())
    megabytes = None if limits.max_bytes is None or not limits.resident else limits.max_bytes / 1e6
    solver = limits.solver if method == "auto" else None
    return decide(instance, method=method, solver=solver, time_limit=left, memory_limit=megabytes, seed=limits.seed)


def share_of(limits: Limits, share: float) -> Limits:
    """Return limits with a part of the time that is left."""
    if limits.deadline is None:
        return limits
    now = time.monotonic()
    return replace(limits, deadline=now + share * max(0.0, limits.deadline - now))
