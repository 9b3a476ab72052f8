"""The deals of stores, or of exports with a row a deal, counted cell by cell: what a page is made from.

An export may be CSV or objects of JSON, one a line, either of them also packed by xz, or Parquet; which of them it is,
its first bytes tell.
"""

from __future__ import annotations

import csv
import json
import lzma
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import visible
from crewsat.games import GAMES
from crewsat.sweeps.cells import cells_of, name_with
from crewsat.sweeps.checks import AGREED, PROVED, UNSETTLED
from crewsat.sweeps.counting import INTERVALS, RUNNING
from crewsat.sweeps.export import ABOUT, ANSWER, BOTS_COLUMN, CPU, PYARROW, SEED, columns_of, deal_rows
from crewsat.sweeps.packing import ANSWERS
from crewsat.sweeps.plan import MOST_SEED
from crewsat.sweeps.spans import Span, Spans
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import AHEAD_ROW, BOUNDS, PILOT_ROW, Deal, Tally, number_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import TextIO

    from crewsat.sweeps.values import Threshold

_SQLITE, _XZ, _PARQUET = b"SQLite format 3\x00", b"\xfd7zXZ\x00", b"PAR1"
_DEAL = (SEED, ANSWER, CPU)


class About(NamedTuple):
    """What a deal's row says of its sweep; all rows of a page must say the same.

    Attributes:
        game: its name.
        level: of confidence.
        half_width: how wide half of an interval may be; None if the number of deals was fixed.
        check: the share of deals that were decided again.
        time_limit: seconds that a deal could take in the end.
        rows: how many rows of cells the sweep is to have.
        bots: name, version and digest of the bots that have played; empty if none have.
    """

    game: str
    level: float
    half_width: float | None
    check: float
    time_limit: float
    rows: int
    bots: str = ""


_Parameters = tuple[tuple[str, str], ...]


@dataclass
class Swept:
    """What is known of a sweep.

    Attributes:
        about: what it is.
        quantities: the names of what was found out besides the answer.
        cells: those with deals that count, by their parameters, in the order of their first deals.
        dates: on which days deals were decided, counted by deals.
        versions: by which versions of what, counted by deals.
        uncounted: how many deals do not count: of pilots, and beyond the first that is missing.
        rows: how many rows the sweep is to have.
    """

    about: About
    quantities: Sequence[str]
    cells: dict[_Parameters, Tally] = field(default_factory=dict)
    dates: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    uncounted: int = 0
    rows: int = 0
    _done: dict[_Parameters, Spans] = field(default_factory=dict)

    def add(self, about: About, parameters: _Parameters, deal: Deal) -> None:
        """Count a deal.

        Raises:
            ValueError: if it is of another sweep, or has been counted.
        """
        if about._replace(rows=self.about.rows) != self.about:
            raise ValueError(f"is of another sweep: {_of(about)}, not {_of(self.about)}")
        names, others = ([name for name, _ in own] for own in (parameters, next(iter(self._done), parameters)))
        if names != others:
            raise ValueError(f"is of another sweep: the parameters are {', '.join(names)}, not {', '.join(others)}")
        if parameters not in self._done and _is_unknown_cell(about.game, parameters, deal.seed):
            raise ValueError(f"'{visible(name_with(dict(parameters)))}' is not a cell of {about.game}")
        self._count_once(parameters, deal.seed)
        date, versions = deal.when
        self.dates[date] += 1
        self.versions[versions] += 1
        if deal.interval not in INTERVALS:
            self.uncounted += 1
        else:
            self.cells.setdefault(parameters, Tally(dict(parameters), keeps_results=True)).add(deal)

    @property
    def parameters(self) -> Iterable[_Parameters]:
        """The parameters of all cells, also of those without a deal that counts."""
        return self._done.keys()

    def _count_once(self, parameters: _Parameters, seed: int) -> None:
        """Remember a seed."""
        done = self._done.setdefault(parameters, Spans())
        if seed in done:
            name = name_with(dict(parameters))
            raise ValueError(f"the deal of {name} with seed {seed} has been there before; 'sweep merge' compares deals")
        done.add(Span(seed, seed + 1))


def _is_unknown_cell(game: str, parameters: _Parameters, seed: int) -> bool:
    """Whether a game has no cell with these parameters."""
    try:
        cells = cells_of(game, {name: [text] for name, text in parameters}, seed).cells
    except InvalidInstance:
        return True
    return [cell.parameters for cell in cells] != [dict(parameters)]


def _of(about: About) -> str:
    width = "" if about.half_width is None else f", half-width {about.half_width}"
    bots = f", bots {visible(about.bots, 200)}" if about.bots else ""
    return f"{about.game}, level {about.level}{width}, check {about.check}, time limit {about.time_limit} s{bots}"


def swept(paths: Sequence[Path]) -> Swept:
    """Return what is known of a sweep, from stores and exports with different deals.

    Raises:
        InvalidInstance: for a file that is neither, or of another sweep, or with a deal that was in an earlier file.
        OSError: if one cannot be read.
        NotInstalled: for Parquet without pyarrow.
    """
    found: Swept | None = None
    missing = 0  # rows that a file is to have, and has not
    for path in paths:
        earlier = {} if found is None else {key: cell.interval for key, cell in found.cells.items()}
        counts: dict[_Parameters, int] = {}
        planned: dict[_Parameters, int | None] = {}
        rows = 0
        seen: set[_Parameters] = set()
        for number, (about, parameters, deal) in enumerate(_deals(path), 1):
            found = found or Swept(about, [*deal.quantities])
            try:
                found.add(about, parameters, deal)
                _check_complete(earlier.get(parameters), deal.interval)
            except ValueError as error:
                raise _refused(path, f"deal {number}", str(error)) from None
            rows = about.rows
            seen.add(parameters)
            if deal.interval in INTERVALS:
                counts[parameters] = counts.get(parameters, 0) + 1
                planned[parameters] = None if deal.interval == RUNNING else deal.planned
        _check_whole(path, counts, planned)
        missing += rows - number_of_rows(map(dict, seen))
    if found is None or not found.cells:
        raise _refused(paths[0], "", "there is no deal that counts")
    found.rows = missing + number_of_rows(map(dict, found.parameters))
    return found


def _check_whole(path: Path, counts: Mapping[_Parameters, int], planned: Mapping[_Parameters, int | None]) -> None:
    """Check that a file has all deals that its intervals are about.

    Raises:
        InvalidInstance: if it has lost some.
    """
    for parameters, number in planned.items():
        if number is not None and counts[parameters] != number:
            message = f"{counts[parameters]} of {number} deals are there, and the interval is about all of them"
            raise _refused(path, name_with(dict(parameters)), message)


def _check_complete(earlier: str | None, interval: str) -> None:
    """Check that a cell of which several files have deals is complete in each: a running interval needs one order.

    Raises:
        ValueError: if it is not.
    """
    if earlier is not None and RUNNING in {earlier, interval}:
        raise ValueError(
            "is of a cell that is not complete, and of which an earlier file has deals; 'sweep merge' them"
        )


_Read = tuple[About, _Parameters, Deal]


def _deals(path: Path) -> Iterator[_Read]:
    """Return the deals of a file, each with what its row says of the sweep, and the parameters of its cell."""
    with path.open("rb") as file:
        start = file.read(16)
    if start == _SQLITE:
        with Store(path) as store:
            columns = _Columns(path, columns_of(store, cells=False))
            for number, row in enumerate(deal_rows(store), 1):
                yield columns.read(number, [row.get(name) for name in columns.names])
    elif start.startswith(_PARQUET):
        yield from _of_parquet(path)
    else:
        opener = lzma.open if start.startswith(_XZ) else open
        with opener(path, "rt", encoding="utf-8", newline="") as text:
            try:
                yield from _of_text(path, text)
            except (UnicodeDecodeError, lzma.LZMAError, EOFError, csv.Error) as error:
                raise _refused(path, "", f"is neither a store nor an export: {visible(error, 200)}") from None


def _of_text(path: Path, text: TextIO) -> Iterator[_Read]:
    """Return the deals of an export as CSV, or as objects of JSON."""
    line = text.readline()
    if not line.startswith("{"):
        columns = _Columns(path, next(csv.reader([line]), []))
        for number, values in enumerate(csv.reader(text), 2):
            yield columns.read(number, values)
        return
    columns = _Columns(path, [*_object(path, 1, line)])
    number = 1
    while line:
        found = _object(path, number, line)
        if {*found} != {*columns.names}:
            raise _refused(path, f"line {number}", "is not the row of a deal")
        yield columns.read(number, [found[name] for name in columns.names])
        line = text.readline()
        number += 1


def _object(path: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _refused(path, f"line {number}", "invalid JSON: an object is expected")
    return found


def _of_parquet(path: Path) -> Iterator[_Read]:
    """Return the deals of an export as Parquet."""
    PYARROW.needed_by("Parquet")
    import pyarrow as pa  # noqa: PLC0415 - an optional extra
    from pyarrow import parquet  # noqa: PLC0415

    try:
        with parquet.ParquetFile(path) as file:
            columns = _Columns(path, file.schema_arrow.names)
            number = 0
            for group in file.iter_batches():
                for row in group.to_pylist():
                    number += 1
                    yield columns.read(number, [*row.values()])
    except pa.ArrowException as error:
        raise _refused(path, "", f"is neither a store nor an export: {visible(error, 200)}") from None


class _Columns:
    """The columns of an export with a row a deal.

    Raises:
        InvalidInstance: if they are not those of one.
    """

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self.path = path
        self.names = [*names]
        place = self.names.index(SEED) if SEED in self.names else 0
        after = place + len(_DEAL)
        self._about = (*ABOUT, BOTS_COLUMN) if self.names[-1:] == [BOTS_COLUMN] else ABOUT
        if (*self.names[place:after],) != _DEAL or (*self.names[-len(self._about) :],) != self._about:
            cells = "is an export with a row a cell; allowed: one with a row a deal, or a store"
            raise _refused(path, "", cells if "share" in names else "is neither a store nor an export of a sweep")
        self._parameters = slice(place)
        self._quantities = slice(after, -len(self._about))
        self._place = place

    def read(self, number: int, values: Sequence[Any]) -> _Read:
        """Return what a row says."""
        try:
            return self._read(values)
        except (ValueError, TypeError):
            raise _refused(self.path, f"line {number}", "is not the row of a deal") from None

    def _read(self, values: Sequence[Any]) -> _Read:
        if len(values) != len(self.names):
            raise ValueError
        texts = [value if value is None else str(value) for value in values]
        more = {name: text or "" for name, text in zip(self._about, texts[-len(self._about) :], strict=True)}
        seed, answer, cpu = (text or "" for text in texts[self._place : self._place + len(_DEAL)])
        parameters = tuple(zip(self.names[self._parameters], map(str, texts[self._parameters]), strict=True))
        quantities = {
            name: int(value) if value else None
            for name, value in zip(self.names[self._quantities], texts[self._quantities], strict=True)
        }
        if quantities.get("threshold") is not None:
            answer = "yes"
        half_width = float(more["half_width"]) if more["half_width"] else None
        numbers = (float(more["level"]), half_width, float(more["check"]), float(more["time_limit"]))
        about = About(more["game"], *numbers, int(more["rows"]), more.get(BOTS_COLUMN, ""))
        number = int(more["planned"]) if more["planned"] else None
        when = (more["date"], more["versions"])
        kept = (more["again"], more["reason"], more["interval"])
        deal = Deal(int(seed), answer, float(cpu), quantities, *kept, number, when)
        _check_row(about, deal)
        _check_threshold(_threshold_in(parameters), quantities)
        return about, parameters, deal


def _check_row(about: About, deal: Deal) -> None:
    """Check what a row says.

    Raises:
        ValueError: if it cannot be.
    """
    sound = (
        about.game in GAMES,
        0 < about.level < 1,
        about.half_width is None or 0 < about.half_width < 1,
        0 <= about.check <= 1,
        0 < about.time_limit < float("inf"),
        about.rows > 0,
        deal.planned is None or deal.planned > 0,
        deal.answer in ANSWERS,
        deal.interval in {*INTERVALS, PILOT_ROW, AHEAD_ROW},
        deal.again in {"", AGREED, PROVED, UNSETTLED},
        0 <= deal.seed <= 2 * MOST_SEED,
        0 <= deal.cpu < float("inf"),
        all(number is None or number >= 0 for number in deal.quantities.values()),
    )
    if not all(sound):
        raise ValueError


@cache
def _threshold_in(parameters: _Parameters) -> Threshold | None:
    return Tally(dict(parameters)).threshold


def _check_threshold(looked_at: Threshold | None, quantities: Mapping[str, int | None]) -> None:
    """Check what a row says of a threshold.

    Raises:
        ValueError: if it cannot be.
    """
    names = ("threshold", *BOUNDS)
    if (looked_at is not None) != ({*names} <= {*quantities}):
        raise ValueError
    if looked_at is not None:
        known, low, high = (quantities[name] for name in names)
        if low is None or high is None or known != (low if low == high else None):
            raise ValueError
        if not looked_at.low - 1 <= low <= high <= looked_at.high:
            raise ValueError


def _refused(path: Path, place: str, message: str) -> InvalidInstance:
    return InvalidInstance([Defect(place, message)], str(path))
