"""The atlas of missions: what its page and figures say is counted from the exports here, row by row."""

from __future__ import annotations

import csv
import lzma
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from scipy.stats import binomtest

import crewsat
from benchmarks.atlas import MISSIONS, names
from benchmarks.missions import figures
from benchmarks.missions.__main__ import drawings, write
from benchmarks.missions.exports import CREW, DEEP_SEA, GIVEN, LINES, MOST_LINES, PLAYERS, PLAYS, UNPLAYED, read
from benchmarks.missions.facts import facts
from benchmarks.missions.lost import explained
from crewsat.questions.crew import quantities
from crewsat.sweeps.batch import Task, decide_batch
from tests.support.chunks import rarely
from tests.support.places import ROOT
from tests.sweeps.test_export import exported, swept
from tests.sweeps.test_running import Here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from benchmarks.missions.exports import Cell, Exports
    from benchmarks.shares import Share
    from crewsat.sweeps.batch import Done
    from crewsat.sweeps.engines import Lost
    from crewsat.workers.pool import Pause

SHARES = {"rescued": True, "lemmas": True}
QUANTITIES = dict.fromkeys(("fewest_tricks", "openings", "random", "greedy", "dropped"), True)
BOTH = [False, True]
FEW: dict[str, dict[str, Any]] = {
    CREW: {"cells": {"mission": "1,12,34,46", "players": "2-5"}, "deals": 21, "quantities": SHARES},
    GIVEN: {"cells": {"mission": "1,12,34", "players": "2-5", "drafted": True}, "deals": 9, "quantities": SHARES},
    UNPLAYED: {"cells": {"mission": 46, "players": 3, "unplayed": "ignored"}, "deals": 9, "quantities": SHARES},
    PLAYS: {"cells": {"mission": "1,46", "players": 5, "drafted": BOTH}, "deals": 9, "quantities": QUANTITIES},
    LINES: {"cells": {"mission": 46, "players": 3, "drafted": BOTH}, "deals": 1, "quantities": {"lines": True}},
    DEEP_SEA: {
        "cells": {"deep_sea": "8-9", "players": "3,4", "drafted": BOTH},
        "deals": 3,
        "quantities": {"rescued": True},
    },
}


class InTurn(Here):
    """Works on one task after the other, in this process; what takes long is asked again in the end."""

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Yield what is found out."""
        for task in tasks:
            if isinstance(task, Task):
                yield task, decide_batch(task), 0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Exports of few deals of few missions."""
    found = tmp_path_factory.mktemp("missions")
    for name, given in FEW.items():
        swept(found / name, given, InTurn())
        (found / f"{name}.csv.xz").write_bytes(lzma.compress(exported(found / name, "csv")))
    return found


@pytest.fixture(scope="module")
def known(folder: Path) -> Exports:
    return read(folder)


def rows(path: Path, key: str = "mission") -> dict[tuple[int, int, bool], list[dict[str, str]]]:
    found = defaultdict(list)
    with lzma.open(path, "rt") as file:
        for row in csv.DictReader(file):
            found[int(row[key]), int(row["players"]), row.get("drafted") == "true"].append(row)
    return found


def interval(yes: int, deals: int) -> Any:  # noqa: ANN401 - what is nearly both ends
    low, high = binomtest(yes, deals).proportion_ci(method="exact")
    return pytest.approx(low), pytest.approx(high)


def check(share: Share | None, yes: int, deals: int) -> None:
    assert share is not None
    assert (share.yes, share.deals, share.unknown) == (yes, deals, 0)
    assert (share.low, share.high) == interval(yes, deals)


@pytest.mark.parametrize("name", [CREW, GIVEN])
def test_shares_with_and_without_the_signal(folder: Path, known: Exports, name: str) -> None:
    seen = Counter[str]()
    for (mission, players, _), own in rows(folder / f"{name}.csv.xz").items():
        cell = known.cells[name].get((mission, players))
        if cell is None:
            assert name == GIVEN
            assert not crewsat.planet_nine_missions()[mission - 1].is_given_out
            continue
        seeds = {answer: [int(row["seed"]) for row in own if row["answer"] == answer] for answer in ("yes", "no")}
        rescued = [row["rescued"] for row in own if row["answer"] == "no"]
        check(cell.share, len(seeds["yes"]), len(own))
        if mission == 12:  # in which cards are passed by its own rule
            assert cell.signal is None
        else:
            check(cell.signal, len(seeds["yes"]) + rescued.count("1"), len(own))
        assert (cell.won, cell.lost) == (min(seeds["yes"]), min(seeds["no"], default=None))
        assert cell.proofs == sum(row["lemmas"] != "" for row in own)
        seen.update(rescued)
    assert seen.total() or name == GIVEN


def test_quantities(folder: Path, known: Exports) -> None:
    for key, own in rows(folder / f"{PLAYS}.csv.xz").items():
        plays = known.plays[key]
        for name, share in (("random", plays.random), ("greedy", plays.greedy)):
            check(share, sum(row[name] == "1" for row in own), len(own))
        openings = [int(row["openings"]) for row in own if row["openings"]]
        assert plays.openings == pytest.approx(sum(openings) / len(openings))
        earliest = sorted(int(row["fewest_tricks"]) for row in own if row["fewest_tricks"])
        assert plays.earliest == earliest[(len(earliest) - 1) // 2]
        dropped = [int(row["dropped"]) for row in own if row["answer"] == "no"]
        assert plays.dropped == (pytest.approx(sum(dropped) / len(dropped)) if dropped else None)
    assert MOST_LINES == quantities.MOST_LINES
    for key, own in rows(folder / f"{LINES}.csv.xz").items():
        check(known.lines[key], sum(row["lines"] == "1000" for row in own), len(own))


def points(drawing: str, shape: str) -> list[tuple[float, float]]:
    place = {"circle": r'<circle cx="([\d.]+)" cy="([\d.]+)"', "square": r'<rect x="([\d.]+)" y="([\d.]+)" width="8"'}
    return [(float(x), float(y)) for x, y in re.findall(place[shape], drawing)]


def test_a_figure_shows_each_share_at_its_place(known: Exports) -> None:
    crew, given = known.cells[CREW], known.cells[GIVEN]
    drawing = figures.of_mission(1, crew, given)
    floor, top = 174, 14

    def at(cell: Cell) -> list[float]:
        shares = (cell.share, cell.signal)
        return [floor - (floor - top) * share.yes / share.deals for share in shares if share]

    circles, squares = points(drawing, "circle"), points(drawing, "square")
    assert [y for _, y in circles[:8]] == pytest.approx([y for p in PLAYERS for y in at(crew[1, p])], abs=0.06)
    assert [y + 4 for _, y in squares[:8]] == pytest.approx([y for p in PLAYERS for y in at(given[1, p])], abs=0.06)
    assert (len(circles), len(squares)) == (10, 10)  # two of each are in the legend
    assert len({x for x, _ in circles[:8]} | {x + 4 for x, _ in squares[:8]}) == 16
    assert not points(figures.of_mission(34, crew, given), "square")  # nothing is given out in this mission


def test_the_overview_has_every_share_as_a_number(known: Exports) -> None:
    crew, given = known.cells[CREW], known.cells[GIVEN]
    drawing = figures.overview([1, 34, 46], crew, given)
    numbers = re.findall(r'font-size="10.5">([\d.]+)<', drawing)
    every = [cells[m, p] for p in PLAYERS for m in (1, 34, 46) for cells in (crew, given) if (m, p) in cells]
    assert numbers == [figures.percent(cell.share.yes / cell.share.deals) for cell in every]
    assert [figures.percent(share) for share in (1.0, 0.9996, 0.5, 0.0004, 0.0)] == ["100", "100.0", "50", "0.0", "0"]


def test_the_page_is_made_from_the_exports(folder: Path, known: Exports) -> None:
    write(folder)
    text = (folder / "README.md").read_text()
    for name, drawing in drawings(known):
        assert (folder / name).read_text() == drawing
        assert f"]({name})" in text
    for (mission, players), cell in known.cells[CREW].items():
        section = text.partition(f"## Mission {mission}\n")[2].partition("\n## ")[0]
        shares = [cell.share] if mission == 12 else [cell.share, cell.signal]
        assert f"| {players} | {' | '.join(map(str, shares))} |" in section
    lost = min((cell.lost, p) for (m, p), cell in known.cells[CREW].items() if m == 34 and cell.lost is not None)
    assert f"crewsat generate crew --mission 34 --players {lost[1]} --seed {lost[0]}\n" in text.replace(
        "--mission 34 --seed", "--mission 34 --players 4 --seed"
    )
    assert "Cannot be met together: `task1`." in text
    write(folder)
    assert (folder / "README.md").read_text() == text


def test_only_lost_deals_are_explained() -> None:
    with pytest.raises(RuntimeError, match="mission 1, 4 players, seed 0: the deal is not lost"):
        explained(1, 4, 0, given=False)


def test_the_first_page_says_what_the_atlas_says() -> None:
    said = " ".join((ROOT / "README.md").read_text().split())
    found = facts(read(MISSIONS, [CREW, GIVEN]))
    for name in ("deals crew", "lost crew", "rescued crew", "deals given", "lost given"):
        assert re.search(rf"(?<![\d,.]){re.escape(found[name].words)}(?![\d,])", said), name


@pytest.mark.parametrize("name", rarely(["README.md"], {"README.md"}))
def test_the_pages_that_are_committed_are_those_of_the_exports(name: str, tmp_path: Path) -> None:
    for export in names(MISSIONS):
        (tmp_path / f"{export}.csv.xz").write_bytes((MISSIONS / f"{export}.csv.xz").read_bytes())
    (tmp_path / "findings.toml").write_bytes((MISSIONS / "findings.toml").read_bytes())
    write(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.suffix in {".md", ".svg"}}
    assert name in made
    assert made == {path.name: path.read_bytes() for path in MISSIONS.iterdir() if path.suffix in {".md", ".svg"}}
