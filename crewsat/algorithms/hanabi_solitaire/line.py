"""From a choice of copies to a play of solitaire Hanabi.

Playing a card as soon as possible, and never storing a card that will not be played, lose nothing. So a play is
determined by the copy that is used of each card: it is played when it is drawn if it is the next of its colour, else
stored, and whatever has become playable in the hand follows at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.rules import Step

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


def line_of(instance: HanabiSolitaire, used: Collection[int]) -> list[Step]:
    """Return the play that uses the cards of these draws, counted from 1, up to the last one; O(N).

    The referee decides whether it wins and respects the size of the hand.
    """
    reached = dict.fromkeys(instance.colours_in_order, 0)
    stored: set[Card] = set()
    steps: list[Step] = []
    for draw in range(1, max(used, default=0) + 1):
        card = instance.deck[draw - 1]
        if draw not in used:
            steps.append(Step("discard", card))
        elif card.value != reached[card.suit] + 1:
            steps.append(Step("store", card))
            stored.add(card)
        else:
            steps.append(Step("play", card))
            reached[card.suit] += 1
            while (following := Card(card.suit, reached[card.suit] + 1)) in stored:
                steps.append(Step("play", following, "hand"))
                stored.remove(following)
                reached[card.suit] += 1
    return steps
