"""Workers of a Dask cluster: the same runs, records and limits, measured wherever the scheduler sends them.

Dask does not stop a running task, so limits stay with us: each run happens in child processes of the Dask worker, as it
would here. A worker that dies costs nothing but time: Dask gives its tasks to another one, and gives a task up only
after several workers died of it. Workers must run in a folder (or with a path) where ``benchmarks`` and ``crewsat`` are
those of this state; a run refuses another one.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import crewsat
from benchmarks.measure import Task, lost_record, measure
from crewsat.base.libraries import DISTRIBUTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.records import Record

AHEAD = 2
"""Tasks a thread of a worker has waiting."""

_CONNECT = 10
"""Seconds to wait for the scheduler."""

_FIRST_WORKER = 30
"""Seconds to wait for the first worker."""


class Cluster:
    """A cluster by the address of its scheduler; as a context manager the connection is closed on leaving."""

    def __init__(self, address: str) -> None:
        """Connect.

        Raises:
            NotInstalled: without the extra ``cluster``.
            OSError: if the scheduler cannot be reached, or it has no workers.
        """
        DISTRIBUTED.needed_by("a cluster")
        import distributed  # noqa: PLC0415 - an optional extra

        try:
            self._library: Any = distributed
            for name in ("distributed", "distributed.client"):  # errors are reported here, in one line
                logging.getLogger(name).setLevel(logging.CRITICAL)
            self._client: Any = self._library.Client(address, timeout=_CONNECT)
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER)
        except (OSError, TimeoutError, ValueError) as error:
            raise OSError(f"{address}: no scheduler with workers answers ({error})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError):  # a scheduler that is gone has been reported
            self._client.close()

    def measured(self, tasks: Iterable[Task]) -> Iterator[Record]:
        """Make runs and yield their records as they arrive.

        Raises:
            CrewsatError: an error reported by a worker; the records before it have been yielded.
            OSError: if the scheduler is lost.
        """
        try:
            yield from self._measured(iter(tasks))
        except (self._library.CancelledError, OSError, TimeoutError) as error:  # CancelledError is not an Exception
            raise OSError(f"the cluster is lost; the same command goes on ({error})") from None

    def _measured(self, source: Iterator[Task]) -> Iterator[Record]:
        asked: dict[str, Task] = {}
        waiting = self._library.as_completed([])

        def submit() -> None:
            """Keep as many tasks waiting as there are workers for now: some may have come or gone."""
            wanted = max(1, AHEAD * sum(self._client.nthreads().values()))
            while len(asked) < wanted and (task := next(source, None)) is not None:
                future = self._client.submit(measure, task, key=task.key, pure=False)
                asked[task.key] = task
                waiting.add(future)

        submit()
        for future in waiting:
            task = asked.pop(future.key)
            try:
                record: Record = future.result()
            except self._library.KilledWorker:
                record = lost_record(task)
            except ImportError as error:
                raise crewsat.NotInstalled(f"a worker does not find what it needs: {error}") from None
            future.release()
            yield record
            submit()
