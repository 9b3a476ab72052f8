"""``crewsat sweep run``: deals are decided, cell by cell, and kept in a store."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.intervals import running
from crewsat.base.wording import counted, visible
from crewsat.cli.common import JobsOption, Terminated, errors_reported, interruptible, out, status_of, warn
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.progress import Progress
from crewsat.engine.many import usable_cores
from crewsat.sweeps.cells import name_with
from crewsat.sweeps.cluster import Cluster
from crewsat.sweeps.engines import Local
from crewsat.sweeps.plan import LIMIT, plan_of, read_file
from crewsat.sweeps.quantities import QUANTITIES
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import Tally, all_rows, cell_in, is_wider, number_of_rows
from crewsat.sweeps.versions import versions_today

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.sweeps.plan import Plan
    from crewsat.sweeps.running import Count, Engine

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
    float | None, Option(metavar="W", help="Decide as many deals as it takes for intervals of half-width W.")
]
_Level = Annotated[float | None, Option(metavar="L", help="The level of confidence; by default 0.95.")]
_SeedFrom = Annotated[int | None, Option(metavar="N", help="The first seed of every cell; by default 0.")]
_Check = Annotated[
    float | None, Option(metavar="SHARE", help="Decide this share of the deals again by other means; prove lost ones.")
]
_FewestTricks = Annotated[bool, Option("--fewest-tricks", help="Find also the trick of the earliest win.")]
_LeastHand = Annotated[bool, Option("--least-hand", help="Find also the least hand of a solitaire deck.")]
_Openings = Annotated[bool, Option("--openings", help="Find also how many opening cards keep a deal winnable, in %.")]
_Random = Annotated[bool, Option("--random", help="Play also a game of each deal with random cards.")]
_Greedy = Annotated[bool, Option("--greedy", help="Play also a game of each deal by a greedy rule.")]
_Lines = Annotated[bool, Option("--lines", help="Count also the winning lines, up to 1,000.")]
_Dropped = Annotated[
    bool, Option("--dropped", help="Find also how many goals of a lost deal must be dropped; 0 if it can be won.")
]
_Rescued = Annotated[bool, Option("--rescued", help="Find also which lost deals the distress signal makes winnable.")]
_Lemmas = Annotated[bool, Option("--lemmas", help="Prove also every lost deal, check it, and count the lemmas.")]
_Blueprint = Annotated[bool, Option("--blueprint", help="Play also a game of each deal by the blueprint, a small bot.")]
_Search = Annotated[bool, Option("--search", help="Play also a game of each deal by the bot that searches.")]
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
    openings: _Openings = False,
    random: _Random = False,
    greedy: _Greedy = False,
    winning_lines: _Lines = False,
    dropped: _Dropped = False,
    rescued: _Rescued = False,
    lemmas: _Lemmas = False,
    blueprint: _Blueprint = False,
    search: _Search = False,
    time_limit: _TimeLimit = LIMIT,
    memory_limit: _MemoryLimit = 4_000.0,
    jobs: JobsOption = None,
    cluster: _Cluster = None,
) -> None:
    """Decide the deals of a sweep; the same command goes on where it was interrupted.

    Every option of the game's generator is a parameter with a list of values: --players 3,4,5 --objectives 1-10, and,
    where values have commas, --tokens "none / 1,2 / all". Each combination is a cell.

    Exit status: 0 complete, 3 undecided deals or unknown quantities remain, 1 bad input or failure, 2 wrong usage, 130
    interrupted.
    """
    if not 0 < memory_limit < float("inf"):
        raise WrongUsage(f"must be a positive number, not {memory_limit}", place="--memory-limit")
    asked = {"game": game, "deals": deals, "half_width": half_width, "level": level}
    asked |= {"seed_from": seed_from, "check": check}
    quantities = {"fewest_tricks": fewest_tricks, "least_hand": least_hand, "openings": openings, "random": random}
    quantities |= {"greedy": greedy, "lines": winning_lines, "dropped": dropped, "rescued": rescued, "lemmas": lemmas}
    quantities |= {"blueprint": blueprint, "search": search}
    with errors_reported():
        plan = _plan(words or [], asked, quantities, time_limit)
        with ExitStack() as opened:
            engine = _engine(jobs, cluster, int(memory_limit * MB))
            if isinstance(engine, Cluster):
                opened.enter_context(engine)
            sweep = Run(plan, opened.enter_context(Store(store, alone=True)), versions_today)
            for name, why in plan.cells.left_out.items():
                warn(f"left out: {name}: {why}")
            raise Exit(_gone_on(sweep, engine))


def _engine(jobs: int | None, cluster: str | None, max_bytes: int) -> Local | Cluster:
    """Return where the batches are worked on."""
    return Local(jobs or usable_cores(), max_bytes) if cluster is None else Cluster(cluster, max_bytes)


def _plan(words: Sequence[str], asked: Mapping[str, Any], quantities: Mapping[str, bool], time_limit: float) -> Plan:
    """Return a plan: what a file says, and what options say in its place."""
    file, cells = given_in(words)
    said = read_file(Path(file)) if file else {}
    asked = {name: value for name, value in asked.items() if value is not None}
    if "deals" in asked or "half_width" in asked:  # one replaces the other
        said = {name: value for name, value in said.items() if name not in {"deals", "half_width"}}
    wanted = {name: True for name in QUANTITIES if quantities[name]}
    tables: Mapping[str, Mapping[str, Any]] = {"cells": cells, "quantities": wanted}
    both = {
        name: {**said.get(name, {}), **own}
        for name, own in tables.items()
        if own and isinstance(said.get(name, {}), dict)  # else it is refused later
    }
    return plan_of({**said, **asked, **both}, time_limit=time_limit, source=file)


def given_in(words: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Return the name of a file, empty without one, and the parameters: ``--players 3,4``, or ``--players=3,4``.

    Raises:
        WrongUsage: for a word that is not one of them, and for a parameter without values.
    """
    left, file = list(words), ""
    found: dict[str, str] = {}
    while left:
        option, equals, value = left.pop(0).partition("=")
        if option.endswith(".toml") and not (option.startswith("-") or equals or file):
            file = option
            continue
        if not re.fullmatch(r"--[a-zA-Z].*", option):
            raise WrongUsage(f"'{visible(option)}' is not a parameter; allowed: FILE.toml and --NAME VALUES")
        if not equals:
            if not left or left[0].startswith("--"):
                raise WrongUsage("values are missing; those of a flag are 'true' and 'false'", place=option)
            value = left.pop(0)
        name = option.removeprefix("--").replace("-", "_")
        if name in found:
            raise WrongUsage("is given twice; values are separated by commas", place=option)
        found[name] = value
    return file, found


def _gone_on(sweep: Run, engine: Engine) -> int:
    """Run a sweep with a display of its progress, print the shares, and return the exit status."""
    before = sweep.deals

    def words(seconds: float) -> str:
        return _progress(sweep, sweep.deals - before, seconds)

    status = None
    found = sweep.go(engine)
    with closing(found), Progress(words) as progress:
        try:
            with interruptible():
                for _ in found:
                    progress.show()
        except (KeyboardInterrupt, Terminated) as stop:
            status = status_of(stop)
    cells = [_known(sweep, number) for number in range(len(sweep.plan.cells.cells))]
    for cell, row in all_rows(cells, sweep.plan.level, number_of_rows(cell.parameters for cell in cells)):
        out(f"{name_with({name: row[name] for name in cell.parameters})}: {_share(row, sweep.plan.half_width)}")
    if status is not None:
        return status
    unknown = sum(cell.answers["unknown"] for cell in cells)
    partly = sweep.unfinished - unknown
    if partly > 0:
        warn(f"{counted(partly, 'deal')} with a quantity that is not known")
    return UNDECIDED_REMAIN if unknown or partly > 0 else COMPLETE


def _known(sweep: Run, number: int) -> Tally:
    """Return what is known of a cell: the counts of the run, or of a threshold all its deals, one by one."""
    plan, count = sweep.plan.cells.cells[number], sweep.count(number)
    if plan.threshold is not None:
        return cell_in(sweep.store, number)
    answers = Counter({"yes": count.yes, "no": count.no, "unknown": count.unknown})
    return Tally(plan.parameters, count.interval, answers)


def _share(row: Mapping[str, Any], half_width: float | None) -> str:
    """Say what is known of a cell, and whether its interval became wider than wanted."""
    share = f"{row['share']:.4f}" if row["deals"] else "-"
    undecided = f", {row['unknown']} undecided" if row["unknown"] else ""
    wide = ", wider than wanted" if is_wider(row, half_width) else ""
    return f"{share} ({row['low']:.4f} to {row['high']:.4f}) of {row['deals']} deals{undecided}{wide}"


def _progress(sweep: Run, done: int, seconds: float) -> str:
    """Say how far a sweep is: how many cells are complete, and one of the others with its interval so far."""
    counts = [sweep.count(k) for k in range(len(sweep.plan.cells.cells))]
    speed = done / seconds
    words = [f"{sum(count.left == 0 for count in counts):,} of {len(counts):,} cells", f"{speed:,.0f} deals/s"]
    words += islice(_intervals(sweep, counts), 1)
    words += _left(sweep, counts, speed)
    return "; ".join(words)


def _intervals(sweep: Run, counts: Sequence[Count]) -> Iterator[str]:
    """Yield the intervals so far of cells that are not complete."""
    for cell, count in zip(sweep.plan.cells.cells, counts, strict=True):
        if count.deals and count.left != 0 and cell.threshold is None:
            low, high = running(count.yes, count.deals, sweep.plan.level, count.unknown)
            yield f"{cell.name}: {low:.3f} to {high:.3f}"


def _left(sweep: Run, counts: Sequence[Count], speed: float) -> Iterator[str]:
    """Say what is left to do."""
    left = sum(count.left or 0 for count in counts)
    pilots = sum(count.left is None for count in counts)
    if pilots:
        yield f"{counted(pilots, 'pilot')} to finish"
    if left:
        yield f"{left:,} to go" + (f", {_time(left / speed)} left" if speed and not pilots else "")
    if sweep.open:
        yield f"{counted(sweep.open, 'deal')} undecided so far"


def _time(seconds: float) -> str:
    """Say how long something takes."""
    units = {"s": 1, "min": 60, "h": 3_600, "days": 86_400}
    name, size = next((one for one in reversed(units.items()) if seconds >= 2 * one[1]), ("s", 1))
    return f"{seconds / size:,.0f} {name}"
