"""A second opinion on The Crew: plain, slow, and written from the words of the contract alone.

Nothing of `crewsat` is imported: the judge reads the JSON of an instance. It tries every legal continuation, keeps the
whole list of tricks, and after each trick asks of that list, by the definitions, whether the crew has succeeded.
A list that fails for good needs no notice: it is never judged a success later.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.support.second_opinion_deal import Card, Deal, Trick, legal, read, seat, tricks_and_table, winner
from tests.support.second_opinion_tasks import able, first_leader, secured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.second_opinion_deal import Hands

Line = list[tuple[int, tuple[str, ...]]]
"""The tricks after the complete ones of `played`: who leads, and the cards in the order they are played."""


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


# Goals: each is asked of the whole list of tricks since the deal ---------------------------------------------------


def succeeded(deal: Deal, tricks: list[Trick]) -> bool:
    """Whether all objectives are completed as they should be and all tasks are secured for good."""
    if not tricks and deal.leader is None:  # Somebody is going to lead the first trick.
        return any(succeeded(replace(deal, leader=player), tricks) for player in range(1, deal.players + 1))
    return (
        all_taken(deal, tricks)
        and rightly_owned(deal, tricks)
        and in_order(deal, tricks)
        and all(secured(deal, tricks, task) for task in deal.tasks if task["owner"] is not None)
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
    """Every objective went to its owner, and the free objectives and tasks can be shared out.

    The owner of a free objective can only be the player who won it, that of a free task one who has secured it.
    """
    takers = {name: taker(deal, tricks, card) for name, card in deal.objectives.items()}
    fixed = all(owner in {None, takers[name]} for name, owner in deal.owners.items())
    won = [takers[name] for name, owner in deal.owners.items() if owner is None]
    choices = [able(deal, tricks, task) for task in deal.tasks if task["owner"] is None]
    leader = first_leader(deal, tricks)
    return fixed and any(allowed(deal, leader, [*won, *chosen]) for chosen in product(*choices))


def allowed(deal: Deal, leader: int, free: list[int]) -> bool:
    """Whether the crew may give the free objectives and tasks to these owners, one named for each of them."""
    shares = [free.count(seat(deal, leader, k) + 1) for k in range(deal.players)]
    few, more = divmod(len(free), deal.players)
    drafted = shares == [few + 1] * more + [few] * (deal.players - more)
    return (
        not free
        or {
            "any": True,
            "draft": drafted,
            "draft_or_pass": max(shares) < 2 if len(free) < deal.players else drafted,
            "balanced": max(shares) - min(shares) < 2,
            "one_player": len(set(free)) == 1,
            "one_player_but_leader": len(set(free)) == 1 and leader not in free,
        }[deal.mode]
    )


def in_order(deal: Deal, tricks: list[Trick]) -> bool:
    when = {name: number(tricks, card) for name, card in deal.objectives.items()}
    return all(when[x] < when[y] if deal.strict else when[x] <= when[y] for x, y in deal.pairs)
