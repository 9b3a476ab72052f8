"""What an instance of The Crew says, and who wins a trick, for the second opinion; nothing of `crewsat` is imported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Card(NamedTuple):
    """One card; written as in the contract, `pink9` or `3:7`."""

    suit: str
    value: int

    def __str__(self) -> str:
        return f"{self.suit}{':' if self.suit[-1].isdigit() else ''}{self.value}"


class Trick(NamedTuple):
    """A complete trick: the leader's card comes first, then those of the others in turn order."""

    leader: int
    cards: tuple[Card, ...]


Hands = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Deal:
    """What the instance says, with every default filled in."""

    hands: Hands
    leader: int | None
    trump: str | None
    objectives: dict[str, Card]
    owners: dict[str, int | None]
    pairs: frozenset[tuple[str, str]]
    strict: bool
    mode: str
    tasks: list[dict[str, Any]]
    played: list[tuple[Card, ...]]

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.hands)

    @cached_property
    def last(self) -> int:
        """The number T of the last trick: the size of the smallest hand as dealt, held and played cards together."""
        tricks, leader, table = tricks_and_table(self)
        sizes = [len(hand) + len(tricks) for hand in self.hands]
        for k in range(len(table)):
            sizes[seat(self, leader or 0, k)] += 1
        return min(sizes)


# The rules of a trick ---------------------------------------------------------------------------------------------


def seat(deal: Deal, leader: int, k: int) -> int:
    """Whose card is the k-th of a trick, both counted from 0."""
    return (leader - 1 + k) % deal.players


def legal(hand: Sequence[Card], table: Sequence[Card]) -> list[Card]:
    """The led suit if one has it, else anything; a trump is a suit like any other here."""
    following = [card for card in hand if table and card.suit == table[0].suit]
    return following or list(hand)


def winner(deal: Deal, trick: Trick) -> int:
    """The highest trump wins, without one the highest card of the led suit."""
    trumps = [card for card in trick.cards if card.suit == deal.trump]
    best = max(trumps or [card for card in trick.cards if card.suit == trick.cards[0].suit], key=lambda c: c.value)
    return seat(deal, trick.leader, trick.cards.index(best)) + 1


def tricks_and_table(deal: Deal) -> tuple[list[Trick], int | None, tuple[Card, ...]]:
    """What `played` says: the complete tricks, who leads next (or led the unfinished trick), the unfinished trick."""
    tricks: list[Trick] = []
    leader = deal.leader
    for cards in deal.played:
        assert leader is not None, "a position needs a leader"
        if len(cards) < deal.players:
            return tricks, leader, cards
        tricks.append(Trick(leader, cards))
        leader = winner(deal, tricks[-1])
    return tricks, leader, ()


# Reading -----------------------------------------------------------------------------------------------------------


def read(data: dict[str, Any]) -> Deal:
    named = {str(o.get("id") or read_card(o["card"])): o for o in data.get("objectives", [])}
    return Deal(
        hands=tuple(tuple(map(read_card, hand)) for hand in data["hands"]),
        leader=data.get("leader"),
        trump=None if data.get("trump") is None else str(data["trump"]),
        objectives={name: read_card(o["card"]) for name, o in named.items()},
        owners={name: o["owner"] for name, o in named.items()},
        pairs=frozenset(order(named)),
        strict=data.get("same_trick") == "violates",
        mode=data.get("assignment", "any"),
        tasks=data.get("tasks", []),
        played=[tuple(map(read_card, trick)) for trick in data.get("played", [])],
    )


def read_card(card: Any) -> Card:  # noqa: ANN401 - a text or the paper's pair
    if isinstance(card, str):
        return read_text(card)
    value, suit = card
    return Card(str(suit), int(value))


@cache
def read_text(card: str) -> Card:
    found = re.fullmatch(r"(.+?):?([1-9][0-9]*)", card)
    assert found
    # With a colon the suit ends before it; without one the suit ends in no digit.
    suit, _, value = card.partition(":") if ":" in card else (found[1], "", found[2])
    return Card(suit, int(value))


def order(named: dict[str, dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """All pairs (x before y), from `after` and `before` and from the tokens."""
    for name, objective in named.items():
        yield from ((other, name) for other in objective.get("after", []))
        yield from ((name, other) for other in objective.get("before", []))
    token = {name: objective.get("token") or "" for name, objective in named.items()}
    for x, y in combinations(named, 2):
        yield from ((a, b) for a, b in ((x, y), (y, x)) if token_before(token[a], token[b]))


def token_before(a: str, b: str) -> bool:
    """Whether an objective with token `a` comes before one with token `b`; no token is the empty text."""
    if a.isdigit():
        return not b.isdigit() or int(a) < int(b)
    if b == "omega":
        return True
    return set(a) == set(b) == {">"} and len(a) < len(b)
