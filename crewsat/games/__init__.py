"""Rules and instances, one game per package; nothing here knows a solver."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.games.game import Game

GAMES: dict[str, Game] = {
    name: import_module(f"crewsat.games.{name}.game").GAME for name in ("crew", "hanabi_solitaire", "hackenbush")
}
"""Every game by the name it has in files. `docs/adding-a-game.md` adds one: a name here, and folders of its own."""
