"""The referee of solitaire Hanabi: replays a play step by step and knows nothing of encodings.

The rules (contract; paper, section 1.3). A draw brings the next card of the deck, which is played, stored or discarded.
A card can be played if it is the next of its colour. At most h cards are stored at a time. Between draws, stored cards
may be played, or discarded, which the paper does not mention and no play needs. The play succeeds, and is over, with
the step that plays the last card of the last colour.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from crewsat.base.errors import IllegalPlay
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Action = Literal["play", "store", "discard"]
Source = Literal["deck", "hand"]

RULES = ("deck", "hand", "hand size", "rising order", "end", "claim")
"""The names a broken rule can have in `IllegalPlay.rule`."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is done with a card.

    Attributes:
        action: ``play``, ``store`` or ``discard``.
        card: the card.
        source: ``deck`` if it was drawn just now, ``hand`` if it had been stored.
    """

    action: Action
    card: Card
    source: Source = "deck"

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {"action": self.action, "card": str(self.card), "from": self.source}

    def __str__(self) -> str:
        return f"{self.action} {self.card}" + (" from the hand" if self.source == "hand" else "")


@reads("the referee", ALL)
class Table:
    """A game in progress: how much of the deck has been drawn, what is stored, how far each colour has been played."""

    def __init__(self, instance: HanabiSolitaire) -> None:
        self.instance = instance
        self.steps = 0
        self.drawn = 0
        self.hand: Counter[Card] = Counter()
        self.stored = 0
        self.played = dict.fromkeys(instance.colours_in_order, 0)
        """The value reached in each colour."""
        self._left = instance.highest * len(self.played)

    @property
    def succeeded(self) -> bool:
        """Whether every card of every colour has been played."""
        return self._left == 0

    def do(self, step: Step) -> None:
        """Take one step.

        Raises:
            IllegalPlay: naming step and rule; nothing has changed then.
        """
        if self.succeeded:
            raise self._fail("end", "the play has succeeded already and is over")
        if step.source == "deck":
            self._card_is_next_in_the_deck(step.card)
        else:
            self._card_is_in_the_hand(step.card)
        if step.action == "play":
            self._card_is_next_of_its_colour(step.card)
        elif step.action == "store":
            self._there_is_room(step)
        self._count(step, 1)

    def undo(self, step: Step) -> None:
        """Undo the step taken last."""
        self._count(step, -1)

    def _count(self, step: Step, by: Literal[1, -1]) -> None:
        """Do a step, or with -1 undo it."""
        self.steps += by
        if step.source == "deck":
            self.drawn += by
        else:
            self._hold(step.card, -by)
        if step.action == "play":
            self.played[step.card.suit] += by
            self._left -= by
        elif step.action == "store":
            self._hold(step.card, by)

    def _hold(self, card: Card, by: int) -> None:
        """Hold a card, or with -1 remove one."""
        self.hand[card] += by
        self.stored += by

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        other = copy(self)
        other.hand, other.played = Counter(self.hand), dict(self.played)
        return other

    def finish(self) -> None:
        """Check that the play may end here.

        Raises:
            IllegalPlay: if there are cards that have not been played.
        """
        if not self.succeeded:
            high = self.instance.highest
            open_ones = [
                saying("{colour} at {value} of {high}", colour=colour, value=value, high=high)
                for colour, value in self.played.items()
                if value < high
            ]
            words = saying(
                "the play ends after {n} draws with colours that are not complete: {colours}",
                one="the play ends after 1 draw with colours that are not complete: {colours}",
                n=self.drawn,
                colours=listed(open_ones),
            )
            raise IllegalPlay(words, rule="end", unit="step")

    def _fail(self, rule: str, message: str) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, number=self.steps + 1, unit="step")

    def _card_is_next_in_the_deck(self, card: Card) -> None:
        if self.drawn == len(self.instance.deck):
            raise self._fail("deck", f"there is no {visible(card)} to draw, the deck is empty")
        drawn = self.instance.deck[self.drawn]
        if card != drawn:
            raise self._fail("deck", f"draw {self.drawn + 1} brings {visible(drawn)}, not {visible(card)}")

    def _card_is_in_the_hand(self, card: Card) -> None:
        if not self.hand[card]:
            raise self._fail("hand", f"{visible(card)} is not in the hand")

    def _card_is_next_of_its_colour(self, card: Card) -> None:
        reached = self.played[card.suit]
        if card.value != reached + 1:
            words = f"{visible(card)} cannot be played, {visible(card.suit)} is at {reached}"
            raise self._fail("rising order", words)

    def _there_is_room(self, step: Step) -> None:
        if step.source == "hand":
            raise self._fail("hand", f"{visible(step.card)} is in the hand already")
        size = self.instance.hand_size
        if self.stored == size:
            raise self._fail("hand size", f"{visible(step.card)} cannot be stored, the hand holds {size} already")


def replay(instance: HanabiSolitaire, steps: Iterable[Step]) -> tuple[Step, ...]:
    """Replay a winning play from the first draw to the step that succeeds.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    table = Table(instance)
    out = []
    for step in steps:
        table.do(step)
        out.append(step)
    table.finish()
    return tuple(out)


def play_until_success(instance: HanabiSolitaire, steps: Iterable[Step]) -> tuple[Step, ...]:
    """Replay as `replay` does, but leave out the steps after the one that succeeds.

    Raises:
        IllegalPlay: as `replay`.
    """
    table = Table(instance)
    out: list[Step] = []
    for step in steps:
        if table.succeeded:
            break
        table.do(step)
        out.append(step)
    table.finish()
    return tuple(out)


def most_stored(steps: Iterable[Step]) -> int:
    """Return the largest number of cards stored at the same time."""
    stored = most = 0
    for step in steps:
        stored += (step.action == "store") - (step.source == "hand")
        most = max(most, stored)
    return most
