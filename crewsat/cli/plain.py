"""Command lines in which every word is surely right, read without typer.

`values_of` reads the words after a command by the declarations of its parameters, or returns None if there is any
doubt: an unknown option, a missing argument, help, a number out of range. Then typer reads them, and says what is
wrong.
"""

from __future__ import annotations

import re
from inspect import signature
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin

from crewsat.cli.declared import Argument, Declared, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from inspect import Parameter


class Doubt(Exception):  # noqa: N818 - not an error
    """A word is not surely right."""


class _Taken:
    """A parameter of a command, and the words that are given for it."""

    def __init__(self, parameter: Parameter) -> None:
        marks = getattr(parameter.annotation, "__metadata__", ())
        declared = next((mark for mark in marks if isinstance(mark, Declared)), None)
        if declared is None:
            raise Doubt
        kinds = [kind for kind in _alternatives(get_args(parameter.annotation)[0]) if kind is not NoneType]
        self.name, self.default, self.declared = parameter.name, parameter.default, declared
        self.kind = kinds[0] if len(kinds) == 1 else None
        self.given: list[str] = []

    @property
    def is_argument(self) -> bool:
        return isinstance(self.declared, Argument)

    @property
    def takes_many(self) -> bool:
        return get_origin(self.kind) is list

    @property
    def names(self) -> tuple[str, ...]:
        return self.declared.names or (f"--{self.name.replace('_', '-')}",)

    def value(self) -> Any:  # noqa: ANN401 - of the parameter
        """Return the value of the parameter."""
        if len(self.given) > 1 and not self.takes_many:
            raise Doubt
        values = [self.read(word) for word in self.given]
        if not values and self.default is self._EMPTY:
            raise Doubt
        default = float(self.default) if self.kind is float and self.default is not None else self.default
        found: Any = default if not values else values if self.takes_many else values[0]
        return _callback(self.declared.more.get("callback"), found)

    def read(self, word: str) -> Any:  # noqa: ANN401 - of the parameter
        """Return the value that a word stands for."""
        parser = self.declared.more.get("parser")
        if parser is not None:
            return parser(word)
        kind = get_args(self.kind)[0] if self.takes_many else self.kind
        if kind not in _READ:
            raise Doubt
        value = _READ[kind](word)
        if not _within(value, self.declared.more.get("min"), self.declared.more.get("max")):
            raise Doubt
        return value

    _EMPTY = signature(lambda one: one).parameters["one"].default


def values_of(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any] | None:
    """Return the values of a command's parameters, or None if the words are not surely right."""
    try:
        taken = [_Taken(one) for one in signature(command, eval_str=True).parameters.values()]
        _distribute(words, taken)
        return {one.name: one.value() for one in taken}
    except (Doubt, WrongUsage):
        return None


def _distribute(words: Sequence[str], taken: Sequence[_Taken]) -> None:
    """Give each word to the parameter it is for."""
    options = {name: one for one in taken if not one.is_argument for name in one.names}
    arguments = [one for one in taken if one.is_argument]
    following = iter(words)
    for word in following:
        if word.startswith("-") and word != "-":
            _give_option(word, following, options)
        elif not arguments:
            raise Doubt
        else:
            arguments[0].given.append(word)
            if not arguments[0].takes_many:
                del arguments[0]


def _give_option(word: str, following: Iterator[str], options: Mapping[str, _Taken]) -> None:
    name, equals, value = word.partition("=")
    option = options.get(name)
    if option is None or (equals and not name.startswith("--")):
        raise Doubt
    if option.kind is bool:
        if equals or not option.declared.names:  # typer would add a name with no-
            raise Doubt
        option.given.append("")
        return
    word = value if equals else next(following, "")
    if not word or (word.startswith("-") and not equals and word != "-"):
        raise Doubt
    option.given.append(word)


def _within(value: Any, least: float | None, most: float | None) -> bool:  # noqa: ANN401 - a number, if there are bounds
    return (least is None or value >= least) and (most is None or value <= most)


def _callback(function: Callable[[Any], Any] | None, value: Any) -> Any:  # noqa: ANN401 - of a parameter
    return value if function is None else function(value)


def _alternatives(kind: object) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is UnionType or isinstance(kind, UnionType) else (kind,)


def _whole(word: str) -> int:
    if re.fullmatch("[0-9]{1,15}", word, re.ASCII) is None:
        raise Doubt
    return int(word)


def _number(word: str) -> float:
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,15})?", word, re.ASCII) is None:
        raise Doubt
    return float(word)


_READ: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: lambda word: _whole(word),  # noqa: PLW0108 - looked up when it is called
    float: _number,
    bool: lambda _: True,
}
