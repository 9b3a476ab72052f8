"""Merged sweeps are as one: the same rows, whatever was swept where; contradictions are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.batch import Open
from crewsat.sweeps.merging import merge
from crewsat.sweeps.packing import answers_in, packed_answers, packed_numbers
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


def intervals(path: Path) -> set[str]:
    return {row["interval"] for row in rows(path, cells=True)}


def test_what_is_not_complete_has_the_interval_of_a_running_sweep(tmp_path: Path) -> None:
    """Up to the first deal that is missing; deals beyond it do not count."""
    swept(tmp_path / "a", {"cells": SMALL, "deals": 60}, Here(most=200))
    swept(tmp_path / "b", {"cells": SMALL, "deals": 60, "seed_from": 60})
    merged(tmp_path / "m", tmp_path / "b", tmp_path / "a")
    assert intervals(tmp_path / "m") == {"exact", "running"}
    for row in rows(tmp_path / "m", cells=True):
        assert (row["deals"] == 120) == (row["interval"] == "exact")
        assert row["deals"] < 60 or row["interval"] == "exact"


def test_what_is_missing_in_one_may_be_in_another(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": SMALL, "deals": 60}, Here(most=200))
    swept(tmp_path / "b", {"cells": SMALL, "deals": 60})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    assert intervals(tmp_path / "m") == {"exact"}
    assert rows(tmp_path / "m") == rows(tmp_path / "b")


def test_a_number_that_a_pilot_chose_is_not_fixed(tmp_path: Path) -> None:
    cells = {**SMALL, "players": 3, "objectives": 2}
    swept(tmp_path / "a", {"cells": cells, "half_width": 0.1})
    swept(tmp_path / "b", {"cells": cells, "deals": 50, "seed_from": 5_000})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    (row,) = rows(tmp_path / "m", cells=True)
    (own,) = rows(tmp_path / "a", cells=True)
    assert (own["interval"], row["interval"]) == ("stopped", "running")
    assert row["deals"] == own["deals"] + 1_000 + 50


def test_thresholds_are_narrowed_down(tmp_path: Path) -> None:
    """What is left open lies between the bounds of both; a contradiction is one of bounds, too."""
    given = {"cells": {**SMALL, "players": 3, "objectives": "threshold 1-4"}, "deals": 20}
    swept(tmp_path / "whole", given)
    swept(tmp_path / "a", given, Here(kills=(3, 4, 5)))
    for k, order in enumerate((("a", "whole"), ("whole", "a"), ("a", "a"))):
        merged(tmp_path / f"m{k}", *(tmp_path / name for name in order))
        assert rows(tmp_path / f"m{k}") == rows(tmp_path / order[-1 if k == 0 else 0])
    with Store(tmp_path / "a", alone=True) as store:
        row = next(row for row in store.rows() if row.first <= 3 < row.first + row.deals)
        for bounds, expected in (((3, 4), "contradict"), ((0, 4), "")):
            wrong = Open("time", 60.0, *bounds)
            store.add(row._replace(done=row.done._replace(open={**row.done.open, 3 - row.first: wrong})))
            new = tmp_path / f"n{expected}"
            if expected:
                with pytest.raises(InvalidInstance, match="seed 3: two sweeps contradict each other: threshold "):
                    merged(new, tmp_path / "whole", tmp_path / "a")
            else:
                merged(new, tmp_path / "whole", tmp_path / "a")


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_quantities_are_filled_in(tmp_path: Path, order: str) -> None:
    given = {"cells": {**SMALL, "players": 3}, "deals": 30, "quantities": {"fewest_tricks": True}}
    swept(tmp_path / "a", given)
    swept(tmp_path / "b", given)
    with Store(tmp_path / "b", alone=True) as store:
        for row in [*store.rows()]:
            unknown = {"fewest_tricks": packed_numbers([None] * row.deals)}
            store.add(row._replace(done=row.done._replace(quantities=unknown)))
    assert rows(tmp_path / "a") != rows(tmp_path / "b")
    merged(tmp_path / "m", *(tmp_path / name for name in order))
    assert rows(tmp_path / "m") == rows(tmp_path / "a")


def test_parameters_that_one_sweep_did_not_give_are_filled_in(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": {**SMALL, "players": 3}, "deals": 5})
    swept(tmp_path / "b", {"cells": {**SMALL, "players": 2, "tokens": "1 / none", "strict": True}, "deals": 5})
    merged(tmp_path / "m", tmp_path / "a", tmp_path / "b")
    found = {(row["players"], row["tokens"], row["strict"]) for row in rows(tmp_path / "m")}
    assert found == {("3", "none", "false"), ("2", "1", "true"), ("2", "none", "true")}
    swept(tmp_path / "c", {"cells": {"deep_sea": 3}, "deals": 5})
    with pytest.raises(InvalidInstance, match="cannot be merged"):
        merged(tmp_path / "n", tmp_path / "a", tmp_path / "c")


def test_parameters_are_in_the_order_of_the_generator(tmp_path: Path) -> None:
    swept(tmp_path / "a", {"cells": {"objectives": 2}, "deals": 5})
    swept(tmp_path / "b", {"cells": {"players": 3, "objectives": 2}, "deals": 5})
    for order in ("ab", "ba"):
        merged(tmp_path / order, *(tmp_path / name for name in order))
        assert [*rows(tmp_path / order)[0]][:3] == ["players", "objectives", "seed"]


def test_thresholds_and_other_cells_are_not_merged(tmp_path: Path) -> None:
    """One of them would have deals of the other, with another name."""
    for name, objectives in (("a", "threshold 1-3"), ("b", "threshold 1-4"), ("c", "2")):
        swept(tmp_path / name, {"cells": {**SMALL, "players": 3, "objectives": objectives}, "deals": 5})
    for order in ("ab", "bc", "ca"):
        with pytest.raises(InvalidInstance, match="cells with a threshold and cells with others, or with none, cannot"):
            merged(tmp_path / "m", *(tmp_path / name for name in order))
        (tmp_path / "m").unlink()


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
