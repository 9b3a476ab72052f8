"""How many tricks, or cards, count for a player by the end of a trick: literals for reaching a number.

A *tally* is a list of literals, each true if one more counts: tricks in their order, or cards. Trivial bounds, and
bounds for all of n, at least 1, at most 0 or at most n - 1, are clauses without further variables. For others, a cell
of a sequential counter says that at least j of the first i count: to ask whether j of n literals are true takes j·(n -
j + 1) - 1 cells and less than twice as many clauses, in one sense. The tricks a player wins have one tally, which all
tasks share.

Cards are *picked*: who wins them is stated for the whole play, not trick by trick. In the sense that a bound from below
needs, a card takes 1 variable and T + 1 clauses, in the other one T. All cards take these clauses without variables; at
least one card, and none, are tricks with and without such a card: 1 variable and 2 clauses a trick, and 1 variable and
L clauses, L the literals of the cards. If a bound from below is to be met early, the cards that are picked must have
been played by then.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING

from crewsat.games.crew.tasks import TricksTask
from crewsat_encodings.crew.cnf.definitions import IF, ONLY_IF
from crewsat_encodings.crew.cnf.trick_filters import is_filtered, trick_counts
from crewsat_encodings.sequential_counter import cells_below, if_counted, only_if_counted

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat_encodings.crew.cnf.definitions import Definitions, Literal
    from crewsat_encodings.crew.cnf.model import Model
    from crewsat_encodings.crew.cnf.trick_filters import Part


class Tally:
    """Literals and the number of them that are true.

    Args:
        definitions: creates the cells.
        name: the name of the cells: a family, and a key that no other tally of it has.
        first: for each literal the trick from which on it may be true, in order.
        literal: returns the k-th of them, from 0, in a sense.
    """

    def __init__(
        self,
        definitions: Definitions,
        name: tuple[str, Hashable],
        first: Sequence[int],
        literal: Callable[[int, str], int],
    ) -> None:
        self._definitions, self._name, self._first, self._literal = definitions, name, first, literal
        self._asked: dict[str, set[tuple[int, int]]] = {ONLY_IF: set(), IF: set()}

    def number(self, step: int) -> int:
        """Return how many literals may be true by the end of a trick."""
        return bisect_right(self._first, step)

    def reached(self, least: int, sense: str, step: int) -> Literal:
        """Return the literal that says that at least `least` are true by the end of a trick."""
        of = self.number(step)
        if not 0 < least <= of:
            return least <= 0
        self._asked[sense].add((of, least))
        return self._cell(sense, (of, least))

    def at_least(self, least: int, step: int) -> list[Clause]:
        """Return clauses that say that at least `least` are true by the end of a trick."""
        of = self.number(step)
        if of and least in {1, of}:
            each = [self._literal(k, ONLY_IF) for k in range(of)]
            return [tuple(each)] if least == 1 else [(literal,) for literal in each]
        return clauses_of(self.reached(least, ONLY_IF, step))

    def at_most(self, most: int, step: int) -> list[Clause]:
        """Return clauses that say that at most `most` are true by the end of a trick."""
        of = self.number(step)
        if of and most in {0, of - 1}:
            each = [-self._literal(k, IF) for k in range(of)]
            return [(literal,) for literal in each] if most == 0 else [tuple(each)]
        return clauses_of(self.reached(most + 1, IF, step), negated=True)

    def _cell(self, sense: str, place: tuple[int, int]) -> int:
        family, key = self._name
        return self._literal(0, sense) if place == (1, 1) else self._definitions.whole(family, (key, *place))

    def counted(self) -> Iterator[Clause]:
        """Yield the clauses of the cells that have been requested."""
        for sense, state in ((ONLY_IF, only_if_counted), (IF, if_counted)):
            for place in cells_below(self._asked[sense]):
                if place != (1, 1):
                    yield from state(self._literal(place[0] - 1, sense), place, partial(self._cell, sense))


def clauses_of(literal: Literal, *, negated: bool = False) -> list[Clause]:
    """Return clauses that say that a literal is true, or false: none if it is, the empty one if it cannot be."""
    if isinstance(literal, bool):
        return [()] if literal is negated else []
    return [(-literal if negated else literal,)]


class CertainTally(Tally):
    """A tally of what counts whatever is played."""

    def reached(self, least: int, sense: str, step: int) -> bool:  # noqa: ARG002 - known in both
        """Return whether there are at least `least`."""
        return least <= self.number(step)

    def at_least(self, least: int, step: int) -> list[Clause]:
        """Return no clause, or the empty one, which cannot hold."""
        return clauses_of(self.reached(least, ONLY_IF, step))

    def at_most(self, most: int, step: int) -> list[Clause]:
        """Return no clause, or the empty one, which cannot hold."""
        return clauses_of(self.reached(most + 1, IF, step), negated=True)


def tally_of_tricks(part: Part) -> Tally:
    """Return the tally of the tricks with these numbers that count; for `cards`, tricks with one of them do."""
    m, numbers = part.m, part.numbers

    def literal(k: int, sense: str) -> int:
        return trick_counts(part, sense) + numbers[k] - 1

    if part.who == "crew" and not is_filtered(part.task):
        return CertainTally(m.definitions, ("", ""), numbers, literal)
    shared = isinstance(part.task, TricksTask) and not is_filtered(part.task) and part.task.numbers is None
    return _tally(m, ("won", part.who) if shared else ("counted", part.key), numbers, literal)


def tally_of_cards(part: Part, cards: Sequence[Card], step: int, side: str = "own") -> Tally:
    """Return the tally of cards of the ``own`` or ``other`` list that the player has won by the end of a trick."""

    def literal(k: int, sense: str) -> int:
        return card_counts(part, cards[k], step, sense)

    return _tally(part.m, ("cards won", (*part.key, side, step)), [1] * len(cards), literal)


def _tally(m: Model, name: tuple[str, Hashable], first: Sequence[int], literal: Callable[[int, str], int]) -> Tally:
    """Return the tally of this name, created when it is first requested."""
    if name not in m.tallies:
        m.tallies[name] = Tally(m.definitions, name, first, literal)
    return m.tallies[name]


def card_counts(part: Part, card: Card, step: int, sense: str) -> int:
    """Return the literal that says that the player has won a card by the end of a trick."""
    m = part.m
    last = step == m.tricks
    won = m.definitions.whole("picked" if last else "got", (*part.key, card) if last else (*part.key, card, step))
    if not m.definitions.unstated("got", (*part.key, card, step), sense):
        return won
    if last and sense == ONLY_IF:
        m.definitions.once += ((-won, *clause) for clause in clauses_of_a_card(part, card))
    elif last:
        for trick in part.numbers:
            m.definitions.once.append((won, -m.play.at(card, trick), *(-wins for wins in part.wins(trick))))
    else:
        picked, played = card_counts(part, card, m.tricks, sense), m.played.at(card, step)
        m.definitions.once += [(-won, picked), (-won, played)] if sense == ONLY_IF else [(won, -picked, -played)]
    return won


def clauses_of_a_card(part: Part, card: Card) -> list[Clause]:
    """Return clauses that say that the player wins a card, in one of the tricks that count."""
    m = part.m
    wins = [(-m.play.at(card, trick), *part.wins(trick)) for trick in part.numbers if part.who != "crew"]
    return [*wins, played_by(part, card, m.tricks)]


def played_by(part: Part, card: Card, step: int) -> Clause:
    """Return literals of which one must be true for a card to be played by the end of a trick, in one that counts."""
    m = part.m
    if len(part.numbers) == m.tricks:
        return (m.played.at(card, step),)
    return tuple(m.play.at(card, trick) for trick in part.numbers if trick <= step)
