"""``crewsat schema``: the JSON Schema of a game's instances."""

from __future__ import annotations

from typing import Annotated

from crewsat.base.wording import json_text
from crewsat.cli.common import among, out
from crewsat.cli.declared import Argument
from crewsat.games import GAMES


def schema(
    game: Annotated[
        str,
        Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.", **among(GAMES)),
    ],
) -> None:
    """Print the JSON Schema of a game's instance files."""
    document = GAMES[game].instance.load().model_json_schema()
    document["required"] = sorted({"game", *document.get("required", [])})
    out(json_text({"$schema": "https://json-schema.org/draft/2020-12/schema", **document}, indent=2))
