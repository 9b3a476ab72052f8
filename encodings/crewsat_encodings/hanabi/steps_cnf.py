"""Hanabi with a known deck as a propositional formula about steps: one for each card that leaves a hand.

A step is a play, a discard or a strike; the clues before it belong to it. Step s draws the s-th card of the pile, so
what is drawn is known, and who draws it follows from the clues. After R steps, as many as the pile has cards, each
player has one more turn, of which only plays matter: whoever does not play can do something harmless, for as long as a
clue costs something that is there, or else may be discarded for; the last turn of all is nobody else's concern. So the
last round is L more steps in which a card may be played or not. Variables (s a step, i a card, a a player):

=============  =======================================================================================================
family         meaning
=============  =======================================================================================================
leaves(s, i)   card i leaves the hand of its holder, or the pile, in step s
gone(s, i)     card i has left by step s
plays(s)       the card that leaves in step s is played; ``strikes(s)``: it does not fit. Else it is discarded
acts(s, a)     player a acts in step s
clues(s, j)    at least j clues are given before step s
laid(s, k, r)  of suit k, r cards have been laid down by step s
left(s, n)     at least n units of tokens are there after the clues before step s; ``kept(s, n)``: after step s
gains(s)       step s gains a unit
stopped(s)     there is no step s any more; only where there are no tokens at all
used(i)        card i is played in some step
waits(s, k, r) the copy of a card that is used has been drawn before step s, and has not left by step s
first(s, n)    one of the first n cards that may leave in step s does
fallen(s, n)   there are at least n strikes by step s
count(s, n, m) of the first n cards that may wait in step s, at least m do
points(n, m)   of the first n cards that may be laid down, at least m are not laid down in the end
=============  =======================================================================================================

Read so, **every play that reaches the target satisfies every clause**, if it goes on, after the target is reached,
with discards, and with a clue when all tokens are there. Hence a formula that cannot be satisfied says that there is
none. Rules that are marked as symmetries are left out of proofs; rules marked redundant follow from the others.

That clues touch a card is not stated. In most variants every card is touched by some clue; in the others the referee
has the last word (`crewsat.engine`).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.formula import Formula
from crewsat.games.hanabi.position import CLUE, PASS, Move, Position, actions_of
from crewsat.games.hanabi.rules import Table
from crewsat_encodings.rule import RuleBook
from crewsat_encodings.sequential_counter import at_most, cells_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.formula import Clause
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat_encodings.rule import Rule

    Kind = tuple[int, int]
    """Suit and rank."""

NEVER, ALWAYS = "never", "always"
RULES = RuleBook()
rule = partial(RULES.rule, every_trick=False)


class Model:
    """The families of variables of a position.

    Attributes:
        draws: R, the number of steps that draw a card.
        steps: R and the turns of the last round.
        bare: whether there are no tokens at all: then a card is played or a strike in every turn, or the play stops.
        goal: the height that each suit must reach; None: the points of the target together.
    """

    def __init__(
        self,
        position: Position,
        goal: Sequence[int] | None,
        max_bytes: int | None,
        out_of_time: Callable[[], bool],
    ) -> None:
        self.formula = Formula(1, max_bytes, out_of_time, step_name="", plan="chained")
        self.position = position
        p = position
        self.draws = len(p.pile) if p.turns_left is None else 0
        self.steps = self.draws + (p.players if p.turns_left is None else p.turns_left)
        self.bare = p.full == 0 and not p.discard_at_full
        self.most_clues = p.full // p.price
        self.kinds = [(k, r) for k, height in enumerate(p.heights) for r in range(height + 1, p.values + 1)]
        full = sum(p.heights) + len(self.kinds) == p.target
        self.goal = [p.values] * len(p.heights) if full and goal is None else goal
        self._families()

    def _families(self) -> None:
        family, p = self.formula.family, self.position
        drawing, turns = range(1, self.draws + 1), range(1, self.steps + 1)
        places = [(s, i) for s in turns for i in self.may_leave(s)]
        self._leaves = family("leaves", places, first_step=1)
        self._gone = family("gone", places, first_step=1)
        self._plays = family("plays", turns, first_step=1)
        self._strikes = family("strikes", self.wasting(), first_step=1)
        self._acts = family("acts", ((s, a) for s in turns for a in range(p.players)), first_step=1)
        most = range(1, self.most_clues + 1)
        self._clues = family("clues", ((s, j) for s in drawing for j in most), first_step=1)
        self._laid = family("laid", ((s, *kind) for s in turns for kind in self.kinds), first_step=1)
        units = range(1, p.full + 1)
        self._left = family("left", ((s, n) for s in drawing for n in units), first_step=1)
        self._kept = family("kept", ((s, n) for s in drawing for n in units), first_step=1)
        self._gains = family("gains", drawing if p.full else (), first_step=1)
        self._stopped = family("stopped", turns if self.bare else (), first_step=1)
        firsts = ((s, n) for s in turns for n, _ in cells_at_most(len(self.may_leave(s)), 1))
        self._first = family("first", firsts, first_step=1)
        fallen = ((s, n) for s in self.wasting() for n in range(1, p.strikes))
        self._fallen = family("fallen", fallen, first_step=1)
        self._used = family("used", (i for kind in self.kinds for i in p.copies.get(kind, ())), first_step=1)
        self._waits = family("waits", ((s, *kind) for s in drawing for kind in self.may_wait(s)), first_step=1)
        count = ((s, *cell) for s in drawing for cell in cells_at_most(len(self.may_wait(s)), self.room(s)))
        self._count = family("count", count, first_step=1)
        few = () if self.goal is not None else cells_at_most(len(self.kinds), self.may_be_missing)
        self._points = family("points", few, first_step=1)

    @property
    def may_be_missing(self) -> int:
        """How many of the cards that are left need not be laid down."""
        return len(self.kinds) - (self.position.target - self.position.points)

    def wasting(self) -> range:
        """The steps in which a card may leave a hand without being played."""
        return range(1, (self.steps if self.bare else self.draws) + 1)

    def drawn_at(self, card: int) -> int:
        """Return the step that draws a card; 0 if it is in a hand already."""
        return max(0, card - self.position.drawn + 1)

    def bottom_card(self, step: int) -> int | None:
        """The card that may be played from the pile in a step."""
        last = len(self.position.ranks) - 1
        return last if self.position.bottom and step == self.draws > 0 else None

    def may_leave(self, step: int) -> list[int]:
        """The cards that may leave in a step."""
        cards = [card for card in self.position.left if self.drawn_at(card) < step]
        if step not in self.wasting():
            cards = [card for card in cards if self.is_left(card)]
        bottom = self.bottom_card(step)
        return cards if bottom is None else [*cards, bottom]

    def is_left(self, card: int) -> bool:
        """Whether a card may still be played."""
        suit, rank = self.position.ranks[card]
        return rank > self.position.heights[suit]

    def may_wait(self, step: int) -> list[Kind]:
        """The cards that may wait before a step: those of which a copy has been drawn."""
        copies = self.position.copies
        return [kind for kind in self.kinds if any(self.drawn_at(card) < step for card in copies.get(kind, ()))]

    def room(self, step: int) -> int:
        """How many cards may wait before a step, of which none leaves in it, or else is played from the pile."""
        held = sum(map(len, self.position.hands))
        return held if self.bottom_card(step) is not None else held - 1

    def leaves(self, step: int, card: int) -> int:
        """A card leaves in a step."""
        return self._leaves.now((step, card))

    def gone(self, step: int, card: int) -> int:
        """A card has left by a step."""
        return self._gone.now((step, card))

    def plays(self, step: int) -> int:
        """The card that leaves is played."""
        return self._plays.now(step)

    def strikes(self, step: int) -> int:
        """The card that leaves does not fit."""
        return self._strikes.now(step)

    def acts(self, step: int, player: int) -> int:
        """A player acts in a step."""
        return self._acts.now((step, player % self.position.players))

    def clues(self, step: int, number: int) -> list[int]:
        """So many clues exactly are given before a step: literals that all hold then."""
        literals = [self._clues.now((step, number))] if number else []
        return literals + ([-self._clues.now((step, number + 1))] if number < self.most_clues else [])

    def laid(self, step: int, kind: Kind) -> int | str:
        """A card of a suit, and all below it, have been laid down by a step."""
        suit, rank = kind
        if rank <= self.position.heights[suit]:
            return ALWAYS
        return self._laid.now((step, suit, rank)) if step else NEVER

    def left(self, step: int, units: int) -> int | str:
        """At least so many units are there after the clues before a step."""
        return self._amount(self._left.rows, step, units)

    def kept(self, step: int, units: int) -> int | str:
        """At least so many units are there after a step."""
        if step == 0:
            return ALWAYS if units <= self.position.tokens else NEVER
        return self._amount(self._kept.rows, step, units)

    def _amount(self, rows: dict[tuple[int, int], int], step: int, units: int) -> int | str:
        if units <= 0:
            return ALWAYS
        return NEVER if units > self.position.full else rows[step, units]

    def gains(self, step: int) -> int:
        """A step gains a unit."""
        return self._gains.now(step)

    def stopped(self, step: int) -> int:
        """There is no such step any more."""
        return self._stopped.now(step)

    def first(self, step: int) -> Callable[[tuple[int, int]], int]:
        """The cells that say whether one of the first cards leaves."""
        return lambda cell: self._first.now((step, cell[0]))

    def fallen(self, step: int, number: int) -> int | str:
        """There are at least so many strikes by a step."""
        if number == 0:
            return ALWAYS
        return self._fallen.now((step, number)) if step else NEVER

    def used(self, card: int) -> int:
        """A card is played in some step."""
        return self._used.now(card)

    def waits(self, step: int, kind: Kind) -> int:
        """A card waits in a hand when a step begins, and after it."""
        return self._waits.now((step, *kind))

    def count(self, step: int) -> Callable[[tuple[int, int]], int]:
        """The cells of the counter of waiting cards."""
        return lambda cell: self._count.now((step, *cell))

    def points(self, cell: tuple[int, int]) -> int:
        """A cell of the counter of cards that are not laid down."""
        return self._points.now(cell)


def clause(*literals: int | str) -> Iterator[Clause]:
    """Yield the clause without constants; nothing if one of its literals always holds."""
    if ALWAYS not in literals:
        yield tuple(literal for literal in literals if isinstance(literal, int))


def no(literal: int | str) -> int | str:
    """Return the negation of a literal or constant."""
    if isinstance(literal, int):
        return -literal
    return NEVER if literal == ALWAYS else ALWAYS


@rule()
def a_card_leaves_in_every_step(m: Model) -> Iterator[Clause]:
    """One card leaves in each step that draws one; without tokens in every step, unless the play has stopped."""
    for s in m.wasting():
        yield (*(m.leaves(s, i) for i in m.may_leave(s)), *((m.stopped(s),) if m.bare else ()))


@rule()
def no_more_than_one_card_leaves(m: Model) -> Iterator[Clause]:
    """No two cards leave in a step."""
    for s in range(1, m.steps + 1):
        yield from at_most([m.leaves(s, i) for i in m.may_leave(s)], 1, m.first(s))


@rule()
def a_play_that_has_stopped_stays_so(m: Model) -> Iterator[Clause]:
    """stopped(s) implies stopped(s + 1), and that no card leaves in step s."""
    for s in range(1, m.steps + 1) if m.bare else ():
        yield from ((-m.stopped(s), -m.leaves(s, i)) for i in m.may_leave(s))
        if s < m.steps:
            yield (-m.stopped(s), m.stopped(s + 1))


@rule()
def a_card_that_leaves_is_gone(m: Model) -> Iterator[Clause]:
    """gone(s, i) iff gone(s - 1, i) or leaves(s, i), which exclude each other."""
    for s in range(1, m.steps + 1):
        earlier = set(m.may_leave(s - 1)) if s > 1 else set()
        for i in m.may_leave(s):
            now, leaves = m.gone(s, i), m.leaves(s, i)
            yield (-leaves, now)
            if i in earlier:
                before = m.gone(s - 1, i)
                yield from ((-before, now), (-now, before, leaves), (-before, -leaves))
            else:
                yield (-now, leaves)


@rule()
def one_player_acts(m: Model) -> Iterator[Clause]:
    """In every step one player acts, and no other one."""
    players = range(m.position.players)
    for s in range(1, m.steps + 1):
        yield tuple(m.acts(s, a) for a in players)
        yield from ((-m.acts(s, a), -m.acts(s, b)) for a in players for b in players if a < b)


@rule()
def players_act_in_turn(m: Model) -> Iterator[Clause]:
    """The next player acts, but for the clues in between, each given by the next player; of the last round, in turn."""
    for s in range(1, m.steps + 1):
        for a in range(m.position.players):
            if s > 1:
                before: tuple[int, ...] = (-m.acts(s - 1, a - 1),)
            elif a == m.position.turn:
                before = ()
            else:
                continue
            for number in range(m.most_clues + 1) if s <= m.draws else (0,):
                given = tuple(-literal for literal in m.clues(s, number)) if s <= m.draws else ()
                yield (*before, *given, m.acts(s, a + number))


@rule()
def a_card_leaves_the_hand_of_its_holder(m: Model) -> Iterator[Clause]:
    """Whoever has drawn a card, or holds it, acts when it leaves; whoever acts may play the bottom card."""
    for s in range(1, m.steps + 1):
        for i in m.may_leave(s):
            drawn = m.drawn_at(i)
            if drawn == 0:
                yield (-m.leaves(s, i), m.acts(s, m.position.holder[i]))
            elif drawn < s:
                players = range(m.position.players)
                yield from ((-m.leaves(s, i), -m.acts(drawn, a), m.acts(s, a)) for a in players)


@rule()
def a_card_fits_that_is_played(m: Model) -> Iterator[Clause]:
    """What is played is the next card of its suit, and lies there then."""
    for s in range(1, m.steps + 1):
        for i in m.may_leave(s):
            suit, rank = m.position.ranks[i]
            if not m.is_left(i):
                yield (-m.leaves(s, i), -m.plays(s))
                continue
            for literal in (m.laid(s - 1, (suit, rank - 1)), no(m.laid(s - 1, (suit, rank))), m.laid(s, (suit, rank))):
                yield from clause(-m.leaves(s, i), -m.plays(s), literal)


@rule()
def what_lies_there_has_been_played(m: Model) -> Iterator[Clause]:
    """laid(s, k, r) implies laid(s - 1, k, r), or that a copy of the card leaves in step s and is played."""
    copies = m.position.copies
    for s in range(1, m.steps + 1):
        possible = set(m.may_leave(s))
        for kind in m.kinds:
            now, before = m.laid(s, kind), m.laid(s - 1, kind)
            some = [m.leaves(s, i) for i in copies.get(kind, ()) if i in possible]
            yield from clause(no(now), before, *some)
            yield from clause(no(now), before, m.plays(s))


@rule()
def what_lies_there_stays(m: Model) -> Iterator[Clause]:
    """laid(s, k, r) implies laid(s + 1, k, r)."""
    for s in range(1, m.steps):
        for kind in m.kinds:
            yield from clause(no(m.laid(s, kind)), m.laid(s + 1, kind))


@rule(redundant=True)
def a_card_lies_there_a_step_after_the_one_below(m: Model) -> Iterator[Clause]:
    """laid(s, k, r) implies laid(s - 1, k, r - 1)."""
    for s in range(1, m.steps + 1):
        for suit, rank in m.kinds:
            yield from clause(no(m.laid(s, (suit, rank))), m.laid(s - 1, (suit, rank - 1)))


@rule()
def in_the_last_round_cards_are_played(m: Model) -> Iterator[Clause]:
    """A card that leaves in the last round is played, where something harmless can be done instead."""
    for s in range(m.wasting().stop, m.steps + 1):
        yield from ((-m.leaves(s, i), m.plays(s)) for i in m.may_leave(s))


@rule()
def a_strike_is_not_a_play(m: Model) -> Iterator[Clause]:
    """A card that is played is no strike, and a card that would fit neither."""
    for s in m.wasting():
        yield (-m.strikes(s), -m.plays(s))
        for i in m.may_leave(s):
            suit, rank = m.position.ranks[i]
            if m.is_left(i):
                fits = (no(m.laid(s - 1, (suit, rank - 1))), m.laid(s - 1, (suit, rank)))
                yield from clause(-m.strikes(s), -m.leaves(s, i), *fits)


@rule()
def without_tokens_no_card_is_discarded(m: Model) -> Iterator[Clause]:
    """Where there are no tokens at all, a card that leaves is played or a strike."""
    for s in m.wasting() if m.bare else ():
        yield from ((-m.leaves(s, i), m.plays(s), m.strikes(s)) for i in m.may_leave(s))


@rule()
def a_card_of_the_pile_is_not_discarded(m: Model) -> Iterator[Clause]:
    """The bottom card is played or a strike if it leaves when it is drawn."""
    bottom = m.bottom_card(m.draws)
    if bottom is not None:
        yield (-m.leaves(m.draws, bottom), m.plays(m.draws), m.strikes(m.draws))


@rule()
def strikes_are_counted(m: Model) -> Iterator[Clause]:
    """fallen(s, n) if fallen(s - 1, n), or fallen(s - 1, n - 1) and strikes(s); the last strike never falls."""
    for s in m.wasting():
        for n in range(1, m.position.strikes):
            yield from clause(no(m.fallen(s - 1, n)), m.fallen(s, n))
            yield from clause(-m.strikes(s), no(m.fallen(s - 1, n - 1)), m.fallen(s, n))
        yield from clause(-m.strikes(s), no(m.fallen(s - 1, m.position.strikes - 1)))


@rule(redundant=True)
def clues_are_counted(m: Model) -> Iterator[Clause]:
    """clues(s, j + 1) implies clues(s, j)."""
    for s in range(1, m.draws + 1):
        for j in range(1, m.most_clues):
            yield (*m.clues(s, j)[1:], m.clues(s, j)[0])


@rule()
def clues_cost_tokens(m: Model) -> Iterator[Clause]:
    """left(s, n) iff kept(s - 1, n + j), where j is the price of the clues given before step s, which must be there."""
    for s in range(1, m.draws + 1):
        for number in range(m.most_clues + 1):
            given = [-literal for literal in m.clues(s, number)]
            paid = number * m.position.price
            yield from clause(*given, m.kept(s - 1, paid))
            for n in range(1, m.position.full + 1):
                before, after = m.kept(s - 1, n + paid), m.left(s, n)
                yield from clause(*given, no(before), after)
                yield from clause(*given, before, no(after))


@rule()
def tokens_are_gained(m: Model) -> Iterator[Clause]:
    """kept(s, n) iff left(s, n), or left(s, n - 1) and gains(s)."""
    for s in range(1, m.draws + 1):
        for n in range(1, m.position.full + 1):
            now, before, fewer = m.kept(s, n), m.left(s, n), m.left(s, n - 1)
            yield from clause(no(before), now)
            yield from clause(no(fewer), -m.gains(s), now)
            yield from clause(no(now), before, m.gains(s))
            yield from clause(no(now), before, fewer)


@rule()
def a_discard_gains(m: Model) -> Iterator[Clause]:
    """A step gains if its card is discarded, and not if it is a strike."""
    for s in range(1, m.draws + 1) if m.position.full else ():
        yield (m.plays(s), m.strikes(s), m.gains(s))
        yield (-m.strikes(s), -m.gains(s))


@rule()
def a_finished_suit_gains(m: Model) -> Iterator[Clause]:
    """A step in which a card is played gains iff it is the last card of its suit, and finished suits gain."""
    for s in range(1, m.draws + 1) if m.position.full else ():
        tops = [i for i in m.may_leave(s) if m.position.ranks[i][1] == m.position.values and m.position.finished_gains]
        yield from ((-m.plays(s), -m.leaves(s, i), m.gains(s)) for i in tops)
        yield (-m.plays(s), -m.gains(s), *(m.leaves(s, i) for i in tops))


@rule()
def nothing_is_discarded_while_all_tokens_are_there(m: Model) -> Iterator[Clause]:
    """If all tokens are there, the card that leaves is played or a strike."""
    full = m.position.full
    for s in range(1, m.draws + 1) if full and not m.position.discard_at_full else ():
        yield from clause(no(m.left(s, full)), m.plays(s), m.strikes(s))


@rule(symmetry=True)
def strikes_come_with_all_tokens_there(m: Model) -> Iterator[Clause]:
    """A card that does not fit is discarded rather, if that is allowed."""
    full = m.position.full
    for s in range(1, m.draws + 1) if full else ():
        all_there = NEVER if m.position.discard_at_full else m.left(s, full)
        for i in m.may_leave(s):
            if i != m.bottom_card(s):
                yield from clause(-m.strikes(s), -m.leaves(s, i), all_there)


@rule(symmetry=True)
def a_round_of_clues_suffices(m: Model) -> Iterator[Clause]:
    """Not more clues are given in a row than there are players: all of them more would only cost tokens."""
    players = m.position.players
    for s in range(1, m.draws + 1) if m.most_clues > players else ():
        yield (-m.clues(s, players + 1)[0],)


@rule(redundant=True)
def a_copy_that_is_played_is_used(m: Model) -> Iterator[Clause]:
    """used(i) if card i leaves in some step and is played; what lies there in the end has been played."""
    for s in range(1, m.steps + 1):
        yield from ((-m.leaves(s, i), -m.plays(s), m.used(i)) for i in m.may_leave(s) if m.is_left(i))
    for kind in m.kinds:
        yield from clause(no(m.laid(m.steps, kind)), *(m.used(i) for i in m.position.copies.get(kind, ())))


@rule(redundant=True)
def a_card_waits_until_it_is_played(m: Model) -> Iterator[Clause]:
    """If card i is used and has been drawn before step s, it waits or has been laid down by step s."""
    for s in range(1, m.draws + 1):
        for kind in m.may_wait(s):
            for i in m.position.copies[kind]:
                if m.drawn_at(i) < s:
                    yield from clause(-m.used(i), m.laid(s, kind), m.waits(s, kind))


@rule(redundant=True)
def cards_that_wait_fit_into_the_hands(m: Model) -> Iterator[Clause]:
    """Cards that wait are in hands before and after a step, and another card leaves them in it."""
    for s in range(1, m.draws + 1):
        yield from at_most([m.waits(s, kind) for kind in m.may_wait(s)], m.room(s), m.count(s))


@rule()
def the_goal_is_reached(m: Model) -> Iterator[Clause]:
    """Every suit is as high as it must be in the end, or there are enough points."""
    if m.goal is not None:
        for suit, height in enumerate(m.goal):
            yield from clause(m.laid(m.steps, (suit, height)))
        return
    lacking = [no(m.laid(m.steps, kind)) for kind in m.kinds]
    yield from at_most([literal for literal in lacking if isinstance(literal, int)], m.may_be_missing, m.points)


class Encoding:
    """A game as a formula, and the way back from a model to a play.

    Args:
        instance: the game.
        rules: the rules to state, all by default.
        goal: the height that each suit must reach; None: the target of the game.
        max_bytes: estimated size at which building stops.
        out_of_time: asked now and then whether building must stop.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: Hanabi,
        *,
        rules: Sequence[Rule] = RULES,
        goal: Sequence[int] | None = None,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._position = Position.of(instance)
        self._model: Model | None = None
        reached = self._position.points >= self._position.target and goal is None
        if reached or self._position.over:
            self.formula = _decided(won=reached)
            return
        self._model = Model(self._position, goal, max_bytes, out_of_time)
        self.formula = self._model.formula
        for each in rules:
            self.formula.add(each.name, each.state(self._model))

    def wishes(self) -> list[list[int]]:
        """No play is nicer than another."""
        return []

    def reaching(self, heights: Sequence[int]) -> list[int]:
        """Return the literals that say that every suit comes so high at least: a goal as an assumption."""
        m = self._model
        if m is None:
            return []
        laid = (m.laid(m.steps, (suit, height)) for suit, height in enumerate(heights))
        return [literal for literal in laid if isinstance(literal, int)]

    def beginning(self, action: Action) -> list[int]:
        """Return the literals that say that a play begins with this action; not for formulas with symmetries.

        In the last round whoever does not play anything does something harmless, whatever it is.
        """
        m = self._model
        if m is None:
            return []
        p = self._position
        if action.clue is not None:
            return m.clues(1, 1)[:1] if m.draws else [-m.leaves(1, i) for i in p.hands[p.turn] if i in m.may_leave(1)]
        none_before = [-m.clues(1, 1)[0]] if m.draws and m.most_clues else []
        card = self._card(action)
        if not m.draws and not m.bare and action.action != "play":
            return [-m.leaves(1, i) for i in m.may_leave(1)]
        strikes = [m.strikes(1) if action.action == "strike" else -m.strikes(1)] if 1 in m.wasting() else []
        plays = m.plays(1) if action.action == "play" else -m.plays(1)
        return [*none_before, m.leaves(1, card), plays, *strikes]

    def _card(self, action: Action) -> int:
        return Table.after_actions(self._position.instance).number_of(action)

    def decode(self, model: Sequence[int], points: int | None = None) -> list[Action]:
        """Return the actions of a model, up to the target or to so many points; clues are chosen as the game goes."""
        if self._model is None:
            return []
        position = self._position if points is None else replace(self._position, target=points)
        return actions_of(position, self._moves(self._model, {literal for literal in model if literal > 0}))

    @staticmethod
    def _moves(m: Model, true: set[int]) -> Iterator[Move]:
        for s in range(1, m.steps + 1):
            if s <= m.draws:
                given = (m.clues(s, j)[0] for j in range(1, m.most_clues + 1))
                yield from (CLUE for literal in given if literal in true)
            card = next((i for i in m.may_leave(s) if m.leaves(s, i) in true), None)
            if card is None:
                yield PASS
            elif m.plays(s) in true:
                yield Move("play", card)
            else:
                strike = s in m.wasting() and m.strikes(s) in true
                yield Move("strike" if strike else "discard", card)


def _decided(*, won: bool) -> Formula:
    """Return the formula of a game in which the target has been reached, or that is over without."""
    formula = Formula(1, step_name="")
    reached = formula.family("reached", ["the target"], first_step=1).now("the target")
    formula.add("the_past_decides", [(reached,)] if won else [(reached,), (-reached,)])
    return formula


def plain(instance: Hanabi, **options: Any) -> Encoding:  # noqa: ANN401 - those of the encoding
    """Return the formula of proofs: without symmetries, so that every play that wins satisfies all its clauses."""
    return Encoding(instance, rules=[each for each in RULES if not each.symmetry], **options)
