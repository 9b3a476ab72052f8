"""Solitaire Hanabi as a plain propositional formula about draws: the one that proofs of a *no* are about.

Nothing is argued outside the clauses, and no symmetry is broken. Of a winning play, whatever it stores and however long
it waits, let X(c) be the draw that brought the copy of card c that is played, and say that c is played by draw d if it
is before the next one. Variables (c a card, d a draw; v-1 is the card below v in its colour):

=============  =====================================================================================
family         meaning
=============  =====================================================================================
had(c, d)      X(c) ≤ d; d is a copy of c, as nothing changes in between
done(c, d)     c is played by draw d; d is a draw from the first copy of c on
waits(c, d)    X(c) ≤ d and c is not played by draw d; d as before
count(d, i, k) of the first i cards, in the order of their first copies, at least k wait after draw d
=============  =====================================================================================

With this reading, **every winning play satisfies every clause**; hence an unsatisfiable formula shows that there is
none, and a refutation of the formula proves it. And every model gives a winning play: that of the copies whose draws
are the first with had(c, d), each played as soon as possible. No card is played later than in the model, so no more
cards wait.

With N draws, m cards to be played and a hand of h there are at most 2·m·N variables besides N copies and m·N·h cells of
counters, and about twice as many clauses. About a missing card it is only stated that it must be played and never
comes. A rule marked redundant changes no answer; each of the others is needed, which the removal tests show.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.formula import BYTES_PER_KEY, BYTES_PER_VARIABLE, Formula
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads
from crewsat_encodings.rule import Rule
from crewsat_encodings.sequential_counter import at_most, cells_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step

    Statement = Callable[["Model"], Iterator[Clause]]


class Model:
    """The families of variables of a deck."""

    def __init__(self, instance: HanabiSolitaire, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.formula = Formula(1, max_bytes, out_of_time, step_name="", plan="chained")
        self.hand_size = instance.hand_size
        self.last = len(instance.deck)
        self.missing = instance.missing
        self.copies = instance.copies if self.missing is None else {}
        self.cards = list(self.copies)
        self._first = [draws[0] for draws in self.copies.values()]
        self.formula.expect(2 * (BYTES_PER_KEY + BYTES_PER_VARIABLE) * sum(self.last + 1 - k for k in self._first))
        family, copies = self.formula.family, self.copies.items()
        self._had = family("had", ((card, draw) for card, draws in copies for draw in draws), first_step=1)
        self._done = family("done", self._done_keys(), first_step=1)
        self._waits = family("waits", ((card, draw) for card in self.cards for draw in self.draws(card)), first_step=1)
        self._count = family("count", self._count_keys(), first_step=1)

    def draws(self, card: Card) -> range:
        """Return the draws by which a card may have come."""
        return range(self.copies[card][0], self.last + 1)

    def come_by(self, draw: int) -> list[Card]:
        """Return the cards of which a copy comes by this draw."""
        return self.cards[: bisect_right(self._first, draw)]

    def had(self, card: Card, draw: int) -> int:
        """Return the literal for: the copy of a card that is played comes by this draw, one of `draws`."""
        copies = self.copies[card]
        return self._had.now((card, copies[bisect_right(copies, draw) - 1]))

    def done(self, card: Card, draw: int) -> int:
        """Return the literal for: a card has been played by this draw, one of `draws`."""
        return self._done.now((card, draw))

    def waits(self, card: Card, draw: int) -> int:
        """Return the literal for: a card is in the hand after this draw, one of `draws`, to be played from there."""
        return self._waits.now((card, draw))

    def count(self, draw: int) -> Callable[[tuple[int, int]], int]:
        """Return the cells of the counter of a draw."""
        return lambda cell: self._count.now((draw, *cell))

    def _done_keys(self) -> Iterator[tuple[Card, int]]:
        if self.missing is not None:
            yield self.missing, self.last
        for card in self.cards:
            yield from ((card, draw) for draw in self.draws(card))

    def _count_keys(self) -> Iterator[tuple[int, int, int]]:
        for draw in range(1, self.last + 1):
            yield from ((draw, i, k) for i, k in cells_at_most(len(self.come_by(draw)), self.hand_size))


def a_copy_that_has_come_has_come(m: Model) -> Iterator[Clause]:
    """had(c, d) implies had(c, d') for the next copy d'."""
    for card, copies in m.copies.items():
        for draw, following in pairwise(copies):
            yield (-m.had(card, draw), m.had(card, following))


def a_card_is_played_when_its_copy_has_come(m: Model) -> Iterator[Clause]:
    """done(c, d) implies had(c, d)."""
    for card in m.cards:
        for draw in m.draws(card):
            yield (-m.done(card, draw), m.had(card, draw))


def a_card_is_played_after_the_one_below(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done of the card below, so is false before a copy of that one has come."""
    for card in m.cards:
        below = Card(card.suit, card.value - 1)
        for draw in m.draws(card) if below.value else ():
            played = (m.done(below, draw),) if draw in m.draws(below) else ()
            yield (-m.done(card, draw), *played)


def what_is_played_stays_played(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done(c, d + 1)."""
    for card in m.cards:
        for draw, following in pairwise(m.draws(card)):
            yield (-m.done(card, draw), m.done(card, following))


def every_card_is_played_in_the_end(m: Model) -> Iterator[Clause]:
    """done(c, N) for the last draw N; if a card is missing, this is stated for that one alone."""
    for card in m.cards if m.missing is None else (m.missing,):
        yield (m.done(card, m.last),)


def a_card_that_never_comes_is_not_played(m: Model) -> Iterator[Clause]:
    """Not done(c, N) for the last draw N, if c is missing."""
    if m.missing is not None:
        yield (-m.done(m.missing, m.last),)


def a_card_that_has_come_waits_until_it_is_played(m: Model) -> Iterator[Clause]:
    """had(c, d) and not done(c, d) imply waits(c, d)."""
    for card in m.cards:
        for draw in m.draws(card):
            yield (-m.had(card, draw), m.done(card, draw), m.waits(card, draw))


def the_hand_has_room(m: Model) -> Iterator[Clause]:
    """After each draw at most h cards wait."""
    for draw in range(1, m.last + 1):
        yield from at_most([m.waits(card, draw) for card in m.come_by(draw)], m.hand_size, m.count(draw))


RULES = (
    Rule(a_copy_that_has_come_has_come),
    Rule(a_card_is_played_when_its_copy_has_come),
    Rule(a_card_is_played_after_the_one_below),
    Rule(what_is_played_stays_played, redundant=True),
    Rule(every_card_is_played_in_the_end),
    Rule(a_card_that_never_comes_is_not_played),
    Rule(a_card_that_has_come_waits_until_it_is_played),
    Rule(the_hand_has_room),
)


@reads("method 'cnf-draws'", ALL)
class Encoding:
    """An instance as a formula, and the way back from a model to a play.

    Args:
        instance: the deck.
        rules: the rules to state, all by default.
        max_bytes: estimated size at which building stops.
        out_of_time: called now and then; True means stop building.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: HanabiSolitaire,
        *,
        rules: Sequence[Rule] = RULES,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._instance = instance
        self._model = Model(instance, max_bytes, out_of_time)
        self.formula = self._model.formula
        for rule in rules:
            self.formula.add(rule.name, rule.state(self._model))

    def preferences(self) -> list[list[int]]:
        """Return no preferences: no play is preferred."""
        return []

    def decode(self, model: Sequence[int]) -> list[Step]:
        """Return the steps of the play that uses the copies of a model."""
        true = {literal for literal in model if literal > 0}
        copies = self._model.copies.items()
        return line_of(self._instance, {next(d for d in draws if self._model.had(c, d) in true) for c, draws in copies})
