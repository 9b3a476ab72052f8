"""Rules and instances, one game a package; nothing here knows a solver."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew

GAMES = {"crew": "crewsat.games.crew.instance:Crew"}
"""The instance type of every game, by the game's name in files."""


def instance_type(game: str) -> type[Crew]:
    """Import and return the instance type of a game.

    Raises:
        KeyError: for a game that is not in `GAMES`.
    """
    module, name = GAMES[game].split(":")
    loaded: type[Crew] = getattr(import_module(module), name)
    return loaded
