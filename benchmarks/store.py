"""The store of records: SQLite, one row per run, safe on disk before it is acknowledged.

Write-ahead log and full synchronisation: a process or machine that dies loses nothing that a reader has seen. Whoever
measures has the store alone, by a lock on a file beside it: two runs at a time would make each run twice, and disturb
each other's clocks. Others may read it meanwhile. A key can be stored once only; a crash says nothing of the engine if
somebody else killed the processes, so it is kept only until the run has been made again. Records also go to and come
from CSV (perhaps compressed: ``.csv.xz``) and JSONL.
"""

from __future__ import annotations

import csv
import fcntl
import io
import json
import lzma
import os
import re
import sqlite3
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Self

import crewsat
from benchmarks.records import COLUMNS, LATER, TYPES, Record, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_SQL = {"int": "INTEGER", "float": "REAL", "str": "TEXT"}
_BUSY = 30.0
"""Seconds to wait for another process that is writing."""


def _column(name: str) -> str:
    """Return the database's type of a column."""
    return f"{name} {_SQL[TYPES[name].split(' ')[0]]}{'' if 'None' in TYPES[name] else ' NOT NULL'}"


class Store:
    """Records in a file; as a context manager it is closed on leaving."""

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        """Open or create the file.

        Args:
            path: of the file.
            alone: whether to lock the store for measuring until it is closed.

        Raises:
            InvalidInstance: if the file is not such a store, or another run is measuring into it.
            OSError: if it cannot be opened.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock: IO[bytes] | None = None
        with self._reported():
            self._database = sqlite3.connect(path, timeout=_BUSY)
        try:
            self._prepare()
            self._lock = _lock_of(path) if alone else None
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        """Check the file; then create the table if it is missing, and add the columns an older one lacks."""
        least = 1 + len(COLUMNS) - len(LATER)
        allowed = {("key", *COLUMNS[: number - 1]) for number in range(least, len(COLUMNS) + 2)}
        with self._reported():
            tables = {name for (name,) in self._database.execute("SELECT name FROM sqlite_master")}
            if tables and "runs" not in tables:
                raise _unreadable(self.path, "it is another program's database")
            if tables and self._columns() not in allowed:
                raise _unreadable(self.path, "its columns are those of another version")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            columns = ", ".join(map(_column, COLUMNS))
            self._database.execute(f"CREATE TABLE IF NOT EXISTS runs (key TEXT NOT NULL PRIMARY KEY, {columns})")
            if self._columns() != ("key", *COLUMNS):
                self._extend()

    def _extend(self) -> None:
        """Add the columns an older table lacks, all or none, unless another process just has."""
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            there = self._columns()
            for name in LATER:
                if name not in there:
                    self._database.execute(f"ALTER TABLE runs ADD COLUMN {_column(name)}")

    def _columns(self) -> tuple[str, ...]:
        return tuple(row[1] for row in self._database.execute("PRAGMA table_info(runs)"))

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Report errors of the database with the name of the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise _unreadable(self.path, str(error)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database, and let others measure."""
        self._database.close()
        if self._lock is not None:
            self._lock.close()

    def add(self, record: Record) -> None:
        """Store a record; it is on disk when this returns. A record with its key is kept, unless it was a crash."""
        marks = ", ".join("?" * (1 + len(COLUMNS)))
        changes = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS)
        add = f"INSERT INTO runs VALUES ({marks}) ON CONFLICT (key)"  # noqa: S608 - marks only
        with self._reported(), self._database:
            row = (record.key, *(getattr(record, name) for name in COLUMNS))
            self._database.execute(f"{add} DO UPDATE SET {changes} WHERE runs.reason = 'crash'", row)

    def keys(self) -> set[str]:
        """Return the keys of the runs that need not be made again: all but crashes."""
        with self._reported():
            return {key for (key,) in self._database.execute("SELECT key FROM runs WHERE reason IS NOT 'crash'")}

    def records(self) -> list[Record]:
        """Return all records, in the order in which they were stored."""
        with self._reported():
            return [Record(*row[1:]) for row in self._database.execute("SELECT * FROM runs ORDER BY rowid")]


def _lock_of(path: Path) -> IO[bytes]:
    """Lock a file beside the store, without waiting; it names the owner and remains when the lock is released.

    The store itself must not be opened a second time: closing it would make SQLite lose its own locks.

    Raises:
        InvalidInstance: if another process has it, or the file is not such a lock.
    """
    place = path.resolve()
    beside = place.with_name(f"{place.name}.lock")
    lock = beside.open("a+b")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = _owner_in(lock)
        lock.close()
        raise _unreadable(path, f"{f'process {owner}' if owner else 'another run'} is measuring into it") from None
    if _owner_in(lock) is None:
        lock.close()
        raise _unreadable(beside, "is not the lock of a store; move it away")
    lock.truncate(0)
    lock.write(b"%d\n" % os.getpid())
    lock.flush()
    return lock


def _owner_in(lock: IO[bytes]) -> str | None:
    """Return the process ID in a lock file, which may be empty; None if the file holds something else."""
    lock.seek(0)
    found = re.fullmatch(rb"(\d{0,20})\n?", lock.read(40))
    return None if found is None else found[1].decode()


def read_records(path: Path) -> list[Record]:
    """Read records from a store, a CSV file or a JSONL file.

    Raises:
        InvalidInstance: if the file is none of these; the error names the line.
        OSError: if it cannot be read.
    """
    if path.suffix == ".sqlite":
        if not path.exists():
            raise FileNotFoundError(2, "there is no such file", str(path))
        with Store(path) as store:
            return store.records()
    form = _form(path, ".sqlite, ")
    return list(_parsed(path, form, _text(path)))


def _form(path: Path, others: str = "") -> str:
    """Return the format that the name indicates."""
    form = path.with_suffix("").suffix if path.suffix == ".xz" else path.suffix
    if form not in {".csv", ".jsonl"}:
        raise _unreadable(path, f"the name must end in {others}.csv, .csv.xz, .jsonl or .jsonl.xz")
    return form


def _text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from None


def _parsed(path: Path, form: str, text: str) -> Iterator[Record]:
    number, rows = (2, _csv_rows(text)) if form == ".csv" else (1, map(_json_row, text.splitlines()))
    try:
        for row in rows:
            yield record_of(row)
            number += 1
    except (ValueError, csv.Error, RecursionError) as error:
        raise _unreadable(path, str(error), number) from None


def _csv_rows(text: str) -> Iterator[dict[str, Any]]:
    for row in csv.DictReader(io.StringIO(text)):
        if None in row:
            raise ValueError("there are more values than columns")
        for name, value in row.items():
            if value is None:
                raise ValueError(f"{name}: the value is missing")
        yield row


def _json_row(line: str) -> dict[str, Any]:
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError("expected a JSON object")
    return row


def write_records(records: Iterable[Record], path: Path) -> None:
    """Write records as CSV or JSONL, compressed if the name ends in ``.xz``; the same records give the same bytes.

    Raises:
        InvalidInstance: if the name indicates neither.
        OSError: if the file cannot be written.
    """
    form, text = _form(path), io.StringIO()
    if form == ".csv":
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(record.as_dict() for record in records)
    else:
        text.writelines(f"{json.dumps(record.as_dict())}\n" for record in records)
    data = text.getvalue().encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)


def _unreadable(path: Path, message: str, line: int | None = None) -> crewsat.InvalidInstance:
    return crewsat.InvalidInstance([crewsat.Defect("" if line is None else f"line {line}", f"{path}: {message}")])
