"""A second opinion on solitaire Hanabi: plain, slow, and written from the words of the contract alone.

Nothing of `crewsat` is imported: the judge reads the JSON of an instance. It goes through the deck card by card and
keeps every state the player can be in after the draw: what has been played, as a set of cards, and what is stored, as a
bag. The drawn card is put on the table; from there the player plays what she likes, from table and hand in any order,
and only then says whether what is left on the table goes into the hand or away.
"""

from __future__ import annotations

import re
from typing import Any

Card = tuple[str, int]
State = tuple[frozenset[Card], tuple[Card, ...]]
"""The cards played, and the cards stored (sorted)."""


def can_be_won(data: dict[str, Any]) -> bool:
    """Whether every value of every colour can be played from the deck that this JSON object describes."""
    deck = [read_card(card) for card in data["deck"]]
    goal = cards_to_play(data, deck)
    states: set[State] = {(frozenset(), ())}
    for drawn in deck:
        states = {after for played, hand in states for after in after_draw(played, hand, drawn, data["hand_size"])}
    return any(goal <= played for played, _ in states)


def cards_to_play(data: dict[str, Any], deck: list[Card]) -> set[Card]:
    """Every colour with every value: as the instance says, else as in the deck."""
    colours = data.get("colours")
    names = {colour for colour, _ in deck} if colours is None else {str(name) for name in colours}
    values = data.get("values")
    highest = max((value for _, value in deck), default=0) if values is None else values
    return {(name, value) for name in names for value in range(1, highest + 1)}


def after_draw(played: frozenset[Card], hand: tuple[Card, ...], drawn: Card, size: int) -> set[State]:
    """The states after a card is drawn, any cards are played, and what is left of it is stored or discarded."""
    found: set[State] = set()
    open_ones = [(played, hand, True)]
    seen = set(open_ones)
    while open_ones:
        done, held, on_table = open_ones.pop()
        found.add((done, held))
        if on_table and len(held) < size:
            found.add((done, tuple(sorted((*held, drawn)))))
        further = [(done | {card}, without(held, card), on_table) for card in held if may_follow(done, card)]
        if on_table and may_follow(done, drawn):
            further.append((done | {drawn}, held, False))
        for state in further:
            if state not in seen:
                seen.add(state)
                open_ones.append(state)
    return found


def may_follow(played: frozenset[Card], card: Card) -> bool:
    """A colour is played from 1 upwards, each value once."""
    colour, value = card
    return card not in played and (value == 1 or (colour, value - 1) in played)


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    k = hand.index(card)
    return hand[:k] + hand[k + 1 :]


def read_card(card: Any) -> Card:  # noqa: ANN401 - a text or the paper's pair
    if isinstance(card, str):
        colour, colon, value = card.rpartition(":")
        if not colon:  # without a colon the colour ends in no digit
            value = card[len(card.rstrip("0123456789")) :]
            colour = card.removesuffix(value)
        assert re.fullmatch("[1-9][0-9]*", value)
        return colour, int(value)
    value, colour = card
    return str(colour), int(value)
