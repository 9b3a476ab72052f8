"""Features: what an instance uses beyond the plainest game of its kind, by name.

Scope is closed by default. The names are derived from the fields of an instance and of the records in it, so an added
field is automatically a feature; and all code that reads instances declares which features it *knows*, and refuses an
instance with another one instead of answering a different question.

A feature is named after a field that differs from its default: ``trump``, ``played``. If the values of a field include
words, or have several shapes, the value is part of the name: ``assignment=draft``, ``owner=null``,
``compared_with=list``. A field of a record within the instance is prefixed by the record, named by its ``kind`` if it
has one, else by the field that holds it: ``objectives.token``, ``cards.numbers``. A required field is a feature only by
such a value, as every instance has it.
"""

from __future__ import annotations

from dataclasses import MISSING
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin

from crewsat.games.accepting import annotation_of
from crewsat.games.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.games.instance import Instance

LEFT_OUT = frozenset({"format", "game", "about", "id", "names", "notes_on"})
"""Fields that are not features: what the contract leaves out of the hash, and what only names something."""


class _Field(NamedTuple):
    """How the features of a field are named.

    Attributes:
        name: the name of the field.
        label: the name with that of its record before it.
        default: the default of the field, `MISSING` if it is required.
        words: the words among its values, or among the members of its values.
        shapes: how many shapes its values have, besides words and null.
        nested: whether its values are records, or have words or records among their members.
    """

    name: str
    label: str
    default: object
    words: frozenset[str]
    shapes: int
    nested: bool


def features_of(instance: Instance) -> frozenset[str]:
    """Return the features of an instance; linear in the number of its records, without visiting cards."""
    found: set[str] = set()
    _collect(instance, "", found)
    return frozenset(found)


def _collect(record: Record, prefix: str, found: set[str]) -> None:
    """Add the features of a record."""
    values = vars(record)
    kind: Any = type(record)
    for field in _fields(kind, prefix):
        value, default = values[field.name], field.default
        if value is default or value == default:
            continue
        named = _named(value, field)
        if named is not None:
            found.add(f"{field.label}={named}")
        elif default is not MISSING:
            found.add(field.label)
        if field.nested:
            _collect_members(value, field, found)


def _collect_members(value: object, field: _Field, found: set[str]) -> None:
    if type(value) is tuple:  # not a card, which is a tuple with names
        for member in value:
            _collect_members(member, field, found)
    elif isinstance(value, Record):
        _collect(value, f"{getattr(value, 'kind', field.name)}.", found)
    elif value in field.words:
        found.add(f"{field.label}={value}")


def _named(value: object, field: _Field) -> str | None:
    """Return the part of the name that represents a value; None if the value is not part of the name."""
    if value is None:
        return "null"
    if field.words and isinstance(value, str) and value in field.words:
        return value
    return _shape(value) if field.shapes > 1 else None


def _shape(value: object) -> str:
    """Return what JSON calls a value."""
    names = {str: "text", int: "number", bool: "boolean", tuple: "list"}
    return names.get(type(value), "object")


@cache
def _fields(kind: type[Record], prefix: str) -> tuple[_Field, ...]:
    """Return the fields of a class of records that can be features, with labels that begin with a prefix."""
    fields = (_field(kind, name, prefix) for name in kind.fields if name not in LEFT_OUT)
    return tuple(field for field in fields if field is not None)


def _field(kind: type[Record], name: str, prefix: str) -> _Field | None:
    """Return how the features of a field are named; None if it has none, as it is required and says only how many."""
    types, default = list(_alternatives(annotation_of(kind, name))), kind.fields[name].default
    members = [part for one in types if get_origin(one) is tuple for part in _members(one)]
    words = frozenset(_words((*types, *members)))
    shapes = {get_origin(one) or one for one in types} - {Literal, _NULL}
    nested = any(map(_is_record, (*types, *members))) or any(get_origin(part) is Literal for part in members)
    if default is MISSING and not (words or nested or len(shapes) > 1 or _NULL in types):
        return None
    return _Field(name, f"{prefix}{name}", default, words, len(shapes), nested)


def _is_record(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Record)


def _words(types: Iterable[object]) -> Iterator[str]:
    for one in types:
        if get_origin(one) is Literal:
            yield from (word for word in get_args(one) if isinstance(word, str))


def _alternatives(annotation: object) -> Iterator[object]:
    """Yield what a type may be: the members of unions, without their annotations."""
    if isinstance(getattr(annotation, "__metadata__", None), tuple):
        yield from _alternatives(get_args(annotation)[0])
    elif get_origin(annotation) in _UNIONS:
        for one in get_args(annotation):
            yield from _alternatives(one)
    else:
        yield annotation


def _members(annotation: Any) -> Iterator[object]:  # noqa: ANN401 - a type
    """Yield what the members of a tuple, and of tuples within it, may be."""
    for part in get_args(annotation):
        for one in () if part is ... else _alternatives(part):
            yield one
            if get_origin(one) is tuple:
                yield from _members(one)


_UNIONS = (Union, UnionType)
_NULL = type(None)
