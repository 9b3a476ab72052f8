"""Solitaire Hanabi as a propositional formula about which copy of each card is used.

The formula speaks of the copies that `crewsat.algorithms.hanabi_solitaire.copies` leaves: half of them or so on
shuffled decks near the edge between won and lost, nearly all of them on reductions of 3-SAT. There, full hands make it
small (`Model._hands`): of the 14,200,000 clauses of a reduction with 20 variables and 85 clauses 500,000 are left.
Variables (c a card, d a draw; v-1 is the card below v in its colour):

=============  =====================================================================================
family         meaning
=============  =====================================================================================
had(c, d)      the copy of c that is used comes by draw d; d is a copy of c that is left, not the last
done(c, d)     c has been played by draw d; d is a draw of its colour from e(c) on, before l(c)
waits(c, d)    c is in the hand after draw d; d is the first of several draws between which nothing of it changes
count(d, i, k) of the first i cards that may wait after draw d at least k do
=============  =====================================================================================

Outside their ranges had and done are constants, so cards with one copy, and cards whose play is certain, have no
variables. Room in the hand is checked after each draw whose card may be stored: h, less the cards that surely wait, is
left for those that may wait. With m draws of a colour left and n values there are at most n·m variables `done` a
colour, and for each draw as many clauses as cards may wait times the room.

Rules marked redundant change no answer; each of the others is needed, which the removal tests show.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import count, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi_solitaire.copies import copies_of
from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.formula import Formula
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads
from crewsat_encodings.rule import Rule
from crewsat_encodings.sequential_counter import at_most, cells_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.algorithms.hanabi_solitaire.copies import Copies
    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step

    Statement = Callable[["Model"], Iterator[Clause]]

BYTES_PER_MENTION = 40
"""Memory to record that a card may be played at a draw, or may wait after it."""

ALWAYS = 1 << 62
NEVER = -ALWAYS
"""The constants, as literals beyond all variables: each is the negation of the other."""


class Hand(NamedTuple):
    """The hand after a draw whose card may be stored: how many of which cards may wait besides those that surely do."""

    draw: int
    room: int
    cards: tuple[Card, ...]


class Event(NamedTuple):
    """A draw of a copy that is left.

    Attributes:
        draw: the number of the draw.
        colour: the colour of the card drawn.
        stored: whether the card may have to be stored.
        come: cards that may wait from now on.
        leave: cards that no longer wait.
        colour_again: the next draw of the colour; beyond the deck if there is none.
    """

    draw: int
    colour: str
    stored: bool
    come: Sequence[Card]
    leave: Sequence[Card]
    colour_again: int


class State(NamedTuple):
    """What is known of a card after a draw, as literals or constants.

    Attributes:
        had: the copy that is used has come.
        below: the card below has been played.
        done: the card has been played.
    """

    had: int
    below: int
    done: int


class Model:
    """The copies that are left, and the families of variables.

    Attributes:
        copies: the copies that are left.
        cards: the cards by colour, rising.
        below: of every card, the one that is played before it.
        times: of every card, the draws at which it may be played, rising, without the last one.
        states: of every card, what is known of it at these draws.
        hands: the hands in which room may be short.
        waiting: every state in which a card may wait (the card, had, done of the card below): its literal.
    """

    def __init__(self, copies: Copies, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.copies = copies
        self.formula = Formula(1, max_bytes, out_of_time, step_name="", plan="chained")
        self.cards = [card for cards in copies.colours() for card in cards]
        self.below = copies.below
        self.times = dict(pair for cards in copies.colours() for pair in self._times(cards))
        self._place = {card: k for k, card in enumerate(self.cards)}
        self.hands = list(self._hands())
        family = self.formula.family
        had = family("had", ((c, d) for c in self.cards for d in copies.draws[c][:-1]), first_step=1)
        done = family("done", ((c, d) for c in self.cards for d in self.times[c]), first_step=1)
        each_had, each_done = iter(had.rows.values()), iter(done.rows.values())
        self._had = {c: [NEVER, *islice(each_had, len(copies.draws[c]) - 1), ALWAYS] for c in self.cards}
        self._done = {c: [NEVER, *islice(each_done, len(self.times[c]))] for c in self.cards}
        self.states = {card: self._states(card) for card in self.cards}
        named = self._waiting()
        waits = family("waits", named.values(), first_step=1)
        self.waiting = dict(zip(named, waits.rows.values(), strict=True))
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
        until the hand is next full: it would still wait then. Both follow from what is stated about the full hand.
        """
        copies = self.copies
        surely = dict(zip(self.cards, map(copies.surely_waits, self.cards), strict=True))
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
            mentioned = [card for card in (now if room else since_full) if event.draw not in surely[card]]
            if event.stored and len(mentioned) > room:
                yield Hand(event.draw, room, tuple(sorted(mentioned, key=self._place.__getitem__)))
            if not room:
                now.clear()
                since_full.clear()

    def _full_before_the_colour(self, event: Event) -> bool:
        """Return whether the hand is next full of cards that surely wait before the colour of this draw comes again."""
        full_next = self.copies.next_full[event.draw]
        return full_next <= len(self.copies.instance.deck) and event.colour_again > full_next

    def _events(self) -> Iterator[Event]:
        """Yield what each draw of a copy that is left changes about the cards that may wait."""
        copies = self.copies
        come: dict[int, list[Card]] = {}
        leave: dict[int, list[Card]] = {}
        drawn: dict[int, Card] = {}
        for card in self.cards:
            until, surely = copies.latest[self.below[card]], copies.surely_waits(card)
            drawn |= dict.fromkeys(copies.draws[card], card)
            for draw in (*copies.draws[card], *((surely.stop,) if surely else ())):
                if draw < until and draw not in surely:
                    come.setdefault(draw, []).append(card)
            leave.setdefault(until, []).append(card)
        again: dict[str, int] = {}
        events = []
        for draw in sorted(drawn, reverse=True):
            card = drawn[draw]
            colour_again = again.get(card.suit, len(copies.instance.deck) + 1)
            stored = draw < copies.latest[self.below[card]]
            events.append(Event(draw, card.suit, stored, come.get(draw, ()), leave.get(draw, ()), colour_again))
            again[card.suit] = draw
        yield from reversed(events)

    def had(self, card: Card, draw: int) -> int:
        """Return the literal or constant for: the copy of a card that is used comes by this draw."""
        return self._had[card][bisect_right(self.copies.draws[card], draw)]

    def done(self, card: Card, draw: int) -> int:
        """Return the literal or constant for: a card has been played by this draw, as one of value 0 always has."""
        if draw >= self.copies.latest[card]:
            return ALWAYS
        return self._done[card][bisect_right(self.times[card], draw)]

    def _states(self, card: Card) -> list[State]:
        """Return what is known of a card at the draws at which it may be played."""
        had, draws, lower = self._had[card], self.copies.draws[card], self.below[card]
        return [
            State(had[bisect_right(draws, draw)], self.done(lower, draw), done)
            for draw, done in zip(self.times[card], self._done[card][1:], strict=True)
        ]

    def waits(self, hand: Hand) -> list[int]:
        """Return the literals of the cards that may wait in a hand with room."""
        return [self.waiting[state] for state in self._waiting_in(hand)]

    def count(self, hand: Hand) -> Callable[[tuple[int, int]], int]:
        """Return the cells of the counter of a hand."""
        cells = list(cells_at_most(len(hand.cards), hand.room))
        first = self._count.now((hand.draw, *cells[0])) if cells else 0  # those of a hand have numbers in a row
        return dict(zip(cells, count(first), strict=False)).__getitem__

    def _waiting_in(self, hand: Hand) -> Iterator[tuple[Card, int, int]]:
        """Yield every card of a hand, with literals for its copy having come and the card below being played."""
        return ((card, self.had(card, hand.draw), self.done(self.below[card], hand.draw)) for card in hand.cards)

    def _waiting(self) -> dict[tuple[Card, int, int], tuple[Card, int]]:
        """Name each state of a waiting card by the first draw at which it is requested."""
        found: dict[tuple[Card, int, int], tuple[Card, int]] = {}
        for hand in self.hands:
            for state in self._waiting_in(hand) if hand.room else ():
                found.setdefault(state, (state[0], hand.draw))
        return found

    def _count_keys(self) -> Iterator[tuple[int, int, int]]:
        return ((hand.draw, i, k) for hand in self.hands for i, k in cells_at_most(len(hand.cards), hand.room))


def clause_of(*literals: int) -> Iterator[Clause]:
    """Yield the clause without constants, or nothing if a literal always holds."""
    if ALWAYS not in literals:
        yield tuple(literal for literal in literals if literal != NEVER) if NEVER in literals else literals


def a_copy_that_has_come_has_come(m: Model) -> Iterator[Clause]:
    """had(c, d) implies had(c, d') for the next copy d'."""
    for card in m.cards:
        for draw, following in pairwise(m.copies.draws[card]):
            yield from clause_of(-m.had(card, draw), m.had(card, following))


def a_card_is_played_when_its_copy_has_come(m: Model) -> Iterator[Clause]:
    """done(c, d) implies had(c, d)."""
    for card in m.cards:
        for state in m.states[card]:
            yield from clause_of(-state.done, state.had)


def a_card_is_played_after_the_one_below(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done of the card below."""
    for card in m.cards:
        for state in m.states[card]:
            yield from clause_of(-state.done, state.below)


def a_card_is_played_as_soon_as_possible(m: Model) -> Iterator[Clause]:
    """had(c, d) and done of the card below imply done(c, d)."""
    for card in m.cards:
        for state in m.states[card]:
            yield from clause_of(-state.had, -state.below, state.done)


def what_is_played_stays_played(m: Model) -> Iterator[Clause]:
    """done(c, d) implies done(c, d') for the next draw d'."""
    for card in m.cards:
        for state, following in pairwise(m.states[card]):
            yield (-state.done, following.done)


def a_card_that_can_be_played_is_played(m: Model) -> Iterator[Clause]:
    """If the card below has been played when a copy comes, the card is played, too, if it has not been before."""
    for card in m.cards:
        for draw in m.copies.draws[card][:-1]:
            yield from clause_of(-m.done(m.below[card], draw), m.done(card, draw))


def no_copy_waits_until_the_next_one(m: Model) -> Iterator[Clause]:
    """If a copy is used that is not the last, the card below has been played when the next copy comes."""
    for card in m.cards:
        earlier = NEVER
        for draw, following in pairwise(m.copies.draws[card]):
            had = m.had(card, draw)
            yield from clause_of(-had, earlier, m.done(m.below[card], following))
            earlier = had


def a_card_waits_for_the_one_below(m: Model) -> Iterator[Clause]:
    """had(c, d) and not done of the card below imply waits(c, d); where there is no room, they exclude each other."""
    for (_, had, done_below), waits in m.waiting.items():
        yield from clause_of(-had, done_below, waits)
    for hand in m.hands:
        for card in () if hand.room else hand.cards:
            yield from clause_of(-m.had(card, hand.draw), m.done(m.below[card], hand.draw))


def the_hand_has_room(m: Model) -> Iterator[Clause]:
    """After each draw at most as many cards wait as there is room for."""
    for hand in m.hands:
        if hand.room:
            yield from at_most(m.waits(hand), hand.room, m.count(hand))


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


@reads("method 'cnf-copies'", ALL)
class Encoding:
    """An instance as a formula, and the way back from a model to a play.

    Args:
        instance: the deck.
        rules: the rules to state, all by default.
        rounds: the most rounds in which to strike out copies; None for no limit.
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
        rounds: int | None = None,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._instance = instance
        self._model: Model | None = None
        copies = None if instance.missing else copies_of(instance, rounds=rounds, out_of_time=out_of_time)
        if copies is None or copies.lost is not None:
            self.formula = _contradiction()
            return
        self._model = Model(copies, max_bytes, out_of_time)
        self.formula = self._model.formula
        for rule in rules:
            self.formula.add(rule.name, rule.state(self._model))

    def preferences(self) -> list[list[int]]:
        """Return no preferences: no play is preferred."""
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
