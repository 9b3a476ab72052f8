"""``crewsat schema``: the JSON Schema of a game's instances."""

from __future__ import annotations

from typing import Annotated

import typer

from crewsat.cli.common import completed_by, out
from crewsat.games import GAMES
from crewsat.wording import json_text


def schema(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.", autocompletion=completed_by(lambda: GAMES)),
    ],
) -> None:
    """Print the JSON Schema of a game's instance files."""
    if game not in GAMES:
        raise typer.BadParameter(f"'{game}' is not one of {', '.join(GAMES)}", param_hint="GAME")
    document = GAMES[game].instance.load().model_json_schema()
    document["required"] = sorted({"game", *document.get("required", [])})
    out(json_text({"$schema": "https://json-schema.org/draft/2020-12/schema", **document}, indent=2))
