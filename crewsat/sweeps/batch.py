"""A batch: deals of one cell with consecutive seeds, made and decided where it runs, in a plain loop.

Nothing but its seeds is sent there, and nothing but packed answers comes back: no instance is pickled, and no message
is sent for a deal. A deal beyond the time limit is left undecided; a process that dies is the sender's concern.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import Stopped
from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine.frontend import decide
from crewsat.games import GAMES
from crewsat.sweeps.checks import decided_again, is_chosen, together
from crewsat.sweeps.packing import packed_answers, packed_numbers, packed_seconds
from crewsat.sweeps.quantities import BOTS, check_bots, won_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.request import Tell
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.sweeps.cells import Cell
    from crewsat.sweeps.quantities import Keys


@dataclass(frozen=True, slots=True)
class Task:
    """What is done with a batch.

    Attributes:
        cell: of the deals.
        first: the first seed.
        deals: how many there are.
        time_limit: seconds a deal may take.
        quantities: what is found out besides the answer (`crewsat.sweeps.quantities`).
        check: the share of deals that are decided again by other means.
        check_limit: seconds that this may take.
        bots: what identifies the bots that are to play.
    """

    cell: Cell
    first: int
    deals: int
    time_limit: float
    quantities: tuple[str, ...] = ()
    check: float = 0.0
    check_limit: float = 60.0
    bots: Keys = field(default_factory=dict)

    @property
    def seeds(self) -> range:
        """The seeds of the deals."""
        return range(self.first, self.first + self.deals)


class Open(NamedTuple):
    """What is open about a deal: its answer, or a quantity.

    Attributes:
        reason: why, ``time`` for example.
        limit: the seconds that did not suffice.
        low, high: between which numbers its threshold lies; None for other deals.
    """

    reason: str
    limit: float
    low: int | None = None
    high: int | None = None


class Done(NamedTuple):
    """What is known of a batch, packed (`crewsat.sweeps.packing`).

    Attributes:
        answers: two bits a deal.
        seconds: a byte a deal, of processor time.
        quantities: by name, how many bytes a number has, and the numbers.
        open: what is open about deals, by their places in the batch.
        again: what became of deals that were decided again, by their places (`crewsat.sweeps.checks`).
        methods: how many answers each method has given.
        checked: how far answers have been checked, counted.
        cpu: seconds of processor time of the batch.
        wall: seconds it took.
    """

    answers: bytes
    seconds: bytes
    quantities: Mapping[str, tuple[int, bytes]]
    open: Mapping[int, Open]
    again: Mapping[int, str]
    methods: Mapping[str, int]
    checked: Mapping[str, int]
    cpu: float
    wall: float


if TYPE_CHECKING:
    _Answered = tuple[Instance, Verdict[Any]]


class _Found(NamedTuple):
    """What is found about a deal."""

    answer: str
    method: str
    checked: str
    quantities: Mapping[str, int | None]
    open: Open | None


def decide_batch(task: Task, *, deadline: float | None = None, note: Tell | None = None) -> Done:
    """Decide the deals of a batch, one after the other.

    Raises:
        OtherBot: if the bots here are not those that are to play.
    """
    del deadline, note  # each deal has a limit
    check_bots(task.bots)
    wall, cpu = time.monotonic(), cpu_seconds()
    found: list[_Found] = []
    seconds = []
    again = {}
    key = task.cell.key if task.check else ""
    for k, seed in enumerate(task.seeds):
        begun = cpu_seconds()
        one, answered = _decided(task, seed)
        seconds.append(cpu_seconds() - begun)
        found.append(one)
        if task.check and one.answer != "unknown" and is_chosen(key, seed, task.check):
            again[k] = together(decided_again(instance, verdict, task.check_limit) for instance, verdict in answered)
    return Done(
        packed_answers([one.answer for one in found]),
        packed_seconds(seconds),
        _packed_quantities(found),
        {k: one.open for k, one in enumerate(found) if one.open is not None},
        again,
        Counter(one.method for one in found),
        Counter(one.checked for one in found),
        cpu_seconds() - cpu,
        time.monotonic() - wall,
    )


def _packed_quantities(found: Sequence[_Found]) -> dict[str, tuple[int, bytes]]:
    """Return the quantities of some deals by name, packed."""
    names = dict.fromkeys(name for one in found for name in one.quantities)
    return {name: packed_numbers([one.quantities.get(name) for one in found]) for name in names}


def _decided(task: Task, seed: int) -> tuple[_Found, list[_Answered]]:
    """Return what is found about a deal, and what has been decided for that."""
    if task.cell.threshold is not None:
        return _threshold(task, seed)
    limit = time.monotonic() + task.time_limit
    instance = task.cell.generator.with_seed(seed)
    verdict: Verdict[Any] = decide(
        instance, time_limit=task.time_limit, fewest_tricks="fewest_tricks" in task.quantities
    )
    found, missing = _quantities(task, seed, instance, verdict, limit)
    reason = verdict.reason or "incomplete" if verdict.answer == "unknown" else missing
    unknown = None if reason is None else Open(reason, task.time_limit)
    return _Found(verdict.answer, verdict.method, verdict.checked, found, unknown), [(instance, verdict)]


def _quantities(
    task: Task, seed: int, instance: Instance, verdict: Verdict[Any], end: float
) -> tuple[dict[str, int | None], Reason | None]:
    """Return the quantities of a deal, and why one of them is not known; None if all are."""
    found: dict[str, int | None] = dict.fromkeys(task.quantities)
    missing: Reason | None = None
    for name in task.quantities if verdict.answer != "unknown" else ():
        if name in BOTS:  # a game is played to its end, however long it takes: its result depends on the deal alone
            found[name] = won_by(name, instance, seed)
            continue
        try:
            left = max(end - time.monotonic(), 0.001)
            found[name] = GAMES[task.cell.game].quantities[name].code(instance, verdict, left)
        except Stopped as stopped:
            missing = stopped.reason
    return found, missing


def _threshold(task: Task, seed: int) -> tuple[_Found, list[_Answered]]:
    """Find the most objectives of a seed that can be won, by bisection.

    If a question is left undecided, the threshold is open between two numbers.
    """
    low, high = task.cell.threshold or (0, 0)
    most, least_lost = low - 1, high + 1  # can be won, and cannot
    end = time.monotonic() + task.time_limit
    reason: str | None = None
    method, checked = "auto", "none"
    answered: list[_Answered] = []
    while least_lost - most > 1 and reason is None:
        middle = (most + least_lost) // 2
        deal = replace(task.cell.generator, objectives=middle).with_seed(seed)
        verdict = decide(deal, time_limit=max(end - time.monotonic(), 0.001))
        method, checked = verdict.method, verdict.checked
        answered.append((deal, verdict))
        if verdict.answer == "yes":
            most = middle
        elif verdict.answer == "no":
            least_lost = middle
        else:
            reason = verdict.reason or "incomplete"
    if reason is not None:
        unknown = Open(reason, task.time_limit, most, least_lost - 1)
        return _Found("unknown", method, checked, {"threshold": None}, unknown), answered
    return _Found("yes", method, checked, {"threshold": most}, None), answered


def nothing_known(task: Task, reason: str) -> Done:
    """Return what is known of a single deal that nothing has been found out about."""
    threshold = task.cell.threshold
    between = (None, None) if threshold is None else (threshold.low - 1, threshold.high)
    names = task.quantities if threshold is None else ("threshold",)
    quantities = {name: packed_numbers([None]) for name in names}
    unknown = Open(reason, task.time_limit, *between)
    return Done(packed_answers(["unknown"]), bytes(1), quantities, {0: unknown}, {}, {}, {}, 0.0, 0.0)
