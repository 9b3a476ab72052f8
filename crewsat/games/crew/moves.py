"""The moves of The Crew: a card that is played, or a choice that is not a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from crewsat.games.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the crew decides besides its cards, before the first trick or between two.

    `crewsat.games.crew.walk.Walk.choices` says which there are, and `chosen` what they change.

    Attributes:
        text: how it is written; different from that of all other choices of the same moment, and of all cards.
        player: who makes it; None if the whole crew does.
        is_unit: False: the length of a play counts its tricks only.
    """

    is_unit: ClassVar[bool] = False
    text: str
    player: int | None = None

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        return {"choice": self.text} | ({} if self.player is None else {"player": self.player})


Move: TypeAlias = Card | Choice


def described(move: Move) -> dict[str, str]:
    """Return the part of a JSON object that names a move."""
    return {"choice" if isinstance(move, Choice) else "card": str(move)}


def cards_of(moves: Iterable[Move]) -> list[Card]:
    """Return the cards among moves."""
    return [move for move in moves if isinstance(move, Card)]
