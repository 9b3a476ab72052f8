"""Bounds on wall time that are promised to users, measured only where the machine is idle enough to tell.

How busy it is shows in two ratios of wall time to processor time, both near 1 on an idle machine: of a short
computation, and of starting and ending a child. Of a program that is interrupted all the time, or waits for a
processor, its own promises cannot be measured; then the test is reported as not measured (skipped), not as passed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from resource import RUSAGE_CHILDREN, getrusage
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

IDLE = 1.3
"""A machine with a larger ratio is too busy to measure promises."""

TRIES = 3


def slowness() -> float:
    """How many times longer things take now than their processor time."""
    return max(_computing(), _starting())


def _computing() -> float:
    wall, cpu = time.monotonic(), time.process_time()
    while time.process_time() - cpu < 0.3:
        sum(range(1000))
    return (time.monotonic() - wall) / (time.process_time() - cpu)


def _starting() -> float:
    wall, before = time.monotonic(), getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "import argparse, asyncio, json, typing"], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return (time.monotonic() - wall) / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def check_promise(measure: Callable[[], float], most: float, unit: str = "s") -> None:
    """Check that something takes no longer, or no more, than promised; `measure` does it and returns how much.

    It is tried again if it takes longer: any machine may be interrupted, and calibration may miss that it is busy. A
    promise that is broken is broken every time. How busy the machine is does not matter until it takes longer once.
    """
    took: list[float] = []
    idle: list[float] = []
    for _ in range(TRIES):
        before = slowness() if took else 1.0
        took.append(measure())
        if took[-1] <= most:
            return
        idle.append(max(before, slowness()))
    told = ", ".join(f"{amount:.2f} {unit} at {ratio:.2f}" for amount, ratio in zip(took, idle, strict=True))
    if sorted(idle)[1] > IDLE:
        pytest.skip(f"not measured, the machine is busy: {most:g} {unit} are promised; took {told}")
    pytest.fail(f"{most:g} {unit} are promised; took {told} (wall time to processor time; idle below {IDLE})")
