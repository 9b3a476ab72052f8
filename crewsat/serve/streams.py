"""Standard input and output as lines of bytes, in an event loop."""

from __future__ import annotations

import asyncio
import os
from queue import SimpleQueue
from select import PIPE_BUF, select
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_CHUNK = 1 << 16


class TooLong(Exception):  # noqa: N818 - it stands for a line
    """A line was longer than allowed."""


async def lines_of(descriptor: int, most_bytes: int) -> AsyncIterator[bytes | TooLong]:
    """Yield the lines of a descriptor, without their ends, until its end; blank lines are skipped.

    What has arrived of a line is read while nothing else is to be done; it is not set to non-blocking, which would hold
    for other programs that have it open.

    Args:
        descriptor: of a pipe, a terminal, a socket or a file.
        most_bytes: a longer line is yielded as `TooLong`, and not kept.
    """
    held, searched, skips = bytearray(), 0, False
    while chunk := await _read(descriptor):
        held += chunk
        while (end := held.find(b"\n", searched)) >= 0:
            line = bytes(held[:end])
            del held[: end + 1]
            searched = 0
            if skips:
                skips = False
            elif len(line) > most_bytes:
                yield TooLong()
            elif line.strip():
                yield line
        searched = len(held)
        if len(held) > most_bytes:
            if not skips:
                yield TooLong()
            held, searched, skips = bytearray(), 0, True
    if held.strip() and not skips:
        yield bytes(held)


async def _read(descriptor: int) -> bytes:
    """Return what can be read next; nothing at the end."""
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    try:
        loop.add_reader(descriptor, ready.set_result, None)
    except PermissionError:  # a file, which can always be read
        await asyncio.sleep(0)
    else:
        try:
            await ready
        finally:
            loop.remove_reader(descriptor)
    return os.read(descriptor, _CHUNK)


class Writer:
    """Writes lines: short ones at once if they fit into the pipe, others in a thread, which may wait for the reader.

    Args:
        descriptor: where they are written.
        closed: called in the event loop when nobody reads any more.
    """

    def __init__(self, descriptor: int, closed: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._closed = closed
        self._loop = asyncio.get_running_loop()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._pending = 0
        self._moved = asyncio.Event()
        self._done = asyncio.Event()
        Thread(target=self._write, daemon=True).start()

    def put(self, line: bytes) -> None:
        """Write a line, to which its end is added."""
        whole = line + b"\n"
        if not self._pending and len(whole) <= PIPE_BUF and self._has_room():
            try:
                whole = whole[os.write(self._descriptor, whole) :]
            except OSError:
                self._closed()
                return
        if whole:
            self._pending += len(whole)
            self._lines.put(whole)

    def _has_room(self) -> bool:
        """Whether a pipe takes `PIPE_BUF` bytes at once: to wake a thread for an answer costs more than to write it."""
        return bool(select([], [self._descriptor], [], 0)[1])

    async def below(self, most_bytes: int) -> None:
        """Wait until at most `most_bytes` bytes are still to be written."""
        while self._pending > most_bytes and not self._done.is_set():
            self._moved.clear()
            await self._moved.wait()

    async def close(self, seconds: float) -> None:
        """Write what is left, for so long at most."""
        self._lines.put(None)
        try:
            await asyncio.wait_for(self._done.wait(), seconds)
        except TimeoutError:  # nobody reads; the thread ends with the process
            return

    def _write(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
                self._tell(self._written, len(line))
        except OSError:
            self._tell(self._closed)
        self._tell(self._end)

    def _tell(self, function: Callable[..., None], *arguments: int) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:  # the loop has ended
            return

    def _written(self, size: int) -> None:
        self._pending -= size
        self._moved.set()

    def _end(self) -> None:
        self._done.set()
        self._moved.set()
