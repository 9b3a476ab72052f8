"""What tasks of The Crew count, for CP-SAT: for each trick, literals of which as many hold as the trick adds.

Literals that only some tasks need are created on first use, with the constraints that define them: that a player gains
a card in a trick, leads a card to it, or wins it while it passes filters. They are equivalent to what they mean,
because a number may be bounded from either side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ortools.sat.python.cp_model import Domain, LinearExpr

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from ortools.sat.python import cp_model

    from crewsat.games.cards import Card
    from crewsat.games.crew.filters import Total
    from crewsat.games.crew.task import Who
    from crewsat.games.crew.tasks import CardsTask, LeadsTask, TricksTask
    from crewsat_encodings.crew.cpsat.model import Tricks

    Number = list[list[cp_model.IntVar]]
    """For each trick, the literals of which as many hold as the trick adds to the number."""

BEYOND = 2**50
"""A number that no sum of values reaches; CP-SAT supports larger ones."""


def gains(m: Tricks, player: Who, card: Card, t: int) -> cp_model.IntVar:
    """Return the literal for: the player wins the trick, and the card is in it."""
    return _all_of(m, ("gains", player, card, t), [m.next_leader(player, t), m.plays[card][t]])


def cards_won(m: Tricks, player: Who, cards: Sequence[Card], numbers: Sequence[int | str] | None) -> Number:
    """Return the number of these cards the player wins in tricks of these numbers."""
    return [[gains(m, player, card, t) for card in cards] if m.is_numbered(t, numbers) else [] for t in m.tricks()]


def _cards(m: Tricks, task: CardsTask, player: Who) -> Number:
    return cards_won(m, player, task.cards, task.numbers)


def _leads(m: Tricks, task: LeadsTask, player: Who) -> Number:
    cards = m.cards if task.cards is None else task.cards
    each = [(one, card) for card in cards for one in m.hands.holders(card) if player in ("crew", one)]
    return [[_led(m, *one, t) for one in each] if m.is_numbered(t, task.numbers) else [] for t in m.tricks()]


def _led(m: Tricks, player: int, card: Card, t: int) -> cp_model.IntVar:
    """Return the literal for: this card is led by this player."""
    return _all_of(m, ("led", player, card, t), [m.leads[player][t], m.hands.by(player, card, t)])


def _tricks(m: Tricks, task: TricksTask, player: Who) -> Number:
    filters = (task.won_with, task.beating, task.only, task.total, task.as_many, task.led, task.each_of)

    def counts(t: int) -> cp_model.IntVar:
        fits = [_is_within(m, (what, t), number, least, most) for what, number, least, most in _conditions(m, task, t)]
        return _all_of(m, ("counts", player, filters, t), [m.next_leader(player, t), *fits])

    return [[counts(t)] if m.is_numbered(t, task.numbers) else [] for t in m.tricks()]


NUMBERS: dict[str, Callable[[Tricks, Any, Who], Number]] = {"cards": _cards, "leads": _leads, "tricks": _tricks}
"""The functions that return the number of a player, by kind of task."""


def _conditions(m: Tricks, task: TricksTask, t: int) -> Iterator[tuple[Hashable, LinearExpr, int, int]]:
    """Yield what the filters ask of trick t: a name, and a sum with its smallest and largest value allowed."""

    def played(cards: Sequence[Card]) -> LinearExpr:
        return LinearExpr.sum([m.plays[card][t] for card in cards])

    def winning(cards: Sequence[Card]) -> LinearExpr:
        return LinearExpr.sum([m.wins[card][t] for card in cards])

    all_of_them = len(m.players)
    if task.won_with is not None:
        yield ("won with", task.won_with), winning(task.won_with), 1, 1
    if task.beating is not None:
        yield ("beating", task.beating), played(task.beating) - winning(task.beating), 1, all_of_them
    if task.only is not None:
        yield ("only", task.only), played(task.only), all_of_them, all_of_them
    if task.total is not None:
        yield _total(m, task.total, t)
    if task.as_many is not None:
        some, others = task.as_many
        yield ("as many", task.as_many), played(some) - played(others), 0, 0
        yield ("one of", some), played(some), 1, all_of_them
    if task.led is not None:
        led = [_led(m, player, card, t) for card in task.led for player in m.hands.holders(card)]
        yield ("led with", task.led), LinearExpr.sum(led), 1, all_of_them
    for cards in task.each_of or ():
        yield ("one of", cards), played(cards), 1, all_of_them


def _total(m: Tricks, total: Total, t: int) -> tuple[Hashable, LinearExpr, int, int]:
    """Return the condition on the sum of the values of trick t."""
    number = LinearExpr.weighted_sum([m.plays[card][t] for card in m.cards], [card.value for card in m.cards])
    most = BEYOND if total.at_most is None else min(total.at_most, BEYOND)
    return ("total", total), number, min(total.at_least or 0, BEYOND), most


def _is_within(m: Tricks, name: Hashable, number: LinearExpr, least: int, most: int) -> cp_model.IntVar:
    """Return the literal for: the sum is within the bounds."""

    def define(literal: cp_model.IntVar) -> None:
        within = Domain(least, most)
        m.model.add_linear_expression_in_domain(number, within).only_enforce_if(literal)
        m.model.add_linear_expression_in_domain(number, within.complement()).only_enforce_if(~literal)

    return m.literal(name, define)


def _all_of(m: Tricks, name: Hashable, literals: Sequence[cp_model.IntVar]) -> cp_model.IntVar:
    """Return the literal for: all of these hold; if there is only one, that one."""
    return m.all_of(name, literals) if len(literals) > 1 else literals[0]
