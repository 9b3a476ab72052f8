"""From files to instances, one or many; what is wrong is reported with its place.

A tree of JSON with marks that are not values (`crewsat.base.guarded`) does not reach pydantic.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.first_look import check_instance_text, lines_of, utf8
from crewsat.base.guarded import MAX_BYTES, check_size, decoded, name_of, named, opened, read_bytes, tree_of
from crewsat.base.wording import alternatives, listed, visible
from crewsat.games import GAMES
from crewsat.games.text import A_VIEW, parse_text

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping

    from crewsat.games.instance import Instance


def load(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = MAX_BYTES,
    instead: Mapping[str, object] | None = None,
    whole: bool = False,
) -> Instance:
    """Read one instance.

    Args:
        path: a file, JSON or text; ``-`` is standard input.
        max_bytes: the largest size that is read.
        instead: values that replace those of the file, for those of these fields that the game has.
        whole: as in `crewsat.games.text.parse_text`.

    Raises:
        InvalidInstance: with everything that is wrong, each defect with its place.
    """
    with named(name_of(path)):
        return parse(read_bytes(path, max_bytes), instead, whole=whole)


def load_many(path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES) -> Iterator[Instance]:
    """Read a ``.jsonl`` or ``.deals`` file: one instance per line, blank lines skipped, the file streamed.

    Args:
        path: the file; ``-`` is standard input.
        max_bytes: the largest size of a line.

    Raises:
        InvalidInstance: at the first bad line, when it is reached; `source` names the file and the line.
    """
    for _, instance in load_lines(path, max_bytes=max_bytes):
        if isinstance(instance, InvalidInstance):
            raise instance
        yield instance


def load_lines(
    path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES
) -> Iterator[tuple[int, Instance | InvalidInstance]]:
    """Read a file as `load_many` does, but go on after a bad line: yield the error in its place.

    Returns:
        Line numbers, from 1, each with the instance or the error.

    Raises:
        InvalidInstance: if the file cannot be read.
    """
    for number, line in raw_lines(path, max_bytes=max_bytes):
        if isinstance(line, InvalidInstance):
            yield number, line
            continue
        try:
            instance: Instance | InvalidInstance = parse_named(f"{name_of(path)}, line {number}", line)
        except InvalidInstance as error:
            instance = error
        yield number, instance


def raw_lines(
    path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES
) -> Iterator[tuple[int, bytes | InvalidInstance]]:
    """Read the lines of such a file unparsed, for a worker to parse; skip blank ones.

    Returns:
        Line numbers, from 1, each with its bytes, or with the error if it is too long.

    Raises:
        InvalidInstance: if the file cannot be read.
    """
    with named(name_of(path)), opened(path) as file, lines_of(file) as stream:
        number = 0
        while line := stream.readline(max_bytes + 1):
            number += 1
            if len(line) > max_bytes or line.strip():
                try:
                    with named(f"{name_of(path)}, line {number}"):
                        check_size(len(line.rstrip(b"\n")), max_bytes)
                except InvalidInstance as error:
                    yield number, error
                else:
                    yield number, line.removesuffix(b"\n")
            rest = line
            while rest and not rest.endswith(b"\n"):  # skip the rest of a line that is too long
                rest = stream.readline(max_bytes)


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A text that has been read but not parsed, perhaps for a worker; calling it returns the instance.

    Attributes:
        name: its name in errors.
        data: the text.
        whole: as in `crewsat.games.text.parse_text`.
    """

    name: str
    data: bytes
    whole: bool = False

    def __call__(self) -> Instance:
        """Return the instance.

        Raises:
            InvalidInstance: with everything that is wrong.
        """
        return parse_named(self.name, self.data, whole=self.whole)


def parse_named(name: str, data: bytes, *, whole: bool = False) -> Instance:
    """Read an instance as `parse` does, from a text with a name for errors.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    with named(name):
        return parse(data, whole=whole)


def parse(data: bytes, instead: Mapping[str, object] | None = None, *, whole: bool = False) -> Instance:
    """Read an instance from JSON or text, optionally replacing the values of some fields.

    Input that does not begin with ``{`` or ``[`` is text (`crewsat.games.text`).

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    data = utf8(data)
    check_instance_text(data)
    with _without_collector():
        if data.lstrip()[:1] in {b"{", b"["}:
            return _instance_of(*tree_of(data), instead or {})
        if not data.strip():
            raise InvalidInstance([Defect("", "is empty; allowed: an instance, JSON or text")])
        return _with(parse_text(decoded(data), whole=whole), instead or {})


def instance_of(tree: Mapping[str, Any], instead: Mapping[str, object] | None = None) -> Instance:
    """Return the instance that an object of JSON is, optionally with the values of some fields replaced.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    with _without_collector():
        return _instance_of(tree, [], instead or {})


def _instance_of(tree: object, defects: list[Defect], instead: Mapping[str, object]) -> Instance:
    if not isinstance(tree, dict):
        raise InvalidInstance([*defects, Defect("", f"an instance is a JSON object, not {_kind_of(tree)}")])
    if "view" in tree and "hands" not in tree:
        raise InvalidInstance([Defect("", A_VIEW)])
    game = tree.get("game")
    foreign = None if defects or "game" in tree else _foreign(tree)
    if foreign is not None:
        return _with(foreign, instead)
    if not isinstance(game, str) or game not in GAMES:
        said = f"missing{_may_be(tree)}" if "game" not in tree else f"'{visible(game)}' is not supported"
        raise InvalidInstance([*defects, Defect("game", f"{said}{alternatives(game, GAMES)}")])
    kind = GAMES[game].instance.load()
    others = _fields_of(kind, instead)
    try:
        instance: Instance = kind(**{**tree, **others})
    except InvalidInstance as error:
        raise InvalidInstance([*defects, *error.defects]) from None
    if defects:
        raise InvalidInstance(defects)
    return instance


def _may_be(tree: Mapping[str, Any]) -> str:
    """Say which games have all the fields of an object, and what other programs write, if it resembles that."""
    fit = [f'"{name}"' for name, game in GAMES.items() if tree and tree.keys() <= {*game.instance.load().fields}]
    words = f"; the keys fit {listed(fit, last='or')}" if fit else ""
    for game in GAMES.values():
        if game.foreign is not None and game.foreign.keys & tree.keys():
            words += f"; a file of another program has {listed(sorted(game.foreign.keys))}"
    return words


def _foreign(tree: Mapping[str, Any]) -> Instance | None:
    """Read an object that another program has written; return None if none writes such objects.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    for game in GAMES.values():
        if game.foreign is not None and game.foreign.keys <= tree.keys():
            instance: Instance = game.foreign.read_object(tree)
            return instance
    return None


def _with(instance: Instance, instead: Mapping[str, object]) -> Instance:
    """Return an instance, optionally with the values of some fields replaced."""
    others = _fields_of(type(instance), instead)
    return instance.model_copy(update=others) if others else instance


def _fields_of(kind: type[Instance], instead: Mapping[str, object]) -> dict[str, object]:
    """Return those of these values that belong to fields of a game."""
    return {name: value for name, value in instead.items() if name in kind.fields}


@contextmanager
def _without_collector() -> Iterator[None]:
    """Pause Python's garbage collector: it would scan a million cards repeatedly, and find no cycle there."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _kind_of(tree: object) -> str:
    names = {list: "a list", str: "a string", int: "a number", float: "a number", bool: "a Boolean"}
    return names.get(type(tree), "null")
