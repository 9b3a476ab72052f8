"""The choices of the crew at the table of the referee: how tokens are changed, and what is passed."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import visible
from crewsat.games.crew.passing import NOBODY_PASSES, Passing, passed_by, passes

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.holding import Hands
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.passing import Direction


class Choosing:
    """The part of the table that makes choices.

    Attributes:
        instance: the deal or position.
        hands: the cards that the players hold.
        ways: which of the ways to change the tokens, by number, keep the order so far.
        played: how many tricks have been judged.
        number: the number of the trick that is being played, or was judged last.
        retokened: whether it is settled how the tokens are changed.
        passed: whether it is settled what is passed.
        giving: the cards that the first players pass, until all have chosen theirs.
        to: the direction in which they are passed.
    """

    instance: Crew
    hands: Hands
    ways: tuple[int, ...]
    played: int
    number: int

    def begin_to_choose(self) -> None:
        """Settle what need not be chosen."""
        self.retokened = self.instance.retoken is None
        self.passed = self.instance.passing is None
        self.giving: tuple[Card, ...] = ()
        self.to: Direction | None = None

    @property
    @abstractmethod
    def succeeded(self) -> bool:
        """Whether the play has succeeded, after which nothing is passed."""

    def choose(self, choice: Choice) -> None:
        """Have the crew make a choice; what is passed may be chosen before the tokens are settled.

        Raises:
            IllegalPlay: if it cannot be made now.
        """
        if choice in self.token_choices:
            self.ways = tuple(way for way in self.ways if self.instance.retokenings[way].choice == choice)
            self.retokened = True
        elif choice not in self.pass_choices:
            raise self.fail("choice", f"'{visible(choice)}' is not a choice that may be made now", choice.player)
        elif choice == NOBODY_PASSES:
            self.passed = True
        else:
            self.to, card = passed_by(choice, self.to)
            self._give((*self.giving, card))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of which one is to be made now: how tokens are changed, and then, in its time, what is passed."""
        return self.token_choices or self.pass_choices

    @property
    def token_choices(self) -> tuple[Choice, ...]:
        """The ways to change the tokens, until one has been chosen."""
        return () if self.retokened else tuple(self.instance.retokenings[way].choice for way in self.ways)

    @property
    def pass_choices(self) -> tuple[Choice, ...]:
        """What the next player may pass now."""
        if not self.pass_is_due:
            return ()
        return tuple(passes(self.instance.passing or Passing(), self._candidates(), self.giving))

    @property
    def pass_is_due(self) -> bool:
        """Whether the players may pass a card now, or some have and others must."""
        passing = self.instance.passing
        due = passing is not None and not self.passed and self.played == passing.after and not self.succeeded
        return due and all(self._candidates())

    def _candidates(self) -> list[list[Card]]:
        """Return the cards that each player may pass."""
        passing = self.instance.passing or Passing()
        hands, above, trump = self.hands, self.hands.above, self.instance.trump
        return [passing.candidates(hands.cards(k), above, trump) for k in range(1, self.instance.players + 1)]

    def _give(self, cards: tuple[Card, ...]) -> None:
        """Have the first players pass these cards; when all have chosen theirs, the cards change hands."""
        self.giving = cards
        if len(cards) == self.instance.players and self.to is not None:
            self.hands.give(cards, self.to)
            self.passed = True

    def pass_as_the_instance_says(self) -> None:
        """Pass what the instance says has been passed, when it is time."""
        passing, passed = self.instance.passing, self.instance.passed
        if passing is not None and passed is not None and self.played == passing.after:
            self.to, self.passed = self.instance.passed_to, not passed
            self._give(passed)

    def fail(self, rule: str, message: str, player: int | None = None) -> IllegalPlay:
        """Return the error for a broken rule."""
        return IllegalPlay(message, rule=rule, number=self.number, player=player, unit="trick")
