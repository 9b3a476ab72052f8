"""The exact number of reachable states, to compare with the bound of table 1, under the default rules.

A state is that of `crewsat.studies.skull.referee`: what each player has, has won, and has face down, in order and by
kind; how much of it is turned up; what kind of turn it is, and whose; who has passed, the bet, and whose it is. Who
began the round, earlier bids and earlier rounds are not part of it. Ends of the game are states, distinguished by the
winner and what each player has left.

What can happen in a round depends on what each player has and on who may begin it. So the beginnings of rounds are
found one by one; the states of rounds that agree in this are counted once and not stored: for all lengths of the piles,
the states of the bidding times the ways to fill the piles, and revelations as in `crewsat.studies.skull.rounds`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import accumulate
from math import prod

from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import ROSE, State
from crewsat.studies.skull.rounds import Owned, Pile, card_turns, fillings, in_order, revelations
from crewsat.studies.skull.rules import Rules
from crewsat.studies.skull.whole_game import beginnings, reached, seen_from


def reachable_states(players: int, roses: int = 3, skulls: int = 1, wins: int = 2) -> int:
    """Return the number of reachable states.

    Raises:
        WrongOption: if a parameter is not valid.
    """
    rules = Rules(players, roses, skulls, wins)
    found = beginnings(rules)
    begin = defaultdict(list)
    for state in found:
        if state.turn == "first":
            begin[state.owned, state.wins].append(state.player)
    rounds = Counter(_renamed(owned, who) for (owned, _), who in begin.items())
    return len(found) + sum(number * _states_of_rounds(rules, *alike) for alike, number in rounds.items())


def _renamed(owned: Owned, who: list[int]) -> tuple[Owned, tuple[int, ...]]:
    """Return what players have, and who may begin, in a form that does not depend on the numbering of the seats."""
    seats = range(len(owned))
    return min((seen_from(owned, seat), tuple(sorted((one - seat) % len(owned) for one in who))) for seat in seats)


def _states_of_rounds(rules: Rules, owned: Owned, who: tuple[int, ...]) -> int:
    """Return the number of states in rounds begun by one of the players `who`, without the beginnings."""
    openers = defaultdict(list)
    for initiative in who:
        for opener, lengths in card_turns(owned, initiative):
            openers[lengths].append(opener)
    found, seats = 0, tuple(in_order(owned, 0))
    for lengths, those in openers.items():
        piles = [(length, *cards) for length, cards in zip(lengths, owned, strict=True)]
        bidding = set().union(*(_bidding(rules, seats, opener, sum(lengths)) for opener in those))
        filled = prod(fillings(*pile) for pile in piles)
        for (turn, challenger, bet), number in Counter((one.turn, one.challenger, one.bet) for one in bidding).items():
            others = tuple(sorted(piles[seat] for seat in seats if seat != challenger))
            found += number * (_turned_up(piles[challenger], others)[bet - 1] if turn == "reveal" else filled)
    return found


@cache
def _bidding(rules: Rules, seats: tuple[int, ...], opener: int, cards: int) -> set[State]:
    """Return the turn in which `opener` can set a challenge, the states of the bidding, and those that end it.

    Args:
        rules: the rules.
        seats: the players who are not out; what each has does not matter, here one card.
        opener: one of them.
        cards: number of cards on the table; their places do not matter, here before the first player.
    """
    owned = tuple((int(player in seats), 0) for player in range(rules.players))
    piles = tuple((ROSE,) * (0 if player else cards) for player in range(rules.players))
    start = referee.start(rules)._replace(turn="card", player=opener, owned=owned, piles=piles)

    def after_bid_or_pass(state: State) -> list[State]:
        moves = [] if state.turn == "reveal" else [*referee.moves(rules, state)]
        return [referee.after(rules, state, move) for move in moves if move.what in {"bet", "pass"}]

    return reached(start, after_bid_or_pass)


@cache
def _turned_up(own: Pile, others: tuple[Pile, ...]) -> list[int]:
    """Return the number of states of revelation and discard by the bet, a list from 1 on."""
    ends = revelations(own, others, orders=False)
    hidden = prod(fillings(*pile) for pile in (own, *others))
    before = accumulate([hidden, *ends.roses[:-1]])
    skulls = zip(ends.own_skull, *(ends.skulls[pile] for pile in others), strict=True)
    return [roses + sum(skull) for roses, skull in zip(before, skulls, strict=True)]
