"""Table 2: the tree of a single round, counted exactly and not built (paper 003, section 5.3).

Each leaf is one way to play a round, from the first turn to the last card that is turned up, under the default rules.
Kinds of card are counted, not cards; the first turn is one joint choice of all players; a challenge is set with any bet
from 1 to the number of cards on the table, which ends the bidding; the discard that may follow is not part of a round.

Three facts reduce this to sums. Cards are placed in turn, so the number of cards on the table determines the length of
each pile, and whose turn it is. Bids do not depend on the contents of the piles. And the only thing that matters about
a pile is how many roses lie above its top skull: generating functions by the number of cards turned up count the ways
to fill a pile; products of exponential ones also count the orders in which the cards of several piles can be turned up.

A pile is represented by its length and the roses and skulls its owner has. A generating function is represented by the
list of its coefficients, for an exponential one without the factorials.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate
from math import comb
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from crewsat.studies.skull.referee import NOBODY
from crewsat.studies.skull.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Owned = tuple[tuple[int, int], ...]
"""The roses and the skulls that each player has; none for a player who is out."""
Pile = tuple[int, int, int]


def round_tree(players: int, roses: int = 3, skulls: int = 1) -> int:
    """Return the number of leaves of a round with full hands.

    Raises:
        WrongOption: if a parameter is not valid.
    """
    Rules(players, roses, skulls)
    return round_outcomes(((roses, skulls),) * players, 0).total()


def round_outcomes(owned: Owned, initiative: int) -> Counter[tuple[int, int]]:
    """Return the number of leaves of a round by outcome: the challenger, and the owner of the skull turned up.

    The owner is `NOBODY` after a success; impossible outcomes are absent.

    Args:
        owned: what each player has.
        initiative: who begins, a player who is not out.
    """
    found: Counter[tuple[int, int]] = Counter()
    for opener, lengths in card_turns(owned, initiative):
        piles = [(length, *cards) for length, cards in zip(lengths, owned, strict=True)]
        bidders = in_order(owned, opener)
        for place, challenger in enumerate(bidders):
            bids = [ways_to_bid(len(bidders) - 1, place, bet) for bet in range(1, sum(lengths) + 1)]
            others = [player for player in bidders if player != challenger]
            ends = revelations(piles[challenger], tuple(sorted(piles[other] for other in others)), orders=True)
            skulls = {pile: _sum(bids, ways) for pile, ways in ends.skulls.items()}
            found[challenger, NOBODY] += _sum(bids, ends.roses)
            found[challenger, challenger] += _sum(bids, ends.own_skull)
            for other in others:
                found[challenger, other] += skulls[piles[other]]
    return +found


def in_order(owned: Owned, first: int) -> list[int]:
    """Return the players who are not out, in clockwise order starting from a seat."""
    seats = [seat % len(owned) for seat in range(first, first + len(owned))]
    return [seat for seat in seats if any(owned[seat])]


def card_turns(owned: Owned, initiative: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each player who can set the challenge, with the lengths of the piles; the last one has an empty hand."""
    players = in_order(owned, initiative)
    lengths = [int(player in players) for player in range(len(owned))]
    while True:
        for player in players:
            yield player, tuple(lengths)
            if lengths[player] == sum(owned[player]):
                return
            lengths[player] += 1


@cache
def ways_to_bid(others: int, place: int, bet: int) -> int:
    """Return the number of ways in which a player becomes the challenger with a bet.

    The last of several bids is this bet, and those before it are any smaller ones. The number of cards on the table
    does not matter: all others pass in the end, or do not need to as the bet is the maximum.

    Args:
        others: the number of players besides the opener, who sets the challenge.
        place: how many turns after the opener the player comes; 0 for the opener.
        bet: the bet.
    """
    return sum(comb(bet - 1, raises) * _ways_to_raise(raises, others, place) for raises in range(bet))


@cache
def _ways_to_raise(raises: int, others: int, place: int) -> int:
    """Return the number of ways in which `raises` raises can follow a bet, if the last one must be a given player's.

    The next player either raises, which makes the previous bidder last in turn, or passes.

    Args:
        raises: number of raises.
        others: the number of players who have not passed, besides the current bidder.
        place: how many turns after the bidder the player comes; 0 for the bidder.
    """
    if raises == 0 or others == 0:
        return int(raises == place == 0)
    raised = _ways_to_raise(raises - 1, others, (place or others + 1) - 1)
    return raised + (0 if place == 1 else _ways_to_raise(raises, others - 1, max(place - 1, 0)))


class Revelations(NamedTuple):
    """The numbers of ways to fill and turn up piles, by the result; lists by the bet, from 1 on.

    Attributes:
        roses: as many roses as are bet.
        own_skull: finally the challenger's skull.
        skulls: finally another player's skull, by pile: for each one of identical piles.
    """

    roses: list[int]
    own_skull: list[int]
    skulls: dict[Pile, list[int]]


@cache
def revelations(own: Pile, others: tuple[Pile, ...], *, orders: bool) -> Revelations:
    """Count the revelations of the challenger's pile, which is turned up first, and the others', which are sorted.

    With `orders`, each order in which their cards are turned up counts; without it, only the number from each pile.
    """
    top, rest = _top_roses(own), _product_of(others, orders=orders)
    own_skull = [*accumulate(ways * rest[0] for ways in _top_skull(own))]
    skulls = {}
    for pile in {*others}:
        place = others.index(pile)
        left = _product_of(others[:place] + others[place + 1 :], orders=orders)
        before = _product(_top_skull(pile), left, orders=orders)
        skulls[pile] = [0] * own[0] + [*accumulate(top[-1] * ways for ways in before)]
    roses = [ways * rest[0] for ways in top[1:]] + [top[-1] * ways for ways in rest[1:]]
    return Revelations(roses, own_skull + own_skull[-1:] * (len(rest) - 1), skulls)


def _top_roses(pile: Pile) -> list[int]:
    """Return the numbers of ways to fill a pile with 0, 1, … roses on top, and anything below them."""
    length, roses, skulls = pile
    return [fillings(length - above, roses - above, skulls) for above in range(length + 1)]


def _top_skull(pile: Pile) -> list[int]:
    """Return the numbers of ways to fill a pile with its top skull below 0, 1, … roses."""
    length, roses, skulls = pile
    return [fillings(length - above - 1, roses - above, skulls - 1) for above in range(length)]


def fillings(length: int, roses: int, skulls: int) -> int:
    """Return the number of ways to fill a pile with at most `roses` roses and `skulls` skulls."""
    return sum(comb(length, number) for number in range(max(0, length - roses), min(length, skulls) + 1) if roses >= 0)


@cache
def _product_of(piles: tuple[Pile, ...], *, orders: bool) -> list[int]:
    """Return the product of the generating functions of the roses on top of piles."""
    return _product(_product_of(piles[:-1], orders=orders), _top_roses(piles[-1]), orders=orders) if piles else [1]


def _product(one: Sequence[int], other: Sequence[int], *, orders: bool) -> list[int]:
    """Return the product of two generating functions, which are exponential if orders are counted."""
    found = [0] * (len(one) + len(other) - 1)
    for i, first in enumerate(one):
        for k, second in enumerate(other):
            found[i + k] += first * second * (comb(i + k, k) if orders else 1)
    return found


def _sum(numbers: Sequence[int], ways: Sequence[int]) -> int:
    return sum(map(mul, numbers, ways))
