"""What the commands share: exit statuses, and how errors are told."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

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


def fail(*lines: str) -> None:
    """Print to stderr and leave with status 1."""
    for line in lines:
        print(line, file=sys.stderr)  # noqa: T201 - the command line talks
    raise typer.Exit(FAILED)


def out(text: str) -> None:
    """Print a line to stdout; characters the terminal's encoding lacks are escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))  # noqa: T201
