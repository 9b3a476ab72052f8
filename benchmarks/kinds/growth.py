"""Time, or another quantity, against size: medians, quartiles, and a law if the sizes determine one.

Facts, for each engine E: ``smallest E`` and ``largest E`` (sizes with a median), ``first E`` and ``last E`` (the
medians there), ``at SIZE E``, ``most E`` and ``peak E`` (the largest median, and its size), ``factor E`` (the largest
median by the smallest), ``rise E`` (the last by the first), ``spread E`` (the upper quartile by the lower one, where
this is most), ``open E`` (not decided), ``cut E`` (the first size of which half or more are not decided), ``law E``
(power, exponential or none), and ``power E`` or ``base E``. For engines A and B: ``common A B``, the largest size of
which both have a median, and there ``ratio A B``, that of A by that of B.
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING

from benchmarks import quantities
from benchmarks.axes import (
    at_least_a_decade,
    far_apart,
    finite,
    logarithmic,
    mark_time_limit,
    sizes_far_apart_on,
    sizes_on,
)
from benchmarks.findings import Fact, number, times
from benchmarks.kinds import Shown, by_engine
from benchmarks.laws import law_of, medians
from benchmarks.quantities import value_of
from benchmarks.tables import quantile
from benchmarks.wording import a_point, engine, grouped, instances, parameter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

    from benchmarks.axes import Styles
    from benchmarks.laws import Law
    from benchmarks.quantities import Quantity
    from benchmarks.suites import Figure
    from benchmarks.tables import Pair

    Values = dict[float, list[float]]
    """Costs by size, sorted; infinite where nothing is known."""


def draw(canvas: Canvas, figure: Figure, pairs: Sequence[Pair], styles: Styles) -> Shown:
    """Draw a curve for each engine that reports this quantity."""
    axes = canvas.subplots()
    x, quantity = str(figure.x), figure.y
    known = {
        name: _values(mine, x, quantity) for name, mine in by_engine(quantities.known(pairs, quantity), styles).items()
    }
    laws = {name: law_of(values) for name, values in known.items()}
    for name, values in known.items():
        _curve(axes, values, laws[name], name, styles)
    words = parameter(x, pairs[0].first.family)
    sizes = sorted({float(pair.first.values()[x]) for pair in pairs})
    logarithmic(axes, "y", quantities.NAMES[quantity], quantities.UNITS[quantity])
    axes.set_xlabel(words)
    (sizes_far_apart_on if far_apart(sizes) else sizes_on)(axes, sizes)
    if quantity in quantities.TIMES:
        mark_time_limit(axes, pairs)
    at_least_a_decade(axes, "y", more_by_one=quantity == "conflicts")
    if len(known) > 1:
        canvas.legend(loc="outside lower center", ncols=5)
    noun = instances(pairs)[0]
    caption = f"A point is the median of {a_point(map(len, _all(known)), noun)}; bands span the quartiles."
    if laws:
        said = grouped({engine(name): law.words for name, law in laws.items()})
        caption += f" Growth, with {words} as the size, of {said}."
    if any(law.named for law in laws.values()):
        caption += " Broad lines are laws that fit; they say nothing beyond these sizes."
    facts: dict[str, Fact] = {}
    for name, values in known.items():
        facts |= _facts(name, values, laws[name], quantity)
    return Shown(caption, facts | _ratios(known))


def _all(known: Mapping[str, Values]) -> Iterator[list[float]]:
    """Yield the costs behind each point."""
    for values in known.values():
        yield from values.values()


def _values(pairs: Sequence[Pair], x: str, quantity: Quantity) -> Values:
    found: Values = {}
    for pair in pairs:
        found.setdefault(float(pair.first.values()[x]), []).append(value_of(pair, quantity))
    return {size: sorted(values) for size, values in sorted(found.items())}


def _curve(axes: Axes, known: Values, law: Law, name: str, styles: Styles) -> None:
    """Draw the growth of one engine, and its law if one is named."""
    style = styles.of(name)
    middle, low, high = ([quantile(values, share) for values in known.values()] for share in (0.5, 0.25, 0.75))
    axes.fill_between(list(known), low, finite(high), color=style["color"], alpha=0.15, linewidth=0)
    axes.plot(list(known), finite(middle), label=engine(name), **style)
    if law.line is not None and law.named:
        drawn = [size for size, value in zip(known, middle, strict=True) if value < math.inf]
        axes.plot(drawn, [law.line.at(size) for size in drawn], color=style["color"], linewidth=3, alpha=0.35)


def _facts(name: str, known: Values, law: Law, quantity: Quantity) -> dict[str, Fact]:
    """Return the facts about one engine that a finding may name."""
    points = medians(known)
    facts = {f"open {name}": number(sum(value == math.inf for values in known.values() for value in values))}
    cut = [size for size in known if size not in points]
    if cut:
        facts |= {f"cut {name}": number(cut[0])}
    if not points:
        return facts
    sizes, values = list(points), list(points.values())
    largest = max(values)
    facts |= {f"smallest {name}": number(sizes[0]), f"largest {name}": number(sizes[-1])}
    facts |= {f"at {size:g} {name}": _fact(value, quantity) for size, value in points.items()}
    facts |= {f"first {name}": _fact(values[0], quantity), f"last {name}": _fact(values[-1], quantity)}
    facts |= {f"most {name}": _fact(largest, quantity), f"peak {name}": number(sizes[values.index(largest)])}
    facts |= {f"factor {name}": times(largest / min(values)), f"rise {name}": times(values[-1] / values[0])}
    spreads = [quantile(known[size], 0.75) / quantile(known[size], 0.25) for size in points]
    facts |= {f"spread {name}": times(max((spread for spread in spreads if spread < math.inf), default=1.0))}
    return facts | _of_law(name, law)


def _of_law(name: str, law: Law) -> dict[str, Fact]:
    """Return the facts about a law that a finding may name."""
    if not law.named or law.line is None:
        return {f"law {name}": Fact(math.nan, "none")}
    slope = law.line.slope
    if law.line.kind == "polynomial":
        return {f"law {name}": Fact(math.nan, "power"), f"power {name}": Fact(slope, f"{slope:.1f}")}
    base = math.exp(slope)
    return {f"law {name}": Fact(math.nan, "exponential"), f"base {name}": Fact(base, f"{base:.2f}")}


def _ratios(known: Mapping[str, Values]) -> dict[str, Fact]:
    """Return how engines compare at the largest size at which both have a median."""
    facts: dict[str, Fact] = {}
    points = {name: medians(values) for name, values in known.items()}
    for a, b in permutations(points, 2):
        common = points[a].keys() & points[b].keys()
        if common:
            size = max(common)
            facts |= {f"common {a} {b}": number(size), f"ratio {a} {b}": times(points[a][size] / points[b][size])}
    return facts


def _fact(value: float, quantity: Quantity) -> Fact:
    return Fact(quantities.number_of(value, quantity), quantities.words(value, quantity))
