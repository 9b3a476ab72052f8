"""Exhaustive search over plays, memoised: the standard of truth for small instances.

A position is which cards are left and who leads. Nothing else matters: an objective whose card is gone was completed (a
play that loses one is given up at once), and an order pair is checked when its later card goes. Positions from which
no win exists are remembered. The number of positions is at most P·2^n for n cards; 12 cards take milliseconds, 40 cards
are out of reach.

Written with integers as sets of cards and independent of the referee and of every encoding, because it judges them.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from crewsat.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.crew.cards import Card
    from crewsat.games.crew.instance import Crew

BYTES_PER_POSITION = 200
"""A remembered position: a tuple, an integer and a place in the set (measured)."""

_CHECK_EVERY = 4096


def search(
    instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False, max_bytes: int | None = None
) -> list[tuple[int, tuple[Card, ...]]] | None:
    """Return a winning play (leader and cards of each trick), or None if there is none.

    Args:
        instance: the deal.
        out_of_time: asked every few thousand tricks.
        max_bytes: bound on the memory for remembered positions.

    Raises:
        Stopped: if a limit was hit first.
    """
    try:
        return _Search(instance, out_of_time, max_bytes).run()
    except RecursionError:  # one call a trick: hundreds of tricks are beyond exhaustive search anyway
        raise Stopped("memory") from None


class _Search:
    def __init__(self, instance: Crew, out_of_time: Callable[[], bool], max_bytes: int | None) -> None:
        self.players = instance.players
        self.cards = sorted(instance.holder)  # by suit name, then value: a higher bit of a suit is a higher card
        self.bit = {card: 1 << k for k, card in enumerate(self.cards)}
        self.hands = [sum(self.bit[card] for card in hand) for hand in instance.hands]
        self.suit = {
            suit: sum(b for card, b in self.bit.items() if card.suit == suit) for suit in instance.suits_in_order
        }
        self.suit_of = [self.suit[card.suit] for card in self.cards]
        self.trump = self.suit.get(instance.trump, 0) if instance.trump is not None else 0
        self.leaders = [instance.leader - 1] if instance.leader else list(range(self.players))
        self.wanted = [0] * self.players
        for objective in instance.objectives:
            self.wanted[objective.owner - 1] |= self.bit[objective.card]
        self.targets = sum(self.wanted)
        # Cards that must be gone when a card goes: by the end of the trick, or before it.
        self.must_be_gone: dict[int, int] = {}
        for x, y in instance.order:
            later = self.bit[instance.objectives[y].card]
            self.must_be_gone[later] = self.must_be_gone.get(later, 0) | self.bit[instance.objectives[x].card]
        self.strict = instance.same_trick == "violates"
        self.lost: set[tuple[int, int]] = set()
        self.looked = 0
        self.out_of_time = out_of_time
        self.max_positions = None if max_bytes is None else max_bytes // BYTES_PER_POSITION

    def run(self) -> list[tuple[int, tuple[Card, ...]]] | None:
        everything = sum(self.hands)
        for leader in self.leaders:
            play = self.win(everything, leader)
            if play is not None:
                return [
                    (lead + 1, tuple(self.cards[b.bit_length() - 1] for b in cards)) for lead, cards in reversed(play)
                ]
        return None

    def win(self, left: int, leader: int) -> list[tuple[int, tuple[int, ...]]] | None:
        """Return the rest of a winning play, last trick first, or None; depth of recursion is the number of tricks."""
        if not left & self.targets:
            return []
        if (left, leader) in self.lost:
            return None
        if all(left & hand for hand in self.hands):
            for cards in self.tricks(left, leader):
                self._check_limits()
                gone = sum(cards)
                winner = self.winner(leader, cards)
                if self.allowed(gone, left, winner):
                    rest = self.win(left & ~gone, winner)
                    if rest is not None:
                        rest.append((leader, cards))
                        return rest
        self.lost.add((left, leader))
        return None

    def tricks(self, left: int, leader: int) -> Iterator[tuple[int, ...]]:
        """All legal tricks, as tuples of card bits in the order played."""
        choices: list[list[int]] = [[] for _ in range(self.players)]
        for first in _bits(left & self.hands[leader]):
            led = self.suit_of[first.bit_length() - 1]
            choices[0] = [first]
            for k in range(1, self.players):
                hand = left & self.hands[(leader + k) % self.players]
                choices[k] = list(_bits(hand & led or hand))
            yield from product(*choices)

    def winner(self, leader: int, cards: tuple[int, ...]) -> int:
        played = sum(cards)
        decisive = played & self.trump or played & self.suit_of[cards[0].bit_length() - 1]
        highest = 1 << (decisive.bit_length() - 1)
        return (leader + cards.index(highest)) % self.players

    def allowed(self, gone: int, left: int, winner: int) -> bool:
        """Whether a trick with these cards loses no objective and keeps the order."""
        hit = gone & self.targets
        if hit & ~self.wanted[winner]:
            return False
        remaining = left if self.strict else left & ~gone
        return all(not self.must_be_gone.get(card, 0) & remaining for card in _bits(hit))

    def _check_limits(self) -> None:
        self.looked += 1
        if self.looked % _CHECK_EVERY:
            return
        if self.out_of_time():
            raise Stopped("time")
        if self.max_positions is not None and len(self.lost) > self.max_positions:
            raise Stopped("memory")


def _bits(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low
        cards ^= low
