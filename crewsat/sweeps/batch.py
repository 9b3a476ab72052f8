"""A batch: deals of one cell with consecutive seeds, made and decided where it runs, in a plain loop.

Nothing but its seeds is sent there, and nothing but packed answers comes back: no instance is pickled, and no message
is sent for a deal. A deal beyond the time limit is left undecided; a process that dies is the sender's concern.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine.frontend import decide
from crewsat.questions.frontend import least_hand_size
from crewsat.sweeps.checks import decided_again, is_chosen, together
from crewsat.sweeps.packing import packed_answers, packed_numbers, packed_seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.engine.request import Tell
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.sweeps.cells import Cell


@dataclass(frozen=True, slots=True)
class Task:
    """What is done with a batch.

    Attributes:
        cell: of the deals.
        first: the first seed.
        deals: how many there are.
        time_limit: seconds a deal may take.
        quantities: what is found out besides the answer (`crewsat.sweeps.plan.QUANTITIES`).
        check: the share of deals that are decided again by other means.
    """

    cell: Cell
    first: int
    deals: int
    time_limit: float
    quantities: tuple[str, ...] = ()
    check: float = 0.0

    @property
    def seeds(self) -> range:
        """The seeds of the deals."""
        return range(self.first, self.first + self.deals)


class Done(NamedTuple):
    """What is known of a batch, packed (`crewsat.sweeps.packing`).

    Attributes:
        answers: two bits a deal.
        seconds: a byte a deal, of processor time.
        quantities: by name, how many bytes a number has, and the numbers.
        undecided: why deals are undecided, by their places in the batch.
        again: what became of deals that were decided again, by their places (`crewsat.sweeps.checks`).
        methods: how many answers each method has given.
        checked: how far answers have been checked, counted.
        cpu: seconds of processor time of the batch.
        wall: seconds it took.
    """

    answers: bytes
    seconds: bytes
    quantities: Mapping[str, tuple[int, bytes]]
    undecided: Mapping[int, str]
    again: Mapping[int, str]
    methods: Mapping[str, int]
    checked: Mapping[str, int]
    cpu: float
    wall: float


if TYPE_CHECKING:
    _Answered = tuple[Instance, Verdict[Any]]


class _Found(NamedTuple):
    """The answer to a deal."""

    answer: str
    method: str
    checked: str
    reason: str | None
    quantities: Mapping[str, int | None]


def decide_batch(task: Task, *, deadline: float | None = None, note: Tell | None = None) -> Done:
    """Decide the deals of a batch, one after the other."""
    del deadline, note  # each deal has a limit
    wall, cpu = time.monotonic(), cpu_seconds()
    found: list[_Found] = []
    seconds = []
    again = {}
    for k, seed in enumerate(task.seeds):
        begun = cpu_seconds()
        one, answered = _decided(task, seed)
        seconds.append(cpu_seconds() - begun)
        found.append(one)
        if one.answer != "unknown" and is_chosen(task.cell.key, seed, task.check):
            again[k] = together(decided_again(instance, verdict, task.time_limit) for instance, verdict in answered)
    return Done(
        packed_answers([one.answer for one in found]),
        packed_seconds(seconds),
        _packed_quantities(found),
        {k: one.reason or "incomplete" for k, one in enumerate(found) if one.answer == "unknown"},
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
    found: dict[str, int | None] = {}
    if "fewest_tricks" in task.quantities:
        low, high = verdict.fewest_tricks or (None, None)
        found["fewest_tricks"] = high if low == high else None
    if "least_hand" in task.quantities:
        least = least_hand_size(instance, time_limit=max(limit - time.monotonic(), 0.001))
        found["least_hand"] = least.at_most if least.proved else None
    return _Found(verdict.answer, verdict.method, verdict.checked, verdict.reason, found), [(instance, verdict)]


def _threshold(task: Task, seed: int) -> tuple[_Found, list[_Answered]]:
    """Find the most objectives of a seed that can be won, by bisection.

    If a question is left undecided, the threshold lies between ``threshold_low`` and ``threshold_high``.
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
    answer = "yes" if reason is None else "unknown"
    return _Found(answer, method, checked, reason, _between(most, least_lost - 1)), answered


def _between(low: int, high: int) -> dict[str, int | None]:
    """Return the quantities of a threshold that lies between two numbers."""
    return {"threshold": low if low == high else None, "threshold_low": low, "threshold_high": high}


def nothing_known(task: Task, reason: str) -> Done:
    """Return what is known of a single deal that nothing has been found out about."""
    threshold = task.cell.threshold
    numbers = dict.fromkeys(task.quantities) if threshold is None else _between(threshold.low - 1, threshold.high)
    quantities = {name: packed_numbers([number]) for name, number in numbers.items()}
    return Done(packed_answers(["unknown"]), bytes(1), quantities, {0: reason}, {}, {}, {}, 0.0, 0.0)
