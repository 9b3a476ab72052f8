"""Solitaire Hanabi as a game of positions, for claims about single steps and the contents of the hand.

A position is what has been played in each colour and what is in the hand, which may hold several copies of a card.
Everything is found by an exhaustive search of what section 1.3 of the paper allows: a drawn card is discarded, stored
or played, and cards are played from the hand before and after that. The section does not say that a stored card may
also be thrown away.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


class Position(NamedTuple):
    """What has been played in each colour, in order, and the cards in the hand, sorted."""

    played: tuple[int, ...]
    hand: tuple[Card, ...]


class Positions:
    """The reachable positions of a deck.

    Args:
        instance: a small deck.
        twice: whether a card that is already in the hand may be stored.
        throws: whether a stored card may be thrown away.
    """

    def __init__(self, instance: HanabiSolitaire, *, twice: bool = True, throws: bool = False) -> None:
        self.instance = instance
        self._twice = twice
        self._throws = throws
        self._number_of = {colour: k for k, colour in enumerate(instance.colours_in_order)}
        self._known: dict[tuple[int, Position], bool] = {}

    @property
    def start(self) -> Position:
        """Nothing played and an empty hand."""
        return Position((0,) * len(self._number_of), ())

    @cached_property
    def reached(self) -> list[set[Position]]:
        """All positions after 0, 1, …, N draws."""
        out = [{self.start}]
        for card in self.instance.deck:
            out.append(self._closed(after for one in out[-1] for after in self.drawn(one, card)))
        return out

    def drawn(self, position: Position, card: Card) -> Iterator[Position]:
        """Yield what a position becomes with a drawn card: discarded, stored or played."""
        yield position
        if self.has_room(position) and (self._twice or card not in position.hand):
            yield self.stored(position, card)
        if self.is_next(position, card):
            yield self.with_played(position, card)

    def has_room(self, position: Position) -> bool:
        """Return whether one more card can be stored."""
        return len(position.hand) < self.instance.hand_size

    def stored(self, position: Position, card: Card) -> Position:
        """Return the position with this card added to the hand."""
        return Position(position.played, tuple(sorted((*position.hand, card))))

    def is_next(self, position: Position, card: Card) -> bool:
        """Return whether a card can be played."""
        return card.value == position.played[self._number_of[card.suit]] + 1

    def is_played(self, position: Position, card: Card) -> bool:
        """Return whether a copy of a card has been played."""
        return card.value <= position.played[self._number_of[card.suit]]

    def is_complete(self, position: Position) -> bool:
        """Return whether every card has been played."""
        return all(value == self.instance.highest for value in position.played)

    def with_played(self, position: Position, card: Card) -> Position:
        """Return the position after a drawn card has been played."""
        k = self._number_of[card.suit]
        return Position((*position.played[:k], card.value, *position.played[k + 1 :]), position.hand)

    def from_hand(self, position: Position) -> Iterator[Position]:
        """Yield what a position becomes when a card is played from the hand."""
        for k, card in enumerate(position.hand):
            if self.is_next(position, card):
                played, hand = self.with_played(position, card)
                yield Position(played, hand[:k] + hand[k + 1 :])

    def thrown_away(self, position: Position) -> Iterator[Position]:
        """Yield what a position becomes when a card is thrown away from the hand."""
        for k in range(len(position.hand)):
            yield Position(position.played, position.hand[:k] + position.hand[k + 1 :])

    def wins(self, draws: int, position: Position) -> bool:
        """Return whether everything can be played from a position after `draws` draws."""
        key = (draws, position)
        if key not in self._known:
            self._known[key] = self._wins(draws, position)
        return self._known[key]

    def _wins(self, draws: int, position: Position) -> bool:
        if self.is_complete(position):
            return True
        if any(self.wins(draws, after) for after in self._between_draws(position)):
            return True
        if draws == self.instance.size:
            return False
        return any(self.wins(draws + 1, after) for after in self.drawn(position, self.instance.deck[draws]))

    def _closed(self, positions: Iterable[Position]) -> set[Position]:
        """Return all of these positions, and those that follow before the next draw."""
        found: set[Position] = set()
        todo = list(positions)
        while todo:
            position = todo.pop()
            if position not in found:
                found.add(position)
                todo += self._between_draws(position)
        return found

    def _between_draws(self, position: Position) -> Iterator[Position]:
        yield from self.from_hand(position)
        if self._throws:
            yield from self.thrown_away(position)
