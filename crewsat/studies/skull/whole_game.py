"""The tree of the whole game, counted exactly by rounds (paper 003, sections 5.3 and 6).

The paper bounds it by the bound of a round to the power of the number of rounds. But a round depends on earlier ones
only through its beginning: what each player has, how often each has won, and who has the initiative. Each round takes a
card or adds a win, so beginnings form a graph without cycles; and the number of leaves below one is the sum, over the
outcomes of its round, of the leaves of the round times those below the next beginning.

Leaves are the ways to play the game under the default rules. As in a round, kinds of card are counted, and a first turn
is one joint choice. A discard has as many moves as the challenger has kinds, whoever picks the card.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import NOBODY, State
from crewsat.studies.skull.rounds import Owned, round_outcomes
from crewsat.studies.skull.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Thing = TypeVar("Thing")


def game_tree(players: int, roses: int = 3, skulls: int = 1, wins: int = 2) -> int:
    """Return the number of leaves of the tree of the game.

    There are up to ((R + 1)(S + 1))^P W^P beginnings.

    Raises:
        WrongOption: if a parameter is not valid.
    """
    rules = Rules(players, roses, skulls, wins)

    @cache
    def leaves(owned: Owned, won: tuple[int, ...]) -> int:
        start = referee.start(rules)._replace(owned=owned, wins=won)
        return sum(ways * below(state) for state, ways in next_rounds(rules, start).items())

    def below(state: State) -> int:
        """Return the leaves below a beginning; the player with the initiative comes first, so that fewer differ."""
        if state.turn == "over":
            return 1
        return leaves(seen_from(state.owned, state.player), seen_from(state.wins, state.player))

    return below(referee.start(rules))


def seen_from(things: tuple[Thing, ...], player: int) -> tuple[Thing, ...]:
    """Return the things of all players, in clockwise order starting with one of them."""
    return things[player:] + things[:player]


def next_rounds(rules: Rules, start: State) -> Counter[State]:
    """Return the beginnings of rounds and ends of the game that can follow a round, each with its number of ways.

    Args:
        rules: the rules; options that affect a round must have their defaults.
        start: the beginning of the round.
    """
    found: Counter[State] = Counter()
    for (challenger, owner), ways in _outcomes(start.owned, start.player).items():
        end = start._replace(turn="discard", player=owner, challenger=challenger, skull_owner=owner)
        if owner == NOBODY:
            found[referee.success(rules, end)] += ways
        else:
            for move in referee.moves(rules, end):
                found[referee.after(rules, end, move)] += ways
    return found


_outcomes = cache(round_outcomes)


def beginnings(rules: Rules) -> set[State]:
    """Return all reachable beginnings of rounds and ends of the game; for the rules, see `next_rounds`."""
    return reached(referee.start(rules), lambda state: next_rounds(rules, state) if state.turn == "first" else ())


def reached(start: State, following: Callable[[State], Iterable[State]]) -> set[State]:
    """Return all states that can be reached from one, including itself, given what follows each."""
    found, ahead = {start}, [start]
    while ahead:
        new = {*following(ahead.pop())} - found
        found |= new
        ahead += new
    return found
