"""The commands for typer; only the one that is called is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

import crewsat
from crewsat.cli import groups
from crewsat.cli.common import among
from crewsat.cli.groups import group_of
from crewsat.cli.program import Program

if TYPE_CHECKING:
    from collections.abc import Iterable

COMMANDS = {
    "decide": "crewsat.cli.decide",
    "verify": "crewsat.cli.verify",
    "encode": "crewsat.cli.encode",
    "decode": "crewsat.cli.encode",
    "explain": "crewsat.cli.explain",
    "options": "crewsat.cli.options",
    "best-score": "crewsat.cli.best_score",
    "review": "crewsat.cli.review",
    "play": "crewsat.cli.play",
    "coalitions": "crewsat.cli.coalitions",
    "least-hand": "crewsat.cli.least_hand",
    "show": "crewsat.cli.show",
    "convert": "crewsat.cli.convert",
    "audit": "crewsat.studies.commands.audit",
    "schema": "crewsat.cli.schema",
    "methods": "crewsat.cli.methods",
    "tasks": "crewsat.cli.tasks",
    "web": "crewsat.cli.web",
    "help": "crewsat.cli.help",
}
"""The module of each command; the function in it has the name of the command."""

GROUPS = {
    "generate": "crewsat.cli.generate",
    "reduce": "crewsat.cli.reduce",
    "tiny-crew": "crewsat.studies.commands.tiny_crew",
    "skull": "crewsat.studies.commands.skull",
}
"""The module of each group of commands; it is `app` there."""


def app_with(names: Iterable[str] = (*COMMANDS, *GROUPS)) -> typer.Typer:
    """Return the program with these commands: all of them for its help and for messages about unknown ones."""
    app = typer.Typer(
        cls=Program,
        suggest_commands=False,
        help="Can the crew win this deal? Exact answers about cooperative card games, with the winning line.",
        epilog="Try: crewsat generate crew --players 4 --objectives 5 --seed 1 | crewsat decide -",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in names:
        group = group_of(groups.COMMANDS, name)
        if name in COMMANDS:
            module = import_module(COMMANDS[name])
            app.command(name, rich_help_panel=group)(getattr(module, name.replace("-", "_")))
        else:
            app.add_typer(import_module(GROUPS[name]).app, name=name, rich_help_panel=group)
    return app


def _on_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"crewsat {crewsat.__version__}")
        raise typer.Exit


def _options(
    *,
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version and exit.", callback=_on_version, is_eager=True)
    ] = False,
    color: Annotated[
        str,
        typer.Option(
            metavar="WHEN",
            help="Colours: auto (in a terminal), always or never; may also follow the command.",
            **among(("auto", "always", "never")),
        ),
    ] = "auto",
) -> None:
    pass
