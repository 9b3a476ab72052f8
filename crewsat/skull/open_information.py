"""Skull & Roses with all cards seen: can a challenge be met, and who can force a win (paper 003, section 5.1).

Everything is open: hands, piles, and what is discarded. So whoever picks a discard, by the default rules the owner of
the skull, sees the cards and picks a kind. The first turn stays simultaneous: nobody sees what the others place in it.

A player can force a win if he has a strategy, with no chance in it, that wins against whatever all the others do, as if
they had agreed to play against him. Because of the first turn it can be that not even one of two players can; and of
more players, any two could stop each other. Nothing is said here about how hard this is in general: the values of the
smallest games are data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.skull import referee
from crewsat.skull.referee import SKULL, State
from crewsat.skull.whole_game import beginnings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.skull.rules import Rules


def can_meet(piles: Sequence[Sequence[int]], challenger: int, bet: int) -> tuple[int, ...] | None:
    """Return how many cards of each pile the challenger should turn up to meet a bet, or None if he cannot.

    He turns up his own pile first. If that holds a skull above as many roses as he has bet, he cannot meet the bet; if
    not, he can just if all piles together have so many roses above their skulls.

    Args:
        piles: kinds of card in each pile, the bottom one first.
        challenger: whose challenge it is.
        bet: the number of roses to turn up.
    """
    roses = [_top_roses(pile) for pile in piles]
    order = [challenger, *(player for player in range(len(piles)) if player != challenger)]
    turned, left = [0] * len(piles), bet
    for player in order:
        turned[player] = min(roses[player], left)
        left -= turned[player]
        if left and player == challenger and SKULL in piles[player]:
            return None
    return None if left else tuple(turned)


def _top_roses(pile: Sequence[int]) -> int:
    """Return the number of roses above the top skull of a pile."""
    return next((above for above, kind in enumerate(reversed(pile)) if kind == SKULL), len(pile))


def forced_wins(rules: Rules) -> dict[State, frozenset[int]]:
    """Return, of each beginning of a round that can be reached, and each end of the game, who can force a win there.

    All rounds are tried in full, the latest ones first, each of them once.

    Args:
        rules: the rules; those of a round must be the default ones.
    """
    known: dict[State, frozenset[int]] = {}
    for state in sorted(beginnings(rules), key=_rounds_to_come):
        known[state] = frozenset({state.player}) if state.turn == "over" else _first_turn(rules, state, known)
    return known


def _rounds_to_come(state: State) -> int:
    """Return a number that each round makes smaller by one: it takes a card, or adds a win."""
    return sum(map(sum, state.owned)) - sum(state.wins)


def _first_turn(rules: Rules, start: State, known: dict[State, frozenset[int]]) -> frozenset[int]:
    """Return who can force a win by what he places, whatever the others place at the same time."""
    seen: dict[State, frozenset[int]] = {}

    def who(state: State) -> frozenset[int]:
        if state.turn in {"first", "over"}:
            return known[state]
        if state not in seen:
            values = [who(referee.after(rules, state, move)) for move in referee.moves(rules, state)]
            mover = frozenset({state.player}) & frozenset().union(*values)
            seen[state] = mover | frozenset.intersection(*values) - mover
        return seen[state]

    joint = {move.choice: who(referee.after(rules, start, move)) for move in referee.moves(rules, start)}
    forced = set()
    for place, player in enumerate(start.playing):
        for kind in {choice[place] for choice in joint}:
            if all(player in value for choice, value in joint.items() if choice[place] == kind):
                forced.add(player)
    return frozenset(forced)
