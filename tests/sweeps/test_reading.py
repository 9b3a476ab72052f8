"""What is read from an export is what the store has, and what is not an export is refused with its place."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance, NotInstalled
from crewsat.sweeps.reading import swept as read
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import cells_in
from tests.sweeps.test_export import exported, swept
from tests.sweeps.test_running import SMALL, Here

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.sweeps.reading import Swept

SWEEPS: list[dict[str, Any]] = [
    {"cells": {**SMALL, "players": 3}, "deals": 30, "check": 0.05},
    {"cells": {**SMALL, "players": 3}, "deals": 20, "quantities": {"fewest_tricks": True}},
    {"cells": {**SMALL, "players": 3, "objectives": "threshold 1-4"}, "deals": 40},
    {"cells": {**SMALL, "players": 3, "objectives": 2}, "half_width": 0.1},
    {"cells": {**SMALL, "players": 3}, "deals": 10, "quantities": {"search": True, "blueprint": True, "greedy": True}},
    {"cells": {"mission": "12", "players": "3"}, "deals": 2, "quantities": {"search": True}},
    {"game": "hackenbush", "cells": {"coalition": "1 / 1,2 / -", "strings": "1-2"}, "deals": 20},
]


@pytest.mark.parametrize("given", SWEEPS)
def test_all_forms_say_what_the_store_says(tmp_path: Path, given: dict[str, Any]) -> None:
    swept(tmp_path / "s", given, Here(kills=(7,)))
    with Store(tmp_path / "s") as store:
        expected = [*cells_in(store)]
    found = read([tmp_path / "s"])
    for cell, own in zip(found.cells.values(), expected, strict=True):
        assert len(cell.results) == len(cell.order) == own.answers.total()
        assert replace(cell, keeps_results=False, results=own.results, order=own.order) == own
    for form in ("csv", "jsonl"):
        text = exported(tmp_path / "s", form)
        (tmp_path / "plain").write_bytes(text)
        (tmp_path / "packed").write_bytes(lzma.compress(text))
        assert read([tmp_path / "plain"]) == read([tmp_path / "packed"]) == found


@pytest.mark.parametrize("given", [*SWEEPS[1:3], *SWEEPS[4:6]])
def test_parquet_says_it_too(tmp_path: Path, given: dict[str, Any]) -> None:
    pytest.importorskip("pyarrow")
    swept(tmp_path / "s", given, Here(kills=(7,)))
    (tmp_path / "x").write_bytes(exported(tmp_path / "s", "parquet"))
    assert read([tmp_path / "x"]) == read([tmp_path / "s"])


def test_several_files_are_put_together(tmp_path: Path) -> None:
    for name, seed_from, deals in (("a", 0, 30), ("b", 30, 20), ("all", 0, 50)):
        swept(tmp_path / name, {"cells": SMALL, "deals": deals, "seed_from": seed_from})
    (tmp_path / "csv").write_bytes(exported(tmp_path / "b", "csv"))
    both, whole = read([tmp_path / "a", tmp_path / "csv"]), read([tmp_path / "all"])
    assert without_times(both) == without_times(whole)
    assert both.rows == whole.rows == len(whole.cells)
    with pytest.raises(InvalidInstance, match=r"deal 1: the deal of .*objectives=1.* with seed 30 has been there"):
        read([tmp_path / "a", tmp_path / "csv", tmp_path / "b"])


def test_several_files_of_a_cell_are_complete(tmp_path: Path) -> None:
    """The interval of a sweep that is not complete holds along one order of deals, and files have none."""
    swept(tmp_path / "a", {"cells": SMALL, "deals": 60}, Here(most=150))
    swept(tmp_path / "b", {"cells": SMALL, "deals": 20, "seed_from": 100})
    for order in ("ab", "ba"):
        with pytest.raises(InvalidInstance, match=r"is of a cell that is not complete, .*; 'sweep merge' them"):
            read([tmp_path / name for name in order])


def without_times(found: Swept) -> list[tuple[object, ...]]:
    return [
        (cell.parameters, cell.interval, cell.answers, cell.lost, cell.results, cell.thresholds)
        for cell in found.cells.values()
    ]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"level": 0.9}, "is of another sweep: crew, level 0.9, check 0.0, time limit 60.0 s, not crew, level 0.95"),
        ({"game": "hackenbush", "cells": {}}, "is of another sweep: hackenbush"),
        ({"cells": {**SMALL, "tokens": "1"}}, "is of another sweep: the parameters are .*tokens, not "),
    ],
)
def test_another_sweep_is_refused(tmp_path: Path, other: dict[str, Any], message: str) -> None:
    swept(tmp_path / "a", {"cells": SMALL, "deals": 5})
    swept(tmp_path / "b", {"cells": SMALL, "deals": 5, **other})
    with pytest.raises(InvalidInstance, match=message):
        read([tmp_path / "a", tmp_path / "b"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is neither a store nor an export of a sweep"),
        (b"a,b\n1,2\n", "is neither a store nor an export of a sweep"),
        (b"\xff\xfe\x00", "is neither a store nor an export"),
        (lzma.compress(b"x,y\n")[:-9], "is neither a store nor an export"),
        (b'{"a": 1}\n', "is neither a store nor an export of a sweep"),
        (b"{\n", "line 1: invalid JSON: an object is expected"),
        (b"[1]\n", "is neither a store nor an export of a sweep"),
        (b"PAR1PAR1", "pyarrow|is neither"),
    ],
)
def test_what_is_not_an_export_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises((InvalidInstance, NotInstalled), match=message):
        read([tmp_path / "x"])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("seed", value) for value in ("x", 1.5, -1, 10**30, None)),
        *(("answer", value) for value in ("maybe", None, 1)),
        *(("cpu", value) for value in ("", "nan", -1)),
        *(("level", value) for value in ("high", 7, float("nan"))),
        *(("half_width", 7), ("check", -0.5), ("interval", "wide"), ("game", "bridge"), ("again", "foo")),
        *(("time_limit", value) for value in (0, "soon", float("inf"))),
    ],
)
def test_a_damaged_row_is_refused_with_its_line(tmp_path: Path, column: str, value: object) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    lines = exported(tmp_path / "s", "jsonl").splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), column: value}).encode()
    (tmp_path / "x").write_bytes(b"\n".join(lines))
    with pytest.raises(InvalidInstance, match="line 3: is not the row of a deal"):
        read([tmp_path / "x"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"threshold": 300, "threshold_low": 300, "threshold_high": 300},
        {"threshold": 2, "threshold_low": 1, "threshold_high": 3},
        {"threshold": 2, "threshold_low": 1, "threshold_high": 1},
        {"threshold": None, "threshold_low": 1, "threshold_high": 1},
        {"threshold": None, "threshold_low": 3, "threshold_high": 1},
        {"threshold": None, "threshold_low": None, "threshold_high": 1},
        {"threshold": 5, "threshold_low": 5, "threshold_high": 5},
    ],
)
def test_a_threshold_that_cannot_be_is_refused(tmp_path: Path, wrong: dict[str, int | None]) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3, "objectives": "threshold 1-4"}, "deals": 5})
    lines = exported(tmp_path / "s", "jsonl").splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **wrong}).encode()
    (tmp_path / "x").write_bytes(b"\n".join(lines))
    with pytest.raises(InvalidInstance, match="line 3: is not the row of a deal"):
        read([tmp_path / "x"])


@pytest.mark.parametrize(
    ("column", "value"), [("objectives", "3-5"), ("objectives", "x"), ("objectives", 40), ("players", None)]
)
def test_a_row_of_a_cell_that_cannot_be_is_refused(tmp_path: Path, column: str, value: object) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    lines = exported(tmp_path / "s", "jsonl").splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), column: value}).encode()
    (tmp_path / "x").write_bytes(b"\n".join(lines))
    with pytest.raises(InvalidInstance, match=rf"deal 3: '.*{column}={value}.*' is not a cell of crew"):
        read([tmp_path / "x"])


def test_the_order_of_names_in_a_line_does_not_matter(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    lines = [json.loads(line) for line in exported(tmp_path / "s", "jsonl").splitlines()]
    turned = [lines[0], *(dict(reversed(line.items())) for line in lines[1:])]
    (tmp_path / "x").write_text("".join(f"{json.dumps(line)}\n" for line in turned))
    assert read([tmp_path / "x"]) == read([tmp_path / "s"])
    (tmp_path / "x").write_text(f"{json.dumps(lines[0])}\n{json.dumps({**lines[1], 'more': 1})}\n")
    with pytest.raises(InvalidInstance, match="line 2: is not the row of a deal"):
        read([tmp_path / "x"])


def test_an_export_that_has_lost_deals_is_refused(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 20})
    lines = exported(tmp_path / "s", "csv").splitlines(keepends=True)
    (tmp_path / "x").write_bytes(b"".join(lines[:-7]))
    with pytest.raises(InvalidInstance, match=r"players=3,objectives=3.*: 13 of 20 deals are there"):
        read([tmp_path / "x"])


def test_a_row_a_cell_is_not_enough(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    (tmp_path / "x").write_bytes(exported(tmp_path / "s", "csv", cells=True))
    with pytest.raises(InvalidInstance, match="is an export with a row a cell; allowed: one with a row a deal"):
        read([tmp_path / "x"])


def test_a_sweep_without_deals_has_nothing_to_read(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5}, Here(most=0))
    with pytest.raises(InvalidInstance, match="there is no deal that counts"):
        read([tmp_path / "s"])
