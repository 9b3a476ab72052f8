"""A share of the deals is decided again: everybody's share, and a contradiction ends the sweep."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import BugFound
from crewsat.engine.files import parse
from crewsat.sweeps import checks
from crewsat.sweeps.batch import Task, decide_batch
from crewsat.sweeps.cells import cells_of
from crewsat.sweeps.checks import AGREED, PROVED, UNSETTLED, decided_again, is_chosen, together

if TYPE_CHECKING:
    from crewsat.sweeps.cells import Cell


def cell(game: str, **given: object) -> Cell:
    return cells_of(game, given, 0).cells[0]


def test_a_share_is_chosen_by_cell_and_seed() -> None:
    chosen = [{seed for seed in range(10_000) if is_chosen("key", seed, share)} for share in (0, 0.01, 0.1, 1)]
    assert [len(found) for found in (chosen[0], chosen[3])] == [0, 10_000]
    assert 70 < len(chosen[1]) < 130
    assert 900 < len(chosen[2]) < 1_100
    assert chosen[1] < chosen[2]
    assert chosen[1] != {seed for seed in range(10_000) if is_chosen("other", seed, 0.01)}


@pytest.mark.parametrize(
    ("game", "given", "expected"),
    [
        ("crew", {"suits": 2, "values": 4, "trumps": 0, "players": 3, "objectives": 2}, {AGREED, PROVED}),
        ("crew", {"suits": 2, "values": 4, "trumps": 0, "players": 3, "objectives": "threshold 1-4"}, {PROVED}),
        ("hanabi_solitaire", {"colours": 2, "values": 3, "copies": "1", "hand_size": 1}, {AGREED, PROVED}),
        ("hackenbush", {"players": 2, "strings": 3}, {AGREED}),
    ],
)
def test_lost_deals_are_proved_and_others_found_again(game: str, given: dict[str, Any], expected: set[str]) -> None:
    task = Task(cell(game, **given), 0, 8, 10.0)
    again = decide_batch(replace(task, check=1.0)).again
    assert {*again.values()} == expected
    assert [*again] == [*range(8)]
    assert not decide_batch(task).again


def test_several_questions_about_a_deal() -> None:
    assert together([AGREED, AGREED]) == AGREED
    assert together([AGREED, PROVED]) == PROVED
    assert together([PROVED, UNSETTLED, AGREED]) == UNSETTLED


def test_a_contradiction_has_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, answer in (("a1 / a2; 2 wins a2", "yes"), ("a1 / a2; 1 wins a2", "no")):
        deal = crewsat.parse_text(text)
        verdict = crewsat.decide(deal)
        assert verdict.answer == answer
        wrong = replace(verdict, answer="no" if answer == "yes" else "yes")
        with monkeypatch.context() as patched:
            patched.setattr(checks, "decide", lambda *_, wrong=wrong, **__: wrong)
            with pytest.raises(BugFound) as caught:
                decided_again(deal, verdict, 1.0)
        assert parse(str(caught.value).partition(": ")[2].encode()) == deal


def test_where_time_is_short_it_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = crewsat.parse_text("a1 / a2; 2 wins a2")
    verdict = crewsat.decide(deal)
    monkeypatch.setattr(checks, "decide", lambda *_, **__: replace(verdict, answer="unknown"))
    assert decided_again(deal, verdict, 1.0) == UNSETTLED
