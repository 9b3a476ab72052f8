"""Files and JSON from anywhere, guarded: nothing a file contains may cause more than a message.

Files are opened without blocking, must be regular files or pipes, and small; a first look (`crewsat.base.first_look`)
converts packed files and other encodings to UTF-8. JSON is parsed once, with hooks that keep what Python would silently
accept (duplicate keys, NaN, numbers too long to convert) as marks in the tree; a walk over the tree reports every mark
with its place. A tree with marks that are not values is not passed on.
"""

from __future__ import annotations

import json
import os
import re
import select
import stat
import sys
from collections import Counter
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, Any, BinaryIO

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.first_look import comment_found, is_comment, plain, utf8
from crewsat.base.wording import PathPart, json_path, visible

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

MAX_BYTES = 8 * 1024 * 1024
"""Default limit on the size of an instance; of one line in a ``.jsonl`` file."""

MAX_DEPTH = 64
MOST_DIGITS = 30

MOST_LISTS = 1_500_000
"""Lists and objects of an instance, those in `about` included: enough for a million cards as pairs, and the rest."""
SECONDS_FOR_WRITER = 10.0
"""Seconds after which a pipe that has neither data nor a writer is refused."""
_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_json(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Any:  # noqa: ANN401 - any JSON
    """Read a JSON file with the same guards as an instance.

    Raises:
        InvalidInstance: if it cannot be read or is invalid JSON.
    """
    with named(name_of(path)):
        return value_of(read_bytes(path, max_bytes))


def read_text(path: str | os.PathLike[str], *, max_bytes: int = 16 * MAX_BYTES) -> str:
    """Read a text with the same guards as an instance; invalid UTF-8 is replaced.

    Raises:
        InvalidInstance: if it cannot be read.
    """
    with named(name_of(path)):
        return read_bytes(path, max_bytes).decode(errors="replace")


def value_of(data: bytes) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON strictly.

    Raises:
        InvalidInstance: with everything that is not allowed.
    """
    tree, defects = tree_of(data)
    if defects:
        raise InvalidInstance(defects)
    return tree


def tree_of(data: bytes) -> tuple[Any, list[Defect]]:
    """Parse JSON strictly: no duplicate keys, no NaN, no lone surrogates, depth and length of numbers bounded.

    Returns:
        The tree, and the defects that do not prevent further checks: duplicate keys.

    Raises:
        InvalidInstance: with the one syntax error, or with everything that is not allowed.
    """
    data = utf8(data)
    text = decoded(data)
    _check_brackets(data)
    reader = _Hooks()
    try:
        tree = json.loads(
            text,
            object_pairs_hook=reader.object,
            parse_constant=reader.mark,
            parse_int=reader.integer,
            parse_float=reader.number,
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    # Only a tree with something to report is walked: large files are common, bad ones are not.
    defects = list(_marks(tree)) if reader.marked or b"\\u" in data else []
    if reader.broken or (defects and not reader.marked):
        raise InvalidInstance(defects)
    return tree, defects


def _syntax_error(text: str, error: json.JSONDecodeError) -> InvalidInstance:
    """Return the message about a text that is not JSON, in one line."""
    if is_comment(text, error.pos):
        return comment_found(text, error.pos)
    at = f"line {error.lineno}, column {error.colno}"
    if error.msg == "Extra data" and "\n" not in text[: error.pos].strip() and error.lineno > 1:
        more = "more than one value, a line each; allowed: one, or a file named .jsonl where many are answered"
        return InvalidInstance([Defect("", f"invalid JSON: {more}")])
    return InvalidInstance([Defect("", f"invalid JSON: {error.msg} at {at}")])


def _check_brackets(data: bytes) -> None:
    """Reject too many lists and objects, or too deep nesting, before anything is built from them.

    Texts are removed first, even one that does not end; then the innermost brackets are peeled off, level by level.
    Where nothing is escaped, most texts are just two quotes once all other characters are gone, and removing two
    neighbouring quotes, wherever they are, leaves every bracket inside or outside a text as it was.

    Raises:
        InvalidInstance: in one line.
    """
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return
    if b"\\" not in data:
        data = data.translate(None, _NO_BRACKETS_OR_QUOTES).replace(b'""', b"")
    brackets = _TEXT.sub(b"", data).translate(_FOLD, _NO_BRACKETS)
    number = brackets.count(b"[")
    if number > MOST_LISTS:
        raise InvalidInstance([Defect("", f"there are {number:,} lists and objects; allowed: at most {MOST_LISTS:,}")])
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    if b"[" in brackets:
        raise InvalidInstance([Defect("", f"nested too deeply; allowed: {MAX_DEPTH} levels")])


_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_FOLD = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_NO_BRACKETS_OR_QUOTES = bytes(set(_NO_BRACKETS) - set(b'"'))


class _Mark:
    """Something in the JSON text that is not allowed, described by `what`."""

    def __init__(self, what: str) -> None:
        self.what = f"{visible(what, 40)} is not allowed"


class _DuplicateKeys(dict[str, Any]):
    """An object with duplicate keys."""

    twice: tuple[str, ...] = ()


class _Hooks:
    """The hooks of `json.loads`; they remember whether the tree contains anything to report, or any non-value."""

    def __init__(self) -> None:
        self.marked = False
        self.broken = False

    def mark(self, what: str) -> _Mark:
        """Put a mark into the tree."""
        self.marked = self.broken = True
        return _Mark(what)

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Build an object; note duplicate keys."""
        out = dict(pairs)
        if len(out) == len(pairs):
            return out
        self.marked = True
        marked = _DuplicateKeys(out)
        seen: Counter[str] = Counter(key for key, _ in pairs)
        marked.twice = tuple(key for key, number in seen.items() if number > 1)
        return marked

    def integer(self, digits: str) -> int | _Mark:
        """Build a whole number, if it is not too long."""
        return int(digits) if len(digits) <= MOST_DIGITS else self.mark(f"a number of {len(digits)} digits")

    def number(self, text: str) -> float | _Mark:
        """Build a number, if it is finite."""
        value = float(text)
        return value if isfinite(value) else self.mark(text)


def _marks(tree: object) -> Iterator[Defect]:
    """Yield everything not allowed in a tree, with its place, at most `MOST_DEFECTS`."""
    found = 0
    stack: list[tuple[tuple[PathPart, ...], Iterator[tuple[PathPart, object]]]] = [((), iter([("", tree)]))]
    while stack and found < MOST_DEFECTS:
        above, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            continue
        path = (*above, child[0]) if len(stack) > 1 else ()
        for defect in _own_marks(path, child[1]):
            found += 1
            yield defect
        if isinstance(child[1], dict):
            stack.append((path, iter(child[1].items())))
        elif isinstance(child[1], list):
            stack.append((path, iter(enumerate(child[1]))))


def _own_marks(path: tuple[PathPart, ...], value: object) -> Iterator[Defect]:
    if isinstance(value, _Mark):
        yield Defect(json_path(path), value.what)
    elif isinstance(value, str):
        if _has_surrogate(value):
            yield Defect(json_path(path), "a lone surrogate is not a valid character")
    elif isinstance(value, dict):
        if isinstance(value, _DuplicateKeys):
            for key in value.twice[:MOST_DEFECTS]:
                yield Defect(json_path((*path, key)), "duplicate key")
        if any(map(_has_surrogate, value)):
            yield Defect(json_path(path), "a key contains a lone surrogate, which is not a valid character")


def _has_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def decoded(data: bytes) -> str:
    """Return a text in UTF-8.

    Raises:
        InvalidInstance: if it is in another encoding.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidInstance([Defect("", f"not valid UTF-8: byte {error.start + 1}, in line {line}")]) from None


def name_of(path: str | os.PathLike[str]) -> str:
    """Return the name of a file in messages; ``-`` is standard input."""
    return "standard input" if os.fspath(path) == "-" else os.fspath(path)


@contextmanager
def named(source: str) -> Iterator[None]:
    """Put the name of the file into errors raised inside."""
    try:
        yield
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, error.source or source) from None


def read_bytes(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """Read a file, refusing one larger than `max_bytes` bytes, packed or unpacked; text is returned as UTF-8.

    Raises:
        InvalidInstance: if it cannot be read, is larger, or is certainly neither JSON nor text.
    """
    with opened(path) as stream:
        if os.fspath(path) != "-":
            check_size(os.fstat(stream.fileno()).st_size, max_bytes)
        data = stream.read(max_bytes + 1)
    check_size(len(data), max_bytes)
    return plain(data, max_bytes)


def check_size(size: int, max_bytes: int) -> None:
    """Raise `InvalidInstance` for more bytes than are allowed."""
    if size > max_bytes:
        raise InvalidInstance([Defect("", f"larger than {max_bytes} bytes, the limit")])


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a regular file, a pipe, or standard input, and nothing else, without blocking.

    Errors while reading are reported as defects, too.
    """
    try:
        if os.fspath(path) == "-":
            if sys.stdin is None:
                raise InvalidInstance([Defect("", "is closed")])
            yield sys.stdin.buffer
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
            os.close(descriptor)
            kind = next((words for test, words in _KINDS if test(mode)), "something else")
            raise InvalidInstance([Defect("", f"is {kind}, not a regular file")])
        with os.fdopen(descriptor, "rb") as stream:
            if stat.S_ISFIFO(mode):
                _wait_for_writer(stream)
            yield stream
    except (OSError, ValueError) as error:
        raise InvalidInstance([Defect("", f"cannot be read: {_why(error)}")]) from None


def _wait_for_writer(pipe: io.BufferedReader) -> None:
    """Make reading from a pipe block, unless it is never opened for writing.

    `poll` reports nothing until a writer has written or gone; then a pipe without a writer is at its end.
    """
    changed = select.poll()
    changed.register(pipe, select.POLLIN)
    ready = changed.poll(SECONDS_FOR_WRITER * 1000)
    os.set_blocking(pipe.fileno(), True)
    if not ready and not pipe.peek(1):
        raise InvalidInstance([Defect("", "is a pipe that nobody writes to")])


def _why(error: OSError | ValueError) -> str:
    return visible((error.strerror or str(error)) if isinstance(error, OSError) else str(error)).lower()
