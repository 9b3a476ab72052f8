"""Records: frozen objects with named fields, which are validated when they are made.

A record is a dataclass; its annotations, with what `crewsat.games.marks` puts into them, are the one declaration
of its fields. What is surely right is accepted without pydantic (`crewsat.games.accepting`), as loading pydantic takes
longer than most answers. It validates everything else, right or wrong, and reports what is wrong; it also describes
records as JSON Schema.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

from crewsat.games.accepting import accepted, default_of
from crewsat.games.cards import Card

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema


def declared(
    *,
    description: str,
    default: Any = MISSING,  # noqa: ANN401 - of the field
    default_factory: Any = MISSING,  # noqa: ANN401
    **limits: object,
) -> Any:  # noqa: ANN401 - what a field is declared with has the type of the field
    """Declare a field of a record.

    Args:
        description: what it holds, for the JSON Schema.
        default: the value if none is given.
        default_factory: returns it, given the fields before it.
        limits: what pydantic's `Field` takes: ``ge``, ``le``, ``min_length``, ``max_length``.
    """
    return field(default=default, default_factory=default_factory, metadata={"description": description, **limits})


class Unfit(Exception):  # noqa: N818 - what the fields are
    """Fields that make no record, for readers that report this in words of their own.

    Attributes:
        errors: what pydantic found, as its `ValidationError.errors` has it.
    """

    def __init__(self, errors: list[Any]) -> None:
        super().__init__(errors)
        self.errors = errors


@dataclass_transform(eq_default=False, kw_only_default=True, frozen_default=True, field_specifiers=(declared,))
class Record:
    """An object with named fields, validated and frozen; equal to another one of its class with equal fields."""

    __pydantic_config__: ClassVar[Any] = {"strict": True, "extra": "forbid", "allow_inf_nan": False}

    fields: ClassVar[Mapping[str, Field[Any]]] = {}
    """The fields by name, in order."""

    home: ClassVar[Mapping[str, Any]] = {}
    """The names of the module in which the class is written, where its annotations are evaluated."""

    def __init_subclass__(cls) -> None:
        dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
        record: Any = cls  # a dataclass now
        cls.fields = {one.name: one for one in dataclasses.fields(record)}
        cls.home = vars(sys.modules[cls.__module__])

    if not TYPE_CHECKING:  # type checkers take the arguments from the fields

        def __init__(self, **data: object) -> None:
            vars(self).update(vars(self.model_validate(data)))

    @classmethod
    def model_validate(cls, data: object) -> Self:
        """Return the record with these fields, an object of JSON or a record already.

        Raises:
            ValidationError: pydantic's, with everything that is wrong.
        """
        if isinstance(data, cls):
            return data
        made: Self | None = accepted(cls, data)
        return cls._by_pydantic(data) if made is None else made

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        """Return the record with the fields in a JSON text, as `model_validate`."""
        return cls.model_validate(json.loads(text))

    @classmethod
    def of_fields(cls, data: object) -> Self:
        """Return the record with these fields.

        Raises:
            Unfit: with everything that is wrong.
        """
        made: Self | None = accepted(cls, data)
        if made is not None:
            return made
        from pydantic import ValidationError  # noqa: PLC0415 - it takes long to load

        try:
            return cls._by_pydantic(data)
        except ValidationError as error:
            raise Unfit(error.errors(include_url=False)) from None

    @classmethod
    def _by_pydantic(cls, data: object) -> Self:
        made: Self = adapter_of(cls).validate_python(data)
        return made

    @classmethod
    def prepared(cls, data: Any) -> Any:  # noqa: ANN401 - whatever is given
        """Return what is given, changed before its fields are validated."""
        return data

    @classmethod
    def model_construct(cls, **values: object) -> Self:
        """Return the record with these fields, of which nothing is checked; the others have their defaults."""
        made = object.__new__(cls)
        for name, one in cls.fields.items():
            vars(made)[name] = values[name] if name in values else default_of(one, vars(made))
        return made

    def with_fields(self, **fields: object) -> Self:
        """Return the record with other fields, of which nothing is checked; `model_copy` validates them."""
        return self.model_construct(**{name: getattr(self, name) for name in self.fields} | fields)

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema."""
        return adapter_of(cls).json_schema()

    def model_copy(self, *, update: Mapping[str, object] | None = None) -> Self:
        """Return the record with other fields, validated again."""
        return type(self)(**{**self.given(), **(update or {})})

    def given(self) -> dict[str, Any]:
        """Return the fields that differ from their defaults."""
        values = vars(self)
        found = {}
        for name, one in self.fields.items():
            default = one.default if one.default is not MISSING else default_of(one, values)
            if values[name] is not default and values[name] != default:
                found[name] = values[name]
        return found

    def model_dump(self) -> dict[str, Any]:
        """Return the JSON object: the fields that differ from their defaults."""
        return {name: as_json(value) for name, value in self.given().items()}

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError(f"cannot change '{name}': a {type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete '{name}': a {type(self).__name__} is frozen")

    if not TYPE_CHECKING:  # to type checkers, a class with these would not be hashable itself

        def __eq__(self, other: object) -> bool:
            if type(self) is not type(other):
                return NotImplemented
            return all(vars(self)[name] == vars(other)[name] for name in self.fields)

        def __hash__(self) -> int:
            return hash(tuple(vars(self)[name] for name in self.fields))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={vars(self)[name]!r}' for name in self.fields)})"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out derived values, so that records are cheap to pass to a child process."""
        return {name: vars(self)[name] for name in self.fields}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Accept an object with the fields, too, where fields themselves are strict."""
        schema = handler(source)
        inner: Any = handler.resolve_ref_schema(schema)
        inner["strict"] = False
        if all("prepared" not in vars(one) for one in cls.__mro__ if one is not Record):
            return schema
        from pydantic_core import core_schema  # noqa: PLC0415 - it takes long to load

        # With a name, it is described among the definitions of a JSON Schema; the part up to the colon is printed.
        name = f"{inner['ref']}-prepared"
        return core_schema.no_info_before_validator_function(cls.prepared, schema, ref=name)


def as_json(value: Any) -> Any:  # noqa: ANN401 - of a field
    """Return a value of a field as JSON has it."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Card:
        return str(value)
    if isinstance(value, Record):
        return value.model_dump()
    if kind in _LISTS:
        return [as_json(one) for one in value]
    if isinstance(value, Mapping):
        return {key: as_json(one) for key, one in value.items()}
    return value.as_dict() if hasattr(value, "as_dict") else str(value)


_PLAIN = frozenset({str, int, float, bool, type(None)})
_LISTS = frozenset({tuple, list})


@cache
def _adapter_of(cls: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a class
    from pydantic import TypeAdapter  # noqa: PLC0415 - it takes long to load

    return TypeAdapter(cls)


def adapter_of(cls: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - a class of records; as such mypy takes it for unhashable
    """Return pydantic's validator of a class of records; it is built when it is first needed."""
    return _adapter_of(cls)
