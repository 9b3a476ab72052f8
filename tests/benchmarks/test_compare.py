"""Comparisons of two engines and of two states of the code."""

from __future__ import annotations

import math
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from benchmarks.__main__ import main
from benchmarks.compare import changes, described, matched
from benchmarks.ratios import ratio_of
from benchmarks.store import read_records
from tests.support.chunks import few_of
from tests.support.made_records import made_record
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record


def timed(engine: str, factor: float, number: int = 40, seed: int = 1) -> list[Record]:
    rng = random.Random(seed)
    return [
        made_record(0.01 * (1 + k % 7) * factor * math.exp(rng.gauss(0, 0.05)), engine=engine, seed=k, passed=passed)
        for passed in (1, 2)
        for k in range(number)
    ]


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [(1.0, "no difference shown"), (1.3, "B slower"), (0.8, "B faster"), (1.005, "no difference")],
)
def test_differences_are_reported_where_they_are(factor: float, verdict: str) -> None:
    pairs = matched(timed("a", 1.0), timed("b", factor, seed=2), same_engine=False)
    (real, every) = changes(pairs, by_engine=False)
    assert real.verdict.startswith(verdict)
    assert abs(real.ratio.mean / factor - 1) < 0.05
    assert every.ratio == real.ratio
    assert real.ratio.pairs == 40


@pytest.mark.slow
@pytest.mark.parametrize("number", few_of([12, 6, 40]))
def test_intervals_hold_what_they_promise(number: int) -> None:
    """Of 200 comparisons of equals, about 5 % of the intervals leave out 1."""
    rng = random.Random(3)
    missed = 0
    for _ in range(200):
        ratio = ratio_of([(1.0, math.exp(rng.gauss(0, 0.3))) for _ in range(number)])
        missed += not ratio.low <= 1 <= ratio.high
    assert 2 <= missed <= 22


def test_pairs_of_the_same_instance_are_no_evidence_of_their_own() -> None:
    """Eight engines that all took longer on the same instances say no more than one."""
    rng = random.Random(5)
    times = [(1.0, math.exp(rng.gauss(0, 0.3))) for _ in range(20)]
    once = ratio_of(times)
    often = ratio_of(times * 8, [str(k) for k in range(20)] * 8)
    assert (often.pairs, often.instances) == (8 * once.pairs, once.instances)
    assert abs(often.low - once.low) < 0.02
    assert abs(often.high - once.high) < 0.02


def test_ratios_of_nothing_tell_nothing() -> None:
    assert ratio_of([]).words() == "-"
    (change, _) = changes(matched([made_record()], [made_record(answer="unknown")], same_engine=True), by_engine=False)
    assert (change.only_a, change.only_b, change.verdict) == (1, 0, "too few to tell")


def test_few_instances_tell_nothing() -> None:
    for number, verdict in ((1, "too few to tell"), (5, "too few to tell"), (6, "B slower")):
        pairs = matched(timed("a", 1.0, number), timed("b", 2.0, number, seed=2), same_engine=False)
        assert changes(pairs, by_engine=False)[0].verdict == verdict


def test_what_changed_most_and_contradictions_are_reported() -> None:
    b = [*timed("b", 1.0, seed=2), made_record(0.001, engine="b", seed=99, answer="no")]
    a = [*timed("a", 1.0), made_record(1.0, engine="a", seed=99)]
    text = described("a", "b", a, b)
    assert "B faster: 1 s -> 1 ms" in text
    assert "CONTRADICTION: a says yes and b says no to real-deal {} 99" in text
    assert "noise: the slower pass takes 1.0" in text


def small_suite(folder: Path) -> Path:
    path = folder / "small.toml"
    path.write_text(
        'about = "small"\nengines = ["auto"]\n'
        '[[block]]\nname = "real"\nfamily = "real-deal"\nseeds = 8\n[block.parameters]\nobjectives = [2, 5]\n'
    )
    return path


def state(folder: Path, name: str, change: str) -> Path:
    """A copy of the packages in which something is done before every decision."""
    root = folder / name
    for package in ("crewsat", "encodings"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    engines = root / "crewsat" / "engine" / "backends.py"
    before = "    return _RUN[method.kind.name]("
    assert engines.read_text().count(before) == 1
    engines.write_text(engines.read_text().replace(before, f"    {change}\n{before}"))
    return root


@pytest.mark.slow
def test_a_state_that_became_slower_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    states = [state(tmp_path, name, f"sum(range({number}))") for name, number in (("old", 1), ("new", 400_000))]
    store = tmp_path / "compared.sqlite"
    command = ["compare", *map(str, states), "--suite", str(small_suite(tmp_path)), "--store", str(store)]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "real, auto" in text
    assert "B slower" in text
    assert "no difference shown" not in text
    assert len({record.code for record in read_records(store)}) == 2
    assert len(read_records(store)) == 2 * 2 * 16
    assert main(command) == 0, "everything is stored: nothing is measured again"
    assert capsys.readouterr().out == text


@pytest.mark.slow
def test_two_engines_are_compared_on_what_is_stored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite, store = small_suite(tmp_path), tmp_path / "small.sqlite"
    assert main(["run", str(suite), "--store", str(store)]) == 0
    assert main(["compare", "auto", "clingo", "--suite", str(suite), "--store", str(store)]) == 0
    assert "A = auto, B = clingo" in capsys.readouterr().out
    records = read_records(store)
    assert len(records) == 64, "those of auto were stored already"


@pytest.mark.slow
def test_bad_sides_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suite = str(small_suite(tmp_path))
    assert main(["compare", "auto", "no-such-thing", "--suite", suite]) == 1
    assert "is not an engine of the suite, a git revision or a folder" in capsys.readouterr().err
    assert main(["compare", str(ROOT), str(ROOT), "--suite", suite, "--store", str(tmp_path / "x.sqlite")]) == 1
    assert "are the same code" in capsys.readouterr().err
    assert main(["compare", "auto", "auto", "--suite", suite]) == 1
    assert "are the same engine" in capsys.readouterr().err


@pytest.mark.slow
def test_a_state_that_cannot_be_imported_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = state(tmp_path, "broken", "pass")
    (broken / "crewsat" / "__init__.py").write_text("raise ImportError")
    suite, store = str(small_suite(tmp_path)), str(tmp_path / "x.sqlite")
    assert main(["compare", str(broken), str(ROOT), "--suite", suite, "--store", store]) == 1
    assert "this state cannot be measured" in capsys.readouterr().err
