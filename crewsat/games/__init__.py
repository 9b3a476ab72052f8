"""Rules and instances, one game a package; nothing here knows a solver."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.games.game import Game
    from crewsat.games.instance import Instance

GAMES = {"crew": "crewsat.games.crew.game", "hanabi_solitaire": "crewsat.games.hanabi_solitaire.game"}
"""Every game by the name it has in files; each module has a `GAME`."""


def game_of(name: str) -> Game:
    """Import and return a game.

    Raises:
        KeyError: for a game that is not in `GAMES`.
    """
    game: Game = import_module(GAMES[name]).GAME
    return game


def instance_type(name: str) -> type[Instance]:
    """Import and return the instance type of a game.

    Raises:
        KeyError: for a game that is not in `GAMES`.
    """
    return game_of(name).instance
