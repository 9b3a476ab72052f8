"""``crewsat sweep``: the shares of deals that can be won, of very many deals, in a store that can be resumed."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.outputs import check_folder, check_output, write_whole
from crewsat.base.wording import alternatives, counted, json_text, visible
from crewsat.cli.common import Terminated, among, errors_reported, interruptible, out, status_of
from crewsat.cli.declared import Argument, Exit, Option
from crewsat.cli.sweep_run import run
from crewsat.cli.typed import for_typer
from crewsat.sweeps import export as exports
from crewsat.sweeps.again import generate
from crewsat.sweeps.merging import merge as merge_stores
from crewsat.sweeps.page.deals import deal_pages
from crewsat.sweeps.page.page import page_of
from crewsat.sweeps.plan import MOST_SEED
from crewsat.sweeps.reading import swept
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import deals_of

if TYPE_CHECKING:
    from collections.abc import Iterator

app = typer.Typer(
    help="Find what share of deals can be won, with intervals, for millions of deals.", no_args_is_help=True
)

_StoreArgument = Annotated[Path, Argument(metavar="STORE", help="The store of a sweep.")]


def show(
    store: _StoreArgument,
    cell: Annotated[str, Argument(metavar="CELL", help="The name of a cell.")],
    seed: Annotated[int, Argument(metavar="SEED", help="The seed of a deal.", min=0, max=2 * MOST_SEED)],
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
        row = opened.row_with(number, seed)
        deal = next((one for one in deals_of(opened, number, [row] if row else []) if one.seed == seed), None)
        if deal is None:
            raise InvalidInstance([Defect("", f"the cell has no deal with the seed {seed}")], str(store))
        about = opened.sweep()
        parameters = about["parameters"][cell]
        answer = {} if "threshold" in deal.quantities else {"answer": deal.answer}
        reason = {"reason": deal.reason} if deal.reason else {}
        out(json_text({"cell": cell, "seed": seed, **answer, **deal.quantities, **reason}))
        out(f"{generate(about['game'], parameters, seed)} | crewsat decide -")


@contextmanager
def _file_beside(path: Path) -> Iterator[Path]:
    """Yield a name, in a folder of its own, for what is to take the place of a file when it is whole."""
    try:
        with interruptible(), TemporaryDirectory(prefix=".crewsat-", dir=path.resolve().parent) as folder:
            yield Path(folder) / path.name
    except (KeyboardInterrupt, Terminated) as stop:
        raise Exit(status_of(stop)) from None


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
        with _file_beside(output) as part:
            with part.open("wb") as file:
                rows = exports.write(opened, to, file, cells=cells)
            part.replace(output.resolve())
        out(f"{output}: {rows:,} rows")


def merge(
    stores: Annotated[list[Path], Argument(metavar="STORE...", help="The stores of sweeps of one game.")],
    *,
    store: Annotated[Path, Option("--store", metavar="NEW", help="The store to write; it must not exist.")],
) -> None:
    """Put sweeps together that were decided on in advance: deals are added, and those that several have are compared.

    Exit status: 0 merged, 1 bad input, failure or a contradiction, 2 wrong usage.
    """
    with errors_reported():
        for path in (store, store.with_name(f"{store.name}-wal")):  # the log of a store would be taken for that of NEW
            if path.exists():
                raise InvalidInstance([Defect("", "exists already")], str(path))
        with _file_beside(store) as part:
            with ExitStack() as opened:
                sources = [opened.enter_context(Store(path)) for path in stores]
                cells, deals = merge_stores(sources, opened.enter_context(Store(part, alone=True)))
            part.replace(store)
        out(f"{store}: {counted(cells, 'cell')}, {counted(deals, 'deal')}")


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
        out(f"{output / 'index.html'}")


app.command("run", context_settings={"ignore_unknown_options": True})(for_typer(run))
app.command("show")(for_typer(show))
app.command("merge")(for_typer(merge))
app.command("export")(for_typer(export))
app.command("page")(for_typer(page))


@app.callback()
def _group() -> None:
    """Find what share of deals can be won, with intervals, for millions of deals."""
