"""Sums over the cards of a trick: how many are in a list, and the sum of their values; all clauses are for trick 1.

A player's cards of a list take few literals, as high of a card covers all higher ones of its suit: a whole suit is one
literal for each player.

Numbers of cards are counted player by player up to h = ⌈p/2⌉, in both senses: one of two lists has no more in a trick.
That takes at most p·h variables and 4·p·h clauses, and a variable and L + 1 clauses for each player whose cards of the
list are L > 1 literals.

Totals are added up player by player: at most k different relevant sums of the first i players for any i, and v values
of a player, take up to (p - 2)·k + p·v variables and ((p - 2)·k + 1)·v + p·v clauses. For a sum s wanted of the first i
players, only the least sum ≥ s that their cards can have is used; sums that they always or never have take no variable.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from crewsat_encodings.crew.cnf.definitions import IF, ONLY_IF
from crewsat_encodings.crew.cnf.places import card_of
from crewsat_encodings.sequential_counter import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat_encodings.crew.cnf.definitions import Literal
    from crewsat_encodings.crew.cnf.model import Model


def plays_one_of(m: Model, player: int, cards: Collection[Card]) -> Clause:
    """Return literals of which one is true iff the player plays one of these cards."""
    literals: list[int] = []
    for suit in m.suits_of[player]:
        held = m.held[player, suit]
        top = len(held)
        while top and card_of(held[top - 1]) in cards:
            top -= 1
        literals += (m.play.now(key) for key in held[:top] if card_of(key) in cards)
        if top < len(held):
            literals.append(m.high.now(held[top]))
    return tuple(literals)


def half_of_a_trick(m: Model) -> int:
    """Return half the number of cards in a trick, rounded up."""
    return (len(m.players) + 1) // 2


def number_reached(m: Model, name: Hashable, cards: Collection[Card], number: int) -> Literal:
    """Return the literal that holds iff at least `number` of these cards, up to ⌈p/2⌉, are in the trick."""
    each = [(player, plays_one_of(m, player, cards)) for player in m.players]
    literals = [one_of(m, (name, player), some) for player, some in each if some]
    if number > len(literals):
        return False

    def cell(place: tuple[int, int]) -> int:
        return m.definitions.trick("cards", (name, *place))

    if m.definitions.unstated("cards", name, IF):
        m.definitions.every_trick += counted(literals, half_of_a_trick(m), cell)
    return cell((len(literals), number))


def one_of(m: Model, name: Hashable, literals: Clause) -> int:
    """Return the literal that holds iff one of these is true."""
    if len(literals) == 1:
        return literals[0]
    one = m.definitions.trick("one of", name)
    if m.definitions.unstated("one of", name, IF):
        m.definitions.every_trick.append((-one, *literals))
        m.definitions.every_trick += ((one, -literal) for literal in literals)
    return one


def total_reached(m: Model, player: int, total: int, sense: str) -> Literal:
    """Return the literal that says that the values of the cards of players 1 to `player` add up to `total` or more."""
    sums = m.totals[player - 1]
    if total <= sums[0] or total > sums[-1]:
        return total <= sums[0]
    total = next(one for one in sums if one >= total)
    if player == 1:
        return _value_reached(m, player, total, sense)
    reached = m.definitions.trick("total", (player, total))
    if m.definitions.unstated("total", (player, total), sense):
        m.definitions.every_trick += list(_added(m, player, total, sense))
    return reached


def _added(m: Model, player: int, total: int, sense: str) -> Iterator[Clause]:
    """Yield clauses: a total is reached if a card has a value and the earlier ones the rest; equal rests are merged."""
    reached = m.definitions.trick("total", (player, total))
    values = m.values[player - 1]
    rests = [total_reached(m, player - 1, total - value, sense) for value in values]
    for rest, alike in groupby(range(len(values)), key=rests.__getitem__):
        places = list(alike)
        first, last = places[0], places[-1]
        if sense == ONLY_IF and rest is not True:
            more = (_value_reached(m, player, values[last + 1], sense),) if last + 1 < len(values) else ()
            yield (-reached, *more, *((rest,) if rest else ()))
        if sense == IF and rest is not False:
            enough = (-_value_reached(m, player, values[first], sense),) if first else ()
            yield (reached, *enough, *((-rest,) if rest is not True else ()))


def _value_reached(m: Model, player: int, value: int, sense: str) -> int:
    """Return the literal that says that a player's card has this value, one of those held, or a higher one."""
    literals = plays_one_of(m, player, [card for card in m.cards if card.value >= value])
    if len(literals) == 1:
        return literals[0]
    reached = m.definitions.trick("value", (player, value))
    if m.definitions.unstated("value", (player, value), sense):
        some = [(-reached, *literals)] if sense == ONLY_IF else [(reached, -literal) for literal in literals]
        m.definitions.every_trick += some
    return reached
