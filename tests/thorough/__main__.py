"""``python -m tests.thorough``: the long evidence, in parts of minutes that need not be run twice.

A part is green on a commit if it was green there, or if all that it reaches has been the same since it was. Results
are kept as soon as they are there; the same command goes on where it was interrupted, and runs only what is not green.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from crewsat.base.errors import CrewsatError
from crewsat.base.journal import Journal
from tests.support.places import ROOT
from tests.thorough.parts import NotCollected, collected
from tests.thorough.reach import RECORD, NoRepository, Tree
from tests.thorough.record import FOLDER, JOURNAL, Known, keep, state_of
from tests.thorough.running import Runner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.thorough.parts import Part
    from tests.thorough.running import Ended


class Work:
    """All parts of a work tree, and how each stands.

    Args:
        root: the top folder.
        wanted: parts of names; without any, all parts.
    """

    def __init__(self, root: Path, wanted: Sequence[str]) -> None:
        self.root = root
        self.state = state_of(root)
        self.tree = Tree(root)
        self.known = Known(root)
        self.parts = [part for part in collected(root) if not wanted or any(word in part.name for word in wanted)]
        digests = {part: self.tree.digest(part.file, part.cases) for part in self.parts}
        self.standing = {part: self.known.standing(part, digests[part], self.state) for part in self.parts}

    def run(self, workers: int) -> int:
        """Run what is not green, the longest first, and return the exit status."""
        todo = [part for part in self.parts if self.standing[part] != "green"]
        todo.sort(key=lambda part: -(self.known.cpu(part) or float("inf")))
        _say(f"{len(todo)} of {len(self.parts)} parts to run: {self._cpu(todo)}")
        (self.root / FOLDER).mkdir(parents=True, exist_ok=True)
        with Journal(self.root / JOURNAL) as journal:
            for number, ended in enumerate(Runner(self.tree, self.state).run(todo, workers), 1):
                if ended.result is not None:
                    journal.append(ended.result.as_line().encode(), sync=True)
                    self.standing[ended.part] = ended.result.result
                _tell(ended, f"{number}/{len(todo)}")
        return self.status()

    def status(self) -> int:
        """Print on which commit all parts are green, or which are not; return the exit status."""
        count = Counter(self.standing.values())
        if set(count) == {"green"} and not self.state.changes:
            print(f"all {len(self.parts)} parts are green on {self.state.commit}")
            return 0
        for part, standing in self.standing.items():
            last = self.known.last_green(part)
            if standing != "green":
                print(f"{standing:8}{part.name}{f'  (green on {last.commit[:9]})' if last else ''}")
        changes = ", with changes: not the commit's result" if self.state.changes else ""
        told = ", ".join(f"{number} {standing}" for standing, number in sorted(count.items()))
        print(f"{len(self.parts)} parts on {self.state.commit[:9]}{changes}: {told}")
        return 1

    def list(self) -> int:
        """Print all parts: how each stands, the processor time it took last, how many cases it has."""
        for part, standing in self.standing.items():
            cpu = self.known.cpu(part)
            seconds = "       ?" if cpu is None else f"{cpu:8.1f}"
            print(f"{standing:8}{seconds} s{len(part.cases):5}  {part.name}{'  (alone)' if part.alone else ''}")
        print(f"{len(self.parts)} parts: {self._cpu(self.parts)}")
        return 0

    def record(self) -> int:
        """Keep the last green result of each part where it is under version control."""
        found = [result for part in self.parts if (result := self.known.last_green(part))]
        keep(self.root, found)
        print(f"{RECORD}: {len(found)} of {len(self.parts)} parts have been green on a commit")
        return 0

    def _cpu(self, parts: Sequence[Part]) -> str:
        known = [cpu for cpu in map(self.known.cpu, parts) if cpu is not None]
        unknown = f", {len(parts) - len(known)} of them not measured yet" if len(known) < len(parts) else ""
        return f"{sum(known) / 60:.0f} min of CPU{unknown}"


def _tell(ended: Ended, place: str) -> None:
    at = time.strftime("%H:%M:%S")
    if ended.result is None:
        _say(f"{at} [{place}] not kept: files were changed while it ran  {ended.part.name}")
        return
    _say(f"{at} [{place}] {ended.result.result:8}{ended.result.cpu:7.0f} s  {ended.part.name}")
    if ended.result.result != "green":
        _say(ended.log.read_text(errors="replace"))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    """Run the command line, and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.thorough", description=__doc__)
    parser.add_argument("command", choices=("run", "status", "list", "record"))
    parser.add_argument("wanted", nargs="*", metavar="WORD", help="only parts with such a word in their names")
    parser.add_argument("--workers", default="auto", metavar="N", help="parts at a time (default: one a core)")
    options = parser.parse_intermixed_args()
    if options.command == "record" and options.wanted:
        parser.error("record takes no words: it keeps all parts")
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        work = Work(ROOT, options.wanted)
        if options.command == "run":
            return work.run(os.cpu_count() or 1 if options.workers == "auto" else int(options.workers))
        return {"status": work.status, "list": work.list, "record": work.record}[options.command]()
    except (CrewsatError, NoRepository, NotCollected) as error:
        _say(f"error: {error}")
        return 1
    except KeyboardInterrupt:
        _say("interrupted; the same command goes on")
        return 130


if __name__ == "__main__":
    sys.exit(main())
