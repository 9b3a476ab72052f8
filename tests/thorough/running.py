"""Running parts of `make thorough`, some at a time, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from tests.support.processes import end_with_all_below
from tests.thorough.parts import PYTEST
from tests.thorough.record import FOLDER, Result

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from pathlib import Path

    from tests.thorough.parts import Part
    from tests.thorough.reach import Tree
    from tests.thorough.record import State

PLUGIN = "tests/thorough/plugin.py"


@dataclass(frozen=True)
class Ended:
    """What became of a part.

    Attributes:
        part: the part.
        result: None if a file that it reaches was changed meanwhile, so that nobody knows what was tested.
        log: what pytest printed.
    """

    part: Part
    result: Result | None
    log: Path


class Runner:
    """Runs parts in the state in which a work tree was read; what is running when it is left is ended.

    Args:
        tree: all files.
        state: what is checked out.
    """

    def __init__(self, tree: Tree, state: State) -> None:
        self.tree = tree
        self.state = state
        self._folder = tree.root / FOLDER
        self._running: set[int] = set()
        self._stopped = False

    def run(self, parts: Sequence[Part], workers: int) -> Generator[Ended]:
        """Run parts, so many at a time, and after these one by one those that must run alone; yield each as it ends."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for alone, number in ((False, workers), (True, 1)):
            pool = ThreadPoolExecutor(number)
            try:
                ahead = [pool.submit(self._run, part) for part in parts if part.alone == alone]
                yield from (future.result() for future in as_completed(ahead))
            finally:
                self._stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                for pid in tuple(self._running):
                    end_with_all_below(pid)
                pool.shutdown()
                self._stopped = False

    def _run(self, part: Part) -> Ended:
        name = re.sub(r"[^\w.-]+", "-", part.name.removeprefix("tests/"))
        log, answer = (self._folder / f"{name}.{ending}" for ending in ("log", "json"))
        answer.unlink(missing_ok=True)
        with log.open("w") as output:
            status, cpu = self._wait([*PYTEST, "--timeout", "0", "--thorough-to", str(answer), *part.cases], output)
            how = self._judged(part, status, json.loads(answer.read_text()) if answer.exists() else None, output)
        if not self.tree.is_unchanged(part.file):
            return Ended(part, None, log)
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        digest = self.tree.digest(part.file, part.cases)
        result = Result(part.name, digest, *self.state, how, len(part.cases), round(cpu, 1), ended)
        return Ended(part, result, log)

    def _wait(self, command: list[str], output: Any) -> tuple[int, float]:  # noqa: ANN401 - an open file
        """Run a command; return its status and the processor time that it and its children have taken."""
        process = subprocess.Popen(command, cwd=self.tree.root, stdout=output, stderr=subprocess.STDOUT)
        self._running.add(process.pid)
        if self._stopped:
            end_with_all_below(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        self._running.discard(process.pid)
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode, usage.ru_utime + usage.ru_stime

    def _judged(
        self,
        part: Part,
        status: int,
        answer: dict[str, Any] | None,
        output: Any,  # noqa: ANN401
    ) -> Literal["green", "red", "skipped"]:
        if status or answer is None:
            return "red"
        root = f"{self.tree.root}{os.sep}"
        loaded = {file.removeprefix(root) for file in answer["loaded"] if file.startswith(root)} & set(self.tree.files)
        if unknown := sorted(loaded - self.tree.reached(part.file) - {PLUGIN}):
            output.write(f"loaded, but not among the files that the digest covers: {', '.join(unknown)}\n")
            return "red"
        return "green" if answer["ended"].get("passed", 0) == len(part.cases) else "skipped"
