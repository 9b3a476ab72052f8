"""The first page of the atlas, ``docs/atlas/README.md``: made by ``python -m benchmarks.atlas_findings``.

Its findings are sentences of ``docs/atlas/findings.toml`` whose fields are filled in from the exports, each under
conditions that must hold of them (`benchmarks.findings`). A row of a sweep, such as ``main 4 5 omega`` (the sweep, then
what each parameter is in that row, but for those that are the same in all rows), provides these facts, shares in
percent:

``main 4 5 omega``
    the share that can be won, in words with its 95 % interval;
``low main 4 5 omega``, ``high main 4 5 omega``
    for conditions: the ends of the interval that holds for all rows of the sweep at once;
``less main 4 5 omega``
    how much less that is, in percentage points, than with the first value of the last parameter;
``p main 4 5 1 omega``
    for conditions: how likely so uneven a split of the deals that only one of these two rows wins is, if neither is
    harder (`crewsat.base.pairs`), times the number of such pairs of rows in the sweep (Bonferroni); for last
    parameters that are not numbers, and such with two values;
``one p main 4 5 1 omega``
    the same without the correction;
``either main 4 5 1 omega``
    the share of the seeds whose deals can be won in at least one of these two rows, if all are decided;
``mean least_hand solitaire 5 2``
    the mean of a quantity that was found out besides the answer;
``lost main omega``
    how many deals of all rows with this last parameter are not won, in words with the number of all of them;
``below 90 main 4 omega``
    the least number of objectives with which the share is below 90 %, if there is one.
"""

from __future__ import annotations

import textwrap
import tomllib
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from benchmarks.atlas import FOLDER, about, names
from benchmarks.findings import Fact, finding_of
from benchmarks.shares import in_words
from crewsat.base.intervals import exact
from crewsat.base.pairs import pairs
from crewsat.sweeps.page.grid import grid_of
from crewsat.sweeps.plan import LEVEL
from crewsat.sweeps.reading import swept

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from crewsat.sweeps.page.grid import Grid, Line
    from crewsat.sweeps.reading import Swept

PAGE = FOLDER / "README.md"
FINDINGS = FOLDER / "findings.toml"
MARKS = (99, 90, 75, 50, 25, 10)
"""Shares in percent: with how many objectives a share falls below each of them is a fact."""

PREFACE = """# The winnability atlas

What share of random deals can be won, with all cards known? {deals} deals of {sweeps} sweeps are decided here; those
with which the smaller sweeps compare are the first deals of the main grid again. Each page has tables and curves with
intervals, differences by the deals that cells share, lost deals to step through, what is undecided, what it cost, and
the command that reproduces it. How far an interval can be trusted is on [its own page](../how-sure.md), how to sweep
for yourself [here](../sweeps.md).

Where nothing else is said, the game is The Crew with its 40 cards, and objectives are dealt out in turn from the
commander, who leads. Order tokens lie on the first objectives that are drawn, so `1`, *first*, and omega, *last*, are
on an objective of the commander. Two objectives may be won in one trick.

```{{raw}} html
<ul>"""

AFTER_THE_LIST = """</ul>
```

[Small decks of which all deals are counted](counted.md), to compare sweeps with."""

LAST = """
## Reproducing this page

`make atlas` makes the pages from the exports beside them, this one included; `make atlas FRESH=1` runs the small sweep
first, `make atlas FRESH="main"` another one. The sentences above are in `findings.toml` with the conditions under
which they stand; if one does not hold for the exports, the page is not made. Intervals are those of Clopper and
Pearson, 95 % for each share. *Significant* means p < 0.05 by McNemar's exact test of deals with the same seeds,
corrected for all comparisons of the sweep in which only its last parameter differs (Bonferroni). Where a sentence says
nothing of significance, *more*, *less* and *about* are read from the estimates, as are the positions of thresholds."""


def facts_of(name: str, sweep: Swept) -> dict[str, Fact]:
    """Return what a sweep provides."""
    grid = grid_of(sweep)
    found: dict[str, Fact] = {}
    for row in grid.rows:
        words = " ".join((name, *(row.parameters[parameter] for parameter in grid.varied)))
        found |= {words: _share(row), f"low {words}": _end(row, "low"), f"high {words}": _end(row, "high")}
        found |= _means(words, row)
    if grid.varied:
        *others, last = grid.varied
        groups = [(" ".join((name, *chosen.values())), rows) for chosen, rows in grid.groups(*others)]
        found |= _less(last, groups)
        if grid.numbers(last) is None or len(grid.values[last]) == 2:
            found |= _paired(last, groups)
        found |= _lost(name, grid, last)
    if "objectives" in grid.varied:
        found |= _below(name, grid)
    return found


def _share(row: Line) -> Fact:
    share, low, high = (row.found[column] for column in ("share", "low", "high"))
    return Fact(100 * share, in_words(share, low, high))


def _end(row: Line, name: str) -> Fact:
    end = 100 * row.found[f"{name}_together"]
    return Fact(end, f"{end:.1f} %")


def _means(words: str, row: Line) -> Iterator[tuple[str, Fact]]:
    """Yield the mean of each quantity that was found out besides the answer."""
    for column, value in row.found.items():
        if column.endswith("_mean") and value is not None:
            yield f"mean {column.removesuffix('_mean')} {words}", Fact(value, f"{value:.2f}")


_Groups = list[tuple[str, list["Line"]]]
"""Rows that differ in the last parameter only, and the words for what they share."""


def _less(last: str, groups: _Groups) -> Iterator[tuple[str, Fact]]:
    """Yield how much less can be won than in the first row of a group."""
    for words, rows in groups:
        for row in rows:
            points = 100 * (rows[0].found["share"] - row.found["share"])
            yield f"less {words} {row.parameters[last]}", Fact(points, f"{points:.1f}")


def _paired(last: str, groups: _Groups) -> Iterator[tuple[str, Fact]]:
    """Yield for each pair of rows of a group the p-value of the difference, and what can be won in one of them."""
    number = sum(comb(len(rows), 2) for _, rows in groups)
    for words, rows in groups:
        won = [row.cell.won(row.objectives) for row in rows]
        for (one, first), (other, second) in combinations(zip(rows, won, strict=True), 2):
            shared = f"{words} {one.parameters[last]} {other.parameters[last]}"
            p = pairs((first[seed], second[seed]) for seed in first).p_value
            yield f"one p {shared}", Fact(p, f"{p:.2g}")
            yield f"p {shared}", Fact(min(1.0, number * p), f"{min(1.0, number * p):.2g}")
            if None not in {*first.values(), *second.values()}:
                either = sum(bool(first[seed] or second[seed]) for seed in first)
                yield f"either {shared}", _of_all(either, len(first))


def _of_all(yes: int, deals: int) -> Fact:
    return Fact(100 * yes / deals, in_words(yes / deals, *exact(yes, deals, LEVEL)))


def _lost(name: str, grid: Grid, last: str) -> Iterator[tuple[str, Fact]]:
    """Yield how many deals are not won, for each value of the last parameter."""
    for chosen, rows in grid.groups(last):
        deals, won = (sum(row.found[column] for row in rows) for column in ("deals", "yes"))
        yield f"lost {name} {chosen[last]}", Fact(deals - won, f"{deals - won:,} of {deals:,} deals")


def _below(name: str, grid: Grid) -> Iterator[tuple[str, Fact]]:
    """Yield the least number of objectives with which a share is below a mark, for each mark."""
    for chosen, rows in grid.groups(*grid.others("objectives")):
        for mark in MARKS:
            passed = [int(row.parameters["objectives"]) for row in rows if 100 * row.found["share"] < mark]
            if passed:
                yield " ".join((f"below {mark}", name, *chosen.values())), Fact(min(passed), f"{min(passed)}")


def findings(groups: Sequence[Mapping[str, Any]], facts: Mapping[str, Fact]) -> Iterator[str]:
    """Yield the lines of the findings.

    Raises:
        ValueError: if one does not hold, or a fact in it is not known.
    """
    for group in groups:
        yield from ("", f"## {group['title']}", "")
        for finding in group["findings"]:
            sentence = finding_of(finding["finding"], finding["holds"], facts)
            if sentence is None:
                raise ValueError(f"does not hold for the exports: {finding['finding']}")
            yield textwrap.fill(f"- {sentence}", 120, subsequent_indent="  ", break_on_hyphens=False)


def page(exports: Mapping[str, Path], groups: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of the page.

    Raises:
        ValueError: if a finding does not hold, or a fact in it is not known.
    """
    facts: dict[str, Fact] = {}
    deals = 0
    for name, path in exports.items():
        sweep = swept([path])
        deals += sum(cell.answers.total() for cell in sweep.cells.values())
        facts |= facts_of(name, sweep)
    yield PREFACE.format(deals=f"{deals:,}", sweeps=len(exports))
    yield from (f'<li><a href="{name}/index.html">{about(name)}</a></li>' for name in exports)
    yield AFTER_THE_LIST
    yield from findings(groups, facts)
    yield LAST


def exports_of(some: Iterable[str]) -> dict[str, Path]:
    """Return the exports of these sweeps, of those that have one."""
    found = {name: FOLDER / f"{name}.csv.xz" for name in some}
    return {name: path for name, path in found.items() if path.exists()}


def main() -> None:
    """Write the page."""
    groups = tomllib.loads(FINDINGS.read_text(encoding="utf-8"))["group"]
    text = "".join(f"{line}\n" for line in page(exports_of(names()), groups))  # all of it, before the old one goes
    PAGE.write_text(text, encoding="utf-8")
    print("docs/atlas/README.md")


if __name__ == "__main__":
    main()
