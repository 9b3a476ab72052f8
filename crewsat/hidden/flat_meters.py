"""What tasks as integers count: a *meter* changes small numbers when a trick is taken.

All that tasks of The Crew look at is counted by six kinds of meters. A meter has a *slot* in the standing, the list of
all numbers, for each player whose number is asked for, and one for the crew:

- `TRICKS`, `LEADS`: the winner's, or leader's, number grows by 1 with each trick that passes all tests;
- `CARDS`: the winner's grows by the number of cards in the list `plus`, and falls by that in `minus`;
- `ROW`: the slot has the length of the current run of tricks won, and the next slot that of the longest run;
- `TAKES`: a trick by its number adds 1 for its winner and the crew, and 2 for all others: 1 is won, and 2 is lost;
- `LAST`: begins with minus the number of cards in the list `plus`, and grows by the cards of it that are played; with
  the last of them the slots become 1 for the winner and the crew, and 2 for all others.

A number that was to be reached, and was (`latch`), stays. The twin is ``kernel/src/hidden/tasks.cpp``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TRICKS, LEADS, CARDS, ROW, TAKES, LAST = range(6)
"""The kinds of meters."""

WON_WITH, BEATING, ONLY, TOTAL, AS_MANY, LED, HOLDS = range(7)
"""The kinds of tests."""

ABSENT = -1
"""The slot of a player whose number is not asked for."""

NEVER = 101
"""The latch of a meter that has none, which no number reaches."""

WON, LOST = 1, 2
"""The numbers of `TAKES` and `LAST` when it is known who won the trick."""


class FlatTrick(NamedTuple):
    """A trick as integers.

    Attributes:
        number: the number of the trick, from 1.
        leader: the player who led, from 0.
        winner: the player who took it, or is to take it, from 0.
        led: the card that was led.
        winning: the mask of the card that took the trick; 0 if the winner has yet to play.
        cards: the mask of all its cards.
    """

    number: int
    leader: int
    winner: int
    led: int
    winning: int
    cards: int

    @classmethod
    def of(cls, number: int, leader: int, winner: int, cards: Sequence[int], players: int) -> FlatTrick:
        """Return the trick with these cards, the leader's first; the last ones may be missing."""
        place = (winner - leader) % players
        winning = 1 << cards[place] if place < len(cards) else 0
        return cls(number, leader, winner, cards[0], winning, sum(1 << card for card in cards))


class Test(NamedTuple):
    """A test of a trick: its kind, and what it is about, which are masks of cards or bounds."""

    kind: int
    first: int
    second: int = 0

    def is_passed(self, trick: FlatTrick, values: Sequence[int]) -> bool:
        """Return whether a trick passes; `values` are those of all cards."""
        return _TESTS[self.kind](self, trick, values)


_TESTS: dict[int, Callable[[Test, FlatTrick, Sequence[int]], bool]] = {
    WON_WITH: lambda test, trick, _: bool(test.first & trick.winning),
    BEATING: lambda test, trick, _: bool(test.first & trick.cards & ~trick.winning),
    ONLY: lambda test, trick, _: not trick.cards & ~test.first,
    TOTAL: lambda test, trick, values: test.first <= _sum_of(trick.cards, values) <= test.second,
    AS_MANY: lambda test, trick, _: 0 < _common(test.first, trick) == _common(test.second, trick),
    LED: lambda test, trick, _: bool(test.first >> trick.led & 1),
    HOLDS: lambda test, trick, _: bool(test.first & trick.cards),
}


def _common(cards: int, trick: FlatTrick) -> int:
    return (cards & trick.cards).bit_count()


def _sum_of(cards: int, values: Sequence[int]) -> int:
    return sum(value for card, value in enumerate(values) if cards >> card & 1)


class Meter(NamedTuple):
    """What is counted.

    Attributes:
        kind: how.
        numbers: the mask of the numbers of tricks that count; trick 1 is bit 0.
        latch: the number that stays when it is reached; `NEVER` if there is none.
        plus: a mask of cards.
        minus: a mask of cards.
        tests: all must be passed by a trick that counts.
    """

    kind: int
    numbers: int
    latch: int = NEVER
    plus: int = 0
    minus: int = 0
    tests: tuple[Test, ...] = ()

    @property
    def width(self) -> int:
        """How many slots each player has."""
        return 2 if self.kind == ROW else 1

    @property
    def start(self) -> int:
        """The number before the first trick."""
        return -self.plus.bit_count() if self.kind == LAST else 0

    def advance(self, standing: list[int], slots: Sequence[int], trick: FlatTrick, values: Sequence[int]) -> None:
        """Change the numbers of a standing.

        Args:
            standing: the numbers of all meters.
            slots: where those of this meter are, by player, the crew's last; `ABSENT` for those not asked for.
            trick: the trick taken.
            values: of all cards.
        """
        if not self.numbers >> trick.number - 1 & 1:
            return
        if self.kind == ROW:
            self._run(standing, slots, trick)
        elif self.kind == TAKES:
            _settle(standing, slots, trick.winner)
        elif self.kind == LAST:
            self._play(standing, slots, trick)
        else:
            self._add(standing, slots, trick, values)

    def _add(self, standing: list[int], slots: Sequence[int], trick: FlatTrick, values: Sequence[int]) -> None:
        who = trick.leader if self.kind == LEADS else trick.winner
        due = [slot for slot in (slots[who], slots[-1]) if slot != ABSENT and standing[slot] != self.latch]
        if not due or not all(test.is_passed(trick, values) for test in self.tests):
            return
        more = _common(self.plus, trick) - _common(self.minus, trick) if self.kind == CARDS else 1
        for slot in due:
            standing[slot] += more

    def _run(self, standing: list[int], slots: Sequence[int], trick: FlatTrick) -> None:
        for who, slot in enumerate(slots):
            if slot == ABSENT:
                continue
            standing[slot] = standing[slot] + 1 if who == trick.winner else 0
            if standing[slot + 1] != self.latch:
                standing[slot + 1] = max(standing[slot], standing[slot + 1])

    def _play(self, standing: list[int], slots: Sequence[int], trick: FlatTrick) -> None:
        played = _common(self.plus, trick)
        for who, slot in enumerate(slots):
            if played and slot != ABSENT:
                standing[slot] += played
                if not standing[slot]:
                    standing[slot] = _result(slots, who, trick.winner)


def _settle(standing: list[int], slots: Sequence[int], winner: int) -> None:
    """Write down who won the trick that matters."""
    for who, slot in enumerate(slots):
        if slot != ABSENT:
            standing[slot] = _result(slots, who, winner)


def _result(slots: Sequence[int], who: int, winner: int) -> int:
    return WON if who in {winner, len(slots) - 1} else LOST
