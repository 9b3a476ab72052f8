"""Solitaire Hanabi in which holding some cards takes no room: as a deck of the ordinary game.

Let some cards be *laid aside*: once a copy of such a card has come, it may be kept beside the hand until it can be
played. The question is that of an ordinary deck: after each draw of a colour, every card of the colour that is laid
aside, is higher than the card drawn, and of which a copy has come, comes once more, these in rising order.

Why the answer is the same. A win of the new deck is a win of the old one with the cards laid aside: an inserted copy
was kept since its first copy, and the rest is played as it was. Now let the old deck be won with the cards laid aside.
Playing as soon as possible loses nothing there, too. Then a colour grows only at draws of the colour, by a chain that
begins with the card drawn: each of the others waited in the hand or aside, and those from aside come just then in the
new deck, in the order of the chain. So there they need not be held at all, and all others are held as before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Collection


@reads("the explanation", ALL)
def laid_aside(instance: HanabiSolitaire, cards: Collection[Card]) -> HanabiSolitaire:
    """Return the deck that is won iff the given one is won when holding these cards takes no room.

    Args:
        instance: a deck with N cards and n values; the result has at most N·n.
        cards: those laid aside.
    """
    deck: list[Card] = []
    come: dict[str, set[int]] = {colour: set() for colour in instance.colours_in_order}
    for card in instance.deck:
        deck.append(card)
        if card in cards:
            come[card.suit].add(card.value)
        deck += [Card(card.suit, value) for value in sorted(come[card.suit]) if value > card.value]
    return HanabiSolitaire(
        deck=deck, hand_size=instance.hand_size, values=instance.highest, colours=instance.colours_in_order
    )
