"""How cards are dealt: round the table, or to two players and a third hand with covered cards.

Only ``random.Random(seed).random()`` and our own shuffle are used, so the same seed gives the same hands on every
machine and version of Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.parameters import about
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.crew.third_hand import COVERED

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from crewsat.games.crew.decks import Deck

SUITS = ("pink", "blue", "green", "yellow")
"""The suits of a deck besides trump, in the order in which they are shuffled and shown."""

DISTRESS = about(
    "Allow the distress signal: before the first trick, everybody may pass a card to a neighbour.",
    name="--distress",
    later=True,
)
"""What the command line says of the distress signal."""


class Table(NamedTuple):
    """Cards as they are dealt.

    Attributes:
        hands: player 1's first; two players have a third one.
        covered: pairs of cards of the third hand, the one above first.
    """

    hands: list[list[Card]]
    covered: list[tuple[Card, Card]]

    def holder(self, card: Card) -> int:
        """Return the player, from 1, who is dealt a card; 0 if nobody is."""
        return next((player for player, hand in enumerate(self.hands, 1) if card in hand), 0)


def whole(deck: Deck) -> list[Card]:
    """Return the cards of a published deck in the order in which they are shuffled, trumps last."""
    values = deck.sizes
    return [Card(suit, value) for suit in (*SUITS, deck.trump) for value in range(1, values[suit] + 1)]


def dealt(cards: Sequence[Card], players: int, rng: random.Random) -> list[list[Card]]:
    """Shuffle cards and deal them round the table; player 1 gets the first one."""
    pile = shuffled(cards, rng)
    return [pile[player::players] for player in range(players)]


def dealt_to(players: int, cards: Sequence[Card], highest: Card, rng: random.Random, covered: int = COVERED) -> Table:
    """Deal a deck of a published game; two players have a third hand, that of JARVIS.

    Args:
        players: their number.
        cards: the deck.
        highest: the highest trump, which is never in the third hand.
        rng: the source of randomness.
        covered: the number of covered cards of the third hand.
    """
    if players != 2:
        return Table(dealt(cards, players, rng), [])
    pile = shuffled([card for card in cards if card != highest], rng)
    below, above, rest = pile[:covered], pile[covered : 2 * covered], pile[2 * covered :]
    pairs = list(zip(above, below, strict=True))
    return Table([*dealt([*rest, highest], players, rng), [*above, *below]], pairs)
