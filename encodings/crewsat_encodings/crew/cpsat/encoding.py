"""The Crew for CP-SAT: who plays which card to which trick, who wins it, and how many cards of a suit are spent.

Written from the rules and independent of the formulas of `crew.cnf`, so that the two can check each other. A play
won early can be played on to trick T, so there is no end of the game in the model: T tricks are played, and the goals
(`tasks_cpsat`) hold after them. A position in progress is the whole deal with its past fixed.

| variable (all are 0 or 1) | meaning |
|---|---|
| `plays[card][t]` | the card is played to trick t; t = T: it stays in the hand |
| `shows[player, suit][t]` | the player plays a card of this suit to trick t |
| `spent[player, suit][k][t]` | the player has played k cards of this suit, or more, before trick t |
| `led[suit][t]` | the suit is led to trick t |
| `wins[card][t]` | the card wins trick t |
| `leads[player][t]` | the player leads trick t; t = T: has won the last one |
| `gains[player, card][t]` | the player wins the card in trick t (cards of tasks and of shared objectives only) |

With n cards, p players and s suits these are at most 4n + p + s variables a trick, besides `gains`; the constraints
have O(n·v) literals a trick, v being the number of cards of the longest suit (`no_card_wins_against_a_higher_one`).

What was tried, on real deals (3 to 5 players, 1 to 10 objectives, half of them with tokens): seconds of CPU in the
median for 3, 4 and 5 players; then for the hardest of 1,200 deals (3 players, seed 125, 6 objectives: no win), with
conflicts.

| model | median | hardest |
|---|---|---|
| integers: trick of a card, inverse, tables, elements, maximum of strengths | 0.65, 0.47, 0.37 | over 20 (142,000) |
| booleans, void: no card of the suit is played later | 0.04, 0.03, 0.02 | over 56 (640,000) |
| … and of interchangeable cards of a hand the lower one first | not measured | over 13 (188,000) |
| booleans, void: an integer counts the cards of the suit that are left | not measured | 16 (161,000) |
| **booleans, void: all cards of the suit are spent, counted in unary** | 0.05, 0.04, 0.03 | 4.4 (55,000) |
| … without `cards_shown_are_spent` | 0.04, 0.03, 0.03 | over 9 (116,000) |
| … and of interchangeable cards of a hand the lower one first | 0.05, 0.04, 0.03 | 4.1 (57,000) |

So proofs are about the lengths of suits, and the solver must have literals to speak of them. Presolve doubles the
median (0.09, 0.07, 0.05 without probing; 0.15, 0.11, 0.08 with it) and saves next to nothing on hard deals. A linear
relaxation of level 1 changes nothing, of level 2 leaves the hardest undecided (9 seconds, 1,700 conflicts), as do quick
restarts. More implied constraints (a card wins once, sums over winners, chains of highest cards) gained nothing.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ortools.sat.python import cp_model

from crewsat.errors import Stopped
from crewsat_encodings.crew.cpsat import goal_rules as goals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


class Tricks:
    """The model and its variables; players are counted from 1, tricks from 0."""

    def __init__(self, instance: Crew, out_of_time: Callable[[], bool]) -> None:
        self.instance = instance
        self.model = cp_model.CpModel()
        self.last = instance.tricks
        """The number of tricks, T, and the place after the last of them: there cards stay in the hand."""
        self.players = range(1, instance.players + 1)
        self.suits = instance.suits_in_order
        self.cards = sorted(instance.holder)
        self._out_of_time = out_of_time
        self._never, self._always = self.model.new_constant(0), self.model.new_constant(1)
        self.plays = {card: self._places(card) for card in self.cards}
        self.wins = {card: self._row(f"{card} wins", self.last) for card in self.cards}
        self.leads = {player: self._row(f"{player} leads", self.last + 1) for player in self.players}
        self.led = {suit: self._row(f"{suit} led", self.last) for suit in self.suits}
        self.holdings = [
            (player, suit, cards)
            for player in self.players
            for suit in self.suits
            if (cards := [card for card in self.hand(player) if card.suit == suit])
        ]
        """Player, suit and the cards of that suit dealt to that player, where there are any."""
        self.shows = {
            (player, suit): self._row(f"{player} shows {suit}", self.last) for player, suit, _ in self.holdings
        }
        self.spent = {(player, suit): self._counter(player, suit, len(cards)) for player, suit, cards in self.holdings}
        self.gains = {
            (player, card): self._row(f"{player} gains {card}", self.last)
            for player, card in goals.cards_that_count(instance)
        }

    def tricks(self) -> Iterator[int]:
        """Yield the tricks 0, …, T-1.

        Raises:
            Stopped: if time runs out meanwhile.
        """
        for t in range(self.last):
            self.check_time()
            yield t

    def check_time(self) -> None:
        """Give up if time has run out.

        Raises:
            Stopped: in that case.
        """
        if self._out_of_time():
            raise Stopped("time")

    def hand(self, player: int) -> list[Card]:
        """Return the cards dealt to a player, by suit, then value."""
        return sorted(self.instance.dealt[player - 1])

    def next_leader(self, player: int, trick: int) -> cp_model.IntVar:
        """Return the literal for: the player wins the trick."""
        return self.leads[player][trick + 1]

    def _places(self, card: Card) -> list[cp_model.IntVar]:
        stays = len(self.instance.dealt[self.instance.holder[card] - 1]) > self.last
        row = self._row(f"{card} in", self.last + stays)
        return row if stays else [*row, self._never]

    def _counter(self, player: int, suit: str, cards: int) -> list[list[cp_model.IntVar]]:
        """Return row k for: k cards or more are spent before the trick; row 0 holds always, the last one never."""
        rows = [[self._always] * (self.last + 1)]
        for k in range(1, cards + 1):
            least = min(k, self.last + 1)
            rows.append([self._never] * least + self._row(f"{player} spent {k} {suit}", self.last + 1 - least))
        return [*rows, [self._never] * (self.last + 1)]

    def _row(self, name: str, length: int) -> list[cp_model.IntVar]:
        self.check_time()
        return [self.model.new_bool_var(f"{name} {t}") for t in range(length)]


def everybody_plays_a_card_to_each_trick(m: Tricks) -> None:
    """One card, so one suit."""
    for t in m.tricks():
        for player in m.players:
            m.model.add_exactly_one(m.shows[holder, suit][t] for holder, suit, _ in m.holdings if holder == player)


def no_card_is_played_twice(m: Tricks) -> None:
    """It is played to one trick, or stays in the hand."""
    for card in m.cards:
        m.check_time()
        m.model.add_exactly_one(m.plays[card])


def one_player_leads(m: Tricks) -> None:
    """The last of the T+1 leaders is the winner of the last trick."""
    for t in range(m.last + 1):
        m.model.add_exactly_one(m.leads[player][t] for player in m.players)


def the_leader_of_the_instance_leads_first(m: Tricks) -> None:
    """If there is one; else the crew chooses."""
    if m.instance.leader is not None:
        m.model.add_bool_and(m.leads[m.instance.leader][0])


def what_has_been_played_stays_played(m: Tricks) -> None:
    """Whole tricks and those begun; who led them follows."""
    for t, (_, cards) in enumerate(m.instance.past):
        m.model.add_bool_and(m.plays[card][t] for card in cards)


def one_suit_is_led(m: Tricks) -> None:
    """In every trick."""
    for t in m.tricks():
        m.model.add_exactly_one(m.led[suit][t] for suit in m.suits)


def a_player_shows_the_suit_of_the_card(m: Tricks) -> None:
    """Exactly one of these holds: the suit is not shown, or one of its cards is played."""
    for t in m.tricks():
        for player, suit, cards in m.holdings:
            m.model.add_exactly_one(~m.shows[player, suit][t], *(m.plays[card][t] for card in cards))


def the_leader_shows_the_led_suit(m: Tricks) -> None:
    """Whoever leads and shows a suit leads that suit; as only one is led, the leader shows no other."""
    for t in m.tricks():
        for player, suit, _ in m.holdings:
            m.model.add_bool_or(~m.leads[player][t], ~m.shows[player, suit][t], m.led[suit][t])


def players_follow_suit(m: Tricks) -> None:
    """Whoever does not show the led suit has spent all cards of it."""
    for t in m.tricks():
        for player, suit, cards in m.holdings:
            void = m.spent[player, suit][len(cards)][t]
            m.model.add_bool_or(~m.led[suit][t], m.shows[player, suit][t], void)


def cards_are_spent_when_shown(m: Tricks) -> None:
    """The number of cards spent grows by at most one a trick, and only by a trick that shows the suit."""
    for t in m.tricks():
        for player, suit, _ in m.holdings:
            for fewer, spent in pairwise(m.spent[player, suit]):
                m.model.add_implication(spent[t + 1], fewer[t])
                m.model.add_bool_or(~spent[t + 1], spent[t], m.shows[player, suit][t])


def cards_shown_are_spent(m: Tricks) -> None:
    """The number of cards spent never falls, and grows with every trick that shows the suit."""
    for t in m.tricks():
        for player, suit, _ in m.holdings:
            for fewer, spent in pairwise(m.spent[player, suit]):
                m.model.add_implication(spent[t], spent[t + 1])
                m.model.add_bool_or(spent[t + 1], ~fewer[t], ~m.shows[player, suit][t])


def one_card_wins(m: Tricks) -> None:
    """In every trick."""
    for t in m.tricks():
        m.model.add_exactly_one(m.wins[card][t] for card in m.cards)


def the_winning_card_is_played(m: Tricks) -> None:
    """To the trick it wins."""
    for t in m.tricks():
        for card in m.cards:
            m.model.add_implication(m.wins[card][t], m.plays[card][t])


def a_winning_card_is_of_the_led_suit_or_trump(m: Tricks) -> None:
    """Other cards are discards."""
    for t in m.tricks():
        for card in m.cards:
            if card.suit != m.instance.trump:
                m.model.add_implication(m.wins[card][t], m.led[card.suit][t])


def no_card_wins_against_a_higher_one(m: Tricks) -> None:
    """Of its suit: of the lower cards winning and the higher cards of one player, at most one holds."""
    suits = {suit: [card for card in m.cards if card.suit == suit] for suit in m.suits}
    for t in m.tricks():
        for _, suit, cards in m.holdings:
            for k, card in enumerate(cards):
                lower = [m.wins[other][t] for other in suits[suit] if other.value < card.value]
                m.model.add_at_most_one(*lower, *(m.plays[higher][t] for higher in cards[k:]))


def no_card_wins_against_a_trump(m: Tricks) -> None:
    """Unless it is one: of the others winning and the trumps of one player, at most one holds."""
    plain = [card for card in m.cards if card.suit != m.instance.trump]
    for t in m.tricks():
        for player in m.players:
            trumps = [m.plays[card][t] for card in m.hand(player) if card.suit == m.instance.trump]
            if trumps:
                m.model.add_at_most_one(*(m.wins[card][t] for card in plain), *trumps)


def the_winner_leads_next(m: Tricks) -> None:
    """The holder of the winning card."""
    for t in m.tricks():
        for card in m.cards:
            m.model.add_implication(m.wins[card][t], m.next_leader(m.instance.holder[card], t))


class Rule(NamedTuple):
    """A rule of the game, as the function that writes it; a redundant one follows from the others."""

    write: Callable[[Tricks], None]
    redundant: bool = False


RULES: tuple[Rule, ...] = (
    Rule(everybody_plays_a_card_to_each_trick),
    Rule(no_card_is_played_twice),
    Rule(one_player_leads),
    Rule(the_leader_of_the_instance_leads_first),
    Rule(what_has_been_played_stays_played),
    Rule(one_suit_is_led),
    Rule(a_player_shows_the_suit_of_the_card),
    Rule(the_leader_shows_the_led_suit),
    Rule(players_follow_suit),
    Rule(cards_are_spent_when_shown),
    Rule(cards_shown_are_spent, redundant=True),
    Rule(one_card_wins),
    Rule(the_winning_card_is_played),
    Rule(a_winning_card_is_of_the_led_suit_or_trump),
    Rule(no_card_wins_against_a_higher_one),
    Rule(no_card_wins_against_a_trump),
    Rule(the_winner_leads_next),
    Rule(goals.objectives_are_completed),
    Rule(goals.owners_win_their_objectives),
    Rule(goals.objectives_keep_their_order),
    Rule(goals.a_player_gains_the_cards_of_the_tricks_won),
    Rule(goals.shares_fit_the_assignment),
    Rule(goals.counting_tasks_are_met),
    Rule(goals.numbered_tricks_are_won),
)
"""All rules; without a redundant one the answers are the same."""


class Encoding:
    """The model of an instance: it has a solution if and only if the instance has a winning play.

    Args:
        instance: the deal.
        out_of_time: asked now and then while the model is built.
        rules: those to be written; tests leave one out and see it missed.

    Attributes:
        model: the model for CP-SAT.

    Raises:
        Stopped: if time ran out, or for a task of a kind the model has no constraints for.
    """

    def __init__(
        self, instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False, rules: Sequence[Rule] = RULES
    ) -> None:
        if any(task.kind not in goals.KINDS for task in instance.tasks):
            raise Stopped("incomplete")
        self._tricks = Tricks(instance, out_of_time)
        for rule in rules:
            self._tricks.check_time()
            rule.write(self._tricks)
        self.model = self._tricks.model

    def decode(self, values: Sequence[int]) -> list[tuple[int, tuple[Card, ...]]]:
        """Return leader and cards, the leader's first, of all tricks from the first that is not complete yet.

        Args:
            values: of all variables of a solution, in the order of their indices.
        """
        m = self._tricks
        return [self._trick(values, t) for t in range(m.instance.finished, m.last)]

    def _trick(self, values: Sequence[int], t: int) -> tuple[int, tuple[Card, ...]]:
        m = self._tricks
        leader = next(player for player in m.players if values[m.leads[player][t].index])
        turn = [*m.players[leader - 1 :], *m.players[: leader - 1]]
        return leader, tuple(next(card for card in m.hand(player) if values[m.plays[card][t].index]) for player in turn)
