"""Tables: shares with colours for each pair of parameters, and plain ones."""

from __future__ import annotations

from html import escape
from itertools import combinations
from typing import TYPE_CHECKING

from crewsat.sweeps.page.grid import label, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.sweeps.page.grid import Grid, Line

STEPS = 20
"""How many colours there are, from no deal won to all."""


def colours() -> str:
    """Return the styles of the colours, from red to green by way of yellow; the ink is readable on all of them."""
    rules = []
    for step in range(STEPS + 1):
        hue = round(130 * step / STEPS)
        rules.append(f".c{step} {{ background: light-dark(hsl({hue} 70% 85%), hsl({hue} 45% 22%)); }}\n")
    return "".join(rules)


def table(head: Sequence[str], lines: Iterable[tuple[Sequence[str], Sequence[str]]], caption: str = "") -> str:
    """Return a table.

    Args:
        head: the headings of the columns, as texts.
        lines: the headings of each line, as texts, and its cells, each as HTML with its tags.
        caption: a text.
    """
    top = _headings("col", head)
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(f"<tr>{_headings('row', own)}{''.join(cells)}</tr>\n" for own, cells in lines)
    return f'<div class="wide"><table>{named}<thead><tr>{top}</tr></thead><tbody>\n{body}</tbody></table></div>\n'


def _headings(scope: str, texts: Iterable[str]) -> str:
    return "".join(f'<th scope="{scope}">{escape(text)}</th>' for text in texts)


def folded(summary: str, content: str) -> str:
    """Return content that is shown when its summary is touched."""
    return f"<details><summary>{escape(summary)}</summary>\n{content}</details>\n"


def shares(grid: Grid) -> Iterator[str]:
    """Yield tables for each pair of parameters, the first pair open, and one of all cells."""
    yield from _pairs(grid)
    head = [
        *map(label, grid.varied),
        "deals",
        "won",
        "lost",
        "undecided",
        "percent",
        "interval",
        "for all cells at once",
    ]
    lines = []
    for row in grid.rows:
        found = row.found
        numbers = [f"{found[name]:,}" for name in ("deals", "yes", "no", "unknown")]
        ends = (_ends(found["low"], found["high"]), _ends(found["low_together"], found["high_together"]))
        texts = [*numbers, percent(found["share"]), *ends]
        lines.append(([row.parameters[name] for name in grid.varied], [f"<td>{text}</td>" for text in texts]))
    yield folded("Every cell, with the interval that holds for all of them at once", table(head, lines))


def _ends(low: float, high: float) -> str:
    return f"{percent(low)} to {percent(high)}"


def _pairs(grid: Grid) -> Iterator[str]:
    """Yield tables for each pair of parameters; without a pair one line for each cell."""
    if len(grid.varied) < 2:
        lines = [([row.parameters[name] for name in grid.varied], [share(row)]) for row in grid.rows]
        yield table([*map(label, grid.varied), "share"], lines)
        return
    for number, (across, down) in enumerate(combinations(reversed(grid.varied), 2)):
        others = grid.others(across, down)
        tables = "".join(_pair(grid, rows, down, across, named(chosen)) for chosen, rows in grid.groups(*others))
        title = f"{label(down)} and {label(across)}".capitalize()
        yield f"<h3>{escape(title)}</h3>\n{tables}" if number == 0 else folded(title, tables)


def _pair(grid: Grid, rows: Sequence[Line], down: str, across: str, caption: str) -> str:
    """Return a table of shares; a combination that does not exist is empty."""
    at = {(row.parameters[down], row.parameters[across]): row for row in rows}
    columns = [value for value in grid.values[across] if any(key[1] == value for key in at)]
    lines = [
        ([value], [share(at[value, column]) if (value, column) in at else "<td></td>" for column in columns])
        for value in grid.values[down]
        if any(key[0] == value for key in at)
    ]
    return table([f"{label(down)} \\ {label(across)}", *columns], lines, caption)


def share(row: Line) -> str:
    """Return a cell: the share in percent, its interval, and what is undecided."""
    found = row.found
    undecided = f"<small>{found['unknown']} undecided</small>" if found["unknown"] else ""
    interval = f"<small>{_ends(found['low'], found['high'])}</small>"
    return f'<td class="c{round(STEPS * found["share"])}">{percent(found["share"])} %{interval}{undecided}</td>'


def percent(part: float) -> str:
    """Return a share in percent with one digit, or with as many as tell it from none and from all."""
    for digits in (1, 2, 3):
        text = f"{100 * part:.{digits}f}"
        if part in {0.0, 1.0} or 0 < float(text) < 100:
            return text
    return text
