"""Spans of consecutive seeds: which are there, which are missing, and how far they go without a gap."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ENDLESS = 2**63
"""The end of a span that has none."""


class Span(NamedTuple):
    """The seeds from first, inclusive, to end, exclusive."""

    first: int
    end: int

    def __contains__(self, seed: object) -> bool:
        return isinstance(seed, int) and self.first <= seed < self.end


class Spans:
    """A set of seeds, as spans that neither overlap nor touch, in their order."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self.spans: list[Span] = []
        for span in spans:
            self.add(span)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self.spans == other.spans

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __contains__(self, seed: int) -> bool:
        return self._beside(seed) is not None

    def _beside(self, seed: int) -> Span | None:
        """Return the span that contains a seed, or None."""
        k = bisect_left(self.spans, (seed + 1,))
        return self.spans[k - 1] if k and seed in self.spans[k - 1] else None

    def add(self, span: Span) -> None:
        """Add seeds, of which some may be there."""
        first, end = span
        k = bisect_left(self.spans, (first,))
        if k and self.spans[k - 1].end >= first:
            k -= 1
        while k < len(self.spans) and self.spans[k].first <= end:
            first, end = min(first, self.spans[k].first), max(end, self.spans.pop(k).end)
        self.spans.insert(k, Span(first, end))

    def missing(self, span: Span) -> list[Span]:
        """Return the seeds of a span that are not there."""
        gaps, at = [], span.first
        for first, end in self.spans:
            if end <= at or first >= span.end:
                continue
            if at < first:
                gaps.append(Span(at, first))
            at = end
        if at < span.end:
            gaps.append(Span(at, span.end))
        return gaps

    def has_all(self, spans: Iterable[Span]) -> bool:
        """Return whether all seeds of some spans are there."""
        return not any(self.missing(span) for span in spans)

    def without_gap(self, spans: Sequence[Span]) -> list[Span]:
        """Return the seeds of some spans, in their order, up to the first that is not there."""
        found = []
        for span in spans:
            gaps = self.missing(span)
            end = gaps[0].first if gaps else span.end
            if end > span.first:
                found.append(Span(span.first, end))
            if gaps:
                break
        return found
