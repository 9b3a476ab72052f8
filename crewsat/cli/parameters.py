"""Options of commands that are fields of a dataclass, described beside the fields (`crewsat.base.parameters.about`)."""

from __future__ import annotations

from dataclasses import fields
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.cli.declared import Option, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import UnionType

    import typer


def options_of(parameters: type) -> list[Parameter]:
    """Return the options that the fields of a dataclass define."""
    return [_option(field) for field in fields(parameters)]


def made_of(parameters: type, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - an object of this type
    """Return the object that these options describe.

    Raises:
        WrongUsage: for an invalid text; the message names the option.
    """
    try:
        return parameters(**{field.name: _read(field, given[field.name]) for field in fields(parameters)})
    except ValueError as error:
        raise WrongUsage(str(error)) from None


def asked_of(parameters: type, context: typer.Context) -> dict[str, Any]:
    """Return the values of the fields of a dataclass that the user has set by options, by name.

    Raises:
        WrongUsage: for an invalid text; the message names the option.
    """
    return {field.name: _read(field, context.params[field.name]) for field in fields_asked(parameters, context)}


def fields_asked(parameters: type, context: typer.Context) -> list[Any]:
    """Return the fields of a dataclass that the user has set by options."""
    sources = {field.name: context.get_parameter_source(field.name) for field in fields(parameters)}
    names = {name for name, source in sources.items() if source is not None and source.name != "DEFAULT"}
    return [field for field in fields(parameters) if field.name in names]


def option_name(field: Any) -> str:  # noqa: ANN401 - a field of a dataclass
    """Return the name of the option that sets a field."""
    name: str = field.metadata["name"] or f"--{field.name.replace('_', '-')}"
    return name


def parameter(name: str, kind: type | UnionType, default: object, option: Any) -> Parameter:  # noqa: ANN401 - what typer makes
    """Return an option of a command."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


def _option(field: Any) -> Parameter:  # noqa: ANN401 - a field of a dataclass
    given = field.metadata["given"]
    default = field.default if given is None else given
    kind = list[str] if default == () else type(default)
    return parameter(field.name, kind, default, Option(option_name(field), **field.metadata["typer"]))


def _read(field: Any, given: Any) -> Any:  # noqa: ANN401 - a field of a dataclass, and what is given for it
    read = field.metadata["read"]
    try:
        return given if read is None else read(given)
    except ValueError as error:
        raise WrongUsage(str(error), place=option_name(field)) from None
