"""Workers of a Dask cluster: the same runs, records and limits, measured wherever the scheduler sends them.

Dask does not stop a running task, so limits stay with us: each run happens in child processes of the Dask worker, as it
would here. A worker that dies costs nothing but time. Workers must run in a folder (or with a path) where
``benchmarks`` and ``crewsat`` are those of this state; a run refuses another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.measure import lost_record, measure
from crewsat.workers.cluster import Cluster as Workers
from crewsat.workers.cluster import GivenUp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.measure import Task
    from benchmarks.records import Record


class Cluster(Workers):
    """A cluster by the address of its scheduler; as a context manager the connection is closed on leaving."""

    def measured(self, tasks: Iterable[Task]) -> Iterator[Record]:
        """Make runs and yield their records as they arrive.

        Raises:
            CrewsatError: an error reported by a worker; the records before it have been yielded.
            OSError: if the scheduler is lost.
        """
        for task, record in self.calls(measure, tasks):
            yield lost_record(task) if isinstance(record, GivenUp) else record
