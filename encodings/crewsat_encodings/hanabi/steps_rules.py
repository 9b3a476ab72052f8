"""The rules of Hanabi as clauses about the variables of `steps_model`: see `steps_cnf` for their meaning."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from crewsat.games.hanabi.position import ANY
from crewsat_encodings.hanabi.steps_model import NEVER, clause, no
from crewsat_encodings.rule import RuleBook
from crewsat_encodings.sequential_counter import at_most

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause
    from crewsat_encodings.hanabi.steps_model import Model

RULES = RuleBook()
rule = partial(RULES.rule, every_trick=False)


@rule()
def a_card_leaves_in_every_step(m: Model) -> Iterator[Clause]:
    """One card leaves in each step that draws one; in every step, where that matters, if nothing else is done in it."""
    for s in m.wasting():
        yield (*(m.leaves(s, i) for i in m.may_leave(s)), *m.idle(s))


@rule()
def no_more_than_one_card_leaves(m: Model) -> Iterator[Clause]:
    """No two cards leave in a step."""
    for s in range(1, m.steps + 1):
        yield from at_most([m.leaves(s, i) for i in m.may_leave(s)], 1, m.first(s))


@rule()
def a_play_that_has_stopped_stays_so(m: Model) -> Iterator[Clause]:
    """stopped(s) implies stopped(s + 1)."""
    for s in range(1, m.steps) if m.may_stop else ():
        yield (-m.stopped(s), m.stopped(s + 1))


@rule()
def nothing_else_is_done_when_a_card_leaves(m: Model) -> Iterator[Clause]:
    """No card leaves after the play has stopped, nor in a turn of the last round in which a clue is given."""
    for s in range(1, m.steps + 1):
        for other in m.idle(s):
            yield from ((-other, -m.leaves(s, i)) for i in m.may_leave(s))
            yield from ((-other, -m.plays(s)), (-other, -m.strikes(s)))


@rule()
def a_card_that_leaves_is_gone(m: Model) -> Iterator[Clause]:
    """gone(s, i) iff gone(s - 1, i) or leaves(s, i), which exclude each other."""
    for s in range(1, m.steps + 1):
        for i in m.may_leave(s):
            now, before, leaves = m.gone(s, i), m.gone(s - 1, i), m.leaves(s, i)
            yield from clause(-leaves, now)
            yield from clause(no(before), now)
            yield from clause(no(now), before, leaves)
            yield from clause(no(before), -leaves)


@rule()
def one_player_acts(m: Model) -> Iterator[Clause]:
    """In every step exactly one player acts."""
    players = range(m.position.players)
    for s in range(1, m.steps + 1):
        yield tuple(m.acts(s, a) for a in players)
        yield from ((-m.acts(s, a), -m.acts(s, b)) for a in players for b in players if a < b)


@rule()
def players_act_in_turn(m: Model) -> Iterator[Clause]:
    """The next player acts, except that each clue in between is given by the next player; the last round is in turn."""
    for s in range(1, m.steps + 1):
        for a in range(m.position.players):
            if s > 1:
                before: tuple[int, ...] = (-m.acts(s - 1, a - 1),)
            elif a == m.position.turn:
                before = ()
            else:
                continue
            for number in (0, *m.clue_numbers(s)) if s <= m.draws else (0,):
                given = [-literal for literal in m.clues(s, number)] if s <= m.draws else []
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
    """A card that is played is the next one of its suit, and then lies there."""
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
    """A step is not both a play and a strike, and the card of a strike does not fit."""
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
    """The bottom card is played or a strike if it leaves when it is drawn, unless the variant allows discarding it."""
    bottom = m.bottom_card(m.draws)
    if bottom is not None and not m.position.bottom_discards:
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
    for s in m.counted():
        for j in m.clue_numbers(s)[:-1]:
            yield (-m.clue(s, j + 1), m.clue(s, j))


@rule()
def clues_cost_tokens(m: Model) -> Iterator[Clause]:
    """left(s, n) iff kept(s - 1, n + j), where j is the price of the clues given before step s, which must be there."""
    for s in m.counted():
        for number in (0, *m.clue_numbers(s)):
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
    for s in m.counted():
        for n in range(1, m.position.full + 1):
            now, before, fewer = m.kept(s, n), m.left(s, n), m.left(s, n - 1)
            yield from clause(no(before), now)
            yield from clause(no(fewer), -m.gains(s), now)
            yield from clause(no(now), before, m.gains(s))
            yield from clause(no(now), before, fewer)


@rule()
def a_discard_gains(m: Model) -> Iterator[Clause]:
    """A step gains if its card is discarded, and not if it is a strike."""
    for s in m.counted() if m.position.full else ():
        yield (m.plays(s), m.strikes(s), m.gains(s), *m.idle(s))
        yield (-m.strikes(s), -m.gains(s))
        yield from ((-other, -m.gains(s)) for other in m.idle(s))


@rule()
def a_finished_suit_gains(m: Model) -> Iterator[Clause]:
    """A step in which a card is played gains iff it is the last card of its suit, and finished suits gain."""
    for s in m.counted() if m.position.full else ():
        tops = [i for i in m.may_leave(s) if m.position.ranks[i][1] == m.position.values and m.position.finished_gains]
        yield from ((-m.plays(s), -m.leaves(s, i), m.gains(s)) for i in tops)
        yield (-m.plays(s), -m.gains(s), *(m.leaves(s, i) for i in tops))


@rule()
def nothing_is_discarded_while_all_tokens_are_there(m: Model) -> Iterator[Clause]:
    """If all tokens are there, the card that leaves is played or a strike."""
    full = m.position.full
    for s in m.counted() if full and not m.position.discard_at_full else ():
        yield from clause(no(m.left(s, full)), m.plays(s), m.strikes(s), *m.idle(s))


@rule()
def a_clue_touches_a_card(m: Model) -> Iterator[Clause]:
    """Whoever gives a clue sees a card that it touches; where types alternate, one of the type that is due."""
    for s in m.counted() if m.careful else ():
        for j in m.clue_numbers(s):
            for a in range(m.position.players):
                giver = _gives(m, s, j, a)
                if giver is None:
                    continue
                if not m.position.alternating:
                    yield (-m.clue(s, j), *giver, m.able(s, a, ANY))
                    continue
                colour = m.colour(s) if j % 2 == 0 else -m.colour(s)
                yield (-m.clue(s, j), *giver, -colour, m.able(s, a, "colour"))
                yield (-m.clue(s, j), *giver, colour, m.able(s, a, "value"))


def _gives(m: Model, step: int, number: int, player: int) -> Clause | None:
    """Return the clause that holds unless a player gives a clue before a step; None if this player cannot give it."""
    if step > m.draws:
        return (-m.acts(step, player),)
    if step > 1:
        return (-m.acts(step - 1, player - number),)
    return () if (m.position.turn + number - 1) % m.position.players == player else None


@rule()
def who_can_touch_a_card_sees_one(m: Model) -> Iterator[Clause]:
    """able(s, a, t) iff seen(s, a, i) of a card i that a clue of type t touches, if it must touch any."""
    for s in m.counted() if m.careful else ():
        for a in range(m.position.players):
            for type_, touched in m.position.touched.items():
                if touched is not None:
                    there = sorted(i for i in touched if m.drawn_at(i) < s)
                    yield from clause(-m.able(s, a, type_), *(m.seen(s, a, i) for i in there))


@rule()
def a_card_that_is_seen_is_in_the_hand_of_another(m: Model) -> Iterator[Clause]:
    """seen(s, a, i) implies that card i has not left before step s, and was not drawn by player a."""
    for s in m.counted() if m.careful else ():
        for a in range(m.position.players):
            for i in m.position.pile:
                if m.drawn_at(i) < s:
                    yield from clause(no(m.seen(s, a, i)), no(m.gone(s - 1, i)))
                    yield from clause(no(m.seen(s, a, i)), -m.acts(m.drawn_at(i), a))


@rule()
def types_of_clues_alternate(m: Model) -> Iterator[Clause]:
    """colour(s + 1) iff colour(s), unless an odd number of clues is given; what the last clue named is known."""
    if not (m.careful and m.position.alternating):
        return
    if m.position.clue_type is not None:
        yield (m.colour(1) if m.position.clue_type == "colour" else -m.colour(1),)
    for s in m.counted():
        for number in (0, *m.clue_numbers(s)):
            given = [-literal for literal in m.clues(s, number)]
            now = m.colour(s) if number % 2 == 0 else -m.colour(s)
            yield from ((*given, -now, m.colour(s + 1)), (*given, now, -m.colour(s + 1)))


@rule(symmetry=True)
def strikes_come_with_all_tokens_there(m: Model) -> Iterator[Clause]:
    """A card that does not fit is discarded instead, if that is allowed."""
    full = m.position.full
    for s in m.counted() if full else ():
        all_there = NEVER if m.position.discard_at_full else m.left(s, full)
        for i in m.may_leave(s):
            if i != m.bottom_card(s):
                yield from clause(-m.strikes(s), -m.leaves(s, i), all_there)


@rule(symmetry=True)
def a_round_of_clues_suffices(m: Model) -> Iterator[Clause]:
    """At most as many clues are given in a row as there are players: another round would only cost tokens."""
    number = m.position.players + 1
    for s in range(1, m.draws + 1) if m.most_clues >= number and not (m.careful and m.position.alternating) else ():
        yield (-m.clue(s, number),)


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
    """Every card lies there in the end, or there are enough points.

    There are m points in the suits up to n only if for each j there are m - j in those before it, or the n-th suit has
    risen by j + 1 at least: sums of heights, which are unary numbers.
    """
    if m.all_needed:
        yield from (clause_ for kind in m.kinds for clause_ in clause(m.laid(m.steps, kind)))
        return
    for suit, number in m.sums():
        height = m.position.heights[suit]
        for j in range(min(number, m.position.values - height) + 1):
            fewer = m.points(suit - 1, number - j)
            yield from clause(no(m.points(suit, number)), fewer, m.laid(m.steps, (suit, height + j + 1)))
    yield from clause(m.points(len(m.position.heights) - 1, m.missing))
