"""A rule of The Crew made up for tests: before a trick, the crew may have two players exchange a card.

It shows that walks, questions, words and pages carry moves that are not cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.moves import Choice
from crewsat.games.crew.walk import Walk
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.crew.state import CrewState
from tests.support.positions import with_fields

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.games.crew.instance import Crew

KEEP = Choice("no exchange")
LEFT = Choice("exchange the first cards", 1)


class Exchanging(Walk):
    """A walk in which players 1 and 2 may exchange their first cards before trick `BEFORE`."""

    BEFORE = 1

    def choices(self) -> tuple[Choice, ...]:
        """Both, before the trick, unless one of them has been made."""
        made = any(isinstance(move, Choice) for move in self.path)
        return () if made or len(self.tricks) != self.BEFORE - 1 else (KEEP, LEFT)

    def chosen(self, choice: Choice) -> Crew:
        """The deal with the cards exchanged; they count as held from the beginning."""
        return exchanged(self.instance) if choice == LEFT else self.instance


class ExchangingLater(Exchanging):
    """The same before the second trick."""

    BEFORE = 2

    def choices(self) -> tuple[Choice, ...]:
        """Only cards of one suit, so that nobody could have followed suit in the past and did not."""
        (a, *_), (b, *_), *_ = self.instance.hands if all(self.instance.hands) else (((None,),) * 2)
        return super().choices() if a and b and a.suit == b.suit else ()


def exchanged(position: Crew) -> Crew:
    """The position with the first cards of players 1 and 2 exchanged."""
    (a, *first), (b, *second), *others = position.hands
    return with_fields(position, hands=([b, *first], [a, *second], *others))


class ExchangingAnswers(CrewAnswers):
    """Answers about such walks."""

    walk = Exchanging


class ExchangingState(Exchanging, CrewState):
    """Such a walk with questions."""

    def __init__(self, instance: Crew, *, decider: Decider | None = None, seed: int | None = None) -> None:
        super().__init__(instance, decider=decider, seed=seed)
        self.asks(ExchangingAnswers(instance), decider, seed)
