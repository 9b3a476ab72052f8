"""From files to instances, guarded: nothing a file contains may cause more than a message.

Files are opened without blocking and must be regular and small; text must be UTF-8 without a byte-order mark. JSON is
parsed once, with hooks that keep what Python would silently accept (duplicate keys, NaN, numbers too long to convert)
as marks in the tree; a walk over the tree reports every mark with its place. Only a clean tree reaches pydantic.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import contextmanager
from math import isfinite
from typing import TYPE_CHECKING, Any, BinaryIO

from crewsat.errors import MOST_DEFECTS, Defect, InvalidInstance, PathPart, json_path, visible
from crewsat.games import GAMES, instance_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew

MAX_BYTES = 8 * 1024 * 1024
"""Default limit on the size of an instance; of one line in a ``.jsonl`` file."""

MAX_DEPTH = 64
MOST_DIGITS = 30

_KINDS = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe (read it as '-', from standard input)"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def load(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Crew:
    """Read one instance.

    Args:
        path: a JSON file; ``-`` is standard input.
        max_bytes: the largest size read.

    Raises:
        InvalidInstance: with everything that is wrong, each defect with its place.
    """
    with _named(_name(path)):
        return parse(_read(path, max_bytes))


def load_many(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Iterator[Crew]:
    """Read a ``.jsonl`` file: one instance a line, blank lines skipped, the file streamed.

    Args:
        path: the file; ``-`` is standard input.
        max_bytes: the largest size of a line.

    Raises:
        InvalidInstance: at the first bad line, when it is reached; `source` names file and line.
    """
    with _named(_name(path)), _opened(path) as stream:
        number = 0
        while line := stream.readline(max_bytes + 1):
            number += 1
            if not line.strip():
                continue
            with _named(f"{_name(path)}, line {number}"):
                _check_size(len(line.rstrip(b"\n")), max_bytes)
                instance = parse(line)
            yield instance


def parse(data: bytes) -> Crew:
    """Read an instance from the bytes of a JSON text.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    tree = parse_json(data)
    if not isinstance(tree, dict):
        raise InvalidInstance([Defect("", f"an instance is a JSON object, not {_kind_of(tree)}")])
    game = tree.get("game")
    if not isinstance(game, str) or game not in GAMES:
        said = "missing" if "game" not in tree else f"'{visible(game)}' is not supported"
        raise InvalidInstance([Defect("game", f"{said}; allowed: {', '.join(GAMES)}")])
    return instance_type(game)(**tree)


def read_json(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Any:  # noqa: ANN401 - any JSON
    """Read a JSON file as guardedly as an instance.

    Raises:
        InvalidInstance: if it cannot be read or is no JSON.
    """
    with _named(_name(path)):
        return parse_json(_read(path, max_bytes))


def parse_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON strictly: no duplicate keys, no NaN, no lone surrogates, depth and length of numbers bounded.

    Raises:
        InvalidInstance: with all defects of the one kind or the one syntax error, with line and column.
    """
    text = _text(data)
    try:
        tree = json.loads(
            text, object_pairs_hook=_object, parse_constant=_Mark, parse_int=_integer, parse_float=_number
        )
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise InvalidInstance([Defect("", f"no JSON: {error.msg} at {at}")]) from None
    except RecursionError:
        raise InvalidInstance([Defect("", f"nested too deeply; allowed: {MAX_DEPTH} levels")]) from None
    defects = list(_marks(tree))
    if defects:
        raise InvalidInstance(defects)
    return tree


class _Mark:
    """Something in the JSON text that is not allowed; `what` says what."""

    def __init__(self, what: str) -> None:
        self.what = f"{visible(what, 40)} is not allowed"


class _DuplicateKeys(dict[str, Any]):
    """An object of which some keys were written twice."""

    twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) == len(pairs):
        return out
    marked = _DuplicateKeys(out)
    seen: set[str] = set()
    marked.twice = tuple(dict.fromkeys(key for key, _ in pairs if key in seen or seen.add(key)))  # type: ignore[func-returns-value]
    return marked


def _integer(digits: str) -> int | _Mark:
    return int(digits) if len(digits) <= MOST_DIGITS else _Mark(f"a number of {len(digits)} digits")


def _number(text: str) -> float | _Mark:
    value = float(text)
    return value if isfinite(value) else _Mark(text)


def _marks(tree: object) -> Iterator[Defect]:
    """Everything not allowed in a tree, with its place, at most `MOST_DEFECTS`."""
    found = 0
    stack: list[tuple[tuple[PathPart, ...], object]] = [((), tree)]
    while stack and found < MOST_DEFECTS:
        path, value = stack.pop()
        for defect in _own_marks(path, value):
            found += 1
            yield defect
        if len(path) > MAX_DEPTH:
            yield Defect(json_path(path[:3]), f"nested too deeply; allowed: {MAX_DEPTH} levels")
            return
        if isinstance(value, dict):
            stack.extend(((*path, key), value[key]) for key in reversed(value))
        elif isinstance(value, list):
            inner = ((k, v) for k, v in enumerate(value) if not isinstance(v, int))
            stack.extend(((*path, k), v) for k, v in reversed(list(inner)))


def _own_marks(path: tuple[PathPart, ...], value: object) -> Iterator[Defect]:
    if isinstance(value, _Mark):
        yield Defect(json_path(path), value.what)
    elif isinstance(value, str):
        if _has_surrogate(value):
            yield Defect(json_path(path), "half a surrogate pair is no character")
    elif isinstance(value, dict):
        if isinstance(value, _DuplicateKeys):
            for key in value.twice[:MOST_DEFECTS]:
                yield Defect(json_path((*path, key)), "the key is written twice")
        if any(map(_has_surrogate, value)):
            yield Defect(json_path(path), "a key contains half a surrogate pair, which is no character")


def _has_surrogate(text: str) -> bool:
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _text(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        raise InvalidInstance([Defect("", "starts with a byte-order mark; allowed: UTF-8 without one")])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InvalidInstance([Defect("", "is UTF-16; allowed: UTF-8")])
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidInstance([Defect("", f"no UTF-8: byte {error.start + 1}, in line {line}")]) from None


def _name(path: str | os.PathLike[str]) -> str:
    return "standard input" if os.fspath(path) == "-" else os.fspath(path)


@contextmanager
def _named(source: str) -> Iterator[None]:
    """Put the name of the file into defects found inside."""
    try:
        yield
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, error.source or source) from None


def _read(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    with _opened(path) as stream:
        if stream is not sys.stdin.buffer:
            _check_size(os.fstat(stream.fileno()).st_size, max_bytes)
        data = stream.read(max_bytes + 1)
    _check_size(len(data), max_bytes)
    return data


def _check_size(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise InvalidInstance([Defect("", f"larger than {max_bytes} bytes, the limit")])


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a regular file without blocking on anything else, or standard input."""
    if os.fspath(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise InvalidInstance([Defect("", f"cannot be opened: {_why(error)}")]) from None
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        kind = next((words for test, words in _KINDS if test(mode)), "something else")
        raise InvalidInstance([Defect("", f"is {kind}, not a regular file")])
    with os.fdopen(descriptor, "rb") as stream:
        yield stream


def _why(error: OSError | ValueError) -> str:
    return visible((error.strerror or str(error)) if isinstance(error, OSError) else str(error)).lower()


def _kind_of(tree: object) -> str:
    names = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "a truth value"}
    return names.get(type(tree), "null")
