"""The rules of play of The Crew for CP-SAT, one function each; `model` defines the variables."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat_encodings.crew.cpsat.model import Tricks


def everybody_plays_a_card_to_each_trick(m: Tricks) -> None:
    """Each player plays one card, so one suit."""
    for t in m.tricks():
        for player in m.players:
            m.model.add_exactly_one(m.shows[holder, suit][t] for holder, suit, _ in m.holdings if holder == player)


def no_card_is_played_twice(m: Tricks) -> None:
    """Each card is played to one trick, or stays in the hand."""
    for card in m.cards:
        m.check_time()
        m.model.add_exactly_one(m.plays[card])


def one_player_leads(m: Tricks) -> None:
    """One player leads each trick; the last of the T+1 leaders is the winner of the last trick."""
    for t in range(m.last + 1):
        m.model.add_exactly_one(m.leads[player][t] for player in m.players)


def the_leader_of_the_instance_leads_first(m: Tricks) -> None:
    """The leader, if there is one, leads first; else the crew chooses."""
    if m.instance.leader is not None:
        m.model.add_bool_and(m.leads[m.instance.leader][0])


def what_has_been_played_stays_played(m: Tricks) -> None:
    """This covers complete tricks and the one begun; who led them follows."""
    for t, (_, cards) in enumerate(m.instance.past):
        m.model.add_bool_and(m.plays[card][t] for card in cards)


def one_suit_is_led(m: Tricks) -> None:
    """Exactly one suit is led in every trick."""
    for t in m.tricks():
        m.model.add_exactly_one(m.led[suit][t] for suit in m.suits)


def a_player_shows_the_suit_of_the_card(m: Tricks) -> None:
    """Exactly one of these holds: the suit is not shown, or one of its cards is played."""
    for t in m.tricks():
        for player, suit, cards in m.holdings:
            m.model.add_exactly_one(~m.shows[player, suit][t], *(m.hands.by(player, card, t) for card in cards))


def the_leader_shows_the_led_suit(m: Tricks) -> None:
    """Whoever leads and shows a suit leads that suit; as only one is led, the leader shows no other."""
    for t in m.tricks():
        for player, suit, _ in m.holdings:
            m.model.add_bool_or(~m.leads[player][t], ~m.shows[player, suit][t], m.led[suit][t])


def players_follow_suit(m: Tricks) -> None:
    """Whoever does not show the led suit has spent all cards of it."""
    for t in m.tricks():
        for player, suit, cards in m.counted:
            void = m.spent[player, suit][len(cards)][t]
            m.model.add_bool_or(~m.led[suit][t], m.shows[player, suit][t], void)


def cards_are_spent_when_shown(m: Tricks) -> None:
    """The number of cards spent grows by at most one per trick, and only by a trick that shows the suit."""
    for t in m.tricks():
        for player, suit, _ in m.counted:
            for fewer, spent in pairwise(m.spent[player, suit]):
                m.model.add_implication(spent[t + 1], fewer[t])
                m.model.add_bool_or(~spent[t + 1], spent[t], m.shows[player, suit][t])


def cards_shown_are_spent(m: Tricks) -> None:
    """The number of cards spent never falls, and grows with every trick that shows the suit."""
    for t in m.tricks():
        for player, suit, _ in m.counted:
            for fewer, spent in pairwise(m.spent[player, suit]):
                m.model.add_implication(spent[t], spent[t + 1])
                m.model.add_bool_or(spent[t + 1], ~fewer[t], ~m.shows[player, suit][t])


def one_card_wins(m: Tricks) -> None:
    """Exactly one card wins in every trick."""
    for t in m.tricks():
        m.model.add_exactly_one(m.wins[card][t] for card in m.cards)


def the_winning_card_is_played(m: Tricks) -> None:
    """The winning card is played to the trick it wins."""
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
    """Of a lower card of the suit winning and a player playing a higher one, at most one holds."""
    suits = {suit: [card for card in m.cards if card.suit == suit] for suit in m.suits}
    for t in m.tricks():
        for player, suit, cards in m.holdings:
            for k, card in enumerate(cards):
                lower = [m.wins[other][t] for other in suits[suit] if other.value < card.value]
                m.model.add_at_most_one(*lower, *(m.hands.by(player, higher, t) for higher in cards[k:]))


def no_card_wins_against_a_trump(m: Tricks) -> None:
    """Of a card that is not a trump winning and a player playing a trump, at most one holds."""
    plain = [card for card in m.cards if card.suit != m.instance.trump]
    for t in m.tricks():
        for player, suit, cards in m.holdings:
            if suit == m.instance.trump:
                trumps = (m.hands.by(player, card, t) for card in cards)
                m.model.add_at_most_one(*(m.wins[card][t] for card in plain), *trumps)


def the_winner_leads_next(m: Tricks) -> None:
    """The holder of the winning card leads the next trick."""
    for t in m.tricks():
        for card in m.cards:
            holders = m.hands.holders(card)
            for player in holders:
                plays = [] if len(holders) == 1 else [~m.hands.by(player, card, t)]
                m.model.add_bool_or(~m.wins[card][t], *plays, m.next_leader(player, t))
