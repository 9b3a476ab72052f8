"""A process that waits for calls: how it is started, and the pipes to and from it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass

from crewsat.base.platform import check_processes

_SERVE = "import sys; sys.path[:] = {path!r}; from crewsat.workers.serving import serve; serve({replies}, {notes})"


@dataclass(slots=True)
class Child:
    """A process that waits for calls, and the pipes to and from it."""

    process: subprocess.Popen[bytes]
    requests: int
    replies: int
    notes: int

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (self.requests, self.replies, self.notes):
            os.close(descriptor)


def new_child() -> Child:
    """Start a child that waits for calls, with the modules this process can import.

    Its replies and its notes have pipes of their own: what anything else in the child prints must not be taken for one.

    Raises:
        NotInstalled: if the platform has no processes.
    """
    check_processes()
    path = [os.fspath(place) for place in sys.path if isinstance(place, str | os.PathLike)]
    with ExitStack() as ours, ExitStack() as theirs:
        replies, replies_of_child = _pipe(ours, theirs)
        notes, notes_of_child = _pipe(ours, theirs)
        process = subprocess.Popen(  # noqa: S603 - ourselves
            [sys.executable, "-c", _SERVE.format(path=path, replies=replies_of_child, notes=notes_of_child)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=[replies_of_child, notes_of_child],
            start_new_session=True,
        )
        ours.pop_all()
    stdin = process.stdin
    if stdin is None:  # it was asked for
        raise BrokenPipeError
    process.stdin = None
    requests = os.dup(stdin.fileno())
    stdin.close()
    os.set_blocking(requests, False)
    os.set_blocking(notes, False)
    return Child(process, requests, replies, notes)


def _pipe(ours: ExitStack, theirs: ExitStack) -> tuple[int, int]:
    """Return a pipe, the end to read from and the child's end to write to, each closed by a stack.

    The child's is not the number of a standard stream that is closed here: the child's own would take its place.
    """
    reading, low = os.pipe()
    ours.callback(os.close, reading)
    try:
        writing = fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 3)
    finally:
        os.close(low)
    theirs.callback(os.close, writing)
    return reading, writing
