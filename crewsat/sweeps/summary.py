"""What a sweep has found: a row a cell, with its share and how sure it is, and a row a deal.

A cell's interval is ``exact`` if the number of deals was fixed in advance and they are all there, ``stopped`` after a
planned stop, and otherwise ``running``: the one that holds whenever one looks. A threshold cell has a row for each
number of objectives, of the same deals.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.sweeps.intervals import exact, running
from crewsat.sweeps.merging import MERGED
from crewsat.sweeps.packing import answers_in, numbers_in, seconds_in
from crewsat.sweeps.stopping import PILOT, fresh_deals
from crewsat.sweeps.values import Threshold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crewsat.sweeps.store import Store

QUANTILES = {"low": 0.05, "median": 0.5, "high": 0.95}
"""The quantiles of a quantity that a cell's row has."""


class Deal(NamedTuple):
    """What is known of a deal.

    Attributes:
        seed: its seed.
        answer: ``yes``, ``no`` or ``unknown``.
        cpu: seconds of processor time.
        quantities: by name; None where one is not known.
    """

    seed: int
    answer: str
    cpu: float
    quantities: Mapping[str, int | None]


def deals_of(store: Store, cell: int) -> Iterator[Deal]:
    """Return the deals of a cell, in the order of their seeds."""
    for row in store.rows(cell):
        found = {name: numbers_in(*packed) for name, packed in row.done.quantities.items()}
        for k, (answer, cpu) in enumerate(
            zip(answers_in(row.done.answers, row.deals), seconds_in(row.done.seconds), strict=True)
        ):
            yield Deal(row.first + k, answer, cpu, {name: numbers[k] for name, numbers in found.items()})


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
class Cell:
    """What is known of a cell, counted in one pass over its deals.

    Attributes:
        name: of the cell.
        parameters: by name, as texts.
        answers: counted.
        cpu: how long deals took.
        quantities: by name.
        thresholds: pairs of what can be won at least and at most, counted.
        worst: seconds, and the seed, of the deal that took longest.
        pilot: answers of deals that do not count.
    """

    name: str
    parameters: Mapping[str, str]
    answers: Counter[str] = field(default_factory=Counter)
    cpu: Spread = field(default_factory=Spread)
    quantities: dict[str, Spread] = field(default_factory=dict)
    thresholds: Counter[tuple[int, int]] = field(default_factory=Counter)
    worst: tuple[float, int] = (0.0, 0)
    pilot: Counter[str] = field(default_factory=Counter)

    def add(self, deal: Deal) -> None:
        """Count a deal."""
        self.answers[deal.answer] += 1
        self.cpu.counts[deal.cpu] += 1
        self.worst = max(self.worst, (deal.cpu, deal.seed))
        low, high = deal.quantities.get("threshold_low"), deal.quantities.get("threshold_high")
        if low is not None and high is not None:
            self.thresholds[low, high] += 1
        for name, value in deal.quantities.items():
            if value is not None:
                self.quantities.setdefault(name, Spread()).counts[value] += 1


def cells_in(store: Store) -> list[Cell]:
    """Return what is known of every cell of a store."""
    about = store.about()
    piloted = about["deals"] is None and MERGED not in about
    pilot_end = about["seed_from"] + (PILOT if piloted else 0)
    found = []
    for k, (name, _) in enumerate(store.cells()):
        cell = Cell(name, about["parameters"][name])
        for deal in deals_of(store, k):
            if deal.seed < pilot_end:
                cell.pilot[deal.answer] += 1
            else:
                cell.add(deal)
        found.append(cell)
    return found


def rows_of(cell: Cell, about: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Return the rows of a cell.

    Args:
        cell: what is known of it.
        about: what the sweep is.
        number: how many cells the sweep has, for the interval that holds for all of them together.
    """
    threshold = next((Threshold.read(text) for text in cell.parameters.values() if text.startswith("threshold")), None)
    if threshold is None:
        counts = [(cell.parameters, cell.answers["yes"], cell.answers["unknown"])]
    else:
        counts = []
        for objectives in range(threshold.low, threshold.high + 1):
            yes = sum(count for (low, _), count in cell.thresholds.items() if low >= objectives)
            maybe = sum(count for (low, high), count in cell.thresholds.items() if low < objectives <= high)
            counts.append(({**cell.parameters, "objectives": str(objectives)}, yes, maybe))
    common = _costs(cell)
    return [
        {**parameters, **_share(cell, about, number, yes, unknown), **common} for parameters, yes, unknown in counts
    ]


def _share(cell: Cell, about: Mapping[str, Any], number: int, yes: int, unknown: int) -> dict[str, Any]:
    """Return the share of a cell with its intervals; undecided deals count against both ends."""
    deals = cell.answers.total()
    kind = _kind(cell, about, deals)
    level = about["level"]
    interval = running if kind == "running" else exact
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
        "interval": kind,
        "level": level,
        "low_together": together.low,
        "high_together": together.high,
    }


def _kind(cell: Cell, about: Mapping[str, Any], deals: int) -> str:
    """Return which interval may be used."""
    if MERGED in about:
        fixed = about[MERGED][cell.name]
        return "running" if fixed is None or deals < fixed else "exact"
    if about["deals"] is not None:
        return "exact" if deals >= about["deals"] else "running"
    if cell.pilot.total() < PILOT:
        return "running"
    planned = fresh_deals(cell.pilot["yes"], about["half_width"], about["level"], cell.pilot["unknown"])
    return "stopped" if deals >= planned else "running"


def _costs(cell: Cell) -> dict[str, Any]:
    """Return means and quantiles of quantities, and what the deals have cost."""
    found: dict[str, Any] = {}
    for name, spread in sorted(cell.quantities.items()):
        found[f"{name}_mean"] = spread.mean()
        found |= {f"{name}_{word}": spread.quantile(share) for word, share in QUANTILES.items()}
    total = sum(value * count for value, count in cell.cpu.counts.items())
    times = {"cpu_seconds": total, "cpu_median": cell.cpu.quantile(0.5), "cpu_99": cell.cpu.quantile(0.99)}
    return {**found, **times, "worst_seed": cell.worst[1] if cell.answers else None}
