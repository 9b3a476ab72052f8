"""What the rest of the program needs to know of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.games.instance import Instance

Play = tuple[Any, ...]
"""A winning play: the tricks or steps of the game, each with `as_dict`."""


@dataclass(frozen=True)
class Game:
    """A game, its instances and its referee.

    Attributes:
        title: what people call it.
        instance: the type of its instances.
        replay: the referee: a play that somebody found, replayed and cut where it succeeds.
        verified: the referee once more: a play that somebody claims, with all its claims, replayed and not cut.
        assignment: who took the objectives in a play, by id; None if the game has none.
        text_of: an instance as one line.
        parse_text: the line as an instance.
    """

    title: str
    instance: type[Instance]
    replay: Callable[[Any, Any], Play]
    verified: Callable[[Any, Any], Play]
    assignment: Callable[[Any, Any], Mapping[str, int] | None]
    text_of: Callable[[Any], str]
    parse_text: Callable[[str], Instance]
