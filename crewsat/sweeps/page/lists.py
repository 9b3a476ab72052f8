"""Lists of a page: quantities, differences, lost deals, undecided deals, and what deals have cost."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from crewsat.sweeps.again import generate
from crewsat.sweeps.page.grid import label, named
from crewsat.sweeps.page.tables import folded, table
from crewsat.sweeps.pairs import pairs
from crewsat.sweeps.summary import MOST_UNDECIDED, QUANTILES, UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.sweeps.page.grid import Grid, Row

_CLEAR = 0.0001
"""Chances below this are written as such."""


def quantities(grid: Grid) -> Iterator[str]:
    """Yield mean and quantiles of what was found out besides the answer."""
    names = dict.fromkeys(name for row in grid.rows for name in row.cell.quantities)
    for name in names:
        if name in {"threshold_low", "threshold_high"}:
            continue
        head = [*map(label, grid.varied), "mean", *(f"{share:.0%} at most" for share in QUANTILES.values())]
        lines = [
            (
                _values(grid, row),
                [_number(row.found.get(f"{name}_{word}")) for word in ("mean", *QUANTILES)],
            )
            for row in grid.rows
        ]
        yield f"<h2>{escape(label(name).capitalize())}</h2>\n{table(head, lines)}"


def differences(grid: Grid) -> Iterator[str]:
    """Yield how cells differ in which one parameter, not a number, has another value than the first one."""
    lines = []
    for name in grid.varied:
        if grid.numbers(name) is not None:
            continue
        for chosen, rows in grid.groups(*grid.others(name)):
            own = {row.parameters[name]: row for row in rows}
            present = [value for value in grid.values[name] if value in own]
            for value in present[1:]:
                line = _difference(own[present[0]], own[value])
                if line is not None:
                    lines.append(([named(chosen) or "all", value, present[0]], line))
    if lines:
        head = ("cells", "with", "and with", "difference", "won with one only", "with the other only", "chance")
        yield (
            "<h2>Differences</h2>\n<p>Deals with the same seed are pairs. The chance is that of a split as uneven as "
            "this if neither were harder (exact test of McNemar). Among many comparisons some are small by accident: "
            f"one below {0.05 / len(lines):.2g} is rare even so.</p>\n"
        )
        yield folded(f"{len(lines)} comparisons", table(head, lines))


def _difference(one: Row, other: Row) -> Sequence[str] | None:
    """Return the cells of a line; None if the rows do not have the same deals, or are not complete."""
    if {one.cell.interval, other.cell.interval} != {"exact"} or one.cell.seeds != other.cell.seeds:
        return None
    found = pairs(zip(_won(other), _won(one), strict=True))
    chance = f"&lt; {_CLEAR}" if found.chance < _CLEAR else f"{found.chance:.4f}"
    texts = (f"{100 * found.difference:+.2f} points", f"{found.first}", f"{found.second}", chance)
    return [f"<td>{text}</td>" for text in texts]


def _won(row: Row) -> Iterator[bool | None]:
    """Yield whether each deal is won; None for those undecided."""
    least = row.objectives or 1
    return (None if result == UNDECIDED else result >= least for result in row.cell.results)


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
    fewest = fewest_lost(grid)
    yield "<h2>Lost deals</h2>\n"
    if fewest:
        yield "<p>With the fewest objectives that were found to be lost:</p>\n"
        yield _deals(grid, game, [(row, row.lost[0]) for row in fewest], pages)
    every = [(row, seed) for row in found for seed in row.lost]
    yield folded(f"{len(every)} lost deals, the first of every cell", _deals(grid, game, every, pages))


def fewest_lost(grid: Grid) -> list[Row]:
    """Return the rows with the fewest objectives that have lost deals, one for each combination of the others."""
    if "objectives" not in grid.values:
        return []
    rows = []
    for _, own in grid.groups(*grid.others("objectives")):
        with_lost = [row for row in own if row.lost]
        if with_lost:
            rows.append(min(with_lost, key=lambda row: int(row.parameters["objectives"])))
    return rows


def _deals(grid: Grid, game: str, deals: Sequence[tuple[Row, int]], pages: Mapping[tuple[str, int], str]) -> str:
    lines = []
    for row, seed in deals:
        command = f"{generate(game, row.parameters, seed)} | crewsat explain - --html lost.html"
        page = pages.get((named(row.parameters), seed))
        shown = f'<a href="{escape(page)}">{seed}</a>' if page else f"{seed}"
        lines.append((_values(grid, row), [f"<td>{shown}</td>", _code(command)]))
    return table([*map(label, grid.varied), "seed", "again, with a page to step through"], lines)


def undecided(grid: Grid, game: str) -> Iterator[str]:
    """Yield the deals that are undecided."""
    lines, left_out = [], 0
    for row in grid.cells:
        cell = row.cell
        for seed in cell.undecided:
            command = f"{generate(game, row.whole, seed)} | crewsat decide -"
            lines.append((_values(grid, row), [f"<td>{seed}</td>", _code(command)]))
        left_out += cell.answers["unknown"] - len(cell.undecided)
    if lines:
        more = f"<p>And {left_out} more: a cell shows at most {MOST_UNDECIDED}.</p>\n" if left_out else ""
        yield f"<h2>Undecided deals</h2>\n{table([*map(label, grid.varied), 'seed', 'again'], lines)}{more}"


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


def _values(grid: Grid, row: Row) -> list[str]:
    return [row.parameters[name] for name in grid.varied]


def _code(command: str) -> str:
    return f'<td class="text"><code>{escape(command)}</code></td>'


def _number(value: float | None) -> str:
    return "<td>-</td>" if value is None else f"<td>{value:.3g}</td>"
