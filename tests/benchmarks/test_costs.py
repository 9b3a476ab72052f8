"""The table of what a no costs beyond the answer, from records nobody measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.costs import costs
from benchmarks.report import write_report
from benchmarks.suites import Suite
from tests.support.made_records import made_record

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record

LOST: dict[str, Any] = {"answer": "no", "checked": "none"}
PROVED: dict[str, Any] = {"answer": "no", "checked": "proof", "proof_bytes": 1500, "lemmas": 7}


def deal(seed: int, **changes: Any) -> list[Record]:  # noqa: ANN401 - of any column
    """A lost deal: decided in a second, with a proof in four; checked again in half a second; explained in `seed`."""
    common = {"seed": seed, **changes}
    return [
        made_record(1.0, engine="auto", **LOST, **common),
        made_record(4.0, engine="proof", **PROVED, after_cpu=2.0, **common),
        made_record(4.5, engine="verify", **{**PROVED, "checked": "proof, dratify 1"}, after_cpu=0.5, **common),
        made_record(1.0 + seed, engine="explain", **LOST, after_cpu=float(seed), minimal=1, **common),
    ]


def test_a_line_says_what_a_no_costs() -> None:
    (line,) = costs([*deal(1), *deal(2), *deal(3)])
    assert (line.block, line.lost) == ("real", "3")
    assert line.decision == "1 s / 1 s / 1 s"
    assert line.proof == "4 s / 4 s / 4 s"
    assert line.ratio == "4.0 / 4.0 / 4.0"
    assert line.size == "1.5 kB / 1.5 kB / 1.5 kB"
    assert (line.proved, line.both) == ("3 of 3", "3 of 3")
    assert line.again == "0.5 s / 0.5 s / 0.5 s"
    assert line.explanation == "2 s / 2.8 s / 3 s"
    assert (line.typical, line.minimal) == ("33 %", "100 %")


def test_what_is_won_does_not_count() -> None:
    won = [made_record(9.0, engine=engine, seed=7) for engine in ("auto", "proof", "verify", "explain")]
    assert costs([*deal(1), *won]) == costs(deal(1))
    assert costs(won) == []


def test_answers_alone_make_no_table() -> None:
    assert costs(made_record(seed=seed, engine=engine, **LOST) for seed in (1, 2) for engine in ("auto", "cpsat")) == []


def test_an_engine_that_was_asked_something_else_is_no_measure() -> None:
    assert costs([*deal(1), made_record(0.1, engine="glucose4", seed=1, **LOST)]) == costs(deal(1))


def test_the_faster_pass_counts_and_each_must_have_succeeded() -> None:
    slow = [made_record(5.0, engine="explain", passed=2, seed=1, **LOST, after_cpu=4.0, minimal=1)]
    assert costs([*deal(1), *slow])[0].explanation == "1 s / 1 s / 1 s"
    lost = made_record(5.0, engine="explain", passed=2, seed=1, answer="unknown", reason="time", after_cpu=4.0)
    (line,) = costs([*deal(1), lost])
    assert (line.explanation, line.typical, line.minimal) == ("- / - / -", "0 %", "0 %")


def test_what_was_not_proved_is_reported_and_what_was_not_asked_is_a_dash() -> None:
    auto, proof, _, _ = deal(1)
    open_one = made_record(20.0, engine="proof", seed=2, answer="unknown", reason="size")
    (line,) = costs([auto, proof, made_record(1.0, engine="auto", seed=2, **LOST), open_one])
    assert (line.lost, line.proved, line.proof) == ("2", "1 of 2", "- / - / -")
    assert line.ratio == "4.0 / 4.0 / 4.0"
    assert {line.again, line.both, line.explanation, line.typical, line.minimal} == {"-"}


def test_a_family_of_several_blocks_has_a_line_of_its_own() -> None:
    hanabi = [one for one in deal(4, block="hanabi", family="solitaire") if one.engine in {"auto", "explain"}]
    lines = costs([*deal(1), *hanabi, *deal(3, block="other")])
    assert [(line.block, line.lost) for line in lines] == [
        ("real", "1"),
        ("other", "1"),
        ("real-deal", "2"),
        ("hanabi", "1"),
    ]
    assert lines[2].explanation == "2 s / 2.8 s / 3 s"


def test_the_page_has_the_table_if_there_is_one(tmp_path: Path) -> None:
    block = {"name": "real", "family": "real-deal", "parameters": {"players": 3}, "seeds": 4}
    suite = Suite.model_validate({"about": "a", "passes": 1, "engines": ["auto", "proof", "explain"], "block": [block]})
    records = [one for seed in (1, 2) for one in deal(seed, parameters=next(suite.block[0].points()))]
    records = [one for one in records if one.engine in suite.engines]
    write_report(suite, records, tmp_path)
    page = (tmp_path / "README.md").read_text().splitlines()
    proofs = (
        "| real | 2 | 1 s / 1 s / 1 s | 4 s / 4 s / 4 s | 4.0 / 4.0 / 4.0 | 1.5 kB / 1.5 kB / 1.5 kB | 2 of 2 | - | - |"
    )
    assert proofs in page
    assert "| real | 2 | 1 s / 1 s / 1 s | 1.5 s / 1.9 s / 2 s | 50 % | 100 % |" in page
    assert '<td class="number">4.0 / 4.0 / 4.0</td>' in (tmp_path / "report.html").read_text()
    write_report(suite, [one for one in records if one.engine == "auto"], tmp_path)
    assert "What a no costs" not in (tmp_path / "README.md").read_text()
    assert "What a no costs" not in (tmp_path / "report.html").read_text()
