"""Random decks of solitaire Hanabi: small ones in a mix where everything is common, and larger ones on the edge."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


def small_deck(seed: int, *, most_cards: int = 12) -> HanabiSolitaire:
    """One deck with at most `most_cards` cards and a mix of all options; about half of them are won."""
    rng = random.Random(seed)
    colours = rng.choice((1, 2, 2, 2, 3, 3, 4))
    values = rng.choice([n for n in (1, 2, 2, 3, 3, 3, 4, 4, 5, 5) if n * colours <= most_cards])
    cards = [Card("abcd"[k], v) for k in range(colours) for v in range(1, values + 1)]
    deck = [] if seed % 100 == 0 else _with_copies(rng, cards, most_cards)
    rng.shuffle(deck)
    if rng.random() < 0.35:  # value by value with some disorder: such decks are won with smaller hands
        disorder = rng.choice((1.5, 3.0, 5.0))
        deck = [card for _, card in sorted((card.value + disorder * rng.random(), card) for card in deck)]
    if rng.random() < 0.3:  # some neighbours become equal
        k = rng.randrange(len(deck) + 1)
        deck = [*deck[: k + 1], *deck[k : most_cards - 1]]
    if rng.random() < 0.06 and deck:
        gone = rng.choice(deck)
        deck = [card for card in deck if card != gone]
    data: dict[str, Any] = {"deck": deck, "hand_size": rng.choice((0, 0, 0, 1, 1, 1, 1, 2, 2, 3))}
    if rng.random() < 0.3:
        data["values"] = max((card.value for card in deck), default=0) + (rng.random() < 0.1)
    if rng.random() < 0.3:
        names = sorted({card.suit for card in deck})
        data["colours"] = rng.sample(names, len(names)) + ["x"] * (rng.random() < 0.05)
    return HanabiSolitaire(**data)


def _with_copies(rng: random.Random, cards: list[Card], most_cards: int) -> list[Card]:
    """Every card once, and further copies: of all cards the same number, or of cards drawn by lot."""
    room = most_cards - len(cards)
    if rng.random() < 0.5:
        return cards * max(1, min(rng.randint(1, 3), most_cards // len(cards)))
    return cards + [rng.choice(cards) for _ in range(rng.randint(0, room))]


def medium_deck(seed: int) -> HanabiSolitaire:
    """A deck of 20 to 60 cards, 3 to 5 colours; the hand is near the smallest one that wins."""
    rng = random.Random(seed)
    colours, values, copies = rng.choice((3, 4, 5)), rng.choice((4, 5, 6)), rng.choice((2, 2, 3))
    cards = [Card("abcde"[k], v) for k in range(colours) for v in range(1, values + 1)]
    deck = [card for card in cards for _ in range(copies if rng.random() < 0.8 else 1)][:60]
    rng.shuffle(deck)
    return HanabiSolitaire(deck=deck, hand_size=rng.randint(1, colours * values // copies // 2))


def described(instance: HanabiSolitaire) -> set[str]:
    """The variants an instance belongs to."""
    return {name for name, holds in _facts(instance).items() if holds}


def _facts(instance: HanabiSolitaire) -> dict[str, bool]:
    deck = instance.deck
    numbers = {len(draws) for draws in instance.copies.values()}
    return {
        "empty deck": not deck,
        "missing cards": instance.missing is not None,
        "no hand": instance.hand_size == 0,
        "hand of 2 or 3": instance.hand_size >= 2,
        "one colour": len(instance.colours_in_order) == 1,
        "3 colours or more": len(instance.colours_in_order) >= 3,
        "4 values or more": instance.highest >= 4,
        "every card once": numbers == {1},
        "3 copies or more": instance.multiplicity >= 3,
        "uneven copies": len(numbers) > 1,
        "equal neighbours": any(one == other for one, other in pairwise(deck)),
        "values given": instance.values is not None,
        "colours given": instance.colours is not None,
    }


VARIANTS = tuple(_facts(HanabiSolitaire(deck=[], hand_size=0)))
"""All variants the mix is to contain."""
