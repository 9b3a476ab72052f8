"""The command line: one module a command, which parses, calls, prints and chooses the exit status."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the command line; the only place where signal handlers are set.

    A signal ends the program on the spot while there is nothing to keep, above all while modules are loaded: an
    exception could be lost in there. Commands that have something to keep let it through (`common.interruptible`).
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts in half the time, and we use none of its threads
    from crewsat.cli.app import app  # noqa: PLC0415 - after the handlers

    app()


def _leave(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + number)
