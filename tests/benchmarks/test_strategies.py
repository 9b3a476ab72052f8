"""The table of what an answer costs, and its strategy: who is in it, and what counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from benchmarks.report import write_report
from benchmarks.strategies import lines
from benchmarks.suites import Suite
from tests.support.made_records import made_record

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record


def a_run(seed: int, answer: str = "no", variables: int = 8, **changes: Any) -> Record:  # noqa: ANN401 - any column
    """A search of a second that visits a hundred positions, and a replay of two seconds."""
    common = {"block": "formulas", "family": "qbf-random", "engine": "positions", "seed": seed, "answer": answer}
    common |= {"parameters": {"variables": variables, "ratio": 1.0}, "checked": "replayed", "peak_mb": 30.0}
    return made_record(
        3.0, **{**common, "solve_cpu": 1.0, "check_cpu": 2.0, "positions": 100, "replayed": 50, **changes}
    )


def test_a_yes_is_reported_with_its_replay_and_a_no_without() -> None:
    (line,) = lines([a_run(1, "yes"), a_run(2, checked="search"), a_run(3)])
    assert (line.block, line.point, line.engine) == ("formulas", "", "positions")
    assert (line.yes, line.no, line.open) == ("1", "2", "0")
    assert (line.answer, line.search) == ("1 s / 3 s", "1 s / 1 s")
    assert (line.replay_of_yes, line.replay_of_no) == ("2 s / 2 s", "2 s / 2 s")
    assert line.whole == "1"
    assert (line.positions, line.replayed, line.peak_mb) == ("100 / 100", "50 / 50", "30")


def test_what_was_not_decided_is_a_dash_and_what_there_is_none_of_too() -> None:
    nothing: dict[str, Any] = {
        "solve_cpu": None,
        "check_cpu": None,
        "positions": None,
        "replayed": None,
        "reason": "time",
    }
    (line,) = lines([a_run(1), a_run(2, "unknown", **nothing)])
    assert (line.no, line.open) == ("1", "1")
    assert (line.answer, line.search, line.positions) == ("- / -", "- / -", "- / -")
    assert (line.replay_of_yes, line.replay_of_no, line.replayed) == ("-", "2 s / 2 s", "-")
    (line,) = lines([a_run(1), a_run(2), a_run(3), a_run(4, "unknown", **nothing)])
    assert (line.answer, line.positions) == ("1 s / -", "100 / -")


def test_the_faster_pass_counts_and_both_must_have_answered() -> None:
    (line,) = lines([a_run(1, "yes"), a_run(1, "yes", passed=2, solve_cpu=0.5, check_cpu=3.0, peak_mb=31.0)])
    assert (line.answer, line.peak_mb) == ("2.5 s / 2.5 s", "31")
    (line,) = lines([a_run(1, "yes"), a_run(1, "unknown", passed=2)])
    assert (line.yes, line.open) == ("0", "1")


def test_there_is_a_line_for_each_point_and_engine_that_plays_strategies() -> None:
    source = [replace(a_run(1, variables=v), engine="evaluator", positions=None, replayed=None) for v in (8, 9)]
    made = lines([a_run(1, variables=8), a_run(1, variables=9), *source, a_run(1, engine="berlekamp", positions=None)])
    told = [(line.point, line.engine, line.positions) for line in made]
    assert told == [
        ("variables 8", "positions", "100 / 100"),
        ("variables 9", "positions", "100 / 100"),
        ("", "berlekamp", "-"),
    ]


def test_the_page_has_the_table_if_there_is_one(tmp_path: Path) -> None:
    block = {"name": "formulas", "family": "qbf-random", "parameters": {"variables": [8, 9]}, "seeds": 4}
    suite = Suite.model_validate({"about": "a", "passes": 1, "engines": ["positions", "evaluator"], "block": [block]})
    records = [a_run(1, variables=8), a_run(2, "yes", variables=9), a_run(1, engine="evaluator", replayed=None)]
    write_report(suite, records, tmp_path)
    page = (tmp_path / "README.md").read_text().splitlines()
    said = "positions | 1 | 0 | 0 | 3 s / 3 s | 1 s / 1 s | 2 s / 2 s | - | - | 100 / 100 | 50 / 50 | 30 |"
    assert f"| formulas | variables 9 | {said}" in page
    assert '<td class="number">50 / 50</td>' in (tmp_path / "report.html").read_text()
    write_report(suite, records[2:], tmp_path)
    assert "What an answer costs" not in (tmp_path / "README.md").read_text()
    assert "What an answer costs" not in (tmp_path / "report.html").read_text()
