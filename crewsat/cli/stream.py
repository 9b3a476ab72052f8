"""One instance or many: what a file, or standard input, turns out to hold.

A ``.jsonl`` or ``.deals`` file has an instance per line, and so has any file with `--lines`. Other files are examined.
The first line, if it is a whole instance by itself and another line follows, is the first of many: after JSON that may
be any line, after text one that is a whole instance by itself, too, and does not continue the first one (a text may
have one hand per line). Everything else is one instance, whose text may take many lines.
"""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from crewsat.base.errors import Defect, InvalidInstance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Line = tuple[int, bytes | InvalidInstance]
    """A line with its number, from 1, or with what is wrong with it."""

LISTS = tuple(kind + packed for kind in (".jsonl", ".deals") for packed in ("", ".gz", ".bz2", ".xz"))
"""The suffixes of files with one instance per line."""


def content_of(file: str, *, lines: bool = False) -> bytes | Iterator[Line]:
    """Return the text of one instance, or the lines of many without blank ones; no more is read than needed.

    Args:
        file: its name; ``-`` is standard input.
        lines: whether the user says that there is one instance per line.

    Raises:
        InvalidInstance: if it cannot be read, or is one instance that is too large.
    """
    from crewsat.base.guarded import name_of  # noqa: PLC0415
    from crewsat.engine.files import raw_lines  # noqa: PLC0415 - pydantic

    if lines or file.endswith(LISTS):
        return raw_lines(file)
    data = _read(file)
    found = raw_lines(file) if data is None else _lines_in(data)
    first = next(found, None)
    if first is None:
        return data or b""
    if isinstance(first[1], InvalidInstance):
        raise InvalidInstance(first[1].defects, name_of(file))
    second = next(found, None)
    if second is not None and _is_whole(first[1]) and not _goes_on(first[1], second[1]):
        return chain([first, second], found)
    return _joined(file, chain([first], [] if second is None else [second], found)) if data is None else data


def _read(file: str) -> bytes | None:
    """Return the whole file if it is not too large for one instance; None otherwise: it is then read line by line.

    Raises:
        InvalidInstance: if it cannot be read.
    """
    from crewsat.base.guarded import MAX_BYTES, name_of, named, read_bytes  # noqa: PLC0415

    with suppress(OSError, ValueError):
        if file != "-" and os.path.isfile(file) and os.stat(file).st_size <= MAX_BYTES:  # noqa: PTH113, PTH116 - pathlib takes longer to load
            with named(name_of(file)):
                return read_bytes(file, MAX_BYTES)
    return None


def _lines_in(data: bytes) -> Iterator[Line]:
    return ((number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip())


def _is_whole(line: bytes) -> bool:
    """Return whether a line may be an instance by itself: any JSON value, or text of more than a list of cards."""
    from crewsat.base.guarded import tree_of  # noqa: PLC0415
    from crewsat.engine.files import parse  # noqa: PLC0415 - pydantic

    try:
        if _is_json(line):
            tree_of(line)
            return True
        parse(line)
    except InvalidInstance:
        return False
    return b"/" in line or b";" in line


def _goes_on(first: bytes, second: bytes | InvalidInstance) -> bool:
    """Return whether the second line of a text continues the first, which is a whole instance by itself."""
    from crewsat.engine.files import parse  # noqa: PLC0415 - pydantic

    if _is_json(first) or isinstance(second, InvalidInstance) or _is_json(second):
        return False
    if not _is_whole(second):
        return True
    try:
        parse(first + b"\n" + second)
    except InvalidInstance:
        return False
    return True


def _is_json(line: bytes) -> bool:
    return line.lstrip()[:1] in {b"{", b"["}


def _joined(file: str, lines: Iterable[Line]) -> bytes:
    """Return the text that has these lines at their places.

    Raises:
        InvalidInstance: if it is too large.
    """
    from crewsat.base.guarded import MAX_BYTES, check_size, name_of, named  # noqa: PLC0415

    parts: list[bytes] = []
    size = before = 0
    with named(name_of(file)):
        for number, line in lines:
            if isinstance(line, InvalidInstance):
                raise InvalidInstance([Defect("", line.defects[0].message)])
            parts += [b"\n" * (number - before - (before == 0)), line]
            size += len(parts[-1]) + len(parts[-2])
            check_size(size, MAX_BYTES)
            before = number
    return b"".join(parts)
