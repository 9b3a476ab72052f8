"""The child's side of `crewsat.workers.process`: take calls from a pipe, run them one by one, send back the results.

Replies have a pipe of their own, and so have notes; whatever a library prints goes to standard error. A thread reads
the calls, so that it notices when the parent is gone, and then ends this process and everything it has started.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import resource
import signal
import threading
import time
import traceback
from functools import cache
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from crewsat.workers.messages import LENGTH, frame

if TYPE_CHECKING:
    from collections.abc import Mapping


def serve(replies: int, notes: int) -> NoReturn:
    """Serve the parent until it goes away.

    Args:
        replies: descriptor of the pipe for replies.
        notes: descriptor of the pipe for notes.
    """
    for number in (signal.SIGINT, signal.SIGHUP):  # a terminal sends them to all; the parent decides about this process
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # a host that ignores it would hide how programs end
    requests = os.fdopen(os.dup(0), "rb")
    for descriptor in (replies, notes):
        os.set_inheritable(descriptor, False)
    answers, said = os.fdopen(replies, "wb"), os.fdopen(notes, "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with contextlib.suppress(OSError):  # there may be no standard error
        os.dup2(2, 1)
    calls: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, calls), daemon=True).start()
    while True:
        request = calls.get()
        reset_peak()
        try:
            _note(said, {})
            kind, content = _run(request, said)
            _send(answers, kind, content)
        except BrokenPipeError:
            _end()


def _listen(requests: BinaryIO, calls: SimpleQueue[bytes]) -> None:
    while header := requests.read(LENGTH):
        calls.put(requests.read(int.from_bytes(header, "big")))
    _end()


def _end() -> None:
    """End this process and everything it has started: the parent is gone."""
    os.killpg(os.getpgrp(), signal.SIGKILL)


def _run(request: bytes, said: BinaryIO) -> tuple[str, object]:
    """Run a call; return the kind of its reply, and the reply."""

    def note(known: Mapping[str, Any]) -> None:
        _note(said, dict(known))

    try:
        function, arguments, deadline = pickle.loads(request)  # noqa: S301 - from our own parent
        return "value", function(*arguments, deadline=deadline, note=note)
    except Exception as error:  # noqa: BLE001 - it is raised again on the other side
        error.add_note(f"In a child process:\n{traceback.format_exc()}")
        return "error", error


def reset_peak() -> None:
    """Reset the peak of resident memory, where the system can (Linux)."""
    descriptor = _opened("/proc/self/clear_refs", os.O_WRONLY)
    if descriptor is not None:
        with contextlib.suppress(OSError):
            os.pwrite(descriptor, b"5", 0)


def peak_bytes() -> int:
    """Return the peak resident memory since then; elsewhere, since the process began."""
    descriptor = _opened("/proc/self/status", os.O_RDONLY)
    if descriptor is None:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # macOS counts bytes
    return int(os.pread(descriptor, 1 << 14, 0).partition(b"VmHWM:")[2].split(maxsplit=1)[0]) * 1024


@cache
def _opened(path: str, flags: int) -> int | None:
    """Return a descriptor that stays open, None if the file does not exist: opening one costs more than using it."""
    try:
        return os.open(path, flags)
    except OSError:
        return None


def _note(said: BinaryIO, known: dict[str, Any]) -> None:
    """Send what is known, and when; an empty note reports that the call has begun."""
    said.write(frame((known, time.monotonic())))
    said.flush()


def _send(answers: BinaryIO, kind: str, content: object) -> None:
    peak = peak_bytes()
    try:
        message = frame((kind, content, peak))
    except Exception:  # noqa: BLE001 - whatever stood in the way of pickling
        message = frame(("error", RuntimeError(f"cannot be sent to the parent: {content!r:.500}"), peak))
    answers.write(message)
    answers.flush()
