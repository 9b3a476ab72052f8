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
    from crewsat.games.schema import schema_of  # noqa: PLC0415 - pydantic only when needed

    out(json_text(schema_of(game), indent=2))
