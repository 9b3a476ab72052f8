"""Comparisons: two engines, or two states of the code, on the same instances, measured in turn.

A and B are asked about an instance one right after the other, in random order, so that whatever the machine does
meanwhile hits both alike. The figures are geometric means of the ratio of their times over instances both solved,
with 95 % intervals by a bootstrap over the instances. A difference is reported where the interval leaves out 1 by more
than `MARGIN`; one interval in twenty is wrong by chance.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import crewsat
from benchmarks.ratios import Ratio, ratio_of
from benchmarks.records import code_digest
from benchmarks.runner import ROOT, LocalWorkers, Tasks, installed
from benchmarks.store import Store
from benchmarks.tables import Pair, contradictions, in_words, noise, pairs_of, quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from benchmarks.measure import Task
    from benchmarks.records import Record
    from benchmarks.runner import Workers
    from benchmarks.suites import Suite

    Measure = Callable[["Tasks | InTurn", Store, Workers], None]

MARGIN = 1.02
"""Differences smaller than this are not reported, however narrow the interval."""

LEAST = 6
"""Fewer instances give no verdict: even if all of fewer changed alike, that is chance once in twenty times."""

LISTED = 5
"""How many of the instances that changed most are listed."""


def compare_engines(suite: Suite, a: str, b: str, path: Path, measure: Measure) -> str:
    """Make the missing runs of two engines on all blocks of a suite, and return the comparison as text.

    Raises:
        InvalidInstance: if both are the same.
        NotInstalled: if one of them is not installed.
    """
    if a == b:
        raise crewsat.InvalidInstance([crewsat.Defect("", f"{a} and {b} are the same engine")])
    blocks = [block.model_copy(update={"engines": None}) for block in suite.block]
    both = suite.model_copy(update={"engines": [a, b], "block": blocks, "figure": []})
    there, missing = installed(both)
    if missing:
        raise crewsat.NotInstalled(f"not installed: {', '.join(missing)}")
    with Store(path, alone=True) as store, LocalWorkers() as workers:
        tasks = Tasks(both, code_digest(), there)
        measure(tasks, store, workers)
        records = _of(tasks, store)
    sides = [[record for record in records if record.engine == name] for name in (a, b)]
    return described(a, b, *sides)


def compare_states(suite: Suite, a: str, b: str, path: Path, measure: Measure) -> str:
    """Measure a suite with two states of the code, in turn, and return the comparison as text.

    Args:
        suite: what to measure.
        a: a git revision of this project, or a folder with its packages.
        b: the same.
        path: of the store.
        measure: stores what workers measure.

    Raises:
        InvalidInstance: if one of them is neither, or both are the same.
    """
    there, missing = installed(suite)
    with ExitStack() as stack:
        states = [LocalWorkers(root=stack.enter_context(checkout(name))) for name in (a, b)]
        for state in states:
            stack.enter_context(state)
        if states[0].code == states[1].code:
            raise crewsat.InvalidInstance([crewsat.Defect("", f"{a} and {b} are the same code")])
        tasks = InTurn([Tasks(suite, state.code, there) for state in states])
        with Store(path, alone=True) as store:
            measure(tasks, store, _States(states))
            sides = [_of(each, store) for each in tasks.sides]
    left_out = [f"left out, not installed: {', '.join(missing)}"] if missing else []
    return "\n".join([described(a, b, *sides), *left_out])


def _of(tasks: Tasks, store: Store) -> list[Record]:
    wanted = tasks.keys()
    return [record for record in store.records() if record.key in wanted]


class InTurn:
    """The tasks of two states of the code, those of an instance and engine together."""

    def __init__(self, sides: Sequence[Tasks]) -> None:
        self.sides = sides
        self._stored = 0

    def __len__(self) -> int:
        """The number of runs of both."""
        return sum(map(len, self.sides))

    @property
    def stored(self) -> int:
        """The number of tasks skipped because their records are stored."""
        return self._stored

    def left(self, done: set[str]) -> Iterator[Task]:
        """Yield the tasks whose keys are not among these, those of a turn in random order.

        With B first in every other turn, A had the warmer caches: B took 3 % longer with the same code.
        """
        for both in zip(*(side.left(set()) for side in self.sides), strict=True):
            for task in sorted(both, key=lambda task: task.key):
                if task.key in done:
                    self._stored += 1
                else:
                    yield task


class _States:
    """Workers of several states: each task is measured by the state it is about, one at a time."""

    def __init__(self, states: Iterable[LocalWorkers]) -> None:
        self._by_code = {state.code: state for state in states}

    def measured(self, tasks: Iterable[Task]) -> Iterator[Record]:
        """Make runs in order and yield their records."""
        for task in tasks:
            yield from self._by_code[task.code].measured([task])


@contextmanager
def checkout(name: str) -> Iterator[Path]:
    """Provide a temporary folder with the packages of a state and the benchmarks of this one."""
    source = Path(name)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        try:
            if (source / "crewsat").is_dir():
                for package in ("crewsat", "encodings"):
                    ignored = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(source / package, root / package, ignore=ignored)
            else:
                packed = subprocess.run(
                    ["git", "-C", str(ROOT), "archive", name, "crewsat", "encodings"],  # noqa: S607
                    capture_output=True,
                    check=True,
                )
                with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
                    archive.extractall(root, filter="data")
        except (OSError, subprocess.SubprocessError):
            words = f"'{name}' is not an engine of the suite, a git revision or a folder with the packages of crewsat"
            raise crewsat.InvalidInstance([crewsat.Defect("", words)]) from None
        (root / "benchmarks").symlink_to(ROOT / "benchmarks")
        yield root


@dataclass(frozen=True, slots=True)
class Change:
    """The result of a comparison on a group of instances.

    Attributes:
        name: of the group.
        ratio: of the times, B as a multiple of A.
        only_a: instances only A solved.
        only_b: instances only B solved.
    """

    name: str
    ratio: Ratio
    only_a: int
    only_b: int

    @property
    def verdict(self) -> str:
        """Whether B is faster or slower, in words."""
        if self.ratio.instances < LEAST:
            return "too few to tell"
        if self.ratio.high < 1 / MARGIN:
            return "B faster"
        if self.ratio.low > MARGIN:
            return "B slower"
        return "no difference shown"


def matched(a: Iterable[Record], b: Iterable[Record], *, same_engine: bool) -> list[tuple[Pair, Pair]]:
    """Return the pairs of A and B on the same instance (and engine, for states of the code)."""

    def place(pair: Pair) -> tuple[str, str, str]:
        return pair.first.block, pair.first.point, pair.first.engine if same_engine else ""

    other = {place(pair): pair for pair in pairs_of(b)}
    return [(pair, other[place(pair)]) for pair in pairs_of(a) if place(pair) in other]


def changes(pairs: Sequence[tuple[Pair, Pair]], *, by_engine: bool) -> list[Change]:
    """Return a change for each block (and engine), and one for all."""
    groups: dict[str, list[tuple[Pair, Pair]]] = {}
    for a, b in pairs:
        name = f"{a.first.block}, {a.first.engine}" if by_engine else a.first.block
        groups.setdefault(name, []).append((a, b))
    return [_change(name, group) for name, group in (*groups.items(), ("all", list(pairs)))]


def _change(name: str, pairs: Sequence[tuple[Pair, Pair]]) -> Change:
    solved = [(a.first.instance, a.cost, b.cost) for a, b in pairs if a.cost is not None and b.cost is not None]
    only_a = sum(b.cost is None and a.cost is not None for a, b in pairs)
    only_b = sum(a.cost is None and b.cost is not None for a, b in pairs)
    ratio = ratio_of([(a, b) for _, a, b in solved], [instance for instance, _, _ in solved])
    return Change(name, ratio, only_a, only_b)


def described(a: str, b: str, records_a: Sequence[Record], records_b: Sequence[Record]) -> str:
    """Return a comparison as text."""
    by_engine = a not in {record.engine for record in records_a}
    pairs = matched(records_a, records_b, same_engine=by_engine)
    lines = [
        f"A = {a}, B = {b}: CPU time of B as a multiple of A, geometric mean and 95 % interval",
        f"{'':28} {'solved by both':>14} {'only A':>6} {'only B':>6}   {'B / A':24} verdict",
    ]
    for change in changes(pairs, by_engine=by_engine):
        solved = f"{change.ratio.pairs:14} {change.only_a:6} {change.only_b:6}"
        lines += [f"{change.name:28} {solved}   {change.ratio.words():24} {change.verdict}"]
    lines += _most_changed(pairs)
    ratios = noise([pair for both in pairs for pair in both])
    if ratios:
        middle, high = (quantile(ratios, share) for share in (0.5, 0.95))
        lines.append(f"noise: the slower pass takes {middle:.2f} times as long (median), {high:.2f} (95 %)")
    lines += [f"CONTRADICTION: {words}" for words in contradictions([*records_a, *records_b])]
    return "\n".join(lines)


def _most_changed(pairs: Sequence[tuple[Pair, Pair]]) -> list[str]:
    """List the instances whose passes of A and B do not overlap, those that changed most."""
    apart = sorted(_apart(pairs), key=lambda one: one[0])
    lines = []
    for title, some in (("B faster", apart[:LISTED]), ("B slower", apart[::-1][:LISTED])):
        for ratio, a, b in some:
            if (ratio < 1) == (title == "B faster"):
                change = f"{in_words(a.cost or 0)} -> {in_words(b.cost or 0)}"
                lines.append(f"  {title}: {change:20} {b.first.engine} on {b.first.point}")
    return ["instances that changed most (all passes apart):", *lines] if lines else []


def _apart(pairs: Iterable[tuple[Pair, Pair]]) -> Iterator[tuple[float, Pair, Pair]]:
    """Yield the pairs both solved in times that do not overlap, with the cost of B as a multiple of that of A."""
    for a, b in pairs:
        if a.cost is None or b.cost is None:
            continue
        times = [sorted(record.cpu or record.wall for record in pair.records) for pair in (a, b)]
        if times[0][-1] < times[1][0] or times[1][-1] < times[0][0]:
            yield b.cost / a.cost, a, b
