"""What figures have in common: how an engine is drawn, and axes of times.

Every engine has one colour (Okabe and Ito's, distinguishable with all kinds of colour vision), one marker and one dash
pattern in all figures of a suite. Times are processor seconds on logarithmic axes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.ticker import EngFormatter, LogLocator, NullFormatter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Canvas

    from benchmarks.tables import Pair

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999933")
MARKERS = "osD^vPX"
"""One fewer than colours: the ninth engine must not look like the first."""

DASHES = ("-", "--", "-.", ":")


class Styles:
    """Colour, marker and dashes by engine, in the order of the suite."""

    def __init__(self, names: Sequence[str]) -> None:
        self._place = {name: k for k, name in enumerate(names)}

    def place(self, name: str) -> int:
        """The place of an engine in the suite."""
        return self._place[name]

    def of(self, name: str) -> dict[str, Any]:
        """How an engine is drawn."""
        k = self._place[name]
        return {
            "color": COLOURS[k % len(COLOURS)],
            "marker": MARKERS[k % len(MARKERS)],
            "linestyle": DASHES[k % len(DASHES)],
        }


def logarithmic(axes: Axes, side: str, words: str, unit: str = "s") -> None:
    """Make the axis ``x`` or ``y`` a logarithmic one, of times if nobody says otherwise, with units at the ticks."""
    getattr(axes, f"set_{side}scale")("log")
    axis: Axis = getattr(axes, f"{side}axis")
    axis.set_major_formatter(EngFormatter(unit))
    axis.set_minor_formatter(NullFormatter())
    axis.set_label_text(words)


def label_ticks(canvas: Canvas) -> None:
    """Label more than the powers of ten where an axis of times spans less than two of them, perhaps none."""
    for axes in canvas.axes:
        for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            if isinstance(axis.get_major_formatter(), EngFormatter) and high < 100 * low:
                axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high > 5 * low else range(1, 10)))


def mark_time_limit(axes: Axes, pairs: Sequence[Pair]) -> None:
    """Draw the time limit if somebody came near it."""
    limit = max(pair.first.time_limit for pair in pairs)
    if any(pair.par2 > limit / 3 for pair in pairs):
        axes.axhline(limit, color="#666666", linewidth=0.8, linestyle=(0, (1, 2)))
        axes.text(0.995, limit, "time limit", transform=axes.get_yaxis_transform(), ha="right", va="bottom", fontsize=8)


def finite(values: Sequence[float]) -> list[float]:
    """What is infinite is not drawn."""
    return [math.nan if math.isinf(value) else value for value in values]
