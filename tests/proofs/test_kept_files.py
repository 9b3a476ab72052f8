"""The files of a proof: both or none, where the answer says, and no proof of a trace with a hole."""

from __future__ import annotations

import os
import re
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest

import crewsat
from crewsat.base.errors import WrongOption
from crewsat.games.text import parse_text
from crewsat.proofs import lrat, trimming
from tests.proofs.test_proving import pigeons
from tests.support.small_proofs import trace_of

LOST = parse_text("a1 b2 / a2 b1; leader 1; 1 wins a1")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def in_the_way(ending: str) -> str:
    """Make a folder where a file of the proof must go; return its name."""
    proof = crewsat.decide(LOST, proof="p").proof
    assert proof is not None
    paths = [Path(proof.formula.path), Path(proof.proof.path)]
    for path in paths:
        path.unlink()
    (wanted,) = (path for path in paths if path.suffix == ending)
    wanted.mkdir()
    return str(wanted)


@pytest.mark.parametrize("ending", [".cnf", ".lrat"])
def test_both_files_are_kept_or_none_and_the_error_names_the_file(ending: str) -> None:
    folder = in_the_way(ending)
    with pytest.raises(IsADirectoryError, match=re.escape(folder)):
        crewsat.decide(LOST, proof="p")
    assert [str(path) for path in Path("p").iterdir()] == [folder]


@pytest.mark.slow
def test_in_a_batch_the_error_comes_after_all_answers() -> None:
    in_the_way(".lrat")
    verdicts = crewsat.decide_many([LOST, parse_text("a1 / a2; 2 wins a2")], jobs=1, proof="p")
    first, second = next(verdicts), next(verdicts)
    assert (first.answer, first.unproved, second.answer) == ("no", "crash", "yes")
    with pytest.raises(IsADirectoryError):
        next(verdicts)


def test_what_two_runs_leave_at_once_is_not_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The formula is there from before; the proof cannot be kept this time."""
    proof = crewsat.decide(LOST, proof="p").proof
    assert proof is not None
    replace = Path.replace

    def refuse(part: Path, target: Path) -> Path:
        if target.suffix == ".lrat":
            raise PermissionError(13, "not allowed", str(target))
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(PermissionError):
        crewsat.decide(LOST, proof="p")
    assert crewsat.verify_proof(LOST, proof).lemmas == proof.lemmas
    assert len(list(Path("p").iterdir())) == 2


def test_paths_lead_through_links_and_back() -> None:
    Path("far/away").mkdir(parents=True)
    Path("link").symlink_to("far/away")
    proof = crewsat.decide(LOST, proof="link/../p").proof
    assert proof is not None
    assert Path(proof.proof.path).parent == Path("far/p")
    assert crewsat.verify_proof(LOST, proof).lemmas == proof.lemmas


@pytest.mark.slow
def test_a_worker_that_stays_where_it_began_keeps_the_files_here(tmp_path: Path) -> None:
    with crewsat.Decider() as decider:
        assert decider.decide(LOST, proof="p").proof is not None
        (tmp_path / "other").mkdir()
        os.chdir(tmp_path / "other")
        proof = decider.decide(LOST, proof="q").proof
    assert proof is not None
    assert Path(proof.proof.path).parent == Path("q")
    assert Path(proof.proof.path).is_file()


@pytest.mark.parametrize("folder", [b"p", 3, "\udcff", "a\0b"])
def test_a_folder_has_a_name_that_is_text(folder: Any) -> None:  # noqa: ANN401
    with pytest.raises(WrongOption, match="proof must be a folder with a name in UTF-8, not "):
        crewsat.decide(LOST, proof=folder)


def test_a_hole_in_the_trace_is_noticed() -> None:
    """As CaDiCaL leaves it on a disk that was full for a while."""
    whole, originals = trace_of(*pigeons(5))
    lines = whole.splitlines(keepends=True)
    derived = [k for k, line in enumerate(lines) if line.split()[1] != b"d"]
    assert len(derived) > 20
    for k in derived[:-1]:
        with TemporaryFile() as trace, TemporaryFile() as proof:
            trace.writelines(lines[:k] + lines[k + 1 :])
            trace.flush()
            with pytest.raises(trimming.Incomplete):
                trimming.trim(trace, originals, proof)


@pytest.mark.parametrize("error", [trimming.Unreadable("the line at byte 7"), lrat.Unended("proof, line 3")])
def test_what_cannot_be_read_costs_the_proof_and_not_the_answer(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(trimming, "trim", fail)
    verdict = crewsat.decide(LOST, proof="p")
    assert (verdict.answer, verdict.proof, verdict.unproved) == ("no", None, "size")


def test_a_time_out_of_the_system_is_no_limit_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise TimeoutError(110, "connection timed out")

    monkeypatch.setattr(lrat, "check", fail)
    with pytest.raises(TimeoutError):
        crewsat.decide(LOST, proof="p")
