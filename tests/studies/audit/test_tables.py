"""Tables of an audit: filled part by part in any order, saved and resumed, told as JSON, text and page."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.studies.audit import running
from crewsat.studies.audit.claims import Audit, Domain
from crewsat.studies.audit.rendering import as_page, report_of
from crewsat.studies.audit.running import Results, load_audit, parts_of, run_audit
from crewsat.studies.audit.tables import Column, Entry, Example, Row, Table, as_lists, fill, from_lists, merge
from tests.support.audit_pages import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crewsat.studies.audit.tables import Sheet


def instance(edges: int, label: int) -> Hackenbush:
    return Hackenbush(strings=[[label] * edges], coalition=[1])


def entries(number: int) -> Iterator[Entry]:
    """Numbers up to 100 by their last digit; an example of so many edges as there are tens."""
    tens, digit = divmod(number, 10)
    example = Example((tens,), instance(tens, 1 + number % 3)) if tens and digit < 5 else None
    yield Entry((digit,), {"numbers": 1, "sum": number}, example)


DOMAIN: Domain[int] = Domain(
    "numbers",
    "all up to 29",
    "all up to 99",
    lambda thorough: [(first,) for first in range(0, 100 if thorough else 30, 6)],
    lambda first: iter(range(first, first + 6)),
    lambda number: (number,),
)


def table(name: str = "digits", *, every: bool = True) -> Table[int]:
    columns = (Column("mean", lambda counts: f"{counts['sum'] / counts['numbers']:.1f}"),)
    return Table(
        name,
        "By the last digit",
        "A | table.",
        "numbers",
        ("digit",),
        columns,
        entries,
        "shown",
        every=every,
        remark="So.",
    )


AUDIT = Audit("numbers", "Numbers", {"numbers": DOMAIN}, (), (table(), table("one-each", every=False)))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(running.AUDITS, "numbers", __name__)


def summed(parts: list[Sheet], one: Table[int]) -> dict[str, object]:
    sheet: Sheet = {}
    for part in parts:
        merge(one, sheet, part)
    rows: list[dict[str, object]] = sorted(as_lists(sheet), key=str)
    return {"rows": rows}


@pytest.mark.parametrize("every", [False, True])
def test_the_order_of_the_parts_does_not_matter(every: bool) -> None:
    one = table(every=every)
    parts = [fill(one, DOMAIN, chunk) for chunk in DOMAIN.chunks(False)]
    sums = {json.dumps(summed(list(order), one)) for order in permutations(parts)}
    assert len(sums) == 1


def test_counts_are_added_and_the_smallest_examples_are_kept() -> None:
    sheet = run_audit(AUDIT).sheets["digits"]
    row = sheet[(3,)]
    assert row.counts == Counter({"numbers": 3, "sum": 3 + 13 + 23})
    assert (row.size, row.examples) == ([1], [instance(1, 2).as_dict()])
    assert sheet[(7,)].examples == []


def row_with(size: list[int], *examples: Hackenbush) -> Row:
    return Row.from_dict({"counts": {}, "size": size, "examples": [one.as_dict() for one in examples]})


def test_all_of_the_smallest_are_kept_once_or_one_of_them() -> None:
    for every, kept in ((True, [1, 3]), (False, [1])):
        row = Row()
        for label in (3, 1, 3):
            row.merge(row_with([1], instance(1, label)), every=every)
        row.merge(row_with([2], instance(2, 2)), every=every)
        assert row.examples == [instance(1, label).as_dict() for label in kept]


def test_a_sheet_survives_json() -> None:
    for sheet in run_audit(AUDIT).sheets.values():
        assert from_lists(json.loads(json.dumps(as_lists(sheet)))) == sheet


def test_tables_are_saved_and_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saved.jsonl"
    first = run_audit(AUDIT, saved=str(path))
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 1 + len(parts_of(AUDIT, thorough=False)) == 6
    path.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert run_audit(AUDIT, saved=str(path)) == first
    assert path.read_bytes() == whole

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(running, "fill", never)
    assert run_audit(AUDIT, saved=str(path)) == first


@pytest.mark.parametrize("rows", ["5", "[5]", '[{"row": [1]}]', '{"unheard-of": []}'])
def test_a_table_that_is_none_is_refused(rows: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    run_audit(AUDIT, saved=str(path))
    header = path.read_text().splitlines()[0]
    tables = rows if rows.startswith("{") else f'{{"digits": {rows}}}'
    path.write_text(f'{header}\n{{"part": "numbers 0", "tallies": {{}}, "tables": {tables}}}\n')
    with pytest.raises(InvalidInstance, match="is not what an audit saves; allowed: a new file"):
        run_audit(AUDIT, saved=str(path))


def test_tables_are_chosen_by_name() -> None:
    audit = load_audit("numbers", ("one-each",))
    assert [one.name for one in audit.tables] == ["one-each"]
    assert set(run_audit(audit).sheets) == {"one-each"}


def report_of_run() -> dict[str, Any]:
    results: Results = run_audit(AUDIT)
    return report_of(AUDIT, results.tallies, results.sheets, thorough=False)


def test_a_table_as_json_text_and_page() -> None:
    report = report_of_run()
    digits = report["tables"][0]
    assert digits["columns"] == ["mean"]
    assert digits["rows"][3] == {
        "row": [3],
        "shown": ["13.0"],
        "counts": {"numbers": 3, "sum": 39},
        "size": [1],
        "examples": [instance(1, 2).as_dict()],
    }
    text, page = as_text(report), as_page(report)
    assert (
        "DIGITS  By the last digit\n  A | table.\n\n digit   mean\n ────────────\n 0       10.0\n 1       11.0\n"
        in text
    )
    assert "\n  shown (4): hackenbush; strings 3; coalition 1\n" in text
    assert "- [digits](#digits): By the last digit.\n" in page
    assert "## digits\n\n*By the last digit.* Computed on: numbers.\n\nA | table.\n\n| digit | mean | shown |\n" in page
    assert "\n| 3 | 13.0 | `hackenbush; strings 2; coalition 1` |\n" in page
    assert "\n| 7 | 17.0 |  |\n" in page
    assert "| claim |" not in page


def test_many_examples_are_summed_up() -> None:
    sheet = run_audit(AUDIT).sheets["digits"]
    instances = [instance(1, label) for label in range(1, 15)]
    sheet[(3,)].kept = row_with([1], *instances).kept
    many = [one.as_dict() for one in instances]
    report = report_of(AUDIT, {}, {"digits": sheet, "one-each": sheet}, thorough=False)
    assert "strings 10; coalition 1`; and 4 more |" in as_page(report)
    assert report["tables"][0]["rows"][3]["examples"] == many
