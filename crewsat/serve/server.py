"""The server: one client on standard input and output, until it leaves or a signal ends it."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

from crewsat.base.guarded import MAX_BYTES
from crewsat.engine.desk import Desk
from crewsat.serve.mcp import Mcp
from crewsat.serve.plain import Plain
from crewsat.serve.session import Limits, Session
from crewsat.serve.streams import Writer, lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from signal import Signals

LAST_WORDS = 0.5
"""Seconds in which the last answers must be read."""


def serve(*, as_mcp: bool, jobs: int, queue: int, limits: Limits, endings: Sequence[Signals]) -> int | None:
    """Answer the requests on standard input.

    Args:
        as_mcp: whether they are those of the Model Context Protocol.
        jobs: how many are worked on at a time.
        queue: how many more may wait.
        limits: of each.
        endings: the signals that end the server.

    Returns:
        The signal that ended it; None at the end of the input, or if nobody reads the answers.
    """
    answers = os.dup(1)
    os.dup2(2, 1)  # whatever a library prints is not an answer
    said = {"time_limit": limits.seconds, "memory_limit": limits.megabytes, "jobs": jobs, "queue": queue}
    protocol = Mcp() if as_mcp else Plain(said)

    async def served() -> int | None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        by: list[int] = []

        def end(number: int) -> None:
            by.append(number)
            ended.set()

        for number in endings:
            loop.add_signal_handler(number, end, number)
        desk, writer = Desk(jobs, queue), Writer(answers, ended.set)
        session = Session(protocol, desk, limits, writer)
        serving = asyncio.ensure_future(session.serve(lines_of(sys.stdin.fileno(), MAX_BYTES)))
        ending = asyncio.ensure_future(ended.wait())
        await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in (serving, ending):
            task.cancel()
        await asyncio.gather(serving, ending, return_exceptions=True)
        await session.end()
        await asyncio.gather(desk.close(), writer.close(LAST_WORDS))
        if serving.done() and not serving.cancelled():
            serving.result()
        return by[0] if by else None

    return asyncio.run(served())
