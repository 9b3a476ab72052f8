"""Watching all tasks of a deal together: how they stand, and who can take the free ones.

The crew chooses who takes a free task, so its state covers all players, and it is settled with the others at the end:
the free goals must go to players who meet them, in shares the `assignment` allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.assignment import shared_out
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.task import Seats
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Taken, Task

    States = tuple[Any, ...]
    """The state of each task, in the order of the instance."""


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
class Watch:
    """The tasks of a deal, without any state.

    Args:
        instance: the deal.
        takers: who takes free tasks, by id; the others stay free.

    Attributes:
        tasks: those of the deal, with their takers.
        shares: whether it matters who takes what, as there are free tasks or not every way to share goals out is
            allowed.
    """

    def __init__(self, instance: Crew, takers: Mapping[str, int] | None = None) -> None:
        self._mode, self._handover, self._players = instance.assignment, instance.handover, instance.players
        self._given = {task.id: takers[task.id] for task in instance.free_tasks if takers and task.id in takers}
        self.tasks: tuple[Task, ...] = tuple(
            task.given_to(self._given[task.id]) if task.id in self._given else task for task in instance.tasks
        )
        self._free = [k for k, task in enumerate(self.tasks) if task.owner is None]
        self.shares = bool(instance.free_tasks) or self._mode != "any"

    def start(self, leader: int) -> States:
        """Return the states before the first trick, which this player leads."""
        seats = Seats(self._players, leader)
        return tuple(task.start(seats) for task in self.tasks)

    def after(self, states: States, trick: Taken, leader: int) -> States:
        """Return the states after a trick; `leader` led the first one."""
        seats = Seats(self._players, leader)
        return tuple(task.after(state, trick, seats) for task, state in zip(self.tasks, states, strict=True))

    def lost(self, states: States, leader: int) -> Task | None:
        """Return the first task that can no longer be met."""
        seats = Seats(self._players, leader)
        return next((task for task, state in zip(self.tasks, states, strict=True) if task.lost(state, seats)), None)

    def unmet(self, states: States, leader: int, *, ended: bool) -> list[Task]:
        """Return the tasks that are not met for good; after the last trick, those that are not met."""
        seats = Seats(self._players, leader)
        each = zip(self.tasks, states, strict=True)
        return [task for task, state in each if not (task.met if ended else task.secured)(state, seats)]

    def met(self, states: States, shares: Sequence[int], leader: int, *, ended: bool) -> bool:
        """Return whether all tasks are met for good, the free ones by players who may take them.

        Args:
            states: of the tasks.
            shares: how many free objectives each player has taken; all are completed.
            leader: who led, or is to lead, the first trick.
            ended: whether the last trick has been played; tasks met then are met for good.
        """
        seats = Seats(self._players, leader)
        if not all(
            (task.met if ended else task.secured)(state, seats) for task, state in zip(self.tasks, states, strict=True)
        ):
            return False
        return not self.shares or self.sharing(states, shares, leader, ended=ended) is not None

    def sharing(self, states: States, shares: Sequence[int], leader: int, *, ended: bool) -> dict[str, int] | None:
        """Return who takes each free task, by id, so that all of them are met; None if that is impossible."""
        seats = Seats(self._players, leader)
        able = []
        for k in self._free:
            judge = self.tasks[k].met_by if ended else self.tasks[k].secured_by
            able.append([player for player in self._everybody if judge(states[k], player, seats)])
        takers = shared_out(self._mode, self._with_given(shares), able, leader, self._handover)
        if takers is None:
            return None
        return self._given | {self.tasks[k].id: player for k, player in zip(self._free, takers, strict=True)}

    def can_be_shared(self, states: States, shares: Sequence[int], leader: int) -> bool:
        """Return whether the free tasks can go to players who may still meet them, all free objectives being taken."""
        seats = Seats(self._players, leader)
        able = []
        for k in self._free:
            lost = self.tasks[k].lost_by
            able.append([player for player in self._everybody if not lost(states[k], player, seats)])
        return shared_out(self._mode, self._with_given(shares), able, leader, self._handover) is not None

    @property
    def _everybody(self) -> range:
        return range(1, self._players + 1)

    def _with_given(self, shares: Sequence[int]) -> list[int]:
        """Add the tasks that have a taker to the shares of their takers."""
        all_shares = list(shares)
        for player in self._given.values():
            all_shares[player - 1] += 1
        return all_shares
