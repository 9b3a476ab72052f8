"""Functions run in child processes, under limits that hold.

A `Worker` is a child that runs the functions sent to it, one at a time. It is started when there is something to run,
and again when it has died. Limits are enforced twice: the function is given its deadline and stops by itself, with
whatever it can report of its work; a child that does not stop is killed a moment later. Resident memory is watched from
here, because no function knows when a library it uses is about to allocate.

A child reports that it has begun a call before it runs the function. One that ends without this report was dead before
the call: a killed process can still look alive for a moment, its pipe open and writable, while its threads end one by
one. Such a call is given to a new child; a call that was begun is never run twice.

This report, and what the function notes, comes through a pipe of its own, which is read when the reply has arrived,
when the child is lost, or when the call has lasted for a while: nothing is woken for what matters only if something
goes wrong.

No process is left behind. A child leads a session of its own, so that a signal to its group also ends the programs it
has started, and Ctrl-C at a terminal is handled by the parent alone. A child that finds its pipe closed ends itself
with its group as soon as it gets the interpreter's lock, so a parent that was killed leaves no orphan for long.

Why not `multiprocessing`, `concurrent.futures` or pebble, which do part of this: they import the caller's main module
again in every child (a script without the ``__main__`` guard would start itself for ever), none of them watches memory,
passes on what a function knew before it was killed, or ends the programs a child has started.
"""

from __future__ import annotations

import contextlib
import math
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from crewsat.workers.child import Child, new_child
from crewsat.workers.messages import Late, Messages, framed_in_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.base.errors import Reason

    Tell = Callable[[Mapping[str, Any]], None]
    """The function with which a function in a child notes what is known so far."""

GRACE = 0.25
"""Seconds a function has to stop by itself after its deadline."""

_STATM = "/proc/{}/statm"
_POLL = 0.01 if sys.platform == "linux" else 0.25
"""The least number of seconds between two looks at a child's memory; without /proc a look costs a process."""
_GROWTH = 20e9
"""Bytes per second that no child exceeds in growing: while its bound is far, it need not be watched."""
_UNHEARD = 0.05
"""Seconds of a call in which its notes are left in their pipe; a child that fills the pipe waits that long, once."""

LOOK = 0.25
"""The longest single wait in seconds: a signal that arrives just before a wait does not end it."""

_PAGE = os.sysconf("SC_PAGE_SIZE")
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Call:
    """A function to be run in a child, with its limits.

    Attributes:
        function: found by its module and name; called with the arguments and two keywords: `deadline`, a moment on the
            monotonic clock (which parent and child share) or None, and `note`, a function that takes a mapping of what
            is known so far.
        arguments: anything that can be pickled.
        time_limit: seconds from the moment the call is handed to a worker, or None.
        deadline: the same as a moment on the monotonic clock; the earlier one counts.
        max_bytes: bound on the resident memory of the child, or None.
        continues: whether it needs what the previous call has left in the child, so that no other child will do.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    time_limit: float | None = None
    deadline: float | None = None
    max_bytes: int | None = None
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of a call: a value, an exception that the function raised, or the reason why the child was lost.

    Attributes:
        value: what the function returned.
        error: what it raised.
        lost: ``time`` or ``memory`` if a limit ended the child, ``crash`` if it died.
        notes: what the function had noted until then.
        since: seconds since it noted something, or since it was called.
        peak_bytes: the peak resident memory of the child during the call; 0 if not measured.
    """

    value: Any = None
    error: Exception | None = None
    lost: Reason | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)
    since: float = 0.0
    peak_bytes: int = 0


class Worker:
    """A child process that runs one call at a time; as a context manager it is ended on leaving.

    A worker belongs to the process that made it: a copy made by a fork ends no process.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self._guard = threading.Lock()
        self._killed = False
        self._begun = False
        self._owner = os.getpid()
        self._call = Call(_nothing)
        self._deadline: float | None = None
        self._replies = Messages()
        self._said = Messages()
        self._notes: dict[str, Any] = {}
        self._noted = 0.0
        self._peak = 0
        self._next_look = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the child process, if there is one."""
        child = self._child
        return None if child is None else child.process.pid

    @property
    def notes(self) -> Mapping[str, Any]:
        """What the function called last has noted, as far as it has been read."""
        return self._notes

    def run(self, call: Call) -> Reply:
        """Run a call and wait for its reply. A child that died while it was idle is replaced.

        Raises:
            OSError: if no child can be started.
        """
        self._deadline = _deadline_of(call)
        self._call, self._notes, self._noted, self._peak = call, {}, time.monotonic(), 0
        self._next_look = self._noted + _POLL
        try:
            request = framed_in_time((call.function, call.arguments, self._deadline), self._deadline)
        except Late:
            return Reply(lost="time", since=time.monotonic() - self._noted)
        if call.continues:
            return (self._exchange(request) if self.pid is not None else None) or self._lost("crash")
        bound = call.max_bytes
        if self.pid is not None and bound is not None and self._look(self.pid, bound) > bound // 2:
            self._reap()  # memory that a child has kept from earlier calls must not count against this one
            self._next_look, self._peak = time.monotonic() + _POLL, 0
        fresh = self.pid is None
        reply = self._exchange(request)
        if reply is None and not fresh:
            reply = self._exchange(request)
        return reply or self._lost("crash")

    def kill(self) -> None:
        """End the child and what it has started, and never start another; safe while another thread runs a call."""
        with self._guard:
            self._killed = True
            self._kill_group()

    def close(self) -> None:
        """End the child and what it has started."""
        self.kill()
        self._reap()

    def _exchange(self, request: bytearray) -> Reply | None:
        """Send the request and take in replies until one is final, or a limit is reached.

        Returns:
            None if the child was gone before it began the call.
        """
        child = self._living()
        if child is None:
            return self._lost("crash")
        self._replies.clear()
        self._said.clear()
        self._begun = False
        unsent = memoryview(request)
        with selectors.DefaultSelector() as selector:
            selector.register(child.replies, selectors.EVENT_READ)
            selector.register(child.requests, selectors.EVENT_WRITE)
            unheard_until = time.monotonic() + _UNHEARD
            while True:
                ready = {key.fd for key, _ in selector.select(self._patience(unheard_until))}
                if time.monotonic() > unheard_until:
                    selector.register(child.notes, selectors.EVENT_READ)
                    unheard_until = math.inf
                try:
                    if child.requests in ready:
                        unsent = _send(unsent, child, selector)
                    if child.notes in ready:
                        self._hear(child)
                    reply = self._receive(child) if child.replies in ready else None
                except BrokenPipeError:
                    lost = self._lost("crash")
                    return lost if self._begun else None
                reply = reply or self._overrun(child)
                if reply is not None:
                    return reply

    def _living(self) -> Child | None:
        """Return the child, or a new one if there is none; None after `kill`."""
        with self._guard:
            if self._child is None and not self._killed:
                self._child = new_child()
            return self._child

    def _patience(self, unheard_until: float) -> float:
        """Return the seconds until something must be checked even if the child sends nothing."""
        moments = [unheard_until]
        if self._call.max_bytes is not None:
            moments.append(self._next_look)
        if self._deadline is not None:
            moments.append(self._deadline + GRACE + 0.001)
        return min(LOOK, max(0.0, min(moments) - time.monotonic()))

    def _receive(self, child: Child) -> Reply | None:
        """Take in what the child has sent; return the reply if that completes it.

        Raises:
            BrokenPipeError: if the child will send nothing more.
        """
        self._hear_all(child)  # everything that belongs to a reply was noted before it
        for kind, content, peak in self._replies.read(child.replies):
            return Reply(**{kind: content}, notes=self._notes, peak_bytes=peak)
        return None

    def _hear_all(self, child: Child) -> None:
        """Take in all notes of a child that makes no more at present."""
        while self._hear(child):
            pass

    def _hear(self, child: Child) -> bool:
        """Take in some notes of the child, that it has begun and what is known; return whether there were any.

        A child that notes without end must not prevent its limits from being checked.
        """
        try:
            for known, moment in self._said.read(child.notes):
                self._begun = True
                self._notes.update(known)
                self._noted = moment
        except (BlockingIOError, BrokenPipeError):
            return False
        return True

    def _overrun(self, child: Child) -> Reply | None:
        """End the child if it is over a limit, and return the reply that says so."""
        now, bound = time.monotonic(), self._call.max_bytes
        if self._deadline is not None and now > self._deadline + GRACE:
            return self._lost("time")
        if bound is None or now < self._next_look:
            return None
        return self._lost("memory") if self._look(child.process.pid, bound) > bound else None

    def _look(self, pid: int, bound: int) -> int:
        """Return the resident memory of the child, and note when it must be checked again."""
        resident = resident_bytes(pid)
        self._peak = max(self._peak, resident)
        self._next_look = time.monotonic() + max(_POLL, (bound - resident) / _GROWTH)
        return resident

    def _lost(self, reason: Reason) -> Reply:
        with self._guard:
            self._kill_group()
        if self._child is not None:
            self._hear_all(self._child)
        self._reap()
        since = time.monotonic() - self._noted
        return Reply(lost=reason, notes=self._notes, since=since, peak_bytes=self._peak)

    def _kill_group(self) -> None:
        """Kill the child's group, under the guard: until the child is reaped, its process ID is not reused."""
        if self._child is not None and os.getpid() == self._owner:
            with contextlib.suppress(OSError):
                os.killpg(self._child.process.pid, signal.SIGKILL)

    def _reap(self) -> None:
        with self._guard:
            self._kill_group()
            child, self._child = self._child, None
        if child is not None:
            child.close()
            if os.getpid() == self._owner:
                child.process.wait()


def _deadline_of(call: Call) -> float | None:
    """Return the moment at which time is up for a call that starts now; None if it is not limited."""
    moments = [call.deadline, None if call.time_limit is None else time.monotonic() + call.time_limit]
    return min((moment for moment in moments if moment is not None), default=None)


def _send(unsent: memoryview, child: Child, selector: selectors.BaseSelector) -> memoryview:
    """Write what the pipe takes now, perhaps nothing; return the rest. If there is none, stop waiting for the pipe."""
    with contextlib.suppress(BlockingIOError):
        unsent = unsent[os.write(child.requests, unsent[:_CHUNK]) :]
    if not unsent:
        selector.unregister(child.requests)
    return unsent


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process; 0 if it is gone."""
    try:
        with open(_STATM.format(pid), "rb") as stream:  # noqa: PTH123 - read a hundred times a second
            return int(stream.read().split()[1]) * _PAGE
    except FileNotFoundError:
        if os.path.exists(_STATM.format("self")):  # noqa: PTH110
            return 0
    printed = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=False)  # noqa: S603, S607
    return int(printed.stdout or 0) * 1024


def _nothing() -> None:
    """Stand in for the call of a worker that has none."""
