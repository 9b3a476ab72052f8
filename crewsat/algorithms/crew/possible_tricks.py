"""Which tricks cannot be formed from the hands as dealt: one card of each, and what a task's filters ask for.

Every trick of a play takes one card of every hand, and its winner's card is beaten by no other: it is a trump if there
is one in the trick, and the highest card of its suit in it. So a trick is never formed if a player was dealt no card
that may be in it, if the least or the largest cards of all hands miss a total, if no card of the winner can beat one
that is to be beaten, or if two lists do not meet. When a card is played does not matter, so this is sound for positions
in progress, and for each filter on its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.said import saying
from crewsat.base.wording import listed
from crewsat.games.crew.features import ALL, CHANGES
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tasks import TricksTask

    Choice = Mapping[int, Sequence[Card]]
    """The cards each player may play to a trick."""

MOST_PLAYERS, MOST_CARDS = 12, 200
"""Limits beyond which deals are not examined, as each task would take time for all cards and players."""


@reads("bound 'never formed'", ALL | CHANGES)
def never_formed(instance: Crew, task: TricksTask, winner: int) -> str | None:
    """Return why a player can win no trick that passes the filters of a task; None if one may be won."""
    if instance.players > MOST_PLAYERS or instance.size > MOST_CARDS:
        return None
    choice = _choice(instance, task, winner)
    for player, cards in choice.items():
        if not cards:
            if player == winner and task.won_with is not None:
                return saying("player {player} was dealt no card that may win them", player=player)
            return saying("player {player} was dealt no card that may be in them", player=player)
    return _misses_a_total(task, choice) or _beats_nothing(instance, task, choice, winner) or _two_lists(task, choice)


def _choice(instance: Crew, task: TricksTask, winner: int) -> Choice:
    """Return the cards that may be in a trick; of the winner's cards, only those that may win it."""
    won_with, _, only, *_ = task.lists
    choice = {player: sorted(hand) for player, hand in enumerate(instance.dealt, 1)}
    if task.only is not None:
        choice = {player: [card for card in cards if card in only] for player, cards in choice.items()}
    if task.won_with is not None:
        choice[winner] = [card for card in choice[winner] if card in won_with]
    return choice


def _misses_a_total(task: TricksTask, choice: Choice) -> str | None:
    """Refute a total that the least cards allowed in the trick exceed, or the largest do not reach."""
    if task.total is None:
        return None
    values = [[card.value for card in cards] for cards in choice.values()]
    least, most = sum(map(min, values)), sum(map(max, values))
    if task.total.at_most is not None and least > task.total.at_most:
        return saying("the least total of cards that may be in them is {number}", number=least)
    if task.total.at_least is not None and most < task.total.at_least:
        return saying("the largest total of cards that may be in them is {number}", number=most)
    return None


def _beats_nothing(instance: Crew, task: TricksTask, choice: Choice, winner: int) -> str | None:
    """Refute a trick in which no card of the winner beats another player's card that is to be beaten."""
    if task.beating is None:
        return None
    theirs = [card for player, cards in choice.items() if player != winner for card in cards]
    beaten = [card for card in theirs if card in task.lists[1]]
    if any(_may_beat(own, card, instance.trump) for own in choice[winner] for card in beaten):
        return None
    if not beaten:
        return saying("no other player was dealt a card to be beaten")
    cards = listed(beaten, "or")
    return saying("player {player} was dealt no card that may win them and beat {cards}", player=winner, cards=cards)


def _may_beat(own: Card, other: Card, trump: str | None) -> bool:
    """Return whether a card may win a trick with another card in it: whichever suit was led."""
    if own.suit == other.suit:
        return own.value > other.value
    return other.suit != trump


def _two_lists(task: TricksTask, choice: Choice) -> str | None:
    """Refute two lists of which no two players were dealt a card each, one of either list."""
    if task.as_many is None:
        return None
    some, others = task.lists[3:5]
    of_some = {player for player, cards in choice.items() if some.intersection(cards)}
    of_others = {player for player, cards in choice.items() if others.intersection(cards)}
    if any(one != other for one in of_some for other in of_others):
        return None
    return saying("no two players were dealt a card of each list")
