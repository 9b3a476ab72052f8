"""Merged sweeps are as one: the same rows, whatever was swept where; contradictions are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.merging import merge
from crewsat.sweeps.packing import answers_in, packed_answers
from crewsat.sweeps.store import Store
from tests.sweeps.test_export import rows, swept
from tests.sweeps.test_running import SMALL, Here

if TYPE_CHECKING:
    from pathlib import Path


def merged(new: Path, *paths: Path) -> None:
    stores = [Store(path) for path in paths]
    try:
        with Store(new, alone=True) as store:
            merge(stores, store)
    finally:
        for one in stores:
            one.close()


def test_disjoint_seeds_are_put_together(tmp_path: Path) -> None:
    swept(tmp_path / "whole", {"cells": SMALL, "deals": 90})
    swept(tmp_path / "a", {"cells": SMALL, "deals": 50})
    swept(tmp_path / "b", {"cells": SMALL, "deals": 40, "seed_from": 50})
    for k, order in enumerate(("ab", "ba")):
        merged(tmp_path / f"m{k}", *(tmp_path / name for name in order))
        assert rows(tmp_path / f"m{k}") == rows(tmp_path / "whole")
        assert rows(tmp_path / f"m{k}", cells=True) == rows(tmp_path / "whole", cells=True)
    merged(tmp_path / "again", tmp_path / "m0", tmp_path / "m1")
    assert rows(tmp_path / "again") == rows(tmp_path / "whole")


def test_deals_that_both_have_are_compared_and_decided(tmp_path: Path) -> None:
    swept(tmp_path / "whole", {"cells": SMALL, "deals": 90})
    swept(tmp_path / "a", {"cells": SMALL, "deals": 60}, Here(kills=(7, 30, 59)))
    swept(tmp_path / "b", {"cells": SMALL, "deals": 70, "seed_from": 20})
    swept(tmp_path / "c", {"cells": SMALL, "deals": 12})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b", tmp_path / "c")
    assert rows(tmp_path / "m") == rows(tmp_path / "whole")


def test_other_cells_stay_apart(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": {**SMALL, "players": 2}, "deals": 30})
    swept(tmp_path / "b", {"cells": {**SMALL, "players": 3}, "deals": 30})
    swept(tmp_path / "both", {"cells": SMALL, "deals": 30})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    assert rows(tmp_path / "m") == rows(tmp_path / "both")
    assert {row["interval"] for row in rows(tmp_path / "m", cells=True)} == {"exact"}


def test_what_is_not_complete_has_the_interval_of_a_running_sweep(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": SMALL, "deals": 60}, Here(most=200))
    swept(tmp_path / "b", {"cells": SMALL, "deals": 60, "seed_from": 100})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    assert "running" in {row["interval"] for row in rows(tmp_path / "m", cells=True)}


def test_a_contradiction_names_the_deal(tmp_path: Path) -> None:
    for name in ("a", "b"):
        swept(tmp_path / name, {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 40})
    with Store(tmp_path / "b", alone=True) as store:
        row = next(row for row in store.rows() if row.first <= 33 < row.first + row.deals)
        answers = answers_in(row.done.answers, row.deals)
        place = 33 - row.first
        answers[place] = "no" if answers[place] == "yes" else "yes"
        store.add(row._replace(done=row.done._replace(answers=packed_answers(answers))))
    with pytest.raises(InvalidInstance, match=r"players=3,.*, seed 33: two sweeps contradict each other: answer "):
        merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")


def test_other_games_do_not_fit_together(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": {**SMALL, "players": 3}, "deals": 5})
    swept(tmp_path / "b", {"game": "hackenbush", "deals": 5, "level": 0.9})
    with pytest.raises(InvalidInstance) as caught:
        merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    assert [str(defect).partition(": ")[2].partition(" is ")[0] for defect in caught.value.defects] == ["game", "level"]
