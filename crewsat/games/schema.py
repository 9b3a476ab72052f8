"""The JSON Schema of a game's instances."""

from __future__ import annotations

from typing import Any

from crewsat.games import GAMES


def schema_of(game: str) -> dict[str, Any]:
    """Return the JSON Schema of the instances of one of `GAMES`."""
    document = GAMES[game].instance.load().model_json_schema()
    document["required"] = sorted({"game", *document.get("required", [])})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
