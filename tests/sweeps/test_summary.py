"""Means, quantiles, and which deals count."""

from __future__ import annotations

import math
import random
import shutil
import statistics
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import Spread
from tests.sweeps.test_export import lose, rows, swept
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
