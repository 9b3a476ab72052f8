"""The kind of task ``last_of``: win the trick in which the last of some cards is played, say of a suit."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from crewsat.games.crew.counting import Cards
from crewsat.games.crew.phrases import cards_in, cards_words
from crewsat.games.crew.task import Task
from crewsat.games.records import declared

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Seats, Taken, Who


class Unplayed(NamedTuple):
    """How many cards of a list have not been played, and who won the trick with the last of them (0 for nobody yet)."""

    cards: int
    winner: int = 0


class LastOfTask(Task):
    """Win the trick after which all these cards have been played; of a suit, the one with the last card of it.

    It is met or lost for good with that trick. Without such a trick no player meets it: if one of the cards stays in a
    hand when the play is over, or if the list is empty.
    """

    example = "the last of pink1,2"
    kind: Literal["last_of"]
    cards: Cards = declared(
        description="the cards, each once: the trick in which the last of them is played is to be won"
    )

    @cached_property
    def listed(self) -> frozenset[Card]:
        """The cards of the list."""
        return frozenset(self.cards)

    def tells_apart(self, low: Card, high: Card) -> bool:
        """Return whether one of them is in the list and the other is not."""
        return (low in self.listed) != (high in self.listed)

    def start(self, seats: Seats) -> Unplayed:  # noqa: ARG002 - of the base
        """Return the state in which all cards of the list are still to be played."""
        return Unplayed(len(self.cards))

    def after(self, state: Unplayed, trick: Taken, seats: Seats) -> Unplayed:  # noqa: ARG002 - of the base
        """Return the state after cards of the list were played, perhaps the last of them."""
        played = sum(card in self.listed for card in trick.cards)
        if not played:
            return state
        left = state.cards - played
        return Unplayed(left, 0 if left else trick.winner)

    def met_by(self, state: Unplayed, who: Who, seats: Seats) -> bool:  # noqa: ARG002 - of the base
        """Return whether the last card has been played and the trick is won."""
        return state.winner > 0 and who in {"crew", state.winner}

    def lost_by(self, state: Unplayed, who: Who, seats: Seats) -> bool:  # noqa: ARG002 - of the base
        """Return whether another player won it."""
        return state.winner > 0 and who not in {"crew", state.winner}

    def words(self) -> str:
        """As in "the last of pink1,2"."""
        return f"the last of {cards_words(self.cards)}"

    @classmethod
    def fields_of(cls, words: str) -> dict[str, Any] | None:
        """Read "the last of pink1,2"."""
        found = re.fullmatch("(?:the )?last of(?: (.*))?", words)
        return found and {"kind": "last_of", "cards": cards_in(found[1] or "")}
