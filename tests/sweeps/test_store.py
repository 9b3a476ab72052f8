"""The store keeps what was found, refuses what is not its own and leaves it alone, and belongs to one run at a time."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.batch import Done, Open
from crewsat.sweeps.packing import packed_answers, packed_numbers, packed_seconds
from crewsat.sweeps.plan import plan_of
from crewsat.sweeps.store import OURS, VERSION, Row, Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ABOUT = {"game": "crew", "deals": 10}
CELLS = [("players=3", '{"players": 3}'), ("players=4", '{"players": 4}')]


def row(cell: int, first: int, answers: list[str], *, limit: float = 2.0) -> Row:
    """A batch with these answers."""
    unknown = {k: Open("time", limit) for k, answer in enumerate(answers) if answer == "unknown"}
    numbers = {"fewest_tricks": packed_numbers([None, *range(1, len(answers))])}
    seconds = packed_seconds([0.01] * len(answers))
    done = Done(
        packed_answers(answers),
        seconds,
        numbers,
        unknown,
        {1: "agreed"},
        {"player": len(answers)},
        {"none": 1},
        0.5,
        0.6,
    )
    return Row(cell, first, len(answers), done, 10**8, '{"crewsat": "0.8"}')


def test_rows_come_back_in_order(tmp_path: Path) -> None:
    rows = [row(1, 0, ["yes", "no", "unknown"]), row(0, 5, ["no"] * 9), row(0, 0, ["yes"] * 5)]
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        assert store.about() == {}
        store.begin(ABOUT, CELLS)
        for one in rows:
            store.add(one)
    with Store(tmp_path / "s.sqlite") as store:
        assert (store.about(), store.cells()) == (ABOUT, CELLS)
        assert [*store.rows()] == [rows[2], rows[1], rows[0]]
        assert [*store.rows(1)] == [rows[0]]


def test_a_batch_asked_again_takes_the_place_of_the_first(tmp_path: Path) -> None:
    again = row(0, 0, ["yes", "no"], limit=60.0)
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        store.begin(ABOUT, CELLS)
        store.add(row(0, 0, ["yes", "unknown"]))
        store.add(again)
        assert [*store.rows()] == [again]


def test_a_store_has_one_run_at_a_time_and_many_readers(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        store.begin(ABOUT, CELLS)
        with pytest.raises(InvalidInstance, match=f"is in use by process {os.getpid()}"):
            Store(tmp_path / "s.sqlite", alone=True)
        with Store(tmp_path / "s.sqlite") as other:
            store.add(row(0, 0, ["yes"]))
            assert len([*other.rows()]) == 1
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        assert store.about() == ABOUT


def _foreign(path: Path, *statements: str) -> None:
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.close()


def _not_ours(path: Path) -> Iterator[tuple[Path, str]]:
    (path / "text").write_text("a text that is longer than the head of a database\n" * 20)
    yield path / "text", "cannot be read: file is not a database"
    _foreign(path / "other", "CREATE TABLE runs (run)")
    yield path / "other", "is another program's database"
    _foreign(path / "newer", f"PRAGMA application_id = {OURS}", f"PRAGMA user_version = {VERSION + 1}")
    yield path / "newer", "is of version 2, which is newer than this program's, 1"


def test_what_is_not_a_store_is_left_alone(tmp_path: Path) -> None:
    for path, message in _not_ours(tmp_path):
        before = path.read_bytes()
        for alone in (True, False):
            with pytest.raises(InvalidInstance, match=message):
                Store(path, alone=alone)
        assert path.read_bytes() == before
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "missing")


@pytest.mark.parametrize(
    "change",
    ["answers = x'00'", "numbers = x''", "open = '['", "again = '5'", "deals = 3", "seconds = x'00'", "run = 7"],
)
def test_what_is_damaged_is_said(tmp_path: Path, change: str) -> None:
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        store.begin(ABOUT, CELLS)
        store.add(row(0, 40, ["yes", "no"]))
    database = sqlite3.connect(tmp_path / "s.sqlite")
    with database:
        database.execute(f"UPDATE batches SET {change}")  # noqa: S608 - from the list above
    database.close()
    with (
        Store(tmp_path / "s.sqlite") as store,
        pytest.raises(InvalidInstance, match="cell 0 from seed 40 on is damaged"),
    ):
        [*store.rows()]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE sweep SET value = '{' WHERE name = 'level'",
        "UPDATE sweep SET value = '{}' WHERE name = 'parameters'",
        "DELETE FROM sweep WHERE name = 'check'",
        "DELETE FROM cells",
    ],
)
def test_what_a_store_says_of_its_sweep_is_checked(tmp_path: Path, change: str) -> None:
    plan = plan_of({"deals": 5})
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        store.begin(plan.about(), [(cell.name, cell.key) for cell in plan.cells.cells])
        assert store.sweep() == plan.about()
    database = sqlite3.connect(tmp_path / "s.sqlite")
    with database:
        database.execute(change)
    database.close()
    with Store(tmp_path / "s.sqlite") as store, pytest.raises(InvalidInstance, match="of its sweep is damaged"):
        store.sweep()


def test_a_store_without_a_sweep_says_so(tmp_path: Path) -> None:
    """As when a run is killed when it has just begun."""
    with Store(tmp_path / "s.sqlite", alone=True) as store, pytest.raises(InvalidInstance, match="has no sweep yet"):
        store.sweep()


def test_nothing_is_written_beside_what_is_not_a_store(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("my diary")
    with pytest.raises(InvalidInstance, match="diary: cannot be read: file is not a database"):
        Store(tmp_path / "diary", alone=True)
    with pytest.raises(FileNotFoundError, match="missing"):
        Store(tmp_path / "missing" / "s", alone=True)
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]


@pytest.mark.processes
def test_what_was_stored_survives_a_kill(tmp_path: Path) -> None:
    code = f"""
    import sys
    from collections.abc import Iterator
    from pathlib import Path
    from crewsat.sweeps.store import Store
    from tests.sweeps.test_store import ABOUT, CELLS, row
    store = Store(Path({str(tmp_path / "s.sqlite")!r}), alone=True)
    store.begin(ABOUT, CELLS)
    for first in range(10**6):
        store.add(row(0, first, ["yes"]))
        print(first, flush=True)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if int(line) == 20:
                child.send_signal(signal.SIGKILL)
                break
        said = 20 + sum(1 for _ in child.stdout)
    with Store(tmp_path / "s.sqlite", alone=True) as store:
        assert len([*store.rows()]) >= said + 1


def test_a_million_deals_take_less_than_two_megabytes(tmp_path: Path) -> None:
    plain = row(0, 0, ["yes", "no", "no", "yes"] * 250)  # a batch of some four seconds
    plain = plain._replace(done=plain.done._replace(quantities={}))
    sizes = []
    for number in (20, 120):
        with Store(tmp_path / f"{number}.sqlite", alone=True) as store:
            store.begin(ABOUT, CELLS)
            for k in range(number):
                store.add(plain._replace(first=1_000 * k))
        sizes.append((tmp_path / f"{number}.sqlite").stat().st_size)
    assert 10 * (sizes[1] - sizes[0]) + sizes[0] < 2_000_000
