"""What the commands share: exit statuses, and how errors are told."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import typer

from crewsat.errors import BugFound, InvalidInstance

if TYPE_CHECKING:
    from collections.abc import Iterator

YES, NO, UNDECIDED, FAILED = 10, 20, 0, 1
NOTHING_TO_CHECK = 3
INTERRUPTED, TERMINATED = 130, 143


class Terminated(BaseException):
    """SIGTERM as an exception, so that what is known so far can still be printed."""


@contextmanager
def errors_told() -> Iterator[None]:
    """Tell errors that are the input's, or ours, on stderr and leave with status 1."""
    try:
        yield
    except InvalidInstance as error:
        fail(*error.lines())
    except BugFound as error:
        fail("This is a bug in crewsat; please report it with the following line.", str(error))


def fail(*lines: str) -> NoReturn:
    """Print to stderr and leave with status 1."""
    if sys.stderr is not None:
        for line in lines:
            print(line, file=sys.stderr)  # noqa: T201 - the command line talks
    raise typer.Exit(FAILED)


def out(text: str) -> None:
    """Print a line to stdout; characters the terminal's encoding lacks are escaped.

    Leaves with status 1 if stdout cannot be written: without a word if its reader has gone, with one otherwise.
    """
    if sys.stdout is None:
        fail("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)  # noqa: T201
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes once more at its end
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(FAILED) from None
        fail(f"standard output cannot be written: {(error.strerror or str(error)).lower()}")
