"""The rules of tricks as clauses: who plays what, who leads, who follows suit, who wins.

The variables are those of `crewsat_encodings.crew.cnf.model`. A rule that holds at every trick is stated for trick 1
and shifted.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from crewsat_encodings.rule import RuleBook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause
    from crewsat_encodings.crew.cnf.model import Model

RULES = RuleBook()


@RULES.rule()
def a_card_is_played_once(m: Model) -> Iterator[Clause]:
    """play(c, t) iff played(c, t) and not played(c, t-1); what has been played stays played."""
    for card in (*m.places, *m.shared):
        now, done, before = m.play.now(card), m.played.now(card), m.played.before(card)
        yield (-before, done)
        yield (-now, done)
        yield (-now, -before)
        yield (-done, before, now)


@RULES.rule()
def everybody_plays_a_card(m: Model) -> Iterator[Clause]:
    """Every player shows some suit; shows(p, s), that is high of the lowest card, asks for a card."""
    for player in m.players:
        yield tuple(m.shows(player, suit) for suit in m.suits_of[player])
    for group in m.groups:
        for card, above in m.with_next(group):
            yield (-m.high.now(card), m.play.now(card), *(m.high.now(c) for c in above))


@RULES.rule()
def cards_are_compared(m: Model) -> Iterator[Clause]:
    """high(c, t) if c is played in trick t, or high holds for the next higher card of its group."""
    for group in m.groups:
        for card, above in m.with_next(group):
            yield (-m.play.now(card), m.high.now(card))
            yield from ((-m.high.now(c), m.high.now(card)) for c in above)


@RULES.rule()
def nobody_plays_two_cards(m: Model) -> Iterator[Clause]:
    """A player plays neither two cards of a group nor two suits."""
    for group in m.groups:
        for card, above in m.with_next(group):
            yield from ((-m.play.now(card), -m.high.now(c)) for c in above)
    for player in m.players:
        for one, other in combinations(m.suits_of[player], 2):
            yield (-m.shows(player, one), -m.shows(player, other))


@RULES.rule(redundant=True)
def suits_are_counted(m: Model) -> Iterator[Clause]:
    """count(p, s, k, t) iff count(p, s, k, t-1), or count(p, s, k-1, t-1) and p plays s in trick t."""
    for group in m.regular:
        size = len(m.held[group])
        shows = m.shows(*group)
        for k in range(1, size + 1):
            now, before = m.count.now((*group, k)), m.count.before((*group, k))
            lower = () if k == 1 else (m.count.before((*group, k - 1)),)
            yield (-now, before, shows)
            for literal in lower:
                yield (-now, before, literal)
            yield (-before, now)
            yield (now, -shows, *(-literal for literal in lower))


@RULES.rule()
def a_void_hand_has_played_the_suit(m: Model) -> Iterator[Clause]:
    """If p has played as many cards of s as p was dealt, p has played each of them."""
    for group in m.regular:
        void = m.count.now((*group, len(m.held[group])))
        for card in m.held[group]:
            yield (-void, m.played.now(card))


@RULES.rule()
def one_player_wins_the_trick(m: Model) -> Iterator[Clause]:
    """Some player wins."""
    yield tuple(m.wins.now(player) for player in m.players)


@RULES.rule(redundant=True)
def no_two_players_win_the_trick(m: Model) -> Iterator[Clause]:
    """At most one player wins: two winners would both need the highest card."""
    m.expect_pairs(m.players)
    for one, other in combinations(m.players, 2):
        yield (-m.wins.now(one), -m.wins.now(other))


@RULES.rule(every_trick=False)
def one_player_leads_the_first_trick(m: Model) -> Iterator[Clause]:
    """Exactly one player leads, the named one if one is named."""
    leader = m.instance.leader
    if leader is not None:
        yield (m.wins.before(leader),)
    yield tuple(m.wins.before(player) for player in m.players)
    for one, other in combinations(m.players, 2):
        yield (-m.wins.before(one), -m.wins.before(other))


@RULES.rule()
def the_leader_chooses_the_suit(m: Model) -> Iterator[Clause]:
    """What the leader shows is led."""
    for player in m.players:
        for suit in m.suits_of[player]:
            yield (-m.wins.before(player), -m.shows(player, suit), m.led.now(suit))


@RULES.rule(redundant=True)
def one_suit_is_led(m: Model) -> Iterator[Clause]:
    """The leader shows the led suit, and no other: a second led suit would only bind the players more."""
    for player in m.players:
        for suit in m.suits:
            follows = (m.shows(player, suit),) if (player, suit) in m.held else ()
            yield (-m.wins.before(player), -m.led.now(suit), *follows)


@RULES.rule(redundant=True)
def some_suit_is_led(m: Model) -> Iterator[Clause]:
    """A suit is led whoever leads: thus a winner's suit is the led one before the solver has guessed the leader."""
    yield tuple(m.led.now(suit) for suit in m.suits)


@RULES.rule()
def players_follow_suit(m: Model) -> Iterator[Clause]:
    """A player who does not show the led suit has already played all their cards of it."""
    for player, suit in m.regular:
        void_before = m.count.before((player, suit, len(m.held[player, suit])))
        yield (-m.led.now(suit), m.shows(player, suit), void_before)


@RULES.rule(redundant=True)
def the_winner_follows_suit_or_trumps(m: Model) -> Iterator[Clause]:
    """A card of another suit never wins: the leader's card must be beaten by a higher one or by a trump."""
    for player in m.players:
        for suit in m.suits:
            follows = (m.shows(player, suit),) if (player, suit) in m.held else ()
            yield (-m.wins.now(player), -m.led.now(suit), *follows, *m.trumps(player, suit))


@RULES.rule()
def the_highest_card_wins(m: Model) -> Iterator[Clause]:
    """If another player plays a card of the led suit, the winner plays a higher one, or a trump."""
    for suit in m.suits:
        if suit != m.trump:
            yield from _beaten(m, suit, (-m.led.now(suit),))


@RULES.rule()
def the_highest_trump_wins(m: Model) -> Iterator[Clause]:
    """If another player plays a trump, the winner plays a higher one."""
    if m.trump is not None:
        yield from _beaten(m, m.trump, ())


def _beaten(m: Model, suit: str, condition: Clause) -> Iterator[Clause]:
    """If another player's card of this suit is played, the winner plays a higher one, or a trump on a plain suit."""
    for winner in m.players:
        higher: Clause = ()
        for card in reversed(m.of_suit[suit]):
            if m.holder[card] == winner:
                higher = (m.high.now(card),)
            else:
                yield (-m.wins.now(winner), *condition, -m.play.now(card), *higher, *m.trumps(winner, suit))


LADDER = RuleBook()
"""The replacement of the two rules above in formulas of many players: the height of a trick has variables.

Direct clauses combine each of n cards with each of P players, about n·P a trick; these are about 3n + P·S, and unit
propagation draws the same conclusions from them.
"""


@LADDER.rule()
def a_trick_is_as_high_as_its_cards(m: Model) -> Iterator[Clause]:
    """reached(c, t) if c is played in trick t and is a trump or of the led suit."""
    for card in m.places:
        condition = () if card.suit == m.trump else (-m.led.now(card.suit),)
        yield (*condition, -m.play.now(card), m.reached.now(card))


@LADDER.rule()
def a_trick_is_as_high_as_every_lower_card(m: Model) -> Iterator[Clause]:
    """reached(c, t) if it holds for the next higher card of the suit."""
    for suit in m.suits:
        for card, above in pairwise(m.of_suit[suit]):
            yield (-m.reached.now(above), m.reached.now(card))


@LADDER.rule()
def the_winner_is_as_high_as_the_trick(m: Model) -> Iterator[Clause]:
    """If another player's card is reached, the winner plays a higher one, or a trump on a plain suit.

    This is stated for the lowest of such cards between two of the winner's: reaching a card implies reaching the lower
    ones.
    """
    for suit in m.suits:
        cards = m.of_suit[suit]
        place = {card: k for k, card in enumerate(cards)}
        for winner in m.players:
            own = m.held.get((winner, suit), [])
            for start, higher in zip((0, *(place[card] + 1 for card in own)), (*own, None), strict=True):
                if start < len(cards) and cards[start] != higher:
                    beats = () if higher is None else (m.high.now(higher),)
                    reached = m.reached.now(cards[start])
                    yield (-m.wins.now(winner), -reached, *beats, *m.trumps(winner, suit))
