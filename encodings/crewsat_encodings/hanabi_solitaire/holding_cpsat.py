"""Solitaire Hanabi for CP-SAT: which copy of a card is used, when it is played, and how many cards wait meanwhile.

Written from the rules and independent of the formulas of this package, so that the two can check each other. Playing a
card as soon as possible, and storing only cards that will be played, lose nothing. Then a card waits in the hand from
the draw of the copy that is used to the draw at which the last of the lower values of its colour has come; if none is
outstanding it is played when it is drawn and never waits. So it is in the hand after the draws

    used ≤ t < played,

and the play wins if after no draw more than h cards wait: one `cumulative` constraint of capacity h, in which a card
that never waits is an interval of length 0.

| variable | meaning |
|---|---|
| `used[card]` | the draw, counted from 1, whose copy is used; one value for each copy |
| `played[card]` | the draw at which the card is played: the latest `used` of it and of all lower cards of its colour |
| `waits[card]` | the interval from `used` to `played`, and its length |

That is at most three integers a card, however many copies there are: 3·n·c variables and constraints.

Measurements on shuffled decks with the largest losing and the smallest winning hand size, or close to these: 36 decks
of 3 to 6 colours and 5 to 10 values, then 20 decks of 6 to 20 colours and 10 to 20 values, with 2 or 3 copies of every
card. Seconds of CPU in the median, and how many were undecided after 5 and after 20 seconds.

| model | 36 decks | 20 larger ones |
|---|---|---|
| **integers, `played` is the maximum** | 0.002, none | 0.04, 1 |
| booleans (come by, played by), for each draw a sum of differences | 0.006, none | 2.1, 9 |
| an optional interval for every copy | 0.007, 2 | not measured |

Of the integers, on 13 of the larger decks, seconds in total and how many were undecided after 15 or so:

| variant | total | undecided |
|---|---|---|
| **as it is** | 37 | 1 |
| without the copies that cannot be better than another (of the lowest value, of the highest) | 32 | 1 |
| `played` at least, not equal to, the maximum | 59 | 3 |
| with presolve | 45 | 0 |
| with a linear relaxation | 79 | 2 |
| with both | 110 | 4 |

Tighter bounds on the variables, leaving out equal neighbours, edge finding and overload checking changed little or
nothing. So the parameters of the other models are used here, too. Minimising the hand is not a shortcut: with 10
colours, 20 values and 3 copies, after 20 seconds it has bounded the least hand between 21 and 44, while single
questions show in 9 that 38 wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import Stopped
from crewsat.base.formula import BYTES_PER_INTEGER, check_estimate
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads
from crewsat_encodings.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step


class Holding:
    """The model and its variables, for the cards that are in the deck."""

    def __init__(
        self, instance: HanabiSolitaire, max_bytes: int | None, out_of_time: Callable[[], bool], *, least_hand: bool
    ) -> None:
        self.instance = instance
        check_estimate(2 * BYTES_PER_INTEGER * len(instance.copies), max_bytes)
        self.model = cp_model.CpModel()
        self._out_of_time = out_of_time
        self.cards = sorted(instance.copies)
        self.used = {card: self._draw_of_a_copy(card) for card in self.every_card()}
        self.played = {card: self._any_draw(card) for card in self.every_card()}
        most = len(self.cards)
        self.hand_size = self.model.new_int_var(0, most, "hand") if least_hand else min(most, instance.hand_size)
        """How many cards may be stored, as given or to be found; no second copy of a card is stored."""

    def every_card(self) -> Iterator[Card]:
        """Yield the cards, each once, by colour, then value.

        Raises:
            Stopped: if time runs out meanwhile.
        """
        for card in self.cards:
            if self._out_of_time():
                raise Stopped("time")
            yield card

    def _draw_of_a_copy(self, card: Card) -> cp_model.IntVar:
        return self.model.new_int_var_from_domain(
            cp_model.Domain.from_values(list(self.instance.copies[card])), f"{card} used"
        )

    def _any_draw(self, card: Card) -> cp_model.IntVar:
        return self.model.new_int_var(1, self.instance.size, f"{card} played")


def every_card_occurs(m: Holding) -> None:
    """A card that is not in the deck cannot be played."""
    if m.instance.missing is not None:
        m.model.add_bool_or([])


def a_colour_is_played_in_rising_order(m: Holding) -> None:
    """A card is played as soon as it and all lower ones of its colour have been drawn."""
    lower: Card | None = None
    for card in m.every_card():
        drawn = [m.used[card]]
        if lower is not None and lower.suit == card.suit:
            drawn.append(m.played[lower])
        m.model.add_max_equality(m.played[card], drawn)
        lower = card


def the_hand_has_room(m: Holding) -> None:
    """Cards wait in the hand from the draw that brings them to the draw at which they are played."""
    waits = []
    for card in m.every_card():
        length = m.model.new_int_var(0, m.instance.size, f"{card} waits")
        waits.append(m.model.new_interval_var(m.used[card], length, m.played[card], f"{card} held"))
    m.model.add_cumulative(waits, [1] * len(waits), m.hand_size)


RULES: tuple[Rule, ...] = (
    Rule(every_card_occurs),
    Rule(a_colour_is_played_in_rising_order),
    Rule(the_hand_has_room),
)
"""All rules; none follows from the others."""


@reads("method 'cpsat'", ALL)
class Encoding:
    """The model of an instance: it has a solution if and only if the instance has a winning play.

    Args:
        instance: the deck.
        max_bytes: what its variables may be estimated to take.
        out_of_time: called now and then while the model is built; True means stop.
        rules: the rules to state; tests leave one out and check that it is missed.
        least_hand: whether the size of the hand is to be minimised, whatever the instance says it is; then the model
            has a solution if and only if every card occurs.

    Attributes:
        model: the model for CP-SAT; with `least_hand` its objective is the size of the hand.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: HanabiSolitaire,
        *,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
        rules: Sequence[Rule] = RULES,
        least_hand: bool = False,
    ) -> None:
        self._holding = Holding(instance, max_bytes, out_of_time, least_hand=least_hand)
        for rule in rules:
            rule.state(self._holding)
        self.model = self._holding.model
        if least_hand:
            self.model.minimize(self._holding.hand_size)

    def decode(self, values: Sequence[int]) -> list[Step]:
        """Return the play that uses the copies of a solution.

        Args:
            values: the values of all variables of the solution, in the order of their indices.
        """
        m = self._holding
        return line_of(m.instance, {values[m.used[card].index] for card in m.cards})
