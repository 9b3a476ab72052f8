"""Titles that state a finding: filled in from the data, and only where they hold of it."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise
from typing import Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from benchmarks import wording
from benchmarks.axes import Styles
from benchmarks.figures import Drawn, draw_all
from benchmarks.findings import Fact, finding_of, holds, number, share, times
from benchmarks.kinds import by_engine, phase
from benchmarks.report import page_of
from benchmarks.store import read_records
from benchmarks.suites import Figure, Suite, load_suite
from benchmarks.tables import latest, pairs_of
from tests.benchmarks.test_axes import places_of
from tests.support.chunks import rarely
from tests.support.made_records import made_record
from tests.support.places import ROOT
from tests.support.reports import reports

PAGES = {name: path for name in reports() for path in (ROOT / "docs" / name).glob("*.csv.xz")}
LARGE = {"benchmarks", "hackenbush", "hanabi", "hanabi-players", "hanabi-variants", "hardness"}
"""Those whose figures take seconds to draw: for the long evidence only."""
FACTS = {"half 3 players": number(16.0), "half 5 players": number(9.0), "top auto": Fact(float("nan"), "search")}


def test_a_finding_is_filled_in_if_it_holds() -> None:
    sentence = "Half are lost at {half 3 players} objectives, with five players at {half 5 players}"
    conditions = ["half 5 players < half 3 players", "half 5 players > 8.5", "top auto = search"]
    assert finding_of(sentence, conditions, FACTS) == "Half are lost at 16 objectives, with five players at 9"
    assert finding_of("Nothing to fill in", [], FACTS) == "Nothing to fill in"


@pytest.mark.parametrize(
    "condition",
    [
        "half 3 players < half 5 players",
        "half 5 players > 9",
        "half 5 players = 8",
        "half 4 players > 1",
        "top auto = load",
    ],
)
def test_a_finding_that_does_not_hold_is_none(condition: str) -> None:
    assert not holds(condition, FACTS)
    assert finding_of("A sentence", [condition], FACTS) is None


def test_a_finding_with_a_field_that_nobody_knows_is_none() -> None:
    assert finding_of("Half are lost at {half 4 players}", [], FACTS) is None
    assert finding_of("", [], FACTS) is None


def test_numbers_are_as_exact_as_they_are_read() -> None:
    assert [number(value).words for value in (16, 5.33, 1067, 15.4)] == ["16", "5.3", "1,067", "15"]
    assert [times(value).words for value in (2.96, 449.0, 1234.0, 0.98)] == ["3", "450", "1,200", "0.98"]
    assert (share(0.243).words, share(0.243).number) == ("24 %", 24.3)


def test_a_figure_falls_back_on_what_it_shows() -> None:
    records = [made_record(1.0, engine=name, parameters={"objectives": 2}) for name in ("auto", "clingo")]
    figure = {"kind": "scatter", "engines": ["auto", "clingo"], "title": "One against the other"}
    for holds_if, title, topic in (
        (["both = 1"], "Both take 1 times as long", "One against the other"),
        (["both = 2"], "One against the other", ""),
    ):
        changed = {**figure, "finding": "Both take {ratio} times as long", "holds": holds_if}
        suite = {"about": "a", "engines": ["auto", "clingo"], "figure": [changed]}
        suite["block"] = [{"name": "real", "family": "real-deal"}]
        (drawn,) = draw_all(Suite.model_validate(suite), records)
        assert (drawn.title, drawn.topic) == (title, topic)


def test_where_a_share_passes_a_half_is_between_sizes_that_were_measured() -> None:
    assert phase.half([2, 4, 6], [1.0, 0.75, 0.25]) == 5.0
    assert phase.half([2, 4, 6], [0.0, float("nan"), 1.0]) == 4.0
    assert phase.half([2, 4, 6], [1.0, 0.9, 0.6]) == "half or more everywhere"
    assert phase.half([2, 4, 6], [0.0, 0.1, 0.4]) == "fewer than half everywhere"


def test_what_hardly_changes_has_no_peak() -> None:
    """The highest of medians that are nearly equal is noise."""
    shown = {}
    for factor in (1.5, 4.0):
        records = [
            made_record(factor if size == 4 else 1.0, seed=seed, parameters={"objectives": size})
            for size in (2, 4, 6)
            for seed in range(3)
        ]
        suite = Suite.model_validate({"about": "a", "engines": ["auto"], "block": [{"name": "real", "family": "deck"}]})
        figure = Figure(kind="phase", block="real", x="objectives", engines=["auto"], title="t")
        (drawn,) = draw_all(suite.model_copy(update={"figure": [figure]}), records)
        shown[factor] = drawn.caption
    assert "hardly any change in CPU time" in shown[1.5]
    assert "most CPU time at 4 (4 s at most)" in shown[4.0]


def test_what_is_as_high_as_the_peak_or_nearly_belongs_to_it() -> None:
    assert phase._around([1, 3, 5, 4, 2, 4], 2) == (1, 3)
    assert phase._around([1, 1, 5, 1], 2) == (2, 2)
    assert phase._around([4, 5, 4], 1) == (0, 2)


def test_pairs_are_listed_in_the_order_of_the_suite() -> None:
    pairs = pairs_of(made_record(engine=engine) for engine in ("clingo", "mine", "auto"))
    assert list(by_engine(pairs, Styles(["auto", "clingo", "mine"]))) == ["auto", "clingo", "mine"]


def _labels(canvas: Any) -> set[str]:  # noqa: ANN401 - of matplotlib
    """What stands in legends and beside bars."""
    legends = {text.get_text() for legend in canvas.legends for text in legend.get_texts()}
    return legends | {tick.get_text() for axes in canvas.axes for tick in axes.get_yticklabels()}


def _plain_words(axes: Any) -> None:  # noqa: ANN401 - of matplotlib
    """Axes have words, and those of whole numbers have whole numbers at the ticks."""
    raw = set(wording.PARAMETERS) - set(wording.PARAMETERS.values())
    assert not {axes.get_xlabel(), axes.get_ylabel()} & raw
    if axes.get_xlabel() in {"objectives", "players", "cards per suit", "vertices of the graph", "stored cards"}:
        assert all(tick == int(tick) for tick in axes.get_xticks())


@pytest.mark.slow
@pytest.mark.parametrize("name", rarely(PAGES, LARGE))
def test_every_figure_of_the_documentation_states_a_finding_that_holds(name: str) -> None:
    stored = PAGES[name]
    suite = load_suite(stored.name.partition(".")[0])
    records = latest(suite, read_records(stored))
    drawn = draw_all(suite, records)
    assert len(drawn) == len(suite.figure)
    assert [one.name for one in drawn if not one.topic] == [], "no finding, or one that does not hold"
    for one in drawn:
        _is_readable(one)
        picture = (stored.parent / f"{one.name}.svg").read_text()
        assert f"<dc:title>{escape(one.title, quote=False)}</dc:title>" in picture, "draw it again"
    page = page_of(suite, records, drawn)
    assert page == (stored.parent / "README.md").read_text(), "draw it again: python -m benchmarks plot"


def _is_readable(drawn: Drawn) -> None:
    """The head fits, no axis has a twin, labels are words, and the number of instances is in the caption."""
    canvas = drawn.canvas
    renderer: Any = FigureCanvasAgg(canvas).get_renderer()  # type: ignore[no-untyped-call]
    assert all(text.get_window_extent(renderer).x1 <= canvas.bbox.width for text in canvas.texts), drawn.name
    assert len(places_of(canvas.axes)) == len(canvas.axes), drawn.name
    for axes in canvas.axes:
        _plain_words(axes)
    assert not _labels(canvas) & wording.ENGINES.keys(), drawn.name
    assert re.search(r"\b[0-9,]+ (?:deals|decks|graphs|formulas|games|instances)\b|all of [0-9]+", drawn.caption)


def test_the_page_about_hardness_shows_six_figures_and_the_rest_after_the_tables() -> None:
    page = (ROOT / "docs" / "hardness" / "README.md").read_text()
    found, appendix = page.index("\n## What was found\n"), page.index("\n## Appendix: more figures\n")
    tables = [page.index(f"\n## {name}\n") for name in ("What was measured", "Time and answers", "Engines")]
    assert found < tables[0] < tables[1] < tables[2] < appendix
    assert page[found : tables[0]].count("](") == 6
    assert page[appendix:].count(".svg)") == 23


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*/README.md")), ids=lambda path: path.parent.name)
def test_headings_of_pages_skip_no_level(page: Any) -> None:  # noqa: ANN401
    levels = [len(line.split(" ")[0]) for line in page.read_text().splitlines() if re.match("#+ ", line)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
