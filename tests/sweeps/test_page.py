"""The page of a sweep says what the export says, and is the same every time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.sweeps.export import cell_rows
from crewsat.sweeps.page import page_of
from crewsat.sweeps.store import Store
from tests.sweeps.test_export import swept
from tests.sweeps.test_running import SMALL, Here

if TYPE_CHECKING:
    from pathlib import Path


def page(path: Path, title: str = "Small decks") -> str:
    with Store(path) as store:
        rows = [*cell_rows(store)]
        return page_of(rows, store.about(), title, {0: "crewsat <generate>"})


def test_every_share_is_there_with_its_interval(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "tokens": "none / 1"}, "deals": 40}, Here(kills=(3,)))
    text = page(tmp_path / "s")
    assert text == page(tmp_path / "s")
    with Store(tmp_path / "s") as store:
        rows = [*cell_rows(store)]
    for row in rows:
        shown = f"{100 * row['share']:.1f} %<small>{100 * row['low']:.1f} to {100 * row['high']:.1f}</small>"
        assert text.count(f"{shown}<small>1 undecided</small>") >= 3  # in a table of each pair of parameters
    assert f"{40 * len(rows)} deals in {len(rows)} cells, all with suits 2, values 4, trumps 0." in text
    assert f"Undecided: {len(rows)} (2.50%)." in text
    assert text.count("<h2>") == 4
    assert "crewsat &lt;generate&gt;" in text


def test_nothing_is_fetched_and_nothing_is_markup(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    text = page(tmp_path / "s", "<script>alert(1)</script>")
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=|url\(|@import", text)
    assert "default-src 'none'" in text


def test_one_parameter_is_a_list(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3}, "deals": 5}, Here(most=8))
    text = page(tmp_path / "s")
    assert text.count("<table>") == 2
    assert "The sweep is not complete" in text
