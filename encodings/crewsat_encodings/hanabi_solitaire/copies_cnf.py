"""Solitaire Hanabi as a propositional formula about which copy of each card is used.

The formula speaks of the copies that `crewsat.algorithms.hanabi_solitaire.copies` leaves: half of them or so on
shuffled decks near the edge between won and lost, nearly all of them on reductions of 3-SAT. There it is full hands
that make it small (`Model._hands`): of the 14,200,000 clauses of a reduction with 20 variables and 85 clauses 500,000
are left. Variables (c a card, d a draw; v-1 is the card below v in its colour):

=============  =====================================================================================
family         meaning
=============  =====================================================================================
had(c, d)      the copy of c that is used comes by draw d; d is a copy of c that is left, not the last
done(c, d)     c has been played by draw d; d is a draw of its colour from e(c) on, before l(c)
waits(c, d)    c is in the hand after draw d; d is the first of several draws between which nothing of it changes
count(d, i, k) of the first i cards that may wait after draw d at least k do
=============  =====================================================================================

Outside their ranges had and done are constants, so cards with one copy, and cards whose play is certain, have no
variables. Room in the hand is asked for after each draw whose card may be stored: h, less the cards that surely wait,
is left for those that may. With m draws of a colour left and n values there are at most n·m variables `done` a colour,
and for each draw as many clauses as cards may wait times the room.

Rules marked redundant change no answer; each of the others is needed, which the removal tests show.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.copies import Copies, below
from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.formula import Formula
from crewsat_encodings.rule import Rule
from crewsat_encodings.sequential_counter import at_most, cells_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.formula import Clause
    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step

    Statement = Callable[["Model"], Iterator[Clause]]

BYTES_PER_MENTION = 40
"""What it takes to note that a card may be played at a draw, or may wait after it."""

ALWAYS, NEVER = "always", "never"
Literal = int | str
"""A literal, or one of the two constants."""


@dataclass(frozen=True)
class Hand:
    """The hand after a draw whose card may be stored: how many of which cards may wait besides those that surely do."""

    draw: int
    room: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A draw of a copy that is left.

    Attributes:
        draw: which one.
        colour: of the card drawn.
        stored: whether the card may have to be stored.
        come: cards that may wait from now on.
        leave: cards that do not wait any more.
        colour_again: the next draw of the colour; beyond the deck if there is none.
    """

    draw: int
    colour: str
    stored: bool
    come: tuple[Card, ...]
    leave: tuple[Card, ...]
    colour_again: int


class Model:
    """The copies that are left, and the families of variables."""

    def __init__(self, copies: Copies, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.copies = copies
        self.formula = Formula(1, max_bytes, out_of_time, step_name="", plan="chained")
        self.cards = [card for cards in copies.colours() for card in cards]
        self.times = dict(pair for cards in copies.colours() for pair in self._times(cards))
        self._place = {card: k for k, card in enumerate(self.cards)}
        self.hands = list(self._hands())
        family = self.formula.family
        self._had = family("had", ((c, d) for c in self.cards for d in copies.draws[c][:-1]), first_step=1)
        self._done = family("done", ((c, d) for c in self.cards for d in self.times[c]), first_step=1)
        self.waiting = self._waiting()
        self._waits = family("waits", self.waiting.values(), first_step=1)
        self._count = family("count", self._count_keys(), first_step=1)

    def _times(self, cards: Sequence[Card]) -> Iterator[tuple[Card, list[int]]]:
        """Yield for each card of a colour the draws at which it may be played, rising, without the last one."""
        times: list[int] = []
        end = 0
        for card in cards:
            earliest, latest = self.copies.earliest[card], self.copies.latest[card]
            possible = {*times, end, *self.copies.draws[card], earliest}
            times, end = sorted(draw for draw in possible if earliest <= draw < latest), latest
            self.formula.reserve(BYTES_PER_MENTION * len(times))
            yield card, times

    def _hands(self) -> Iterator[Hand]:
        """Yield the draws after which room may be short, with the cards that may wait then, in a fixed order.

        After a draw at which the hand is full of cards that surely wait, a card that came before cannot wait until a
        copy of it comes again: it would have to wait at that draw. Nor can a card wait whose colour does not come again
        until the hand is next full: it would still wait then. Both follow from what is said of the full hand.
        """
        copies = self.copies
        now: set[Card] = set()
        since_full: set[Card] = set()
        for event in self._events():
            for cards in (now, since_full):
                cards.difference_update(event.leave)
                cards.update(event.come)
            room = copies.instance.hand_size - copies.waiting[event.draw]
            if room and self._full_before_the_colour(event):
                now.difference_update([card for card in now if card.suit == event.colour])
            self.formula.reserve(BYTES_PER_MENTION * len(now))
            mentioned = [card for card in (now if room else since_full) if event.draw not in copies.surely_waits(card)]
            if event.stored and len(mentioned) > room:
                yield Hand(event.draw, room, tuple(sorted(mentioned, key=self._place.__getitem__)))
            if not room:
                now.clear()
                since_full.clear()

    def _full_before_the_colour(self, event: Event) -> bool:
        """Whether the hand is next full of cards that surely wait before the colour of this draw comes again."""
        full_next = self.copies.next_full[event.draw]
        return full_next <= len(self.copies.instance.deck) and event.colour_again > full_next

    def _events(self) -> Iterator[Event]:
        """Yield what each draw of a copy that is left changes about the cards that may wait."""
        copies = self.copies
        come: dict[int, list[Card]] = {}
        leave: dict[int, list[Card]] = {}
        draws: list[tuple[int, Card]] = []
        for card in self.cards:
            until, surely = copies.latest[below(card)], copies.surely_waits(card)
            draws += [(draw, card) for draw in copies.draws[card]]
            for draw in (*copies.draws[card], *((surely.stop,) if surely else ())):
                if draw < until and draw not in surely:
                    come.setdefault(draw, []).append(card)
            leave.setdefault(until, []).append(card)
        again: dict[str, int] = {}
        events = []
        for draw, card in sorted(draws, reverse=True):
            colour_again = again.get(card.suit, len(copies.instance.deck) + 1)
            stored = draw < copies.latest[below(card)]
            changes = tuple(come.get(draw, ())), tuple(leave.get(draw, ()))
            events.append(Event(draw, card.suit, stored, *changes, colour_again))
            again[card.suit] = draw
        yield from reversed(events)

    def had(self, card: Card, draw: int) -> Literal:
        """The copy of a card that is used comes by this draw."""
        draws = self.copies.draws[card]
        k = bisect_right(draws, draw)
        if k == len(draws):
            return ALWAYS
        return self._had.now((card, draws[k - 1])) if k else NEVER

    def done(self, card: Card, draw: int) -> Literal:
        """A card has been played by this draw; a card of value 0 always has."""
        if draw >= self.copies.latest[card]:
            return ALWAYS
        k = bisect_right(self.times[card], draw)
        return self._done.now((card, self.times[card][k - 1])) if k else NEVER

    def waits(self, card: Card, draw: int) -> int:
        """A card is in the hand after this draw, of those of `waiting`."""
        return self._waits.now(self.waiting[card, self.had(card, draw), self.done(below(card), draw)])

    def count(self, hand: Hand) -> Callable[[tuple[int, int]], int]:
        """The cells of the counter of a hand."""
        return lambda cell: self._count.now((hand.draw, *cell))

    def _waiting(self) -> dict[tuple[Card, Literal, Literal], tuple[Card, int]]:
        """Name each state of a waiting card by the first draw at which it is asked for."""
        found: dict[tuple[Card, Literal, Literal], tuple[Card, int]] = {}
        for hand in self.hands:
            for card in hand.cards if hand.room else ():
                key = card, self.had(card, hand.draw), self.done(below(card), hand.draw)
                found.setdefault(key, (card, hand.draw))
        return found

    def _count_keys(self) -> Iterator[tuple[int, int, int]]:
        return ((hand.draw, i, k) for hand in self.hands for i, k in cells_at_most(len(hand.cards), hand.room))


def clause_of(*literals: Literal) -> Iterator[Clause]:
    """Yield the clause, simplified: nothing if a literal always holds."""
    if ALWAYS not in literals:
        yield tuple(literal for literal in literals if isinstance(literal, int))


def negated(literal: Literal) -> Literal:
    """Return the opposite."""
    if isinstance(literal, int):
        return -literal
    return NEVER if literal == ALWAYS else ALWAYS


def a_copy_that_has_come_has_come(m: Model) -> Iterator[Clause]:
    """had(c, d) implies had(c, d') for the next copy d'."""
    for card in m.cards:
        for draw, following in pairwise(m.copies.draws[card]):
            yield from clause_of(negated(m.had(card, draw)), m.had(card, following))


def a_card_is_played_when_its_copy_has_come(m: Model) -> Iterator[Clause]:
    """done(c, d) implies had(c, d)."""
    for card in m.cards:
        for draw in m.times[card]:
            yield from clause_of(negated(m.done(card, draw)), m.had(card, draw))


def a_card_is_played_after_the_one_below(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done of the card below."""
    for card in m.cards:
        for draw in m.times[card]:
            yield from clause_of(negated(m.done(card, draw)), m.done(below(card), draw))


def a_card_is_played_as_soon_as_possible(m: Model) -> Iterator[Clause]:
    """had(c, d) and done of the card below imply done(c, d)."""
    for card in m.cards:
        for draw in m.times[card]:
            yield from clause_of(negated(m.had(card, draw)), negated(m.done(below(card), draw)), m.done(card, draw))


def what_is_played_stays_played(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done(c, d') for the next draw d'."""
    for card in m.cards:
        for draw, following in pairwise(m.times[card]):
            yield from clause_of(negated(m.done(card, draw)), m.done(card, following))


def a_card_that_can_be_played_is_played(m: Model) -> Iterator[Clause]:
    """If the card below has been played when a copy comes, the card is played, too, if it has not been before."""
    for card in m.cards:
        for draw in m.copies.draws[card][:-1]:
            yield from clause_of(negated(m.done(below(card), draw)), m.done(card, draw))


def no_copy_waits_until_the_next_one(m: Model) -> Iterator[Clause]:
    """If a copy is used that is not the last, the card below has been played when the next copy comes."""
    for card in m.cards:
        earlier: Literal = NEVER
        for draw, following in pairwise(m.copies.draws[card]):
            had = m.had(card, draw)
            yield from clause_of(negated(had), earlier, m.done(below(card), following))
            earlier = had


def a_card_waits_for_the_one_below(m: Model) -> Iterator[Clause]:
    """had(c, d) and not done of the card below imply waits(c, d); where there is no room, they exclude each other."""
    for card, draw in m.waiting.values():
        yield from clause_of(negated(m.had(card, draw)), m.done(below(card), draw), m.waits(card, draw))
    for hand in m.hands:
        for card in () if hand.room else hand.cards:
            yield from clause_of(negated(m.had(card, hand.draw)), m.done(below(card), hand.draw))


def the_hand_has_room(m: Model) -> Iterator[Clause]:
    """After each draw at most so many cards wait as there is room for."""
    for hand in m.hands:
        if hand.room:
            yield from at_most([m.waits(card, hand.draw) for card in hand.cards], hand.room, m.count(hand))


RULES = (
    Rule(a_copy_that_has_come_has_come),
    Rule(a_card_is_played_when_its_copy_has_come),
    Rule(a_card_is_played_after_the_one_below),
    Rule(a_card_is_played_as_soon_as_possible, redundant=True),
    Rule(what_is_played_stays_played, redundant=True),
    Rule(a_card_that_can_be_played_is_played, symmetry=True),
    Rule(no_copy_waits_until_the_next_one, symmetry=True),
    Rule(a_card_waits_for_the_one_below),
    Rule(the_hand_has_room),
)


class Encoding:
    """An instance as a formula, and the way back from a model to a play.

    Args:
        instance: the deck.
        rules: the rules to state, all by default.
        rounds: strike out copies in so many rounds at the most; None: as long as there are any.
        max_bytes: estimated size at which building stops.
        out_of_time: asked now and then whether building must stop.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: HanabiSolitaire,
        *,
        rules: Sequence[Rule] = RULES,
        rounds: int | None = None,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._instance = instance
        self._model: Model | None = None
        copies = None if instance.missing else Copies(instance, rounds=rounds, out_of_time=out_of_time)
        if copies is None or copies.lost is not None:
            self.formula = _contradiction()
            return
        self._model = Model(copies, max_bytes, out_of_time)
        self.formula = self._model.formula
        for rule in rules:
            self.formula.add(rule.name, rule.state(self._model))

    def wishes(self) -> list[list[int]]:
        """No play is nicer than another."""
        return []

    def decode(self, model: Sequence[int]) -> list[Step]:
        """Return the steps of the play that uses the copies of a model."""
        if self._model is None:
            raise LookupError("a lost deck has no play")
        true = {literal for literal in model if literal > 0}
        draws = self._model.copies.draws
        used = {
            next(d for d in draws[card] if d == draws[card][-1] or self._model.had(card, d) in true)
            for card in self._model.cards
        }
        return line_of(self._instance, used)


def _contradiction() -> Formula:
    """Return the formula of a deck that is known to be lost before there is anything to choose."""
    formula = Formula(1, step_name="")
    never = formula.family("never", ["the deck is lost"], first_step=1).now("the deck is lost")
    formula.add("a_lost_deck_has_no_play", [(never,), (-never,)])
    return formula
