"""Many calls in a few child processes, their replies in the order of the calls."""

from __future__ import annotations

import sys
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future
from concurrent.futures import wait as wait_for
from queue import SimpleQueue
from typing import TYPE_CHECKING, Self, TypeVar

from crewsat.solvers.process import Call, Reply, Worker

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

AHEAD = 1_000
"""Replies kept back because an earlier one is not ready: a bound on memory."""

Item = TypeVar("Item")


class _Pool:
    """Workers, and a thread for each call, which watches its limits whatever everybody else is doing.

    A worker is made when a call finds none idle, so there are never more than calls at work at a time. The threads are
    daemons: an interpreter that ends while replies are still due must not wait for them.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: list[Worker] = []
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        self._running: set[Future[Reply]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.kill()
        if not sys.is_finalizing():  # then no thread runs any more
            wait_for(self._running)
        for worker in self._workers:
            worker.close()

    @property
    def free(self) -> bool:
        """Whether another call may be submitted."""
        self._running = {future for future in self._running if not future.done()}
        return len(self._running) < self._jobs

    def submit(self, call: Call) -> Future[Reply]:
        """Give a call to a free worker."""
        if self._idle.empty() and len(self._workers) < self._jobs:
            self._workers.append(Worker())
            self._idle.put(self._workers[-1])
        future: Future[Reply] = Future()
        self._running.add(future)
        threading.Thread(target=self._run, args=(call, future), daemon=True).start()
        return future

    def wait(self) -> None:
        """Wait until one of the calls at work is done, if there are any."""
        self._running = {future for future in self._running if not future.done()}
        wait_for(self._running, return_when=FIRST_COMPLETED)

    def _run(self, call: Call, future: Future[Reply]) -> None:
        worker = self._idle.get()
        try:
            reply = worker.run(call)
        except Exception as error:  # noqa: BLE001 - whoever takes the reply raises it again
            reply = Reply(error=error)
        self._idle.put(worker)
        future.set_result(reply)


def run_each(items: Iterable[Call | Item], jobs: int) -> Generator[Reply | Item]:
    """Run calls in so many workers and yield their replies in the order of the calls, as they become ready.

    What is no call passes through in its place. Calls are taken from `items` when a worker is free for them, at most
    `AHEAD` before the one whose reply is due; while `items` makes one, no reply is yielded. If `items` raises, that
    comes after the replies to all calls there were.
    """
    source = iter(items)
    failure: Exception | None = None
    more = True
    due: deque[Future[Reply] | Item] = deque()
    with _Pool(jobs) as pool:
        while more or due:
            while due and (not isinstance(due[0], Future) or due[0].done()):
                first = due.popleft()
                yield first.result() if isinstance(first, Future) else first
            if not (more and pool.free and len(due) < AHEAD):
                pool.wait()
                continue
            try:
                item = next(source)
            except StopIteration:
                more = False
            except Exception as error:  # noqa: BLE001 - raised when all replies are out
                more, failure = False, error
            else:
                due.append(pool.submit(item) if isinstance(item, Call) else item)
    if failure is not None:
        raise failure
