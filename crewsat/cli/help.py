"""``crewsat help``: the help of a command, as ``crewsat COMMAND --help`` prints it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from crewsat.base.wording import visible
from crewsat.cli.common import out
from crewsat.cli.declared import Argument, WrongUsage


def help(  # noqa: A001 - the function has the name of its command
    context: typer.Context,
    command: Annotated[
        list[str] | None, Argument(metavar="COMMAND", help="A command, such as decide or generate crew.")
    ] = None,
) -> None:
    """Print how a command is used; without one, all commands."""
    at: Any = context.parent
    for word in command or []:
        if not hasattr(at.command, "resolve_command"):
            raise WrongUsage(f"'{at.command_path}' has no commands below it: '{visible(word)}'")
        _, found, _ = at.command.resolve_command(at, [word])
        at = typer.Context(found, info_name=word, parent=at)
    out(at.get_help())
