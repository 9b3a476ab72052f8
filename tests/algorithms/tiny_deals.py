"""All tiny deals of one suit or of single cards, and random small ones, for the special cases of The Crew."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from crewsat.games.crew.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.objective import Objective

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def instance_of(
    players: int, cards: Sequence[Card], holders: Sequence[int], owners: Sequence[int], leader: int | None
) -> Crew:
    """One instance: who holds each card, and whose objective it is (0: nobody's)."""
    hands = [[card for card, holder in zip(cards, holders, strict=True) if holder == j] for j in range(1, players + 1)]
    objectives = [Objective(card=card, owner=owner) for card, owner in zip(cards, owners, strict=True) if owner]
    return Crew(hands=hands, leader=leader, objectives=objectives)


def single_suit_deals(players: int, cards: int) -> Iterator[Crew]:
    """All deals of the cards 1…n of one suit with all objectives; leader free or fixed, drawn for each.

    Players are numbered in the order of their lowest cards; a permutation of the players changes nothing in one suit.
    """
    rng = random.Random(f"{players} {cards}")
    deck = [Card("a", value) for value in range(1, cards + 1)]
    for holders in product(range(1, players + 1), repeat=cards):
        if any(holder > max(holders[:k], default=0) + 1 for k, holder in enumerate(holders)):
            continue
        for owners in product(range(players + 1), repeat=cards):
            yield instance_of(players, deck, holders, owners, rng.choice((None, *range(1, players + 1))))


def single_value_deals(players: int, cards: int) -> Iterator[Crew]:
    """All deals of n cards of as many suits with all objectives and all leaders; cards are interchangeable."""
    deck = [Card("abcdefgh"[k], 1 + k % 2) for k in range(cards)]
    states = list(product(range(1, players + 1), range(players + 1)))
    for chosen in combinations_with_replacement(states, cards):
        holders, owners = [holder for holder, _ in chosen], [owner for _, owner in chosen]
        for leader in (None, *range(1, players + 1)):
            yield instance_of(players, deck, holders, owners, leader)


def random_single_suit(seed: int, *, most_cards: int = 12, owned: bool = False) -> Crew:
    """One deal of one suit, most with even hands and few objectives; about half of them are won."""
    rng = random.Random(seed)
    players = rng.choice((1, 2, 2, 2, 3, 3, 4))
    number = max(rng.randint(players, most_cards), rng.randint(players, most_cards))
    deck = sorted(rng.sample([Card("a", value) for value in range(1, most_cards + 5)], number))
    holders = [k % players + 1 for k in range(number)]
    if rng.random() < 0.3:
        holders = [rng.randint(1, players) for _ in deck]
    rng.shuffle(holders)
    wanted = rng.sample(range(number), rng.randint(0, min(number, 5)))
    owners = [0] * number
    for k in wanted:
        owners[k] = holders[k] if owned else rng.randint(1, rng.choice((2, players)) if players > 1 else 1)
    return instance_of(players, deck, holders, owners, rng.choice((None, rng.randint(1, players))))


def random_single_value(seed: int, *, most_cards: int = 12) -> Crew:
    """One deal of cards of different suits, mostly with objectives of one player, who mostly may lead."""
    rng = random.Random(seed)
    players = rng.choice((1, 2, 2, 3, 3, 4))
    number = rng.randint(players, most_cards)
    deck = [Card(suit, rng.randint(1, 9)) for suit in "abcdefghijklmnop"[:number]]
    holders = [k % players + 1 for k in range(number)]
    if rng.random() < 0.5:
        holders = [rng.randint(1, players) for _ in deck]
    owner = rng.randint(1, players)
    wanted = set(rng.sample(range(number), rng.randint(0, min(number, 6))))
    owners = [owner if k in wanted else 0 for k in range(number)]
    if wanted and rng.random() < 0.1:
        owners[min(wanted)] = rng.randint(1, players)
    return instance_of(players, deck, holders, owners, rng.choice((None, owner, owner, rng.randint(1, players))))
