"""The answer for one move of The Crew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.games.cards import Card
from crewsat.games.crew.moves import described

if TYPE_CHECKING:
    from crewsat.games.crew.moves import Choice, Move
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.verdict import Answer, Checked


@dataclass(frozen=True, slots=True)
class Option:
    """A move that may be made next, and the answer for the deal after it.

    Attributes:
        player: who would make it; None for a choice of the whole crew.
        move: the card, or the choice.
        answer: ``yes`` if the deal can still be won then, ``no``, or ``unknown``.
        checked: how far the answer has been checked by code that did not find it.
        play: for a yes, a winning line that starts with the move, or with the trick this card is played in.
        reason: why the answer is unknown.
    """

    player: int | None
    move: Move
    answer: Answer
    checked: Checked
    play: tuple[Trick | Choice, ...] | None = None
    reason: str | None = None

    @property
    def card(self) -> Card | None:
        """The card; None if the move is a choice."""
        return self.move if isinstance(self.move, Card) else None

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out = {
            "player": self.player,
            **described(self.move),
            "answer": self.answer,
            "checked": self.checked,
            "reason": self.reason,
            "play": None if self.play is None else [part.as_dict() for part in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}
