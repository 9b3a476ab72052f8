"""The workers of a Dask cluster: a function is called for each of many tasks, wherever the scheduler sends it.

Dask gives the tasks of a worker that is lost to another one, and gives a task up only after several workers died of it.
Only a few tasks a worker are submitted at a time: a scheduler is not made to hold millions. Workers may come and go.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.errors import NotInstalled
from crewsat.base.libraries import DISTRIBUTED
from crewsat.workers.pool import PAUSE, Pause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    TaskT = TypeVar("TaskT")

AHEAD = 2
"""Tasks a thread of a worker has waiting."""
_CONNECT = 10
"""Seconds to wait for the scheduler."""
_FIRST_WORKER = 30
"""Seconds to wait for the first worker."""


class GivenUp:
    """In place of a result: several workers have died of the task."""


GIVEN_UP = GivenUp()


class Cluster:
    """A cluster by the address of its scheduler; as a context manager the connection is closed on leaving.

    Args:
        address: as Dask has it, such as ``tcp://host:8786``.

    Raises:
        NotInstalled: without the extra ``cluster``.
        OSError: if the scheduler cannot be reached, or it has no workers.
    """

    def __init__(self, address: str) -> None:
        DISTRIBUTED.needed_by("a cluster")
        import distributed  # noqa: PLC0415 - an optional extra

        self._library: Any = distributed
        for name in ("distributed", "distributed.client"):  # errors are reported here, in one line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client: Any = self._library.Client(address, timeout=_CONNECT)
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER)
        except (OSError, TimeoutError, ValueError) as error:
            raise OSError(f"{address}: no scheduler with workers answers ({error})") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError):  # a scheduler that is gone has been reported
            self._client.close()

    @property
    def workers(self) -> int:
        """How many tasks are worked on at once, for now."""
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            raise _lost(error) from None

    def calls(
        self, function: Callable[..., Any], tasks: Iterable[TaskT | Pause], *more: object
    ) -> Iterator[tuple[TaskT, Any]]:
        """Call a function of a module on the workers, and yield each task with what it returned, in any order.

        Args:
            function: takes a task and `more`; what it raises, this raises.
            tasks: a `PAUSE` among them says that the next one depends on results of those before it.
            more: the same for every task.

        Raises:
            NotInstalled: if a worker does not find what it needs.
            OSError: if the scheduler is lost.
        """
        asked: dict[str, TaskT] = {}
        waiting = self._library.as_completed([])
        source = iter(tasks)
        self._submit(function, source, more, asked, waiting)
        for future in waiting:
            task = asked.pop(future.key)
            try:
                result = future.result()
            except self._library.KilledWorker:
                result = GIVEN_UP
            except (self._library.CancelledError, self._library.comm.CommClosedError, TimeoutError) as error:
                raise _lost(error) from None
            except ImportError as error:
                raise NotInstalled(f"a worker of the cluster does not find what it needs: {error}") from None
            future.release()
            yield task, result
            self._submit(function, source, more, asked, waiting)

    def _submit(
        self,
        function: Callable[..., Any],
        source: Iterator[TaskT | Pause],
        more: tuple[object, ...],
        asked: dict[str, TaskT],
        waiting: Any,  # noqa: ANN401 - of distributed
    ) -> None:
        """Keep as many tasks waiting as there are workers for now: some may have come or gone."""
        while len(asked) < max(1, AHEAD * self.workers):
            task = next(source, PAUSE)
            if isinstance(task, Pause):
                return
            try:
                future = self._client.submit(function, task, *more, pure=False)
            except OSError as error:
                raise _lost(error) from None
            asked[future.key] = task
            waiting.add(future)


def _lost(error: BaseException) -> OSError:
    return OSError(f"the cluster is lost; the same command goes on ({error})")
