"""The referee of solitaire Hanabi in which some cards take no room, by exhaustive search; it knows no inserted copies.

The rules are those of the game, but that a card laid aside may be put beside the hand when it comes, and be played from
there like one in the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.cards import Card

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

    Position = tuple[int, tuple[int, ...], frozenset[int], frozenset[Card]]
    """Cards drawn, value reached in each colour, draws of the copies in the hand, cards beside it."""


def won_beside(instance: HanabiSolitaire, aside: Collection[Card]) -> bool:
    """Whether a deck can be won if these cards take no room."""
    colours = instance.colours_in_order
    start: Position = (0, (0,) * len(colours), frozenset(), frozenset())
    seen, stack = {start}, [start]
    while stack:
        position = stack.pop()
        if position[1] == (instance.highest,) * len(colours):
            return True
        following = set(_steps_from(instance, aside, position)) - seen
        seen |= following
        stack += following
    return False


def _steps_from(instance: HanabiSolitaire, aside: Collection[Card], position: Position) -> Iterator[Position]:
    drawn, reached, hand, beside = position
    place = instance.colours_in_order.index
    following = [Card(colour, value + 1) for colour, value in zip(instance.colours_in_order, reached, strict=True)]

    def after(card: Card) -> tuple[int, ...]:
        k = place(card.suit)
        return (*reached[:k], card.value, *reached[k + 1 :])

    for came in hand:
        card = instance.deck[came]
        yield drawn, reached, hand - {came}, beside
        if card in following:
            yield drawn, after(card), hand - {came}, beside
    for card in beside & set(following):
        yield drawn, after(card), hand, beside
    if drawn == instance.size:
        return
    card = instance.deck[drawn]
    yield drawn + 1, reached, hand, beside
    if len(hand) < instance.hand_size:
        yield drawn + 1, reached, hand | {drawn}, beside
    if card in aside:
        yield drawn + 1, reached, hand, beside | {card}
    if card in following:
        yield drawn + 1, after(card), hand, beside
