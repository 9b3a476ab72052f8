"""``crewsat sweep``: the shares of deals that can be won, of very many deals, in a store that can be gone on with."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.outputs import check_folder, check_output, write_whole
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.cli.common import (
    JobsOption,
    Terminated,
    among,
    errors_reported,
    interruptible,
    out,
    status_of,
    warn,
)
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage
from crewsat.cli.progress import Progress
from crewsat.cli.typed import for_typer
from crewsat.engine.many import usable_cores
from crewsat.sweeps import export as exports
from crewsat.sweeps.again import generate
from crewsat.sweeps.cluster import Cluster
from crewsat.sweeps.engines import Local
from crewsat.sweeps.intervals import exact, running
from crewsat.sweeps.merging import merge as merge_stores
from crewsat.sweeps.page.deals import deal_pages
from crewsat.sweeps.page.page import page_of
from crewsat.sweeps.plan import LIMIT, plan_of, read_file
from crewsat.sweeps.reading import swept
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import deals_of
from crewsat.sweeps.versions import versions_today

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.sweeps.running import Engine

COMPLETE, UNDECIDED_REMAIN = 0, 3
MB = 1_000_000
QUANTITIES = ("fewest_tricks", "least_hand")

app = typer.Typer(
    help="Find what share of deals can be won, with intervals, for millions of deals.", no_args_is_help=True
)

_StoreOption = Annotated[
    Path, Option("--store", metavar="STORE", help="Keep what is found in this file, and go on there.")
]
_StoreArgument = Annotated[Path, Argument(metavar="STORE", help="The store of a sweep.")]


def run(
    words: Annotated[
        list[str] | None,
        Argument(
            metavar="[FILE.toml] [--PARAMETER VALUES]...", help="What is swept; options replace what a file says."
        ),
    ] = None,
    *,
    store: _StoreOption,
    game: Annotated[
        str | None, Option(metavar="NAME", help="The game; every option of its generator is a parameter.")
    ] = None,
    deals: Annotated[int | None, Option(metavar="N", help="Decide so many deals of every cell.")] = None,
    half_width: Annotated[
        float | None, Option(metavar="W", help="Decide as many deals as make half of an interval so wide.")
    ] = None,
    level: Annotated[float | None, Option(metavar="L", help="The level of confidence; by default 0.95.")] = None,
    seed_from: Annotated[int | None, Option(metavar="N", help="The first seed of every cell; by default 0.")] = None,
    check: Annotated[
        float | None,
        Option(metavar="SHARE", help="Decide this share of the deals again by other means; prove lost ones."),
    ] = None,
    fewest_tricks: Annotated[bool, Option("--fewest-tricks", help="Find also the trick of the earliest win.")] = False,
    least_hand: Annotated[bool, Option("--least-hand", help="Find also the least hand of a solitaire deck.")] = False,
    time_limit: Annotated[
        float, Option("--time-limit", "-t", metavar="SECONDS", help="For a deal, in the end; by default 60 s.")
    ] = LIMIT,
    memory_limit: Annotated[float, Option(metavar="MB", help="For a worker; by default 4,000 MB.")] = 4_000.0,
    jobs: JobsOption = None,
    cluster: Annotated[
        str | None, Option(metavar="ADDRESS", help="Work on the Dask cluster with this scheduler.")
    ] = None,
) -> None:
    """Decide the deals of a sweep; the same command goes on where it was interrupted.

    Every option of the game's generator is a parameter with a list of values: --players 3,4,5 --objectives 1-10, and,
    where values have commas, --tokens "none / 1,2 / all". Each combination is a cell.

    Exit status: 0 complete, 3 undecided deals remain, 1 bad input or failure, 2 wrong usage, 130 interrupted.
    """
    with errors_reported():
        given, cells = given_in(words or [])
        asked = {"game": game, "deals": deals, "half_width": half_width, "level": level, "seed_from": seed_from}
        asked["check"] = check
        given |= {name: value for name, value in asked.items() if value is not None}
        if (deals is None) != (half_width is None):
            given.pop("half_width" if half_width is None else "deals", None)  # of the file
        if cells:
            given["cells"] = {**given.get("cells", {}), **cells}
        wanted = {"fewest_tricks": fewest_tricks, "least_hand": least_hand}
        if any(wanted.values()):
            given["quantities"] = {**given.get("quantities", {}), **{name: True for name, on in wanted.items() if on}}
        plan = plan_of(given, time_limit=time_limit)
        with Store(store, alone=True) as opened:
            sweep = Run(plan, opened, versions_today())
            for name, why in plan.cells.left_out.items():
                warn(f"left out: {name}: {why}")
            max_bytes = int(memory_limit * MB)
            if cluster is None:
                raise Exit(_gone_on(sweep, Local(jobs or usable_cores(), max_bytes)))
            with Cluster(cluster, max_bytes) as engine:
                raise Exit(_gone_on(sweep, engine))


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
    """Run a sweep with a display of its progress, and return the exit status."""
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
    counts = [sweep.count(k) for k in range(len(sweep.plan.cells.cells))]
    for cell, count in zip(sweep.plan.cells.cells, counts, strict=True):
        deals = count.yes + count.no + count.unknown
        is_whole = status is None and count.planned is not None and deals >= count.planned
        low, high = (exact if is_whole else running)(count.yes, deals, sweep.plan.level, count.unknown)
        share = f"{count.yes / deals:.4f}" if deals else "-"
        undecided = f", {count.unknown} undecided" if count.unknown else ""
        out(f"{cell.name}: {share} ({low:.4f} to {high:.4f}) of {deals} deals{undecided}")
    if status is not None:
        return status
    return UNDECIDED_REMAIN if any(count.unknown for count in counts) else COMPLETE


def _progress(sweep: Run, done: int, seconds: float) -> str:
    """Say how far a sweep is."""
    counts = [sweep.count(k) for k in range(len(sweep.plan.cells.cells))]
    whole = sum(count.planned is not None and count.yes + count.no + count.unknown >= count.planned for count in counts)
    left = sum(max(0, (count.planned or 0) - count.yes - count.no - count.unknown) for count in counts)
    speed = done / seconds
    time_left = f", {left / speed / 60:.0f} min left" if speed else ""
    return f"{whole} of {len(counts)} cells, {speed:.0f} deals/s, {left} deals to go{time_left}"


def show(
    store: _StoreArgument,
    cell: Annotated[str, Argument(metavar="CELL", help="The name of a cell.")],
    seed: Annotated[int, Argument(metavar="SEED", help="The seed of a deal.")],
) -> None:
    """Show a deal of a sweep: what was found, and the command that makes it again.

    Exit status: 0 shown, 1 bad input or failure, 2 wrong usage.
    """
    with errors_reported(), Store(store) as opened:
        names = [name for name, _ in opened.cells()]
        if cell not in names:
            raise InvalidInstance(
                [Defect("", f"'{visible(cell)}' is not a cell{alternatives(cell, names)}")], str(store)
            )
        number = names.index(cell)
        deal = next((one for one in deals_of(opened, number) if one.seed == seed), None)
        if deal is None:
            raise InvalidInstance([Defect("", f"the cell has no deal with the seed {seed}")], str(store))
        about = opened.about()
        parameters = about["parameters"][cell]
        out(json_text({"cell": cell, "seed": seed, "answer": deal.answer, **deal.quantities}))
        out(f"{generate(about['game'], parameters, seed)} | crewsat decide -")


def export(
    store: _StoreArgument,
    *,
    to: Annotated[str, Option(help=f"The form: one of {', '.join(exports.FORMS)}.", **among(exports.FORMS))],
    output: Annotated[Path, Option("--output", "-o", metavar="FILE", help="The file to write.")],
    cells: Annotated[bool, Option("--cells", help="A row a cell, and not a deal.")] = False,
) -> None:
    """Write what a sweep has found: a row a deal, or a row a cell.

    Exit status: 0 written, 1 bad input or failure, 2 wrong usage.
    """
    with errors_reported(), Store(store) as opened:
        check_output(output, [str(store)])
        with output.open("wb") as file:
            exports.write(opened, to, file, cells=cells)


def merge(
    stores: Annotated[list[Path], Argument(metavar="STORE...", help="The stores of sweeps of one game.")],
    *,
    store: Annotated[Path, Option("--store", metavar="NEW", help="The store to write; it must not exist.")],
) -> None:
    """Put sweeps together: disjoint seeds are added, deals that several have are compared.

    Exit status: 0 merged, 1 bad input, failure or a contradiction, 2 wrong usage.
    """
    with errors_reported():
        if store.exists():
            raise InvalidInstance([Defect("", "exists already")], str(store))
        with ExitStack() as opened:
            sources = [opened.enter_context(Store(path)) for path in stores]
            merge_stores(sources, opened.enter_context(Store(store, alone=True)))


def page(
    sources: Annotated[
        list[Path],
        Argument(metavar="STORE|EXPORT...", help="Stores of a sweep, or exports of it with a row a deal."),
    ],
    *,
    output: Annotated[Path, Option("--output", "-o", metavar="DIR", help="The folder to write index.html to.")],
    title: Annotated[str, Option(metavar="TEXT", help="The title; by default what is swept.")] = "",
) -> None:
    """Write a page with the shares, their intervals and what stands behind them, and replay pages of lost deals.

    Exit status: 0 written, 1 bad input or failure, 2 wrong usage.
    """
    with errors_reported():
        found = swept(sources)
        check_folder(str(output))
        pages = {}
        for deal, name, content in deal_pages(found):
            write_whole(output / name, content.encode())
            pages[deal] = name
        write_whole(output / "index.html", page_of(found, title, pages).encode())


app.command("run", context_settings={"ignore_unknown_options": True})(for_typer(run))
app.command("show")(for_typer(show))
app.command("merge")(for_typer(merge))
app.command("export")(for_typer(export))
app.command("page")(for_typer(page))


@app.callback()
def _group() -> None:
    """Find what share of deals can be won, with intervals, for millions of deals."""
