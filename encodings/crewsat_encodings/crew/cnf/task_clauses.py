"""The clauses of every kind of task: what must hold if a player is to meet it by the end of a trick.

A kind has a function that returns clauses for a *part*: a task, or a member of one, as one player, or the crew, must
meet it. Those of the last trick must hold if the part is to be met; those of an earlier one, requested only if it can
be met for good that early, must hold in addition. `docs/adding-a-task.md` shows how to add a kind.

What a part takes besides tricks and cards that count (`trick_filters`) and their tallies (`tallies`), for T tricks:

* ``tricks``, ``cards``, ``leads``: 1 clause for each bound, or k if all k tricks or cards are to count, or none.
* ``row``: at least k takes T - k + 1 variables and k·(T - k + 1) + 1 clauses, at most k takes T - k clauses.
* ``win_trick``: 1 clause; ``last_of`` as well.
* A comparison with a player: about (n - d)/2 + 1 clauses, n the most that both can have together, d the difference; for
  `always`, after every trick.
* ``all``: what its members take; ``any``: that, a variable for each member of several clauses, and 1 clause.
* A part that can be met early: T variables and T clauses, L·T for ``cards`` unless one of the L is enough.

If the task is everybody's, or free, all this is needed for each player; a free task takes p variables and p·(p - 1)/2 +
1 clauses more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat_encodings.crew.cnf.comparisons import compared
from crewsat_encodings.crew.cnf.definitions import ONLY_IF
from crewsat_encodings.crew.cnf.model import can_be_secured
from crewsat_encodings.crew.cnf.tallies import (
    card_counts,
    clauses_of_a_card,
    played_by,
    tally_of_cards,
    tally_of_tricks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat_encodings.crew.cnf.trick_filters import Part

    Judge = Callable[[Part, int], list[Clause]]

CLAUSES: dict[str, Judge] = {}
"""The functions by kind."""


def _clauses_of(*kinds: str) -> Callable[[Judge], Judge]:
    def enter(judge: Judge) -> Judge:
        CLAUSES.update(dict.fromkeys(kinds, judge))
        return judge

    return enter


def judged(part: Part, step: int) -> list[Clause]:
    """Return what must hold if a part is to be met by the end of a trick: of an early one, in addition."""
    return CLAUSES[part.task.kind](part, step)


@_clauses_of("tricks", "leads")
def tricks_are_counted(part: Part, step: int) -> list[Clause]:
    """The number of tricks that count, or its difference from another one, is within the bounds."""
    task = part.task
    if getattr(task, "compared_with", None) is not None:
        return compared(part)
    tally = tally_of_tricks(part)
    least = [] if task.least is None else tally.at_least(task.least, step)
    return [*least, *([] if task.most is None else tally.at_most(task.most, step))]


@_clauses_of("cards")
def cards_are_counted(part: Part, step: int) -> list[Clause]:
    """The number of cards, or its difference from another one, is within the bounds, or was once if that is enough."""
    task = part.task
    if task.compared_with is not None:
        return compared(part)
    cards = sorted(task.cards)
    if task.latched:
        return _once_exactly(part, cards, task.exactly, step)
    least = [] if task.least is None else _at_least(part, cards, task.least, step)
    return [*least, *([] if task.most is None else _at_most(part, cards, task.most, step))]


def _at_least(part: Part, cards: Sequence[Card], least: int, step: int) -> list[Clause]:
    early = step < part.m.tricks
    if least == len(cards):
        if early:
            return [played_by(part, card, step) for card in cards]
        return [clause for card in cards for clause in clauses_of_a_card(part, card)]
    if least == 1:
        return tally_of_tricks(part).at_least(1, step)
    if early and least in range(2, len(cards)):
        return [(-card_counts(part, card, part.m.tricks, ONLY_IF), *played_by(part, card, step)) for card in cards]
    return tally_of_cards(part, cards, step).at_least(least, step)


def _at_most(part: Part, cards: Sequence[Card], most: int, step: int) -> list[Clause]:
    return (tally_of_cards(part, cards, step) if most else tally_of_tricks(part)).at_most(most, step)


def _once_exactly(part: Part, cards: Sequence[Card], number: int, step: int) -> list[Clause]:
    """Return clauses: after some trick there were exactly `number`; there are none before the first."""
    if number == 0:
        return []
    definitions = part.m.definitions
    reached = []
    for trick in (trick for trick in part.numbers if trick <= step):
        reached.append(definitions.whole("exactly", (*part.key, trick)))
        if definitions.unstated("exactly", (*part.key, trick), ONLY_IF):
            tally = tally_of_cards(part, cards, trick)
            bounds = (*tally.at_least(number, trick), *tally.at_most(number, trick))
            definitions.once += [(-reached[-1], *clause) for clause in bounds]
    return [tuple(reached)]


@_clauses_of("row")
def runs_are_long_or_short(part: Part, step: int) -> list[Clause]:
    """Some tricks in a row are won; of every row that is too long, not all are."""
    task = part.task
    least = [] if task.least in {None, 0} else [tuple(_runs(part, task.least, step))]
    if task.most is None:
        return least
    wins = [part.wins(trick) for trick in range(1, step + 1)]
    rows = (wins[start : start + task.most + 1] for start in range(step - task.most))
    return [*least, *(tuple(-literal for won in row for literal in won) for row in rows)]


def _runs(part: Part, length: int, step: int) -> Iterator[int]:
    """Yield literals that say that `length` tricks in a row are won, for each row that ends by the end of a trick."""
    definitions = part.m.definitions
    for first in range(1, step - length + 2):
        wins = [part.wins(trick) for trick in range(first, first + length)]
        yield from definitions.met_if("run", (*part.key, first), wins) or ()


@_clauses_of("win_trick")
def the_trick_is_won(part: Part, step: int) -> list[Clause]:
    """The trick with this number is won; impossible if there is no such trick."""
    task = part.task
    number = part.m.tricks if task.trick == "last" else task.trick
    if not 1 <= number <= step:
        return [()]
    return [won for won in [part.wins(number)] if won and step == part.m.tricks]


@_clauses_of("last_of")
def the_trick_with_the_last_card_is_won(part: Part, step: int) -> list[Clause]:
    """One of the tricks so far is won, holds one of the cards, and leaves none of them unplayed."""
    return tally_of_tricks(part).at_least(1, step)


@_clauses_of("all")
def all_members_are_met(part: Part, step: int) -> list[Clause]:
    """The clauses of all members hold."""
    return [clause for member in _members(part) for clause in judged(member, step)]


@_clauses_of("any")
def one_member_is_met(part: Part, step: int) -> list[Clause]:
    """One of the members is met; early, one of those that can be met for good."""
    last = part.m.tricks
    some: list[int] = []
    for member in _members(part):
        if step < last and not can_be_secured(member.task):
            continue
        met = part.m.definitions.met_if("part", (*member.key, last), judged(member, last))
        if step < last:
            early = [] if met is None else [met]
            met = part.m.definitions.met_if("part", (*member.key, step), [*early, *judged(member, step)])
        if met is None:
            return []
        some += met
    return [tuple(some)]


def _members(part: Part) -> list[Part]:
    """Return the members of a task."""
    task = part.task
    return [part._replace(task=member, name=(part.name[0], k)) for k, member in enumerate(task.of, 1)]
