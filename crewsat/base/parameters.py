"""Fields of a dataclass that are options of the command line: what it says of them stands beside the field."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence


def about(  # noqa: PLR0913 - one argument per word
    text: str,
    *,
    metavar: str | None = None,
    least: float | None = None,
    name: str | None = None,
    given: str | bool | tuple[()] | None = None,
    read: Callable[[Any], Any] | None = None,
    later: bool = False,
) -> dict[str, Any]:
    """Return the metadata of a field; keys for typer have the names that typer uses.

    Args:
        text: the help.
        metavar: the name of the value there.
        least: the smallest value the command line takes.
        name: the option, if its name differs from that of the field.
        given: for a field that is written differently there: the default on the command line: a text, False for a flag,
            or (), nothing, for an option that may be repeated.
        read: converts that text, flag or list of texts to the field's value; raises `ValueError` with what is allowed.
        later: whether records of parameters leave the field out where it has its default, as it has been added since
            the first of them were kept.
    """
    typers = {"help": text, "metavar": metavar, "min": least}
    return {"typer": typers, "name": name, "given": given, "read": read, "later": later}


def check_least(parameters: Any) -> None:  # noqa: ANN401 - any dataclass
    """Check that values are not smaller than their fields allow.

    Raises:
        ValueError: if one is.
    """
    for field in fields(parameters):
        value, least = getattr(parameters, field.name), field.metadata["typer"]["min"]
        if least is not None and value < least:
            raise ValueError(f"{field.name} must be at least {least}, not {visible(value)}")


def recorded(parameters: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """Return the values of all fields by name, as they are kept in records: without later ones at their defaults."""
    values = {field.name: getattr(parameters, field.name) for field in fields(parameters)}
    later = {field.name: field.default for field in fields(parameters) if field.metadata["later"]}
    return {name: value for name, value in values.items() if name not in later or value != later[name]}


def rarest(names: Sequence[str], of_each: Sequence[Collection[str]]) -> str:
    """Return the name that selects one of several dataclasses: that of the fewest of them, and not of the first.

    Args:
        names: those that were given, not all of them of the first dataclass.
        of_each: the names of the fields of each.
    """
    special = [name for name in names if name not in of_each[0]]
    return min(special, key=lambda name: sum(name in own for own in of_each))
