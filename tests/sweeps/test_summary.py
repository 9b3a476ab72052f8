"""Means, quantiles, and which deals count."""

from __future__ import annotations

import csv
import io
import math
import random
import shutil
import statistics
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from scipy.stats import binomtest

from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import Spread, cells_in, deals_of, rows_of
from tests.sweeps.test_export import exported, lose, rows, swept
from tests.sweeps.test_running import SMALL

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("number", [1, 2, 19, 20, 21, 100, 777])
def test_means_and_quantiles(number: int) -> None:
    chosen = random.Random(number)
    values = sorted(chosen.choice((0, 1, 1, 2, 5, 40)) for _ in range(number))
    spread = Spread(Counter(values))
    assert spread.mean() == pytest.approx(statistics.fmean(values))
    for share in ("0.05", "0.5", "0.95", "0.99"):
        assert spread.quantile(float(share)) == values[math.ceil(Fraction(share) * number) - 1]
    assert (Spread().mean(), Spread().quantile(0.5)) == (None, None)


def test_a_cell_has_what_its_deals_have(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3}, "deals": 60, "quantities": {"fewest_tricks": True}})
    deals = rows(tmp_path / "s")
    for cell in rows(tmp_path / "s", cells=True):
        own = [row["fewest_tricks"] for row in deals if row["objectives"] == cell["objectives"]]
        known = sorted(tricks for tricks in own if tricks is not None)
        assert len(known) == cell["fewest_tricks_known"] == cell["yes"]
        assert cell["fewest_tricks_mean"] == (pytest.approx(statistics.fmean(known)) if known else None)
        assert cell["fewest_tricks_q50"] == (known[(len(known) + 1) // 2 - 1] if known else None)


def test_deals_of_a_pilot_and_deals_ahead_are_called_so(tmp_path: Path) -> None:
    given = {"cells": {**SMALL, "players": 3, "objectives": 2}, "half_width": 0.03}
    swept(tmp_path / "whole", given)
    kinds = Counter(row["interval"] for row in rows(tmp_path / "whole"))
    assert kinds["pilot"] == 1_000
    assert {*kinds} == {"pilot", "stopped"}
    with Store(tmp_path / "whole") as store:
        starts = [row.first for row in store.rows()]
    last = max(starts)
    assert last >= 1_000
    for gap in (next(first for first in starts if first > 0), last):
        shutil.copy(tmp_path / "whole", tmp_path / f"{gap}")
        lose(tmp_path / f"{gap}", 0, gap)
        found = {row["seed"]: row["interval"] for row in rows(tmp_path / f"{gap}")}
        assert found == {seed: "running" if seed < gap else "ahead" for seed in found}
        assert ("ahead" in found.values()) == (gap < last)


def test_quantities_that_are_ones_and_zeros_are_shares_with_intervals(tmp_path: Path) -> None:
    wanted = {"random": True, "rescued": True, "lines": True}
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 30, "quantities": wanted})
    with Store(tmp_path / "s") as store:
        (found,) = cells_in(store)
        deals = [*deals_of(store, 0)]
    (row,) = rows_of(found, 0.9, 1)
    seen: set[int] = set()
    for name in ("random", "rescued"):
        known = [number for deal in deals if (number := deal.quantities[name]) is not None]
        seen |= {*known}
        assert row[f"{name}_known"] == len(known)
        expected = binomtest(sum(known), len(known)).proportion_ci(0.9, method="exact")
        assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((expected.low, expected.high))
    assert seen == {0, 1}
    assert row["random_known"] == 30 > row["rescued_known"] == row["no"]
    assert "lines_low" not in row
    columns = next(csv.reader(io.StringIO(exported(tmp_path / "s", "csv", cells=True).decode())))
    assert [name for name in columns if name.endswith(("_low", "_high"))] == [
        *("random_low", "random_high", "rescued_low", "rescued_high")
    ]
