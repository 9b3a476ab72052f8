"""Lists of a page: quantities, differences, lost deals, undecided deals, and what deals have cost."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crewsat.base.pairs import pairs
from crewsat.games import GAMES
from crewsat.sweeps.again import generate
from crewsat.sweeps.page.grid import label, named
from crewsat.sweeps.page.tables import folded, table
from crewsat.sweeps.quantities import SHARES
from crewsat.sweeps.summary import MOST_UNDECIDED, QUANTILES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.sweeps.page.grid import Grid, Line

_CLEAR = 0.0001
"""A p-value below this is written as such."""
_MANY = 10
"""More undecided deals than this are folded."""


def quantities(grid: Grid) -> Iterator[str]:
    """Yield mean and quantiles of what was found out besides the answer, cell by cell; of shares, the intervals."""
    for name in dict.fromkeys(name for row in grid.rows for name in row.cell.quantities):
        shown = {"known": "known", "mean": "mean"}
        if name in SHARES:
            shown = {"known": "known", "mean": "share", "low": "at least", "high": "at most"}
        else:
            shown |= {word: f"{part:.0%} at most" for word, part in QUANTILES.items()}
        head = [*map(label, grid.varied), "deals", *shown.values()]
        lines = []
        for row in grid.cells:
            words = ("deals", *(f"{name}_{word}" for word in shown))
            own = [row.cell.parameters[parameter] for parameter in grid.varied]
            lines.append((own, [_number(row.found.get(word)) for word in words]))
        yield f"<h2>{escape(label(name).capitalize())}</h2>\n{table(head, lines)}"


def differences(grid: Grid, level: float) -> Iterator[str]:
    """Yield how cells differ in which one parameter has another value than the first one.

    Parameters that are numbers have curves instead, if there are more than two.
    """
    lines = []
    for name in grid.varied:
        if grid.numbers(name) is not None and len(grid.values[name]) > 2:
            continue
        for chosen, rows in grid.groups(*grid.others(name)):
            own = {row.parameters[name]: row for row in rows}
            present = [value for value in grid.values[name] if value in own]
            for value in present[1:]:
                line = _difference(own[present[0]], own[value])
                if line is not None:
                    lines.append(([named(chosen) or "all", named({name: value}), named({name: present[0]})], line))
    if lines:
        head = (
            "cells",
            "first",
            "second",
            "first less second",
            "won in first only",
            "in second only",
            "undecided",
            "p",
        )
        yield (
            "<h2>Differences</h2>\n<p>Deals with the same seed are pairs. The p-value is that of the exact test of "
            "McNemar: how likely so uneven a split is if neither is harder. Of many comparisons some have a small one "
            f"by accident; below {(1 - level) / len(lines):.2g} it is significant among all of them (Bonferroni).</p>\n"
        )
        yield folded(f"{len(lines)} comparisons", table(head, lines))


def _difference(one: Line, other: Line) -> Sequence[str] | None:
    """Return the cells of a line; None if the rows do not have the same deals, or are not complete."""
    if {one.cell.interval, other.cell.interval} != {"exact"} or one.cell.seeds != other.cell.seeds:
        return None
    there, here = (row.cell.won(row.objectives) for row in (one, other))
    found = pairs((here[seed], there[seed]) for seed in here)
    low, high = (f"{100 * end:+.2f}" for end in found.difference)
    points = f"{low} points" if low == high else f"{low} to {high} points"
    p = f"&lt; {_CLEAR}" if found.p_value < _CLEAR else f"{found.p_value:.4f}"
    texts = (points, f"{found.first}", f"{found.second}", f"{found.undecided}", p)
    return [f"<td>{text}</td>" for text in texts]


def lost(grid: Grid, game: str, pages: Mapping[tuple[str, int], str]) -> Iterator[str]:
    """Yield lost deals: of the cells with the fewest objectives that have some first, then of every cell.

    Args:
        grid: the rows.
        game: its name.
        pages: by command and seed, the replay page of a deal.
    """
    found = [row for row in grid.rows if row.lost]
    if not found:
        return
    first = first_lost(grid)
    yield "<h2>Lost deals</h2>\n"
    if len(first) < len(found):
        yield "<p>With the fewest objectives that were found to be lost:</p>\n"
        yield _deals(grid, game, [(row, row.lost[0]) for row in first], pages)
    every = [(row, seed) for row in found for seed in row.lost]
    yield folded(f"{len(every)} lost deals, the first of every cell", _deals(grid, game, every, pages))


def first_lost(grid: Grid) -> list[Line]:
    """Return rows with lost deals: for each combination of the other parameters that with the fewest objectives."""
    found = [row for row in grid.rows if row.lost]
    if "objectives" not in grid.values:
        return found
    fewest: dict[tuple[str, ...], Line] = {}
    for row in sorted(found, key=_objectives):
        fewest.setdefault(tuple(row.parameters[name] for name in grid.others("objectives")), row)
    return [*fewest.values()]


def _objectives(row: Line) -> int:
    return int(row.parameters["objectives"])


def _deals(grid: Grid, game: str, deals: Sequence[tuple[Line, int]], pages: Mapping[tuple[str, int], str]) -> str:
    lines = []
    for row, seed in deals:
        command = f"{generate(game, row.parameters, seed)} | crewsat {_shown_by(game)} - --html lost.html"
        page = pages.get((named(row.parameters), seed))
        shown = f'<a href="{escape(page)}">{seed}</a>' if page else f"{seed}"
        lines.append((_values(grid, row), [f"<td>{shown}</td>", _code(command)]))
    return table([*map(label, grid.varied), "seed", "again, with a page to step through"], lines)


def _shown_by(game: str) -> str:
    """Return the command that says most about a lost deal."""
    return "explain" if "explain" in GAMES[game].questions else "decide"


def undecided(grid: Grid, game: str) -> Iterator[str]:
    """Yield the deals that are undecided."""
    lines, left_out = [], 0
    for row in grid.cells:
        cell = row.cell
        for seed, reason in cell.undecided:
            command = f"{generate(game, row.whole, seed)} | crewsat decide -"
            own = [cell.parameters[name] for name in grid.varied]
            lines.append((own, [f"<td>{seed}</td>", f"<td>{escape(reason)}</td>", _code(command)]))
        left_out += cell.answers["unknown"] - len(cell.undecided)
    if lines:
        more = f"<p>And {left_out} more: a cell shows at most {MOST_UNDECIDED}.</p>\n" if left_out else ""
        every = table([*map(label, grid.varied), "seed", "why", "again"], lines)
        shown = every if len(lines) <= _MANY else folded(f"{len(lines)} undecided deals", every)
        yield f"<h2>Undecided deals</h2>\n{shown}{more}"


def costs(grid: Grid, game: str) -> Iterator[str]:
    """Yield what deals have cost, cell by cell."""
    lines = []
    for row in grid.cells:
        seconds, seed = row.cell.worst
        times = [_number(row.found[name]) for name in ("cpu_median", "cpu_99", "cpu_seconds")]
        worst = [_number(seconds), _code(f"{generate(game, row.whole, seed)} | crewsat decide -")]
        lines.append(([*(row.cell.parameters[name] for name in grid.varied)], [*times, *worst]))
    head = [*map(label, grid.varied), "median", "99 % at most", "all", "longest", "the deal that took longest"]
    yield "<h2>Cost</h2>\n<p>Seconds of processor time of a deal.</p>\n"
    yield folded("Every cell", table(head, lines))


def _values(grid: Grid, row: Line) -> list[str]:
    return [row.parameters[name] for name in grid.varied]


def _code(command: str) -> str:
    return f'<td class="text"><code>{escape(command)}</code></td>'


def _number(value: float | None) -> str:
    return "<td>-</td>" if value is None else f"<td>{value:.3g}</td>"
