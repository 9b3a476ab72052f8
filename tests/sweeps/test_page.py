"""The page of a sweep says what the export says, and is the same every time."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.pairs import pairs
from crewsat.sweeps.again import generate, instance_of
from crewsat.sweeps.export import cell_rows
from crewsat.sweeps.page.deals import deal_pages
from crewsat.sweeps.page.grid import grid_of
from crewsat.sweeps.page.page import page_of
from crewsat.sweeps.page.tables import percent
from crewsat.sweeps.reading import swept as read
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import cells_in
from tests.sweeps.test_export import exported, lose, swept
from tests.sweeps.test_merging import merged
from tests.sweeps.test_running import SMALL, Here

if TYPE_CHECKING:
    from pathlib import Path


def page(path: Path, title: str = "") -> str:
    return page_of(read([path]), title)


def test_every_share_is_there_with_its_interval(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "tokens": "none / 1"}, "deals": 40}, Here(kills=(3,)))
    text = page(tmp_path / "s")
    with Store(tmp_path / "s") as store:
        rows = [*cell_rows(store)]
    for row in rows:
        ends = f"{percent(row['low'])} to {percent(row['high'])}"
        shown = f"{percent(row['share'])} %<small>{ends}</small><small>1 undecided</small>"
        assert text.count(shown) >= 3  # in a table of each pair of parameters
        together = f"{percent(row['low_together'])} to {percent(row['high_together'])}"
        assert f"<td>{ends}</td><td>{together}</td>" in text
    assert f"{40 * len(rows)} deals in {len(rows)} cells, all with suits 2, values 4, trumps 0." in text
    assert f"Undecided: {len(rows)} of {40 * len(rows)} (2.50%). They count against both ends." in text


def test_stores_and_exports_give_the_same_page(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3}, "deals": 20, "check": 0.1})
    (tmp_path / "x").write_bytes(exported(tmp_path / "s", "csv"))
    assert page(tmp_path / "s") == page(tmp_path / "x") == page(tmp_path / "x")


def test_nothing_is_fetched_and_nothing_is_markup(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 5})
    text = page(tmp_path / "s", "<script>alert(1)</script>")
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=|url\(|@import", text)
    assert "default-src 'none'" in unescape(text)


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({"cells": {**SMALL, "players": 3}}, {"Shares", "Curves", "Lost deals", "Cost", "Method"}),
        ({"cells": {**SMALL, "players": 3, "objectives": 2}}, {"Shares", "Lost deals", "Cost", "Method"}),
        ({"cells": {**SMALL, "objectives": "threshold 1-5"}}, {"Threshold", "Curves"}),
        ({"cells": {**SMALL, "tokens": "none / 1"}}, {"Differences"}),
        ({"cells": SMALL, "quantities": {"fewest_tricks": True}}, {"Fewest tricks"}),
        ({"game": "hackenbush", "cells": {"strings": "1-3", "coalition": "1 / 1,2"}}, {"Curves", "Differences"}),
    ],
)
def test_a_page_has_the_parts_that_a_sweep_gives_reason_for(
    tmp_path: Path, given: dict[str, Any], parts: set[str]
) -> None:
    swept(tmp_path / "s", {"deals": 60, **given})
    found = {*re.findall("<h2>(.*?)</h2>", page(tmp_path / "s"))}
    assert parts <= found
    assert ("Fewest tricks" in found) == ("quantities" in given)


def test_undecided_deals_have_a_reason_and_a_command(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 40}, Here(kills=(3,)))
    command = generate("crew", {"players": "3", "objectives": "2", "suits": "2", "values": "4", "trumps": "0"}, 3)
    shown = f'<td>3</td><td>crash</td><td class="text"><code>{command} | crewsat decide -</code>'
    assert shown in page(tmp_path / "s")


@pytest.mark.parametrize(("number", "is_folded"), [(10, False), (11, True)])
def test_many_undecided_deals_are_folded(tmp_path: Path, number: int, is_folded: bool) -> None:
    given = {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 40}
    swept(tmp_path / "s", given, Here(kills=tuple(range(number))))
    text = page(tmp_path / "s").split("<h2>Undecided deals</h2>")[1].split("<h2>")[0]
    assert text.count("<td>crash</td>") == number
    assert (f"<summary>{number} undecided deals</summary>" in text) == is_folded


def test_an_interval_that_became_wider_than_wanted_says_so(tmp_path: Path) -> None:
    given = {"cells": {**SMALL, "players": 3, "objectives": 2}, "half_width": 0.1}
    swept(tmp_path / "s", given)
    assert "Wider than wanted" not in page(tmp_path / "s")
    swept(tmp_path / "wide", given, Here(kills=tuple(range(1_000, 1_020))))
    assert "Wider than wanted, 0.1 on either side: 1 of 1 intervals." in page(tmp_path / "wide")
    with Store(tmp_path / "wide") as store:
        (*_, last) = store.rows(0)
    lose(tmp_path / "wide", 0, last.first)
    assert "Wider than wanted" not in page(tmp_path / "wide")  # it is not complete


def test_what_is_not_complete_says_so(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 40}, Here(most=8))
    text = page(tmp_path / "s")
    assert "or the sweep is not complete" in text
    assert "The same sweep again" not in text


def test_the_sweep_can_be_run_again(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": SMALL, "deals": 40, "seed_from": 7}, time_limit=90.0)
    text = unescape(page(tmp_path / "s"))
    parameters = "--players 2,3 --objectives 1-3 --suits 2 --values 4 --trumps 0"
    assert (
        f"crewsat sweep run --game crew {parameters} --deals 40 --seed-from 7 --time-limit 90.0 --store sweep.sqlite"
        in text
    )


@pytest.mark.parametrize(
    ("seeds", "command"),
    [((7, 47), "--deals 80 --seed-from 7 "), ((7, 48), None)],
)
def test_merged_sweeps_are_one_if_there_is_no_gap(tmp_path: Path, seeds: tuple[int, ...], command: str | None) -> None:
    for seed in seeds:
        swept(tmp_path / f"{seed}", {"cells": SMALL, "deals": 40, "seed_from": seed})
    merged(tmp_path / "s", *(tmp_path / f"{seed}" for seed in seeds))
    text = unescape(page(tmp_path / "s"))
    assert command in text if command else "The same sweep again" not in text


def test_a_sweep_with_a_pilot_can_be_run_again(tmp_path: Path) -> None:
    cells = {**SMALL, "players": 3, "objectives": 2}
    swept(tmp_path / "s", {"cells": cells, "half_width": 0.1, "seed_from": 7})
    text = unescape(page(tmp_path / "s"))
    assert "--half-width 0.1 --seed-from 7 --store" in text
    assert "1,000 other deals do not count" in text


def test_differences_are_those_of_deals_with_the_same_seeds(tmp_path: Path) -> None:
    own = {**SMALL, "players": 3}
    for objectives in ("1-3", "threshold 1-3"):
        swept(
            tmp_path / objectives, {"cells": {**own, "objectives": objectives, "leader": "commander,free"}, "deals": 80}
        )
        with Store(tmp_path / objectives) as store:
            parameters = [dict(cell.parameters) for cell in cells_in(store)]
        found = re.findall(
            r"<tr>.*?</tr>", page(tmp_path / objectives).split("<h2>Differences</h2>")[1].split("<h2>")[0]
        )
        for number, line in zip("123", found[1:], strict=True):
            wins = [
                [
                    crewsat.decide(instance_of("crew", {**chosen, "objectives": number}, seed)).answer == "yes"
                    for seed in range(80)
                ]
                for chosen in (next(one for one in parameters if one["leader"] == who) for who in ("free", "commander"))
            ]
            expected = pairs(zip(*wins, strict=True))
            assert f"<td>{expected.first}</td><td>{expected.second}</td><td>0</td>" in line


def test_cells_that_are_not_fixed_and_complete_have_no_differences(tmp_path: Path) -> None:
    cells = {**SMALL, "players": 3, "objectives": 2, "leader": "commander,free"}
    swept(tmp_path / "stopped", {"cells": cells, "half_width": 0.2})
    swept(tmp_path / "running", {"cells": cells, "deals": 80})
    assert "<h2>Differences</h2>" in page(tmp_path / "running")
    with Store(tmp_path / "running") as store:
        (*_, last) = store.rows(1)
    lose(tmp_path / "running", 1, last.first)
    for name in ("stopped", "running"):
        assert "<h2>Differences</h2>" not in page(tmp_path / name)


def test_lost_deals_of_a_threshold_are_won_without_their_last_objective(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "players": 3, "objectives": "threshold 1-5"}, "deals": 60})
    found = read([tmp_path / "s"])
    looked_at = 0
    for row in grid_of(found).rows:
        number = int(row.parameters["objectives"])
        for seed in row.lost:
            assert crewsat.decide(instance_of("crew", row.parameters, seed)).answer == "no"
            fewer = {**row.parameters, "objectives": f"{number - 1}"}
            assert number == 1 or crewsat.decide(instance_of("crew", fewer, seed)).answer == "yes"
            looked_at += 1
    assert looked_at > 5


def test_lost_deals_are_lost_and_have_pages(tmp_path: Path) -> None:
    swept(tmp_path / "s", {"cells": {**SMALL, "tokens": "none / 1"}, "deals": 40})
    found = read([tmp_path / "s"])
    pages = [*deal_pages(found)]
    assert pages == [*deal_pages(found)]
    assert len(pages) == 4  # for each number of players, and each order
    for (_, seed), _, content in pages:
        assert "No" in content
        assert f"{seed}" in content
    text = page_of(found, pages={deal: name for deal, name, _ in pages})
    assert {name for _, name, _ in pages} == {*re.findall('<a href="(.*?)">', text)}
    for cell in found.cells.values():
        for seed in cell.lost.get(0, []):
            assert generate("crew", cell.parameters, seed) in unescape(text)
            assert crewsat.decide(instance_of("crew", cell.parameters, seed)).answer == "no"


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0"),
        (1.0, "100.0"),
        (0.5, "50.0"),
        (0.9996, "99.96"),
        (0.99999, "99.999"),
        (0.0004, "0.04"),
        (1e-9, "0.000"),
    ],
)
def test_percents_are_told_from_none_and_all(share: float, text: str) -> None:
    assert percent(share) == text
