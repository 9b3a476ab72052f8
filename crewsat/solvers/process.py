"""Functions run in child processes, under limits that hold.

A `Worker` is a child that runs the functions sent to it, one at a time. It is started when there is something to run,
and again when it has died. Limits are kept twice: the function is told its deadline and stops by itself, with whatever
it can tell of its work; a child that does not is killed a moment later. Resident memory is watched from here, because
no function knows when a library under it is about to allocate.

Nobody is left behind. A child leads a session of its own, so that a signal to its group ends the programs it has
started as well, and Ctrl-C at a terminal is the parent's alone to handle. A child that finds its pipe closed ends
itself with its group, so even a parent that was killed leaves no orphan.

Why not `multiprocessing`, `concurrent.futures` or pebble, which do part of this: they import the caller's main module
again in every child (a script without the ``__main__`` guard would start itself for ever), none of them watches memory,
passes on what a function knew before it was killed, or ends the programs a child has started.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import selectors
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

    from crewsat.solvers.outcome import Reason

GRACE = 0.25
"""Seconds a function has to stop by itself after its deadline."""

AHEAD = 1_000
"""Results kept back by `run_each` because an earlier one is not ready: a bound on memory."""

_STATM = "/proc/{}/statm"
_POLL = 0.01 if sys.platform == "linux" else 0.25
"""Seconds between two looks at a child's memory; without /proc a look costs a process."""

_PAGE = os.sysconf("SC_PAGE_SIZE")

Item = TypeVar("Item")

LENGTH = 8
"""Bytes of the length that precedes a message."""

_CHUNK = 1 << 20
_SERVE = "import sys; sys.path[:] = {path!r}; from crewsat.solvers.serving import serve; serve()"


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
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    time_limit: float | None = None
    deadline: float | None = None
    max_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a call: a value, an exception the function raised, or the reason why the child was lost.

    Attributes:
        value: what the function returned.
        error: what it raised.
        lost: ``time`` or ``memory`` if a limit ended the child, ``crash`` if it died.
        notes: what the function had noted until then.
    """

    value: Any = None
    error: Exception | None = None
    lost: Reason | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)


class Worker:
    """A child process that runs one call at a time; as a context manager it is ended on leaving."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()
        self._killed = False
        self._call = Call(_nothing)
        self._deadline: float | None = None
        self._buffer = bytearray()
        self._notes: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The number of the child process, if there is one."""
        return None if self._process is None else self._process.pid

    @property
    def notes(self) -> Mapping[str, Any]:
        """What the function called last has noted so far."""
        return self._notes

    def run(self, call: Call) -> Reply:
        """Run a call and wait for its reply."""
        self.start(call)
        return wait([self])[0][1]

    def start(self, call: Call) -> None:
        """Hand over a call; `wait` brings the reply. A child that died while it was idle is replaced."""
        moments = [call.deadline, None if call.time_limit is None else time.monotonic() + call.time_limit]
        self._call, self._notes = call, {}
        self._deadline = min((moment for moment in moments if moment is not None), default=None)
        request = frame((call.function, call.arguments, self._deadline))
        bound = call.max_bytes
        if self.pid is not None and bound is not None and resident_bytes(self.pid) > bound // 2:
            self._reap()  # what a child has kept from earlier calls must not count against this one
        try:
            self._send(request)
        except OSError:
            self._reap()
            with contextlib.suppress(OSError):  # `wait` notices a child that is not there
                self._send(request)

    def kill(self) -> None:
        """End the child and what it has started, and never start another; safe while another thread waits for it."""
        with self._guard:
            self._killed = True
        self._kill_group()

    def close(self) -> None:
        """End the child and what it has started."""
        self.kill()
        self._reap()

    def pipe(self) -> int | None:
        """The descriptor the child's replies come from."""
        return None if self._process is None or self._process.stdout is None else self._process.stdout.fileno()

    def patience(self) -> float | None:
        """Seconds until this busy worker must be looked at even if it says nothing; None for ever."""
        if self._process is None:
            return 0.0
        if self._call.max_bytes is not None:
            return _POLL
        return None if self._deadline is None else max(0.0, self._deadline + GRACE - time.monotonic()) + 0.001

    def receive(self) -> Reply | None:
        """Take in what the child has sent; return the reply if that completes it."""
        pipe = self.pipe()
        data = b"" if pipe is None else os.read(pipe, _CHUNK)
        if not data:
            return self._lost("crash")
        self._buffer += data
        while len(self._buffer) >= LENGTH:
            end = LENGTH + int.from_bytes(self._buffer[:LENGTH], "big")
            if len(self._buffer) < end:
                break
            kind, content = pickle.loads(bytes(self._buffer[LENGTH:end]))  # noqa: S301 - from our own child
            del self._buffer[:end]
            if kind != "note":
                return Reply(**{kind: content}, notes=self._notes)
            self._notes.update(content)
        return None

    def overrun(self) -> Reply | None:
        """End the child if it is over a limit, or not there; return the reply that says so."""
        if self._process is None:
            return self._lost("crash")
        if self._deadline is not None and time.monotonic() > self._deadline + GRACE:
            return self._lost("time")
        if self._call.max_bytes is not None and resident_bytes(self._process.pid) > self._call.max_bytes:
            return self._lost("memory")
        return None

    def _send(self, request: bytes) -> None:
        with self._guard:
            if self._process is None and not self._killed:
                self._process, self._buffer = _new_process(), bytearray()
            stdin = None if self._process is None else self._process.stdin
        if stdin is None:
            raise BrokenPipeError
        stdin.write(request)
        stdin.flush()

    def _kill_group(self) -> None:
        """Kill the child's group; until the child is reaped, the group's number cannot be anybody else's."""
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)

    def _reap(self) -> None:
        self._kill_group()
        with self._guard:
            process, self._process = self._process, None
        if process is not None:
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what could not be sent is lost
                    pipe and pipe.close()
            process.wait()

    def _lost(self, reason: Reason) -> Reply:
        self._reap()
        return Reply(lost=reason, notes=self._notes)


def wait(workers: Sequence[Worker]) -> list[tuple[Worker, Reply]]:
    """Wait until at least one of these busy workers has a reply; those over a limit are ended."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            pipe = worker.pipe()
            if pipe is not None:
                selector.register(pipe, selectors.EVENT_READ, worker)
        while True:
            patience = [seconds for worker in workers if (seconds := worker.patience()) is not None]
            heard = {id(key.data) for key, _ in selector.select(min(patience, default=None))}
            replies = []
            for worker in workers:
                reply = (worker.receive() if id(worker) in heard else None) or worker.overrun()
                if reply is not None:
                    replies.append((worker, reply))
            if replies:
                return replies


def run_each(items: Iterable[Call | Item], jobs: int) -> Generator[Reply | Item]:
    """Run calls in so many workers and yield their replies in the order of the calls, as they become ready.

    What is no call passes through in its place. Calls are taken from `items` when a worker is free for them, at most
    `AHEAD` before the one whose reply is due.
    """
    idle = [Worker() for _ in range(jobs)]
    busy: dict[Worker, int] = {}
    done: dict[int, Reply | Item] = {}
    due = 0
    numbered = enumerate(items)
    item: tuple[int, Call | Item] | None = next(numbered, None)
    try:
        while item is not None or busy or done:
            while item is not None and idle and item[0] - due < AHEAD:
                if isinstance(item[1], Call):
                    worker = idle.pop()
                    worker.start(item[1])
                    busy[worker] = item[0]
                else:
                    done[item[0]] = item[1]
                item = next(numbered, None)
            while due in done:
                yield done.pop(due)
                due += 1
            if busy:
                for worker, reply in wait(list(busy)):
                    done[busy.pop(worker)] = reply
                    idle.append(worker)
    finally:
        for worker in [*idle, *busy]:
            worker.close()


def frame(message: object) -> bytes:
    """Return a message as it goes through a pipe: its length in 8 bytes, then its pickle."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH, "big") + data


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process; 0 if it is gone."""
    try:
        with open(_STATM.format(pid), "rb") as stream:  # noqa: PTH123 - read a hundred times a second
            return int(stream.read().split()[1]) * _PAGE
    except FileNotFoundError:
        if os.path.exists(_STATM.format("self")):  # noqa: PTH110
            return 0
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, check=False)  # noqa: S603, S607
    return int(told.stdout or 0) * 1024


def _nothing() -> None:
    """Stand for the call of a worker that has none."""


def _new_process() -> subprocess.Popen[bytes]:
    """Start a child that waits for calls, with the modules this process can import."""
    return subprocess.Popen(  # noqa: S603 - ourselves
        [sys.executable, "-c", _SERVE.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
