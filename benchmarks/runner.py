"""Run a suite: make the tasks that are not stored yet, have them measured, store each record at once.

Tasks are identified by keys, so the same command goes on where it was interrupted. All engines are asked about an
instance before the next one comes, in random order: whatever else the machine does meanwhile hits all of them alike,
and nobody always follows the same neighbour, whose work is still in the caches.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from _thread import start_new_thread
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol, Self

import crewsat
from benchmarks.engines import version_of
from benchmarks.families import make
from benchmarks.measure import TRIES, Task, lost_record
from benchmarks.records import record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.families import Parameter
    from benchmarks.records import Record
    from benchmarks.suites import Block, Suite

LOOK = 0.25
"""Seconds to wait for a record before checking for a signal."""

ROOT = Path(__file__).resolve().parents[1]


class Workers(Protocol):
    """What can make runs: processes here, or a cluster."""

    def measured(self, tasks: Iterable[Task]) -> Iterator[Record]:
        """Make runs and yield their records as they arrive."""
        ...


class Tasks:
    """The tasks of a suite for one state of the code, in the order in which they are measured.

    Attributes:
        stored: how many tasks were skipped because their records are stored.
    """

    def __init__(self, suite: Suite, code: str, engines: dict[str, str]) -> None:
        """Prepare.

        Args:
            suite: what to measure.
            code: digest of the state.
            engines: versions of the engines to ask, by name; other engines of the suite are left out.
        """
        self.suite = suite
        self.code = code
        self.engines = engines
        self.stored = 0
        self._digests: dict[tuple[str, str, int], tuple[str, int]] = {}

    def __len__(self) -> int:
        """The number of runs, over all passes."""
        passes = range(1, self.suite.passes + 1)
        return sum(len(self._asked(block)) for passed in passes for block, _, _ in self.suite.places(passed))

    def left(self, done: set[str]) -> Iterator[Task]:
        """Yield the tasks whose keys are not among these."""
        for passed in range(1, self.suite.passes + 1):
            for block, point, seed in self.suite.places(passed):
                yield from self._of_instance(block, point, seed, passed, done)

    def keys(self) -> set[str]:
        """The keys of all tasks."""
        return {task.key for task in self.left(set())}

    def _asked(self, block: Block) -> list[str]:
        return [name for name in self.suite.runs_of(block) if name in self.engines]

    def _of_instance(
        self, block: Block, point: dict[str, Parameter], seed: int, passed: int, done: set[str]
    ) -> Iterator[Task]:
        parameters = json.dumps(point)
        place = (block.name, parameters, seed)
        instance: crewsat.Instance | None = None
        if place not in self._digests:
            instance = make(block.family, point, seed)
            self._digests[place] = instance.digest(), instance.size
        digest, cards = self._digests[place]
        time_limit, memory_limit = self.suite.limits_of(block)
        # In an order that is the same whenever the suite is run, and of which no engine has anything.
        for name in sorted(self._asked(block), key=lambda name: _digest(digest, name, passed)):
            task = Task(
                block=block.name,
                family=block.family,
                parameters=parameters,
                seed=seed,
                instance=digest,
                cards=cards,
                engine=name,
                spec=json.dumps(self.suite.known()[name].spec(), sort_keys=True),
                version=self.engines[name],
                passed=passed,
                time_limit=time_limit,
                memory_limit=memory_limit,
                code=self.code,
                text="",
            )
            if task.key in done:
                self.stored += 1
                continue
            instance = instance or make(block.family, point, seed)
            yield replace(task, text=instance.to_json())


def _digest(*what: str | int) -> str:
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()


def installed(suite: Suite) -> tuple[dict[str, str], list[str]]:
    """Return the versions of the engines of a suite by name, and the names of those that are not installed."""
    found = {name: version_of(suite.known()[name]) for name in suite.asked()}
    there = {name: version for name, version in found.items() if version is not None}
    return there, [name for name in found if name not in there]


class LocalWorkers:
    """Worker processes of this machine; as a context manager they are ended on leaving.

    A single worker has an undisturbed clock; more workers are faster, and noisier.
    """

    def __init__(self, jobs: int = 1, root: Path = ROOT) -> None:
        """Prepare workers, which are started when they are needed.

        Args:
            jobs: their number.
            root: a folder with the packages crewsat, encodings and benchmarks.
        """
        self._workers = [_Worker(root) for _ in range(jobs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.close()

    @property
    def code(self) -> str:
        """The digest of the code the workers run.

        Raises:
            CrewsatError: if it cannot be run.
        """
        try:
            return self._workers[0].start()
        except EOFError:
            raise crewsat.CrewsatError("this state cannot be measured: its packages cannot be imported") from None

    def measured(self, tasks: Iterable[Task]) -> Iterator[Record]:
        """Make runs, as many at a time as there are workers, and yield their records as they arrive.

        Ctrl-C may arrive anywhere here. It does no harm to a `SimpleQueue`, as it may to futures and to threads that
        are being waited for. A signal that arrives just before waiting for the queue does not end the wait, so the wait
        is short.

        Raises:
            CrewsatError: an error reported by a worker; the records before it have been yielded.
        """
        source = iter(tasks)
        done: SimpleQueue[tuple[_Worker, Record | Exception]] = SimpleQueue()
        idle, running = list(self._workers), 0
        while True:
            for task in islice(source, len(idle)):
                start_new_thread(_measure, (idle.pop(), task, done))
                running += 1
            if not running:
                return
            with suppress(Empty):
                worker, made = done.get(timeout=LOOK)
                idle.append(worker)
                running -= 1
                if isinstance(made, Exception):
                    raise made
                yield made


def _measure(worker: _Worker, task: Task, done: SimpleQueue[tuple[_Worker, Record | Exception]]) -> None:
    try:
        made: Record | Exception = worker.measure(task)
    except Exception as error:  # noqa: BLE001 - raised again where the records are taken
        made = error
    done.put((worker, made))


class _Worker:
    """One worker process and the lines sent to and from it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._process: subprocess.Popen[str] | None = None
        self._code = ""
        self._closed = False

    def start(self) -> str:
        """Start the process if it is not running; return the digest of the code it runs.

        Raises:
            EOFError: if the process dies at once, or the worker is closed.
        """
        if self._closed:
            raise EOFError
        if self._process is None:
            path = os.pathsep.join(map(str, (self._root, self._root / "encodings")))
            self._process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.measure"],
                cwd=self._root,
                env={**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            reply = self._hear()
            if not reply["able"]:
                raise crewsat.CrewsatError("states older than version 0.4.0 cannot be measured")
            self._code = str(reply["code"])
        return self._code

    def measure(self, task: Task) -> Record:
        """Have a run made; a process that dies is replaced."""
        for _ in range(TRIES):
            try:
                self.start()
                reply = self._ask(task)
            except (BrokenPipeError, EOFError):
                self.end()
                continue
            if "error" in reply:
                raise crewsat.CrewsatError(reply["error"])
            return record_of(reply["record"])
        return lost_record(task)

    def _ask(self, task: Task) -> dict[str, Any]:
        stream = self._process.stdin if self._process else None
        if stream is None:
            raise EOFError
        stream.write(json.dumps(asdict(task)) + "\n")
        stream.flush()
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process and self._process.stdout else ""
        if not line.endswith("\n"):
            raise EOFError
        reply: dict[str, Any] = json.loads(line)
        return reply

    def close(self) -> None:
        """End the process, and keep any thread that waits for it from starting another."""
        self._closed = True
        self.end()

    def end(self) -> None:
        """End the process and what it has started."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            process.wait()
