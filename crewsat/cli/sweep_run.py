"""``crewsat sweep run``: deals are decided, cell by cell, and kept in a store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.wording import visible
from crewsat.cli.common import JobsOption, Terminated, errors_reported, interruptible, out, status_of, warn
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.progress import Progress
from crewsat.engine.many import usable_cores
from crewsat.sweeps.cells import name_with
from crewsat.sweeps.cluster import Cluster
from crewsat.sweeps.engines import Local
from crewsat.sweeps.intervals import running
from crewsat.sweeps.plan import LIMIT, QUANTITIES, plan_of, read_file
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import cells_in, rows_of
from crewsat.sweeps.versions import versions_today

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.sweeps.running import Engine

COMPLETE, UNDECIDED_REMAIN = 0, 3
MB = 1_000_000

_Words = Annotated[
    list[str] | None,
    Argument(metavar="[FILE.toml] [--PARAMETER VALUES]...", help="What is swept; options replace what a file says."),
]
_Store = Annotated[Path, Option("--store", metavar="STORE", help="Keep what is found in this file, and go on there.")]
_Game = Annotated[str | None, Option(metavar="NAME", help="The game; every option of its generator is a parameter.")]
_Deals = Annotated[int | None, Option(metavar="N", help="Decide N deals of every cell.")]
_HalfWidth = Annotated[
    float | None, Option(metavar="W", help="Decide as many deals as make half of an interval as narrow as W.")
]
_Level = Annotated[float | None, Option(metavar="L", help="The level of confidence; by default 0.95.")]
_SeedFrom = Annotated[int | None, Option(metavar="N", help="The first seed of every cell; by default 0.")]
_Check = Annotated[
    float | None, Option(metavar="SHARE", help="Decide this share of the deals again by other means; prove lost ones.")
]
_FewestTricks = Annotated[bool, Option("--fewest-tricks", help="Find also the trick of the earliest win.")]
_LeastHand = Annotated[bool, Option("--least-hand", help="Find also the least hand of a solitaire deck.")]
_TimeLimit = Annotated[
    float, Option("--time-limit", "-t", metavar="SECONDS", help="For a deal, in the end; by default 60 s.")
]
_MemoryLimit = Annotated[float, Option(metavar="MB", help="For a worker; by default 4,000 MB.")]
_Cluster = Annotated[str | None, Option(metavar="ADDRESS", help="Work on the Dask cluster with this scheduler.")]


def run(
    words: _Words = None,
    *,
    store: _Store,
    game: _Game = None,
    deals: _Deals = None,
    half_width: _HalfWidth = None,
    level: _Level = None,
    seed_from: _SeedFrom = None,
    check: _Check = None,
    fewest_tricks: _FewestTricks = False,
    least_hand: _LeastHand = False,
    time_limit: _TimeLimit = LIMIT,
    memory_limit: _MemoryLimit = 4_000.0,
    jobs: JobsOption = None,
    cluster: _Cluster = None,
) -> None:
    """Decide the deals of a sweep; the same command goes on where it was interrupted.

    Every option of the game's generator is a parameter with a list of values: --players 3,4,5 --objectives 1-10, and,
    where values have commas, --tokens "none / 1,2 / all". Each combination is a cell.

    Exit status: 0 complete, 3 undecided deals remain, 1 bad input or failure, 2 wrong usage, 130 interrupted.
    """
    asked = {"game": game, "deals": deals, "half_width": half_width, "level": level}
    asked |= {"seed_from": seed_from, "check": check}
    quantities = {"fewest_tricks": fewest_tricks, "least_hand": least_hand}
    with errors_reported():
        plan = plan_of(_plan(words or [], asked, quantities), time_limit=time_limit)
        max_bytes = int(memory_limit * MB)
        with Store(store, alone=True) as opened:
            sweep = Run(plan, opened, versions_today())
            for name, why in plan.cells.left_out.items():
                warn(f"left out: {name}: {why}")
            if cluster is None:
                raise Exit(_gone_on(sweep, Local(jobs or usable_cores(), max_bytes)))
            with Cluster(cluster, max_bytes) as engine:
                raise Exit(_gone_on(sweep, engine))


def _plan(words: Sequence[str], asked: Mapping[str, Any], quantities: Mapping[str, bool]) -> dict[str, Any]:
    """Return the contents of a plan: what a file says, and what options say in its place."""
    said, cells = given_in(words)
    asked = {name: value for name, value in asked.items() if value is not None}
    if "deals" in asked or "half_width" in asked:  # one replaces the other
        said = {name: value for name, value in said.items() if name not in {"deals", "half_width"}}
    wanted = {name: True for name in QUANTITIES if quantities[name]}
    tables: Mapping[str, Mapping[str, Any]] = {"cells": cells, "quantities": wanted}
    both = {name: {**_table(said.get(name)), **own} for name, own in tables.items() if own}
    return {**said, **asked, **both}


def _table(said: object) -> dict[str, Any]:
    """Return a table of a file; what is not one is refused later if nothing replaces it."""
    return said if isinstance(said, dict) else {}


def given_in(words: Sequence[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what a file says, and the parameters: ``--players 3,4``, or ``--players=3,4``.

    Raises:
        WrongUsage: for a word that is not one of them, and for a parameter without values.
        InvalidInstance: if the file is not TOML.
    """
    left = list(words)
    said = read_file(Path(left.pop(0))) if left and not left[0].startswith("--") else {}
    found: dict[str, str] = {}
    while left:
        option, equals, value = left.pop(0).partition("=")
        if not option.startswith("--"):
            raise WrongUsage(f"'{visible(option)}' is not a parameter; allowed: --NAME VALUES")
        if not equals:
            if not left:
                raise WrongUsage("values are missing", place=option)
            value = left.pop(0)
        found[option.removeprefix("--").replace("-", "_")] = value
    return said, found


def _gone_on(sweep: Run, engine: Engine) -> int:
    """Run a sweep with a display of its progress, print the shares, and return the exit status."""
    done = 0

    def words(seconds: float) -> str:
        return _progress(sweep, done, seconds)

    status = None
    found = sweep.go(engine)
    with closing(found), Progress(words) as progress:
        try:
            with interruptible():
                for row in found:
                    done += row.deals
                    progress.show()
        except (KeyboardInterrupt, Terminated) as stop:
            status = status_of(stop)
    cells = cells_in(sweep.store)
    for cell in cells:
        for known in rows_of(cell, sweep.plan.level, len(cells)):
            out(f"{name_with({name: known[name] for name in cell.parameters})}: {_share(known)}")
    if status is not None:
        return status
    return UNDECIDED_REMAIN if any(cell.answers["unknown"] for cell in cells) else COMPLETE


def _share(row: Mapping[str, Any]) -> str:
    """Say what is known of a cell."""
    share = f"{row['share']:.4f}" if row["deals"] else "-"
    undecided = f", {row['unknown']} undecided" if row["unknown"] else ""
    return f"{share} ({row['low']:.4f} to {row['high']:.4f}) of {row['deals']} deals{undecided}"


def _progress(sweep: Run, done: int, seconds: float) -> str:
    """Say how far a sweep is: how many cells are complete, and one of the others with its interval so far."""
    counts = [sweep.count(k) for k in range(len(sweep.plan.cells.cells))]
    left = sum(max(0, (count.planned or 0) - count.deals) for count in counts)
    speed = done / seconds
    words = [f"{sum(count.is_complete for count in counts)} of {len(counts)} cells", f"{speed:.0f} deals/s"]
    for cell, count in zip(sweep.plan.cells.cells, counts, strict=True):
        if count.deals and not count.is_complete and cell.threshold is None:
            low, high = running(count.yes, count.deals, sweep.plan.level, count.unknown)
            words.append(f"{cell.name}: {low:.3f} to {high:.3f}")
            break
    if left:
        words.append(f"{left} deals to go" + (f", {left / speed / 60:.0f} min left" if speed else ""))
    return "; ".join(words)
