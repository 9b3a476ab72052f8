"""Small deals for audits: all of them up to symmetry, and random ones, each with the answer by exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, TypeVar

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.objective import Objective
from crewsat.studies.audit.crew.one_suit import OneSuit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Thing = TypeVar("Thing")

Choice = tuple[Sequence[Card], Sequence[int], Sequence[int], int | None]
"""A deal before it is created: the cards, who holds each, who owns it as an objective (0: no player), and who leads."""


@dataclass(frozen=True)
class Deal:
    """A case: an instance, and what is known about it, computed on demand."""

    instance: Crew

    @cached_property
    def won(self) -> bool:
        """Whether the crew can win, by exhaustive search."""
        return search(self.instance) is not None

    @cached_property
    def game(self) -> OneSuit:
        """The deal as a game of one suit."""
        return OneSuit(self.instance)

    @cached_property
    def owned(self) -> bool:
        """Whether every objective card is held by its owner."""
        return all(self.instance.holder[o.card] == o.owner for o in self.instance.objectives)


def size_of(deal: Deal) -> tuple[int, ...]:
    """Return the size of a case: cards, then players, then objectives."""
    return len(deal.instance.holder), deal.instance.players, len(deal.instance.objectives)


def instance_of(
    players: int, cards: Sequence[Card], holders: Sequence[int], owners: Sequence[int], leader: int | None
) -> Crew:
    """Return the instance with these holders of the cards, and these owners of them as objectives (0: no player)."""
    hands = [[card for card, holder in zip(cards, holders, strict=True) if holder == j] for j in range(1, players + 1)]
    objectives = [Objective(card=card, owner=owner) for card, owner in zip(cards, owners, strict=True) if owner]
    return Crew(hands=hands, leader=leader, objectives=objectives)


def single_suit_deals(players: int, cards: int) -> Iterator[Choice]:
    """Yield all deals of the cards 1…n of one suit with all objectives; the leader, free or fixed, is drawn for each.

    Players are numbered in the order of their lowest cards: with one suit, permuting the players changes nothing.
    """
    rng = random.Random(f"{players} {cards}")
    leaders = (None, *range(1, players + 1))
    deck = [Card("a", value) for value in range(1, cards + 1)]
    for holders in product(range(1, players + 1), repeat=cards):
        if any(holder > max(holders[:k], default=0) + 1 for k, holder in enumerate(holders)):
            continue
        for owners in product(range(players + 1), repeat=cards):
            yield deck, holders, owners, leaders[int(rng.random() * len(leaders))]


def single_value_deals(players: int, cards: int) -> Iterator[Choice]:
    """Yield all deals of n cards of n suits with all objectives and all leaders; cards are interchangeable."""
    deck = [Card("abcdefgh"[k], 1) for k in range(cards)]
    states = list(product(range(1, players + 1), range(players + 1)))
    for chosen in combinations_with_replacement(states, cards):
        holders, owners = [holder for holder, _ in chosen], [owner for _, owner in chosen]
        for leader in (None, *range(1, players + 1)):
            yield deck, holders, owners, leader


def random_single_suit(seed: int, *, most_cards: int = 12, owned: bool = False) -> Crew:
    """Return a deal of one suit; most have even hands and few objectives, and about half of them are won."""
    rng = random.Random(seed)
    players = _one_of(rng, (1, 2, 2, 2, 3, 3, 4))
    number = max(_between(rng, players, most_cards), _between(rng, players, most_cards))
    deck = sorted(shuffled([Card("a", value) for value in range(1, most_cards + 5)], rng)[:number])
    holders = [k % players + 1 for k in range(number)]
    if rng.random() < 0.3:
        holders = [_between(rng, 1, players) for _ in deck]
    holders = shuffled(holders, rng)
    wanted = shuffled(range(number), rng)[: _between(rng, 0, min(number, 5))]
    owners = [0] * number
    for k in wanted:
        owners[k] = holders[k] if owned else _between(rng, 1, _one_of(rng, (min(2, players), players)))
    return instance_of(players, deck, holders, owners, _one_of(rng, (None, _between(rng, 1, players))))


def random_single_value(seed: int, *, most_cards: int = 12) -> Crew:
    """Return a deal of cards of different suits, mostly with objectives of one player, who mostly may lead."""
    rng = random.Random(seed)
    players = _one_of(rng, (1, 2, 2, 3, 3, 4))
    number = _between(rng, players, most_cards)
    deck = [Card(suit, _between(rng, 1, 9)) for suit in "abcdefghijklmnop"[:number]]
    holders = [k % players + 1 for k in range(number)]
    if rng.random() < 0.5:
        holders = [_between(rng, 1, players) for _ in deck]
    owner = _between(rng, 1, players)
    wanted = set(shuffled(range(number), rng)[: _between(rng, 0, min(number, 6))])
    owners = [owner if k in wanted else 0 for k in range(number)]
    if wanted and rng.random() < 0.1:
        owners[min(wanted)] = _between(rng, 1, players)
    return instance_of(players, deck, holders, owners, _one_of(rng, (None, owner, owner, _between(rng, 1, players))))


def _between(rng: random.Random, least: int, most: int) -> int:
    return least + int(rng.random() * (most - least + 1))


def _one_of(rng: random.Random, things: Sequence[Thing]) -> Thing:
    return things[int(rng.random() * len(things))]


def every(
    choices: Callable[[int, int], Iterator[Choice]], players: int, cards: int, part: int = 0, parts: int = 1
) -> Iterator[Deal]:
    """Return one part of all deals of a size, as cases; those of the other parts are not created."""
    return (Deal(instance_of(players, *choice)) for choice in islice(choices(players, cards), part, None, parts))
