"""Spans of seeds are what sets of seeds are."""

from __future__ import annotations

import random

from crewsat.sweeps.spans import Span, Spans

MOST = 24


def test_spans_are_sets() -> None:
    order = random.Random(31)
    for _ in range(400):
        spans, seeds = Spans(), set[int]()
        for _ in range(order.randrange(6)):
            first = order.randrange(MOST)
            span = Span(first, first + order.randrange(1, 8))
            spans.add(span)
            seeds |= {*range(*span)}
            assert [seed for seed in range(2 * MOST) if seed in spans] == sorted(seeds)
            assert all(one.end < other.first for one, other in zip(spans.spans, spans.spans[1:], strict=False))
        asked = [Span(k, k + order.randrange(1, 7)) for k in (order.randrange(MOST), 2 * MOST, 3 * MOST)]
        for span in asked:
            missing = [seed for gap in spans.missing(span) for seed in range(*gap)]
            assert missing == [seed for seed in range(*span) if seed not in seeds]
        assert spans.has_all(asked[:1]) == (not {*range(*asked[0])} - seeds)
        wanted = [seed for span in asked for seed in range(*span)]
        until = next((k for k, seed in enumerate(wanted) if seed not in seeds), len(wanted))
        assert [seed for span in spans.without_gap(asked) for seed in range(*span)] == wanted[:until]
