"""Exports, pages and sweeps of the atlas say the same."""

from __future__ import annotations

import csv
import lzma
import re
import tomllib
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from scipy.stats import binomtest

from benchmarks import atlas
from benchmarks.shares import shares_in
from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.plan import plan_of, read_file
from crewsat.sweeps.reading import About, swept
from crewsat.sweeps.spans import Span, Spans
from tests.support.chunks import rarely
from tests.sweeps.test_export import exported
from tests.sweeps.test_export import swept as make
from tests.sweeps.test_running import SMALL

if TYPE_CHECKING:
    from pathlib import Path

NAMES = rarely(atlas.names(), {*atlas.names()} - {atlas.SMALL})


@pytest.mark.parametrize("name", NAMES)
def test_the_export_is_that_of_the_sweep(name: str) -> None:
    plan = plan_of(read_file(atlas.FOLDER / f"{name}.toml"))
    found = swept([atlas.FOLDER / f"{name}.csv.xz"])
    rows = sum(
        1 if cell.threshold is None else len(range(cell.threshold.low, cell.threshold.high + 1))
        for cell in plan.cells.cells
    )
    assert found.about == About(plan.game, plan.level, plan.half_width, plan.check, plan.time_limit, rows)
    assert [cell.parameters for cell in found.cells.values()] == [dict(cell.parameters) for cell in plan.cells.cells]
    for cell in found.cells.values():
        assert cell.interval == "exact"
        assert cell.seeds == Spans([Span(plan.seed_from, plan.seed_from + (plan.deals or 0))])


@pytest.mark.parametrize("name", NAMES)
def test_the_pages_are_those_of_the_export(name: str, tmp_path: Path) -> None:
    atlas.make(name, tmp_path)
    for folder in (tmp_path, atlas.FOLDER / name):
        assert (folder / "index.html").exists()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in (atlas.FOLDER / name).iterdir()
    }


def test_a_page_says_what_the_export_says() -> None:
    """The shares and intervals of a page are counted from its export here, cell by cell."""
    about = tomllib.loads((atlas.FOLDER / f"{atlas.SMALL}.toml").read_text())
    text = (atlas.FOLDER / atlas.SMALL / "index.html").read_text()
    assert f"<h1>{about['about']}</h1>" in text
    counts: dict[tuple[str, ...], Counter[str]] = {}
    with lzma.open(atlas.FOLDER / f"{atlas.SMALL}.csv.xz", "rt") as file:
        for row in csv.DictReader(file):
            counts.setdefault((row["players"], row["objectives"], row["tokens"]), Counter())[row["answer"]] += 1
    found = {}
    for line in text.split("<summary>Every cell, with")[1].split("</details>")[0].split("<tr>")[2:]:
        names, values = (re.findall(f"<{tag}[^>]*>(.*?)</{tag}>", line) for tag in ("th", "td"))
        found[(*map(unescape, names),)] = values
    assert found.keys() == counts.keys()
    for key, answers in counts.items():
        deals, won, lost, undecided, share, ends, _ = found[key]
        assert (int(deals), int(won), int(lost), int(undecided)) == (300, answers["yes"], answers["no"], 0)
        assert float(share) == pytest.approx(100 * answers["yes"] / 300, abs=0.05)
        expected = binomtest(answers["yes"], 300).proportion_ci(about.get("level", 0.95), method="exact")
        assert [float(end) for end in ends.split(" to ")] == pytest.approx([100 * end for end in expected], abs=0.06)


@pytest.mark.thorough
def test_thresholds_are_those_of_the_main_grid() -> None:
    """Found in two ways: each number of objectives by itself, and by bisection."""
    main, threshold = (swept([atlas.FOLDER / f"{name}.csv.xz"]) for name in ("main", "threshold"))
    compared = 0
    for parameters, cell in main.cells.items():
        own = dict(parameters)
        objectives = int(own["objectives"])
        other = threshold.cells.get(tuple({**own, "objectives": "threshold 1-20"}.items()))
        if other is not None:
            assert cell.won() == other.won(objectives)
            compared += 1
    assert compared == 2 * 2 * 12


@pytest.mark.parametrize("given", [{"deals": 20, "level": 0.9}, {"half_width": 0.3}])
def test_shares_of_tables_are_exact_and_of_the_usual_level(tmp_path: Path, given: dict[str, Any]) -> None:
    cells = {**SMALL, "players": 3, "objectives": 2}
    for name, own in (("usual", {"deals": 20}), ("other", given)):
        make(tmp_path / name, {"cells": cells, **own})
        (tmp_path / f"{name}.csv").write_bytes(exported(tmp_path / name, "csv"))
    (share,) = shares_in(tmp_path / "usual.csv").values()
    assert share.deals == 20
    with pytest.raises(InvalidInstance, match=r"other\.csv: an interval is not exact and of level 0\.95"):
        shares_in(tmp_path / "other.csv")
