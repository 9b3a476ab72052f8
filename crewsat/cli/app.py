"""The commands for typer; only the one that is called is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

import crewsat
from crewsat.cli import groups
from crewsat.cli.commands import COMMANDS, GROUPS, function_of
from crewsat.cli.common import among
from crewsat.cli.declared import Exit, Option, WrongUsage
from crewsat.cli.groups import group_of
from crewsat.cli.program import Program
from crewsat.cli.typed import for_typer

if TYPE_CHECKING:
    from collections.abc import Iterable


def app_with(names: Iterable[str] = (*COMMANDS, *GROUPS), *, wrong: WrongUsage | None = None) -> typer.Typer:
    """Return the program with these commands: all of them for its help and for messages about unknown ones.

    Args:
        names: the names of the commands.
        wrong: what has been found to be wrong by a command that has been run; it only reports that.
    """
    app = typer.Typer(
        cls=Program,
        suggest_commands=False,
        help="Can the crew win this deal? Exact answers about cooperative card games, with the winning line.",
        epilog="Try: crewsat generate crew --players 4 --objectives 5 --seed 1 | crewsat decide -",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(for_typer(_options))
    for name in names:
        group = group_of(groups.COMMANDS, name)
        if name in COMMANDS:
            app.command(name, rich_help_panel=group)(for_typer(function_of(name), wrong))
        else:
            app.add_typer(import_module(GROUPS[name]).app, name=name, rich_help_panel=group)
    return app


def _on_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"crewsat {crewsat.__version__}")
        raise Exit


def _options(
    *,
    version: Annotated[
        bool, Option("--version", "-V", help="Print the version and exit.", callback=_on_version, is_eager=True)
    ] = False,
    color: Annotated[
        str,
        Option(
            metavar="WHEN",
            help="Colours: auto (in a terminal), always or never; may also follow the command.",
            **among(("auto", "always", "never")),
        ),
    ] = "auto",
) -> None:
    pass
