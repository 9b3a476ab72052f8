"""Batches on the workers of a Dask cluster: the same function, wherever the scheduler sends it.

Each batch runs in a child process of a Dask worker, which has the memory limit; a child that dies is reported as it
would be here. Dask gives the tasks of a worker that is lost to another one, and gives a task up only after several
workers died of it. Only a few tasks a worker are submitted at a time: a scheduler is not made to hold millions.

Why Dask: it needs nothing but Python on every machine, has its own tools for Slurm, SSH and clouds, and a scheduler
that workers may join and leave. Ray wants daemons and ports of its own, Spark a Java machine; a queue of our own would
have to do what Dask's does.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from crewsat.base.errors import NotInstalled
from crewsat.base.libraries import DISTRIBUTED
from crewsat.sweeps.batch import Done, Task, decide_batch
from crewsat.sweeps.engines import Lost
from crewsat.sweeps.versions import versions
from crewsat.workers.process import Call, Worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.workers.pool import Pause
    from crewsat.workers.process import Reply

AHEAD = 2
"""Tasks a thread of a worker has waiting."""
_CONNECT = 10
"""Seconds to wait for the scheduler."""
_FIRST_WORKER = 30
"""Seconds to wait for the first worker."""

_workers: list[Worker] = []
"""The child of this process, where tasks of a cluster are run; it is kept from one to the next."""


class OtherVersion(NotInstalled):
    """A worker of the cluster has other versions of the program or its libraries."""


def in_child(task: Task, max_bytes: int | None, wanted: str) -> Reply:
    """Decide a batch in a child of this process, a worker of the cluster.

    Raises:
        OtherVersion: if the versions here are not those wanted.
    """
    found = versions()
    if found != wanted:
        raise OtherVersion(f"a worker of the cluster has {found}; wanted: {wanted}")
    worker = _workers.pop() if _workers else Worker()
    reply = worker.run(Call(decide_batch, (task,), max_bytes=max_bytes))
    _workers.append(worker)
    return reply


class Cluster:
    """A cluster by the address of its scheduler; as a context manager the connection is closed on leaving.

    Args:
        address: as Dask has it, such as ``tcp://host:8786``.
        max_bytes: bound on the memory of a batch; None for no bound.

    Raises:
        NotInstalled: without the extra ``cluster``.
        OSError: if the scheduler cannot be reached, or it has no workers.
    """

    def __init__(self, address: str, max_bytes: int | None = None) -> None:
        DISTRIBUTED.needed_by("a cluster")
        import distributed  # noqa: PLC0415 - an optional extra

        library: Any = distributed
        self._library = library
        self.max_bytes = max_bytes
        for name in ("distributed", "distributed.client"):  # errors are reported here, in one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client = library.Client(address, timeout=_CONNECT)
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER)
        except (OSError, TimeoutError, ValueError) as error:
            raise OSError(f"{address}: no scheduler with workers answers ({error})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError):  # a scheduler that is gone has been reported
            self._client.close()

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Work on tasks; return each with what became of it, and the peak of memory in bytes.

        Raises:
            OtherVersion: if a worker has other versions.
            OSError: if the scheduler is lost.
        """
        try:
            yield from self._run(iter(tasks))
        except (self._library.CancelledError, TimeoutError) as error:  # CancelledError is not an Exception
            raise OSError(f"the cluster is lost; the same command goes on ({error})") from None

    def _run(self, source: Iterator[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        asked: dict[str, Task] = {}
        waiting = self._library.as_completed([])
        wanted = versions()

        def submit() -> None:
            """Keep as many tasks waiting as there are workers for now: some may have come or gone."""
            most = max(1, AHEAD * sum(self._client.nthreads().values()))
            while len(asked) < most and isinstance(task := next(source, None), Task):
                future = self._client.submit(in_child, task, self.max_bytes, wanted, pure=False)
                asked[future.key] = task
                waiting.add(future)

        submit()
        for future in waiting:
            task = asked.pop(future.key)
            try:
                reply: Reply = future.result()
            except self._library.KilledWorker:
                yield task, Lost("crash"), 0
            except ImportError as error:
                raise NotInstalled(f"a worker of the cluster does not find what it needs: {error}") from None
            else:
                if reply.error is not None:
                    raise reply.error
                yield task, reply.value if reply.lost is None else Lost(reply.lost), reply.peak_bytes
            future.release()
            submit()
