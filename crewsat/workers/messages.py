"""Messages between a parent and its children: the length in 8 bytes, then a pickle."""

from __future__ import annotations

import os
import pickle
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTH = 8
"""Bytes of the length that precedes a message."""

_CHUNK = 1 << 20


class Late(Exception):  # noqa: N818 - it never leaves this package
    """The deadline passed while a message was being written."""


class _DeadlineBuffer(bytearray):
    """A stream to which a message is pickled, in pieces of some 64 kB; time may run out in between."""

    def __init__(self, deadline: float | None) -> None:
        super().__init__(LENGTH)
        self._deadline = deadline

    def write(self, piece: bytes) -> int:
        """Append a piece.

        Raises:
            Late: if the deadline has passed.
        """
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise Late
        self += piece
        return len(piece)


class Messages:
    """What has arrived through a pipe; its last message may be incomplete."""

    def __init__(self) -> None:
        self._heard = bytearray()

    def clear(self) -> None:
        """Discard the received part of a message."""
        self._heard.clear()

    def read(self, descriptor: int) -> Iterator[Any]:
        """Read once from a pipe, and yield the messages that this completes.

        Raises:
            BrokenPipeError: if nothing more will come.
            BlockingIOError: if there is nothing now, and the pipe does not block.
        """
        data = os.read(descriptor, _CHUNK)
        if not data:
            raise BrokenPipeError
        self._heard += data
        while len(self._heard) >= LENGTH:
            end = LENGTH + int.from_bytes(self._heard[:LENGTH], "big")
            if len(self._heard) < end:
                break
            message = pickle.loads(self._heard[LENGTH:end])  # noqa: S301 - from our own child
            del self._heard[:end]
            yield message


def framed_in_time(message: object, deadline: float | None) -> bytearray:
    """Return what `frame` returns, unless the deadline passes meanwhile: instances may be many megabytes long.

    Raises:
        Late: if it does.
    """
    paper = _DeadlineBuffer(deadline)
    pickle.Pickler(paper).dump(message)
    paper[:LENGTH] = (len(paper) - LENGTH).to_bytes(LENGTH, "big")
    return paper


def frame(message: object) -> bytes:
    """Return a message as it goes through a pipe."""
    data = pickle.dumps(message)
    return len(data).to_bytes(LENGTH, "big") + data
