"""The options of the table (`crewsat.engine.options`) as options of commands."""

from __future__ import annotations

import inspect
import os
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

from crewsat.cli.common import among, errors_reported
from crewsat.cli.declared import Option
from crewsat.engine.limits import MEMORY_LIMIT
from crewsat.engine.methods import ALL_METHODS, SOLVERS
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.solvers import opening

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SHORT = {"time_limit": ["-t"]}


def option(name: str, **own: Any) -> Any:  # noqa: ANN401 - what typer takes and returns
    """Return the command line's form of an option of the table; a command may override its help."""
    of_all = next(field.metadata["typer"] for field in fields(Options) if field.name == name)
    return Option(f"--{name.replace('_', '-')}", *_SHORT.get(name, ()), **{**of_all, **own})


_INCREMENTAL = {
    "help": f"One of {', '.join(opening.SOLVERS)}; by default the size of the formula decides.",
    **among(opening.SOLVERS),
}
"""A solver that can be asked repeatedly."""


def with_options(
    *names: str, incremental: bool = False, meanings: Mapping[str, str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for a command that takes options of the table.

    The command has a parameter `options` in their place, and gets them as `crewsat.engine.options.Options`.

    Args:
        names: the names of the options.
        incremental: whether only solvers can be selected that can be asked repeatedly.
        meanings: what options mean for this command, if that is not what the table says.
    """
    own: dict[str, dict[str, Any]] = {
        "method": among(ALL_METHODS),
        "solver": _INCREMENTAL if incremental else among(SOLVERS),
    }
    own |= {name: {"help": words} for name, words in (meanings or {}).items()}
    table = {field.name: field for field in fields(Options)}
    types = get_type_hints(Options)
    added = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=table[name].default,
            annotation=Annotated[_plain(types[name]), option(name, **own.get(name, {}))],
        )
        for name in names
    ]

    def declared(command: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(command, localns={"Options": Options}, include_extras=True)
        parameters: list[inspect.Parameter] = []
        for name, parameter in inspect.signature(command).parameters.items():
            parameters += added if name == "options" else [parameter.replace(annotation=hints[name])]

        @wraps(command)
        def run(**given: Any) -> None:  # noqa: ANN401 - those of the command
            with errors_reported():
                options = Options(**{name: given.pop(name) for name in names})
            command(**given, options=options)

        vars(run)["__signature__"] = inspect.Signature(parameters)
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return run

    return declared


def _plain(kind: Any) -> Any:  # noqa: ANN401 - a type
    """Return a type as the command line has it: a path is a text."""
    return str | None if any(get_origin(one) is os.PathLike for one in get_args(kind)) else kind


def with_options_of(
    question: str, *, incremental: bool = False, meanings: Mapping[str, str] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for a command that asks a question of some games, and takes its options; as `with_options`."""
    asked = {name for game in GAMES.values() if question in game.questions for name in game.questions[question].options}
    return with_options(
        *(field.name for field in fields(Options) if field.name in asked), incremental=incremental, meanings=meanings
    )


EstimateOption = Annotated[
    float | None,
    option("memory_limit", help=f"Do not build formulas estimated to be larger; by default {MEMORY_LIMIT:.0f} MB."),
]
SeedOption = Annotated[int | None, option("seed")]
TimeOption = Annotated[float | None, option("time_limit")]
