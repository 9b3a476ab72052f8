"""What tasks as integers ask for: bounds on numbers of a standing, in groups (`crewsat.hidden.flat_meters`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    Standing = Sequence[int]
    """The numbers of all meters, and whether the bounds that must always hold have been broken."""

CREW, EVERYBODY = -1, -2
"""Owners that are not a player."""

MOST = 100
"""More than any number or difference can be: no bound."""

UNUSED = -1
"""The slot of a condition that need not always hold."""


class Effect(NamedTuple):
    """What a trick does to a task; all numbers are 0 if it was lost or met for good before.

    Attributes:
        owner: whose task it is.
        lost: 1 if the task is lost now, and was not before.
        met: 1 if it is met for good now, or at the end of the play.
        nearer: 1 if it is neither, and some condition misses its bounds by less than before.
        spends: 1 if it is neither, and some condition misses its bounds by more, or meets them with less room below
            the greatest number.
        waiting: 1 if before the trick the number of some condition was less than the least one allowed.
    """

    owner: int
    lost: int = 0
    met: int = 0
    nearer: int = 0
    spends: int = 0
    waiting: int = 0


class Condition(NamedTuple):
    """Bounds on the number in a slot, or on its differences from the numbers in other slots, which all must hold.

    Attributes:
        own: the slot.
        run: the slot whose changes say whether the number is on its way: of the current run of tricks; else `own`.
        low: the least number.
        high: the greatest number.
        settled: whether the condition is met for good as soon as it is met.
        limited: whether it is lost as soon as the number is too great.
        broken: the slot that says whether a condition that must always hold did not; `UNUSED` for others.
        rivals: the slots with what is subtracted.
    """

    own: int
    run: int
    low: int
    high: int
    settled: bool
    limited: bool
    broken: int
    rivals: tuple[int, ...]

    def holds(self, standing: Standing) -> bool:
        """Return whether the bounds hold now."""
        number = standing[self.own]
        if not self.rivals:
            return self.low <= number <= self.high
        return all(self.low <= number - standing[rival] <= self.high for rival in self.rivals)

    def met(self, standing: Standing) -> bool:
        """Return whether it is met as things stand."""
        return self.holds(standing) and not (self.broken != UNUSED and standing[self.broken])

    def secured(self, standing: Standing) -> bool:
        """Return whether it is met for good."""
        return self.settled and self.met(standing)

    def lost(self, standing: Standing) -> bool:
        """Return whether it can no longer be met."""
        if self.limited and standing[self.own] > self.high:
            return True
        return self.broken != UNUSED and bool(standing[self.broken])

    def missing(self, standing: Standing) -> int:
        """Return by how much the number is less than the least one; a run that is too short begins as the current one.

        Negative if it is greater.
        """
        number = standing[self.run if standing[self.own] < self.low else self.own]
        return self.low - number + max([standing[rival] for rival in self.rivals], default=0)

    def room(self, standing: Standing) -> int:
        """Return how much the number may grow; negative if it is too great."""
        return self.high - standing[self.run] + min([standing[rival] for rival in self.rivals], default=0)

    def nearer(self, before: Standing, after: Standing) -> bool:
        """Return whether a trick has brought the number nearer to its bounds."""
        return self._distance(after) < self._distance(before)

    def spends(self, before: Standing, after: Standing) -> bool:
        """Return whether a trick has taken the number away from its bounds, or within them nearer to the greatest."""
        missed, missing = self._distance(before), self._distance(after)
        closer = self.high < MOST and self.room(after) < self.room(before)
        return missing > missed or (missing == missed == 0 and closer)

    def _distance(self, standing: Standing) -> int:
        return max(self.missing(standing), -self.room(standing), 0)


class Goal(NamedTuple):
    """A task: what each player whose play is watched must do.

    Attributes:
        owner: the player, from 0, or `CREW` or `EVERYBODY`.
        any: whether of the conditions of a player one must be met; otherwise all.
        parts: the conditions of each player.
    """

    owner: int
    any: bool
    parts: tuple[tuple[Condition, ...], ...]

    def met(self, standing: Standing, *, ended: bool) -> bool:
        """Return whether the task is met for good; if the play has ended, whether it is met."""
        wanted = any if self.any else all
        if ended:
            return all(wanted(one.met(standing) for one in part) for part in self.parts)
        return all(wanted(one.secured(standing) for one in part) for part in self.parts)

    def lost(self, standing: Standing) -> bool:
        """Return whether the task can no longer be met."""
        enough = all if self.any else any
        return any(enough(one.lost(standing) for one in part) for part in self.parts)

    def effect(self, before: Standing, after: Standing, *, ended: bool) -> Effect:
        """Return what a trick does to the task; `ended` if it is the last one."""
        if self.lost(before) or self.met(before, ended=False):
            return Effect(self.owner)
        open_ones = [one for part in self.parts for one in part if not one.lost(before)]
        waiting = int(any(one.missing(before) > 0 for one in open_ones))
        if self.lost(after):
            return Effect(self.owner, lost=1, waiting=waiting)
        if self.met(after, ended=ended):
            return Effect(self.owner, met=1, waiting=waiting)
        nearer = int(any(one.nearer(before, after) for one in open_ones))
        spends = int(any(one.spends(before, after) for one in open_ones))
        return Effect(self.owner, nearer=nearer, spends=spends, waiting=waiting)
