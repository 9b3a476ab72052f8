"""Bounds on a difference: a player's own number minus that of another player, or of other cards.

To be ahead by at least d means: whenever the other number is at least j, the own one is at least j + d; at most d is
the same with the sides swapped. If both together are at most n, the other number cannot be so large that j + (j + d)
exceeds n; so about (n - d)/2 + 1 clauses state it, and the numbers are counted no further. A bound that must always
hold is stated after every trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.tasks import CardsTask
from crewsat_encodings.crew.cnf.definitions import IF, ONLY_IF
from crewsat_encodings.crew.cnf.tallies import tally_of_cards, tally_of_tricks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause
    from crewsat.games.crew.task import Who
    from crewsat_encodings.crew.cnf.tallies import Tally
    from crewsat_encodings.crew.cnf.trick_filters import Part


def compared(part: Part) -> list[Clause]:
    """Return clauses that say that a difference is within the bounds, at the end or always."""
    last = part.m.tricks
    steps = range(last + 1) if part.task.always else [last]
    return [
        (*unless, *clause)
        for unless, other in _others(part)
        for step in ([last] if other == part.who else steps)
        for clause in ([()] if other == part.who else _within(part, other, step))
    ]


def _others(part: Part) -> Iterator[tuple[Clause, Who | None]]:
    """Yield each player compared with, None for other cards, preceded by literals that say that this is not so."""
    m, rival = part.m, part.task.rival
    if rival == "others":
        yield from (((), player) for player in m.players if player != part.who)
    elif rival == "leader" and m.instance.leader is None:
        yield from (((-m.wins.at(player, 0),), player) for player in m.players)
    else:
        yield (), m.instance.leader if rival == "leader" else rival


def _within(part: Part, other: Who | None, step: int) -> Iterator[Clause]:
    """Yield clauses that say that the difference is within the bounds by the end of a trick."""
    own, their, together = _sides(part, other, step)
    if part.task.least is not None:
        yield from _ahead(own, their, part.task.least, step, together)
    if part.task.most is not None:
        yield from _ahead(their, own, -part.task.most, step, together)


def _sides(part: Part, other: Who | None, step: int) -> tuple[Tally, Tally, int]:
    """Return the own tally, the other one, and how much both can have together."""
    task = part.task
    theirs = part if other is None else part._replace(who=other)
    if not isinstance(task, CardsTask):
        own = tally_of_tricks(part)
        return own, tally_of_tricks(theirs), own.number(step)
    cards, others = map(sorted, task.lists)
    own = tally_of_cards(part, cards, step)
    if other is None:
        return own, tally_of_cards(part, others, step, side="other"), len(cards) + len(others)
    return own, tally_of_cards(theirs, cards, step), len(cards)


def _ahead(own: Tally, their: Tally, difference: int, step: int, together: int) -> Iterator[Clause]:
    """Yield clauses that say that the own number is at least the other one plus a difference."""
    for number in range(their.number(step) + 1):
        possible = number + (number + difference) <= together
        own_reached = possible and own.reached(number + difference, ONLY_IF, step)
        if own_reached is True:
            continue
        they_reached = their.reached(number, IF, step)
        yield (*(() if they_reached is True else (-they_reached,)), *((own_reached,) if own_reached else ()))
        if not own_reached:
            return
