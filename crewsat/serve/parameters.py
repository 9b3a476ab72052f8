"""The parameters of methods: one table, from which they are checked, and described to other programs as JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.engine.methods import ALL_METHODS, SOLVERS
from crewsat.engine.options import Options, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Kind = Literal["string", "integer", "number", "boolean", "object", "array"]
KINDS: dict[type, Kind] = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array"}
FILES = frozenset({"proof", "strategy", "output", "html", "svg"})
"""Options of commands that write files, which a request cannot."""
_WORDS = {
    "time_limit": "Seconds of wall time; it can only lower the limit of the server.",
    "memory_limit": "MB of memory; it can only lower the limit of the server.",
}
_ALLOWED = {"method": ALL_METHODS, "solver": SOLVERS}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a method.

    Attributes:
        name: its name.
        kinds: its types, as JSON Schema names them.
        words: what it means.
        allowed: its values, if only these are allowed.
        least: the least value of a number.
        required: whether it must be given.
    """

    name: str
    kinds: Sequence[Kind]
    words: str
    allowed: tuple[str, ...] = ()
    least: float | None = None
    required: bool = False

    def why_not(self, value: Any) -> str | None:  # noqa: ANN401 - any JSON
        """Return why it cannot have this value; None if it can."""
        if not any(_IS[kind](value) for kind in self.kinds):
            return f"must be {' or '.join(_ARTICLES[kind] for kind in self.kinds)}"
        if self.allowed and value not in self.allowed:
            return f"'{visible(value)}' is not allowed{alternatives(value, self.allowed)}"
        if self.least is not None and value < self.least:
            return f"must be at least {self.least:g}, not {visible(json_text(value))}"
        return None

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        kinds = [*self.kinds]
        found: dict[str, Any] = {"type": kinds if len(kinds) > 1 else kinds[0], "description": self.words}
        if self.allowed:
            found["enum"] = [*self.allowed]
        if self.least is not None:
            found["minimum"] = self.least
        return found


_IS: Mapping[Kind, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": is_number,
    "number": lambda value: is_number(value) or isinstance(value, float),
    "boolean": lambda value: isinstance(value, bool),
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}
_ARTICLES: Mapping[Kind, str] = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "a JSON object",
    "array": "a list",
}
INSTANCE = Parameter("instance", ["object"], "An instance as JSON, in the form that the method 'schema' describes.")
DEAL = Parameter("deal", ["string"], 'An instance as text, in place of JSON: "a9 b2 / a2 b5; leader 1; 1 wins a2".')


def options_parameters(names: Iterable[str]) -> list[Parameter]:
    """Return options of the table (`crewsat.engine.options.Options`) as parameters, without those about files."""
    wanted, types = {*names} - FILES - {"proof_limit"}, get_type_hints(Options)
    found = []
    for field in fields(Options):
        if field.name in wanted:
            kind = next(KINDS[one] for one in (types[field.name], *get_args(types[field.name])) if one in KINDS)
            about = field.metadata["typer"]
            allowed = tuple(_ALLOWED.get(field.name, ()))
            words = _WORDS.get(field.name, about["help"])
            found.append(Parameter(field.name, [kind], words, allowed, about["min"]))
    return found


def checked(params: Mapping[str, Any], known: Iterable[Parameter]) -> dict[str, Any]:
    """Return the values of parameters; what is null is left out.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    table = {parameter.name: parameter for parameter in known}
    given = {name: value for name, value in params.items() if value is not None}
    defects = [defect for name, value in given.items() if (defect := _wrong(name, value, table)) is not None]
    defects += [Defect(name, "is missing") for name, one in table.items() if one.required and name not in given]
    if _takes_an_instance(table) and (INSTANCE.name in given) == (DEAL.name in given):
        defects.append(Defect(INSTANCE.name, "exactly one is needed: 'instance', JSON, or 'deal', a text"))
    if defects:
        raise InvalidInstance(defects)
    return given


def _takes_an_instance(table: Mapping[str, Parameter]) -> bool:
    return INSTANCE.name in table and DEAL.name in table


def _wrong(name: str, value: Any, table: Mapping[str, Parameter]) -> Defect | None:  # noqa: ANN401 - any JSON
    """Return what is wrong with a parameter, if anything is."""
    if name not in table:
        return Defect(visible(name), _unknown(name, table))
    why = table[name].why_not(value)
    return None if why is None else Defect(name, why)


def _unknown(name: str, table: Mapping[str, Parameter]) -> str:
    if name in FILES:
        return f"'{name}' writes a file, and a request cannot write files; omit it"
    return f"'{visible(name)}' is not a parameter{alternatives(name, table)}"


def schema_of(known: Iterable[Parameter]) -> dict[str, Any]:
    """Return the JSON Schema of parameters."""
    table = {parameter.name: parameter for parameter in known}
    found: dict[str, Any] = {
        "type": "object",
        "properties": {name: one.schema() for name, one in table.items()},
        "additionalProperties": False,
    }
    if required := [name for name, one in table.items() if one.required]:
        found["required"] = required
    if _takes_an_instance(table):
        found["oneOf"] = [{"required": [INSTANCE.name]}, {"required": [DEAL.name]}]
    return found
