"""The rules of passing and of covered cards as clauses, about the places of `crewsat_encodings.crew.cnf.places`.

===================  =====================================================================================
family               meaning
===================  =====================================================================================
passes(d)            cards are passed in direction d
passed(c)            c is passed
received(q, c)       q receives c
gives(p, s)          p passes a card of suit s; ``gets(p, s)``: receives one
top(q, t)            the card that q has received has been played by the end of trick t
uncovered(c, t)      the card that lies on c has been played by the end of trick t; of a player: what lies on the
                     card received has been
===================  =====================================================================================

Suits stay counted where the pass comes first and no card is covered: the counters begin with what is not there. Then
at most one card of a suit is missing of those dealt, and all but one of those that may be received.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from crewsat_encodings.crew.cnf.goal_rules import equal_neighbours
from crewsat_encodings.crew.cnf.places import Place, card_of
from crewsat_encodings.rule import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause
    from crewsat_encodings.crew.cnf.model import Model

RULES = RuleBook()


def hands_change(m: Model) -> bool:
    """Return whether cards are passed, or lie under others."""
    return m.instance.passing is not None or bool(m.instance.covered)


@RULES.rule(every_trick=False, applies=hands_change)
def cards_go_in_one_direction(m: Model) -> Iterator[Clause]:
    """They are not passed in two, and are passed in one if they must be."""
    literals = [m.passes.at(to, m.tricks) for to in m.pass_.directions]
    yield from ((-one, -other) for one, other in combinations(literals, 2))
    if m.pass_.must:
        yield tuple(literals)


@RULES.rule(every_trick=False, applies=hands_change)
def every_player_passes_one_card(m: Model) -> Iterator[Clause]:
    """If cards are passed, every player passes one, and no two."""
    for cards in m.pass_.given.values() if m.pass_.directions else ():
        literals = [m.passed.at(card, m.tricks) for card in cards]
        yield from ((-m.passes.at(to, m.tricks), *literals) for to in m.pass_.directions)
        yield from ((-one, -other) for one, other in combinations(literals, 2))
        yield from ((-literal, *(m.passes.at(to, m.tricks) for to in m.pass_.directions)) for literal in literals)


@RULES.rule(every_trick=False, applies=hands_change)
def a_card_passed_is_received_by_the_neighbour(m: Model) -> Iterator[Clause]:
    """received(q, c) iff c is passed, and in a direction in which q gets it."""
    for player, card in m.received.rows:
        received = m.received.at((player, card), m.tricks)
        ways = m.pass_.receivers(m.instance.holder[card])[player]
        passed = m.passed.at(card, m.tricks)
        yield (-received, passed)
        yield (-received, *(m.passes.at(to, m.tricks) for to in ways))
        yield from ((-passed, -m.passes.at(to, m.tricks), received) for to in ways)


@RULES.rule(every_trick=False, applies=hands_change)
def what_is_not_there_counts_as_played(m: Model) -> Iterator[Clause]:
    """A late place is empty if its card has been played before, or has been passed, or has not been received."""
    after = m.pass_.after
    for place in m.late:
        card, absent = card_of(place), m.played.at(place, after)
        if place.player == m.instance.holder[card]:
            gone = [m.passed.at(card, m.tricks), *([m.played.at(card, after)] if after else [])]
            yield (-absent, *gone)
            yield from ((absent, -literal) for literal in gone)
        else:
            received = m.received.at((place.player, card), m.tricks)
            yield (absent, received)
            yield (-absent, -received)
        yield from ((-m.play.at(place, trick),) for trick in range(1, after + 1))
    for place in m.early:
        yield from ((-m.play.at(place, trick),) for trick in range(after + 1, m.tricks + 1))


@RULES.rule(applies=hands_change)
def a_card_is_played_from_one_of_its_places(m: Model) -> Iterator[Clause]:
    """A card with several places is played iff it is played from one of them."""
    for card, places in m.shared.items():
        play = m.play.now(card)
        yield (-play, *(m.play.now(place) for place in places))
        yield from ((-m.play.now(place), play) for place in places)


@RULES.rule(every_trick=False, applies=hands_change)
def suits_begin_with_what_is_not_there(m: Model) -> Iterator[Clause]:
    """count(p, s, k) before the first trick: of r cards that may be received, r - 1, r or r + 1 places are empty."""
    for player, suit in m.from_the_pass:
        places = m.held[player, suit]
        own, others = m.given_and_received(player, suit)
        gave, got = m.gives.at((player, suit), m.tricks), m.gets.at((player, suit), m.tricks)
        for literal, some in ((gave, own), (got, others)):
            yield (-literal, *some)
            yield from ((literal, -one) for one in some)
        for k in range(1, len(places) + 1):
            count = m.count.at((player, suit, k), 0)
            if k < len(others):
                yield (count,)
            elif k == len(others):
                yield (count, got)
                yield (count, -gave)
                yield (-count, gave, -got)
            elif k == len(others) + 1:
                yield (-count, gave)
                yield (-count, -got)
                yield (count, -gave, got)
            else:
                yield (-count,)


@RULES.rule(every_trick=False, applies=hands_change)
def covered_cards_wait(m: Model) -> Iterator[Clause]:
    """A card that lies under another one is not played before the trick after that one's."""
    for key in m.places if m.uncovered.rows else ():
        for trick in m.times_of(key):
            uncovered = m.open_at(key, trick)
            if uncovered is not None:
                yield (-m.play.at(key, trick), uncovered)


@RULES.rule(every_trick=False, applies=hands_change)
def players_follow_suit_with_what_they_can_play(m: Model) -> Iterator[Clause]:
    """A player who does not show the led suit has no card of it that could be played: played, not there, or covered."""
    for player, suit in m.irregular:
        for key in m.held[player, suit]:
            for trick in m.times_of(key):
                follows = (-m.led.at(suit, trick), m.high.at(m.held[player, suit][0], trick))
                uncovered = m.open_at(key, trick)
                unless = () if uncovered is None else (-uncovered,)
                yield (*follows, m.played.at(key, trick - 1), *unless)


@RULES.rule(every_trick=False, applies=hands_change)
def a_card_is_uncovered_by_the_one_above(m: Model) -> Iterator[Clause]:
    """uncovered(c, t) iff the card that lies on c, perhaps one received, has been played by the end of trick t."""
    for above, below in m.instance.covered:
        passed = m.passed_or_none(above)
        player = m.instance.holder[above]
        for trick in range(m.tricks):
            uncovered = m.uncovered.at(below, trick)
            played = m.played.at(above, trick)
            if passed is None or trick < m.pass_.after:
                yield from ((-uncovered, played), (uncovered, -played))
                continue
            yield from ((passed, -uncovered, played), (passed, uncovered, -played))
            top = m.top.at(player, trick)
            yield from ((-passed, -uncovered, top), (-passed, uncovered, -top))


@RULES.rule(every_trick=False, applies=hands_change)
def what_lies_on_top_may_have_been_received(m: Model) -> Iterator[Clause]:
    """top(q, t) iff the card that q has received has been played by the end of trick t."""
    for player, card in m.received.rows:
        received = m.received.at((player, card), m.tricks)
        if player in m.top.rows:
            for trick in range(m.pass_.after, m.tricks):
                top, played = m.top.at(player, trick), m.played.at(card, trick)
                yield (-received, -top, played)
                yield (-received, top, -played)


@RULES.rule(every_trick=False, applies=hands_change)
def a_card_received_may_lie_under_another(m: Model) -> Iterator[Clause]:
    """If a covered card is passed, the one received in its place is uncovered when it would have been."""
    for player in m.below_received:
        for trick in range(m.pass_.after, m.tricks):
            free = m.uncovered.at(player, trick)
            passed_ones = []
            for above, below in m.pairs_of(player):
                passed = m.passed_or_none(below)
                if passed is not None:
                    passed_ones.append(passed)
                    played = m.played.at(above, trick)
                    yield from ((-passed, -free, played), (-passed, free, -played))
            yield (free, *passed_ones)


@RULES.rule(every_trick=False, applies=hands_change)
def covered_cards_are_not_passed(m: Model) -> Iterator[Clause]:
    """Nor is any other card of a hand that must pass a covered one; what has been played is not passed either."""
    after = m.pass_.after
    for player, cards in m.pass_.given.items() if m.pass_.directions else ():
        pairs = m.pairs_of(player)
        above_of = {below: above for above, below in pairs}
        for card in cards if after else ():
            passed = m.passed.at(card, m.tricks)
            yield (-passed, -m.played.at(card, after))
            own = above_of.get(card)
            if own is not None and not m.pass_.from_covered:
                yield (-passed, m.played.at(own, after))
            for above, _ in pairs if m.pass_.from_covered else ():
                covered = () if own is None else (-m.played.at(own, after),)
                yield (-passed, *covered, m.played.at(above, after))


@RULES.rule(every_trick=False, redundant=True, symmetry=True, applies=hands_change)
def equal_neighbours_that_stay_are_played_in_rank_order(m: Model) -> Iterator[Clause]:
    """Of two equivalent cards of a hand, neither of which is passed, the lower one goes first.

    Equal cards are equal only in one hand: who receives the higher one may beat the lower one that stayed. So nothing
    is said of which of them is passed.
    """
    for low, high in equal_neighbours(m, passed=True) if not m.pass_.after else ():
        player = m.instance.holder[low]
        lower, higher = (Place(*card, player, late=True) for card in (low, high))
        for trick in range(1, m.tricks + 1):
            yield (-m.play.at(higher, trick), m.played.at(lower, trick - 1))
