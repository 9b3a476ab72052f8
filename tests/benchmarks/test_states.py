"""Real deals as three states of the program answer them: the sample, the processes, the page."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks import states
from benchmarks.runner import ROOT
from crewsat.base.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path


def _found(before: float, python: float, kernel: float, *, won: bool = True) -> dict[str, Any]:
    answer = {"answer": "yes" if won else "no", "method": "player", "moves": 4 if won else None}
    return {name: {"cpu": cpu, **answer} for name, cpu in zip(states.NAMES, (before, python, kernel), strict=True)}


def test_every_deal_of_the_sample_has_a_cell_and_a_seed_of_its_own() -> None:
    sample = list(states.sample(2))
    assert len({deal.seed for deal in sample}) == len({deal.name for deal in sample}) == len(sample)
    cells = Counter((deal.players, deal.objectives, deal.kind) for deal in sample)
    assert set(cells.values()) == {2}
    assert len(cells) == len(states.PLAYERS) * len(states.OBJECTIVES) * len(states.KINDS)


def test_deals_are_what_their_cell_says() -> None:
    for deal in states.sample(1):
        made = json.loads(deal.instance())
        assert len(made["hands"]) == deal.players
        assert len(made["objectives"]) == deal.objectives
        assert any("token" in one for one in made["objectives"]) == deal.kind.endswith("tokens")
        assert (made.get("assignment") == "draft") == deal.kind.startswith("drafted")


@pytest.mark.slow
@pytest.mark.processes
def test_a_state_answers_with_its_own_packages(tmp_path: Path) -> None:
    deal = states.Deal(3, 2, "dealt", 1)
    with states.State(ROOT, "off") as state:
        answers = [state.answer(deal.instance()) for _ in range(2)]
    assert [answer["answer"] for answer in answers] == ["yes", "yes"]
    assert all(answer["cpu"] > 0 and answer["method"] == "cnf-tricks" for answer in answers)
    (tmp_path / "crewsat.py").write_text("raise SystemExit('of another state')\n")
    with states.State(tmp_path, "off") as state, pytest.raises(json.JSONDecodeError):
        state.answer(deal.instance())


@pytest.mark.slow
def test_the_page_has_ratios_deal_by_deal() -> None:
    results = {
        deal: _found(0.02 * (1 + deal.seed % 3), 0.01 * (1 + deal.seed % 3), 0.002 * (1 + deal.seed % 3))
        for deal in states.sample(2)
    }
    page = states.page("abc", results)
    assert "revision abc" in page
    rows = [line for line in page.splitlines() if line.startswith("| 3, dealt |")]
    assert len(rows) == 2
    assert "2.00 (2.00 to 2.00) | 10.00 (10.00 to 10.00) | 100 %" in rows[0]
    assert rows[1].count("2.0 / 10.0") == len(states.OBJECTIVES)


def test_contradictions_are_errors() -> None:
    class Fixed:
        def __init__(self, answer: str) -> None:
            self._answer = answer

        def answer(self, _instance: str) -> dict[str, Any]:
            return {"cpu": 1.0, "answer": self._answer}

    deal = states.Deal(3, 2, "dealt", 1)
    asked: Any = {"before": Fixed("yes"), "Python": Fixed("yes"), "kernel": Fixed("unknown")}
    assert states._answers(asked, deal)["kernel"]["answer"] == "unknown"
    asked["kernel"] = Fixed("no")
    with pytest.raises(ValueError, match="'no'"):
        states._answers(asked, deal)


def test_kept_results_are_those_of_the_first_deals(tmp_path: Path) -> None:
    path, wanted = tmp_path / "states.jsonl", list(states.sample(1))[:3]
    lines = [json.dumps({"deal": deal.name, **_found(1, 1, 1)}) + "\n" for deal in wanted]
    path.write_text("".join(lines) + '{"deal": "')
    with Journal(path) as journal:
        assert [one["deal"] for one in states._kept(journal, wanted)] == [deal.name for deal in wanted]
    assert path.read_text() == "".join(lines)
    other, due = "is not what the states say of a deal", f"is not the deal {wanted[1].name}, which is due"
    for text, words in (
        ("my notes\nwithout an end", f"line 1: {other}"),
        (lines[0] + "without an end", "line 2: is incomplete"),
        (lines[0] * 2, f"line 2: {due}"),
        (lines[0] + lines[2], f"line 2: {due}"),
        (lines[0] + '{"deal": 1}\n', f"line 2: {other}"),
    ):
        path.write_text(text)
        with Journal(path) as journal, pytest.raises(crewsat.InvalidInstance) as caught:
            list(states._kept(journal, wanted))
        assert str(caught.value).startswith(f"{path}: {words}")
        assert path.read_text() == text
