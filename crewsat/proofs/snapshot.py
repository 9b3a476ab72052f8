"""Copy a file named by an answer, so that the bytes examined first are those checked later.

The file is read once, no further than the size it has when it is opened, which must be the given one, if any; it may be
a device, a pipe, endless, or be written to at this moment. The copy has no name, so no other process can change it.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, BinaryIO

from crewsat.base.errors import InvalidProof, Stopped
from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from pathlib import Path

_PIECE = 1 << 20

MOST = 1 << 33
"""Bytes of the largest file that is copied."""


@contextmanager
def copied(path: Path, place: str, size: int | None, sha256: str, late: Callable[[], bool]) -> Iterator[BinaryIO]:
    """Provide a copy, positioned at its start, of a file that has this size and this hash.

    Args:
        path: of the file.
        place: its name in errors.
        size: in bytes; None if not given.
        sha256: of its bytes, in hexadecimal.
        late: called now and then; returns whether to give up.

    Raises:
        InvalidProof: if it is not a regular file, or not the right one.
        Stopped: if time runs out.
        OSError: if it cannot be read, with its name; or if there is no space for the copy.
    """
    with TemporaryFile() as copy:
        with _opened(path, place) as source:
            there = os.fstat(source.fileno()).st_size
            if size not in {None, there}:
                raise InvalidProof(f"{place}: is not the file the answer is about (its size differs)")
            if there > MOST:
                raise InvalidProof(f"{place}: is larger than {MOST >> 30} GiB")
            found = hashlib.sha256()
            for piece in _pieces(source, there, path):
                if late():
                    raise Stopped("time")
                found.update(piece)
                copy.write(piece)
        if found.hexdigest() != sha256.lower():
            raise InvalidProof(f"{place}: is not the file the answer is about (its SHA-256 differs)")
        copy.seek(0)
        yield copy


def _opened(path: Path, place: str) -> BufferedReader:
    """Open a regular file, and reject anything that would block."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError as error:
        raise InvalidProof(f"{place}: cannot be read: {visible(error)}") from None
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise InvalidProof(f"{place}: is not a regular file")
    os.set_blocking(number, True)
    return os.fdopen(number, "rb")


def _pieces(source: BufferedReader, size: int, path: Path) -> Iterator[bytes]:
    """Yield the first `size` bytes of a file, or all if it has fewer, in pieces."""
    while size > 0:
        try:
            piece = source.read(min(_PIECE, size))
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        if not piece:
            return
        yield piece
        size -= len(piece)
