"""The table of `auto` against its parts: who is a part, what counts, which is the best."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.families import parameters_of
from benchmarks.parts import parts
from benchmarks.report import write_report
from benchmarks.suites import Suite
from tests.support.made_records import made_record

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record


def runs(engine: str, *times: float | None, block: str = "real") -> list[Record]:
    """A run of an instance each; None is not decided."""
    return [
        made_record(
            10.0 if time is None else time,
            engine=engine,
            seed=seed,
            block=block,
            parameters=parameters_of("real-deal"),
            answer="unknown" if time is None else "yes",
        )
        for seed, time in enumerate(times)
    ]


def test_the_best_part_of_a_block_comes_first() -> None:
    records = [*runs("auto", 1.0, 4.0), *runs("glucose4", 0.5, 2.0), *runs("cpsat", 2.0, 32.0), *runs("kissat", 4, 4)]
    records += [*runs("auto", 3.0, block="deck"), *runs("minisat22", 6.0, block="deck")]
    told = [(part.block, part.engine, round(part.ratio.mean, 6), part.ratio.pairs) for part in parts(records)]
    assert told == [
        ("real", "glucose4", 2.0, 2),
        ("real", "kissat", 0.5, 2),
        ("real", "cpsat", 0.25, 2),
        ("deck", "minisat22", 0.5, 1),
    ]


def test_what_one_of_them_leaves_open_is_no_ratio_but_counts_first() -> None:
    records = [*runs("auto", 1.0, None, 2.0), *runs("glucose4", 4.0, 1.0, 8.0), *runs("minisat22", 0.1, None, None)]
    told = [(part.engine, part.ratio.mean, part.ratio.pairs, part.only_auto, part.only_part) for part in parts(records)]
    assert [line[0] for line in told] == ["glucose4", "minisat22"]
    assert [line[2:] for line in told] == [(2, 0, 1), (1, 1, 0)]


def test_the_faster_pass_counts() -> None:
    slow = [replace(record, passed=2) for record in (*runs("auto", 5.0), *runs("glucose4", 9.0))]
    (part,) = parts([*runs("auto", 1.0), *runs("glucose4", 2.0), *slow])
    assert part.ratio.mean == 0.5


def test_other_questions_other_programs_and_blocks_without_auto_have_no_line() -> None:
    strangers = ("earliest-win", "proof", "z3", "source-formula")
    records = [*runs("auto", 1.0), *(record for name in strangers for record in runs(name, 1.0))]
    assert parts([*records, *runs("glucose4", 1.0, block="deck")]) == []


def test_the_page_has_the_table_if_there_is_one(tmp_path: Path) -> None:
    block = {"name": "real", "family": "real-deal", "parameters": {}, "seeds": 2}
    suite = Suite.model_validate({"about": "a", "passes": 1, "engines": ["auto", "glucose4"], "block": [block]})
    records = [*runs("auto", 1.0, 1.0), *runs("glucose4", 2.0, 2.0)]
    write_report(suite, records, tmp_path)
    page = (tmp_path / "README.md").read_text()
    assert "| real | glucose4 | 0.50 (0.50 to 0.50) | 2 | 0 | 0 |" in page.splitlines()
    assert '<td class="number">0.50 (0.50 to 0.50)</td>' in (tmp_path / "report.html").read_text()
    write_report(suite, records[:2], tmp_path)
    assert "against its parts" not in (tmp_path / "README.md").read_text()
    assert "against its parts" not in (tmp_path / "report.html").read_text()
