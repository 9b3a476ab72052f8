"""Where the time goes: wall clock and processor time of the stages of a decision."""

from __future__ import annotations

import time

from crewsat.base.platform import cpu_seconds_of_children


def cpu_seconds() -> float:
    """Return the processor time of this process and of the programs it has run and waited for."""
    return time.process_time() + cpu_seconds_of_children()


class Stopwatch:
    """A clock for consecutive stages; it runs from its creation."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.monotonic(), cpu_seconds()

    def lap(self, stage: str) -> dict[str, float]:
        """End a stage and start the next one; return its times as ``STAGE_seconds`` and ``STAGE_cpu_seconds``."""
        wall, cpu = time.monotonic(), cpu_seconds()
        spent = {f"{stage}_seconds": wall - self._wall, f"{stage}_cpu_seconds": cpu - self._cpu}
        self._wall, self._cpu = wall, cpu
        return spent
