"""`decide(proof=…)`: what is in the answer and on the disk, with limits, full disks, and algorithms that said no."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import BugFound, InvalidProof, WrongOption
from crewsat.base.libraries import DRATIFY
from crewsat.engine import backends, strategy
from crewsat.engine.backends import Finding
from crewsat.engine.notes import Notes, broken_off
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.method import BOUND
from crewsat.games.text import parse_text
from crewsat.proofs import lrat, trimming
from tests.support.random_instances import small_crew

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Proof

LOST = parse_text("a1 b2 / a2 b1; leader 1; 1 wins a1")
REAL = RandomDeal(players=5, objectives=2).with_seed(2)
"""A real deal that is lost, by no algorithm's argument."""

LARGER = RandomDeal(players=4, objectives=8).with_seed(1)
"""Lost after some 3,500 conflicts."""

ARGUED = parse_text("a1 b2 / a2 b1; leader 1; 1 wins a2; 2 wins b2; 1 wins b1 a1")
"""More tricks with objectives than there are tricks."""


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def stem_of(proof: Proof, instance: Instance) -> str:
    """What the names of the files must be: the beginnings of the instance's hash and of one of both files'."""
    both = sha256(f"{proof.formula.sha256}{proof.proof.sha256}".encode()).hexdigest()
    return f"{instance.digest()[:16]}-{both[:8]}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_no_leaves_a_formula_and_a_proof(tmp_path: Path) -> None:
    verdict = crewsat.decide(REAL, proof="new/proofs")
    proof = verdict.proof
    assert proof is not None
    assert (verdict.answer, verdict.method, verdict.solver) == ("no", "cnf-tricks", "cadical195")
    assert (verdict.checked, verdict.unproved) == ("proof", None)
    stem = stem_of(proof, REAL)
    assert files_in(tmp_path / "new" / "proofs") == [f"{stem}.cnf", f"{stem}.lrat"]
    assert proof.formula.path == f"new/proofs/{stem}.cnf"
    assert Path(proof.proof.path).stat().st_size == proof.proof.size
    with Path(proof.formula.path).open("rb") as formula, Path(proof.proof.path).open("rb") as refutation:
        assert lrat.check(formula, refutation) == lrat.Sizes(
            verdict.statistics.variables or 0, proof.clauses, proof.lemmas
        )
    assert verdict.statistics.clauses == proof.clauses
    checked = crewsat.verify_proof(REAL, proof)
    assert (checked.lemmas, checked.size) == (proof.lemmas, proof.proof.size)
    assert checked.also_by == f"dratify {DRATIFY.version()}"
    text = Path(proof.formula.path).read_text()
    assert f"c instance sha256 {REAL.digest()}\n" in text
    assert "c variables 1..8 = play(" in text
    assert (Path(proof.formula.path).stat().st_mode & 0o777) == 0o666 & ~umask()


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_the_json_of_an_answer() -> None:
    verdict = crewsat.decide(LOST, proof="p")
    assert verdict.proof is not None
    stem = stem_of(verdict.proof, LOST)
    answer = json.loads(verdict.to_json())
    assert set(answer["proof"]) == {"formula", "proof"}
    assert answer["proof"]["formula"]["path"] == f"p/{stem}.cnf"
    assert answer["proof"]["proof"]["path"] == f"p/{stem}.lrat"
    assert set(answer["proof"]["formula"]) == {"path", "sha256", "bytes", "clauses", "version"}
    assert answer["proof"]["formula"]["version"] == 2
    assert set(answer["proof"]["proof"]) == {"path", "sha256", "bytes", "lemmas"}
    assert crewsat.verify_proof(LOST, answer["proof"]).lemmas == answer["proof"]["proof"]["lemmas"]
    assert crewsat.verify_proof(LOST, answer["proof"], Path.cwd()).lemmas > 0


@pytest.mark.slow
def test_the_same_proof_has_the_same_files_and_another_one_its_own() -> None:
    first = crewsat.decide(REAL, proof="one").proof
    second = crewsat.decide(REAL.model_copy(update={"about": {"asked": "again"}}), proof="one").proof
    other = crewsat.decide(REAL, proof="one", seed=5).proof
    assert first is not None
    assert second is not None
    assert other is not None
    assert first == second
    assert first.formula.sha256 == other.formula.sha256
    assert first.proof.sha256 != other.proof.sha256
    for proof in (first, other):
        assert crewsat.verify_proof(REAL, proof).lemmas == proof.lemmas


def test_a_yes_needs_no_proof(tmp_path: Path) -> None:
    for deal in (RandomDeal(players=4, objectives=2).with_seed(1), parse_text("a1 / a2; 2 wins a1")):
        verdict = crewsat.decide(deal, proof="p")
        assert (verdict.answer, verdict.checked, verdict.proof) == ("yes", "replayed", None)
    assert files_in(tmp_path / "p") == []


@pytest.mark.slow
def test_random_small_deals_have_the_same_answer_and_a_proof_of_every_no() -> None:
    proved = argued = 0
    for seed in range(150):
        deal = small_crew(seed)
        verdict = crewsat.decide(deal, proof="p")
        plain = crewsat.decide(deal)
        assert verdict.answer == plain.answer, deal.to_json()
        if verdict.answer == "no":
            proved += 1
            argued += verdict.because is not None
            assert (verdict.checked, verdict.because) == ("proof", plain.because), deal.to_json()
            assert verdict.proof is not None
            crewsat.verify_proof(deal, verdict.proof)
    assert proved > 50
    assert argued > 20


def test_what_an_algorithm_denies_is_proved_and_keeps_its_reason() -> None:
    plain, verdict = crewsat.decide(ARGUED), crewsat.decide(ARGUED, proof="p")
    assert (plain.method, plain.checked) == ("bounds", "algorithm")
    assert (verdict.method, verdict.checked, verdict.because) == ("cnf-tricks", "proof", plain.because)
    by_name = crewsat.decide(ARGUED, proof="p", method="cnf-tricks")
    assert (by_name.checked, by_name.because) == ("proof", None)


def test_a_formula_that_contradicts_an_algorithm_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    won = parse_text("a2 b2 / a1 b1; leader 1; 1 wins a1")
    run = backends.run

    def wrong(method: Any, *rest: Any) -> Finding:  # noqa: ANN401
        return Finding("no", because="so it seems") if method.kind is BOUND else run(method, *rest)

    monkeypatch.setattr(strategy, "run", wrong)
    with pytest.raises(BugFound, match="bounds says no, and cnf-tricks found a play"):
        crewsat.decide(won, proof="p")


def test_a_proof_that_our_checker_rejects_is_a_bug(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(_trace: object, _originals: object, proof: Any, **_: object) -> int:  # noqa: ANN401
        proof.write(b"99999 0 1 0\n")
        return 1

    monkeypatch.setattr(trimming, "trim", wrong)
    with pytest.raises(BugFound, match="the proof that there is no winning play is not valid"):
        crewsat.decide(REAL, proof="p")
    assert files_in(tmp_path / "p") == []


@pytest.mark.slow
def test_a_proof_that_is_too_large_or_takes_too_long_costs_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = crewsat.decide(LARGER, proof="p", proof_limit=0.1)
    assert (verdict.answer, verdict.checked, verdict.proof, verdict.unproved) == ("no", "none", None, "size")
    argued = crewsat.decide(ARGUED, proof="p", proof_limit=1e-6)
    assert (argued.answer, argued.method, argued.checked) == ("no", "bounds", "algorithm")
    assert (argued.because, argued.unproved) == (crewsat.decide(ARGUED).because, "size")

    for error, why in ((TimeoutError, "time"), (MemoryError, "memory"), (OSError(28, "full"), "size")):
        with monkeypatch.context() as patch:
            patch.setattr(lrat, "check", raising(error))
            verdict = crewsat.decide(REAL, proof="p")
        assert (verdict.answer, verdict.checked, verdict.proof, verdict.unproved) == ("no", "none", None, why)
    with monkeypatch.context() as patch:
        patch.setattr(lrat, "check", raising(OSError(5, "broken")))
        with pytest.raises(OSError, match="broken"):
            crewsat.decide(REAL, proof="p")
    assert files_in(tmp_path / "p") == []


def raising(error: BaseException | type[BaseException]) -> Any:  # noqa: ANN401 - in place of any function
    def check(*_: object, **__: object) -> None:
        raise error

    return check


@pytest.mark.slow
def test_time_limits_hold_with_proofs(tmp_path: Path) -> None:
    hard = RandomDeal(players=10, objectives=35, suits=10, values=40, trumps=0, tokens=("1", "2", "3", "omega"))
    verdict = crewsat.decide(hard.with_seed(16), proof="p", time_limit=2)
    assert (verdict.answer, verdict.reason, verdict.proof) == ("unknown", "time", None)
    assert files_in(tmp_path / "p") == []


def test_an_interrupted_proof_leaves_no_files_and_keeps_the_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: Notes = {}
    monkeypatch.setattr(shutil, "copyfileobj", raising(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        crewsat.decide(REAL, proof="p", note=known.update)
    assert files_in(tmp_path / "p") == []
    verdict = broken_off(REAL, "auto", "interrupted", known)
    assert (verdict.answer, verdict.checked, verdict.unproved) == ("no", "none", "interrupted")
    assert (verdict.method, verdict.solver, verdict.reason) == ("cnf-tricks", "cadical195", None)
    with pytest.raises(KeyboardInterrupt):
        crewsat.decide(ARGUED, proof="p", note=known.update)
    verdict = broken_off(ARGUED, "auto", "memory", known)
    assert (verdict.answer, verdict.method, verdict.checked) == ("no", "bounds", "algorithm")
    assert (verdict.unproved, verdict.reason) == ("memory", None)


FULL = """
import resource, sys
import crewsat
deal = crewsat.load("deal.json")
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
verdict = crewsat.decide(deal, proof="p")
print(verdict.answer, verdict.checked, verdict.unproved)
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [1_000, 100_000, 300_000])
def test_a_full_disk_costs_the_proof_and_not_the_answer(size: int, tmp_path: Path) -> None:
    """Of the trace, of the formula, or of the proof only the beginning can be written."""
    (tmp_path / "deal.json").write_text(LARGER.to_json())
    child = [sys.executable, "-c", FULL, str(size)]
    told = subprocess.run(child, capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("no none size\n", "")
    assert files_in(tmp_path / "p") == []


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("file", "file/below"):
        with pytest.raises(OSError, match=r"file"):
            crewsat.decide(REAL, proof=folder)


@pytest.mark.slow
def test_many_deals_by_several_workers(tmp_path: Path) -> None:
    deals = [RandomDeal(players=5, objectives=o).with_seed(2) for o in range(2, 6)] * 2
    verdicts = list(crewsat.decide_many(deals, jobs=2, proof="p"))
    for deal, verdict in zip(deals, verdicts, strict=True):
        assert (verdict.answer, verdict.checked) == ("no", "proof")
        assert verdict.proof is not None
        crewsat.verify_proof(deal, verdict.proof)
    assert len(files_in(tmp_path / "p")) == 8
    with crewsat.Decider() as decider:
        assert decider.decide(REAL, proof="p", memory_limit=1_000).checked == "proof"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "exhaustive"}, "method 'exhaustive' does not produce proofs; allowed: auto, cnf-tricks"),
        ({"method": "all"}, "method 'all' does not produce proofs"),
        ({"solver": "glucose4"}, "solver 'glucose4' does not produce proofs; allowed: cadical195"),
        ({"solver": "kissat"}, "solver 'kissat' does not produce proofs"),
        ({"fewest_tricks": True}, "cannot be combined with the fewest tricks"),
        ({"proof_limit": 0}, "proof_limit must be a positive number"),
        ({"proof": None, "proof_limit": 5}, "proof_limit bounds a proof, but no proof is requested"),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongOption, match=words):
        crewsat.decide(LOST, **{"proof": "p", **options})


def test_the_solver_that_writes_proofs_may_be_named() -> None:
    assert crewsat.decide(LOST, proof="p", solver="cadical195", method="cnf-tricks").checked == "proof"


def test_another_instance_another_formula() -> None:
    proof = crewsat.decide(LOST, proof="p").proof
    assert proof is not None
    for other in ("a1 b2 / a2 b1; leader 1; 1 wins a2", "a1 b2 / a2 b1; leader 2; 1 wins a1", "a1 / a2; 1 wins a2"):
        with pytest.raises(InvalidProof, match=r"formula, line [0-9]+: differs from the formula of this instance"):
            crewsat.verify_proof(parse_text(other), proof)
