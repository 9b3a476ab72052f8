"""Exports of a store: a row a deal, or a row a cell, as CSV, JSON a line, or Parquet.

The same deals give the same rows, however the sweep was run, but for the time they took, and by what they were decided.
A row a deal has all that a page says of it, so its last columns are the same in many rows; packed, they take no room.
"""

from __future__ import annotations

import csv
import io
import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from crewsat.base.libraries import Library
from crewsat.sweeps.quantities import SHARES, bots_in_words
from crewsat.sweeps.summary import BOUNDS, QUANTILES, all_rows, cells_in, deals_of, number_of_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import BinaryIO

    from crewsat.sweeps.store import Store

Row = dict[str, Any]
PYARROW = Library("pyarrow", "pyarrow", "parquet")
_AT_ONCE = 65_536
"""Rows of a group of a Parquet file."""
_TEXTS = ("answer", "again", "reason", "game", "interval", "date", "versions", "bots")
_NUMBERS = (
    *("cpu", "half_width", "check", "time_limit", "share", "low", "high", "level", "low_together", "high_together"),
    *("cpu_seconds", "cpu_median", "cpu_99"),
)
"""Columns of texts, besides the parameters, and of numbers that need not be whole, besides means."""


SEED, ANSWER, CPU = "seed", "answer", "cpu"
"""The columns between the parameters and the quantities."""
ABOUT = (
    *("again", "reason", "game", "interval", "planned", "rows", "level", "half_width", "check", "time_limit"),
    *("date", "versions"),
)
"""The columns after the quantities, of which many rows have the same values."""
BOTS_COLUMN = "bots"
"""The last column of an export, if bots have played: name, version and digest of each."""

COUNTS = (
    *("deals", "yes", "no", "unknown", "share", "low", "high", "interval", "level"),
    *("low_together", "high_together"),
)
COSTS = ("cpu_seconds", "cpu_median", "cpu_99", "worst_seed")
"""The columns of a row a cell, before and after those of its quantities."""


def deal_rows(store: Store) -> Iterator[Row]:
    """Return a row for each deal: the parameters of its cell, seed, answer, seconds, quantities, and `ABOUT`."""
    about = store.sweep()
    parameters = about["parameters"]
    of_all = {name: about[name] for name in ("game", "level", "half_width", "check", "time_limit")}
    of_all["rows"] = number_of_rows(parameters.values())
    bots = _bots(about)
    for k, (name, _) in enumerate(store.cells()):
        for deal in deals_of(store, k):
            answer = None if deal.quantities.get("threshold") is not None else deal.answer
            own = {SEED: deal.seed, ANSWER: answer, CPU: deal.cpu}
            date, versions = deal.when
            more = {
                **of_all,
                "again": deal.again,
                "reason": deal.reason,
                "interval": deal.interval,
                "planned": deal.planned,
                "date": date,
                "versions": versions,
                **bots,
            }
            yield {**parameters[name], **own, **dict(sorted(deal.quantities.items())), **more}


def cell_rows(store: Store) -> Iterator[Row]:
    """Return the rows of all cells."""
    about = store.sweep()
    bots = _bots(about)
    for _, row in all_rows(cells_in(store), about["level"], number_of_rows(about["parameters"].values())):
        yield {**row, **bots}


def _bots(about: Mapping[str, Any]) -> Row:
    """Return the column of bots, if any have played."""
    return {BOTS_COLUMN: bots_in_words(about["bots"])} if about.get("bots") else {}


def columns_of(store: Store, *, cells: bool) -> list[str]:
    """Return the columns of an export, in their order."""
    about = store.sweep()
    parameters = list(dict.fromkeys(name for own in about["parameters"].values() for name in own))
    thresholds = any(text.startswith("threshold") for own in about["parameters"].values() for text in own.values())
    quantities = ["threshold", *BOUNDS] if thresholds else about["quantities"]
    bots = _bots(about)
    if not cells:
        return [*parameters, SEED, ANSWER, CPU, *quantities, *ABOUT, *bots]
    found = [
        f"{name}_{word}"
        for name in quantities
        if name not in BOUNDS
        for word in ("known", "mean", *QUANTILES, *(("low", "high") if name in SHARES else ()))
    ]
    return [*parameters, *COUNTS, *found, *COSTS, *bots]


def write_csv(rows: Iterable[Row], columns: list[str], out: BinaryIO) -> None:
    """Write rows as CSV; what is not known is empty."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    text.detach()  # it belongs to the caller


def write_jsonl(rows: Iterable[Row], columns: list[str], out: BinaryIO) -> None:
    """Write rows as objects of JSON, one a line; what is not known is null."""
    out.writelines(json.dumps({name: row.get(name) for name in columns}).encode() + b"\n" for row in rows)


def write_parquet(rows: Iterable[Row], columns: list[str], out: BinaryIO) -> None:
    """Write rows as Parquet.

    Raises:
        NotInstalled: without pyarrow.
    """
    PYARROW.needed_by("Parquet")
    import pyarrow as pa  # noqa: PLC0415 - an optional extra
    from pyarrow import parquet  # noqa: PLC0415

    place = columns.index(SEED if SEED in columns else COUNTS[0])
    texts = {*columns[:place], *_TEXTS}
    numbers = {*_NUMBERS, *(name for name in columns if name.endswith(("_mean", "_low", "_high")))} - {*BOUNDS}
    kinds = {
        name: pa.string() if name in texts else pa.float64() if name in numbers else pa.int64() for name in columns
    }
    schema = pa.schema(list(kinds.items()))
    source = iter(rows)
    with parquet.ParquetWriter(out, schema) as writer:
        while group := list(islice(source, _AT_ONCE)):
            writer.write_table(pa.Table.from_pylist([{n: row.get(n) for n in columns} for row in group], schema=schema))


FORMS: Mapping[str, Callable[[Iterable[Row], list[str], BinaryIO], None]] = {
    "csv": write_csv,
    "jsonl": write_jsonl,
    "parquet": write_parquet,
}
"""The forms of an export."""


def write(store: Store, form: str, out: BinaryIO, *, cells: bool) -> int:
    """Write an export, and return how many rows it has.

    Args:
        store: the sweep.
        form: one of `FORMS`.
        out: where to.
        cells: whether there is a row a cell, and not a deal.

    Raises:
        NotInstalled: if the form needs a library.
    """
    number = 0

    def rows() -> Iterator[Row]:
        nonlocal number
        for row in cell_rows(store) if cells else deal_rows(store):
            number += 1
            yield row

    FORMS[form](rows(), columns_of(store, cells=cells), out)
    return number
