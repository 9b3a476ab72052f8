"""A second opinion on The Crew: plain, slow, and written from the words of the contract alone.

Nothing of `crewsat` is imported: the judge reads the JSON of an instance. It tries every legal continuation, keeps the
whole list of tricks, and after each trick asks of that list, by the definitions, whether the crew has succeeded.
A list that fails for good needs no notice: it is never judged a success later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Line = list[tuple[int, tuple[str, ...]]]
"""The tricks after the complete ones of `played`: who leads, and the cards in the order they are played."""


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

    @property
    def last(self) -> int:
        """The number T of the last trick: the size of the smallest hand as dealt, held and played cards together."""
        tricks, leader, table = tricks_and_table(self)
        sizes = [len(hand) + len(tricks) for hand in self.hands]
        for k in range(len(table)):
            sizes[seat(self, leader or 0, k)] += 1
        return min(sizes)


def winning_line_exists(data: dict[str, Any]) -> bool:
    """Whether the crew can win the deal, or the position, that this JSON object describes."""
    return any(True for _ in lines(data))


def lines(data: dict[str, Any]) -> Iterator[Line]:
    """All the different ways to win, each cut at the trick that succeeds; empty if nothing needs to be played."""
    deal = read(data)
    done, leader, table = tricks_and_table(deal)
    if any(succeeded(deal, done[:k]) for k in range(len(done) + 1)):
        yield []
        return
    leaders = range(1, deal.players + 1) if leader is None else [leader]
    for first in leaders:
        # An unfinished trick is completed even if some hands are empty by now; a new one needs a card of everybody.
        starts = within_trick(deal, deal.hands, done, first, table) if table else after(deal, deal.hands, done, first)
        for tricks in starts:
            yield [(trick.leader, tuple(str(card) for card in trick.cards)) for trick in tricks[len(done) :]]


# Play --------------------------------------------------------------------------------------------------------------


def after(deal: Deal, hands: Hands, tricks: list[Trick], leader: int) -> Iterator[list[Trick]]:
    """All lists of tricks that succeed with their last one and begin with these; `leader` leads the next trick."""
    if succeeded(deal, tricks):
        yield tricks
    elif all(hands):
        yield from within_trick(deal, hands, tricks, leader, ())


def within_trick(
    deal: Deal, hands: Hands, tricks: list[Trick], leader: int, table: tuple[Card, ...]
) -> Iterator[list[Trick]]:
    """The same within a trick, when these cards are on the table."""
    if len(table) == deal.players:
        trick = Trick(leader, table)
        yield from after(deal, hands, [*tricks, trick], winner(deal, trick))
        return
    turn = seat(deal, leader, len(table))
    for card in legal(hands[turn], table):
        rest = tuple(c for c in hands[turn] if c != card)
        yield from within_trick(deal, (*hands[:turn], rest, *hands[turn + 1 :]), tricks, leader, (*table, card))


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


# Goals: each is asked of the whole list of tricks since the deal ---------------------------------------------------


def succeeded(deal: Deal, tricks: list[Trick]) -> bool:
    """Whether all objectives are completed as they should be and all tasks are secured for good."""
    return (
        all_taken(deal, tricks)
        and rightly_owned(deal, tricks)
        and in_order(deal, tricks)
        and all(secured(deal, tricks, task) for task in deal.tasks)
    )


def number(tricks: list[Trick], card: Card) -> int:
    """In which trick the card was played, counted from 1."""
    return next(k for k, trick in enumerate(tricks, 1) if card in trick.cards)


def taker(deal: Deal, tricks: list[Trick], card: Card) -> int:
    """Who won the card."""
    return winner(deal, tricks[number(tricks, card) - 1])


def all_taken(deal: Deal, tricks: list[Trick]) -> bool:
    gone = [card for trick in tricks for card in trick.cards]
    return all(card in gone for card in deal.objectives.values())


def rightly_owned(deal: Deal, tricks: list[Trick]) -> bool:
    """Every objective went to its owner; the owner of a free one can only be the player who won it."""
    takers = {name: taker(deal, tricks, card) for name, card in deal.objectives.items()}
    fixed = all(owner in {None, takers[name]} for name, owner in deal.owners.items())
    free = [takers[name] for name, owner in deal.owners.items() if owner is None]
    return fixed and (not free or allowed(deal, tricks[0].leader, free))


def allowed(deal: Deal, leader: int, free: list[int]) -> bool:
    """Whether the crew may give the free objectives to these owners, one named for each objective."""
    shares = [free.count(seat(deal, leader, k) + 1) for k in range(deal.players)]
    few, more = divmod(len(free), deal.players)
    return {
        "any": True,
        "draft": shares == [few + 1] * more + [few] * (deal.players - more),
        "balanced": max(shares) - min(shares) < 2,
        "one_player": len(set(free)) == 1,
        "one_player_but_leader": len(set(free)) == 1 and leader not in free,
    }[deal.mode]


def in_order(deal: Deal, tricks: list[Trick]) -> bool:
    when = {name: number(tricks, card) for name, card in deal.objectives.items()}
    return all(when[x] < when[y] if deal.strict else when[x] <= when[y] for x, y in deal.pairs)


def secured(deal: Deal, tricks: list[Trick], task: dict[str, Any]) -> bool:
    """Whether nothing that may still be played can spoil the task, which is judged at the end unless it says more."""
    owner: int = task["owner"]
    if task["kind"] == "win_trick":
        k: int = deal.last if task["trick"] == "last" else task["trick"]
        return 1 <= k <= len(tricks) and winner(deal, tricks[k - 1]) == owner
    bound = next(name for name in ("exactly", "at_least", "at_most") if name in task)
    wanted: int = task[bound]
    if bound == "at_least":
        return count(deal, tricks, task) >= wanted
    if task.get("judged", "end") == "when_reached":
        # Reached after some trick or at the very start, whatever comes later; a count that jumps over it never does.
        return any(count(deal, tricks[:k], task) == wanted for k in range(len(tricks) + 1))
    found = count(deal, tricks, task)
    return len(tricks) == deal.last and (found <= wanted if bound == "at_most" else found == wanted)


def count(deal: Deal, tricks: list[Trick], task: dict[str, Any]) -> int:
    """How many tricks the owner has won, or how many of the cards of the task."""
    won = [trick for trick in tricks if winner(deal, trick) == task["owner"]]
    if task["kind"] == "tricks":
        return len(won)
    return sum(card in trick.cards for card in map(read_card, task["cards"]) for trick in won)


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
        found = re.fullmatch(r"(.+?):?([1-9][0-9]*)", card)
        assert found
        # With a colon the suit ends before it; without one the suit ends in no digit.
        suit, _, value = card.partition(":") if ":" in card else (found[1], "", found[2])
        return Card(suit, int(value))
    value, suit = card
    return Card(str(suit), int(value))


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
