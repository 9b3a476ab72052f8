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
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.passing import NOBODY_PASSES, choices_for
from crewsat.games.crew.task import Taken
from crewsat.games.crew.watching import Watch
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

    Line = list[tuple[int, tuple[int, ...]] | Choice]
    """The rest of a play, its end first."""

BYTES_PER_POSITION = 200
"""A remembered position: a tuple, an integer and a place in the set (measured)."""

BYTES_PER_PROGRESS = 200
"""What the tuples of its progress add."""

Progress = tuple[tuple[int, ...], tuple[Any, ...]]
"""Free objectives taken by each player (empty if that does not matter), and the state of each task."""

_CHECK_EVERY = 30_000
"""Cards and tasks visited between two looks at the clock."""


@reads("method 'exhaustive'", ALL | CHANGES | COVERED | PASSING)
def search(
    instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False, max_bytes: int | None = None
) -> list[tuple[int, tuple[Card, ...]] | Choice] | None:
    """Return a winning play (leader and cards of each trick, and what is passed), or None if there is none.

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
        self._set_hands(instance)
        self.suit = {
            suit: sum(b for card, b in self.bit.items() if card.suit == suit) for suit in instance.suits_in_order
        }
        self.suit_of = [self.suit[card.suit] for card in self.cards]
        self.trump = self.suit.get(instance.trump, 0) if instance.trump is not None else 0
        self.leaders = [instance.leader - 1] if instance.leader else list(range(self.players))
        self.first_leader = self.leaders[0]
        self.begun = tuple(self.bit[card] for card in instance.begun)
        self._set_goals(instance)
        self.lost: set[tuple[int, int, Progress, tuple[int, ...]]] = set()
        self.looked = 0
        self.out_of_time = out_of_time
        each = BYTES_PER_POSITION + BYTES_PER_PROGRESS * (self.restricted or bool(instance.tasks))
        self.max_positions = None if max_bytes is None else max_bytes // each

    def _set_hands(self, instance: Crew) -> None:
        self.hands = [sum(self.bit[card] for card in hand) for hand in instance.dealt]
        self.pairs = [(self.bit[above], self.bit[below]) for above, below in instance.covered]
        """The cards that cover others, each with the one below."""
        self.given: tuple[int, ...] = ()
        """The cards passed, player 1's first, if any have been."""
        self.settled = instance.passing is None
        """Whether it is settled what is passed."""

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
        self.must_be_gone: dict[int, int] = {}
        self.strict = instance.same_trick == "violates"

    def set_order(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Set which cards must be gone when a card goes: by the end of the trick, or before it."""
        cards = [self.bit[objective.card] for objective in self.instance.objectives]
        self.must_be_gone = {}
        for x, y in pairs:
            self.must_be_gone[cards[y]] = self.must_be_gone.get(cards[y], 0) | cards[x]

    def start(self) -> Progress:
        """Return the progress before the first trick."""
        return (0,) * self.players * self.restricted, self.watch.start(self.first_leader + 1)

    def run(self) -> list[tuple[int, tuple[Card, ...]] | Choice] | None:
        for leader, pairs in product(self.leaders, self.instance.orders):
            self.lost.clear()  # shares and tasks may depend on who leads first
            self.first_leader = leader
            self.set_order(pairs)
            play = self.from_the_past(leader)
            if play is not None:
                return [
                    part
                    if isinstance(part, Choice)
                    else (part[0] + 1, tuple(self.cards[b.bit_length() - 1] for b in part[1]))
                    for part in reversed(play)
                ]
        return None

    def from_the_past(self, leader: int) -> Line | None:
        """Play what has been played, then search."""
        left, progress, dealt = sum(self.hands), self.start(), (self.hands, self.pairs)
        try:
            return self._after_the_past(left, leader, progress)
        finally:
            (self.hands, self.pairs), self.given, self.settled = dealt, (), self.instance.passing is None

    def _after_the_past(self, left: int, leader: int, progress: Progress) -> Line | None:
        for _, played in self.instance.past[: self.instance.finished]:
            if self.won(left, progress):
                return []
            self.pass_what_was_passed(left)
            cards = tuple(self.bit[card] for card in played)
            winner = self.winner(leader, cards)
            after = self.after(cards, left, leader, winner, progress)
            if after is None:
                return None
            left, leader, progress = left & ~sum(cards), winner, after
        self.pass_what_was_passed(left)
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

    def number_of_tricks(self, left: int) -> int:
        """Return how many tricks have been played."""
        return (len(self.cards) - left.bit_count()) // self.players

    def closed(self, left: int) -> int:
        """Return the cards that lie under others."""
        return sum(below for above, below in self.pairs if left & above)

    def pass_what_was_passed(self, left: int) -> None:
        """Pass what the instance says has been passed, when it is time."""
        made, passing = self.instance.pass_made, self.instance.passing
        if passing is not None and self.number_of_tricks(left) == passing.after and not self.instance.may_pass:
            self.settled = True
            if made is not None:
                self.give(tuple(self.bit[card] for card in made.cards), to_the_left=made.to == "left")

    def give(self, cards: tuple[int, ...], *, to_the_left: bool) -> None:
        """Have every player pass a card; one that is received lies where the one given lay."""
        self.given = (*cards, to_the_left)
        step = 1 if to_the_left else -1
        received = [cards[(player - step) % self.players] for player in range(self.players)]
        instead = dict(zip(cards, received, strict=True))
        self.hands = [hand ^ out ^ new for hand, out, new in zip(self.hands, cards, received, strict=True)]
        self.pairs = [(instead.get(above, above), instead.get(below, below)) for above, below in self.pairs]

    def passes(self, left: int) -> Iterator[tuple[int, ...]]:
        """Yield what the players may pass, player 1's card first; nothing if one of them has no card to pass."""
        passing, chosen = self.instance.passing, self.instance.passed or ()
        if passing is None:
            return
        kept_back = passing.not_ or ((self.instance.trump,) if passing.optional and passing.not_ is None else ())
        free = left & ~sum(self.suit.get(suit or "", 0) for suit in kept_back)
        closed, hands = self.closed(left), []
        for hand in self.hands:
            covered = hand & closed & left if passing.from_ == "covered" else 0
            hands.append(list(_bits(free & hand & (covered or ~closed))))
        if all(hands):
            hands[: len(chosen)] = [[self.bit[card]] for card in chosen]
            yield from product(*hands)

    def win_by_a_pass(self, left: int, leader: int, progress: Progress) -> Line | None:
        """Return the rest of a winning play before which cards may be passed."""
        passing, dealt, passes = self.instance.passing, (self.hands, self.pairs), list(self.passes(left))
        self.settled = True
        try:
            if passing is None or (not self.instance.passed and (passing.optional or not passes)):
                rest = self.win(left, leader, progress)
                if rest is not None:
                    return [*rest, NOBODY_PASSES] if passes else rest
            to = self.instance.passed_to
            for way, cards in product([to] if to else passing.directions if passing else (), passes):
                self.give(cards, to_the_left=way == "left")
                rest = self.win(left, leader, progress)
                (self.hands, self.pairs), self.given = dealt, ()
                if rest is not None:
                    named = [self.cards[card.bit_length() - 1] for card in cards]
                    choices = list(choices_for(named, way))[len(self.instance.passed or ()) :]
                    return [*rest, *reversed(choices)]
        finally:
            self.settled = False
        return None

    def win(self, left: int, leader: int, progress: Progress, begun: tuple[int, ...] = ()) -> Line | None:
        """Return the rest of a winning play, last trick first, or None; depth of recursion is the number of tricks."""
        if self.won(left, progress):
            return []
        passing = self.instance.passing
        if passing is not None and not self.settled and self.number_of_tricks(left) == passing.after:
            return self.win_by_a_pass(left, leader, progress)
        if (left, leader, progress, self.given) in self.lost:
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
        self.lost.add((left, leader, progress, self.given))
        return None

    def tricks(self, left: int, leader: int) -> Iterator[tuple[int, ...]]:
        """Yield all legal tricks, as tuples of card bits in the order played."""
        choices: list[list[int]] = [[] for _ in range(self.players)]
        left &= ~self.closed(left)
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
        number = self.number_of_tricks(left) + 1
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
