"""Run a sweep: choose the next batches, and keep, split or repeat those that are done, lost or undecided.

- A batch has as many deals as take some seconds, by what its cell has cost so far.
- With a half-width, a cell has a pilot first, which chooses how many deals follow (`crewsat.sweeps.stopping`).
- A deal beyond the quick limit is set aside, and asked at the end, alone and with the whole limit; so is one of which a
  quantity was not found.
- A batch whose process died is split until the culprit is alone; it is the culprit when three processes in a row have
  died of it, and is undecided then. Nothing else is lost or counted twice.

All results are in the store, so an interrupted run resumes where it was. The memory needed does not depend on the
number of deals: it holds counts, and the ranges of seeds that are done.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from crewsat.base.errors import BugFound, Defect, InvalidInstance
from crewsat.base.wording import json_text, visible
from crewsat.sweeps.again import generate
from crewsat.sweeps.batch import Done, Task, nothing_known
from crewsat.sweeps.counting import STOPPED, counted_of, pilot_end, planned
from crewsat.sweeps.packing import answers_in
from crewsat.sweeps.plan import QUICK
from crewsat.sweeps.spans import ENDLESS, Span, Spans
from crewsat.sweeps.store import Row
from crewsat.sweeps.unpacked import agreed, ones_in, with_ones
from crewsat.workers.pool import PAUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from crewsat.sweeps.cells import Cell
    from crewsat.sweeps.engines import Lost
    from crewsat.sweeps.plan import Plan
    from crewsat.sweeps.store import Store
    from crewsat.workers.pool import Pause

BATCH = 3.0
"""Seconds of work that a batch should have."""
RATE = 50
"""The most batches that should end in a second: each is written to disk, and more workers get longer ones."""
FIRST = 20
"""Deals of the first batch of a cell."""
MOST = 20_000
"""The most deals of a batch."""
DEATHS = 3
"""Processes that must die of a deal in a row before it is left undecided."""


class Engine(Protocol):
    """Where batches are worked on (`crewsat.sweeps.engines`)."""

    @property
    def workers(self) -> int: ...  # noqa: D102

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]: ...  # noqa: D102


class Count(NamedTuple):
    """How many deals of a cell are won, lost and undecided, of those that count for its interval.

    Attributes:
        yes, no, unknown: of these deals.
        interval: which one it is (`crewsat.sweeps.counting`).
        left: how many deals are still to be decided; None until the pilot is done.
    """

    yes: int
    no: int
    unknown: int
    interval: str
    left: int | None

    @property
    def deals(self) -> int:
        """How many have been decided, or tried."""
        return self.yes + self.no + self.unknown


@dataclass
class _Known:
    """What is known of a cell.

    Attributes:
        first: its first seed.
        pilot_end: the first seed after its pilot; it is `first` without a pilot.
        pilot: answers of the pilot, counted.
        answers: those of all deals before the first that is missing, counted.
        ahead: the answers of batches beyond it, by their first seeds, counted.
        deals: how many have been decided, or tried.
        open: how many of them something is open about.
        wall: seconds that they took.
        done: the seeds that are there.
    """

    first: int
    pilot_end: int
    pilot: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    ahead: dict[int, Counter[str]] = field(default_factory=dict)
    deals: int = 0
    open: int = 0
    wall: float = 0.0
    done: Spans = field(default_factory=Spans)

    def add(self, row: Row) -> None:
        """Count a batch."""
        found = Counter(answers_in(row.done.answers, row.deals))
        if row.first < self.pilot_end:
            self.pilot += found
        self.ahead[row.first] = found
        self.deals += row.deals
        self.open += len(row.done.open)
        self.wall += row.done.wall
        self.done.add(Span(row.first, row.first + row.deals))
        (whole, *_) = self.done.without_gap([Span(self.first, ENDLESS)]) or [Span(self.first, self.first)]
        for first in [first for first in self.ahead if first < whole.end]:
            self.answers += self.ahead.pop(first)

    def change(self, before: Row, after: Row) -> None:
        """Count a batch of which a deal has been asked again, instead of what it was; there is no gap before it."""
        self.answers -= Counter(answers_in(before.done.answers, before.deals))
        self.answers += Counter(answers_in(after.done.answers, after.deals))
        self.open += len(after.done.open) - len(before.done.open)


class Run:
    """A sweep that is run into a store.

    Args:
        plan: the sweep; the store may have a part of it.
        store: opened for a run.
        versions: returns those of the program, its libraries and the machine, with the date, as JSON.

    Attributes:
        plan: the sweep, its cells in the order in which the store has them.

    Raises:
        InvalidInstance: if the store has another sweep; the error says both.
    """

    def __init__(self, plan: Plan, store: Store, versions: Callable[[], str]) -> None:
        _begun(plan, store)
        self._number = {name: k for k, (name, _) in enumerate(store.cells())}
        cells = sorted(plan.cells.cells, key=lambda cell: self._number[cell.name])
        self.plan = plan = replace(plan, cells=replace(plan.cells, cells=tuple(cells)))
        self.store = store
        self.versions = versions
        first = plan.seed_from
        self._known = [_Known(first, pilot_end(plan.deals, first)) for _ in plan.cells.cells]
        for row in store.rows():
            self._known[row.cell].add(row)
        self._in_pilot = {k for k in range(len(self._known)) if self._planned(k) is None}
        missing = {k: self._missing(k) for k in range(len(self._known))}
        self._next = {k: gaps for k, gaps in missing.items() if gaps or k in self._in_pilot}  # cells not yet asked
        self._again: deque[Task] = deque()  # parts of batches whose process died
        self._running = 0
        self._engine: Engine | None = None
        self._deaths: Counter[tuple[int, int]] = Counter()

    def go(self, engine: Engine) -> Generator[Row]:
        """Ask what is missing, and return every batch that has been stored."""
        self._engine = engine
        for tasks in (self._tasks(self._fresh), self._tasks(self._set_aside().__next__)):
            for task, found, peak in engine.run(tasks):
                self._running -= 1
                row = self._kept(task, found, peak) if isinstance(found, Done) else self._died(task, found.reason, peak)
                if row is not None:
                    yield row

    def count(self, cell: int) -> Count:
        """Return how many deals of a cell are won, lost and undecided."""
        known, planned = self._known[cell], self._planned(cell)
        interval = counted_of(known.done, known.first, planned, is_fixed=self.plan.deals is not None).interval
        counts = known.answers - known.pilot if interval == STOPPED else known.answers
        left = None if planned is None else sum(end - first for first, end in known.done.missing(planned))
        return Count(counts["yes"], counts["no"], counts["unknown"], interval, left)

    @property
    def deals(self) -> int:
        """How many deals have been decided, or tried, of all cells."""
        return sum(known.deals for known in self._known)

    @property
    def open(self) -> int:
        """Of how many deals the answer or a quantity is open, in all cells."""
        return sum(known.open for known in self._known)

    @property
    def unfinished(self) -> int:
        """Of how many deals that are not of a pilot the answer or a quantity is open."""
        rows = (row for row in self.store.open_rows() if row.first >= self._known[row.cell].pilot_end)
        return sum(len(row.done.open) for row in rows)

    # What is asked

    def _tasks(self, find: Callable[[], Task | None]) -> Iterator[Task | Pause]:
        """Yield tasks as they are found; what depends on a reply has to wait for it."""
        while True:
            task = self._again.popleft() if self._again else _next_of(find)
            if task is not None:
                self._running += 1
                yield task
            elif self._running:
                yield PAUSE
            else:
                return

    def _fresh(self) -> Task | None:
        """Return the next batch, None if none can be asked now."""
        for cell, gaps in self._next.items():
            if cell in self._in_pilot and self._planned(cell) is not None:
                self._in_pilot.remove(cell)
                gaps.extend(self._missing(cell))
            if gaps:
                first, end = gaps.pop(0)
                size = min(end - first, self._size(cell))
                if first + size < end:
                    gaps.insert(0, Span(first + size, end))
                is_piloted = cell not in self._in_pilot
                if not gaps and is_piloted:
                    del self._next[cell]
                # what the pilot leaves undecided is so for good: the number of deals must not depend on later answers
                return self._task(cell, first, size, min(QUICK, self.plan.time_limit) if is_piloted else None)
        return None

    def _task(self, cell: int, first: int, deals: int, time_limit: float | None = None) -> Task:
        """Return a task; without a time limit, with that of the plan."""
        plan = self.plan
        limit = plan.time_limit if time_limit is None else time_limit
        return Task(
            plan.cells.cells[cell], first, deals, limit, plan.quantities, plan.check, plan.time_limit, plan.bots
        )

    def _size(self, cell: int) -> int:
        """Return how many deals make a batch: those that take some seconds, but at most twice as many as are known."""
        known = self._known[cell]
        if not known.deals:
            return FIRST
        seconds = BATCH if self._engine is None else max(BATCH, self._engine.workers / RATE)
        return max(1, min(MOST, 2 * known.deals, int(seconds * known.deals / max(known.wall, 1e-6))))

    def _planned(self, cell: int) -> Span | None:
        """Return the seeds that the interval of a cell will be about; None until its pilot is done."""
        plan = self.plan
        return planned(plan.deals, plan.half_width, plan.level, plan.seed_from, self._known[cell].pilot)

    def _missing(self, cell: int) -> list[Span]:
        """Return the seeds that can be asked now: those of the pilot, or all others."""
        known = self._known[cell]
        return known.done.missing(self._planned(cell) or Span(known.first, known.pilot_end))

    def _set_aside(self) -> Iterator[Task]:
        """Yield the deals about which something is open, each alone, with the whole limit."""
        for row in self.store.open_rows():
            if row.first >= self._known[row.cell].pilot_end:
                for place in sorted(k for k, one in row.done.open.items() if one.limit < self.plan.time_limit):
                    yield self._task(row.cell, row.first + place, 1)

    # What becomes of it

    def _kept(self, task: Task, done: Done, peak: int) -> Row:
        """Store what was found."""
        cell = self._number[task.cell.name]
        self._deaths.pop((cell, task.first), None)
        row = Row(cell, task.first, task.deals, done, peak, self.versions())
        before = self.store.row_with(cell, task.first)
        if before is None:
            self._known[cell].add(row)
        else:  # one of its deals has been asked again
            row = _improved(before, row, task.cell)
            self._known[cell].change(before, row)
        self.store.add(row)
        return row

    def _died(self, task: Task, reason: str, peak: int) -> Row | None:
        """Split a batch whose process died; a deal that three of them died of in a row is undecided."""
        if task.deals > 1:
            half = task.deals // 2
            rest = replace(task, first=task.first + half, deals=task.deals - half)
            self._again += (replace(task, deals=half), rest)
            return None
        key = (self._number[task.cell.name], task.first)
        self._deaths[key] += 1
        if self._deaths[key] < DEATHS:
            self._again.append(task)
            return None
        return self._kept(task, nothing_known(task, reason), peak)


def _begun(plan: Plan, store: Store) -> None:
    """Write down what the sweep is, or check that the store has it; a longer time limit takes the place of a shorter.

    Raises:
        InvalidInstance: if it has another one.
    """
    about, before = plan.about(), store.about()
    if not before:
        store.begin(about, [(cell.name, cell.key) for cell in plan.cells.cells])
        return
    store.sweep()
    longer = max(before["time_limit"], about["time_limit"])
    if {**before, "time_limit": longer} != about:
        raise _another_sweep(store, before, about)
    store.change("time_limit", longer)


def _next_of(find: Callable[[], Task | None]) -> Task | None:
    try:
        return find()
    except StopIteration:
        return None


def _improved(row: Row, single: Row, cell: Cell) -> Row:
    """Return a batch in which a deal has been asked again: what was known of it stays known.

    Raises:
        BugFound: if both answers contradict each other.
    """
    ones = ones_in(row.done, row.deals)
    place = single.first - row.first
    (found,) = ones_in(single.done, 1)
    both = agreed(ones[place], found)
    if isinstance(both, str):
        again = generate(cell.game, cell.parameters, single.first)
        raise BugFound(f"{cell.name}, seed {single.first}, asked twice: {both}; the deal: {again}")
    ones[place] = both._replace(seconds=max(found.seconds, ones[place].seconds))
    done, more = with_ones(row.done, ones), single.done
    done = done._replace(
        methods=dict(Counter(done.methods) + Counter(more.methods)),
        checked=dict(Counter(done.checked) + Counter(more.checked)),
        cpu=done.cpu + more.cpu,
        wall=done.wall + more.wall,
    )
    return row._replace(done=done)


def _another_sweep(store: Store, before: Mapping[str, Any], now: Mapping[str, Any]) -> InvalidInstance:
    """Return the error that a store has another sweep: what differs, there and here."""
    defects = [
        Defect(name, f"the store has {_shown(before.get(name))}, not {_shown(now.get(name))}")
        for name in {**before, **now}
        if before.get(name) != now.get(name) and name not in {"cells", "parameters"}
    ]
    there, here = ([*about["cells"]] for about in (before, now))
    if before.get("cells") != now.get("cells"):
        only = [[cell for cell in own if cell not in other] for own, other in ((there, here), (here, there))]
        words = [
            f"{len(own)} cells that are not {place}{_some(own)}"
            for own, place in zip(only, ("here", "there"), strict=True)
        ]
        defects.append(Defect("cells", f"the store has {words[0]}; here are {words[1]}"))
    return InvalidInstance(defects, str(store.path))


def _some(cells: list[str]) -> str:
    return f" ({visible(', '.join(cells), 80)})" if cells else ""


def _shown(value: object) -> str:
    return visible(json_text(value), 240)
