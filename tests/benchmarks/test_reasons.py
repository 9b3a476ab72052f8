"""Engines that want more than an answer: of a no they get it, and what they get is in the record."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.engines import Engine, table
from benchmarks.families import make
from benchmarks.measure import measure
from benchmarks.reasons import ask
from benchmarks.records import LATER, record_of
from benchmarks.runner import LocalWorkers
from tests.support.runs import NO, YES, task

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.engines import Also
    from benchmarks.records import Record

pytestmark = pytest.mark.usefixtures("here")

FILLED = {
    "proof": {"after_cpu", "proof_bytes", "lemmas"},
    "verify": {"after_cpu", "proof_bytes", "lemmas"},
    "explain": {"after_cpu", "minimal"},
}
"""The columns an engine fills of a no."""


def later(made: Record) -> set[str]:
    return {name for name in LATER if getattr(made, name) is not None}


@pytest.mark.slow
@pytest.mark.parametrize("name", FILLED)
def test_a_no_has_what_was_wanted_and_a_yes_has_not(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    won, lost = (measure(task(table()[name], seed=seed)) for seed in (YES, NO))
    assert (won.answer, won.checked, later(won)) == ("yes", "replayed", set())
    assert (lost.answer, lost.reason, later(lost)) == ("no", None, FILLED[name])
    assert record_of(lost.as_dict()) == lost
    assert 0 < (lost.after_cpu or 0) < (lost.cpu or 0) < lost.wall + 0.1
    assert (lost.solve_cpu or 0) + (lost.after_cpu or 0) < (lost.cpu or 0)
    assert lost.minimal in {None, 1}
    assert (lost.peak_mb or 0) > 1
    assert list(tmp_path.iterdir()) == [], "the proof has vanished"


@pytest.mark.slow
def test_a_proof_is_the_one_decide_gives_and_is_checked_again_by_all_who_can(tmp_path: Path) -> None:
    verdict = crewsat.decide(make("deck", {}, NO), proof=tmp_path)
    assert verdict.proof is not None
    proved, again = (measure(task(table()[name], seed=NO)) for name in ("proof", "verify"))
    for made in (proved, again):
        assert (made.proof_bytes, made.lemmas) == (verdict.proof.proof.size, verdict.proof.lemmas)
    assert proved.checked == "proof"
    assert again.checked.startswith("proof, dratify" if find_spec("dratify") else "proof")


@pytest.mark.slow
def test_a_deck_that_is_lost_is_explained_too() -> None:
    made = measure(task(table()["explain"], family="solitaire", seed=1))
    assert (made.answer, made.minimal, later(made)) == ("no", 1, FILLED["explain"])


def answered(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> None:  # noqa: ANN401 - of any column
    """Whatever is decided, the verdict is a no with these changes."""
    verdict = replace(crewsat.decide(make("deck", {}, NO)), **changes)
    monkeypatch.setattr(crewsat.Decider, "decide", lambda *_, **__: verdict)


@pytest.mark.parametrize("name", ["proof", "verify"])
def test_a_no_whose_proof_is_missing_is_not_what_was_wanted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, unproved="size")
    made = measure(task(table()[name]))
    assert (made.answer, made.reason, made.checked, later(made)) == ("unknown", "size", "none", set())


def test_an_explanation_that_is_not_complete_is_not_what_was_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch)
    half = crewsat.Explanation(crewsat.decide(make("deck", {}, NO)), conflict=("a1",), reason="time", seconds=0.25)
    monkeypatch.setattr(crewsat, "explain", lambda *_, **__: half)
    made = measure(task(table()["explain"]))
    assert (made.answer, made.reason, made.after_cpu, made.minimal) == ("unknown", "time", 0.25, None)


@pytest.mark.slow
def test_an_explanation_has_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def explain(_instance: crewsat.Instance, *, verdict: crewsat.Verdict, time_limit: float | None) -> object:
        limits.append(time_limit)
        return crewsat.Explanation(verdict)

    monkeypatch.setattr(crewsat, "explain", explain)
    measure(task(table()["explain"], seed=NO, time_limit=7.0))
    warm_up, measured = limits
    assert warm_up is None
    assert 0 < (measured or 0) < 7.0


def test_a_method_without_proofs_is_reported() -> None:
    wrong = task(Engine(method="exhaustive", also="proof"))
    with (
        LocalWorkers(1) as workers,
        pytest.raises(crewsat.CrewsatError, match="method 'exhaustive' does not produce proofs"),
    ):
        list(workers.measured([wrong]))


def test_only_engines_of_ours_can_be_asked_for_more() -> None:
    for other in ({"source": "circuit"}, {"command": ["x", "{file}"], "yes": "y", "no": "n"}):
        with pytest.raises(ValueError, match="also = 'proof' applies only to an engine with a method"):
            Engine.model_validate({**other, "also": "proof"})


@pytest.mark.slow
@pytest.mark.parametrize("also", ["verify", "explain"])
def test_what_comes_after_a_no_is_part_of_what_the_run_took(
    also: Also, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proved = crewsat.decide(make("deck", {}, NO), proof=tmp_path)
    answered(monkeypatch, proof=proved.proof, statistics=replace(proved.statistics, cpu_seconds=100.0))
    found = ask(also, crewsat.Decider(), make("deck", {}, NO), {"time_limit": 60.0})
    assert found["cpu"] == pytest.approx(100.0 + found["after_cpu"])
    assert found["after_cpu"] > 1e-3


def test_the_proof_of_something_else_is_not_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, proof=crewsat.decide(make("deck", {}, NO), proof=tmp_path).proof)
    with pytest.raises(crewsat.InvalidProof, match="differs from the formula of this instance"):
        ask("verify", crewsat.Decider(), make("deck", {}, YES), {"time_limit": 60.0})
