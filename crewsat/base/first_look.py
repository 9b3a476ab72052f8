"""A first look at a file, before anything in it is parsed: packed files are opened, and all text becomes UTF-8.

gzip, bzip2 and xz are recognised by their first bytes and unpacked, at most up to the limit on the size of what is
read; a byte-order mark is dropped and UTF-16 is recoded. Anything that is certainly neither JSON nor text is rejected
by name, in one line: another kind of archive, a picture, a page of HTML, JSON with comments.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, cast

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import place_in, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PACKED: dict[bytes, tuple[str, Callable[[BinaryIO], BinaryIO]]] = {
    b"\x1f\x8b": ("gzip", lambda stream: cast("BinaryIO", gzip.GzipFile(fileobj=stream))),
    b"BZh": ("bzip2", lambda stream: cast("BinaryIO", bz2.BZ2File(stream))),
    b"\xfd7zXZ\x00": ("xz", lambda stream: cast("BinaryIO", lzma.LZMAFile(stream))),  # noqa: SIM115 - closed with the stream
}
_XZ_MEMORY = 128 * 1024 * 1024
"""Bound on what the unpacker of an xz file may allocate; its strongest preset takes 65 MiB."""

_OTHERS = {
    b"PK\x03\x04": "a zip archive",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a rar archive",
    b"\x28\xb5\x2f\xfd": "packed by zstd",
    b"\x04\x22\x4d\x18": "packed by lz4",
    b"%PDF": "a PDF file",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"SQLite format 3": "a database (SQLite)",
    b"\x7fELF": "a program",
}
ALLOWED = "allowed: JSON or text, perhaps packed by gzip, bzip2 or xz"

_MARK = b"\xef\xbb\xbf"
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LONGEST_START = max(map(len, (*_PACKED, *_OTHERS)))

_COMMENTS = re.compile(r"\s*+(?:(?://|#)[^\n]*+\n\s*+|(?>/\*.*?\*/)\s*+)++(?=[{\[])", re.DOTALL)
"""Comments before JSON; possessive, so that a hostile file costs one pass."""
_PAGE = re.compile(rb"\s*<(?:!doctype|html|\?xml|svg)\b", re.IGNORECASE)


class Lines(Protocol):
    """Anything that lines can be read from."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line, or its first bytes; empty at the end."""
        ...


def plain(data: bytes, max_bytes: int) -> bytes:
    """Return the contents of a file: unpacked, in UTF-8.

    Args:
        data: the whole file.
        max_bytes: the largest size of the result.

    Raises:
        InvalidInstance: in one line, if it cannot be unpacked, is larger, or is neither JSON nor text.
    """
    return utf8(unpacked(data, max_bytes))


def unpacked(data: bytes, max_bytes: int) -> bytes:
    """Return the contents of a packed file; return other files unchanged.

    Raises:
        InvalidInstance: if it is broken, or contains more than the limit.
    """
    start = _packed_as(data)
    if start is None:
        return data
    with _unpacking(start, data):
        content = _PACKED[start][1](io.BytesIO(data)).read(max_bytes + 1)
    if len(content) > max_bytes:
        raise InvalidInstance([Defect("", f"larger than {max_bytes} bytes, the limit, once unpacked")])
    return content


@contextmanager
def lines_of(stream: BinaryIO) -> Iterator[Lines]:
    """Have the lines of a stream read as `plain` reads a file, without waiting for its end.

    Raises:
        InvalidInstance: if it cannot be unpacked, or is neither JSON nor text.
    """
    buffered = _with_peek(stream)
    start = _packed_as(buffered.peek(_LONGEST_START))
    if start is None:
        with _recoded(buffered) as lines:
            yield lines
        return
    inside = _with_peek(_PACKED[start][1](buffered))
    with _unpacking(start, buffered.peek(_LONGEST_START)), _recoded(inside) as lines:
        yield lines


@contextmanager
def _recoded(stream: io.BufferedReader[Any]) -> Iterator[Lines]:
    start = stream.peek(_LONGEST_START)
    check_kind(start)
    encoding = _UTF_16.get(start[:2])
    if encoding is None:
        if start.startswith(_MARK):
            stream.read(len(_MARK))
        yield stream
        return
    stream.read(2)
    text = io.TextIOWrapper(stream, encoding=encoding, newline="\n")
    try:
        yield _Encoded(text)
    finally:
        text.detach()


class _Encoded:
    """The lines of a text, each in UTF-8."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text

    def readline(self, size: int, /) -> bytes:
        return self._text.readline(size).encode()


def _with_peek(stream: BinaryIO) -> io.BufferedReader[Any]:
    if isinstance(stream, io.BufferedReader):
        return stream
    return io.BufferedReader(cast("io.RawIOBase", stream))


def _packed_as(data: bytes) -> bytes | None:
    return next((start for start in _PACKED if data.startswith(start)), None)


@contextmanager
def _unpacking(start: bytes, data: bytes) -> Iterator[None]:
    """Report what is wrong with a packed file, in one line; an xz file that needs much memory is rejected."""
    name = _PACKED[start][0]
    try:
        if name == "xz":
            lzma.LZMADecompressor(memlimit=_XZ_MEMORY).decompress(data, 1)
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error, lzma.LZMAError, OSError) as error:
        raise InvalidInstance([Defect("", f"cannot be unpacked ({name}): {visible(error, 100).lower()}")]) from None


def utf8(data: bytes) -> bytes:
    """Return a text in UTF-8 without a byte-order mark; text without a mark is returned unchanged.

    Raises:
        InvalidInstance: if it is neither JSON nor text.
    """
    check_kind(data)
    if data.startswith(_MARK):
        return data[len(_MARK) :]
    encoding = _UTF_16.get(data[:2])
    if encoding is None:
        return data
    try:
        return data[2:].decode(encoding).encode()
    except UnicodeDecodeError as error:
        raise InvalidInstance([Defect("", f"not valid UTF-16: byte {error.start + 3}")]) from None


def check_kind(data: bytes) -> None:
    """Check by its beginning that a file may be JSON or text.

    Raises:
        InvalidInstance: in one line that says what it is.
    """
    kind = next((words for start, words in _OTHERS.items() if data.startswith(start)), None)
    if kind is not None:
        raise InvalidInstance([Defect("", f"is {kind}; {ALLOWED}")])
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise InvalidInstance([Defect("", "is UTF-32; allowed: UTF-8 or UTF-16")])


def check_instance_text(data: bytes) -> None:
    """Check that data may be an instance: neither JSON after comments, nor a web page, nor binary.

    Args:
        data: in UTF-8.

    Raises:
        InvalidInstance: in one line that says what it is.
    """
    if data.lstrip()[:1] in {b"{", b"["}:
        return
    if _PAGE.match(data):
        raise InvalidInstance([Defect("", f"is a page of HTML or XML; {ALLOWED}")])
    if b"\x00" in data:
        raise InvalidInstance([Defect("", f"is a binary file; {ALLOWED}")])
    found = _COMMENTS.match(data.decode(errors="replace")) if data.lstrip()[:1] in {b"/", b"#"} else None
    if found is not None:
        raise comment_found(found[0], len(found[0]) - len(found[0].lstrip()))


def comment_found(text: str, offset: int) -> InvalidInstance:
    """Return the message about a comment in JSON that begins at this character."""
    words = f"invalid JSON: JSON has no comments, and one begins at {place_in(text + chr(10), offset)}"
    return InvalidInstance([Defect("", f"{words}; remove all of them")])


def is_comment(text: str, offset: int) -> bool:
    """Return whether this character begins what is a comment in other languages."""
    return text.startswith(("//", "/*", "#"), offset)
