"""How engines look, and what is on axes."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from matplotlib.figure import Figure as Canvas

from benchmarks import svg, wording
from benchmarks.axes import (
    COLOURS,
    ENGINES,
    WIDTH,
    Styles,
    at_least_a_decade,
    head,
    logarithmic,
    shares_on,
    sizes_on,
)
from benchmarks.engines import table
from benchmarks.families import FAMILIES
from benchmarks.figures import draw_all
from benchmarks.suites import Suite, load_suite, suite_names
from tests.support.made_records import made_record

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from benchmarks.records import Record


def test_every_engine_has_a_look_of_its_own_in_all_reports() -> None:
    assert ENGINES.keys() == table().keys()
    looks = [look[:2] for look in ENGINES.values()]
    assert len(set(looks)) == len(looks)
    assert {colour for colour, _ in looks} <= set(COLOURS)
    assert Styles(["auto", "z3"]).of("z3") == Styles(["z3", "cpsat"]).of("z3")


@pytest.mark.slow
def test_engines_that_meet_in_a_figure_differ_in_colour() -> None:
    for name in suite_names():
        suite = load_suite(name)
        styles = Styles(suite.asked())
        for figure in suite.figure:
            blocks = [block for block in suite.block if figure.block == block.name]
            names = figure.engines or [engine for block in blocks for engine in suite.runs_of(block)]
            for a, b in combinations(dict.fromkeys(names), 2):
                assert figure.kind == "scatter" or styles.of(a)["color"] != styles.of(b)["color"], (name, a, b)


def test_engines_of_a_user_get_what_is_left() -> None:
    names = ["auto", *(f"mine{k}" for k in range(20))]
    styles = Styles(names)
    looks = [tuple(styles.of(name).items()) for name in names]
    assert len({look[:2] for look in looks}) == len(names)
    assert styles.of("auto") == Styles(["auto"]).of("auto")
    assert len({styles.of(name)["color"] for name in names[:8]}) == 8


def drawn_axes(values: list[float]) -> Axes:
    axes: Axes = Canvas().subplots()
    axes.plot(range(len(values)), values)
    logarithmic(axes, "y", "CPU time")
    return axes


def test_a_flat_curve_looks_flat() -> None:
    axes = drawn_axes([0.0051, 0.0053, 0.0052])
    at_least_a_decade(axes, "y")
    low, high = axes.get_ylim()
    assert high >= 9.99 * low
    assert low < 0.0051
    assert high > 0.0053
    assert [axes.yaxis.get_major_formatter()(tick) for tick in axes.get_yticks()] == ["2 ms", "5 ms", "10 ms"]


def test_a_wide_axis_stays_as_it_is() -> None:
    axes = drawn_axes([0.001, 10.0])
    before = axes.get_ylim()
    at_least_a_decade(axes, "y")
    assert axes.get_ylim() == before


def test_ticks_say_how_many_conflicts_there_are() -> None:
    """What is drawn is larger by one, so that none has a place."""
    axes = drawn_axes([1.0, 11.0, 101.0])
    at_least_a_decade(axes, "y", more_by_one=True)
    ticks = axes.get_yticks()
    words = [axes.yaxis.get_major_formatter()(tick) for tick in ticks]
    assert dict(zip(words, ticks, strict=True)).items() >= {"0": 1.0, "10": 11.0, "100": 101.0}.items()


@pytest.mark.parametrize(
    ("sizes", "ticks"), [([2, 3, 5, 8], [2, 3, 5, 8]), ([0.5, 1.0, 2.0], [0.5, 1.0, 2.0]), (range(1, 60), None)]
)
def test_sizes_are_at_the_ticks_if_there_is_room(sizes: Any, ticks: list[float] | None) -> None:  # noqa: ANN401
    axes: Axes = Canvas().subplots()
    axes.plot(sizes, sizes)
    sizes_on(axes, sizes)
    if ticks is not None:
        assert list(axes.get_xticks()) == ticks
    assert len(axes.get_xticks()) < 20
    if all(isinstance(size, int) for size in sizes):
        assert all(tick == int(tick) for tick in axes.get_xticks())


def test_shares_are_in_percent() -> None:
    axes: Axes = Canvas().subplots()
    shares_on(axes, "y")
    assert [axes.yaxis.get_major_formatter()(tick) for tick in axes.get_yticks()] == [
        f"{percent} %" for percent in (0, 25, 50, 75, 100)
    ]


def test_engines_have_words_unless_their_names_are() -> None:
    assert wording.ENGINES.keys() <= table().keys()
    assert len({wording.engine(name) for name in table()}) == len(table()), "two lines of a figure with one name"
    assert {name for name in table() if wording.engine(name) == name} == {"auto", "clingo", "formula", "repair"}


def test_a_long_headline_has_several_lines_and_the_figure_room_for_them() -> None:
    heights = []
    for words in (4, 40):
        canvas = Canvas(figsize=(WIDTH, 3), layout="constrained")
        head(canvas, " ".join(["finding"] * words), "what is shown: 9 %")
        heights.append(canvas.get_size_inches()[1])
        assert canvas.texts[-1].get_text() == "what is shown: 9\N{NO-BREAK SPACE}%"
    assert heights[1] > heights[0] > 3
    assert len(canvas.texts) == 6
    assert max(len(text.get_text()) for text in canvas.texts) <= 77
    lines = [len(text.get_text()) for text in canvas.texts[:-1]]
    assert max(lines) - min(lines) <= len("finding "), "no word alone on the last line"


SUITE: dict[str, Any] = {
    "about": "a",
    "engines": ["auto", "clingo"],
    "block": [{"name": "real", "family": "real-deal", "seeds": 2}],
}


def scattered(times: list[tuple[float, float | None]]) -> Axes:
    """The axes of a scatter plot of these times; None is not decided."""
    records: list[Record] = []
    for seed, pair in enumerate(times):
        for engine, cpu in zip(("auto", "clingo"), pair, strict=True):
            answer = "yes" if cpu is not None else "unknown"
            records.append(made_record(cpu, engine=engine, seed=seed, answer=answer, time_limit=100.0))
    figure = {"kind": "scatter", "block": "real", "engines": ["auto", "clingo"], "title": "t"}
    (drawn,) = draw_all(Suite.model_validate({**SUITE, "figure": [figure]}), records)
    return drawn.canvas.axes[0]


def test_scatter_plots_are_cut_to_their_data_and_have_guides() -> None:
    axes = scattered([(0.01, 0.02), (0.05, 0.2), (0.3, 0.5)])
    assert axes.get_xlim()[1] < 1 > axes.get_ylim()[1]
    assert axes.get_aspect() == 1.0
    words = [text.get_text() for text in axes.texts]
    assert {"equal", "2\N{MULTIPLICATION SIGN}", "10\N{MULTIPLICATION SIGN}"} <= set(words)
    assert "time limit" not in words


def test_the_time_limit_is_drawn_if_something_lies_on_it() -> None:
    axes = scattered([(0.01, 0.02), (0.3, None)])
    assert axes.get_ylim()[1] > 100 > axes.get_xlim()[1]
    assert [text.get_text() for text in axes.texts].count("time limit") == 1


def places_of(all_axes: list[Axes]) -> set[tuple[int, int]]:
    """Where in the grid there are axes."""
    specs = [axes.get_subplotspec() for axes in all_axes]
    return {(spec.rowspan.start, spec.colspan.start) for spec in specs if spec is not None}


@pytest.mark.parametrize(("values", "number"), [(1, 2), (3, 2), (5, 10), (7, 20)])
def test_shares_and_costs_are_two_panels_over_one_axis(values: int, number: int) -> None:
    records = [
        made_record(1.0, parameters={"objectives": size, "players": players})
        for size in (2, 4)
        for players in range(3, 3 + values)
    ]
    figure = {"kind": "phase", "block": "real", "x": "objectives", "by": "players", "engines": ["auto"], "title": "t"}
    (drawn,) = draw_all(Suite.model_validate({**SUITE, "figure": [figure]}), records)
    axes = drawn.canvas.axes
    assert len(axes) == number
    assert len(places_of(axes)) == number, "no axis has a twin"
    assert sum(one.get_visible() for one in axes) == (2 if values <= 3 else 2 * values)
    assert {one.get_ylabel() for one in axes if one.get_ylabel()} == {"deals won", "CPU time"}
    assert all(one.get_xlim() == axes[0].get_xlim() for one in axes)
    assert drawn.caption.startswith("Engine: auto; 1 deals a point.")


def test_a_share_alone_is_drawn_as_its_engine_is() -> None:
    records = [made_record(1.0, engine="clingo", parameters={"objectives": size}) for size in (2, 4)]
    figure = {"kind": "phase", "block": "real", "x": "objectives", "engines": ["clingo"], "title": "t"}
    (drawn,) = draw_all(Suite.model_validate({**SUITE, "figure": [figure]}), records)
    look = Styles(["clingo"]).of("clingo")
    for axes in drawn.canvas.axes:
        (line,) = axes.get_lines()
        assert (line.get_color(), line.get_marker(), line.get_linestyle()) == tuple(look.values())


@pytest.mark.slow
def test_parameters_and_instances_have_words() -> None:
    assert wording.INSTANCES.keys() == FAMILIES.keys()
    for name in suite_names():
        for figure in load_suite(name).figure:
            assert {figure.x, figure.by} - {None} <= wording.PARAMETERS.keys()
    assert wording.parameter("values", "deck") == "cards per suit"
    assert wording.parameter("hand", "solitaire") == "stored cards"
    assert wording.parameter("of_my_own", "mine") == "of_my_own"
    assert [wording.value("copies", one) for one in wording.in_order(["11", "2", "1"])] == [
        "1 copy",
        "2 copies",
        "11 copies",
    ]
    assert wording.in_order(["strict", "none", "weak"]) == ["none", "weak", "strict"]


def test_a_drawing_loses_only_what_no_eye_can_see() -> None:
    row = '   <g clip-path="url(#p)">\n    <use x="1.23456" {0}/>\n    <use x="2" {1}/>\n   </g>\n'
    same, other = 'style="fill: #0072b2"', 'style="fill: #d55e00"'
    text = "<metadata>\n 0.123456\n</metadata>\n" + row.format(same, same) + row.format(same, other)
    assert svg.compact(text) == (
        "<metadata>\n 0.123456\n</metadata>\n"
        f'<g clip-path="url(#p)" {same}>\n<use x="1.234"/>\n<use x="2"/>\n</g>\n'
        f'<g clip-path="url(#p)">\n<use x="1.234" {same}/>\n<use x="2" {other}/>\n</g>\n'
    )
