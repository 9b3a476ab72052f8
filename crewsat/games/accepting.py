"""Accepting what is surely right, without pydantic.

For the fields of a record, `accepted` returns the record that pydantic would make of them, or None if there is any
doubt whether it would: if a value is wrong, and also if it is unusual. It never says what is wrong. It follows from the
same annotations as pydantic's validator, and tests compare the two (`tests/games/test_accepting.py`).
"""

from __future__ import annotations

from dataclasses import MISSING
from functools import cache
from inspect import isabstract
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Union, get_args, get_origin

from crewsat.games.marks import Doubt, Within

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import Field

    Check = Callable[[Any], Any]


def accepted(cls: type, data: object) -> Any:  # noqa: ANN401 - a record of this class, or None
    """Return a record with these fields, or None if they are not surely right.

    Args:
        cls: a class of records.
        data: a dictionary, if it is surely right.
    """
    try:
        return _record(cls, data)
    except (Doubt, ValueError):
        return None


def _record(cls: Any, data: Any) -> Any:  # noqa: ANN401 - a class of records, and its fields
    checks, data = checks_of(cls), cls.prepared(data)
    if type(data) is not dict or not data.keys() <= checks.keys():
        raise Doubt
    made: Any = object.__new__(cls)
    values = vars(made)
    for name, (check, one) in checks.items():
        if name in data:
            values[name] = check(data[name])
        else:
            values[name] = default_of(one, values)
            if values[name] is MISSING:
                raise Doubt
    _check_together(made)
    return made


def _check_together(made: Any) -> None:  # noqa: ANN401 - a record
    """Check the fields against each other."""
    if hasattr(made, "__post_init__"):
        made.__post_init__()


def default_of(one: Field[Any], values: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of the field
    """Return the default of a field, given the fields before it; `MISSING` if there is none."""
    factory: Any = one.default_factory
    return one.default if factory is MISSING else factory(values)


@cache
def checks_of(cls: Any) -> Mapping[str, tuple[Check, Field[Any]]]:  # noqa: ANN401 - a class of records
    """Return each field by name, with its check, which returns what is accepted."""
    return {one.name: (_late(cls, one.name, one.metadata), one) for one in cls.fields.values()}


def _late(cls: type, name: str, metadata: Mapping[str, Any]) -> Check:
    """Return the check of a field; what its annotation names is looked up when it is first needed."""
    found: list[Check] = []

    def check(value: Any) -> Any:  # noqa: ANN401 - of the field
        if not found:
            limits = Within(**{key: limit for key, limit in metadata.items() if key not in {"description", "alias"}})
            own = check_of(annotation_of(cls, name))
            found.append(limits.around(own) if any(limit is not None for limit in limits) else own)
        return found[0](value)

    return check


def annotation_of(cls: Any, name: str) -> Any:  # noqa: ANN401 - a class of records, and a type
    """Return the annotation of a field of a record, evaluated where it is written."""
    home = next(one for one in cls.__mro__ if name in vars(one).get("__annotations__", ()))
    written = home.__annotations__[name]
    return eval(written, home.home) if isinstance(written, str) else written  # noqa: S307 - our own source


def check_of(annotation: Any) -> Check:  # noqa: ANN401 - a type
    """Return a function that returns an accepted value of a type, or raises `Doubt` or ValueError."""
    if hasattr(annotation, "__metadata__"):
        check = check_of(get_args(annotation)[0])
        for mark in annotation.__metadata__:
            check = mark.around(check)
        return check
    kind = get_origin(annotation)
    if kind in {Union, UnionType}:
        return _one_of(map(check_of, get_args(annotation)))
    if kind in {Literal, tuple}:
        return (_word if kind is Literal else _tuple)(get_args(annotation))
    return _SIMPLE[annotation] if annotation in _SIMPLE else _of_class(annotation)


def _exactly(kind: type) -> Check:
    def check(value: Any) -> Any:  # noqa: ANN401 - any value
        if type(value) is not kind:
            raise Doubt
        return value

    return check


def _text(value: Any) -> str:  # noqa: ANN401 - any value
    """Accept text that can be encoded."""
    if type(value) is not str:
        raise Doubt
    if not value.isascii():
        value.encode()
    return value


def _word(words: Iterable[object]) -> Check:
    known = {(type(word), word) for word in words}

    def check(value: Any) -> Any:  # noqa: ANN401 - any value
        if type(value) not in {str, int} or (type(value), value) not in known:
            raise Doubt
        return value

    return check


def _one_of(checks: Iterable[Check]) -> Check:
    ways = tuple(checks)

    def check(value: Any) -> Any:  # noqa: ANN401 - any value
        for way in ways:
            try:
                return way(value)
            except (Doubt, ValueError):
                continue
        raise Doubt

    return check


def _tuple(kinds: tuple[Any, ...]) -> Check:
    if kinds[-1] is ...:
        one = check_of(kinds[0])

        def check_each(value: Any) -> Any:  # noqa: ANN401 - any value
            if type(value) is not tuple:
                raise Doubt
            return tuple(map(one, value))

        return check_each
    each = tuple(map(check_of, kinds))

    def check(value: Any) -> Any:  # noqa: ANN401 - any value
        if type(value) is not tuple or len(value) != len(each):
            raise Doubt
        return tuple(way(member) for way, member in zip(each, value, strict=True))

    return check


def _doubt(_value: object) -> NoReturn:
    raise Doubt


_SIMPLE: dict[Any, Check] = {
    int: _exactly(int),
    bool: _exactly(bool),
    NoneType: _exactly(NoneType),
    str: _text,
    Any: lambda value: value,
}


def _of_class(kind: type) -> Check:
    """Return the check of a card, which can be read, of a record, or of any other object."""
    if not isinstance(kind, type) or isabstract(kind):
        return _doubt
    if hasattr(kind, "parse"):
        parse: Check = kind.parse
        return parse

    def check(value: Any) -> Any:  # noqa: ANN401 - any value
        if type(value) is dict and hasattr(kind, "model_validate"):
            return _record(kind, value)
        if isinstance(value, kind):
            return value
        raise Doubt

    return check
