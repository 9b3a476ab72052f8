"""The Crew as a propositional formula about T tricks, T the size of the smallest hand.

A play that is won early can always be padded to T tricks (every hand still has a card), so the formula speaks of T
tricks and needs no "game over"; the decoder cuts the play where it succeeds.

Variables (c a card, p a player, s a suit, t a trick; "after trick 0" is before the first):

===================  ====================  ===========================================================
family               steps                 meaning
===================  ====================  ===========================================================
play(c)              1…T                   c is played in trick t
played(c)            0…T                   c has been played by the end of trick t
wins(p)              0…T                   p takes trick t, and so leads trick t+1; step 0: p leads trick 1
led(s)               1…T                   the led suit of trick t is s
high(c)              1…T                   the holder of c plays c or a higher card of its suit in trick t
count(p, s, k)       0…T                   p has played at least k cards of suit s by the end of trick t
===================  ====================  ===========================================================

The cards p holds in s are a *group*. high of its lowest card says that p shows the suit, and high of the next higher
one makes "at most one card" and "a higher card wins" short: of n cards, P players and S suits, about (4n + P + S)·T
variables and O((n + S²)·P·T) clauses, none longer than a suit list or an objective list. With m cards in a group,
count(p, s, m) says that p is void in s; the other counters are redundant, but let the solver argue about suit
lengths, which the plain clauses cannot express: hard refutations become three to six times faster.

Rules marked redundant change no answer; each of the others is needed, which the removal tests show.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from crewsat.algorithms.crew_bounds import tricks_needed
from crewsat.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.formula import Clause
    from crewsat.games.crew.cards import Card
    from crewsat.games.crew.instance import Crew

    Statement = Callable[["Model"], Iterator[Clause]]


@dataclass(frozen=True)
class Rule:
    """One rule of the game as clauses.

    Attributes:
        state: yields the clauses; those of trick 1 if the rule holds at every trick.
        every_trick: whether the clauses are shifted to all tricks.
        redundant: whether the other rules imply it, or it only breaks a symmetry.
    """

    state: Statement
    every_trick: bool
    redundant: bool

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.state.__name__


RULES: list[Rule] = []


def _rule(*, every_trick: bool = True, redundant: bool = False) -> Callable[[Statement], Statement]:
    def register(state: Statement) -> Statement:
        RULES.append(Rule(state, every_trick, redundant))
        return state

    return register


class Model:
    """The deal as the encoding sees it, and its families of variables."""

    def __init__(self, instance: Crew, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.instance = instance
        self.players = range(1, instance.players + 1)
        self.suits = instance.suits_in_order
        self.trump = instance.trump if instance.trump in self.suits else None
        self.tricks = instance.tricks
        self.holder = instance.holder
        place = {suit: k for k, suit in enumerate(self.suits)}
        self.cards: list[Card] = sorted(self.holder, key=lambda card: (place[card.suit], card.value))
        self.of_suit: dict[str, list[Card]] = {suit: [] for suit in self.suits}
        self.held: dict[tuple[int, str], list[Card]] = {}
        for card in self.cards:
            self.of_suit[card.suit].append(card)
            self.held.setdefault((self.holder[card], card.suit), []).append(card)
        self.groups = sorted(self.held, key=lambda group: (group[0], place[group[1]]))
        self.formula = Formula(self.tricks, max_bytes, out_of_time)
        family = self.formula.family
        self.play = family("play", self.cards, first_step=1)
        self.played = family("played", self.cards, first_step=0)
        self.wins = family("wins", self.players, first_step=0)
        self.led = family("led", self.suits, first_step=1)
        self.high = family("high", self.cards, first_step=1)
        counted = [(*group, k) for group in self.groups for k in range(1, len(self.held[group]) + 1)]
        self.count = family("count", counted, first_step=0)

        self.suits_of: dict[int, list[str]] = {player: [] for player in self.players}
        for player, suit in self.groups:
            self.suits_of[player].append(suit)

    def shows(self, player: int, suit: str) -> int:
        """The variable of step 1 that says a player plays a card of a suit that was dealt to this player."""
        return self.high.now(self.held[player, suit][0])

    def trumps(self, player: int, suit: str) -> Clause:
        """The variable of step 1 that says a player trumps a suit, if that is possible."""
        if self.trump is None or suit == self.trump or (player, self.trump) not in self.held:
            return ()
        return (self.shows(player, self.trump),)

    def with_next(self, group: tuple[int, str]) -> Iterator[tuple[Card, list[Card]]]:
        """The cards of a group, lowest first, each with a list of the next higher one, empty for the highest."""
        cards = self.held[group]
        for k, card in enumerate(cards):
            yield card, cards[k + 1 : k + 2]


@_rule()
def a_card_is_played_once(m: Model) -> Iterator[Clause]:
    """play(c, t) iff played(c, t) and not played(c, t-1); what has been played stays played."""
    for card in m.cards:
        now, done, before = m.play.now(card), m.played.now(card), m.played.before(card)
        yield (-before, done)
        yield (-now, done)
        yield (-now, -before)
        yield (-done, before, now)


@_rule(every_trick=False)
def nothing_is_played_before_the_first_trick(m: Model) -> Iterator[Clause]:
    """Not played(c, 0), not count(p, s, k, 0)."""
    for card in m.cards:
        yield (-m.played.before(card),)
    for key in m.count.rows:
        yield (-m.count.before(key),)


@_rule()
def everybody_plays_a_card(m: Model) -> Iterator[Clause]:
    """Every player shows some suit; shows(p, s), that is high of the lowest card, asks for a card."""
    for player in m.players:
        yield tuple(m.shows(player, suit) for suit in m.suits_of[player])
    for group in m.groups:
        for card, above in m.with_next(group):
            yield (-m.high.now(card), m.play.now(card), *(m.high.now(c) for c in above))


@_rule()
def cards_are_compared(m: Model) -> Iterator[Clause]:
    """high(c, t) if c is played in trick t, or high of the next higher card of its group."""
    for group in m.groups:
        for card, above in m.with_next(group):
            yield (-m.play.now(card), m.high.now(card))
            yield from ((-m.high.now(c), m.high.now(card)) for c in above)


@_rule()
def nobody_plays_two_cards(m: Model) -> Iterator[Clause]:
    """Not a card and a higher one of the same group, and not two suits."""
    for group in m.groups:
        for card, above in m.with_next(group):
            yield from ((-m.play.now(card), -m.high.now(c)) for c in above)
    for player in m.players:
        for one, other in combinations(m.suits_of[player], 2):
            yield (-m.shows(player, one), -m.shows(player, other))


@_rule(redundant=True)
def suits_are_counted(m: Model) -> Iterator[Clause]:
    """count(p, s, k, t) iff count(p, s, k, t-1), or count(p, s, k-1, t-1) and p plays s in trick t."""
    for group in m.groups:
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


@_rule()
def a_void_hand_has_played_the_suit(m: Model) -> Iterator[Clause]:
    """If p has played as many cards of s as p was dealt, p has played each of them."""
    for group in m.groups:
        void = m.count.now((*group, len(m.held[group])))
        for card in m.held[group]:
            yield (-void, m.played.now(card))


@_rule()
def one_player_wins_the_trick(m: Model) -> Iterator[Clause]:
    """Somebody wins."""
    yield tuple(m.wins.now(player) for player in m.players)


@_rule(redundant=True)
def no_two_players_win_the_trick(m: Model) -> Iterator[Clause]:
    """Nobody else does: two winners would both need the highest card."""
    for one, other in combinations(m.players, 2):
        yield (-m.wins.now(one), -m.wins.now(other))


@_rule(every_trick=False)
def one_player_leads_the_first_trick(m: Model) -> Iterator[Clause]:
    """Exactly one player, the named one if one is named."""
    leader = m.instance.leader
    if leader is not None:
        yield (m.wins.before(leader),)
    yield tuple(m.wins.before(player) for player in m.players)
    for one, other in combinations(m.players, 2):
        yield (-m.wins.before(one), -m.wins.before(other))


@_rule()
def the_leader_chooses_the_suit(m: Model) -> Iterator[Clause]:
    """What the leader shows is led."""
    for player in m.players:
        for suit in m.suits_of[player]:
            yield (-m.wins.before(player), -m.shows(player, suit), m.led.now(suit))


@_rule(redundant=True)
def one_suit_is_led(m: Model) -> Iterator[Clause]:
    """The leader shows the led suit, and no other: a second led suit would only bind the players more."""
    for player in m.players:
        for suit in m.suits:
            follows = (m.shows(player, suit),) if (player, suit) in m.held else ()
            yield (-m.wins.before(player), -m.led.now(suit), *follows)


@_rule()
def players_follow_suit(m: Model) -> Iterator[Clause]:
    """Who does not show the led suit has played all their cards of it before."""
    for player, suit in m.groups:
        void_before = m.count.before((player, suit, len(m.held[player, suit])))
        yield (-m.led.now(suit), m.shows(player, suit), void_before)


@_rule(redundant=True)
def the_winner_follows_suit_or_trumps(m: Model) -> Iterator[Clause]:
    """A card of another suit never wins: the leader's card must be beaten by a higher one or by a trump."""
    for player in m.players:
        for suit in m.suits:
            follows = (m.shows(player, suit),) if (player, suit) in m.held else ()
            yield (-m.wins.now(player), -m.led.now(suit), *follows, *m.trumps(player, suit))


@_rule()
def the_highest_card_wins(m: Model) -> Iterator[Clause]:
    """If another player plays a card of the led suit, the winner plays a higher one, or a trump."""
    for suit in m.suits:
        if suit != m.trump:
            yield from _beaten(m, suit, (-m.led.now(suit),))


@_rule()
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


@_rule()
def objectives_are_won_by_their_owners(m: Model) -> Iterator[Clause]:
    """If the card is played, its owner wins the trick."""
    for objective in m.instance.objectives:
        yield (-m.play.now(objective.card), m.wins.now(objective.owner))


@_rule(every_trick=False)
def objectives_are_completed(m: Model) -> Iterator[Clause]:
    """Every objective card has been played by the end."""
    for objective in m.instance.objectives:
        yield (m.played.at(objective.card, m.tricks),)


@_rule()
def objectives_are_completed_in_order(m: Model) -> Iterator[Clause]:
    """played(y, t) needs played(x, t), or played(x, t-1) where the same trick violates the order."""
    objectives = m.instance.objectives
    when = m.played.now if m.instance.same_trick == "in_order" else m.played.before
    for x, y in m.instance.order:
        yield (-m.played.now(objectives[y].card), when(objectives[x].card))


@_rule(every_trick=False, redundant=True)
def the_smallest_hands_are_played_out(m: Model) -> Iterator[Clause]:
    """A hand of T cards is empty after T tricks."""
    for hand in m.instance.hands:
        if len(hand) == m.tricks:
            for card in sorted(hand, key=m.play.rows.__getitem__):
                yield (m.played.at(card, m.tricks),)


@_rule(redundant=True)
def equal_neighbours_are_played_in_rank_order(m: Model) -> Iterator[Clause]:
    """Two cards of a hand with no card of the suit between them do the same: the lower one goes first.

    Not for cards an objective names: those are not equal.
    """
    wanted = {objective.card for objective in m.instance.objectives}
    for suit in m.suits:
        for low, high in pairwise(m.of_suit[suit]):
            if m.holder[low] == m.holder[high] and not wanted & {low, high}:
                yield (-m.played.now(high), m.played.now(low))


@_rule(redundant=True)
def every_trick_completes_an_objective(m: Model) -> Iterator[Clause]:
    """If winning needs as many tricks as there are (`tricks_needed`), no trick may be wasted."""
    if sum(tricks_needed(m.instance).values()) == m.tricks:
        yield tuple(m.play.now(objective.card) for objective in m.instance.objectives)


class Encoding:
    """An instance as a formula, and the way back from a model to a play.

    Args:
        instance: the deal.
        rules: the rules to state, all by default.
        max_bytes: estimated size at which building stops.
        out_of_time: asked now and then whether building must stop.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: Crew,
        *,
        rules: Sequence[Rule] = RULES,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._model = Model(instance, max_bytes, out_of_time)
        self.formula = self._model.formula
        for rule in rules:
            add = self.formula.add_at_every_step if rule.every_trick else self.formula.add
            add(rule.name, rule.state(self._model))

    def wishes(self) -> list[list[int]]:
        """Early wins as assumptions, the earliest first: all objective cards are played by the end of trick t."""
        m = self._model
        wanted = [objective.card for objective in m.instance.objectives]
        earliest = sum(tricks_needed(m.instance).values())
        return [[m.played.at(card, trick) for card in wanted] for trick in range(earliest, m.tricks)]

    def decode(self, model: Sequence[int]) -> list[tuple[int, tuple[Card, ...]]]:
        """Return leader and cards of all T tricks, the leader's card first."""
        m = self._model
        true = {literal for literal in model if literal > 0}
        players = len(m.players)
        out = []
        for trick in range(1, m.tricks + 1):
            leader = next(p for p in m.players if m.wins.at(p, trick - 1) in true)
            by_player = {m.holder[card]: card for card in m.cards if m.play.at(card, trick) in true}
            turn = [(leader - 1 + k) % players + 1 for k in range(players)]
            out.append((leader, tuple(by_player[player] for player in turn)))
        return out
