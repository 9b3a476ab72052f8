"""The crew's goals as an automaton over whole tricks: objectives, their order, who takes free ones, and tasks.

A state records which objectives are completed, how many free ones each player has taken (only if that is restricted),
and the states of the tasks, which define their own meaning (`crewsat.games.crew.tasks`). There are few states: four for
the tasks of the README.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from crewsat.games.crew.assignment import fits
from crewsat.games.crew.features import ALL, FREE_TASKS, PAST
from crewsat.games.crew.watching import Watch
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Taken

Result = Literal["won", "lost"]


class Goals(NamedTuple):
    """A state of the automaton.

    Attributes:
        done: the objectives that are completed, as a bit mask of positions in the instance.
        shares: the number of free objectives each player has taken; empty if that is not restricted.
        tasks: the state of each task.
    """

    done: int
    shares: tuple[int, ...]
    tasks: tuple[Any, ...]


@reads("Tiny Crew", ALL - FREE_TASKS - PAST)
class GoalRules:
    """The automaton.

    Args:
        instance: any deal with these objectives and tasks.
    """

    def __init__(self, instance: Crew) -> None:
        self.instance = instance
        self._bit = {objective.card: 1 << k for k, objective in enumerate(instance.objectives)}
        self._before = [0] * len(instance.objectives)
        for x, y in instance.order:
            self._before[y] |= 1 << x
        self._restricted = bool(instance.free) and instance.assignment != "any"
        self._watch = Watch(instance)
        self.leader_matters = self._restricted or any(task.leader_matters for task in instance.tasks)
        """Whether it matters who leads the first trick."""

    @property
    def start(self) -> Goals:
        """The state before the first trick."""
        return Goals(0, (0,) * self.instance.players * self._restricted, ())

    def after(self, goals: Goals, trick: Taken, first_leader: int) -> Goals | Result:
        """Return the state after a trick, or that the crew has won, or has lost for good.

        Args:
            goals: the state before it.
            trick: the trick as seen by tasks.
            first_leader: who led the first trick, which affects how free objectives are shared.
        """
        now = sum(self._bit.get(card, 0) for card in trick.cards)
        done = goals.done | now
        before = goals.tasks if trick.number > 1 else self._watch.start(first_leader)
        tasks = self._watch.after(before, trick, first_leader)
        if self._spoiled(now, goals.done, trick.winner) or self._watch.lost(tasks, first_leader):
            return "lost"
        shares = self._shared(goals.shares, now, trick.winner)
        complete = done == (1 << len(self.instance.objectives)) - 1
        if complete and shares and not fits(self.instance.assignment, shares, first_leader):
            return "lost"
        if complete and not self._watch.unmet(tasks, first_leader, ended=trick.last):
            return "won"
        return "lost" if trick.last else Goals(done, shares, tasks)

    def _spoiled(self, now: int, before: int, winner: int) -> bool:
        """Return whether an objective is completed by the wrong player, or before another that must come first."""
        earlier = before | now if self.instance.same_trick == "in_order" else before
        return any(
            now >> k & 1 and (objective.owner not in {None, winner} or self._before[k] & ~earlier)
            for k, objective in enumerate(self.instance.objectives)
        )

    def _shared(self, shares: tuple[int, ...], now: int, winner: int) -> tuple[int, ...]:
        """Return the number of free objectives each player has taken, if that is restricted."""
        objectives = enumerate(self.instance.objectives)
        more = sum(now >> k & 1 for k, objective in objectives if objective.owner is None)
        return tuple(share + more * (player == winner) for player, share in enumerate(shares, 1))
