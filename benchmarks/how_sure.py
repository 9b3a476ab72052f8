"""The page of intervals: `python -m benchmarks.how_sure docs` writes how-sure.md, and its figure how-sure.svg.

Nothing is drawn at random: coverage, the number of deals and how often the width is reached are summed up over all that
may happen (`benchmarks.coverage`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure as Canvas

import crewsat
from benchmarks import svg
from benchmarks.axes import BLACK, BLUE, ORANGE, STYLE, WIDTH, head
from benchmarks.coverage import coverage, planned
from crewsat.base.intervals import running
from crewsat.sweeps.stopping import PILOT, deals_needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.coverage import Planned

LEVEL, HALF_WIDTH = 0.95, 0.01
SHARES = (0.5, 0.7, 0.85, 0.93, 0.97, 0.99, 0.999)
GRID = (*(k / 200 for k in range(100, 200, 3)), 0.993, 0.996, 0.998, 0.999, 0.9995)
"""Shares of the curve; below a half it is the mirror image."""
FIXED = 1_000
"""Deals of the curve of a number that is fixed."""

PREFACE = """# How sure a share is

A share of deals that can be won is found from some deals, and is reported with an interval. There are three, and each
promises something else; the names are those of the column `interval` of an [export](sweeps.md#exports).

- `exact`, `--deals N`: the number of deals is fixed in advance. Clopper and Pearson's interval contains the true
  share with a probability of at least the level, whatever the share is.
- `stopped`, `--half-width W`: a pilot of {pilot:,} deals chooses how many more are decided, and the interval is that of
  Clopper and Pearson for the fresh deals only (two stages, as Stein's, 1945). Their number depends on nothing but the
  pilot, so given the pilot it is fixed in advance, and the promise holds. The pilot's deals do not count.
- `running`, while a sweep is under way, or if it was stopped before its end: a confidence sequence, which holds at
  every moment at once, however often one looks and for whatever reason one stops (Robbins 1970: a mixture of all shares
  by Beta(1/2, 1/2)). It is wider for that. Only deals in the order of their seeds count, up to the first that is
  missing: what is decided first is easier than the rest. Merged sweeps have this interval, too, unless all of them
  had fixed the number of their deals, and are complete.

An ordinary interval at a moment that one chose by looking promises nothing: looked at forty times up to 2,000 deals,
Wilson's misses a share of 0.85 in about 30 % of all runs. `tests/sweeps/test_coverage.py` looks at all of them on decks
that are small enough to count all deals: the three above contain the share as often as they promise, and Wilson's does
not.

Deals that are undecided are neither left out nor counted as lost: the lower end takes them as lost, the upper one as
won.

Merging is for sweeps that were decided on in advance, on several machines for example. If one was begun because of what
another had found, nothing can show that, and `exact` promises too much: with a look after each of twenty sweeps of 100
deals, one person in five sees an interval without the share (at a share of 0.5).

An interval holds for one cell. If several are read together, one of them will be wrong more often than one time in
twenty; the columns `low_together` and `high_together` hold for all cells of a sweep at once (Bonferroni: a level of 1 -
(1 - level) / rows for each).
"""


TABLE = """*Planned* has the {pilot:,} deals of the pilot; *contains the share* is the coverage at the planned stop;
*narrow enough* is how often half of the interval is as narrow as wanted: else it is a little wider, and says so. *While
running* is how many deals the interval takes that may be looked at. Shares below a half are the same the other way
round."""


def page(found: Sequence[Planned]) -> Iterator[str]:
    """Yield the lines of the page."""
    yield PREFACE.format(pilot=PILOT)
    yield from ("", f"## What a half-width of {HALF_WIDTH} takes", "")
    yield "| share | deals if it were known | planned, mean | contains the share | narrow enough | while running |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: |"
    for one in found:
        needed = f"{deals_needed(one.share, HALF_WIDTH, LEVEL):,} | {one.deals:,.0f}"
        likely = f"{100 * one.coverage:.1f} % | {100 * one.narrow:.1f} %"
        yield f"| {one.share:g} | {needed} | {likely} | {_running(one.share):,} |"
    yield from ("", TABLE.format(pilot=PILOT), "")
    made = "`python -m benchmarks.how_sure docs`"
    yield f"Level {LEVEL}; computed, not drawn at random, by {made} with crewsat {crewsat.__version__}."
    yield from ("", "## How often intervals contain the share", "")
    yield "![Both intervals contain the share at least as often as they promise, whatever it is](how-sure.svg)"


def _running(share: float) -> int:
    """Return after how many deals the running interval is narrow enough, if their share is the true one."""
    low, high = 1, 2
    while _running_width(share, high) > HALF_WIDTH:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _running_width(share, middle) <= HALF_WIDTH else (middle, high)
    return high


def _running_width(share: float, deals: int) -> float:
    return running(round(share * deals), deals, LEVEL).half_width


def draw(path: Path) -> None:
    """Draw the coverage of both intervals against the share."""
    shares = sorted({*GRID, *(1 - share for share in GRID)})
    known = {share: planned(share, HALF_WIDTH, LEVEL).coverage for share in GRID}
    curves = {
        f"planned, half-width {HALF_WIDTH}": [known[share if share in known else 1 - share] for share in shares],
        f"{FIXED:,} deals, fixed": [coverage(share, FIXED, LEVEL) for share in shares],
    }
    title = "Both intervals contain the share at least as often as they promise"
    with rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, 3.6), layout="constrained")
        axes = canvas.subplots()
        for (words, values), colour, dashes in zip(curves.items(), (BLUE, ORANGE), ("-", ":"), strict=True):
            axes.plot(shares, values, label=words, color=colour, linestyle=dashes)
        axes.axhline(LEVEL, color=BLACK, linewidth=1, label=f"promised: {LEVEL}")
        axes.set(xlabel="share of the deals that can be won", ylabel="contains it", ylim=(0.94, 1.001))
        canvas.legend(loc="outside lower center", ncols=3)
        head(canvas, title, "Coverage of the exact interval, computed")
        svg.write(canvas, path, Title=title)


def main() -> None:
    """Write the page and its figure."""
    parser = argparse.ArgumentParser(description="Write how-sure.md and how-sure.svg.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    found = []
    for share in SHARES:
        found.append(planned(share, HALF_WIDTH, LEVEL))
        print(found[-1], file=sys.stderr, flush=True)
    (folder / "how-sure.md").write_text("".join(f"{line}\n" for line in page(found)), encoding="utf-8")
    draw(folder / "how-sure.svg")


if __name__ == "__main__":
    main()
