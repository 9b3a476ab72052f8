"""What a sweep has found: its cells, each counted in one pass over its deals, and a row a cell with share and interval.

Which deals count for which interval is in `crewsat.sweeps.counting`. A threshold cell has a row for each number of
objectives, of the same deals.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.intervals import exact, running
from crewsat.sweeps.again import instance_of
from crewsat.sweeps.counting import INTERVALS, RUNNING, STOPPED, counted
from crewsat.sweeps.packing import seconds_in
from crewsat.sweeps.quantities import BOTS, SHARES, why_left_out
from crewsat.sweeps.spans import Span, Spans
from crewsat.sweeps.unpacked import ones_in
from crewsat.sweeps.values import Threshold
from crewsat.sweeps.versions import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crewsat.sweeps.store import Row, Store

QUANTILES = {"q05": 0.05, "q50": 0.5, "q95": 0.95}
"""The quantiles of a quantity that a cell's row has."""
BOUNDS = ("threshold_low", "threshold_high")
"""Between which numbers a threshold lies."""
MOST_EXAMPLES = 3
"""Lost deals of a cell whose seeds are kept."""
MOST_UNDECIDED = 20
"""Undecided deals of a cell whose seeds are kept."""
UNDECIDED = 255
"""In place of what a deal comes to."""
PILOT_ROW, AHEAD_ROW = "pilot", "ahead"
"""In place of the interval: a deal of a pilot, and one beyond the first deal that is missing; neither counts."""


class Deal(NamedTuple):
    """What is known of a deal.

    Attributes:
        seed: its seed.
        answer: ``yes``, ``no`` or ``unknown``.
        cpu: seconds of processor time.
        quantities: by name; None where one is not known.
        again: what became of it when it was decided again (`crewsat.sweeps.checks`); empty if it was not.
        reason: why something is open about it, its answer or a quantity, or why bots could not play it; else empty.
        interval: which interval it counts for; `PILOT_ROW` or `AHEAD_ROW` if it counts for none.
        planned: how many deals of its cell there are to be for this interval, if that is known.
        when: the date, and the versions of the program and its libraries.
    """

    seed: int
    answer: str
    cpu: float
    quantities: Mapping[str, int | None]
    again: str
    reason: str
    interval: str
    planned: int | None
    when: tuple[str, str]


def deals_of(store: Store, cell: int, rows: Iterable[Row] | None = None) -> Iterator[Deal]:
    """Return the deals of a cell, or of some of its batches, in the order of their seeds."""
    about, (name, _) = store.sweep(), store.cells()[cell]
    interval, spans, number = counted(store, cell, about)
    uncounted = PILOT_ROW if interval == STOPPED else AHEAD_ROW
    for row in store.rows(cell) if rows is None else rows:
        when = in_words(row.versions)
        seconds = seconds_in(row.done.seconds)
        for k, one in enumerate(ones_in(row.done, row.deals)):
            seed = row.first + k
            quantities = dict(one.quantities)
            if "threshold" in quantities:
                known = quantities["threshold"]
                low, high = (known, known) if one.open is None else (one.open.low, one.open.high)
                quantities |= {"threshold_low": low, "threshold_high": high}
            counts = interval if any(seed in span for span in spans) else uncounted
            reason = "" if one.open is None else one.open.reason
            if one.answer != "unknown" and _are_left_out(quantities):
                reason = why_left_out(instance_of(about["game"], about["parameters"][name], seed))
            yield Deal(seed, one.answer, seconds[k], quantities, one.again, reason, counts, number, when)


def _are_left_out(quantities: Mapping[str, int | None]) -> bool:
    """Return whether bots were to play a decided deal, and could not: they play every game to its end."""
    return any(name in quantities and quantities[name] is None for name in BOTS)


@dataclass
class Spread:
    """How often each value of a quantity was found; for times, the value is their code."""

    counts: Counter[float] = field(default_factory=Counter)

    def quantile(self, share: float) -> float | None:
        """Return the least value that at least this share of all values does not exceed; None without values."""
        left = share * self.counts.total()
        for value in sorted(self.counts):
            left -= self.counts[value]
            if left <= 0:
                return value
        return None

    def mean(self) -> float | None:
        """Return the mean; None without values."""
        number = self.counts.total()
        return sum(value * count for value, count in self.counts.items()) / number if number else None


@dataclass
class Tally:
    """What is known of a cell, counted in one pass over its deals.

    Attributes:
        parameters: by name, as texts.
        interval: which interval it has; of deals with several, the one that promises least.
        answers: counted; in a cell with a threshold, ``yes`` for each one that is known.
        cpu: how long deals took.
        quantities: by name.
        thresholds: pairs of what can be won at least and at most, counted.
        worst: seconds, and the seed, of the deal that took longest.
        again: what became of deals that were decided again, counted.
        lost: the first seeds of lost deals, by the least number of objectives in a threshold cell, else 0.
        undecided: the first seeds of undecided deals, and why they are undecided.
        left_out: why bots could not play deals that are decided, counted.
        seeds: of all deals.
        keeps_results: whether `results` and `order` are kept, nine bytes a deal.
        results: what deals come to, in the order in which they were counted: 0 lost, 1 won, the threshold, or
            `UNDECIDED`.
        order: their seeds, in this order.
    """

    parameters: Mapping[str, str]
    interval: str = INTERVALS[-1]
    answers: Counter[str] = field(default_factory=Counter)
    cpu: Spread = field(default_factory=Spread)
    quantities: dict[str, Spread] = field(default_factory=dict)
    thresholds: Counter[tuple[int, int]] = field(default_factory=Counter)
    worst: tuple[float, int] = (0.0, 0)
    again: Counter[str] = field(default_factory=Counter)
    lost: dict[int, list[int]] = field(default_factory=dict)
    undecided: list[tuple[int, str]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    seeds: Spans = field(default_factory=Spans)
    keeps_results: bool = False
    results: bytearray = field(default_factory=bytearray)
    order: array[int] = field(default_factory=lambda: array("q"))

    def add(self, deal: Deal) -> None:
        """Count a deal, unless it counts for no interval."""
        if deal.interval not in INTERVALS:
            return
        self.interval = min(self.interval, deal.interval, key=INTERVALS.index)
        self.answers[deal.answer] += 1
        self.cpu.counts[deal.cpu] += 1
        self.worst = max(self.worst, (deal.cpu, deal.seed))
        if deal.again:
            self.again[deal.again] += 1
        self._add_quantities(deal)
        if deal.answer == "unknown" and len(self.undecided) < MOST_UNDECIDED:
            self.undecided.append((deal.seed, deal.reason))
        if deal.answer != "unknown" and _are_left_out(deal.quantities):
            self.left_out[deal.reason] += 1
        low, high = (deal.quantities.get(name) for name in BOUNDS)
        if low is None or high is None:
            self._add_result({"no": 0, "yes": 1}.get(deal.answer, UNDECIDED), 0 if deal.answer == "no" else None, deal)
        else:
            self.thresholds[low, high] += 1
            self._add_result(low if low == high else UNDECIDED, high + 1, deal)

    def _add_quantities(self, deal: Deal) -> None:
        """Count what has been found out about a deal."""
        for name, value in deal.quantities.items():
            if name not in BOUNDS:
                spread = self.quantities.setdefault(name, Spread())
                if value is not None:
                    spread.counts[value] += 1

    def _add_result(self, result: int, lost_with: int | None, deal: Deal) -> None:
        """Count what a deal comes to, and remember it if it is among the first that are lost."""
        if self.keeps_results:
            self.results.append(result)
            self.order.append(deal.seed)
        self.seeds.add(Span(deal.seed, deal.seed + 1))
        if lost_with is not None:
            examples = self.lost.setdefault(lost_with, [])
            if len(examples) < MOST_EXAMPLES:
                examples.append(deal.seed)

    def won(self, objectives: int | None = None) -> dict[int, bool | None]:
        """Return whether each deal is won, by its seed; None for those undecided. Needs `results`.

        Args:
            objectives: how many of them, in a cell with a threshold.
        """
        least = 1 if objectives is None else objectives
        results = zip(self.order, self.results, strict=True)
        return {seed: None if result == UNDECIDED else result >= least for seed, result in results}

    @property
    def threshold(self) -> Threshold | None:
        """Return the numbers of objectives that its thresholds are looked for among; None if it has none."""
        return next((Threshold.read(text) for text in self.parameters.values() if text.startswith("threshold")), None)

    @property
    def number_of_rows(self) -> int:
        """How many rows it has."""
        return 1 if self.threshold is None else len(range(self.threshold.low, self.threshold.high + 1))


def cell_in(store: Store, number: int) -> Tally:
    """Return what is known of a cell of a store."""
    (name, _), parameters = store.cells()[number], store.sweep()["parameters"]
    cell = Tally(parameters[name])
    for deal in deals_of(store, number):
        cell.add(deal)
    if not cell.answers:
        cell.interval = INTERVALS[0]
    return cell


def cells_in(store: Store) -> Iterator[Tally]:
    """Yield what is known of every cell of a store."""
    return (cell_in(store, number) for number in range(len(store.cells())))


def number_of_rows(parameters: Iterable[Mapping[str, str]]) -> int:
    """Return how many rows cells with these parameters have."""
    return sum(Tally(own).number_of_rows for own in parameters)


def all_rows(cells: Iterable[Tally], level: float, number: int) -> Iterator[tuple[Tally, dict[str, Any]]]:
    """Yield each cell with each of its rows.

    Args:
        cells: of a sweep.
        level: of confidence.
        number: how many rows the sweep has, or is to have.
    """
    for cell in cells:
        for row in rows_of(cell, level, number):
            yield cell, row


def rows_of(cell: Tally, level: float, number: int) -> list[dict[str, Any]]:
    """Return the rows of a cell.

    Args:
        cell: what is known of it.
        level: of confidence.
        number: how many rows the sweep has, for the interval that holds for all of them at once (Bonferroni).
    """
    threshold = cell.threshold
    if threshold is None:
        counts = [(cell.parameters, cell.answers["yes"], cell.answers["unknown"])]
    else:
        counts = []
        for objectives in range(threshold.low, threshold.high + 1):
            yes = sum(count for (low, _), count in cell.thresholds.items() if low >= objectives)
            maybe = sum(count for (low, high), count in cell.thresholds.items() if low < objectives <= high)
            counts.append(({**cell.parameters, "objectives": str(objectives)}, yes, maybe))
    common = _costs(cell, level)
    return [
        {**parameters, **_share(cell, level, number, yes, unknown), **common} for parameters, yes, unknown in counts
    ]


def is_wider(row: Mapping[str, Any], half_width: float | None) -> bool:
    """Return whether the interval of a row is wider than the pilot of its cell had planned for."""
    return half_width is not None and row["interval"] == STOPPED and row["high"] - row["low"] > 2 * half_width


def _share(cell: Tally, level: float, number: int, yes: int, unknown: int) -> dict[str, Any]:
    """Return the share of a cell with its intervals; undecided deals count against both ends."""
    deals = cell.answers.total()
    interval = running if cell.interval == RUNNING else exact
    low, high = interval(yes, deals, level, unknown)
    together = interval(yes, deals, 1 - (1 - level) / number, unknown)
    return {
        "deals": deals,
        "yes": yes,
        "no": deals - yes - unknown,
        "unknown": unknown,
        "share": yes / deals if deals else None,
        "low": low,
        "high": high,
        "interval": cell.interval,
        "level": level,
        "low_together": together.low,
        "high_together": together.high,
    }


def _costs(cell: Tally, level: float) -> dict[str, Any]:
    """Return number, mean and quantiles of quantities, the intervals of shares, and what the deals have cost."""
    found: dict[str, Any] = {}
    interval = running if cell.interval == RUNNING else exact
    for name, spread in sorted(cell.quantities.items()):
        if name in SHARES:
            low, high = interval(spread.counts[1], spread.counts.total(), level)
            found |= {f"{name}_low": low, f"{name}_high": high}
        found |= {f"{name}_known": spread.counts.total(), f"{name}_mean": spread.mean()}
        found |= {f"{name}_{word}": spread.quantile(share) for word, share in QUANTILES.items()}
    total = sum(value * count for value, count in cell.cpu.counts.items())
    times = {"cpu_seconds": total, "cpu_median": cell.cpu.quantile(0.5), "cpu_99": cell.cpu.quantile(0.99)}
    return {**found, **times, "worst_seed": cell.worst[1] if cell.answers else None}
