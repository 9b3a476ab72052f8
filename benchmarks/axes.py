"""What all figures have in common: how an engine is drawn, and axes for times, counts, shares and whole numbers.

An engine has one colour, one marker and one dash pattern in every report. The colours are those of Okabe and Ito, which
can be told apart with all kinds of colour vision; their yellow, too pale for a line on white, is replaced by grey.
A logarithmic axis spans a decade or more, so that what hardly changes looks flat.
"""

from __future__ import annotations

import math
import re
import textwrap
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import EngFormatter, FixedLocator, FuncFormatter, MaxNLocator, NullLocator, PercentFormatter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Canvas

    from benchmarks.tables import Pair

BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
ORANGE, SKY, BLACK, GREY = "#E69F00", "#56B4E9", "#000000", "#7F7F7F"
COLOURS = (BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, BLACK, GREY)
MARKERS = "os^DvPX<>pdh*"
DASHES = ("-", "--", "-.", ":")

ENGINES: dict[str, tuple[str, str, str]] = {
    "auto": (BLUE, "o", "-"),
    "glucose4": (SKY, "P", "--"),
    "minisat22": (GREY, "<", "-."),
    "cadical195": (ORANGE, "v", "-"),
    "kissat": (PURPLE, "D", ":"),
    "formula": (PURPLE, "d", "--"),
    "earliest-win": (ORANGE, "p", ":"),
    "copies": (SKY, "v", "-"),
    "copies-cadical": (ORANGE, "^", "-."),
    "steps": (PURPLE, "v", "-"),
    "repair": (GREY, "P", "--"),
    "cpsat": (VERMILLION, "s", "--"),
    "clingo": (GREEN, "^", "-."),
    "exhaustive": (GREY, "o", "-"),
    "berlekamp": (GREEN, "D", ":"),
    "positions": (BLUE, "s", "-"),
    "printed": (VERMILLION, "X", "--"),
    "proof": (VERMILLION, "o", "-."),
    "verify": (GREEN, "s", "--"),
    "explain": (PURPLE, "o", ":"),
    "circuit": (GREEN, "h", "-"),
    "source-formula": (GREEN, "o", "-"),
    "evaluator": (GREEN, "v", "-."),
    "depqbf": (BLACK, "D", ":"),
    "z3": (BLACK, "X", "-"),
    "process": (BLACK, "o", "--"),
    "z3-dimacs": (BLACK, "s", "-."),
    "cadical-program": (SKY, "o", ":"),
}
"""Colour, marker and dashes of the engines of the table: engines that appear in one figure differ in colour."""

STYLE: Any = {
    "svg.hashsalt": "crewsat",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "figure.facecolor": "white",
    "axes.titlesize": 9.5,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "lines.markersize": 4.5,
}
WIDTH = 7.2
"""The width of a figure in inches, about that of a page's column."""
FAR = 12
"""Sizes go on a logarithmic axis if the largest is at least this many times the smallest."""
_MARGIN, _HEADLINE, _TOPIC = 0.08, 0.2, 0.16
"""The head of a figure, in inches: the margin above, and the line heights of the headline and the topic."""
_LETTERS = 77, 104
"""The number of letters that fit into a line of each."""
_UNIT = re.compile(r"(?<=[0-9]) (?=%|(?:[mµ]?s|MB)\b)")
"""The space between a number and its unit, where no line may break."""


class Styles:
    """Colour, marker and dashes by engine; engines not in the table (of a user's suite) get the remaining styles."""

    def __init__(self, names: Sequence[str]) -> None:
        self._place = {name: k for k, name in enumerate(names)}
        free = _free({ENGINES[name][0] for name in names if name in ENGINES})
        self._looks = {name: ENGINES.get(name) or next(free) for name in names}

    def place(self, name: str) -> int:
        """Return the place of an engine in the suite."""
        return self._place[name]

    def of(self, name: str) -> dict[str, Any]:
        """Return how an engine is drawn."""
        return dict(zip(("color", "marker", "linestyle"), self._looks[name], strict=True))


def _free(meeting: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the styles that no engine of the table has, each colour in turn, those of other engines nearby last."""
    taken = {look[:2] for look in ENGINES.values()}
    colours = sorted(COLOURS, key=lambda colour: colour in meeting)
    left = [[marker for marker in MARKERS if (colour, marker) not in taken] for colour in colours]
    for number, markers in enumerate(zip(*left, strict=False)):
        for colour, marker in zip(colours, markers, strict=True):
            yield colour, marker, DASHES[number % len(DASHES)]


def head(canvas: Canvas, headline: str, topic: str) -> None:
    """Write a headline and a topic above a figure, and increase its height accordingly."""
    parts = [
        _balanced(_UNIT.sub("\N{NO-BREAK SPACE}", text), letters)
        for text, letters in zip((headline, topic), _LETTERS, strict=True)
    ]
    width, height = canvas.get_size_inches()
    space = _MARGIN + _HEADLINE * len(parts[0]) + _TOPIC * len(parts[1]) + _MARGIN
    whole = height + space
    canvas.set_size_inches(width, whole)
    engine: Any = canvas.get_layout_engine()
    engine.set(rect=(0, 0, 1, height / whole))
    top = whole - _MARGIN
    looks: tuple[dict[str, Any], dict[str, Any]] = (
        {"fontsize": 11, "fontweight": "bold"},
        {"fontsize": 9, "color": "#555555"},
    )
    for lines, step, look in zip(parts, (_HEADLINE, _TOPIC), looks, strict=True):
        for line in lines:
            canvas.text(0.012, top / whole, line, va="top", **look)
            top -= step


def _balanced(text: str, letters: int) -> list[str]:
    """Split a text into as few lines as fit, of lengths as equal as that allows."""
    lines = textwrap.wrap(text, letters, break_on_hyphens=False)
    while letters > 1:
        letters -= 1
        even = textwrap.wrap(text, letters, break_on_hyphens=False)
        if len(even) > len(lines):
            break
        lines = even
    return lines


def logarithmic(axes: Axes, side: str, words: str, unit: str | None = "s") -> None:
    """Make the axis ``x`` or ``y`` logarithmic, by default for times; without a unit, for counts."""
    getattr(axes, f"set_{side}scale")("log")
    axis: Axis = getattr(axes, f"{side}axis")
    axis.set_major_formatter(FuncFormatter(count) if unit is None else EngFormatter(unit))
    axis.set_minor_locator(NullLocator())
    axis.set_label_text(words)


def count(value: float, _position: int | None = None) -> str:
    """Format a count for people."""
    return f"{value / 1e6:g} million" if value >= 1e6 else f"{value:,.0f}"


def at_least_a_decade(axes: Axes, side: str, *, more_by_one: bool = False) -> None:
    """Widen a logarithmic axis that spans less than a decade, and put ticks on it.

    Args:
        axes: the axes.
        side: ``x`` or ``y``.
        more_by_one: whether the values drawn are larger by one than the ticks say, so that 0 has a place.
    """
    low, high = sorted(getattr(axes, f"get_{side}lim")())
    low = max(low, 0.8) if more_by_one else low
    if high < 10 * low:
        middle = max(math.sqrt(low * high), 0.8 * math.sqrt(10) if more_by_one else 0.0)
        low, high = middle / math.sqrt(10), middle * math.sqrt(10)
    getattr(axes, f"set_{side}lim")(low, high)
    decades = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if high < 200 * low else (1,)
    if high > 10**7.5 * low:
        decades = range(decades.start + decades.start % 2, decades.stop, 2)
    ticks = [step * 10.0**power for power in decades for step in steps]
    axis: Axis = getattr(axes, f"{side}axis")
    if more_by_one:
        ticks = [1.0, *(1 + tick for tick in ticks if tick >= 1)]
        axis.set_major_formatter(FuncFormatter(lambda value, _: count(value - 1)))
    axis.set_major_locator(FixedLocator([tick for tick in ticks if low <= tick <= high]))


def sizes_on(axes: Axes, sizes: Sequence[float], columns: int = 1) -> None:
    """Put ticks at the sizes if there is room for all, otherwise at whole numbers if the sizes are whole."""
    span = sizes[-1] - sizes[0]
    if min((b - a for a, b in pairwise(sizes)), default=1.0) * 24 >= span * columns:
        axes.set_xticks(list(sizes), [f"{size:,g}" for size in sizes])
    elif all(size == int(size) for size in sizes):
        axes.xaxis.set_major_locator(MaxNLocator(nbins=max(4, 12 // columns), integer=True))


def far_apart(sizes: Sequence[float]) -> bool:
    """Return whether sizes go on a logarithmic axis."""
    return sizes[-1] >= FAR * sizes[0] > 0


def sizes_far_apart_on(axes: Axes, sizes: Sequence[float]) -> None:
    """Make the horizontal axis logarithmic, with ticks at the sizes."""
    axes.set_xscale("log")
    axes.set_xticks(list(sizes), [f"{size:,g}" for size in sizes])
    axes.xaxis.set_minor_locator(NullLocator())


def shares_on(axes: Axes, side: str) -> None:
    """Make an axis show shares: from nothing to all, in percent."""
    getattr(axes, f"set_{side}lim")(-0.04, 1.04)
    axis: Axis = getattr(axes, f"{side}axis")
    axis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axis.set_major_formatter(percent())


def percent() -> PercentFormatter:
    """Return shares as percentages."""
    return PercentFormatter(1.0, decimals=0, symbol=" %")


def mark_time_limit(axes: Axes, pairs: Sequence[Pair]) -> None:
    """Draw the time limit if some run was cut off by it."""
    limit = max(pair.first.time_limit for pair in pairs)
    if any(pair.par2 > limit for pair in pairs):
        axes.axhline(limit, color="#666666", linewidth=0.8, linestyle=(0, (1, 2)))
        axes.text(0.005, limit, "time limit", transform=axes.get_yaxis_transform(), ha="left", va="bottom", fontsize=8)


def finite(values: Sequence[float]) -> list[float]:
    """Replace infinite values by NaN, which is not drawn."""
    return [math.nan if math.isinf(value) else value for value in values]
