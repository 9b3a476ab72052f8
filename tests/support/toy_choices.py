"""A rule of The Crew made up for tests: before a trick, the crew may have two players exchange a card.

It shows that walks, questions, words and pages carry moves that are not cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.moves import Choice
from crewsat.games.crew.walk import Walk
from crewsat.games.verdict import Verdict
from crewsat.questions.crew.answers import METHOD, CrewAnswers
from crewsat.questions.crew.state import CrewState
from tests.support.positions import with_fields

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.questions.crew.option import Option

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
    """Answers about such walks; this choice is in no formula."""

    walk = Exchanging

    def before_a_choice(self, walk: Walk, limits: Limits) -> Verdict:
        """Decide a position in which a choice must be made, as far as needed: one is enough for a yes."""
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about}
        unknown: Option | None = None
        for choice in walk.legal():
            option = self._decided(walk, choice, limits)
            if option.answer == "yes":
                return Verdict("yes", METHOD, option.checked, play=option.play, **common)
            unknown = unknown or (option if option.answer == "unknown" else None)
        if unknown is not None:
            return Verdict("unknown", METHOD, "none", reason=unknown.reason, **common)
        return Verdict("no", METHOD, "none", **common)


class ExchangingState(Exchanging, CrewState):
    """Such a walk with questions."""

    def __init__(self, instance: Crew, *, decider: Decider | None = None, seed: int | None = None) -> None:
        super().__init__(instance, decider=decider, seed=seed)
        self.asks(ExchangingAnswers(instance), decider, seed)
