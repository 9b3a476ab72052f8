"""The page of a sweep: shares as tables with colours, as curves, and what stands behind them.

It is one file that fetches nothing and needs no script. Colours only repeat what the numbers say. The same deals give
the same page, byte by byte.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from html import escape
from importlib.resources import files
from math import prod
from typing import TYPE_CHECKING

from crewsat.games import GAMES
from crewsat.sweeps.again import run
from crewsat.sweeps.checks import AGREED, PROVED, UNSETTLED
from crewsat.sweeps.counting import RUNNING
from crewsat.sweeps.page.curves import curves
from crewsat.sweeps.page.grid import grid_of, label, named
from crewsat.sweeps.page.lists import costs, differences, lost, quantities, undecided
from crewsat.sweeps.page.tables import colours, shares
from crewsat.sweeps.plan import LEVEL, LIMIT
from crewsat.sweeps.quantities import QUANTITIES
from crewsat.sweeps.stopping import PILOT
from crewsat.sweeps.summary import is_wider, number_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.sweeps.page.grid import Grid
    from crewsat.sweeps.reading import Swept
    from crewsat.sweeps.summary import Tally

PROMISES = {
    "exact": "The number of deals was fixed in advance: the intervals are those of Clopper and Pearson",
    "stopped": "A pilot of other deals chose their number: the intervals are those of Clopper and Pearson",
    "running": (
        "The number of deals was not fixed in advance, or the sweep is not complete: the intervals hold at every "
        "moment at once, and are wider for that"
    ),
}


def page_of(swept: Swept, title: str = "", pages: Mapping[tuple[str, int], str] | None = None) -> str:
    """Return the page.

    Args:
        swept: what is known of the sweep.
        title: of the page; by default what varies.
        pages: by parameters and seed, where replay pages of lost deals are.
    """
    grid = grid_of(swept)
    title = title or _title(grid, swept.about.game)
    style = files(__package__).joinpath("style.css").read_text(encoding="utf-8") + colours()
    policy = f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"
    game = swept.about.game
    body = [
        *_introduction(swept, grid),
        f"<h2>Shares</h2>\n<p>Percent of the deals that can be won, with the interval below.{_gaps(grid)}</p>\n",
        *shares(grid),
        *curves(grid),
        *quantities(grid),
        *differences(grid, swept.about.level),
        *lost(grid, game, pages or {}),
        *undecided(grid, game),
        *costs(grid, game),
        *_method(swept),
    ]
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{"".join(body)}</main>
</body>
</html>
"""


def _title(grid: Grid, game: str) -> str:
    varied = ", ".join(map(label, grid.varied))
    return f"{GAMES[game].title}: shares that can be won{f', by {varied}' if varied else ''}"


def _gaps(grid: Grid) -> str:
    """Say what empty cells mean, if there are any."""
    is_whole = len(grid.rows) == prod(len(grid.values[name]) for name in grid.varied)
    return "" if is_whole else " An empty cell has no deals of its own."


def _introduction(swept: Swept, grid: Grid) -> Iterator[str]:
    """Say what was swept, how sure it is, and what is undecided."""
    cells = [*swept.cells.values()]
    deals = sum(cell.answers.total() for cell in cells)
    fixed = {name: values[0] for name, values in grid.values.items() if name not in grid.varied}
    yield f"<p>{deals:,} deals in {len(cells):,} cells{escape(f', all with {named(fixed)}' if fixed else '')}.</p>\n"
    if len(grid.rows) < swept.rows:
        yield f"<p>Of {swept.rows:,} rows that the sweep is to have, {len(grid.rows):,} have deals that count.</p>\n"
    kinds = {cell.interval for cell in cells}
    for promise in (promise for kind, promise in PROMISES.items() if kind in kinds):
        yield f"<p>{promise}. Level: {swept.about.level:.4g} for each of them.</p>\n"
    yield from _wide(grid, swept.about.half_width)
    open_ = sum(cell.answers["unknown"] for cell in cells)
    both = " They count against both ends." if open_ else ""
    yield f"<p>Undecided: {open_:,} of {deals:,} ({open_ / max(deals, 1):.2%}).{both}</p>\n"


def _wide(grid: Grid, wanted: float | None) -> Iterator[str]:
    """Say how many intervals are wider than the half-width that was wanted, if one was, and some are."""
    wide = sum(is_wider(row.found, wanted) for row in grid.rows)
    if wide:
        yield f"<p>Wider than wanted, {wanted} on either side: {wide:,} of {len(grid.rows):,} intervals.</p>\n"


def _method(swept: Swept) -> Iterator[str]:
    """Say how answers were found and checked, when and by what, and how to do it again."""
    yield (
        "<h2>Method</h2>\n<p>Deals are decided, not simulated: each yes was replayed by an independent referee of the "
        "rules, and each no is the answer of a complete method.</p>\n"
    )
    yield from _checks(swept)
    lines = {
        "Seeds": _seeds(swept),
        "Date": " and ".join(sorted(date for date in swept.dates if date)) or "not known",
        "Versions": "; ".join(sorted(text for text in swept.versions if text)) or "not known",
        **({"Bots": swept.about.bots} if swept.about.bots else {}),
    }
    listed = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in lines.items())
    yield f"<dl>{listed}</dl>\n"
    command = _command(swept)
    if command is not None:
        yield f"<p>The same sweep again:</p>\n<pre><code>{escape(command)}</code></pre>\n"


def _seeds(swept: Swept) -> str:
    every = [span for cell in swept.cells.values() for span in cell.seeds.spans]
    more = f"; {swept.uncounted:,} other deals do not count" if swept.uncounted else ""
    return f"{min(span.first for span in every):,} to {max(span.end for span in every) - 1:,}{more}"


def _checks(swept: Swept) -> Iterator[str]:
    """Say what became of deals that were decided again."""
    again: Counter[str] = sum((cell.again for cell in swept.cells.values()), start=Counter())
    if again:
        yield (
            f"<p>{again.total():,} deals, chosen by a hash, were decided again by other means: {again[AGREED]:,} with "
            f"the same answer, {again[PROVED]:,} with a proof that was checked; {again[UNSETTLED]:,} took too "
            f"long.</p>\n"
        )


def _command(swept: Swept) -> str | None:
    """Return the command that runs the sweep, if one does: its cells have the same seeds, and are complete."""
    cells, about = [*swept.cells.values()], swept.about
    if not _is_whole(swept, cells):
        return None
    ((first, end),) = cells[0].seeds.spans
    number: dict[str, object] = {"deals": end - first}
    if about.half_width is not None:
        first, number = first - PILOT, {"half_width": about.half_width}
    given = {"level": (about.level, LEVEL), "seed_from": (first, 0), "check": (about.check, 0)}
    given["time_limit"] = (about.time_limit, LIMIT)
    more = {name: value for name, (value, default) in given.items() if value != default}
    flags = [name for name in swept.quantities if name in QUANTITIES]
    return run(about.game, [cell.parameters for cell in cells], {**number, **more}, flags)


def _is_whole(swept: Swept, cells: Sequence[Tally]) -> bool:
    """Return whether all cells are there and complete, with seeds from the same one on without a gap."""
    starts = {cell.seeds.spans[0].first for cell in cells}
    numbers = {cell.answers.total() for cell in cells if swept.about.half_width is None}
    is_one = all(len(cell.seeds.spans) == 1 and cell.interval != RUNNING for cell in cells)
    rows = number_of_rows(cell.parameters for cell in cells)
    return is_one and len(starts) == 1 and len(numbers) <= 1 and rows == swept.rows


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
