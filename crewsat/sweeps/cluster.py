"""Batches on the workers of a Dask cluster: the same function, wherever the scheduler sends it.

Each batch runs in a child process of a Dask worker, which has the memory limit; a child that dies is reported as it
would be here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.errors import NotInstalled
from crewsat.sweeps.batch import Done, Task, decide_batch
from crewsat.sweeps.engines import Lost
from crewsat.sweeps.versions import versions
from crewsat.workers import cluster
from crewsat.workers.cluster import GivenUp
from crewsat.workers.process import Call, Worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.workers.pool import Pause
    from crewsat.workers.process import Reply

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


class Cluster(cluster.Cluster):
    """A cluster by the address of its scheduler; as a context manager the connection is closed on leaving.

    Args:
        address: as Dask has it, such as ``tcp://host:8786``.
        max_bytes: bound on the memory of a batch; None for no bound.

    Raises:
        NotInstalled: without the extra ``cluster``.
        OSError: if the scheduler cannot be reached, or it has no workers.
    """

    def __init__(self, address: str, max_bytes: int | None = None) -> None:
        super().__init__(address)
        self.max_bytes = max_bytes

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Work on tasks; return each with what became of it, and the peak of memory in bytes.

        Raises:
            OtherVersion: if a worker has other versions.
            OSError: if the scheduler is lost.
        """
        for task, reply in self.calls(in_child, tasks, self.max_bytes, versions()):
            if isinstance(reply, GivenUp):
                yield task, Lost("crash"), 0
            elif reply.error is not None:
                raise reply.error
            else:
                yield task, reply.value if reply.lost is None else Lost(reply.lost), reply.peak_bytes
