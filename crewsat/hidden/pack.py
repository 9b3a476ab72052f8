"""The pack: the cards of a view by number, so that a set of cards is an integer with a bit for each.

Cards are numbered from 0, suit by suit, the suits by name and the trump suit last, in each suit from the lowest value.
There are at most 64, so that a set of them is one word of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from crewsat.games.cards import Card, natural
from crewsat.games.crew.decks import DECKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_CARDS = 64
"""Cards of a view."""

MOST_PLAYERS = 8
"""Players of a view, as in the kernel."""


@dataclass(frozen=True)
class Pack:
    """All cards that were dealt, in the order of their numbers.

    Attributes:
        cards: the cards.
    """

    cards: tuple[Card, ...]

    @cached_property
    def number(self) -> dict[Card, int]:
        """The number of each card, from 0."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def bit(self) -> dict[Card, int]:
        """The set of each card alone."""
        return {card: 1 << number for number, card in enumerate(self.cards)}

    @cached_property
    def suits(self) -> dict[str, int]:
        """The set of the cards of each suit."""
        found: dict[str, int] = {}
        for number, card in enumerate(self.cards):
            found[card.suit] = found.get(card.suit, 0) | 1 << number
        return found

    @cached_property
    def whole(self) -> int:
        """The set of all cards."""
        return (1 << len(self.cards)) - 1

    def mask(self, cards: Iterable[Card]) -> int:
        """Return the set of some cards of the pack."""
        bit, found = self.bit, 0
        for card in cards:
            found |= bit[card]
        return found

    def cards_in(self, mask: int) -> Iterator[Card]:
        """Yield the cards of a set, in the order of their numbers."""
        while mask:
            lowest = mask & -mask
            yield self.cards[lowest.bit_length() - 1]
            mask ^= lowest

    def above(self, card: Card) -> int:
        """Return the set of the higher cards of the suit of a card."""
        return self.suits[card.suit] & -self.bit[card] & ~self.bit[card]

    def below(self, card: Card) -> int:
        """Return the set of the lower cards of the suit of a card."""
        return self.suits[card.suit] & (self.bit[card] - 1)


def sorted_cards(cards: Iterable[Card], trump: str | None) -> tuple[Card, ...]:
    """Return cards in the order of their numbers."""
    return tuple(sorted(cards, key=lambda card: (card.suit == trump, natural(card.suit), card.value)))


@lru_cache(maxsize=100)
def pack_of(cards: frozenset[Card] | tuple[Card, ...], trump: str | None) -> Pack:
    """Return the pack of some cards; the same one for the same cards."""
    return Pack(sorted_cards(cards, trump))


@lru_cache(maxsize=10)
def pack_of_rules(rules: str) -> Pack:
    """Return the pack of a published game."""
    deck = DECKS[rules]
    return pack_of(deck.cards, deck.trump)
