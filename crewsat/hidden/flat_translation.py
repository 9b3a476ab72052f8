"""Translate tasks of The Crew into meters and conditions (`crewsat.hidden.flat_meters`, `flat_conditions`).

Each player whose play a task watches gets conditions of their own: one, or one for each member of a group. Tasks that
count the same share a meter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.counting import ComparingTask, CountingTask
from crewsat.games.crew.last_of import LastOfTask
from crewsat.games.crew.task import is_player
from crewsat.games.crew.task_groups import GroupTask
from crewsat.games.crew.tasks import AnyOfTask, CardsTask, LeadsTask, RowTask, TricksTask, WinTrickTask
from crewsat.hidden.flat_conditions import CREW, EVERYBODY, MOST, UNUSED, Condition, Goal
from crewsat.hidden.flat_meters import (
    ABSENT,
    AS_MANY,
    BEATING,
    CARDS,
    HOLDS,
    LAST,
    LEADS,
    LED,
    NEVER,
    ONLY,
    ROW,
    TAKES,
    TOTAL,
    TRICKS,
    WON,
    WON_WITH,
    Meter,
    Test,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.task import Task

MOST_TOTAL = 1 << 40
"""More than the sum of the values of any trick."""


class Translation:
    """The meters of some tasks, which grow with every task that is translated.

    Args:
        players: number of players.
        tricks: number of tricks T.
        first_leader: who leads the first trick, from 0.
        cards: all cards, by number.

    Attributes:
        meters: what is counted, and the slots of the numbers: by player, the crew's last.
        start: the numbers before the first trick.
    """

    def __init__(self, players: int, tricks: int, first_leader: int, cards: Sequence[Card]) -> None:
        self._players, self._tricks, self._first_leader = players, tricks, first_leader
        self._number = {card: number for number, card in enumerate(cards)}
        self.meters: dict[Meter, list[int]] = {}
        self.start: list[int] = []

    def goal(self, task: Task) -> Goal:
        """Translate a task.

        Raises:
            ValueError: if it is free, or about other cards or players.
        """
        owner = self._owner(task)
        followed = range(self._players) if owner == EVERYBODY else [self._players if owner == CREW else owner]
        members: Sequence[Task] = task.of if isinstance(task, GroupTask) else (task,)
        parts = [tuple([self._condition(member, who) for member in members]) for who in followed]
        return Goal(owner, isinstance(task, AnyOfTask), tuple(parts))

    def _owner(self, task: Task) -> int:
        if task.owner is None:
            raise ValueError(f"{task.label} is free; only tasks with an owner can be counted for bots")
        if not is_player(task.owner):
            return CREW if task.owner == "crew" else EVERYBODY
        if task.owner > self._players:
            raise ValueError(f"{task.label}: there is no player {task.owner}")
        return task.owner - 1

    # Conditions ----------------------------------------------------------------------------------------------------

    def _condition(self, task: Task, who: int) -> Condition:
        """Return what a task asks of a player, or of the crew, which is the number after the last player."""
        meter = self._meter(task)
        run = self._slot(meter, who)
        own = run + 1 if isinstance(task, RowTask) else run
        if not isinstance(task, CountingTask):
            return Condition(own, run, WON, WON, settled=True, limited=True, broken=UNUSED, rivals=())
        low, high = _bounds(task)
        if not isinstance(task, ComparingTask) or task.compared_with is None:
            settled, limited = task.most is None, task.latched or task.most is not None
            return Condition(own, run, low, high, settled=settled, limited=limited, broken=UNUSED, rivals=())
        players = self._rivals(task, who)
        if who in players:  # a comparison with oneself is never met: no number is at most -1
            return Condition(own, run, 0, -1, settled=False, limited=True, broken=UNUSED, rivals=())
        if task.rival == "others" and not players:
            low, high = -MOST, MOST
        rivals = tuple([self._slot(meter, player) for player in players])
        broken = self._new(int(not low <= 0 <= high)) if task.always else UNUSED
        return Condition(own, run, low, high, settled=False, limited=False, broken=broken, rivals=rivals)

    def _rivals(self, task: ComparingTask, who: int) -> list[int]:
        """Return the players compared with."""
        if task.rival is None:
            return []
        if who == self._players:
            raise ValueError(f"{task.label}: the crew cannot be compared with players")
        if task.rival == "others":
            return [player for player in range(self._players) if player != who]
        rival = task.rival - 1 if is_player(task.rival) else self._first_leader
        if rival >= self._players:
            raise ValueError(f"{task.label}: there is no player {rival + 1}")
        return [rival]

    def _slot(self, meter: Meter, who: int) -> int:
        """Return the slot of a number, a new one if it has not been asked for."""
        slots = self.meters.setdefault(meter, [ABSENT] * (self._players + 1))
        if slots[who] == ABSENT:
            slots[who] = self._new(*[meter.start] * meter.width)
        return slots[who]

    def _new(self, *numbers: int) -> int:
        """Return the first of new slots with these numbers."""
        self.start += numbers
        return len(self.start) - len(numbers)

    # Meters --------------------------------------------------------------------------------------------------------

    def _meter(self, task: Task) -> Meter:
        """Return what a task counts."""
        if isinstance(task, WinTrickTask):
            return Meter(TAKES, self._numbers((task.trick,)))
        if isinstance(task, LastOfTask):
            return Meter(LAST, self._numbers(None), plus=self._mask(task, task.cards))
        if not isinstance(task, CountingTask):
            raise ValueError(f"{task.label}: tasks of the kind '{task.kind}' are not known here")
        latch = _bounds(task)[0] if task.latched else NEVER
        if isinstance(task, RowTask):
            return Meter(ROW, self._numbers(None), latch)
        if isinstance(task, CardsTask):
            others = task.compared_with if isinstance(task.compared_with, tuple) else ()
            lists = self._mask(task, task.cards), self._mask(task, others)
            return Meter(CARDS, self._numbers(task.numbers), latch, *lists)
        if isinstance(task, LeadsTask):
            tests = self._test(task, LED, task.cards)
            return Meter(LEADS, self._numbers(task.numbers), latch, tests=tests)
        if isinstance(task, TricksTask):
            return Meter(TRICKS, self._numbers(task.numbers), latch, tests=self._tests(task))
        raise ValueError(f"{task.label}: tasks of the kind '{task.kind}' are not known here")

    def _tests(self, task: TricksTask) -> tuple[Test, ...]:
        """Return the filters of a task as tests."""
        tests = [
            *self._test(task, WON_WITH, task.won_with),
            *self._test(task, LED, task.led),
            *self._test(task, ONLY, task.only),
            *self._test(task, BEATING, task.beating),
        ]
        for cards in task.each_of or ():
            tests += self._test(task, HOLDS, cards)
        if task.as_many is not None:
            tests.append(Test(AS_MANY, *[self._mask(task, cards) for cards in task.as_many]))
        if task.total is not None:
            least, most = task.total.at_least or 0, task.total.at_most
            tests.append(Test(TOTAL, min(least, MOST_TOTAL), MOST_TOTAL if most is None else min(most, MOST_TOTAL)))
        return tuple(tests)

    def _test(self, task: Task, kind: int, cards: Sequence[Card] | None) -> tuple[Test, ...]:
        return () if cards is None else (Test(kind, self._mask(task, cards)),)

    def _mask(self, task: Task, cards: Iterable[Card]) -> int:
        """Return a set of cards."""
        mask = 0
        for card in cards:
            if card not in self._number:
                raise ValueError(f"{task.label}: {card} is not in the deck")
            mask |= 1 << self._number[card]
        return mask

    def _numbers(self, numbers: Sequence[int | str] | None) -> int:
        """Return a set of tricks; those after the last one never occur."""
        if numbers is None:
            return (1 << self._tricks) - 1
        named = [self._tricks if number == "last" else int(number) for number in numbers]
        return sum(1 << number - 1 for number in set(named) if 1 <= number <= self._tricks)


def _bounds(task: CountingTask) -> tuple[int, int]:
    """Return the least and the greatest number, `MOST` being more than any."""
    most = task.exactly if task.latched else task.most
    low = -MOST if task.least is None else max(-MOST, min(task.least, MOST))
    return low, MOST if most is None else max(-MOST, min(most, MOST))
