"""Tiny Crew by enumerating every play of every deal with the rules and the referee of The Crew: no layers, no integers.

All of it is exponential and for decks of 6 and 9 cards.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from crewsat.base.errors import IllegalPlay
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.tricks import legal_cards, winner_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.studies.tiny_crew.game import SmallGame

    Hands = tuple[tuple[Card, ...], ...]
    Tricks = tuple[tuple[int, tuple[Card, ...]], ...]
    Chances = Callable[[int, tuple[Card, ...], Tricks, tuple[Card, ...], int], Mapping[Card, Fraction | float]]
    """Player from 1, his hand, the tricks before, the cards of this one, its leader: what he plays."""


def all_deals(game: SmallGame) -> Iterator[Crew]:
    """Every deal, as an instance of The Crew."""
    codes = range(len(game.deck.cards))
    size = len(codes) // 3
    for first in combinations(codes, size):
        rest = [code for code in codes if code not in first]
        for second in combinations(rest, size):
            yield game.deck.deal([first, second, [code for code in rest if code not in second]])


def plays(deal: Crew, chances: Chances) -> Iterator[tuple[Tricks, Fraction | float]]:
    """Every play to the end, with the probability that the players choose it."""
    yield from _plays(deal, deal.hands, deal.leader or 1, (), (), Fraction(1), chances)


def _plays(  # noqa: PLR0913, PLR0917 - a position
    deal: Crew,
    hands: Hands,
    leader: int,
    past: Tricks,
    trick: tuple[Card, ...],
    chance: Fraction | float,
    chances: Chances,
) -> Iterator[tuple[Tricks, Fraction | float]]:
    if len(trick) == 3:
        past, leader, trick = (*past, (leader, trick)), winner_of(leader, trick, deal.trump), ()
    if not any(hands):
        yield past, chance
        return
    player = (leader - 1 + len(trick)) % 3
    said = chances(player + 1, hands[player], past, trick, leader)
    for card in legal_cards(hands[player], trick[0].suit if trick else None):
        if said.get(card, 0):
            left = tuple(one for one in hands[player] if one != card)
            after = (*hands[:player], left, *hands[player + 1 :])
            yield from _plays(deal, after, leader, past, (*trick, card), chance * said[card], chances)


def wins(deal: Crew, tricks: Tricks) -> bool:
    """Whether a play wins, by the referee."""
    try:
        play_until_success(deal, tricks)
    except IllegalPlay:
        return False
    return True


def at_random(
    _player: int, hand: tuple[Card, ...], _past: Tricks, trick: tuple[Card, ...], _leader: int
) -> dict[Card, Fraction]:
    """Each legal card as often as any other."""
    legal = legal_cards(hand, trick[0].suit if trick else None)
    return dict.fromkeys(legal, Fraction(1, len(legal)))


def value(game: SmallGame, chances: Chances) -> Fraction | float:
    """The chance to win, over all deals."""
    found = [sum(chance for play, chance in plays(deal, chances) if wins(deal, play)) for deal in all_deals(game)]
    return sum(found) / len(found)


def winnable(game: SmallGame) -> int:
    """How many deals can be won with all cards seen."""
    return sum(any(wins(deal, play) for play, _ in plays(deal, at_random)) for deal in all_deals(game))
