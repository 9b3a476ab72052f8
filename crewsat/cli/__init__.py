"""The command line: one module a command, which parses, calls, prints and chooses the exit status."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

import crewsat
from crewsat.cli import decide, encode, generate, methods, options, schema, show, verify
from crewsat.cli.common import Terminated

if TYPE_CHECKING:
    from types import FrameType

app = typer.Typer(
    help="Can the crew win this deal? Exact answers about cooperative card games, with the winning line.",
    epilog="Try: crewsat generate crew --players 4 --objectives 5 --seed 1 | crewsat decide -",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("decide")(decide.decide)
app.command("verify")(verify.verify)
app.command("encode")(encode.encode)
app.command("decode")(encode.decode)
app.command("options")(options.options)
app.command("show")(show.show)
app.add_typer(generate.app, name="generate")
app.command("schema")(schema.schema)
app.command("methods")(methods.methods)


def _on_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"crewsat {crewsat.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_on_version, is_eager=True)
    ] = False,
) -> None:
    pass


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated


def main() -> None:
    """Run the command line; the only place where signal handlers are set."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts in half the time, and we use none of its threads
    signal.signal(signal.SIGTERM, _terminate)
    try:
        app()
    except Terminated:
        sys.exit(143)
