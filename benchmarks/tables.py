"""Tables: what the passes of a run say together, PAR-2 scores, noise.

The cost of a pair (instance, engine) is the least processor time over the passes: what else the machine does can only
add to it. A pair is solved if every pass answered. How far the passes are apart is the noise, and is reported.
"""

from __future__ import annotations

import json
import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.records import Record
    from benchmarks.suites import Suite


@dataclass(frozen=True, slots=True)
class Pair:
    """An instance and an engine, over all passes.

    Attributes:
        records: of the passes.
    """

    records: tuple[Record, ...]

    @property
    def first(self) -> Record:
        """Any of the records, for what they have in common."""
        return self.records[0]

    @property
    def answer(self) -> str:
        """The answer, unknown if some pass did not answer."""
        said = {record.answer for record in self.records}
        return said.pop() if len(said) == 1 else "unknown"

    @property
    def cost(self) -> float | None:
        """Processor time in seconds, None if unsolved."""
        if self.answer == "unknown":
            return None
        return min(seconds(record) for record in self.records)

    @property
    def par2(self) -> float:
        """The cost, or twice the time limit."""
        return 2 * self.first.time_limit if self.cost is None else self.cost


def latest(suite: Suite, records: Iterable[Record]) -> list[Record]:
    """Return the records a suite asks for, in its order, that are of the state of the code measured last.

    If an engine was measured in several versions, the records of the version measured last count.
    """
    order = {place: number for number, place in enumerate(_places(suite))}
    specs = {name: json.dumps(suite.known()[name].spec(), sort_keys=True) for name in suite.asked()}
    mine = [record for record in records if _place(record) in order and record.spec == specs[record.engine]]
    state = max(mine, key=lambda record: record.began).code if mine else ""
    mine = sorted((record for record in mine if record.code == state), key=lambda record: record.began)
    versions = {record.engine: record.version for record in mine}
    mine = [record for record in mine if record.version == versions[record.engine]]
    return sorted(mine, key=lambda record: order[_place(record)])


def _places(suite: Suite) -> Iterator[tuple[object, ...]]:
    """Yield the `_place` of every record a suite asks for, in its order."""
    for passed in range(1, suite.passes + 1):
        for block, point, seed in suite.places(passed):
            for engine in suite.runs_of(block):
                yield block.name, block.family, json.dumps(point), seed, suite.limits_of(block), engine, passed


def _place(record: Record) -> tuple[object, ...]:
    limits = (record.time_limit, record.memory_limit)
    return record.block, record.family, record.parameters, record.seed, limits, record.engine, record.passed


def seconds(record: Record) -> float:
    """Return the processor time of a run; wall time where it is not known."""
    return record.wall if record.cpu is None else record.cpu


def pairs_of(records: Iterable[Record]) -> list[Pair]:
    """Put the passes of each instance and engine together."""
    found: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        found.setdefault((record.block, record.point, record.engine), []).append(record)
    return [Pair(tuple(sorted(group, key=lambda record: record.passed))) for group in found.values()]


def noise(pairs: Iterable[Pair]) -> list[float]:
    """Return the ratio of the slowest to the fastest pass of each solved pair with several passes, sorted."""
    ratios = []
    for pair in pairs:
        times = [seconds(record) for record in pair.records]
        if pair.cost is not None and len(times) > 1 and min(times) > 0:
            ratios.append(max(times) / min(times))
    return sorted(ratios)


def quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile of sorted values, interpolated between neighbours; infinite values count as such."""
    place = share * (len(values) - 1)
    low, high = math.floor(place), math.ceil(place)
    if values[low] == values[high]:
        return values[low]
    return values[low] + (values[high] - values[low]) * (place - low)


def wilson(yes: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's score."""
    if number == 0:
        return math.nan, math.nan
    z = 1.96
    centre = (yes + z * z / 2) / (number + z * z)
    spread = z / (number + z * z) * math.sqrt(yes * (number - yes) / number + z * z / 4)
    share = yes / number
    return min(share, centre - spread), max(share, centre + spread)


def contradictions(records: Sequence[Record]) -> list[str]:
    """Return, in words, the instances to which some engine said yes and some no."""
    said: dict[str, dict[str, Record]] = {}
    for record in records:
        if record.answer != "unknown":
            said.setdefault(record.instance, {})[record.answer] = record
    return [
        f"{both['yes'].engine} says yes and {both['no'].engine} says no to {both['yes'].point}"
        for both in said.values()
        if len(both) > 1
    ]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the PAR-2 table: an engine on a block.

    Attributes:
        block: the block.
        engine: the engine.
        pairs: instances asked.
        yes: answered yes in every pass.
        no: answered no in every pass.
        reasons: why the others were not answered, with counts.
        par2: mean of the costs; twice the limit for unsolved pairs.
        median: of the cost; infinite if at least half of the pairs are unsolved.
        high: the 95th percentile of the cost.
        noise: median ratio between passes.
        peak_mb: most memory of a run.
    """

    block: str
    engine: str
    pairs: int
    yes: int
    no: int
    reasons: str
    par2: float
    median: float
    high: float
    noise: float | None
    peak_mb: float | None


def rows(records: Iterable[Record]) -> list[Row]:
    """Return the PAR-2 table: blocks in their order, best engine first."""
    groups: dict[str, dict[str, list[Pair]]] = {}
    for pair in pairs_of(records):
        groups.setdefault(pair.first.block, {}).setdefault(pair.first.engine, []).append(pair)
    made = []
    for block, engines in groups.items():
        made += sorted((_row(block, engine, pairs) for engine, pairs in engines.items()), key=lambda row: row.par2)
    return made


def _row(block: str, engine: str, pairs: list[Pair]) -> Row:
    costs = sorted(math.inf if pair.cost is None else pair.cost for pair in pairs)
    answers = [pair.answer for pair in pairs]
    why = [record.reason for pair in pairs for record in pair.records if record.reason is not None]
    ratios = noise(pairs)
    peaks = [record.peak_mb for pair in pairs for record in pair.records if record.peak_mb is not None]
    return Row(
        block=block,
        engine=engine,
        pairs=len(pairs),
        yes=answers.count("yes"),
        no=answers.count("no"),
        reasons=", ".join(f"{why.count(reason)} {reason}" for reason in sorted(set(why))),
        par2=statistics.fmean(pair.par2 for pair in pairs),
        median=quantile(costs, 0.5),
        high=quantile(costs, 0.95),
        noise=quantile(ratios, 0.5) if ratios else None,
        peak_mb=max(peaks, default=None),
    )


def in_words(value: float) -> str:
    """Format seconds for people: 7.1 ms, 0.34 s, 12 s."""
    if math.isinf(value):
        return "-"
    if value < 0.1:
        return f"{value * 1000:.2g} ms" if value < 0.01 else f"{value * 1000:.0f} ms"
    return f"{value:.2g} s" if value < 10 else f"{value:.0f} s"


def summary(records: Iterable[Record]) -> str:
    """Return the PAR-2 table as text."""
    names = ("asked", 5), ("yes", 4), ("no", 4), ("open", 4), ("PAR-2", 8), ("median", 8), ("95 %", 8), ("passes", 7)
    lines = [f"{'block':24} {'engine':14} {' '.join(f'{name:>{width}}' for name, width in (*names, ('MB', 5)))}"]
    for row in rows(records):
        spread = "" if row.noise is None else f"x{row.noise:.2f}"
        peak = "" if row.peak_mb is None else f"{row.peak_mb:.0f}"
        lines.append(
            f"{row.block:24} {row.engine:14} {row.pairs:5} {row.yes:4} {row.no:4} {row.pairs - row.yes - row.no:4} "
            f"{in_words(row.par2):>8} {in_words(row.median):>8} {in_words(row.high):>8} {spread:>7} {peak:>5}"
        )
    lines.append("CPU time; unsolved counts twice the limit in PAR-2; 'passes': slowest to fastest pass, median")
    return "\n".join(lines)
