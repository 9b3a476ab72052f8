"""Instances of all games as one line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games import game_of

if TYPE_CHECKING:
    from crewsat.games.instance import Instance


def text_of(instance: Instance) -> str:
    """Write an instance as one line that `parse_text` reads; its notes are left out."""
    return game_of(instance.game).text_of(instance)


def parse_text(text: str) -> Instance:
    """Read an instance from one line: a deal of The Crew, or what begins with the name of another game.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    return game_of("hanabi_solitaire" if text.split(maxsplit=1)[:1] == ["hanabi"] else "crew").parse_text(text)
