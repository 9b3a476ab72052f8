"""The store of records: SQLite, one row a run, safe on disk before it is acknowledged.

Write-ahead log and full synchronisation: a process or machine that dies loses nothing that a reader has seen. A key can
be stored once only. Records also go to and come from CSV (perhaps compressed: ``.csv.xz``) and JSONL.
"""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
from typing import TYPE_CHECKING, Any, Self

import crewsat
from benchmarks.records import COLUMNS, TYPES, Record, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_SQL = {"int": "INTEGER", "float": "REAL", "str": "TEXT"}
_BUSY = 30.0
"""Seconds to wait for another process that is writing."""


class Store:
    """Records in a file; as a context manager it is closed on leaving."""

    def __init__(self, path: Path) -> None:
        """Open or make the file.

        Raises:
            InvalidInstance: if there is a file that is no such store.
            OSError: if it cannot be opened.
        """
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = ", ".join(
            f"{name} {_SQL[TYPES[name].split(' ')[0]]}{'' if 'None' in TYPES[name] else ' NOT NULL'}"
            f"{' PRIMARY KEY' if name == 'key' else ''}"
            for name in COLUMNS
        )
        try:
            self._database = sqlite3.connect(path, timeout=_BUSY)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = FULL")
            self._database.execute(f"CREATE TABLE IF NOT EXISTS runs ({columns})")
            found = tuple(row[1] for row in self._database.execute("PRAGMA table_info(runs)"))
        except sqlite3.OperationalError as error:
            raise OSError(f"{path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise _unreadable(path, str(error)) from None
        if found != COLUMNS:
            raise _unreadable(path, "its columns are those of another version")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def add(self, record: Record) -> None:
        """Store a record; it is on disk when this returns. A key that is there already changes nothing."""
        marks = ", ".join("?" * len(COLUMNS))
        with self._database:
            row = tuple(getattr(record, name) for name in COLUMNS)
            self._database.execute(f"INSERT OR IGNORE INTO runs VALUES ({marks})", row)  # noqa: S608 - marks only

    def keys(self) -> set[str]:
        """The keys of all records."""
        return {key for (key,) in self._database.execute("SELECT key FROM runs")}

    def records(self) -> list[Record]:
        """All records, in the order in which they were stored."""
        rows = self._database.execute("SELECT * FROM runs ORDER BY rowid")
        return [Record(*row) for row in rows]


def read_records(path: Path) -> list[Record]:
    """Read records from a store, a CSV file or a JSONL file.

    Raises:
        InvalidInstance: if the file is none of these, with the line.
        OSError: if it cannot be read.
    """
    if path.suffix == ".sqlite":
        if not path.exists():
            raise FileNotFoundError(2, "there is no such file", str(path))
        with Store(path) as store:
            return store.records()
    return list(_parsed(path, _text(path)))


def _text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return (lzma.decompress(data) if path.suffix == ".xz" else data).decode()
    except (lzma.LZMAError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from None


def _parsed(path: Path, text: str) -> Iterator[Record]:
    form = path.with_suffix("").suffix if path.suffix == ".xz" else path.suffix
    if form not in {".csv", ".jsonl"}:
        raise _unreadable(path, "the name must end in .sqlite, .csv, .csv.xz, .jsonl or .jsonl.xz")
    rows: Iterable[Any] = csv.DictReader(io.StringIO(text)) if form == ".csv" else text.splitlines()
    for number, row in enumerate(rows, 2 if form == ".csv" else 1):
        try:
            yield record_of(row if form == ".csv" else json.loads(row))
        except (ValueError, TypeError) as error:
            raise _unreadable(path, str(error), number) from None


def write_records(records: Iterable[Record], path: Path) -> None:
    """Write records as CSV or JSONL, compressed if the name ends in ``.xz``; the same records give the same bytes.

    Raises:
        InvalidInstance: if the name says neither.
        OSError: if the file cannot be written.
    """
    form = path.with_suffix("").suffix if path.suffix == ".xz" else path.suffix
    text = io.StringIO()
    if form == ".csv":
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(record.as_dict() for record in records)
    elif form == ".jsonl":
        text.writelines(f"{json.dumps(record.as_dict())}\n" for record in records)
    else:
        raise _unreadable(path, "the name must end in .csv, .csv.xz, .jsonl or .jsonl.xz")
    data = text.getvalue().encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(data, preset=9) if path.suffix == ".xz" else data)


def _unreadable(path: Path, message: str, line: int | None = None) -> crewsat.InvalidInstance:
    return crewsat.InvalidInstance([crewsat.Defect("" if line is None else f"line {line}", f"{path}: {message}")])
