"""Where questions wait for a worker: a few warm child processes, and a queue that is not long."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from crewsat.engine.asking import Decider
from crewsat.web.questions import answered
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from crewsat.workers.process import Reply


GRACE = 1.0
"""Seconds a question has to end by itself when its time is up; then its worker is ended."""


class Full(Exception):  # noqa: N818 - it is a state of the desk
    """No more questions can wait."""


class Desk:
    """Workers that answer one question at a time each.

    Args:
        jobs: how many workers there are.
        places: how many questions may wait for one.
        max_bytes: bound on the resident memory of a worker.
    """

    def __init__(self, jobs: int, places: int, max_bytes: int) -> None:
        self._folder = TemporaryDirectory(prefix="crewsat-")
        self._idle = [(Decider(), Path(self._folder.name) / str(number)) for number in range(jobs)]
        self._all = tuple(worker for worker, _ in self._idle)
        self._free = asyncio.Semaphore(jobs)
        self._places = jobs + places
        self._inside = 0
        self._max_bytes = max_bytes
        self._asking: set[asyncio.Task[Reply]] = set()

    def ask(self, name: str, body: bytes, seconds: float) -> asyncio.Task[Reply]:
        """Return a task that answers a question, as `_ask` does; cancelling it ends the work."""
        task = asyncio.ensure_future(self._ask(name, body, seconds))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return task

    async def _ask(self, name: str, body: bytes, seconds: float) -> Reply:
        """Answer a question.

        Args:
            name: the question.
            body: its text.
            seconds: how long a worker may take, and how long the question may wait for one.

        Raises:
            Full: if the queue is full.
            TimeoutError: if no worker was free in time.
        """
        if self._inside >= self._places:
            raise Full
        self._inside += 1
        try:
            async with asyncio.timeout(seconds):  # wait_for would lose a cancellation that comes with the worker
                await self._free.acquire()
            return await self._asked(name, body, seconds)
        finally:
            self._inside -= 1

    async def _asked(self, name: str, body: bytes, seconds: float) -> Reply:
        """Have a free worker answer a question."""
        worker, folder = self._idle.pop()
        try:
            call = Call(
                answered, (name, body, seconds, str(folder)), time_limit=seconds + GRACE, max_bytes=self._max_bytes
            )
            return await worker.run_async(call)
        finally:
            shutil.rmtree(folder, ignore_errors=True)  # left by a worker that was ended
            self._idle.append((worker, folder))
            self._free.release()

    async def close(self) -> None:
        """End all work, and then all workers: not while something still waits for one."""
        asking = list(self._asking)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        for worker in self._all:
            worker.close()
        self._folder.cleanup()
