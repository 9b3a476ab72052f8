"""Where calls wait for a worker: a few warm child processes, and a queue that is not long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from crewsat.engine.asking import Decider

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.workers.process import Call, Reply

    After = Callable[[Reply], Call | None]


class Full(Exception):  # noqa: N818 - it is a state of the desk
    """No more calls can wait."""


class Desk:
    """Workers that run one call at a time each; the one that was busy last is taken first.

    Args:
        jobs: how many workers there are.
        places: how many calls may wait for one.
    """

    def __init__(self, jobs: int, places: int) -> None:
        self._all = tuple(Decider() for _ in range(jobs))
        self._idle = [*self._all]
        self._free = asyncio.Semaphore(jobs)
        self._places = jobs + places
        self._inside = 0
        self._asking: set[asyncio.Task[Reply]] = set()

    def ask(self, call: Call, *, patience: float | None = None, after: After | None = None) -> asyncio.Task[Reply]:
        """Return a task that runs a call; cancelling it ends the work.

        Args:
            call: what is run; its time begins when a worker takes it.
            patience: how many seconds it may wait for a worker; None for no limit.
            after: returns the call with which the same worker goes on after a reply, if any; its reply counts then.

        The task raises:
            Full: if the queue is full.
            TimeoutError: if no worker was free in time.
        """
        task = asyncio.ensure_future(self.run(call, patience=patience, after=after))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return task

    async def run(self, call: Call, *, patience: float | None = None, after: After | None = None) -> Reply:
        """Run a call as `ask` says, in the task of the caller, which must end before the desk is closed."""
        if self._inside >= self._places:
            raise Full
        self._inside += 1
        try:
            async with asyncio.timeout(patience):  # wait_for would lose a cancellation that comes with the worker
                await self._free.acquire()
            return await self._run_by_worker(call, after)
        finally:
            self._inside -= 1

    async def _run_by_worker(self, call: Call, after: After | None) -> Reply:
        """Have a free worker run a call, and perhaps another one."""
        worker = self._idle.pop()
        try:
            reply = await worker.run_async(call)
            more = None if after is None else after(reply)
            return reply if more is None else await worker.run_async(more)
        finally:
            self._idle.append(worker)
            self._free.release()

    async def close(self) -> None:
        """End all work, and then all workers: not while something still waits for one."""
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        for worker in self._all:
            worker.close()
