"""The share of yes answers, and below it the cost of finding out, over the same axis.

A few values of another parameter are coloured lines; more of them are columns. A line alone looks like its engine.
Facts, for each value V of that parameter (without one, the names end before it): ``half V`` (where the share passes a
half), ``low V`` and ``high V`` (the least and the greatest share), ``first V`` and ``last V`` (the shares at the
ends), ``share V X`` at each size; ``peak V`` (where the median cost is highest), ``most V`` and ``least V`` (of the
medians), ``factor V`` (the one by the other), and ``cost V X`` at each size.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from benchmarks import quantities
from benchmarks.axes import (
    BLUE,
    DASHES,
    GREEN,
    MARKERS,
    VERMILLION,
    WIDTH,
    at_least_a_decade,
    finite,
    logarithmic,
    mark_time_limit,
    percent,
    shares_on,
    sizes_on,
)
from benchmarks.findings import Fact, number, share, times
from benchmarks.kinds import Shown
from benchmarks.quantities import value_of
from benchmarks.tables import quantile, wilson
from benchmarks.wording import a_point, engine, grouped, in_order, instances, parameter
from benchmarks.wording import value as value_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from benchmarks.axes import Styles
    from benchmarks.quantities import Quantity
    from benchmarks.suites import Figure
    from benchmarks.tables import Pair

LINES, COLUMNS = 3, 5
"""The most lines in one panel, and the most columns side by side."""
FLAT = 2.0
"""Medians that differ by less than this factor are not distinguished: the difference may be noise."""
LOOKS: tuple[tuple[str, str, str], ...] = tuple(zip((BLUE, VERMILLION, GREEN), MARKERS, DASHES, strict=False))


@dataclass(frozen=True, slots=True)
class Curve:
    """What is drawn for one value of the other parameter.

    Attributes:
        name: the value, in words.
        xs: sizes.
        shares: of yes among the decided instances, NaN where there are none.
        bounds: their 95 % intervals.
        costs: for each size, sorted.
    """

    name: str
    xs: list[float]
    shares: list[float]
    bounds: list[tuple[float, float]]
    costs: list[list[float]]

    def quartile(self, part: float) -> list[float]:
        """Return a quantile of the costs for each size."""
        return [quantile(values, part) for values in self.costs]


def draw(canvas: Canvas, figure: Figure, pairs: Sequence[Pair], styles: Styles) -> Shown:
    """Draw two panels, one above the other: shares and costs."""
    curves = _curves(figure, pairs)
    columns = 1 if len(curves) <= LINES else min(COLUMNS, len(curves))
    groups = [curves] if columns == 1 else [[curve] for curve in curves]
    panels = _panels(canvas, len(groups), columns)
    color, marker, linestyle = styles.of(pairs[0].first.engine).values()
    looks = LOOKS if len(groups[0]) > 1 else ((color, marker, linestyle),)
    for group, (upper, lower) in zip(groups, panels, strict=True):
        for curve, look in zip(group, looks, strict=False):
            _shares(upper, curve, look)
            _costs(lower, curve, look)
        upper.set_title(_title(group[0].name) if columns > 1 else "", fontsize=8)
    _scales(panels, figure, pairs, columns)
    _label(canvas, panels, figure, pairs, columns)
    if len(curves) > 1 and columns == 1:
        canvas.legend(*panels[0][0].get_legend_handles_labels(), loc="outside lower center", ncols=LINES)
    facts: dict[str, Fact] = {}
    for curve in curves:
        facts |= _facts(curve, figure.y, str(figure.x))
    return Shown(_caption(curves, figure, pairs), facts)


def _title(name: str) -> str:
    """Return the title of a column, with the part in brackets on a line of its own."""
    return "\n".join(textwrap.fill(part, 20) for part in name.replace(" (", "\n(").splitlines())


def _panels(canvas: Canvas, number: int, columns: int) -> list[tuple[Axes, Axes]]:
    """Return pairs of panels in `columns` columns, each with an upper panel of shares and a lower one of costs."""
    bands = math.ceil(number / columns)
    canvas.set_size_inches(WIDTH, 0.7 + bands * (4.0 if columns == 1 else 3.1))
    grid = canvas.subplots(2 * bands, columns, sharex=True, sharey="row", squeeze=False)
    panels = [(grid[row, column], grid[row + 1, column]) for row in range(0, 2 * bands, 2) for column in range(columns)]
    for pair in panels[number:]:
        for axes in pair:
            axes.set_visible(False)
    return panels[:number]


def _label(
    canvas: Canvas, panels: Sequence[tuple[Axes, Axes]], figure: Figure, pairs: Sequence[Pair], columns: int
) -> None:
    """Label the axes: on the left, and once below."""
    noun, yes, _ = instances(pairs)
    for upper, lower in panels[::columns]:
        upper.set_ylabel(f"{noun} {yes}")
        lower.set_ylabel(quantities.NAMES[figure.y])
    words = parameter(str(figure.x), pairs[0].first.family)
    if columns == 1:
        panels[0][1].set_xlabel(words)
    else:
        canvas.supxlabel(words, fontsize=9.5)


def _curves(figure: Figure, pairs: Sequence[Pair]) -> list[Curve]:
    groups: dict[Any, dict[float, list[Pair]]] = {}
    for pair in pairs:
        values = pair.first.values()
        group = groups.setdefault(values[figure.by] if figure.by else "", {})
        group.setdefault(float(values[str(figure.x)]), []).append(pair)
    curves = [
        _curve(value_words(figure.by or "", one), dict(sorted(groups[one].items())), figure.y)
        for one in in_order(groups)
    ]
    return sorted(curves, key=lambda curve: -math.fsum(curve.shares)) if len(curves) > COLUMNS else curves


def _curve(name: str, panel: dict[float, list[Pair]], quantity: Quantity) -> Curve:
    yes = [sum(pair.answer == "yes" for pair in pairs) for pairs in panel.values()]
    known = [sum(pair.answer != "unknown" for pair in pairs) for pairs in panel.values()]
    shares = [k / n if n else math.nan for k, n in zip(yes, known, strict=True)]
    bounds = [wilson(k, n) for k, n in zip(yes, known, strict=True)]
    costs = [sorted(value_of(pair, quantity) for pair in pairs) for pairs in panel.values()]
    return Curve(name, list(panel), shares, bounds, costs)


def _shares(axes: Axes, curve: Curve, look: tuple[str, str, str]) -> None:
    colour, marker, dashes = look
    low, high = zip(*curve.bounds, strict=True)
    axes.fill_between(curve.xs, low, high, color=colour, alpha=0.13, linewidth=0)
    axes.plot(curve.xs, curve.shares, color=colour, marker=marker, linestyle=dashes, label=curve.name)


def _costs(axes: Axes, curve: Curve, look: tuple[str, str, str]) -> None:
    colour, marker, dashes = look
    low, middle, high = (curve.quartile(part) for part in (0.25, 0.5, 0.75))
    axes.fill_between(curve.xs, low, finite(high), color=colour, alpha=0.13, linewidth=0)
    axes.plot(curve.xs, finite(middle), color=colour, marker=marker, linestyle=dashes)


def _scales(panels: Sequence[tuple[Axes, Axes]], figure: Figure, pairs: Sequence[Pair], columns: int) -> None:
    """Give all panels the same axes."""
    xs = sorted({float(pair.first.values()[str(figure.x)]) for pair in pairs})
    for upper, lower in panels:
        shares_on(upper, "y")
        logarithmic(lower, "y", "", quantities.UNITS[figure.y])
        lower.margins(x=0.04 * (1 if columns == 1 else 2))
        sizes_on(lower, xs, columns)
        if figure.x == "share":
            lower.xaxis.set_major_formatter(percent())
        if figure.y in quantities.TIMES and columns == 1:
            mark_time_limit(lower, pairs)
    limits = [lower.get_ylim() for _, lower in panels]
    for _, lower in panels:
        lower.set_ylim(min(low for low, _ in limits), max(high for _, high in limits))
        at_least_a_decade(lower, "y", more_by_one=figure.y == "conflicts")


def _caption(curves: Sequence[Curve], figure: Figure, pairs: Sequence[Pair]) -> str:
    noun, _, yes = instances(pairs)
    counts = [len(costs) for curve in curves for costs in curve.costs]
    text = grouped({curve.name: _words_of(curve, figure, yes) for curve in curves}).removeprefix(": ")
    undecided = sum(pair.answer == "unknown" for pair in pairs)
    left_out = f" {undecided} of {len(pairs):,} {noun} were not decided and are in no share." if undecided else ""
    who = engine(pairs[0].first.engine)
    return (
        f"Engine: {who}; {a_point(counts, noun)} a point. Above, the share with its 95 % interval; "
        f"below, the median and the quartiles. {text[0].upper()}{text[1:]}.{left_out}"
    )


def _words_of(curve: Curve, figure: Figure, yes: str) -> str:
    """Describe where the share passes a half, and where the cost is highest if it has a peak."""
    quantity, x = figure.y, str(figure.x)
    place = half(curve.xs, curve.shares)
    words = place if isinstance(place, str) else f"half {yes} at {_about(curve, place, x).words}"
    middle = curve.quartile(0.5)
    k = max(range(len(middle)), key=lambda k: middle[k])
    if middle[k] == math.inf:
        return f"{words}, at {_place(curve.xs[k], x).words} half or more were not decided"
    if middle[k] < FLAT * min(middle):
        return f"{words}, hardly any change in {quantities.NAMES[quantity]}"
    low, high = _around(middle, k)
    places = [_place(curve.xs[end], x).words for end in (low, high)]
    where = f"at {places[0]}" if low == high else f"from {places[0]} to {places[1]}"
    return f"{words}, {quantities.HIGHEST[quantity]} {where} ({quantities.words(middle[k], quantity)} at most)"


def _around(middle: Sequence[float], peak: int) -> tuple[int, int]:
    """Return the ends of the range of sizes around a peak whose medians differ from it by no more than noise."""
    low = high = peak
    while low > 0 and middle[low - 1] * FLAT > middle[peak]:
        low -= 1
    while high < len(middle) - 1 and middle[high + 1] * FLAT > middle[peak]:
        high += 1
    return low, high


def half(xs: Sequence[float], shares: Sequence[float]) -> float | str:
    """Return where the share of yes passes a half, up or down, or in words why it does not."""
    known = [(x, one) for x, one in zip(xs, shares, strict=True) if not math.isnan(one)]
    if not known:
        return "nothing was decided"
    for (before, one), (after, then) in pairwise(known):
        if (one < 0.5) != (then < 0.5):
            return before + (one - 0.5) / (one - then) * (after - before)
    return "fewer than half everywhere" if known[0][1] < 0.5 else "half or more everywhere"


def _facts(curve: Curve, quantity: Quantity, x: str) -> dict[str, Fact]:
    """Return the facts about one curve that a finding may name."""
    end = f" {curve.name}" if curve.name else ""
    place = half(curve.xs, curve.shares)
    middle = curve.quartile(0.5)
    facts: dict[str, Fact] = {} if isinstance(place, str) else {f"half{end}": _about(curve, place, x)}
    known = [one for one in curve.shares if not math.isnan(one)]
    if known:
        facts |= {f"low{end}": share(min(known)), f"high{end}": share(max(known))}
        facts |= {f"first{end}": share(known[0]), f"last{end}": share(known[-1])}
    facts |= {
        f"share{end} {at:g}": share(one) for at, one in zip(curve.xs, curve.shares, strict=True) if not math.isnan(one)
    }
    facts |= {f"cost{end} {at:g}": _cost(one, quantity) for at, one in zip(curve.xs, middle, strict=True)}
    if max(middle) < math.inf:
        facts |= {f"peak{end}": _place(curve.xs[middle.index(max(middle))], x)}
        facts |= {f"most{end}": _cost(max(middle), quantity), f"least{end}": _cost(min(middle), quantity)}
        facts |= {f"factor{end}": times(max(middle) / min(middle))}
    return facts


def _place(value: float, x: str) -> Fact:
    """Format a place on the axis."""
    return share(value) if x == "share" else number(value)


def _about(curve: Curve, value: float, x: str) -> Fact:
    """Format a place between two sizes; between whole numbers, as the nearest whole number."""
    if any(size % 1 for size in curve.xs):
        return _place(value, x)
    return Fact(value, f"{'' if value in curve.xs else 'about '}{value:.0f}")


def _cost(value: float, quantity: Quantity) -> Fact:
    return Fact(quantities.number_of(value, quantity), quantities.words(value, quantity))
