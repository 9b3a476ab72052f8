"""The Crew with one suit as a game of sets of cards, for lemmas about single tricks.

With one suit, every player may play any card, the highest card wins, and it does not matter who leads. So a position is
the set of cards that are left, here an integer with a bit for each card; a higher bit is a higher card. Everything is
found by exhaustive search; there are at most 2^n positions for n cards.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crewsat.games.crew.instance import Crew

Trick = tuple[int, ...]
"""The card of every player, as bits, player 1 first."""


class OneSuit:
    """A deal of one suit.

    Args:
        instance: all cards of one suit, objectives with owners, no order, no tasks, nothing played.
    """

    def __init__(self, instance: Crew) -> None:
        self.cards = sorted(instance.holder)
        bit = {card: 1 << k for k, card in enumerate(self.cards)}
        self.hands = [sum(bit[card] for card in hand) for hand in instance.hands]
        self.owner = {bit[o.card]: (o.owner or 0) - 1 for o in instance.objectives}
        self.start = sum(self.hands)
        self.holder = {bit[card]: player - 1 for card, player in instance.holder.items()}

    @cached_property
    def wanted(self) -> int:
        """The objective cards."""
        return sum(self.owner)

    def tricks(self, left: int) -> Iterator[Trick]:
        """Yield all tricks that can be played."""
        return product(*(list(bits(left & hand)) for hand in self.hands))

    def completed(self, trick: Trick, owner: Mapping[int, int] | None = None) -> int | None:
        """Return the objective cards a trick completes, or None if it gives one to another player.

        Args:
            trick: the cards.
            owner: the owner of each objective that counts, by card; all objectives of the deal by default.
        """
        owner = self.owner if owner is None else owner
        winner = trick.index(max(trick))
        done = 0
        for card in trick:
            if card in owner:
                if owner[card] != winner:
                    return None
                done |= card
        return done

    @cached_property
    def _all(self) -> Search:
        return Search(self, self.owner)

    def fewest(self, left: int) -> float:
        """Return the least number of tricks that complete all objectives left, infinity if it is impossible."""
        return self._all.fewest(left)

    def wins(self, left: int) -> bool:
        """Return whether all objectives left can be completed."""
        return self._all.fewest(left) < inf

    def can_complete(self, objectives: Iterable[int], left: int) -> bool:
        """Return whether these objectives can be completed, whatever happens to the others."""
        wanted = {card: self.owner[card] for card in objectives}
        return Search(self, wanted).fewest(left) < inf


class Search:
    """The least number of tricks from every position, for some of the objectives."""

    def __init__(self, game: OneSuit, owner: Mapping[int, int]) -> None:
        self._game = game
        self._owner = owner
        self._wanted = sum(owner)
        self._known: dict[int, float] = {}

    def fewest(self, left: int) -> float:
        """Return the least number of tricks, infinity if it is impossible."""
        if not left & self._wanted:
            return 0
        found = self._known.get(left)
        if found is None:
            found = inf
            for trick in self._game.tricks(left):
                if found > 1 and self._game.completed(trick, self._owner) is not None:
                    found = min(found, 1 + self.fewest(left & ~sum(trick)))
            self._known[left] = found
        return found


def bits(cards: int) -> Iterator[int]:
    """Yield the cards of a set, lowest first."""
    while cards:
        low = cards & -cards
        yield low
        cards ^= low


def highest(cards: int) -> int:
    """Return the highest card of a set, 0 for the empty set."""
    return 1 << (cards.bit_length() - 1) if cards else 0
