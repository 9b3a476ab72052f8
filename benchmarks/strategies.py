"""The table of what answers about games with opponents cost: the search, and playing the strategy it has found.

A yes rests on its strategy, which is played against every defence to the end; a no of a search stands without, and the
strategy of the other side is played up to a bound. So the answer is reported with the one and without the other, and
the replay of a no is listed separately. Times are processor times, of an instance those of the faster pass.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.quantities import known, value_of
from benchmarks.tables import in_words, pairs_of, quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from benchmarks.records import Record
    from benchmarks.tables import Pair


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table, in words: "median / worst" unless stated otherwise; a dash for what is missing.

    Attributes:
        block: the block.
        point: those of its parameters that vary.
        engine: the engine.
        yes: number of yes answers.
        no: number of no answers.
        open: how many instances were not decided.
        answer: time to the answer: the search and, for a yes, the replay.
        search: time of the search.
        replay_of_yes: time of the replay of a yes.
        replay_of_no: time of the replay of a no.
        whole: for how many no answers the strategy was played to the end.
        positions: visited by the search.
        replayed: positions of the strategy that were played, for a yes.
        peak_mb: most memory of a run.
    """

    block: str
    point: str
    engine: str
    yes: str
    no: str
    open: str
    answer: str
    search: str
    replay_of_yes: str
    replay_of_no: str
    whole: str
    positions: str
    replayed: str
    peak_mb: str


def lines(records: Iterable[Record]) -> list[Line]:
    """Return a line for each point of a block and each engine that plays strategies."""
    groups: dict[tuple[str, str], dict[str, list[Pair]]] = {}
    for pair in pairs_of(records):
        groups.setdefault((pair.first.block, pair.first.engine), {}).setdefault(pair.first.parameters, []).append(pair)
    return [
        _line(block, _varying(points, parameters), engine, pairs)
        for (block, engine), points in groups.items()
        if any(record.replayed is not None for pairs in points.values() for pair in pairs for record in pair.records)
        for parameters, pairs in points.items()
    ]


def _varying(points: Iterable[str], parameters: str) -> str:
    """Return in words those parameters of a point that differ between points."""
    others = [json.loads(point) for point in points]
    mine: Mapping[str, object] = json.loads(parameters)
    return ", ".join(f"{name} {mine[name]}" for name in mine if any(other[name] != mine[name] for other in others))


def _line(block: str, point: str, engine: str, pairs: Sequence[Pair]) -> Line:
    yes, no, unknown = (_answered(pairs, answer) for answer in ("yes", "no", "unknown"))
    return Line(
        block=block,
        point=point,
        engine=engine,
        yes=f"{len(yes)}",
        no=f"{len(no)}",
        open=f"{len(unknown)}",
        answer=_spread(map(_answer, pairs), in_words),
        search=_spread((value_of(pair, "search") for pair in pairs), in_words),
        replay_of_yes=_spread(map(_replay, yes), in_words),
        replay_of_no=_spread(map(_replay, no), in_words),
        whole=_played_whole(no),
        positions=_spread((value_of(pair, "positions") for pair in known(pairs, "positions")), _number),
        replayed=_spread((float(pair.first.replayed or 0) for pair in yes), _number),
        peak_mb=_peak(pairs),
    )


def _answered(pairs: Iterable[Pair], answer: str) -> list[Pair]:
    return [pair for pair in pairs if pair.answer == answer]


def _answer(pair: Pair) -> float:
    """Return the time the answer took, infinite if there is none."""
    return value_of(pair, "search") + (_replay(pair) if pair.answer == "yes" else 0.0)


def _played_whole(no: Sequence[Pair]) -> str:
    return f"{sum(pair.first.checked == 'replayed' for pair in no)}" if no else "-"


def _peak(pairs: Iterable[Pair]) -> str:
    peaks = [record.peak_mb for pair in pairs for record in pair.records if record.peak_mb is not None]
    return f"{max(peaks):.0f}" if peaks else "-"


def _replay(pair: Pair) -> float:
    """Return the time the replay took, in the faster pass."""
    return min(record.check_cpu or 0.0 for record in pair.records)


def _spread(values: Iterable[float], words: Callable[[float], str]) -> str:
    """Return median and worst."""
    ordered = sorted(values)
    return " / ".join(words(quantile(ordered, share)) for share in (0.5, 1.0)) if ordered else "-"


def _number(value: float) -> str:
    return "-" if math.isinf(value) else f"{value:,.0f}"
