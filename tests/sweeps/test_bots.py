"""Columns of bots: they are the games that bots play, and values of different bots are not mixed."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import BugFound, InvalidInstance
from crewsat.hidden import bots
from crewsat.hidden.blueprint import Blueprint
from crewsat.hidden.difficulty import Difficulty
from crewsat.hidden.games import Generated
from crewsat.hidden.playing import play
from crewsat.sweeps.batch import Task, decide_batch
from crewsat.sweeps.merging import merge
from crewsat.sweeps.page.page import page_of
from crewsat.sweeps.plan import plan_of
from crewsat.sweeps.quantities import BOTS, OtherBot, check_bots, keys_of
from crewsat.sweeps.reading import swept as read
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import cells_in
from tests.support.kernel import kernel_in_use
from tests.sweeps.test_export import exported, rows, swept
from tests.sweeps.test_running import SMALL, Here

if TYPE_CHECKING:
    from pathlib import Path

BOTH = {"search": True, "blueprint": True}
CELLS = {**SMALL, "players": 3, "objectives": "2-3"}
GIVEN: dict[str, Any] = {"cells": CELLS, "deals": 20, "seed_from": 1_000_000, "quantities": BOTH}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play by the kernel, which plays as its Python twins (`tests/hidden/test_twins.py`), and faster."""
    kernel_in_use(monkeypatch)


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Blueprint:
    """Another blueprint takes the place of that of the package."""
    packaged = Blueprint.load()
    changed = Blueprint((-packaged.weights[0] - 1, *packaged.weights[1:]))
    monkeypatch.setattr(bots, "_packaged", lambda: changed)
    return changed


def test_a_column_is_the_game_that_the_bot_plays(tmp_path: Path) -> None:
    swept(tmp_path / "s", GIVEN)
    found = rows(tmp_path / "s")
    won = dict.fromkeys(BOTS, 0)
    for row in found:
        deal = crewsat.RandomDeal(3, int(row["objectives"]), 2, 4, 0).with_seed(row["seed"])
        for name in BOTS:
            assert row[name] == play(deal, bots.bot_named(name), row["seed"]).won, deal.to_json()
            won[name] += row[name]
    assert all(0 < number < len(found) for number in won.values())


def test_the_command_difficulty_says_the_same(tmp_path: Path) -> None:
    cells = {**CELLS, "objectives": 3, "players": 3}
    swept(tmp_path / "s", {**GIVEN, "cells": cells, "deals": 10})
    cell = Generated("", crewsat.RandomDeal(3, 3, 2, 4, 0))
    found = Difficulty.of([cell], 10, bots=BOTS, seed=1_000_000).results(0)
    assert [{name: row[name] for name in BOTS} for row in rows(tmp_path / "s")] == [
        {name: one[name] for name in BOTS} for one in found
    ]


def test_greedy_is_the_same_rule_for_bots_and_for_quantities(tmp_path: Path) -> None:
    """Where nothing is left to chance: goals have owners."""
    swept(tmp_path / "s", {"cells": {"players": "3,4", "objectives": 2}, "deals": 15, "quantities": {"greedy": True}})
    found = rows(tmp_path / "s")
    assert {row["greedy"] for row in found} == {0, 1}
    for row in found:
        deal = crewsat.RandomDeal(int(row["players"]), 2).with_seed(row["seed"])
        assert row["greedy"] == play(deal, bots.bot_named("greedy"), row["seed"]).won, deal.to_json()


@pytest.mark.parametrize(
    ("cells", "reasons"),
    [
        ({"mission": "11,12", "players": 3, "drafted": True}, {"11": "", "12": "cards must be passed"}),
        ({"mission": 11, "players": 2, "drafted": True}, {"11": "cards are covered"}),
        (
            {"task": "20,94", "players": 3},
            {"20": "", "94": "a task asks for a number of tricks that is announced beforehand"},
        ),
    ],
)
def test_deals_that_bots_cannot_play_are_left_out_with_their_reason(
    tmp_path: Path, cells: dict[str, Any], reasons: dict[str, str]
) -> None:
    swept(tmp_path / "s", {"cells": cells, "deals": 2, "quantities": {"search": True}})
    name = next(iter(cells))
    for row in rows(tmp_path / "s"):
        assert row["reason"] == reasons[row[name]]
        assert (row["search"] is None) == bool(row["reason"])
    for row in rows(tmp_path / "s", cells=True):
        assert row["search_known"] == (0 if reasons[row[name]] else row["deals"])
    assert {cell.answers["unknown"] for cell in read([tmp_path / "s"]).cells.values()} == {0}


def test_the_bots_are_a_part_of_what_a_sweep_is(tmp_path: Path) -> None:
    swept(tmp_path / "s", GIVEN)
    keys = {name: bots.bot_named(name).key for name in BOTS}
    expected = {name: {"version": key.version, "digest": key.digest} for name, key in keys.items()}
    with Store(tmp_path / "s") as store:
        assert store.sweep()["bots"] == expected == keys_of(BOTS)
    words = ", ".join(f"{name} {key.version} (digest {key.digest})" for name, key in keys.items())
    for cells in (False, True):
        assert {row["bots"] for row in rows(tmp_path / "s", cells=cells)} == {words}
    (tmp_path / "x").write_bytes(exported(tmp_path / "s", "csv"))
    found = read([tmp_path / "x"])
    assert found.about.bots == words
    page = page_of(found)
    assert f"<dt>Bots</dt><dd>{words}</dd>" in page
    assert "--seed-from 1000000 --blueprint --search" in page
    assert "<h2>Search</h2>" in page


@pytest.mark.parametrize("given", [GIVEN, {"cells": {"mission": "12"}, "deals": 2, "quantities": {"search": True}}])
def test_all_forms_say_what_the_store_says(tmp_path: Path, given: dict[str, Any]) -> None:
    swept(tmp_path / "s", given, Here(kills=(1_000_007,)))
    with Store(tmp_path / "s") as store:
        expected = [*cells_in(store)]
    found = read([tmp_path / "s"])
    for cell, own in zip(found.cells.values(), expected, strict=True):
        assert replace(cell, keeps_results=False, results=own.results, order=own.order) == own
        assert cell.left_out.total() == (2 if given is not GIVEN else 0)
        assert cell.answers["unknown"] == (0 if given is not GIVEN else 1)
    for form in ("csv", "jsonl", "parquet"):
        if form == "parquet":
            pytest.importorskip("pyarrow")
        text = exported(tmp_path / "s", form)
        (tmp_path / "plain").write_bytes(text)
        assert read([tmp_path / "plain"]) == found
        if form != "parquet":
            (tmp_path / "packed").write_bytes(lzma.compress(text))
            assert read([tmp_path / "packed"]) == found


def test_a_sweep_without_bots_is_what_it_was(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 3, "quantities": {"random": True, "greedy": True}})
    with Store(tmp_path / "s") as store:
        assert "bots" not in store.sweep()
    assert "bots" not in rows(tmp_path / "s")[0]
    assert read([tmp_path / "s"]).about.bots == ""


def test_a_sweep_that_was_interrupted_has_the_same_games(tmp_path: Path) -> None:
    swept(tmp_path / "whole", GIVEN)
    for most in (3, 25, 10_000):
        swept(tmp_path / "parts", GIVEN, Here(most=most))
    assert rows(tmp_path / "parts") == rows(tmp_path / "whole")


def test_another_bot_does_not_go_on_with_a_sweep(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    swept(tmp_path / "s", GIVEN, Here(most=20))
    before = keys_of(BOTS)
    request.getfixturevalue("other")
    now = keys_of(BOTS)
    with pytest.raises(InvalidInstance) as refused:
        swept(tmp_path / "s", GIVEN)
    assert [str(defect) for defect in refused.value.defects] == [
        f"bots: the store has {json.dumps(before)}, not {json.dumps(now)}"
    ]


def test_games_of_different_bots_are_not_put_together(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    swept(tmp_path / "a", GIVEN)
    request.getfixturevalue("other")
    swept(tmp_path / "b", {**GIVEN, "seed_from": 2_000_000})
    with Store(tmp_path / "a") as a, Store(tmp_path / "b") as b, Store(tmp_path / "new", alone=True) as new:
        with pytest.raises(InvalidInstance, match=r"bots is .*search.*, not .*search.* as in"):
            merge([a, b], new)
        merge([a], new)
        assert new.sweep()["bots"] == a.sweep()["bots"]
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_bytes(exported(tmp_path / name, "csv"))
    with pytest.raises(InvalidInstance, match=r"is of another sweep: .*bots blueprint 1"):
        read([tmp_path / "a.csv", tmp_path / "b.csv"])


def test_a_worker_with_another_bot_is_refused(request: pytest.FixtureRequest) -> None:
    plan = plan_of(GIVEN)
    task = Task(plan.cells.cells[0], 0, 1, 60.0, plan.quantities, bots=plan.bots)
    assert decide_batch(task).quantities.keys() == {*BOTS}
    changed = request.getfixturevalue("other")
    with pytest.raises(OtherBot, match=f"the bots of this worker are .*{changed.digest}.*; wanted: "):
        decide_batch(task)
    check_bots(keys_of(BOTS))
    check_bots({})


def test_a_bot_that_breaks_a_rule_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.SearchBot, "choose", lambda *_: None)
    plan = plan_of({**GIVEN, "quantities": {"search": True}})
    with pytest.raises(BugFound, match=r"bot 'search', player \d, trick 1: .*None.* is not a card .*\"objectives\""):
        decide_batch(Task(plan.cells.cells[0], 0, 1, 60.0, plan.quantities))


def test_other_games_have_no_bots() -> None:
    with pytest.raises(InvalidInstance, match=r"quantities\.search: hackenbush does not have it; allowed: crew"):
        plan_of({"game": "hackenbush", "cells": {}, "deals": 1, "quantities": {"search": True}})
