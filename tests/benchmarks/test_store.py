"""The store: records come back as they went in, and what is not a store is refused with its place."""

from __future__ import annotations

import csv
import io
import json
import lzma
import os
from contextlib import closing
from sqlite3 import connect
from typing import TYPE_CHECKING

import pytest

from benchmarks.records import COLUMNS, LATER, Record, record_of
from benchmarks.store import Store, read_records, write_records
from crewsat.base.errors import InvalidInstance
from tests.support.harness import RECORD, record, run, written

if TYPE_CHECKING:
    from pathlib import Path

UNKNOWN = record(2, answer="unknown", reason="time", cpu=None, solver=None, peak_mb=None, engine='z3, "the" peer\nüñ')
RECORDS = [record(1), UNKNOWN, record(3, passed=2)]
FORMS = [".csv", ".csv.xz", ".jsonl", ".jsonl.xz"]


def filled(path: Path, records: list[Record]) -> Path:
    with Store(path) as store:
        for one in records:
            store.add(one)
    return path


def refused(path: Path) -> str:
    with pytest.raises(InvalidInstance) as caught:
        read_records(path)
    assert len(caught.value.defects) == 1
    return str(caught.value)


def rows_of(records: list[Record]) -> list[dict[str, object]]:
    return [one.as_dict() for one in records]


def written_csv(path: Path, rows: list[dict[str, object]]) -> Path:
    text = io.StringIO()
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return written(path, text.getvalue())


def test_records_survive_every_form_one_after_the_other(tmp_path: Path) -> None:
    records = read_records(filled(tmp_path / "new" / "a.sqlite", RECORDS))
    assert records == RECORDS
    for form in FORMS:
        path = tmp_path / "elsewhere" / f"a{form}"
        write_records(records, path)
        records = read_records(path)
        assert records == RECORDS
    assert read_records(filled(tmp_path / "b.sqlite", records)) == RECORDS


@pytest.mark.parametrize("form", FORMS)
def test_equal_records_give_equal_bytes(form: str, tmp_path: Path) -> None:
    write_records(RECORDS, tmp_path / f"a{form}")
    write_records(iter(read_records(tmp_path / f"a{form}")), tmp_path / f"b{form}")
    assert (tmp_path / f"a{form}").read_bytes() == (tmp_path / f"b{form}").read_bytes()


@pytest.mark.parametrize("form", FORMS)
def test_no_records_are_records_too(form: str, tmp_path: Path) -> None:
    write_records([], tmp_path / f"a{form}")
    assert read_records(tmp_path / f"a{form}") == []
    assert read_records(filled(tmp_path / "a.sqlite", [])) == []


def test_a_key_stored_twice_stays_once_and_as_it_was(tmp_path: Path) -> None:
    path = filled(tmp_path / "a.sqlite", [record(1), record(1, answer="no"), record(2)])
    filled(path, [record(2, answer="no")])
    assert read_records(path) == [record(1), record(2)]
    with Store(path) as store:
        assert store.keys() == {record(1).key, record(2).key}


def test_a_crash_is_kept_until_the_run_has_been_made_again(tmp_path: Path) -> None:
    crash = record(1, answer="unknown", reason="crash")
    with Store(tmp_path / "a.sqlite") as store:
        store.add(crash)
        store.add(record(2))
        assert store.keys() == {record(2).key}
        assert store.records() == [crash, record(2)]
        store.add(record(1))
        store.add(crash)
        assert store.keys() == {record(1).key, record(2).key}
        assert store.records() == [record(1), record(2)]


def test_a_record_that_lacks_something_is_refused_not_dropped(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as store, pytest.raises(InvalidInstance, match="NOT NULL"):
        store.add(record(1, version=None))


def test_what_is_stored_is_on_disk(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as store:
        assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        store.add(record(1))
        assert read_records(tmp_path / "a.sqlite") == [record(1)]  # another connection


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "a.sqlite", "just a text, but a long one" * 100)
    assert refused(path) == f"{path}: file is not a database"
    assert path.read_text().startswith("just a text")


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(connect(path)) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    before = path.read_bytes()
    assert refused(path) == f"{path}: it is another program's database"
    assert path.read_bytes() == before


def test_a_store_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(connect(path)) as database:
        database.execute("CREATE TABLE runs (key TEXT PRIMARY KEY, answer TEXT)")
    before = path.read_bytes()
    assert refused(path) == f"{path}: its columns are those of another version"
    assert path.read_bytes() == before


def test_a_lock_that_is_another_file_is_left_alone(tmp_path: Path) -> None:
    beside = written(tmp_path / "a.sqlite.lock", "my notes")
    with pytest.raises(InvalidInstance) as caught:
        Store(tmp_path / "a.sqlite", alone=True)
    assert str(caught.value) == f"{beside}: is not the lock of a store; move it away"
    assert beside.read_text() == "my notes"


def older(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Rows as they were before there were `LATER` columns."""
    return [{name: value for name, value in row.items() if name not in LATER} for row in rows]


@pytest.mark.parametrize("lacks", range(len(LATER)))
def test_a_store_of_an_older_version_is_read_and_gets_the_columns_it_lacks(lacks: int, tmp_path: Path) -> None:
    path = filled(tmp_path / "a.sqlite", RECORDS)
    with closing(connect(path)) as database:
        for name in LATER[lacks:]:
            database.execute(f"ALTER TABLE runs DROP COLUMN {name}")
        (before,) = (row[0] for row in database.execute("SELECT COUNT(*) FROM pragma_table_info('runs')"))
    assert before == 1 + len(COLUMNS) - len(LATER[lacks:])
    assert read_records(path) == RECORDS
    new = record(9, after_cpu=0.5, proof_bytes=1000, lemmas=7, minimal=1, positions=31, replayed=5)
    assert read_records(filled(path, [new])) == [*RECORDS, new]


def test_records_of_an_older_version_are_read_and_new_columns_survive(tmp_path: Path) -> None:
    path = written_csv(tmp_path / "a.csv", older(rows_of(RECORDS)))
    assert read_records(path) == RECORDS
    text = "".join(f"{json.dumps(row)}\n" for row in older(rows_of(RECORDS)))
    assert read_records(written(tmp_path / "a.jsonl", text)) == RECORDS
    new = record(9, after_cpu=0.5, proof_bytes=1000, lemmas=7, minimal=1)
    for form in FORMS:
        write_records([*RECORDS, new], tmp_path / f"b{form}")
        assert read_records(tmp_path / f"b{form}") == [*RECORDS, new]


@pytest.mark.parametrize("place", ["nowhere.sqlite", "nowhere.csv", "nowhere.jsonl.xz", "folder.csv"])
def test_a_file_that_is_missing_or_a_folder_is_an_error_of_the_system(place: str, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(OSError, match=place):
        read_records(tmp_path / place)
    assert not (tmp_path / "nowhere.sqlite").exists()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="unable to open"):
        Store(tmp_path)


@pytest.mark.parametrize("name", ["a.txt", "a", "a.xz", "a.csv.gz"])
def test_names_that_say_no_form_are_refused(name: str, tmp_path: Path) -> None:
    assert "the name must end in .sqlite, .csv" in refused(written(tmp_path / name, ""))
    with pytest.raises(InvalidInstance, match=r"must end in \.csv"):
        write_records(RECORDS, tmp_path / name)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    rows = rows_of(RECORDS)
    for row in rows:
        del row["solve_cpu"]
    path = written_csv(tmp_path / "a.csv", rows)
    assert refused(path) == f"line 2: {path}: there is no column 'solve_cpu'"


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("wall", "quick", "wall: 'quick' is not a valid float"),
        ("cards", "4.5", "cards: '4.5' is not a valid int"),
        ("seed", "", "seed: '' is not a valid int"),
        ("peak_mb", "1,5", "peak_mb: '1,5' is not a valid float"),
        ("cpu", "nan", "cpu: 'nan' is not a number of 0 or more"),
        ("wall", "-1", "wall: '-1' is not a number of 0 or more"),
        ("answer", "perhaps", "answer: 'perhaps' is not valid; allowed: yes, no, unknown"),
    ],
)
def test_a_bad_number_is_reported_with_its_line(column: str, value: str, words: str, tmp_path: Path) -> None:
    rows = rows_of([record(1), record(2), record(3)])
    rows[1][column] = value
    path = written_csv(tmp_path / "a.csv", rows)
    assert refused(path) == f"line 3: {path}: {words}"


def test_a_line_that_was_cut_is_reported(tmp_path: Path) -> None:
    whole = written_csv(tmp_path / "a.csv", rows_of([record(1), record(2)])).read_text()
    path = written(tmp_path / "b.csv", whole.rstrip("\n").rpartition(",")[0])
    assert refused(path) == f"line 3: {path}: {COLUMNS[-1]}: the value is missing"
    path = written(tmp_path / "b.csv", whole.rstrip("\n") + ",more")
    assert refused(path) == f"line 3: {path}: there are more values than columns"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "Expecting value"),
        ("[1]", "expected a JSON object"),
        ("null", "expected a JSON object"),
        ("[" * 100_000, "recursion"),
        ("{}", "there is no column 'block'"),
        (json.dumps(RECORD.as_dict() | {"code": None}), "code: the value is missing"),
        (json.dumps(RECORD.as_dict() | {"wall": []}), "wall: '[]' is not a valid float"),
        (json.dumps(RECORD.as_dict() | {"cards": float("inf")}), "cards: 'inf' is not a valid int"),
    ],
)
def test_a_line_of_json_that_is_no_record_is_reported(line: str, words: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", json.dumps(RECORD.as_dict()) + "\n" + line + "\n")
    assert refused(path).startswith(f"line 2: {path}: ")
    assert words in refused(path)


def test_compressed_files_that_are_broken_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.xz"
    write_records(RECORDS, path)
    path.write_bytes(path.read_bytes()[:-40])
    assert "ended before" in refused(path)
    path.write_bytes(b"not compressed")
    assert "not supported" in refused(path)
    path.write_bytes(lzma.compress(b"\xff\xfe"))
    assert "decode" in refused(path)


def test_a_field_that_is_too_long_is_reported(tmp_path: Path) -> None:
    path = written_csv(tmp_path / "a.csv", rows_of([record(1), record(2, engine="x" * 200_000)]))
    assert "field larger than field limit" in refused(path)


def test_every_column_is_needed_but_those_that_came_later() -> None:
    for name in COLUMNS:
        if name in LATER:
            continue
        row = RECORD.as_dict()
        del row[name]
        with pytest.raises(ValueError, match=f"^there is no column '{name}'$"):
            record_of(row)


def test_one_run_at_a_time_measures_into_a_store(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with Store(path, alone=True) as store:
        store.add(record(1))
        with pytest.raises(InvalidInstance, match=f"process {os.getpid()} is measuring into it"):
            Store(path, alone=True)
        assert read_records(path) == [record(1)]  # others may read
    Store(path, alone=True).close()


@pytest.mark.slow
def test_a_second_run_is_reported_who_measures(tmp_path: Path) -> None:
    """Two runs of a suite into one store made each run twice, and disturbed each other's clocks."""
    with Store(tmp_path / "quick.sqlite", alone=True):
        ended = run("quick", "--store", tmp_path / "quick.sqlite")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{tmp_path / 'quick.sqlite'}: process {os.getpid()} is measuring into it\n"
