"""Exhaustive search over plays, memoised: the standard of truth for small instances.

A position is which cards are left and who leads. For plain objectives nothing else matters: one whose card is gone was
completed (a play that loses one is given up at once), and an order pair is checked when its later card goes. With free
objectives or tasks, *progress* is added: how many free objectives each player has taken, if that is restricted, and the
states of the tasks (a free task has one for every player who might take it). Positions from which no win exists are
remembered. Their number is at most P·2^n for n cards, times the values of progress; 12 cards take milliseconds, 40
cards are out of reach.

Written with integers as sets of cards and independent of the referee and of every encoding, because it judges them.
Only the meaning of tasks and of the ways to share out free objectives is taken from the referee; the tests check those
separately.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Stopped
from crewsat.games.crew.features import ALL
from crewsat.games.crew.task import Taken
from crewsat.games.crew.watching import Watch
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

BYTES_PER_POSITION = 200
"""A remembered position: a tuple, an integer and a place in the set (measured)."""

BYTES_PER_PROGRESS = 200
"""What the tuples of its progress add."""

Progress = tuple[tuple[int, ...], tuple[Any, ...]]
"""Free objectives taken by each player (empty if that does not matter), and the state of each task."""

_CHECK_EVERY = 30_000
"""Cards and tasks visited between two looks at the clock."""


@reads("method 'exhaustive'", ALL)
def search(
    instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False, max_bytes: int | None = None
) -> list[tuple[int, tuple[Card, ...]]] | None:
    """Return a winning play (leader and cards of each trick), or None if there is none.

    Args:
        instance: the deal.
        out_of_time: called every few thousand tricks, more often if a trick is expensive; True means stop.
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
        self.instance = instance
        self.players = instance.players
        self.cards = sorted(instance.holder)  # by suit name, then value: a higher bit of a suit is a higher card
        self.bit = {card: 1 << k for k, card in enumerate(self.cards)}
        self.hands = [sum(self.bit[card] for card in hand) for hand in instance.dealt]
        self.suit = {
            suit: sum(b for card, b in self.bit.items() if card.suit == suit) for suit in instance.suits_in_order
        }
        self.suit_of = [self.suit[card.suit] for card in self.cards]
        self.trump = self.suit.get(instance.trump, 0) if instance.trump is not None else 0
        self.leaders = [instance.leader - 1] if instance.leader else list(range(self.players))
        self.first_leader = self.leaders[0]
        self.begun = tuple(self.bit[card] for card in instance.begun)
        self._set_goals(instance)
        self.lost: set[tuple[int, int, Progress]] = set()
        self.looked = 0
        self.out_of_time = out_of_time
        each = BYTES_PER_POSITION + BYTES_PER_PROGRESS * (self.restricted or bool(instance.tasks))
        self.max_positions = None if max_bytes is None else max_bytes // each

    def _set_goals(self, instance: Crew) -> None:
        self.wanted = [0] * self.players
        self.free = sum(self.bit[objective.card] for objective in instance.free)
        for objective in instance.objectives:
            if objective.owner is not None:
                self.wanted[objective.owner - 1] |= self.bit[objective.card]
        self.owned = sum(self.wanted)
        self.targets = self.owned | self.free
        self.restricted = bool(self.free) and instance.assignment != "any"
        self.watch = Watch(instance)
        # Cards that must be gone when a card goes: by the end of the trick, or before it.
        self.must_be_gone: dict[int, int] = {}
        for x, y in instance.order:
            later = self.bit[instance.objectives[y].card]
            self.must_be_gone[later] = self.must_be_gone.get(later, 0) | self.bit[instance.objectives[x].card]
        self.strict = instance.same_trick == "violates"

    def start(self) -> Progress:
        """Return the progress before the first trick."""
        return (0,) * self.players * self.restricted, self.watch.start(self.first_leader + 1)

    def run(self) -> list[tuple[int, tuple[Card, ...]]] | None:
        for leader in self.leaders:
            self.lost.clear()  # shares and tasks may depend on who leads first
            self.first_leader = leader
            play = self.from_the_past(leader)
            if play is not None:
                return [
                    (lead + 1, tuple(self.cards[b.bit_length() - 1] for b in cards)) for lead, cards in reversed(play)
                ]
        return None

    def from_the_past(self, leader: int) -> list[tuple[int, tuple[int, ...]]] | None:
        """Play what has been played, then search."""
        left, progress = sum(self.hands), self.start()
        for _, played in self.instance.past[: self.instance.finished]:
            if self.won(left, progress):
                return []
            cards = tuple(self.bit[card] for card in played)
            winner = self.winner(leader, cards)
            after = self.after(cards, left, leader, winner, progress)
            if after is None:
                return None
            left, leader, progress = left & ~sum(cards), winner, after
        return self.win(left, leader, progress, self.begun)

    def won(self, left: int, progress: Progress) -> bool:
        """Return whether the play has succeeded."""
        if left & self.targets:
            return False
        ended = not all(left & hand for hand in self.hands)
        return self.watch.met(progress[1], self._shares(progress[0]), self.first_leader + 1, ended=ended)

    def _shares(self, shares: tuple[int, ...]) -> tuple[int, ...]:
        """Return how many free objectives each player has taken, where it matters."""
        return shares or (0,) * self.players

    def win(
        self, left: int, leader: int, progress: Progress, begun: tuple[int, ...] = ()
    ) -> list[tuple[int, tuple[int, ...]]] | None:
        """Return the rest of a winning play, last trick first, or None; depth of recursion is the number of tricks."""
        if self.won(left, progress):
            return []
        if (left, leader, progress) in self.lost:
            return None
        if all(left & hand for hand in self.hands):
            for cards in self.tricks(left, leader):
                if cards[: len(begun)] != begun:
                    continue
                self._check_limits()
                winner = self.winner(leader, cards)
                after = self.after(cards, left, leader, winner, progress)
                if after is not None:
                    rest = self.win(left & ~sum(cards), winner, after)
                    if rest is not None:
                        rest.append((leader, cards))
                        return rest
        self.lost.add((left, leader, progress))
        return None

    def tricks(self, left: int, leader: int) -> Iterator[tuple[int, ...]]:
        """Yield all legal tricks, as tuples of card bits in the order played."""
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

    def after(self, cards: tuple[int, ...], left: int, leader: int, winner: int, progress: Progress) -> Progress | None:
        """Return the progress after a trick with these cards, or None if the trick loses a goal."""
        gone = sum(cards)
        hit = gone & self.targets
        if hit & self.owned & ~self.wanted[winner]:
            return None
        remaining = left if self.strict else left & ~gone
        if any(self.must_be_gone.get(card, 0) & remaining for card in _bits(hit)):
            return None
        shares, states = progress
        if self.restricted:
            more = (hit & self.free).bit_count()
            shares = (*shares[:winner], shares[winner] + more, *shares[winner + 1 :])
        if states:
            states = self._states_after(cards, left, leader, winner, states)
            if self.watch.lost(states, self.first_leader + 1):
                return None
        done = self.watch.shares and not left & ~gone & self.targets
        if done and not self.watch.can_be_shared(states, self._shares(shares), self.first_leader + 1):
            return None
        return shares, states

    def _states_after(
        self, cards: tuple[int, ...], left: int, leader: int, winner: int, states: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        number = (len(self.cards) - left.bit_count()) // self.players + 1
        last = any(not hand & left & ~sum(cards) for hand in self.hands)
        named = [self.cards[b.bit_length() - 1] for b in cards]
        taken = Taken(number, last, leader + 1, winner + 1, named)
        return self.watch.after(states, taken, self.first_leader + 1)

    def _check_limits(self) -> None:
        self.looked += self.players + len(self.instance.tasks)
        if self.looked < _CHECK_EVERY:
            return
        self.looked = 0
        if self.out_of_time():
            raise Stopped("time")
        if self.max_positions is not None and len(self.lost) > self.max_positions:
            raise Stopped("memory")


def _bits(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low
        cards ^= low
