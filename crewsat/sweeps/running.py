"""Run a sweep: choose the next batches, and keep, split or repeat those that are done, lost or undecided.

- A batch has as many deals as take some seconds, by what its cell has cost so far.
- With a half-width, a cell has a pilot first, which chooses how many deals follow (`crewsat.sweeps.stopping`).
- A deal beyond the quick limit is set aside, and asked at the end, alone and with the whole limit.
- A batch whose process died is split until the culprit is alone; it is the culprit when three processes in a row have
  died of it, and is undecided then. Nothing else is lost or counted twice.

All results are in the store, so an interrupted run resumes where it was. The memory needed does not depend on the
number of deals: it holds counts, and the ranges of seeds that are done.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import json_text, visible
from crewsat.sweeps.batch import Done, Task, nothing_known
from crewsat.sweeps.packing import answers_in, numbers_in, packed_answers, packed_numbers
from crewsat.sweeps.plan import QUICK
from crewsat.sweeps.stopping import PILOT, fresh_deals
from crewsat.sweeps.store import Row
from crewsat.workers.pool import PAUSE

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

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


KILLED = ("crash", "memory")
"""Why a deal is undecided that more time would not decide."""


class Engine(Protocol):
    """Where batches are worked on (`crewsat.sweeps.engines`)."""

    @property
    def workers(self) -> int: ...  # noqa: D102

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]: ...  # noqa: D102


class Span(NamedTuple):
    """The seeds from first, inclusive, to end, exclusive."""

    first: int
    end: int


class Count(NamedTuple):
    """How many deals of a cell are won, lost and undecided, and how many there are to be.

    Attributes:
        yes, no, unknown: of the deals that its interval is about.
        planned: how many of these there will be; None until the pilot is done.
    """

    yes: int
    no: int
    unknown: int
    planned: int | None

    @property
    def deals(self) -> int:
        """How many have been decided, or tried."""
        return self.yes + self.no + self.unknown

    @property
    def is_complete(self) -> bool:
        """Whether these are all that there will be."""
        return self.planned is not None and self.deals >= self.planned


@dataclass
class _Known:
    """What is known of a cell.

    Attributes:
        pilot, rest: answers, counted.
        deals: how many have been decided, or tried.
        wall: seconds that took.
        done: the seeds, as spans that do not touch, in their order.
    """

    pilot: Counter[str] = field(default_factory=Counter)
    rest: Counter[str] = field(default_factory=Counter)
    deals: int = 0
    wall: float = 0.0
    done: list[Span] = field(default_factory=list)

    def add(self, row: Row, pilot_end: int) -> None:
        """Count a batch."""
        self.counted(row, pilot_end, 1)
        self.deals += row.deals
        self.wall += row.done.wall
        first, end = row.first, row.first + row.deals
        k = bisect_left(self.done, Span(first, end))
        while k < len(self.done) and self.done[k].first <= end:
            end = max(end, self.done.pop(k).end)
        if k and self.done[k - 1].end >= first:
            k -= 1
            first = self.done[k].first
            end = max(end, self.done.pop(k).end)
        self.done.insert(k, Span(first, end))

    def counted(self, row: Row, pilot_end: int, by: int) -> None:
        """Add the answers of a batch to the counts, or subtract them if `by` is -1."""
        counts = self.pilot if row.first < pilot_end else self.rest
        for answer in answers_in(row.done.answers, row.deals):
            counts[answer] += by

    def missing(self, span: Span) -> list[Span]:
        """Return the seeds of a span that are not done."""
        gaps, at = [], span.first
        for first, end in self.done:
            if at < first < span.end:
                gaps.append(Span(at, first))
            at = max(at, end)
        if at < span.end:
            gaps.append(Span(at, span.end))
        return gaps


class Run:
    """A sweep that is run into a store.

    Args:
        plan: the sweep; the store may have a part of it.
        store: opened for a run.
        versions: of the program, its libraries and the machine, as JSON.

    Raises:
        InvalidInstance: if the store has another sweep; the error says both.
    """

    def __init__(self, plan: Plan, store: Store, versions: str) -> None:
        _begun(plan, store)
        self.plan = plan
        self.store = store
        self.versions = versions
        self._number = {cell.name: k for k, cell in enumerate(plan.cells.cells)}
        self._pilot_end = plan.seed_from + (PILOT if plan.deals is None else 0)
        self._known = [_Known() for _ in plan.cells.cells]
        for row in store.rows():
            self._known[row.cell].add(row, self._pilot_end)
        self._in_pilot = {k for k in range(len(self._known)) if self.plan.deals is None and not self._is_piloted(k)}
        missing = {k: self._missing(k) for k in range(len(self._known))}
        self._next = {k: gaps for k, gaps in missing.items() if gaps or k in self._in_pilot}  # cells not yet asked
        self._again: deque[Task] = deque()  # parts of batches whose process died
        self._running = 0
        self._seconds = BATCH
        self._deaths: Counter[tuple[int, int]] = Counter()
        self._open: Counter[tuple[int, int]] = Counter()  # of each batch, how many deals are being asked again

    def go(self, engine: Engine) -> Generator[Row]:
        """Ask what is missing, and return every batch that has been stored."""
        self._seconds = max(BATCH, engine.workers / RATE)
        for tasks in (self._tasks(self._fresh), self._tasks(self._set_aside().__next__)):
            for task, found, peak in engine.run(tasks):
                self._running -= 1
                row = self._kept(task, found, peak) if isinstance(found, Done) else self._died(task, found.reason, peak)
                if row is not None:
                    yield row

    def count(self, cell: int) -> Count:
        """Return how many deals of a cell are won, lost and undecided."""
        known = self._known[cell]
        counts = known.pilot + known.rest if self.plan.deals is not None else known.rest
        planned = None if self.plan.deals is None and not self._is_piloted(cell) else len(range(*self._span(cell)))
        return Count(counts["yes"], counts["no"], counts["unknown"], planned)

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
            if cell in self._in_pilot and self._is_piloted(cell):
                self._in_pilot.remove(cell)
                gaps.extend(self._missing(cell))
            if gaps:
                first, end = gaps.pop(0)
                size = min(end - first, self._size(cell))
                if first + size < end:
                    gaps.insert(0, Span(first + size, end))
                if not gaps and cell not in self._in_pilot:
                    del self._next[cell]
                return self._task(cell, first, size, min(QUICK, self.plan.time_limit))
        return None

    def _task(self, cell: int, first: int, deals: int, time_limit: float) -> Task:
        return Task(self.plan.cells.cells[cell], first, deals, time_limit, self.plan.quantities, self.plan.check)

    def _size(self, cell: int) -> int:
        """Return how many deals make a batch: those that take some seconds, but at most twice as many as are known."""
        known = self._known[cell]
        if not known.deals:
            return FIRST
        return max(1, min(MOST, 2 * known.deals, int(self._seconds * known.deals / max(known.wall, 1e-6))))

    def _span(self, cell: int) -> Span:
        """Return the seeds that the interval of a cell is about, or those of its pilot until that is done."""
        first = self.plan.seed_from
        if self.plan.deals is not None:
            return Span(first, first + self.plan.deals)
        if not self._is_piloted(cell):
            return Span(first, self._pilot_end)
        pilot = self._known[cell].pilot
        half_width = self.plan.half_width or 0.0
        return Span(
            self._pilot_end,
            self._pilot_end + fresh_deals(pilot["yes"], half_width, self.plan.level, pilot["unknown"]),
        )

    def _is_piloted(self, cell: int) -> bool:
        return self._known[cell].pilot.total() >= PILOT

    def _missing(self, cell: int) -> list[Span]:
        return self._known[cell].missing(self._span(cell))

    def _set_aside(self) -> Iterator[Task]:
        """Yield the deals that took longer than they might, each alone, with the whole limit."""
        for row in self.store.undecided(self.plan.time_limit):
            places = sorted(place for place, why in row.done.undecided.items() if why not in KILLED)
            self._open[row.cell, row.first] = len(places)
            for place in places:
                yield self._task(row.cell, row.first + place, 1, self.plan.time_limit)

    # What becomes of it

    def _kept(self, task: Task, done: Done, peak: int) -> Row:
        """Store what was found."""
        cell = self._number[task.cell.name]
        known = self._known[cell]
        self._deaths.pop((cell, task.first), None)
        row = Row(cell, task.first, task.deals, task.time_limit, done, peak, self.versions)
        before = self.store.row_with(cell, task.first)
        if before is None:
            known.add(row, self._pilot_end)
        else:  # one of its deals has been asked again
            self._open[cell, before.first] -= 1
            row = _improved(before, row, is_last=not self._open[cell, before.first])
            known.counted(before, self._pilot_end, -1)
            known.counted(row, self._pilot_end, 1)
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
    """Write down what the sweep is, or check that the store has it.

    Raises:
        InvalidInstance: if it has another one.
    """
    about, before = plan.about(), store.about()
    if before and before != about:
        raise _another_sweep(store, before, about)
    if not before:
        store.begin(about, [(cell.name, cell.key) for cell in plan.cells.cells])


def _next_of(find: Callable[[], Task | None]) -> Task | None:
    try:
        return find()
    except StopIteration:
        return None


def _improved(row: Row, single: Row, *, is_last: bool) -> Row:
    """Return a row in which one deal has been asked again; after the last one, all had the longer limit."""
    place = single.first - row.first
    answers = answers_in(row.done.answers, row.deals)
    answers[place] = answers_in(single.done.answers, 1)[0]
    seconds = bytearray(row.done.seconds)
    seconds[place] = max(seconds[place], single.done.seconds[0])
    quantities = {}
    for name, (width, packed) in row.done.quantities.items():
        numbers = numbers_in(width, packed)
        numbers[place] = numbers_in(*single.done.quantities[name])[0]
        quantities[name] = packed_numbers(numbers)
    undecided = {k: why for k, why in row.done.undecided.items() if k != place}
    if single.done.undecided:
        undecided[place] = single.done.undecided[0]
    again = dict(row.done.again)
    if single.done.again:
        again[place] = single.done.again[0]
    done = row.done._replace(
        answers=packed_answers(answers),
        seconds=bytes(seconds),
        quantities=quantities,
        undecided=undecided,
        again=again,
        methods=dict(Counter(row.done.methods) + Counter(single.done.methods)),
        checked=dict(Counter(row.done.checked) + Counter(single.done.checked)),
        cpu=row.done.cpu + single.done.cpu,
        wall=row.done.wall + single.done.wall,
    )
    return row._replace(done=done, time_limit=single.time_limit if is_last else row.time_limit)


def _another_sweep(store: Store, before: dict[str, object], now: dict[str, object]) -> InvalidInstance:
    """Return the error that a store has another sweep: what differs, there and here."""
    defects = [
        Defect(name, f"the store has {_shown(before.get(name))}, not {_shown(now.get(name))}")
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    ]
    return InvalidInstance(defects, str(store.path))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return f"{len(value)} cells ({visible(', '.join(value), 80)})"
    return visible(json_text(value), 80)
