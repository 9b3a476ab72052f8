"""Check a play against its instance by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.game import Play
    from crewsat.games.instance import Instance


def verify(instance: Instance, play: Iterable[Any]) -> None:
    """Replay a winning play by the rules.

    Args:
        instance: the deal, position or deck.
        play: tricks or steps as `Verdict.play` holds them, or as the JSON answer writes them.

    Raises:
        IllegalPlay: with place and rule, at the first thing wrong; also if the play stops before it succeeds, goes on
            afterwards, or claims what is not so by the rules.
    """
    verified(instance, play)


def verified(instance: Instance, play: Iterable[Any]) -> Play:
    """Do what `verify` does, and return the tricks or steps with everything the rules say of them."""
    replayed: Play = GAMES[instance.game].verified(instance, play)
    return replayed
