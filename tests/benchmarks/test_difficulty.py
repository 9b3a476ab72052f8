"""The page of difficulty: what it says is counted from the exports here, row by row, and its sentences are true."""

from __future__ import annotations

import csv
import json
import lzma
import re
import shlex
from collections import Counter, defaultdict
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from matplotlib.figure import Figure as Canvas
from scipy.stats import binomtest

from benchmarks import difficulty_figures
from benchmarks.difficulty import about, write
from benchmarks.difficulty_exports import BOTS, FOLDER, KINDS, OBJECTIVES, OPEN, Cell, Export, read
from benchmarks.difficulty_figures import title_of
from benchmarks.difficulty_page import TARGETS
from benchmarks.missions.exports import share_of
from crewsat.sweeps import batch
from crewsat.sweeps.plan import plan_of, read_file
from crewsat.sweeps.quantities import why_left_out
from crewsat.sweeps.reading import About, swept
from crewsat.sweeps.spans import Span, Spans
from tests.benchmarks.test_missions import InTurn
from tests.support.chunks import rarely
from tests.support.command import run
from tests.support.kernel import kernel_in_use
from tests.support.pages import blocks
from tests.sweeps.test_export import exported
from tests.sweeps.test_export import swept as make

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.games.crew.instance import Crew

FIRST = 1_000_000
SMALL = {"values": 5, "trumps": 0, "players": "3-5", "objectives": "3,4,6"}
FEW: dict[str, tuple[dict[str, Any], int]] = {
    "hands-objectives": (SMALL, 12),
    "hands-missions": ({"mission": "1,12", "players": "3,4", "drafted": True}, 2),
    "hands-deep-sea": ({"deep_sea": "1-2", "players": "3"}, 3),
}
"""Cells, and how many deals of each."""


def coin(name: str, deal: Crew, seed: int) -> int | None:
    """Whether search wins, in place of a game, which takes long without the kernel: half of the deals, or nearly so."""
    assert name == "search"
    return None if why_left_out(deal) else int((seed + deal.players) % 5 < 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Exports of few deals of few cells, of sweeps that are otherwise those of the page."""
    found = tmp_path_factory.mktemp("difficulty")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "won_by", coin)
        for name, (cells, deals) in FEW.items():
            make(found / name, {**read_file(FOLDER / f"{name}.toml"), "cells": cells, "deals": deals}, InTurn())
            (found / f"{name}.csv.xz").write_bytes(lzma.compress(exported(found / name, "csv")))
    return found


@pytest.fixture(scope="module")
def known(folder: Path) -> dict[str, Export]:
    return read(folder)


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    write(folder)
    return (folder / "README.md").read_text()


def rows(folder: Path, name: str) -> dict[tuple[int, int], list[dict[str, str]]]:
    found = defaultdict(list)
    with lzma.open(folder / f"{name}.csv.xz", "rt") as file:
        for row in csv.DictReader(file):
            found[int(row[KINDS[name].parameter]), int(row["players"])].append(row)
    return found


@pytest.mark.parametrize("name", KINDS)
def test_shares_and_intervals_are_those_of_the_rows(folder: Path, known: dict[str, Export], name: str) -> None:
    every = rows(folder, name)
    assert list(known[name].cells) == sorted(every)
    for key, own in every.items():
        cell = known[name].cells[key]
        columns = {OPEN: [row["answer"] == "yes" for row in own]}
        columns |= {bot: [row[bot] == "1" for row in own if row[bot]] for bot in BOTS}
        for column, won in columns.items():
            share = cell.shares[column]
            if not won:
                assert share is None
                continue
            assert share is not None
            assert (share.yes, share.deals, share.unknown) == (sum(won), len(won), 0)
            low, high = binomtest(sum(won), len(won)).proportion_ci(0.95, method="exact")
            assert [share.low, share.high] == pytest.approx([low, high])
        openings = [int(row["openings"]) / 100 for row in own if row["openings"]]
        if cell.openings is None:
            assert not openings
        else:
            assert cell.openings.value == pytest.approx(sum(openings) / len(openings))
            assert cell.openings.low < cell.openings.value <= cell.openings.high
        assert cell.left_out == Counter(row["reason"] for row in own if not row["search"])


def test_what_is_undecided_counts_against_both_ends(folder: Path, tmp_path: Path) -> None:
    name = "hands-objectives"
    with lzma.open(folder / f"{name}.csv.xz", "rt", newline="") as file:
        lines = [*csv.reader(file)]
    head, one = lines[0], lines[1]
    unknown = {**dict(zip(head, one, strict=True)), **dict.fromkeys(("openings", *BOTS), ""), "reason": "time"}
    lines[1] = [{**unknown, "answer": "unknown"}[column] for column in head]
    with lzma.open(tmp_path / f"{name}.csv.xz", "wt", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)
    key = int(unknown["objectives"]), int(unknown["players"])
    cell, whole = read(tmp_path)[name].cells[key], read(folder)[name].cells[key]
    for column in (OPEN, *BOTS):
        share, before = cell.shares[column], whole.shares[column]
        assert share is not None
        assert before is not None
        assert (share.deals, share.unknown) == (before.deals, 1)
        assert share == share_of(share.yes, share.deals, 1)
    assert not cell.left_out


@pytest.mark.parametrize("name", KINDS)
def test_the_table_has_every_cell(known: dict[str, Export], text: str, name: str) -> None:
    export = known[name]
    section = text.partition(f"## {export.kind.title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if re.match(r"\| [0-9]+ \|", line)]
    assert len(lines) == len(export.cells)
    for line, ((number, players), cell) in zip(lines, export.cells.items(), strict=True):
        shares = [cell.shares[column] for column in (OPEN, *BOTS)]
        words = ["-" if share is None else str(share) for share in shares]
        openings = "-" if cell.openings is None else str(cell.openings)
        assert line == f"| {number} | {players} | {cell.deals} | {' | '.join(words)} | {openings} |"
    assert f"![{title_of(export)}]({name}.svg)" in section


def test_targets_are_met_or_not(known: dict[str, Export], text: str) -> None:
    cells = known["hands-objectives"].cells
    met = 0
    for (objectives, players), target in TARGETS.items():
        share = cells[objectives, players].shares["search"]
        assert share is not None
        is_met = share.yes >= target * share.deals
        met += is_met
        word = "yes" if is_met else "no"
        assert f"| {players} | {objectives} | {100 * target:.0f} % | {share} | {word} |" in text
    assert f"Of 3 targets for search, {met} {'is' if met == 1 else 'are'} met by the point estimate:" in text
    assert TARGETS == {(4, 4): 0.70, (4, 5): 0.45, (6, 3): 0.80}


def test_what_bots_cannot_play_is_listed_with_its_reason(known: dict[str, Export], text: str) -> None:
    assert "- 4 deals (mission 12): cards must be passed." in text
    assert known["hands-missions"].parts("search").keys() == {(1, 3), (1, 4)}
    assert known["hands-missions"].parts("greedy").keys() == {(1, 3), (1, 4), (12, 3), (12, 4)}


def test_the_page_says_who_played_and_from_which_deals_on(known: dict[str, Export], text: str) -> None:
    plain = " ".join(text.split())
    for name, export in known.items():
        bots = export.sweep.about.bots
        assert re.fullmatch(r"search \S+ \(digest [0-9a-f]{16,}\)", bots)
        assert f"`{name}.toml`: {about(name)}. Seeds from {FIRST:,}; bots: {bots}; " in plain
    assert "Tasks are given out by a random draft, as the mission allows." in plain
    assert "Tasks of a total difficulty are drawn as the rules say. The players draft the tasks." in plain


def test_the_same_exports_give_the_same_bytes(folder: Path, text: str) -> None:
    made = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in {".md", ".svg"}}
    write(folder)
    assert made == {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in {".md", ".svg"}}
    assert {*made} == {"README.md", *(f"{name}.svg" for name in KINDS)}
    assert text


def test_without_exports_there_is_no_page(tmp_path: Path) -> None:
    write(tmp_path)
    assert not [*tmp_path.iterdir()]


def export_with(known: dict[str, Export], name: str, opened: list[int], won: list[int]) -> Export:
    """An export with one to n objectives, or totals, of three players, of 100 deals each."""
    cells = {}
    for number, (all_seen, own) in enumerate(zip(opened, won, strict=True), 1):
        shares = {OPEN: share_of(all_seen, 100), **dict.fromkeys(BOTS, share_of(own, 100))}
        cells[number, 3] = Cell(100, shares, None, {})
    return Export(KINDS[name], cells, are_given=True, sweep=known[name].sweep)


@pytest.mark.parametrize(
    ("name", "opened", "won", "words"),
    [
        (
            "hands-objectives",
            [100, 90],
            [99, 16],
            "open hands are nearly flat, 90.0 to 100.0 %, and search spreads from",
        ),
        ("hands-objectives", [100, 60], [90, 16], "open hands win 60.0 to 100.0 %, and search spreads from"),
        ("hands-deep-sea", [100, 90, 80, 80], [90, 50, 49, 60], "up to a total difficulty of 2 with 3 players; "),
        (
            "hands-deep-sea",
            [100, 90],
            [90, 50],
            "up to a total difficulty of 2 with 3 players; with open hands 90.0 to",
        ),
        ("hands-deep-sea", [99, 99], [49, 50], "of none with 3 players; with open hands 99.0 % can be won"),
    ],
)
def test_titles_are_computed(
    known: dict[str, Export], name: str, opened: list[int], won: list[int], words: str
) -> None:
    title = title_of(export_with(known, name, opened, won))
    assert title.startswith(f"{KINDS[name].title}: ")
    assert words in title
    if name == "hands-objectives":
        assert title.endswith(f"from {min(won)}.0 to {max(won)}.0 %")


@pytest.mark.parametrize("name", KINDS)
def test_a_panel_has_a_point_for_every_share(known: dict[str, Export], name: str) -> None:
    export = known[name]
    for players in export.players:
        axes = Canvas().subplots()
        difficulty_figures._panel(axes, export, players)
        lines, _ = axes.get_legend_handles_labels()
        expected = {
            column: [(key[0], part) for key, part in export.parts(column).items() if key[1] == players]
            for column in difficulty_figures.LOOKS
        }
        drawn: list[Any] = [*axes.lines]
        assert [[*zip(line.get_xdata(), line.get_ydata(), strict=True)] for line in drawn] == [*expected.values()]
        assert len(lines) == len(expected)


@pytest.mark.parametrize("name", KINDS)
def test_the_sweeps_are_those_of_the_page(name: str) -> None:
    plan = plan_of(read_file(FOLDER / f"{name}.toml"))
    numbers = {"hands-objectives": range(1, 11), "hands-missions": range(1, 51), "hands-deep-sea": range(1, 21)}
    expected = {(str(number), str(players)) for number, players in product(numbers[name], (3, 4, 5))}
    parameter = KINDS[name].parameter
    assert {(cell.parameters[parameter], cell.parameters["players"]) for cell in plan.cells.cells} == expected
    assert plan.deals == (1_000 if KINDS[name] == OBJECTIVES else 300)
    assert plan.seed_from == FIRST
    assert {*plan.quantities} == {"openings", *BOTS}
    assert not plan.cells.left_out


def test_there_is_a_page_if_there_are_exports() -> None:
    is_there = [(FOLDER / f"{name}.csv.xz").exists() for name in KINDS]
    assert (FOLDER / "README.md").exists() == any(is_there)


@pytest.mark.thorough
def test_the_page_that_is_committed_is_that_of_the_exports(tmp_path: Path) -> None:
    there = [name for name in KINDS if (FOLDER / f"{name}.csv.xz").exists()]
    for name in there:
        (tmp_path / f"{name}.csv.xz").write_bytes((FOLDER / f"{name}.csv.xz").read_bytes())
        plan, found = plan_of(read_file(FOLDER / f"{name}.toml")), swept([FOLDER / f"{name}.csv.xz"])
        settings = (plan.game, plan.level, plan.half_width, plan.check, plan.time_limit, len(plan.cells.cells))
        assert found.about == About(*settings, found.about.bots)
        assert {tuple(cell.parameters.items()) for cell in plan.cells.cells} == {*found.cells}
        for cell in found.cells.values():
            assert cell.seeds == Spans([Span(FIRST, FIRST + (plan.deals or 0))])
    write(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix in {".md", ".svg"}}
    kept = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.suffix in {".md", ".svg"}}
    kept.pop("designers.md", None)
    assert made == kept


DESIGNERS = (FOLDER / "designers.md").read_text()
COMMANDS = [block for block in blocks(DESIGNERS, "sh") if block.startswith("crewsat difficulty")]
FIRST_LOOK, ANSWER = ("deals 20", "deals 300")


@pytest.mark.slow
@pytest.mark.parametrize("deals", rarely([FIRST_LOOK, ANSWER], {ANSWER}))
def test_designers_find_what_their_page_says(deals: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example is run, and its tables have the figures that it prints."""
    kernel_in_use(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (command,) = [block for block in COMMANDS if f"--{deals}" in block]
    section = DESIGNERS.partition(command)[2].partition("\n## ")[0]
    told = run(*shlex.split(command.replace("\\\n", ""))[1:], "--json", "-j", "1")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    for words, row in zip(("any order", "in order"), found["rows"], strict=True):
        shares = [row[column] for column in ("open", "search", "openings")]
        texts = [f"{share['share']:.3f} ({share['low']:.3f} to {share['high']:.3f})" for share in shares]
        assert f"| {words} | {' | '.join(texts)} |" in section
    for words, one in zip(("open hands", "search"), found["compared"], strict=True):
        numbers = f"{one['first_only']} | {one['second_only']} | {one['p_value']:.3g}"
        assert f"| {words} | {numbers} |" in section
