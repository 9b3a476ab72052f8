"""Small decks of solitaire Hanabi: all of a size up to renaming, and random ones of every kind."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Thing = TypeVar("Thing")

SHAPES = ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2))
"""Colours and values."""

MOST_CARDS = 12


def won(instance: HanabiSolitaire) -> bool:
    """Whether a deck can be won, by exhaustive search."""
    return search(instance) is not None


def small_deck(seed: int) -> HanabiSolitaire:
    """One deck of up to 3 colours, 5 values and 3 copies of a card, and a hand of up to 3; one in 15 lacks cards.

    About half of them are won. Values and colours are given or left to the deck.
    """
    rng = random.Random(seed)
    number, values = pick(rng, SHAPES)
    colours = list("abc")[:number]
    needed = [Card(colour, value) for colour in colours for value in range(1, values + 1)]
    more = shuffled(needed * pick(rng, (0, 0, 1, 2)), rng)
    deck = shuffled(needed + more[: int(rng.random() * (MOST_CARDS + 1 - len(needed)))], rng)
    if rng.random() < 0.07:
        gone = pick(rng, needed)
        deck = [card for card in deck if card != gone]
    return HanabiSolitaire(
        deck=deck,
        hand_size=pick(rng, (0, 1, 1, 1, 2, 2, 3)),
        values=pick(rng, (None, values)),
        colours=pick(rng, (None, colours)),
    )


def tiny_decks(cards: int, colours: int, hand_size: int) -> Iterator[HanabiSolitaire]:
    """All decks of so many cards with values up to their number, colours named in the order in which they come."""
    names = "abcd"[:colours]
    for drawn in product(names, repeat=cards):
        if any(name > "a" and chr(ord(name) - 1) not in drawn[:k] for k, name in enumerate(drawn)):
            continue
        for values in product(range(1, cards + 1), repeat=cards):
            deck = [Card(name, value) for name, value in zip(drawn, values, strict=True)]
            yield HanabiSolitaire(deck=deck, hand_size=hand_size)


def pick(rng: random.Random, things: Sequence[Thing]) -> Thing:
    """One of these."""
    return things[int(rng.random() * len(things))]
