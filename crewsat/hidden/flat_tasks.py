"""Tasks of The Crew as integers, for bots that look at very many plays, in Python and in the compiled kernel.

What the tasks count is a *standing*: a short list of small numbers, which starts as `FlatTasks.start` and changes with
every trick. Meters say how (`crewsat.hidden.flat_meters`), and the goals are bounds on these numbers
(`crewsat.hidden.flat_conditions`). Their meaning is that of the tasks themselves (`crewsat.games.crew.watching.Watch`),
with which tests compare it. Players and cards are numbered from 0, tricks from 1.

A program (`FlatTasks.code`) is all of that as a list of integers: players, tricks, cards and their values; the numbers
before the first trick; the meters; the goals. Each list is preceded by its length, and what takes 64 bits is two
numbers, the low half first. All numbers are signed and have 32 bits. The kernel reads it
(``kernel/src/hidden/tasks.cpp``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from crewsat.hidden.flat_meters import FlatTrick
from crewsat.hidden.flat_translation import Translation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Task
    from crewsat.hidden.flat_conditions import Condition, Effect, Goal, Standing
    from crewsat.hidden.flat_meters import Meter

MOST_PLAYERS, MOST_CARDS, MOST_TASKS, MOST_NUMBERS, MOST_MEMBERS = 8, 64, 32, 128, 64
"""What the kernel has room for: players, cards, tasks, numbers of a standing, and members or filters of a task."""


@dataclass(frozen=True)
class FlatTasks:
    """Tasks with owners, as integers.

    Attributes:
        players: number of players.
        tricks: number of tricks T, after which the play has ended.
        values: of all cards.
        start: the standing before the first trick.
        meters: what is counted, and the slots of the numbers: by player, the crew's last.
        goals: the tasks, in their order.
    """

    players: int
    tricks: int
    values: tuple[int, ...]
    start: tuple[int, ...]
    meters: tuple[tuple[Meter, tuple[int, ...]], ...]
    goals: tuple[Goal, ...]

    @classmethod
    def of(
        cls, tasks: Iterable[Task], players: int, tricks: int, first_leader: int, cards: Sequence[Card]
    ) -> FlatTasks:
        """Translate tasks.

        Args:
            tasks: each with an owner, and valid for the deal.
            players: number of players.
            tricks: number of tricks T.
            first_leader: who leads the first trick, from 0.
            cards: all cards, by number.

        Raises:
            ValueError: if a task is free or about other cards or players, or if this is more than the kernel can hold.
        """
        if not (1 <= players <= MOST_PLAYERS and len(cards) <= MOST_CARDS and 0 <= tricks <= MOST_CARDS):
            raise ValueError(f"bots know tasks of at most {MOST_PLAYERS} players, with at most {MOST_CARDS} cards")
        translation = Translation(players, tricks, first_leader, cards)
        goals = tuple([translation.goal(task) for task in tasks])
        start = tuple(translation.start)
        lists = [part for goal in goals for part in goal.parts], [meter.tests for meter in translation.meters]
        _check("tasks", len(goals), MOST_TASKS)
        _check("numbers that tasks count", len(start), MOST_NUMBERS)
        _check("members of a task", max(map(len, lists[0]), default=0), MOST_MEMBERS)
        _check("filters of a task", max(map(len, lists[1]), default=0), MOST_MEMBERS)
        meters = tuple([(meter, tuple(slots)) for meter, slots in translation.meters.items()])
        return cls(players, tricks, tuple([card.value for card in cards]), start, meters, goals)

    @property
    def owners(self) -> tuple[int, ...]:
        """The owner of each task: a player, `CREW` or `EVERYBODY` of `crewsat.hidden.flat_conditions`."""
        return tuple([goal.owner for goal in self.goals])

    def after(self, standing: Standing, number: int, leader: int, winner: int, cards: Sequence[int]) -> tuple[int, ...]:
        """Return the standing after a trick.

        Args:
            standing: before the trick.
            number: the number of the trick, from 1.
            leader: who led.
            winner: who took the trick.
            cards: of the trick, the leader's first, then in turn order.
        """
        numbers = list(standing)
        trick = FlatTrick.of(number, leader, winner, cards, self.players)
        for meter, slots in self.meters:
            meter.advance(numbers, slots, trick, self.values)
        for one in self._permanent:
            if not one.holds(numbers):
                numbers[one.broken] = 1
        return tuple(numbers)

    def lost(self, standing: Standing) -> bool:
        """Return whether some task can no longer be met."""
        return any(goal.lost(standing) for goal in self.goals)

    def met(self, standing: Standing, *, ended: bool) -> bool:
        """Return whether all tasks are met for good; if the play has ended, whether they are met."""
        return all(goal.met(standing, ended=ended) for goal in self.goals)

    def effect(
        self, standing: Standing, number: int, leader: int, winner: int, cards: Sequence[int]
    ) -> tuple[Effect, ...]:
        """Return what a trick does to each task.

        Args:
            standing: before the trick.
            number: the number of the trick, from 1.
            leader: who leads.
            winner: who takes the trick, or is to take it.
            cards: those played, the leader's first; others are treated as if they mattered to no task.
        """
        after = self.after(standing, number, leader, winner, cards)
        ended = number == self.tricks
        return tuple([goal.effect(standing, after, ended=ended) for goal in self.goals])

    @cached_property
    def _permanent(self) -> tuple[Condition, ...]:
        """The conditions that must always hold."""
        return tuple([one for goal in self.goals for part in goal.parts for one in part if one.broken >= 0])

    @cached_property
    def code(self) -> tuple[int, ...]:
        """All of this as a list of integers."""
        return tuple(self._code())

    def _code(self) -> Iterator[int]:
        yield from (self.players, self.tricks)
        yield from _list(self.values)
        yield from _list(self.start)
        yield len(self.meters)
        for meter, slots in self.meters:
            yield from (meter.kind, *_halves(meter.numbers), meter.latch, *_halves(meter.plus), *_halves(meter.minus))
            yield len(meter.tests)
            for test in meter.tests:
                yield from (test.kind, *_halves(test.first), *_halves(test.second))
            yield from slots
        yield len(self.goals)
        for goal in self.goals:
            yield from (goal.owner, int(goal.any), len(goal.parts))
            for part in goal.parts:
                yield len(part)
                for one in part:
                    yield from (one.own, one.run, one.low, one.high, int(one.settled), int(one.limited), one.broken)
                    yield from _list(one.rivals)


def _check(what: str, number: int, most: int) -> None:
    if number > most:
        raise ValueError(f"bots have room for {most} {what}, not for {number}")


def _list(numbers: Sequence[int]) -> tuple[int, ...]:
    return (len(numbers), *numbers)


def _halves(word: int) -> tuple[int, int]:
    """Return a word of 64 bits as two signed numbers of 32 bits."""
    low, high = word & 0xFFFFFFFF, word >> 32
    return low - (low >> 31 << 32), high - (high >> 31 << 32)
