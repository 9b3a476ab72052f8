"""A request: what is asked about an instance, and how it is answered in any process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from crewsat.base import platform
from crewsat.base.errors import Stopped
from crewsat.solvers import kissat

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.options import Options
    from crewsat.games.instance import Instance

    Tell = Callable[[Any], None]
    """A function that takes a mapping of what is known so far."""

ResultT = TypeVar("ResultT")

LARGE = 2_000
"""The effort of an instance (`Instance.effort`) from which on a time limit is enforced by a child: single steps of
solvers may then take a second.
"""


def needs_child(instance: Instance, limits: Limits) -> bool:
    """Return whether limits hold only in a child process.

    A child is needed to bound resident memory, to interrupt long steps, and to run an external program. Where there are
    no processes, long steps are not interrupted.
    """
    if limits.resident and limits.max_bytes is not None:
        return True
    long_steps = limits.deadline is not None and instance.effort >= LARGE
    return limits.solver == kissat.NAME or (long_steps and platform.HAS_PROCESSES)


@dataclass(frozen=True)
class Request(ABC, Generic[ResultT]):
    """A question with its options, independent of the instance. Requests and their results can be pickled.

    Attributes:
        options: the options of the question; limits are those of each instance.
    """

    options: Options

    @abstractmethod
    def check(self, instance: Instance) -> None:
        """Check that the question, with these options, can be asked about an instance.

        Raises:
            TypeError: for something that is not an instance.
            WrongOption: if it makes no sense for its game.
            NotInstalled: for a method or solver that is missing.
            UnknownFeature: if what answers it does not know a feature of the instance.
        """

    def limits(self) -> Limits:
        """Start the clock."""
        return self.options.limits()

    def needs_child(self, instance: Instance, limits: Limits) -> bool:
        """Return whether the limits hold only in a child process."""
        return needs_child(instance, limits)

    def for_child(self) -> Self:
        """Return the request as a child gets it, which is killed `GRACE` seconds after the deadline."""
        return self

    @abstractmethod
    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> ResultT:
        """Answer in this process.

        Args:
            instance: what is asked about; it has been checked.
            limits: what may be used.
            note: called with what is known so far, by name.

        Raises:
            Stopped: if a limit is reached before anything worth returning is known.
        """

    def unfinished(self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float) -> ResultT:
        """Return what is known if the work was interrupted.

        Args:
            instance: what was asked about.
            reason: why it was interrupted.
            notes: what had been noted until then.
            seconds: how long ago the last note was.

        Raises:
            Stopped: if nothing is known.
        """
        del instance, notes, seconds
        raise Stopped(reason)

    def received(self, result: ResultT, peak_bytes: int = 0) -> ResultT:
        """Return a result as the caller gets it.

        Args:
            result: the answer.
            peak_bytes: the peak memory of the child that gave it; 0 for this process.
        """
        del peak_bytes
        return result
