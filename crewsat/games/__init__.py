"""Rules and instances, one game per package; nothing here knows a solver."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.games.game import Game

GAMES: dict[str, Game] = {
    name: import_module(f"crewsat.games.{name}.game").GAME
    for name in ("crew", "hanabi_solitaire", "hanabi", "hackenbush")
}
"""Every game by its name in files. `docs/adding-a-game.md` adds one: a name here, and folders of its own."""


def check_instance(instance: object) -> None:
    """Check for an instance, in functions that people may call with a path or a text instead.

    Raises:
        TypeError: if it is not an instance; the message says what to call.
    """
    if getattr(instance, "game", None) not in GAMES:
        raise TypeError(
            f"expected an instance, such as crewsat.Crew, not {type(instance).__name__}; "
            "crewsat.load(path) reads a file, crewsat.parse_text(text) reads a text"
        )
