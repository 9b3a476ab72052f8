"""Figures and pages made of records: the same bytes from the same records, and nothing left out."""

from __future__ import annotations

import math
import os
import random
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks import quantities
from benchmarks.figures import source_of
from benchmarks.quantities import value_of
from benchmarks.report import write_report
from benchmarks.store import read_records, write_records
from benchmarks.suites import Suite
from benchmarks.tables import latest, pairs_of
from crewsat.base.errors import InvalidInstance
from tests.support.chunks import rarely
from tests.support.made_records import made_record
from tests.support.places import ROOT
from tests.support.reports import reports

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.quantities import Quantity
    from benchmarks.records import Record


PAGES = reports()
"""The pages of suites."""

SUITE = Suite.model_validate(
    {
        "about": "What <nobody> measured.",
        "engines": ["auto", "clingo"],
        "block": [
            {
                "name": "real",
                "family": "real-deal",
                "seeds": 8,
                "parameters": {"players": 3, "objectives": [2, 4, 6, 8, 10, 12]},
            },
        ],
        "figure": [
            {"kind": "cactus", "title": "Solved"},
            {"kind": "scatter", "block": "real", "engines": ["auto", "clingo"], "title": "Against"},
            {"kind": "growth", "block": "real", "x": "objectives", "title": "Growth"},
            {
                "kind": "phase",
                "block": "real",
                "x": "objectives",
                "by": "players",
                "engines": ["auto"],
                "title": "Phase",
            },
            {"kind": "profile", "block": "real", "title": "Profile"},
        ],
    }
)


def point(objectives: int) -> dict[str, object]:
    return {"players": 3, "objectives": objectives, "tokens": "", "owners": "dealt"}


def some_records() -> list[Record]:
    """Growth by the square of the objectives; half of the largest are not solved by clingo, and most deals are a no."""
    rng = random.Random(1)
    made = []
    for passed, objectives, seed, engine in (
        (p, o, s, e) for p in (1, 2) for o in (2, 4, 6, 8, 10, 12) for s in range(8) for e in ("auto", "clingo")
    ):
        cpu = 0.001 * objectives**2 * (1 + rng.random()) * (3 if engine == "clingo" else 1)
        open_ = engine == "clingo" and objectives == 12 and seed < 5
        record = made_record(
            10.0 if open_ else cpu,
            engine=engine,
            seed=seed,
            passed=passed,
            parameters=point(objectives),
            answer="unknown" if open_ else "yes" if seed > objectives / 1.5 else "no",
            reason="time" if open_ else None,
            build_cpu=cpu / 4,
            solve_cpu=cpu / 2,
        )
        made.append(record)
    return made


@pytest.mark.slow
def test_every_kind_of_figure_is_drawn_and_says_what_counts(tmp_path: Path) -> None:
    paths = write_report(SUITE, some_records(), tmp_path)
    names = {path.name for path in paths}
    stems = {"01-cactus", "02-scatter-real", "03-growth-real", "04-phase-real", "05-profile-real"}
    assert names == {f"{stem}.{form}" for stem in stems for form in ("svg", "png")} | {"report.html", "README.md"}
    page = (tmp_path / "README.md").read_text()
    assert "Decided by auto: all of 48; clingo: 43 of 48." in page
    assert re.search(r"auto: size\^(1\.9|2\.0|2\.1) \(95 %", page)
    assert "clingo: size^" in page
    assert ", half or more are not decided at 12" in page
    assert re.search(
        r"Ratio of the times, clingo to auto: (2\.9|3\.0|3\.1)\d .* 43 that both.* below 1 for 0 of them", page
    )
    assert re.search(
        r"Engine: auto; 8 deals a point\. .* 3 players: half are won at (?:about )?\d+, most CPU time from \d+ to 12",
        page,
    )
    assert "most of it search (50 %)" in page
    assert "| real | auto |" in page


@pytest.mark.slow
def test_the_html_page_holds_everything_and_escapes_what_it_is_reported(tmp_path: Path) -> None:
    write_report(SUITE, some_records(), tmp_path)
    text = (tmp_path / "report.html").read_text()

    class Page(HTMLParser):
        images: int = 0
        rows: int = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.rows += tag == "tr"
            for name, value in attrs:
                if name in {"src", "href"}:
                    assert (value or "").startswith("data:image/svg+xml;base64,"), (
                        "the page needs nothing from elsewhere"
                    )
                    self.images += 1

    page = Page()
    page.feed(text)
    assert page.images == 5
    assert page.rows > len(some_records())
    assert "What &lt;nobody&gt; measured." in text
    assert "<nobody>" not in text


@pytest.mark.thorough
def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    records = some_records()
    code = (
        "import sys; from pathlib import Path; from benchmarks.report import write_report;"
        "from benchmarks.store import read_records; from tests.benchmarks.test_figures import SUITE;"
        "write_report(SUITE, read_records(Path(sys.argv[1])), Path(sys.argv[2]))"
    )
    made = []
    for seed in ("0", "7"):
        random.Random(seed).shuffle(records)
        write_records(records, tmp_path / f"{seed}.csv")
        path = os.pathsep.join(map(str, (ROOT, ROOT / "encodings")))
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / f"{seed}.csv"), str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            check=True,
        )
        made.append(
            {file.name: file.read_bytes() for file in (tmp_path / seed).iterdir() if file.name != "report.html"}
        )
    assert made[0].keys() == made[1].keys()
    assert [name for name in made[0] if made[0][name] != made[1][name]] == []


def test_only_records_of_the_suite_and_of_the_state_measured_last_count(tmp_path: Path) -> None:
    old = made_record(code="old", parameters=point(2), began="2026-01-01T00:00:00+00:00")
    new = made_record(code="new", parameters=point(2), began="2026-02-01T00:00:00+00:00")
    changed: list[dict[str, Any]] = [{"block": "b"}, {"engine": "z3"}, {"seed": 8}, {"time_limit": 9.0}]
    changed += [{"passed": 3}, {"spec": '{"method": "asp"}'}]
    changed = [{"parameters": point(2), **changes} for changes in changed] + [{"parameters": point(3)}]
    others = [made_record(code="newer", began="2026-03-01T00:00:00+00:00", **changes) for changes in changed]
    assert latest(SUITE, [old, new, *others]) == [new]
    with pytest.raises(InvalidInstance, match="no records of this suite"):
        write_report(SUITE, others, tmp_path)


def test_of_several_versions_of_an_engine_the_one_measured_last_counts() -> None:
    made = [
        made_record(parameters=point(2), engine=engine, version=version, began=f"2026-0{month}-01T00:00:00+00:00")
        for month, version in ((1, "1.0"), (2, "1.1"))
        for engine in ("auto", "clingo")
    ]
    assert latest(SUITE, [made[3], made[0], made[2]]) == [made[2], made[3]], "in the order of the suite"


@pytest.mark.thorough
def test_figures_of_few_records_are_drawn_too(tmp_path: Path) -> None:
    one = [made_record(parameters=point(2), engine=engine) for engine in ("auto", "clingo")]
    assert write_report(SUITE, one, tmp_path)
    unsolved = [made_record(None, parameters=point(2), answer="unknown", wall=10.0)]
    assert write_report(SUITE, unsolved, tmp_path)
    assert "too few sizes for a law" in (tmp_path / "README.md").read_text()


@pytest.mark.slow
def test_conflicts_are_drawn_of_whoever_tells_them_and_notes_are_printed(tmp_path: Path) -> None:
    over = {"block": "real", "x": "objectives", "y": "conflicts"}
    growth = {"kind": "growth", **over, "title": "Conflicts", "note": "No proof of <hardness>."}
    phase = {"kind": "phase", **over, "engines": ["auto"], "title": "Threshold"}
    suite = Suite.model_validate({**SUITE.model_dump(), "title": "Hard or not", "figure": [growth, phase]})
    records = [
        replace(record, conflicts=None if record.engine == "clingo" else int(record.values()["objectives"]) ** 3 - 1)
        for record in some_records()
    ]
    write_report(suite, records, tmp_path)
    page = (tmp_path / "README.md").read_text()
    assert page.splitlines()[1] == "# Hard or not"
    assert "Growth, with objectives as the size, of auto: size^3.0 (95 %" in page
    assert "clingo: " not in page, "it tells no conflicts"
    assert "most conflicts from 10 to 12 (1,727 at most)" in page
    assert "\n\nNo proof of <hardness>.\n" in page
    assert "No proof of &lt;hardness&gt;." in (tmp_path / "report.html").read_text()
    assert {path.stem for path in tmp_path.glob("*.svg")} == {"01-growth-real-conflicts", "02-phase-real-conflicts"}


def test_what_a_figure_may_show_of_an_instance_is_the_least_of_its_passes() -> None:
    told = {"solve_cpu": 0.5, "conflicts": 7, "positions": 300, "peak_mb": 40.0}
    better = {"solve_cpu": 0.4, "conflicts": 5, "positions": 200, "peak_mb": 30.0}
    (pair,) = pairs_of([made_record(2.0, **told), made_record(3.0, passed=2, **better)])
    shown: dict[Quantity, float] = {"cpu": 2.0, "search": 0.4, "conflicts": 6.0, "positions": 200.0, "memory": 30e6}
    assert {quantity: value_of(pair, quantity) for quantity in shown} == shown
    assert [quantities.words(value, quantity) for quantity, value in shown.items()] == [
        "2 s",
        "0.4 s",
        "5",
        "200",
        "30 MB",
    ]
    (plain,) = pairs_of([made_record(2.0)])
    nothing: dict[Quantity, float] = {"search": 2.0, "conflicts": 1.0, "positions": 1.0, "memory": math.inf}
    assert {quantity: value_of(plain, quantity) for quantity in nothing} == nothing
    (open_,) = pairs_of([made_record(2.0, **told), made_record(3.0, passed=2, answer="unknown", **better)])
    assert {value_of(open_, quantity) for quantity in shown} == {math.inf}


def test_engines_that_tell_nothing_of_what_is_shown_are_left_out() -> None:
    pairs = pairs_of([made_record(engine="auto", positions=0), made_record(engine="z3"), made_record(engine="cpsat")])
    assert [pair.first.engine for pair in quantities.known(pairs, "positions")] == ["auto"]
    assert quantities.known(pairs, "search") == quantities.known(pairs, "cpu") == pairs
    assert quantities.known(pairs, "memory") == []


@pytest.mark.slow
def test_positions_and_memory_are_drawn_with_their_units(tmp_path: Path) -> None:
    shown = [("positions", [10**k for k in range(6)]), ("memory", [20.0 + k for k in range(6)])]
    figures = [{"kind": "growth", "block": "real", "x": "objectives", "y": name, "title": name} for name, _ in shown]
    suite = Suite.model_validate({**SUITE.model_dump(), "figure": figures})
    columns = {"positions": shown[0][1], "peak_mb": shown[1][1]}
    records = [
        made_record(parameters=point(objectives), **{name: values[k] for name, values in columns.items()})
        for k, objectives in enumerate((2, 4, 6, 8, 10, 12))
    ]
    write_report(suite, records, tmp_path)
    page = (tmp_path / "README.md").read_text()
    assert "Growth, with objectives as the size, of auto: 3.162^size" in page
    assert "Growth, with objectives as the size, of auto: changes by a factor of 1.2 at most" in page
    assert {path.stem for path in tmp_path.glob("*.svg")} == {"01-growth-real-positions", "02-growth-real-memory"}


@pytest.mark.slow
def test_a_share_of_yes_may_rise_as_well_as_fall(tmp_path: Path) -> None:
    figure = {"kind": "phase", "block": "real", "x": "objectives", "engines": ["auto"], "title": "Threshold"}
    suite = Suite.model_validate({**SUITE.model_dump(), "figure": [figure]})
    for yes_from, words in (
        (7, "Half are won at about 7,"),
        (2, "Half or more everywhere,"),
        (99, "Fewer than half everywhere,"),
    ):
        records = [
            made_record(parameters=point(number), seed=seed, answer="yes" if number >= yes_from else "no")
            for number in (2, 4, 6, 8, 10, 12)
            for seed in range(3)
        ]
        write_report(suite, records, tmp_path)
        assert words in (tmp_path / "README.md").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(PAGES, {"benchmarks", "hanabi", "hardness"}))
def test_the_committed_page_is_made_of_the_committed_records(name: str) -> None:
    assert len(PAGES) >= 8
    folder = ROOT / "docs" / name
    (stored,) = folder.glob("*.csv.xz")
    page = (folder / "README.md").read_text()
    (digest,) = re.findall(r"records sha256 [0-9a-f]{64}", page)
    figures = sorted(folder.glob("*.svg"))
    assert figures
    for figure in figures:
        assert digest in figure.read_text(), f"{figure.name} was drawn from other records"
        assert f"({figure.name})" in page
    assert source_of(read_records(stored)) == digest
