"""Many calls in a few child processes, their replies in the order of the calls.

Ctrl-C may reach the main thread anywhere. It waits on a `SimpleQueue`, and threads are started without waiting for them
to begin: an exception inside `threading.Condition` (events, futures, `Thread.start`) can leave its lock taken, and then
a thread waits for that lock for ever, and so does anything that waits for the thread. And it never waits long at a
time: a signal that arrives just before it begins to wait does not wake it.
"""

from __future__ import annotations

import sys
import time
from _thread import start_new_thread
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Self, TypeVar

from crewsat.workers.process import LOOK, Call, Reply, Worker

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

AHEAD = 1_000
"""The most replies held back because an earlier one is not ready: a bound on memory."""

_PATIENCE = 5.0
"""Seconds to wait for threads whose workers have been killed, in case one of them was never started."""

_TICK = 0.05
"""Seconds between two pauses, and so the longest delay of a reply while a source is waiting."""

Item = TypeVar("Item")


class Pause:
    """There is nothing to do yet; `patiently` yields it."""


PAUSE = Pause()


def patiently(items: Iterable[Item]) -> Generator[Item | Pause]:
    """Yield what an iterable yields, and `PAUSE` repeatedly while it is waiting, for example for a line of a pipe.

    A thread takes one item at a time, on demand. A thread that is waiting when the program ends is abandoned; it keeps
    standard input from being closed, which would wait for the thread.
    """
    wanted: SimpleQueue[None] = SimpleQueue()
    found: SimpleQueue[tuple[Item] | Exception | None] = SimpleQueue()
    start_new_thread(_take_each, (iter(items), wanted, found, sys.stdin))
    while True:
        wanted.put(None)
        while True:
            with suppress(Empty):
                item = found.get(timeout=_TICK)
                break
            yield PAUSE
        if item is None:
            return
        if isinstance(item, Exception):
            raise item
        yield item[0]


def _take_each(
    items: Iterator[Item], wanted: SimpleQueue[None], found: SimpleQueue[tuple[Item] | Exception | None], _kept: object
) -> None:
    """Take an item each time one is wanted; None marks the end."""
    while True:
        wanted.get()
        try:
            found.put((next(items),))
        except StopIteration:
            found.put(None)
            return
        except Exception as error:  # noqa: BLE001 - raised where items are yielded
            found.put(error)
            return


@dataclass(eq=False)
class _Task:
    """A call at work, and its reply when there is one."""

    call: Call
    worker: Worker
    reply: Reply | None = None


class _Pool:
    """Workers, and a thread for each call, which watches its limits whatever the other threads are doing.

    A worker is made when a call finds none idle, so there are never more workers than simultaneous calls. An
    interpreter that ends while replies are still due does not wait for the threads.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._running: set[_Task] = set()
        self._done: SimpleQueue[_Task] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.kill()
        end = time.monotonic() + _PATIENCE
        while not sys.is_finalizing() and time.monotonic() < end and any(task.reply is None for task in self._running):
            time.sleep(0.001)
        for worker in self._workers:
            worker.close()

    @property
    def free(self) -> bool:
        """Whether another call may be submitted."""
        while not self._done.empty():
            self._take(self._done.get())
        return len(self._running) < self._jobs

    def submit(self, call: Call) -> _Task:
        """Give a call to a free worker."""
        if not self._idle:
            self._workers.append(Worker())
            self._idle.append(self._workers[-1])
        task = _Task(call, self._idle.pop())
        self._running.add(task)
        start_new_thread(self._run, (task,))
        return task

    def wait(self) -> _Task | None:
        """Wait until one of the running calls is done, and return it; None if there are none."""
        while self._running:
            with suppress(Empty):
                return self._take(self._done.get(timeout=LOOK))
        return None

    def _take(self, task: _Task) -> _Task:
        self._running.remove(task)
        self._idle.append(task.worker)
        return task

    def _run(self, task: _Task) -> None:
        try:
            task.reply = task.worker.run(task.call)
        except Exception as error:  # noqa: BLE001 - raised again where the reply is taken
            task.reply = Reply(error=error)
        self._done.put(task)


def run_each(items: Iterable[Call | Item | Pause], jobs: int) -> Generator[Reply | Item]:
    """Run calls in `jobs` workers and yield their replies in the order of the calls, as they become ready.

    Items that are not calls pass through in their place. Calls are taken from `items` when a worker is free for them,
    at most `AHEAD` before the one whose reply is due; while `items` makes one, no reply is yielded, unless it yields
    `PAUSE`. If `items` raises, the error comes after the replies to all earlier calls.
    """
    source = iter(items)
    failure: Exception | None = None
    more = True
    due: deque[_Task | Item] = deque()
    with _Pool(jobs) as pool:
        while more or due:
            yield from _ready(due)
            if not (more and pool.free and len(due) < AHEAD):
                pool.wait()
                continue
            try:
                item = next(source)
            except StopIteration:
                more = False
            except Exception as error:  # noqa: BLE001 - raised after all replies
                more, failure = False, error
            else:
                if not isinstance(item, Pause):
                    due.append(pool.submit(item) if isinstance(item, Call) else item)
    if failure is not None:
        raise failure


def run_any(calls: Iterable[Call | Pause], jobs: int) -> Generator[tuple[Call, Reply]]:
    """Run calls in `jobs` workers and yield each with its reply, as soon as there is one.

    Calls are taken when a worker is free for them. A `PAUSE` says that the next one depends on a reply: it is asked for
    again once there is one, and ends the calls if none is due.
    """
    source = iter(calls)
    running = 0
    with _Pool(jobs) as pool:
        while True:
            while running < jobs and isinstance(call := next(source, None), Call):
                pool.submit(call)
                running += 1
            task = pool.wait()
            if task is None:
                return
            running -= 1
            yield task.call, task.reply or Reply()


def _ready(due: deque[_Task | Item]) -> Generator[Reply | Item]:
    """Take what is ready from the front: replies that have arrived, and items that are not calls."""
    while due and not (isinstance(due[0], _Task) and due[0].reply is None):
        first = due.popleft()
        yield (first.reply or Reply()) if isinstance(first, _Task) else first
