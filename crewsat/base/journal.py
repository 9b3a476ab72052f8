"""A file of lines that long work appends its results to, one process at a time, so that it can resume.

The file is locked as long as it is open. The lock is taken without waiting, leaves nothing behind, and ends with the
process however it dies. A second lock, of the kind that has an owner (POSIX, `F_GETLK`), identifies the process: alone
it would not suffice, because it is lost as soon as the process closes any other descriptor of the same file.

To resume, the whole file is checked before anything in it is changed (`Journal.take_up`): a rejected file stays as it
is, byte for byte.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import struct
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.errors import Defect, InvalidInstance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Taken = TypeVar("Taken")

LONGEST = 1 << 28
"""Bytes of the longest line; a longer one is read in pieces."""

_FLOCK, _PID = ("qqihh", 2) if sys.platform == "darwin" else ("hhqqi", 4)
"""The fields of ``struct flock``, and the index of the process ID; all are zero but the type, `F_WRLCK`."""


class Journal:
    """An open file of lines; as a context manager it is closed on leaving.

    Attributes:
        path: the name under which it was opened.

    Raises:
        InvalidInstance: if the file cannot be opened or written, or another run has it open; the message says which.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        while True:
            with self._reported():
                self._stream = Path(self.path).open("a+b")  # noqa: SIM115 - it stays open
            try:
                with self._reported():
                    self._lock()
                    if os.path.samestat(os.fstat(self._stream.fileno()), Path(self.path).stat()):
                        return
            except InvalidInstance:
                self._stream.close()
                raise
            self._stream.close()  # its former owner has replaced the file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def take_up(
        self, read: Callable[[int, bytes], Taken], begins: Callable[[int, bytes], bool], *, cut: bool = True
    ) -> Iterator[Taken]:
        """Yield what the lines contain, and in the end drop a last line whose writing was interrupted.

        Nothing is changed before all lines have been checked.

        Args:
            read: returns what a line contains, given its number, from 1, and its bytes without the newline; it raises
                ValueError, with the text of the message, for a line that does not belong there.
            begins: returns whether a last line without a newline, again given its number and bytes, may be the
                beginning of one that belongs there.
            cut: whether such a line is dropped; otherwise the file is only read.

        Raises:
            InvalidInstance: for a line that does not belong there, with its number; the file is unchanged.
        """
        complete = 0
        for number, line in enumerate(self.lines(), 1):
            try:
                if not line.endswith(b"\n"):
                    _check_beginning(number, line, begins)
                    break
                found = read(number, line[:-1])
            except ValueError as error:
                raise InvalidInstance([Defect(f"line {number}", str(error))], self.path) from None
            complete += len(line)
            yield found
        if cut:
            self.cut(complete)

    def lines(self) -> Iterator[bytes]:
        """Yield all lines from the beginning; the last one has no newline if writing it was interrupted."""
        with self._reported():
            self._stream.seek(0)
            yield from iter(lambda: self._stream.readline(LONGEST), b"")

    def read(self, start: int, size: int) -> bytes:
        """Return `size` bytes from `start` on; this does not disturb reading lines."""
        with self._reported():
            return os.pread(self._stream.fileno(), size, start)

    def cut(self, size: int) -> None:
        """Truncate the file to `size` bytes."""
        with self._reported():
            os.ftruncate(self._stream.fileno(), size)

    def append(self, line: bytes, *, sync: bool = False) -> None:
        """Append a line, which readers of the file see at once; with `sync` it also survives a power failure.

        It is written without a buffer: if the disk has no space for it, nothing is left to be written when the file is
        closed, where the error would not be reported with the name of the file.
        """
        with self._reported():
            rest = memoryview(line + b"\n")
            while rest:
                rest = rest[os.write(self._stream.fileno(), rest) :]
            if sync:
                os.fsync(self._stream.fileno())

    def replace(self, path: str | os.PathLike[str]) -> None:
        """Replace another file by this one, atomically and with its permissions; this one stays open and locked."""
        with self._reported():
            os.fchmod(self._stream.fileno(), stat.S_IMODE(Path(path).stat().st_mode))
            os.fsync(self._stream.fileno())
            Path(self.path).replace(path)

    def close(self) -> None:
        """Close the file and release the lock."""
        self._stream.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidInstance([Defect("", f"is in use by {self._owner()}")], self.path) from None
        with suppress(OSError):
            fcntl.lockf(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _owner(self) -> str:
        """Return who has the lock, as far as the system knows: not if it is this process, or one on another machine."""
        asked = [0] * len(_FLOCK)
        asked[_FLOCK.index("h")] = fcntl.F_WRLCK
        lock = fcntl.fcntl(self._stream, fcntl.F_GETLK, struct.pack(_FLOCK, *asked))
        pid = struct.unpack(_FLOCK, lock)[_PID]
        return f"process {pid}" if pid > 0 else "another run"

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise InvalidInstance([Defect("", f"cannot be written: {why}")], self.path) from None


def _check_beginning(number: int, line: bytes, begins: Callable[[int, bytes], bool]) -> None:
    """Check that a line without a newline is one whose writing was interrupted.

    Raises:
        ValueError: if it may be something else.
    """
    if len(line) >= LONGEST or not begins(number, line):
        raise ValueError("is incomplete, and is not the beginning of the line that is due; allowed: a new file")


def is_beginning(line: bytes, start: bytes) -> bool:
    """Return whether an incomplete line may be the beginning of one that starts like this."""
    return start.startswith(line) or line.startswith(start)


def object_of(line: bytes, otherwise: str) -> dict[str, Any]:
    """Return the JSON object that a line is.

    Raises:
        ValueError: with this message, if it is not one.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError(otherwise)
    return found
