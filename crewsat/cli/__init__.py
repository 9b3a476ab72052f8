"""The command line: one module per command, which parses, calls, prints and chooses the exit status."""

from __future__ import annotations

import gc
import os
import sys

import crewsat

TYPE_CHECKING = False  # as in `crewsat`
if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the command line; the only place where signal handlers are set.

    A signal ends the program at once while there is nothing to keep, above all while modules are loaded: an exception
    could be lost in there. Commands that have something to keep turn it into an exception (`common.interruptible`).
    """
    first = next(iter(_words()[1:]), "")
    if first in {"--version", "-V"}:
        print(f"crewsat {crewsat.__version__}")  # noqa: T201 - without typer, which takes ten times as long
        return
    import signal  # noqa: PLC0415 - half of what --version would take

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(number, _leave)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts in half the time, and we use none of its threads
    from crewsat.cli import running  # noqa: PLC0415 - after the handlers

    try:
        running.run(first, sys.argv[2:])
    finally:
        gc.freeze()  # at exit the interpreter would look for garbage among all objects, for a fifth of the time


def _words() -> list[str]:
    """Return the command line or, when a shell asks for completions, the one being typed."""
    if "_CREWSAT_COMPLETE" in os.environ:
        return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()
    return sys.argv


def _leave(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + number)
