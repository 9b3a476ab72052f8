"""Curves with bands: shares against a parameter that is a number, drawn as SVG.

Lines differ by dashes and marks as well as by colours, and the numbers are in the tables.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crewsat.sweeps.page.grid import label, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.sweeps.page.grid import Grid, Line

    _Point = tuple[int, float, float, float]

MOST_SERIES = 8
MOST_PANELS = 24
_FEWEST_POINTS = 3
_WIDTH, _HEIGHT = 420, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 12, 12, 40
_PERCENTS = (0, 25, 50, 75, 100)
_MOST_TICKS = 14
_MARKS = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
    "M-3-3H3V3H-3Z",
    "M0-4L4 0L0 4L-4 0Z",
    "M0-4L4 3H-4Z",
    "M0 4L4-3H-4Z",
    "M-4-1H-1V-4H1V-1H4V1H1V4H-1V1H-4Z",
    "M-4-2H4V2H-4Z",
    "M-2-4H2V4H-2Z",
)
"""A circle, a square, a diamond, triangles up and down, a cross, and two bars."""


def curves(grid: Grid) -> Iterator[str]:
    """Yield a drawing for each combination of values of the parameters that are neither its axis nor its lines."""
    across = _axis(grid)
    if across is None:
        return
    lines = _lines(grid, across)
    own = [] if lines is None else [lines]
    groups = [*grid.groups(*grid.others(across, *own))]
    if len(groups) > MOST_PANELS:
        return
    yield "<h2>Curves</h2>\n<p>The share of deals that can be won; bands are the intervals.</p>\n"
    if lines is not None:
        yield _legend(label(lines), grid.values[lines])
    yield '<div class="panels">\n'
    for chosen, rows in groups:
        yield _panel(grid, across, lines, named(chosen), rows)
    yield "</div>\n"


def _axis(grid: Grid) -> str | None:
    """Return the parameter with the most values of those that are numbers; None if there is none with enough."""
    numeric = [name for name in grid.varied if grid.numbers(name) and len(grid.values[name]) >= _FEWEST_POINTS]
    return max(numeric, key=lambda name: len(grid.values[name]), default=None)


def _lines(grid: Grid, across: str) -> str | None:
    """Return the parameter with the most values of those that have few enough for one drawing."""
    few = [name for name in grid.others(across) if len(grid.values[name]) <= MOST_SERIES]
    return max(few, key=lambda name: len(grid.values[name]), default=None)


def _legend(name: str, values: Sequence[str]) -> str:
    items = "".join(
        f'<li><svg class="s{k}" viewBox="0 0 36 12" width="36" height="12" aria-hidden="true">'
        f'<path class="line" d="M0 6H36"/>{_mark(k, 18, 6)}</svg> {escape(value)}</li>'
        for k, value in enumerate(values)
    )
    return f'<p class="legend">{escape(name)}:</p><ul class="legend">{items}</ul>\n'


def _panel(grid: Grid, across: str, lines: str | None, title: str, rows: Sequence[Line]) -> str:
    """Return a drawing."""
    plane = _Plane([int(value) for value in grid.values[across]])
    bands, strokes = [], []
    for k, value in enumerate([""] if lines is None else grid.values[lines]):
        points = sorted(
            (int(row.parameters[across]), row.found["low"], row.found["share"], row.found["high"])
            for row in rows
            if lines is None or row.parameters[lines] == value
        )
        if points:
            bands.append(f'<path class="band s{k}" d="{plane.band(points)}"/>')
            marks = "".join(_mark(k, plane.x(number), plane.y(share)) for number, _, share, _ in points)
            strokes.append(f'<g class="s{k}"><path class="line" d="{plane.line(points)}"/>{marks}</g>')
    caption = f"<figcaption>{escape(title)}</figcaption>" if title else ""
    words = f"Share against {label(across)}{f', {title}' if title else ''}"
    return (
        f'<figure>{caption}<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(words)}">'
        f"{plane.axes(label(across))}{''.join(bands)}{''.join(strokes)}</svg></figure>\n"
    )


class _Plane:
    """Where numbers and shares are in a drawing.

    Args:
        numbers: of the axis.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._low, self._high = min(numbers), max(numbers)

    def x(self, number: int) -> float:
        """Return where a number is."""
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (number - self._low) / (self._high - self._low)

    def y(self, share: float) -> float:
        """Return where a share is."""
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * share

    def line(self, points: Sequence[_Point]) -> str:
        """Return the path through shares."""
        return _path((self.x(number), self.y(share)) for number, _, share, _ in points)

    def band(self, points: Sequence[_Point]) -> str:
        """Return the path around intervals."""
        upper = [(self.x(number), self.y(high)) for number, _, _, high in points]
        lower = [(self.x(number), self.y(low)) for number, low, _, _ in reversed(points)]
        return f"{_path([*upper, *lower])}Z"

    def axes(self, name: str) -> str:
        """Return both axes with their numbers."""
        right, floor = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
        parts = []
        for number in _PERCENTS:
            y = self.y(number / 100)
            parts.append(f'<path class="rule" d="M{_LEFT} {_short(y)}H{right}"/>')
            parts.append(f'<text class="y" x="{_LEFT - 6}" y="{_short(y + 4)}">{number} %</text>')
        step = -(-len(self._numbers) // _MOST_TICKS)
        parts += [f'<text x="{_short(self.x(n))}" y="{floor + 16}">{n}</text>' for n in self._numbers[::step]]
        parts.append(f'<text x="{(_LEFT + right) // 2}" y="{_HEIGHT - 6}">{escape(name)}</text>')
        return "".join(parts)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in points)


def _short(value: float) -> str:
    """Return a number with one digit, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def _mark(k: int, x: float, y: float) -> str:
    """Return the mark of a line at a point: its shape is that of the line."""
    return f'<path class="mark" transform="translate({_short(x)} {_short(y)})" d="{_MARKS[k]}"/>'
