"""What the annotation of a field says besides its type: which values are allowed, and how others are read.

Each of these does the same twice: `around` a check of values that are surely right (`crewsat.games.accepting`), and in
a schema of pydantic, which is loaded only if there is any doubt.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    Check = Callable[[Any], Any]

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


class Doubt(Exception):  # noqa: N818 - not an error
    """The value is not surely right."""


class Before(NamedTuple):
    """Read the value by a function first, which raises ValueError if it cannot be read.

    Attributes:
        read: the function.
    """

    read: Callable[[Any], Any]

    def around(self, check: Check) -> Check:
        """Return the check of what has been read."""
        return lambda value: check(self.read(value))

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        from pydantic_core import core_schema  # noqa: PLC0415 - it takes long to load

        return core_schema.no_info_before_validator_function(self.read, handler(source))


class After(NamedTuple):
    """Check a value of the right type by a function, which returns it or raises ValueError.

    Attributes:
        check: the function.
    """

    check: Callable[[Any], Any]

    def around(self, check: Check) -> Check:
        """Return both checks, one after the other."""
        return lambda value: self.check(check(value))

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        from pydantic_core import core_schema  # noqa: PLC0415

        return core_schema.no_info_after_validator_function(self.check, handler(source))


class Instead(NamedTuple):
    """Read the value by a function alone, which raises ValueError if it cannot be read.

    Attributes:
        read: the function.
    """

    read: Callable[[Any], Any]

    def around(self, _check: Check) -> Check:
        """Return the function."""
        return self.read

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        from pydantic_core import core_schema  # noqa: PLC0415

        return core_schema.no_info_plain_validator_function(self.read)


class Described:
    """Say in the JSON Schema what is allowed, where it does not follow from the type."""

    def __init__(self, schema: dict[str, Any] | Callable[[], dict[str, Any]]) -> None:
        self.schema = schema

    def around(self, check: Check) -> Check:
        """Return the check."""
        return check

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.schema() if callable(self.schema) else self.schema)


class Within(NamedTuple):
    """Bounds on a number, or on the length of a text or list.

    Attributes:
        ge: the least number.
        le: the largest number.
        min_length: the least length.
        max_length: the largest length.
        pattern: a regular expression for a text.
    """

    ge: int | None = None
    le: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def around(self, check: Check) -> Check:
        """Return a check of the bounds, too; null has none."""

        def within(value: Any) -> Any:  # noqa: ANN401 - of a field
            value = check(value)
            if value is not None and not self.hold(value):
                raise Doubt
            return value

        return within

    def hold(self, value: Any) -> bool:  # noqa: ANN401
        """Return whether a number is within the bounds, or a text or list is of such a length."""
        if isinstance(value, int):
            return (self.ge is None or value >= self.ge) and (self.le is None or value <= self.le)
        size = len(value)
        long_enough = self.min_length is None or size >= self.min_length
        short_enough = self.max_length is None or size <= self.max_length
        return long_enough and short_enough and (self.pattern is None or re.fullmatch(self.pattern, value) is not None)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        schema: Any = handler(source)
        schema.update({name: limit for name, limit in self._asdict().items() if limit is not None})
        changed: CoreSchema = schema
        return changed


class AnyList:
    """Accept a list where a tuple is kept, as JSON has no tuples."""

    def around(self, check: Check) -> Check:
        """Return the check of the list as a tuple."""
        return lambda value: check(tuple(value) if type(value) is list else value)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        schema: Any = handler(source)
        schema["strict"] = False
        changed: CoreSchema = schema
        return changed


class ByKind:
    """Tell classes of records apart by their field `kind`."""

    def around(self, check: Check) -> Check:
        """Return the check, which tries the classes in turn."""
        return check

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        from typing import Annotated  # noqa: PLC0415

        from pydantic import Field  # noqa: PLC0415

        return handler.generate_schema(Annotated[source, Field(discriminator="kind")])


class Notes:
    """Accept what JSON can hold."""

    def around(self, _check: Check) -> Check:
        """Return a check of everything in it, which copies it."""

        def copied(value: Any) -> Any:  # noqa: ANN401 - JSON
            if value is not None and type(value) is not dict:
                raise Doubt
            return _copy(value, 6)

        return copied

    def __get_pydantic_core_schema__(self, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        from pydantic import JsonValue  # noqa: PLC0415
        from pydantic_core import core_schema  # noqa: PLC0415

        held = handler.generate_schema(dict[str, JsonValue] | None)
        return core_schema.no_info_after_validator_function(_with_finite_numbers, held)


def _with_finite_numbers(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return what JSON can hold; of numbers, that is those which are finite."""
    ahead = [value]
    while ahead:
        one = ahead.pop()
        if isinstance(one, float) and not isfinite(one):
            raise ValueError("numbers must be finite")
        ahead += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    return value


def _copy(value: Any, depth: int) -> Any:  # noqa: ANN401 - JSON
    """Return a copy of a whole number, a text, or lists and objects of these, if they are not nested deeper."""
    if value is None or type(value) in {str, int, bool}:
        return value
    if depth == 0:
        raise Doubt
    if type(value) is list:
        return [_copy(one, depth - 1) for one in value]
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: _copy(one, depth - 1) for key, one in value.items()}
    raise Doubt


AS_TUPLE = AnyList()
BY_KIND = ByKind()
NOTES = Notes()
