"""The hands at the table of the referee: which cards each player holds, and which of them lie under others.

A card that lies under another one is held, but neither played nor counted for following suit until it is uncovered.
"""

from __future__ import annotations

from copy import copy
from operator import itemgetter
from typing import TYPE_CHECKING

from crewsat.games.crew.passing import neighbour

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.passing import Direction


class Hands:
    """All hands, player 1's first; players are counted from 1.

    Args:
        dealt: the hands as dealt.
        covered: pairs of cards of one hand, the one above first.

    Attributes:
        left: how many cards each player holds, covered ones included.
        above: the card above each covered card.
    """

    def __init__(self, dealt: Sequence[Sequence[Card]], covered: Iterable[tuple[Card, Card]]) -> None:
        self.left = [len(hand) for hand in dealt]
        self._below = dict(covered)
        self.above = {below: above for above, below in covered}
        self._open = [_by_suit(hand, self.above) for hand in dealt]
        self._covered = [
            {card: place for place, card in enumerate(hand) if card in self.above} if self.above else {}
            for hand in dealt
        ]

    def copy(self) -> Hands:
        """Return an independent copy."""
        other = copy(self)
        own: dict[str, object] = {"_below": dict(self._below), "_covered": [dict(cards) for cards in self._covered]}
        own["_open"] = [{suit: dict(cards) for suit, cards in hand.items()} for hand in self._open]
        vars(other).update(own, left=list(self.left), above=dict(self.above))
        return other

    def cards(self, player: int) -> list[Card]:
        """Return the cards a player holds, in the order of the hand."""
        return _in_order([*self._open[player - 1].values(), self._covered[player - 1]])

    def legal(self, player: int, led: str | None) -> list[Card]:
        """Return the cards a player may play, in the order of the hand: to the suit that was led, or as the leader."""
        held = self._open[player - 1]
        following = held.get(led) if led is not None else None
        return _in_order([following] if following else held.values())

    def holds(self, player: int, card: Card) -> bool:
        """Return whether a player holds a card that does not lie under another one."""
        return card in self._open[player - 1].get(card.suit, ())

    def holder(self, card: Card) -> int | None:
        """Return who holds a card that does not lie under another one; None if nobody does."""
        return next((player for player in range(1, len(self.left) + 1) if self.holds(player, card)), None)

    def follows(self, player: int, suit: str) -> bool:
        """Return whether a player holds a card of a suit that does not lie under another one."""
        return bool(self._open[player - 1].get(suit))

    def put(self, player: int, card: Card) -> int:
        """Take a card from a hand, and return its place there."""
        self.left[player - 1] -= 1
        return self._open[player - 1][card.suit].pop(card)

    def take_back(self, player: int, card: Card, place: int) -> None:
        """Undo `put`."""
        self.left[player - 1] += 1
        self._open[player - 1].setdefault(card.suit, {})[card] = place

    def uncover(self, cards: Iterable[Card]) -> None:
        """Uncover what lay under these cards, which have been played in a trick that is complete."""
        for above in cards:
            below = self._below.get(above)
            if below is not None:
                covered = next(hand for hand in self._covered if below in hand)
                player = self._covered.index(covered)
                self._open[player].setdefault(below.suit, {})[below] = covered.pop(below)
                del self.above[below]

    def cover(self, cards: Iterable[Card]) -> None:
        """Undo `uncover`."""
        for above in cards:
            below = self._below.get(above)
            if below is not None:
                player = next(k for k, hand in enumerate(self._open) if below in hand.get(below.suit, ()))
                self._covered[player][below] = self._open[player][below.suit].pop(below)
                self.above[below] = above

    def give(self, given: Sequence[Card], to: Direction) -> None:
        """Have every player pass a card, player 1's first; a card received lies where the card given lay."""
        players, instead = len(given), {}
        for player, card in enumerate(given, 1):
            instead[given[neighbour(player, to, players) - 1]] = card
        self._covered = [{instead.get(card, card): place for card, place in hand.items()} for hand in self._covered]
        self._open = [
            _sorted((instead.get(card, card), place) for cards in held.values() for card, place in cards.items())
            for held in self._open
        ]
        self._below = {instead.get(above, above): instead.get(below, below) for above, below in self._below.items()}
        self.above = {instead.get(below, below): instead.get(above, above) for below, above in self.above.items()}


def _by_suit(hand: Iterable[Card], covered: Mapping[Card, Card]) -> dict[str, dict[Card, int]]:
    """Sort the open cards of a hand into suits; each card with its place in the hand."""
    suits: dict[str, dict[Card, int]] = {}
    for place, card in enumerate(hand):
        if not covered or card not in covered:
            suits.setdefault(card.suit, {})[card] = place
    return suits


def _sorted(items: Iterable[tuple[Card, int]]) -> dict[str, dict[Card, int]]:
    """Sort cards into suits."""
    suits: dict[str, dict[Card, int]] = {}
    for card, place in items:
        suits.setdefault(card.suit, {})[card] = place
    return suits


def _in_order(suits: Iterable[Mapping[Card, int]]) -> list[Card]:
    """Return cards in the order of their places in the hand."""
    return [card for card, _ in sorted([item for cards in suits for item in cards.items()], key=itemgetter(1))]
