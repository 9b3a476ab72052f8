"""The commands, as typer knows them."""

from __future__ import annotations

from typing import Annotated

import typer

import crewsat
from crewsat.cli import (
    audit,
    coalitions,
    decide,
    encode,
    explain,
    generate,
    least_hand,
    methods,
    options,
    reduce,
    schema,
    show,
    tiny_crew,
    verify,
)

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
app.command("explain")(explain.explain)
app.command("options")(options.options)
app.command("coalitions")(coalitions.coalitions)
app.command("least-hand")(least_hand.least_hand)
app.command("show")(show.show)
app.add_typer(generate.app, name="generate")
app.add_typer(reduce.app, name="reduce")
app.add_typer(tiny_crew.app, name="tiny-crew")
app.command("audit")(audit.audit)
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
