"""How difficult deals are: columns counted again here, two kinds compared by pairs, undecided deals, and resuming."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.crew.plain_play import greedy, wins
from crewsat.base.errors import Stopped
from crewsat.base.intervals import exact
from crewsat.base.pairs import pairs
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.hidden import rows as rows_of
from crewsat.hidden.difficulty import Difficulty, asked_of
from crewsat.hidden.games import Generated
from crewsat.hidden.rows import rows
from crewsat.questions.crew.quantities import openings

if TYPE_CHECKING:
    from pathlib import Path

FOUR = Generated("crew --players 3 --values 4 --objectives 3", RandomDeal(players=3, values=4, objectives=3))
FIVE = Generated("crew --players 3 --values 4 --objectives 5", RandomDeal(players=3, values=4, objectives=5))


@pytest.mark.slow
def test_the_columns_are_what_the_deals_give() -> None:
    found = Difficulty.of([FOUR], 25, bots=["greedy", "random"], seed=3)
    deals = [FOUR.generator.with_seed(seed) for seed in range(3, 28)]
    verdicts = [crewsat.decide(deal) for deal in deals]
    winnable = sum(verdict.answer == "yes" for verdict in verdicts)
    by_rule = sum(wins(deal, greedy, random.Random(0)) for deal in deals)
    parts = [openings(deal, verdict, 60) for deal, verdict in zip(deals, verdicts, strict=True)]
    kept = [part / 100 for part in parts if part is not None]
    (row,) = found.as_dict()["rows"]
    assert row["deals"] == 25
    assert row["generate"] == FOUR.name
    assert 0 < by_rule <= winnable
    for name, number in (("open", winnable), ("greedy", by_rule)):
        assert row[name] == {"share": number / 25, **exact(number, 25, 0.95)._asdict()}
    assert row["openings"]["share"] == pytest.approx(sum(kept) / len(kept))
    assert row["openings"]["low"] < row["openings"]["share"] < row["openings"]["high"]
    assert not found.undecided


@pytest.mark.slow
def test_two_kinds_are_compared_by_pairs() -> None:
    found = Difficulty.of([FOUR, FIVE], 40, bots=["greedy"])
    known = found.as_dict()
    assert [row["generate"] for row in known["rows"]] == [FOUR.name, FIVE.name]
    assert [one["column"] for one in known["compared"]] == ["open", "greedy"]
    results = []
    for seed in range(40):
        one, other = (cell.generator.with_seed(seed) for cell in (FOUR, FIVE))
        assert one.hands == other.hands
        results.append((bool(crewsat.decide(one)), bool(crewsat.decide(other))))
    expected = pairs(results)
    opened = known["compared"][0]
    assert (opened["first_only"], opened["second_only"]) == (expected.first, expected.second)
    assert expected.first > expected.second
    assert opened["p_value"] == expected.p_value
    assert opened["difference"] == (expected.first - expected.second) / 40
    assert Difficulty.of([FOUR], 1, bots=[]).compared() == []


def test_what_is_not_decided_counts_against_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unknown:
        answer = "unknown"

    def stopped(*_: object) -> int:
        raise Stopped("time")

    monkeypatch.setattr(rows_of, "decide", lambda *_, **__: Unknown())
    monkeypatch.setattr(rows_of, "openings", stopped)
    found = Difficulty.of([FOUR, FIVE], 4, bots=[])
    assert found.undecided
    row = found.as_dict()["rows"][0]
    assert row["open"] == {"share": 0, "low": 0, "high": 1}
    assert row["openings"] == {"share": None, "low": 0, "high": 1}
    (opened,) = found.as_dict()["compared"]
    assert opened["undecided"] == 4
    assert opened["difference"] == {"low": -1, "high": 1}
    assert opened["p_value"] == 1


def test_deals_that_are_left_out_in_one_kind_are_no_pairs() -> None:
    other = Generated("crew --mission 12 --players 3", MissionDeal(mission=12, players=3))
    known = Difficulty.of([FOUR, other], 3, bots=["greedy"]).as_dict()
    assert known["rows"][1]["left_out"] == {"cards must be passed": 3}
    assert [one["pairs"] for one in known["compared"]] == [0, 0]


def test_it_is_resumed_from_a_file_with_the_same_bytes(tmp_path: Path) -> None:
    store, full = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    asked = asked_of([FOUR, FIVE], ["greedy", "random"])
    expected = [*rows(asked, 6, store=str(full))]
    store.write_bytes(full.read_bytes()[:-60])
    assert [*rows(asked, 6, jobs=2, store=str(store))] == expected
    assert store.read_bytes() == full.read_bytes()
