"""Where batches are worked on: here, in worker processes. An engine takes tasks and returns what became of each.

An engine has ``run(tasks)``: tasks are taken as it has room for them, and each is returned with what was found, or with
the reason why it was lost, in any order. A `PAUSE` among the tasks says that the next one depends on the results of
those before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.sweeps.batch import Done, Task, decide_batch
from crewsat.workers.pool import Pause, run_any
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Lost(NamedTuple):
    """A batch whose process died: ``crash``, or ``memory`` if it took too much."""

    reason: str


class Local:
    """Worker processes of this machine.

    Args:
        jobs: how many.
        max_bytes: bound on the memory of each; None for no bound.
    """

    def __init__(self, jobs: int, max_bytes: int | None = None) -> None:
        self.jobs = jobs
        self.max_bytes = max_bytes

    @property
    def workers(self) -> int:
        """How many batches are worked on at once."""
        return self.jobs

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Work on tasks; return each with what became of it, and the peak of memory in bytes.

        Raises:
            Exception: what a task has raised.
        """
        calls = (
            task if isinstance(task, Pause) else Call(decide_batch, (task,), max_bytes=self.max_bytes) for task in tasks
        )
        for call, reply in run_any(calls, self.jobs):
            if reply.error is not None:
                raise reply.error
            (task,) = call.arguments
            yield task, reply.value if reply.lost is None else Lost(reply.lost), reply.peak_bytes
