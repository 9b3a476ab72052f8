"""One engine against another, a point per instance; below the diagonal the vertical one is faster.

Facts, for the horizontal engine A and the vertical engine B: ``both`` (instances both solved), ``ratio`` (geometric
mean of the time of B as a multiple of that of A), ``inverse`` of it, ``least`` and ``most`` (of the ratios),
``faster A``, ``faster B``, ``open A``, ``open B``, and for the answers yes and no ``both yes``, ``ratio yes``,
``inverse yes``, and so on.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from benchmarks.axes import BLACK, BLUE, VERMILLION, WIDTH, at_least_a_decade, logarithmic
from benchmarks.findings import number, times
from benchmarks.kinds import Shown, by_engine
from benchmarks.ratios import ratio_of
from benchmarks.wording import engine, instances

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from benchmarks.axes import Styles
    from benchmarks.findings import Fact
    from benchmarks.suites import Figure
    from benchmarks.tables import Pair

    Both = Sequence[tuple[Pair, Pair]]

MULTIPLES = (0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0)
LOOKS = {"yes": ("o", BLUE), "no": ("x", VERMILLION), "unknown": ("+", BLACK)}
WORDS = {"yes": "yes", "no": "no", "unknown": "not decided"}
ROOM = (5.4, 4.6)
"""The most inches for the axes."""


def draw(canvas: Canvas, figure: Figure, pairs: Sequence[Pair], styles: Styles) -> Shown:
    """Draw the points, with axes cut to their range, and guides at equal, twice and ten times the time."""
    across, up = figure.engines or ("", "")
    axes = canvas.subplots()
    groups = by_engine(pairs, styles)
    both = _on_the_same(groups.get(across, []), groups.get(up, []))
    limit = max(pair.first.time_limit for pair in pairs)
    points = {answer: _points(both, answer, limit) for answer in LOOKS}
    for answer, (marker, colour) in LOOKS.items():
        if points[answer]:
            xs, ys = zip(*points[answer], strict=True)
            axes.scatter(xs, ys, marker=marker, color=colour, s=18, linewidths=0.9, alpha=0.75, label=WORDS[answer])
    drawn = [point for some in points.values() for point in some]
    logarithmic(axes, "x", f"CPU time, {engine(across)}")
    logarithmic(axes, "y", f"CPU time, {engine(up)}")
    for side, values in zip("xy", zip(*drawn, strict=True) if drawn else ([limit], [limit]), strict=True):
        getattr(axes, f"set_{side}lim")(min(values) / 1.25, max(values) * 1.25)
        at_least_a_decade(axes, side)
        if drawn and max(values) >= limit:
            _limit(axes, side, limit)
    _fit(canvas, axes)
    _guide(axes)
    if drawn:
        canvas.legend(loc="outside lower center", ncols=3)
    noun = instances(pairs)[0]
    return Shown(_caption((across, up), noun, both, limit), _facts((across, up), both))


def _points(both: Both, answer: str, limit: float) -> list[tuple[float, float]]:
    """Return the times of the instances with this answer; an unsolved one is at the time limit."""
    return [(min(a.par2, limit), min(b.par2, limit)) for a, b in both if _known(a, b) == answer]


def _on_the_same(across: Iterable[Pair], up: Iterable[Pair]) -> list[tuple[Pair, Pair]]:
    """Match the pairs of two engines on the same instance."""
    other = {(pair.first.block, pair.first.point): pair for pair in up}
    return [(pair, other[place]) for pair in across if (place := (pair.first.block, pair.first.point)) in other]


def _known(a: Pair, b: Pair) -> str:
    return a.answer if b.answer == "unknown" else b.answer


def _fit(canvas: Canvas, axes: Axes) -> None:
    """Give both axes the same scale, and the figure the height this takes."""
    spans = [math.log10(high / low) for low, high in (axes.get_xlim(), axes.get_ylim())]
    inch = min(room / span for room, span in zip(ROOM, spans, strict=True))
    axes.set_aspect("equal")
    canvas.set_size_inches(WIDTH, inch * spans[1] + 1.1)


def _limit(axes: Axes, side: str, limit: float) -> None:
    """Draw the time limit, on which undecided instances lie."""
    look: dict[str, Any] = {"color": "#666666", "linewidth": 0.8, "linestyle": (0, (1, 2))}
    if side == "x":
        axes.axvline(limit, **look)
        axes.annotate(
            "time limit", (limit, 0.01), xycoords=axes.get_xaxis_transform(), rotation=90, ha="right", fontsize=8
        )
    else:
        axes.axhline(limit, **look)
        axes.annotate("time limit", (0.01, limit), xycoords=axes.get_yaxis_transform(), va="bottom", fontsize=8)


def _guide(axes: Axes) -> None:
    """Draw lines at multiples of the time, labelled where they leave the axes."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    for multiple in MULTIPLES:
        start, end = max(left, low / multiple), min(right, high / multiple)
        if start >= end:
            continue
        width = 1.3 if multiple == 1 else 0.6
        axes.plot([start, end], [multiple * start, multiple * end], color="#888888", linewidth=width, zorder=1)
        words = "equal" if multiple == 1 else f"{max(multiple, 1 / multiple):g}\N{MULTIPLICATION SIGN}"
        at_the_top = high / multiple < right
        offset, place = ((0, 2), ("center", "bottom")) if at_the_top else ((3, 0), ("left", "center"))
        axes.annotate(
            words,
            (end, multiple * end),
            xytext=offset,
            textcoords="offset points",
            ha=place[0],
            va=place[1],
            fontsize=8,
            color="#666666",
        )


def _facts(names: tuple[str, str], both: Both) -> dict[str, Fact]:
    """Return the facts that a finding may name."""
    costs = _costs(both)
    facts = {f"open {name}": number(sum(pair[k].cost is None for pair in both)) for k, name in enumerate(names)}
    facts |= {f"faster {names[0]}": number(sum(x < y for x, y in costs))}
    facts |= {f"faster {names[1]}": number(sum(y < x for x, y in costs))}
    ratios = [y / x for x, y in costs if x > 0]
    if ratios:
        facts |= {"least": times(min(ratios)), "most": times(max(ratios))}
    for end, some in (("", costs), (" yes", _costs(both, "yes")), (" no", _costs(both, "no"))):
        mean = ratio_of(some).mean
        facts |= {f"both{end}": number(len(some))}
        facts |= {f"ratio{end}": times(mean), f"inverse{end}": times(1 / mean)} if some else {}
    return facts


def _costs(both: Both, answer: str | None = None) -> list[tuple[float, float]]:
    """Return the times of the instances that both solved, optionally only those with a given answer."""
    return [
        (a.cost, b.cost) for a, b in both if a.cost is not None and b.cost is not None and answer in {None, a.answer}
    ]


def _caption(names: tuple[str, str], noun: str, both: Both, limit: float) -> str:
    """Describe what a point is, and how the engines compare."""
    across, up = map(engine, names)
    costs = _costs(both)
    caption = f"A point is one of {len(both):,} {noun}, put to both engines; the lines mark equal times and multiples."
    if costs:
        ratio = ratio_of(costs)
        caption += (
            f" Ratio of the times, {up} to {across}: {ratio.mean:.2f} (geometric mean of the {len(costs):,} that both "
            f"decided; 95 % interval {ratio.low:.2f} to {ratio.high:.2f}), below 1 for "
            f"{sum(y < x for x, y in costs):,} of them."
        )
    unsolved = [engine(name) for k, name in enumerate(names) if any(pair[k].cost is None for pair in both)]
    if unsolved:
        caption += f" On the time limit of {limit:g} s: what is not decided by {' or '.join(unsolved)}."
    return caption
