"""Which deals of a cell count, and for which interval.

``exact``
    All deals of a number that was fixed in advance are there.
``stopped``
    A pilot has chosen their number, and all of them are there; the pilot does not count.
``running``
    Some are missing. Only deals in the order of their seeds count, up to the first that is missing: workers return the
    batches that took least first, and easy deals are not like others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.sweeps.packing import answers_in
from crewsat.sweeps.spans import ENDLESS, Span
from crewsat.sweeps.stopping import PILOT, fresh_deals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.sweeps.spans import Spans
    from crewsat.sweeps.store import Store

RUNNING, STOPPED, EXACT = "running", "stopped", "exact"
INTERVALS = (RUNNING, STOPPED, EXACT)
"""The names of intervals, the weakest promise first."""
MERGED = "merged"
"""In what a store says of its sweep: of each cell the spans of seeds of all sweeps, and whether these were fixed."""


class Counted(NamedTuple):
    """The deals of a cell that count.

    Attributes:
        interval: one of `INTERVALS`.
        spans: the seeds of these deals.
        planned: how many deals the interval is to be about; None if that is not fixed, or not known yet.
    """

    interval: str
    spans: Sequence[Span]
    planned: int | None


def pilot_end(deals: int | None, seed_from: int) -> int:
    """Return the first seed after a pilot: the first seed, if the number of deals is fixed."""
    return seed_from + (PILOT if deals is None else 0)


def planned(
    deals: int | None, half_width: float | None, level: float, seed_from: int, pilot: Mapping[str, int]
) -> Span | None:
    """Return the seeds that the interval of a cell is to be about; None until its pilot is done.

    Args:
        deals: how many there are, if that is fixed.
        half_width: how wide half of the interval may be, if it is not.
        level: of confidence.
        seed_from: the first seed.
        pilot: answers of the pilot, counted.
    """
    first = pilot_end(deals, seed_from)
    if deals is not None:
        return Span(first, first + deals)
    if sum(pilot.values()) < PILOT:
        return None
    number = fresh_deals(pilot.get("yes", 0), half_width or 0.0, level, pilot.get("unknown", 0))
    return Span(first, first + number)


def counted(store: Store, cell: int, about: Mapping[str, Any]) -> Counted:
    """Return which deals of a cell count."""
    there = store.spans(cell)
    if MERGED in about:
        own = about[MERGED][store.cells()[cell][0]]
        spans = [Span(first, ENDLESS if end is None else end) for first, end in own["spans"]]
        number = sum(end - first for first, end in spans) if own["fixed"] else None
        is_complete = own["fixed"] and there.has_all(spans)
        return Counted(*((EXACT, spans) if is_complete else (RUNNING, there.without_gap(spans))), number)
    return counted_of(there, about["seed_from"], span_of(store, cell, about), is_fixed=about["deals"] is not None)


def counted_of(there: Spans, first: int, span: Span | None, *, is_fixed: bool) -> Counted:
    """Return which deals of a cell count, of a sweep that is not merged.

    Args:
        there: the seeds that are there.
        first: the first seed.
        span: those that the interval is to be about; None until the pilot is done.
        is_fixed: whether their number was fixed in advance.
    """
    number = None if span is None else span.end - span.first
    if span is not None and there.has_all([span]):
        return Counted(EXACT if is_fixed else STOPPED, [span], number)
    return Counted(RUNNING, there.without_gap([Span(first, ENDLESS)]), number)


def span_of(store: Store, cell: int, about: Mapping[str, Any]) -> Span | None:
    """Return the seeds that the interval of a cell of a sweep that is not merged is to be about, if that is known."""
    end = pilot_end(about["deals"], about["seed_from"])
    pilot: dict[str, int] = {}
    for row in store.rows_between(cell, about["seed_from"], end):
        for answer in answers_in(row.done.answers, row.deals):
            pilot[answer] = pilot.get(answer, 0) + 1
    return planned(about["deals"], about["half_width"], about["level"], about["seed_from"], pilot)
