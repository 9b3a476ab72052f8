"""Where the questions of the page are answered: each by a worker, with a folder for its files."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from crewsat.engine import desk
from crewsat.web.questions import answered
from crewsat.workers.process import Call

if TYPE_CHECKING:
    import asyncio

    from crewsat.workers.process import Reply


GRACE = 1.0
"""Seconds a question has to end by itself when its time is up; then its worker is ended."""


class Desk:
    """Workers that answer one question at a time each.

    Args:
        jobs: how many workers there are.
        places: how many questions may wait for one.
        max_bytes: bound on the resident memory of a worker.
    """

    def __init__(self, jobs: int, places: int, max_bytes: int) -> None:
        self._folder = TemporaryDirectory(prefix="crewsat-")
        self._numbers = count()
        self._desk = desk.Desk(jobs, places)
        self._max_bytes = max_bytes

    def ask(self, name: str, body: bytes, seconds: float) -> asyncio.Task[Reply]:
        """Return a task that answers a question, as `crewsat.engine.desk.Desk.ask` does.

        Args:
            name: the question.
            body: its text.
            seconds: how long a worker may take, and how long the question may wait for one.
        """
        folder = Path(self._folder.name) / str(next(self._numbers))
        arguments = name, body, seconds, str(folder)
        call = Call(answered, arguments, time_limit=seconds + GRACE, max_bytes=self._max_bytes)
        task = self._desk.ask(call, patience=seconds)
        task.add_done_callback(lambda _: shutil.rmtree(folder, ignore_errors=True))
        return task

    async def close(self) -> None:
        """End all work and all workers."""
        await self._desk.close()
        self._folder.cleanup()
