"""Rules for formulas of many players: the plays that they allow are the same, and they are found with fewer conflicts.

In a *round* every player wins as many tricks as the objectives need, since these are as many as there are tricks
(`crewsat.algorithms.crew.bounds`): LB = T. So it is in reductions of graphs, where every player must win one trick, and
the leads walk along edges. Plain clauses imply this only by way of which card is played when; stated of the players who
win, it can be learnt about without the cards. 20 cubic graphs of 40 vertices (deals of 1,600 cards) took 497 s, the
slowest 42 s; with these rules 51 s and 5 s.

For P players and T tricks of a round, at most P·T·(T + 1)/2 + 2·P·T clauses.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.bounds import tricks_needed
from crewsat_encodings.crew.cnf.goal_rules import equal_neighbours
from crewsat_encodings.rule import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause
    from crewsat_encodings.crew.cnf.model import Model

IN_TURN = RuleBook()
"""The replacement of `goal_rules.equal_neighbours_are_played_in_rank_order`."""

ROUND = RuleBook()
"""Rules that rely on all objectives; of deals that are no rounds they say nothing."""


@IN_TURN.rule(redundant=True, symmetry=True)
def equal_neighbours_are_played_in_turn(m: Model) -> Iterator[Clause]:
    """The lower one of two equivalent cards of a hand is played in an earlier trick."""
    for low, high in equal_neighbours(m):
        yield (-m.played.now(high), m.played.before(low))


@ROUND.rule(every_trick=False, redundant=True, argued=True)
def players_win_as_many_tricks_as_needed(m: Model) -> Iterator[Clause]:
    """In a round, who needs one trick wins one, and who needs none wins none."""
    needed = tricks_needed(m.instance) if m.is_round else {}
    for player in m.players if m.is_round else ():
        wins = [m.wins.at(player, trick) for trick in range(1, m.tricks + 1)]
        if needed.get(player, 0) == 0:
            yield from ((-won,) for won in wins)
        elif needed[player] == 1:
            yield tuple(wins)
            yield from ((-one, -other) for one, other in combinations(wins, 2))


@ROUND.rule(redundant=True, argued=True)
def the_suit_of_an_own_objective_is_led(m: Model) -> Iterator[Clause]:
    """In a round, who needs one trick, and holds an objective of it that is not a trump, wins a trick of its suit.

    Whoever led it was dealt a card of that suit; stated of the players who win one trick and the next one, both ways.
    """
    leaders = _leaders(m) if m.is_round else {}
    for winner, possible in leaders.items():
        if len(possible) < len(m.players):
            yield (-m.wins.now(winner), *(m.wins.before(player) for player in possible))
    for player in m.players if leaders else ():
        yield (-m.wins.before(player), *(m.wins.now(winner) for winner in leaders if player in leaders[winner]))


def _leaders(m: Model) -> dict[int, list[int]]:
    """Return the players who may lead a trick to each player who needs one."""
    needed = tricks_needed(m.instance)
    leaders = {winner: list(m.players) for winner in needed}
    for objective in m.instance.objectives:
        card, owner = objective.card, objective.owner
        if owner == m.holder[card] and needed[owner] == 1 and card.suit != m.trump:
            leaders[owner] = [player for player in m.players if (player, card.suit) in m.held]
    return leaders
