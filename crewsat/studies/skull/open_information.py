"""Skull & Roses with open cards: whether a challenge can be met, and who can force a win (paper 003, section 5.1).

Hands, piles and discards are open, so the owner of a skull, who picks a discard by the default rules, sees the card.
The first turn stays simultaneous: no player knows what the others will place.

A player can force a win with a deterministic strategy that wins whatever all the others do, as if they had agreed to
play against that player. With two players, one of them could in every game tried, although the first turn alone might
have prevented it; with three, often none can. The values of the smallest games are data: they say nothing about how
hard it is to find them in general.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import SKULL, State
from crewsat.studies.skull.rules import Rules
from crewsat.studies.skull.whole_game import beginnings

if TYPE_CHECKING:
    from collections.abc import Sequence


def can_meet(piles: Sequence[Sequence[int]], challenger: int, bet: int) -> tuple[int, ...] | None:
    """Return how many cards of each pile the challenger should turn up to meet a bet, or None if it is impossible.

    The challenger's own pile is turned up first, so a skull in it below fewer roses than `bet` cannot be avoided;
    without one, all piles together must have `bet` roses above their top skulls.

    Args:
        piles: kinds of card in each pile, the bottom one first.
        challenger: whose challenge it is.
        bet: the number of roses to turn up.
    """
    turned, left = [0] * len(piles), bet
    for player in sorted(range(len(piles)), key=lambda player: player != challenger):
        top = [*reversed(piles[player])]
        roses = top.index(SKULL) if SKULL in top else len(top)
        turned[player] = min(roses, left)
        left -= turned[player]
        if left and player == challenger and SKULL in top:
            return None
    return None if left else tuple(turned)


def forced_wins(players: int, roses: int, skulls: int, wins: int) -> dict[State, frozenset[int]]:
    """Return who can force a win at each reachable beginning of a round, and at each end of the game.

    Everything is tried, under the default rules, starting with the last rounds, each round once.

    Raises:
        WrongOption: if a parameter is not valid.
    """
    rules = Rules(players, roses, skulls, wins)
    known: dict[State, frozenset[int]] = {}
    for state in sorted(beginnings(rules), key=lambda state: sum(map(sum, state.owned)) - sum(state.wins)):
        known[state] = frozenset({state.player}) if state.turn == "over" else _first_turn(rules, state, known)
    return known


def _first_turn(rules: Rules, start: State, known: dict[State, frozenset[int]]) -> frozenset[int]:
    """Return who can force a win by placing some card, whatever the others place at the same time."""
    seen: dict[State, frozenset[int]] = {}

    def who(state: State) -> frozenset[int]:
        if state.turn in {"first", "over"}:
            return known[state]
        if state not in seen:
            after = [who(referee.after(rules, state, move)) for move in referee.moves(rules, state)]
            mover = frozenset({state.player}) & frozenset().union(*after)
            seen[state] = mover | frozenset.intersection(*after) - {state.player}
        return seen[state]

    joint = [
        (kinds, who(referee.after(rules, start, move)))
        for move in referee.moves(rules, start)
        if isinstance(kinds := move.choice, tuple)  # as in a first turn
    ]
    forced: set[int] = set()
    for place, player in enumerate(start.playing):
        lost = {kinds[place] for kinds, winners in joint if player not in winners}
        forced |= {player for kinds, _ in joint if kinds[place] not in lost}
    return frozenset(forced)
