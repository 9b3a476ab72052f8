"""Filters of a trick: what its cards must be like to count (tasks of the kind ``tricks``)."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from crewsat.base.wording import visible
from crewsat.games.crew.counting import Cards, Numbers, is_numbered
from crewsat.games.crew.phrases import NUMBER, NUMBERS, cards_in, cards_words, numbers_in, numbers_words
from crewsat.games.instance import Count
from crewsat.games.marks import AS_TUPLE, Within
from crewsat.games.records import Record, declared

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Taken


class Total(Record):
    """Bounds on the sum of the values of the cards of a trick."""

    at_least: Count | None = declared(default=None, description="this sum or more")
    at_most: Count | None = declared(default=None, description="this sum or less")

    def __post_init__(self) -> None:
        if self.at_least is None and self.at_most is None:
            raise ValueError("at_least, at_most, or both are required")

    def fits(self, total: int) -> bool:
        """Return whether a sum is within the bounds."""
        return (self.at_least or 0) <= total and (self.at_most is None or total <= self.at_most)

    def words(self) -> str:
        """As in "22 to 23", "at least 24", "at most 7"."""
        if self.at_most is None:
            return f"at least {self.at_least}"
        return f"at most {self.at_most}" if self.at_least is None else f"{self.at_least} to {self.at_most}"

    @staticmethod
    def fields_of(words: str) -> dict[str, int]:
        """Read what `words` writes.

        Raises:
            ValueError: if it is something else.
        """
        found = re.fullmatch(rf"at[ _](least|most) ({NUMBER})|({NUMBER}) to ({NUMBER})", words)
        if found is None:
            raise ValueError(f"'{visible(words)}' is not a valid total; allowed: 22 to 23, at least 24, at most 7")
        if found[1]:
            return {f"at_{found[1]}": int(found[2])}
        return {"at_least": int(found[3]), "at_most": int(found[4])}


class Filters(Record):
    """The fields of a task that counts tricks."""

    numbers: Numbers | None = declared(default=None, description="only tricks with these numbers count")
    won_with: Cards | None = declared(default=None, description="the winning card is one of these")
    beating: Cards | None = declared(
        default=None, description="at least one card of the trick other than the winning card is one of these"
    )
    only: Cards | None = declared(default=None, description="every card of the trick is one of these")
    total: Total | None = declared(default=None, description="bounds on the sum of the values of its cards, trumps too")
    as_many: Annotated[tuple[Cards, Cards], AS_TUPLE] | None = declared(
        default=None, description="it holds as many cards of the one list as of the other, and at least one of each"
    )
    led: Cards | None = declared(default=None, description="the card led is one of these")
    each_of: Annotated[tuple[Cards, ...], AS_TUPLE, Within(min_length=1)] | None = declared(
        default=None, description="it holds at least one card of each of these lists"
    )

    LISTS: ClassVar[tuple[str, ...]] = ("won_with", "beating", "only")

    @cached_property
    def lists(self) -> tuple[frozenset[Card], ...]:
        """The lists of cards as sets: of the first three filters, `as_many` (two), `led`, and those of `each_of`."""
        named = [getattr(self, name) or () for name in self.LISTS]
        return tuple(map(frozenset, (*named, *(self.as_many or ((), ())), self.led or (), *(self.each_of or ()))))

    @property
    def filters(self) -> tuple[object, ...]:
        """What each filter asks for; None for absent ones."""
        return self.won_with, self.beating, self.only, self.total, self.as_many, self.led, self.each_of

    def fits(self, trick: Taken) -> bool:
        """Return whether a trick passes all filters."""
        return (
            is_numbered(self.numbers, trick)
            and self._is_of_the_lists(trick)
            and (self.total is None or self.total.fits(sum(card.value for card in trick.cards)))
            and (self.as_many is None or 0 < _number_in(self.lists[3], trick) == _number_in(self.lists[4], trick))
            and (self.led is None or trick.cards[0] in self.lists[5])
            and all(_number_in(cards, trick) for cards in self.lists[6:])
        )

    def _is_of_the_lists(self, trick: Taken) -> bool:
        won_with, beating, only = self.lists[:3]
        winning = trick.winning_card
        return (
            (self.won_with is None or winning in won_with)
            and (self.beating is None or any(card in beating for card in trick.cards if card != winning))
            and (self.only is None or all(card in only for card in trick.cards))
        )

    def filters_tell_apart(self, low: Card, high: Card) -> bool:
        """Return whether the cards are in different lists, or their values count."""
        return self.total is not None or any((low in cards) != (high in cards) for cards in self.lists)

    def filter_words(self) -> str:
        """Return the filters in words, each with a leading blank; `filters_in` reads them back."""
        words = ""
        for name, keyword in zip(self.LISTS, ("with", "beating", "of only"), strict=True):
            cards = getattr(self, name)
            words += "" if cards is None else f" {keyword} {cards_words(cards)}"
        words += f" with total {self.total.words()}" if self.total else ""
        words += f" with as many {' as '.join(map(cards_words, self.as_many))}" if self.as_many else ""
        words += "" if self.led is None else f" led with {cards_words(self.led)}"
        words += f" with one of {' one of '.join(map(cards_words, self.each_of))}" if self.each_of else ""
        return words + numbers_words(self.numbers)


def _number_in(cards: frozenset[Card], trick: Taken) -> int:
    return sum(card in cards for card in trick.cards)


KEYWORDS = ("with", "beating", "of only", "with total", "with as many", "led with", "with one of", *NUMBERS)


def filters_in(parts: dict[str, str]) -> dict[str, Any]:
    """Return the fields that the parts of a task after these keywords represent.

    Raises:
        ValueError: if something in them is not valid.
    """
    fields = numbers_in(parts)
    for name, keyword in zip(Filters.LISTS, ("with", "beating", "of only"), strict=True):
        if keyword in parts:
            fields[name] = cards_in(parts[keyword])
    if "with total" in parts:
        fields["total"] = Total.fields_of(parts["with total"])
    if "with as many" in parts:
        some, middle, others = parts["with as many"].partition(" as ")
        if not middle:
            raise ValueError("two lists of cards are needed; allowed: with as many green* as yellow*")
        fields["as_many"] = [cards_in(some), cards_in(others)]
    if "led with" in parts:
        fields["led"] = cards_in(parts["led with"])
    if "with one of" in parts:
        fields["each_of"] = [cards_in(cards.strip()) for cards in re.split(r"\bone of\b", parts["with one of"])]
    return fields
