"""The store of a sweep: one SQLite file, a row a batch, safe on disk before the batch counts as done.

Write-ahead log and full synchronisation: a process or a machine that dies loses nothing that has been counted. Whoever
runs a sweep has the store alone, by a lock on a file beside it; others may read meanwhile. The store itself must not be
opened a second time for the lock: closing it would make SQLite lose its own locks.

A row has what `crewsat.sweeps.batch.Done` has, packed, and where and by which versions it was found; in batches of a
thousand deals, a million of them take less than 2 MB. The digest is of everything that depends on the deals alone.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sqlite3
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import json_text
from crewsat.sweeps.batch import Done, Open
from crewsat.sweeps.spans import Span, Spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

OURS = 0x43_72_53_57
"""The application ID of the database: "CrSW"."""
VERSION = 1
"""The version of its tables."""
SETTINGS = ("game", "parameters", "deals", "half_width", "level", "seed_from", "quantities", "check", "time_limit")
"""What a store says of every sweep."""
_BUSY = 30.0
"""Seconds to wait for another process that is writing."""
_PAGE = 16_384
"""Bytes of a page: rows have one or two thousand, and small pages would be half empty."""
_TABLES = """
CREATE TABLE sweep (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE cells (cell INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE);
CREATE TABLE runs (run INTEGER NOT NULL PRIMARY KEY, versions TEXT NOT NULL UNIQUE);
CREATE TABLE batches (
    cell INTEGER NOT NULL REFERENCES cells, first INTEGER NOT NULL, deals INTEGER NOT NULL,
    answers BLOB NOT NULL, seconds BLOB NOT NULL, quantities TEXT NOT NULL, numbers BLOB NOT NULL,
    open TEXT NOT NULL, again TEXT NOT NULL, methods TEXT NOT NULL, checked TEXT NOT NULL,
    cpu REAL NOT NULL, wall REAL NOT NULL, peak INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES runs,
    digest BLOB NOT NULL, PRIMARY KEY (cell, first)
);
"""


class Row(NamedTuple):
    """A batch that is done.

    Attributes:
        cell: the number of its cell.
        first: its first seed.
        deals: how many it has.
        done: what was found.
        peak: bytes of memory at most; 0 if that is not known.
        versions: of the program, its libraries, and the machine, as JSON.
    """

    cell: int
    first: int
    deals: int
    done: Done
    peak: int
    versions: str

    @property
    def digest(self) -> bytes:
        """Return the digest of what depends on the deals alone, if all of them are decided."""
        quantities = {name: (width, numbers.hex()) for name, (width, numbers) in sorted(self.done.quantities.items())}
        about = json_text([self.cell, self.first, self.deals, self.done.answers.hex(), quantities])
        return hashlib.sha256(about.encode()).digest()[:16]


class Store:
    """The rows of a sweep in a file; as a context manager it is closed on leaving."""

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        """Open or create the file.

        Args:
            path: of the file.
            alone: whether to lock it for a run until it is closed; only then it may be new.

        Raises:
            InvalidInstance: if it is not such a store, or of a newer version, or another run has it. It is not changed
                then.
            OSError: if it cannot be opened.
        """
        self.path = path
        if not alone and not path.exists():
            raise FileNotFoundError(2, "there is no such file", str(path))
        if not path.parent.exists():
            raise FileNotFoundError(2, "there is no such folder", str(path.parent))
        self._lock: IO[bytes] | None = None
        self._runs: dict[str, int] = {}
        try:
            with self._reported():
                self._database = sqlite3.connect(path, timeout=_BUSY)
                self._commits: AbstractContextManager[object] = self._database
                self._check()  # before anything is written beside it
                if alone:
                    self._lock = _lock_beside(path)
                self._prepare(alone=alone)
        except BaseException:
            self.close()
            raise

    def _check(self) -> bool:
        """Check that the file is ours, and return whether it has nothing yet.

        Raises:
            InvalidInstance: if it is another program's, or of a newer version.
        """
        ours, version, pages = (
            self._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version", "page_count")
        )
        if pages and ours != OURS:
            raise _refused(self.path, "is another program's database")
        if version > VERSION:
            raise _refused(self.path, f"is of version {version}, which is newer than this program's, {VERSION}")
        return not pages

    def _prepare(self, *, alone: bool) -> None:
        """Make the tables of a new file, and set how it is written."""
        if self._check():
            if not alone:
                raise _refused(self.path, "is empty")
            self._database.execute(f"PRAGMA page_size = {_PAGE}")
            self._database.executescript(
                f"BEGIN IMMEDIATE;{_TABLES}PRAGMA application_id = {OURS};PRAGMA user_version = {VERSION};COMMIT;"
            )
        self._database.execute("PRAGMA synchronous = FULL")
        if alone:  # only now: it writes to the file, and an interrupted run must leave none that is not ours
            self._database.execute("PRAGMA journal_mode = WAL")

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Report errors of the database with the name of the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise _refused(self.path, f"cannot be read: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, and let others run."""
        if hasattr(self, "_database"):
            self._database.close()
        if self._lock is not None:
            self._lock.close()

    def about(self) -> dict[str, Any]:
        """Return what the sweep is; nothing for a new store.

        Raises:
            InvalidInstance: if it is damaged.
        """
        with self._reported():
            try:
                return {name: json.loads(value) for name, value in self._database.execute("SELECT * FROM sweep")}
            except (ValueError, TypeError):
                raise _refused(self.path, "what it says of its sweep is damaged") from None

    def sweep(self) -> dict[str, Any]:
        """Return what the sweep is.

        Raises:
            InvalidInstance: if the store has none, or is damaged.
        """
        about, cells = self.about(), self.cells()
        if not about:
            raise _refused(self.path, "has no sweep yet")
        parameters = about.get("parameters")
        if (
            not {*SETTINGS} <= {*about}
            or not isinstance(parameters, dict)
            or [*parameters] != [name for name, _ in cells]
        ):
            raise _refused(self.path, "what it says of its sweep is damaged")
        return about

    def change(self, name: str, value: object) -> None:
        """Change a part of what the sweep is."""
        with self._reported(), self._database:
            self._database.execute("UPDATE sweep SET value = ? WHERE name = ?", (json_text(value), name))

    def begin(self, about: Mapping[str, Any], cells: Iterable[tuple[str, str]]) -> None:
        """Write down what the sweep is, all at once.

        Args:
            about: by name, anything that JSON has.
            cells: name and key of each.
        """
        with self._reported(), self._database:
            self._database.executemany(
                "INSERT INTO sweep VALUES (?, ?)", ((name, json_text(value)) for name, value in about.items())
            )
            self._database.executemany(
                "INSERT INTO cells VALUES (?, ?, ?)", ((k, name, key) for k, (name, key) in enumerate(cells))
            )

    def cells(self) -> list[tuple[str, str]]:
        """Return name and key of each cell."""
        with self._reported():
            return self._database.execute("SELECT name, key FROM cells ORDER BY cell").fetchall()

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Store all batches that are added meanwhile at the end, and none of them if an exception leaves this."""
        with self._reported(), self._database:
            self._commits = nullcontext()
            try:
                yield
            finally:
                self._commits = self._database

    def number_of_deals(self) -> int:
        """Return how many deals are there."""
        with self._reported():
            number: int = self._database.execute("SELECT coalesce(sum(deals), 0) FROM batches").fetchone()[0]
        return number

    def add(self, row: Row) -> None:
        """Store a batch; it is on disk when this returns. One with the same first seed is replaced."""
        done = row.done
        names = sorted(done.quantities)
        quantities = {name: done.quantities[name][0] for name in names}
        numbers = b"".join(done.quantities[name][1] for name in names)
        with self._reported(), self._commits:
            values = (
                *(row.cell, row.first, row.deals, done.answers, done.seconds, json_text(quantities), numbers),
                json_text({str(k): list(unknown) for k, unknown in done.open.items()}),
                json_text({str(k): what for k, what in done.again.items()}),
                *(json_text(dict(done.methods)), json_text(dict(done.checked)), done.cpu, done.wall, row.peak),
                *(self._run(row.versions), row.digest),
            )
            marks = ", ".join("?" * len(values))
            self._database.execute(f"INSERT OR REPLACE INTO batches VALUES ({marks})", values)  # noqa: S608 - marks

    def _run(self, versions: str) -> int:
        """Return the number of these versions."""
        if versions not in self._runs:
            self._database.execute("INSERT OR IGNORE INTO runs (versions) VALUES (?)", (versions,))
            found = self._database.execute("SELECT run FROM runs WHERE versions = ?", (versions,))
            self._runs[versions] = found.fetchone()[0]
        return self._runs[versions]

    def rows(self, cell: int | None = None) -> Iterator[Row]:
        """Return the batches of a cell, or all of them, in the order of cells and seeds.

        Raises:
            InvalidInstance: if one is damaged.
        """
        return self._rows("" if cell is None else "WHERE cell = ?", () if cell is None else (cell,))

    def open_rows(self) -> Iterator[Row]:
        """Return the batches in which something is open; they may be replaced meanwhile."""
        asked = "SELECT cell, first FROM batches WHERE open != '{}' ORDER BY cell, first"
        with self._reported():
            keys = self._database.execute(asked).fetchall()
        for cell, first in keys:
            yield from self._rows("WHERE cell = ? AND first = ?", (cell, first))

    def spans(self, cell: int) -> Spans:
        """Return the seeds of a cell that are there."""
        asked = "SELECT first, first + deals FROM batches WHERE cell = ? ORDER BY first"
        with self._reported():
            return Spans(Span(*ends) for ends in self._database.execute(asked, (cell,)))

    def rows_between(self, cell: int, first: int, end: int) -> list[Row]:
        """Return the batches of a cell that have deals with seeds from first on, before end."""
        return [*self._rows("WHERE cell = ? AND first < ? AND ? < first + deals", (cell, end, first))]

    def row_with(self, cell: int, seed: int) -> Row | None:
        """Return the batch that contains a deal, or None."""
        last = "SELECT max(first) FROM batches WHERE cell = ? AND first <= ?"
        found = self._rows(f"WHERE cell = ? AND first = ({last})", (cell, cell, seed))
        return next((row for row in found if seed < row.first + row.deals), None)

    def _rows(self, where: str, values: tuple[Any, ...]) -> Iterator[Row]:
        asked = f"SELECT batches.*, versions FROM batches LEFT JOIN runs USING (run) {where} ORDER BY cell, first"  # noqa: S608
        with self._reported():
            for one in self._database.execute(asked, values):
                yield self._row(one)

    def _row(self, values: tuple[Any, ...]) -> Row:
        """Return a row.

        Raises:
            InvalidInstance: if it is damaged.
        """
        cell, first, deals, answers, seconds, quantities, numbers, unknown, again, methods = values[:10]
        checked, cpu, wall, peak, _, digest, versions = values[10:]
        try:
            found, start = {}, 0
            for name, width in json.loads(quantities).items():
                found[name] = (width, numbers[start : start + width * deals])
                start += width * deals
            open_ = {int(k): Open(*one) for k, one in json.loads(unknown).items()}
            checks = {int(k): word for k, word in json.loads(again).items()}
            done = Done(answers, seconds, found, open_, checks, json.loads(methods), json.loads(checked), cpu, wall)
            json.loads(versions)
            is_whole = len(seconds) == deals and start == len(numbers)
        except (ValueError, TypeError, AttributeError):
            raise _refused(self.path, f"the batch of cell {cell} from seed {first} on is damaged") from None
        row = Row(cell, first, deals, done, peak, versions)
        if not is_whole or row.digest != digest:
            raise _refused(self.path, f"the batch of cell {cell} from seed {first} on is damaged")
        return row


def _lock_beside(path: Path) -> IO[bytes]:
    """Lock a file beside the store, without waiting; it names the owner, and remains.

    Raises:
        InvalidInstance: if another run has it.
    """
    place = path.resolve()
    lock = place.with_name(f"{place.name}.lock").open("a+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        owner = lock.read(20).decode(errors="replace").strip()
        lock.close()
        raise _refused(path, f"is in use by {f'process {owner}' if owner.isdecimal() else 'another run'}") from None
    lock.truncate(0)
    lock.write(b"%d\n" % os.getpid())
    lock.flush()
    return lock


def _refused(path: Path, message: str) -> InvalidInstance:
    return InvalidInstance([Defect("", message)], str(path))
