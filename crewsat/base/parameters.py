"""Fields of a dataclass that are options of the command line: what it says of them stands beside the field."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable


def about(  # noqa: PLR0913 - one argument per word
    text: str,
    *,
    metavar: str | None = None,
    least: float | None = None,
    name: str | None = None,
    given: str | bool | tuple[()] | None = None,
    read: Callable[[Any], Any] | None = None,
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
    """
    typers = {"help": text, "metavar": metavar, "min": least}
    return {"typer": typers, "name": name, "given": given, "read": read}


def check_least(parameters: Any) -> None:  # noqa: ANN401 - any dataclass
    """Check that values are not smaller than their fields allow.

    Raises:
        ValueError: if one is.
    """
    for field in fields(parameters):
        value, least = getattr(parameters, field.name), field.metadata["typer"]["min"]
        if least is not None and value < least:
            raise ValueError(f"{field.name} must be at least {least}, not {visible(value)}")
