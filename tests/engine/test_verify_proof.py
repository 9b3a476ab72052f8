"""Proofs that were tampered with, by somebody who may also change the hashes in the answer: all are refuted."""

from __future__ import annotations

import json
import os
import traceback
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidProof, Stopped, WrongOption
from crewsat.engine.limits import Limits
from crewsat.engine.methods import METHODS, proving_method
from crewsat.games.text import parse_text
from crewsat.proofs import dimacs, lrat

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    Tamper = Callable[[Path, dict[str, Any]], None]

LOST = parse_text("a1 b2 / a2 b1; leader 1; 1 wins a1")


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The answer to a lost deal; formula and proof are in a folder below."""
    monkeypatch.chdir(tmp_path)
    told: dict[str, Any] = json.loads(crewsat.decide(LOST, proof="proofs").to_json())
    return told


def parts(folder: Path) -> tuple[Path, Path]:
    """The files of the formula and the proof."""
    formula, proof = sorted((folder / "proofs").iterdir())  # .cnf, .lrat
    return formula, proof


def of_formula(change: Callable[[str], str], *, hashed: bool = True) -> Tamper:
    return _changed(0, change, hashed=hashed)


def of_proof(change: Callable[[str], str], *, hashed: bool = True) -> Tamper:
    return _changed(1, change, hashed=hashed)


def _changed(which: int, change: Callable[[str], str], *, hashed: bool) -> Tamper:
    """Change the text of a file, and with `hashed` also size and SHA-256 in the answer, as a forger would."""

    def tamper(folder: Path, answer: dict[str, Any]) -> None:
        path = parts(folder)[which]
        text = path.read_text()
        assert change(text) != text
        path.write_text(change(text))
        if hashed:
            now = change(text).encode()
            answer["proof"][("formula", "proof")[which]] |= {"sha256": sha256(now).hexdigest(), "bytes": len(now)}

    return tamper


def of_answer(**changes: object) -> Tamper:
    return lambda _folder, answer: answer["proof"].update(changes)


def told_of(which: str, **changes: object) -> Tamper:
    return lambda _folder, answer: answer["proof"][which].update(changes)


def file_named(path: str, size: object = 0) -> dict[str, object]:
    return {"path": path, "sha256": "", "bytes": size}


def swapped(_folder: Path, answer: dict[str, Any]) -> None:
    answer["proof"] = {"formula": answer["proof"]["proof"], "proof": answer["proof"]["formula"]}


def a_pipe(folder: Path, _answer: dict[str, Any]) -> None:
    parts(folder)[1].unlink()
    os.mkfifo(folder / "pipe")
    _answer["proof"]["proof"]["path"] = "pipe"


TAMPERED: dict[str, tuple[Tamper, str]] = {
    "formula changed": (of_formula(lambda t: t.replace("p cnf 50", "p cnf 51"), hashed=False), "its SHA-256 differs"),
    "proof changed": (of_proof(lambda t: t.replace("153", "154"), hashed=False), "its SHA-256 differs"),
    "formula longer": (of_formula(lambda t: t + "\n", hashed=False), "its size differs"),
    "proof shorter": (of_proof(lambda t: t[:-1], hashed=False), "its size differs"),
    "a folder": (of_answer(proof=file_named("proofs")), "proof proofs: is not a regular file"),
    "a device": (of_answer(proof=file_named("/dev/zero")), "proof /dev/zero: is not a regular file"),
    "a pipe": (a_pipe, "proof pipe: is not a regular file"),
    "a zero byte": (of_answer(proof=file_named("a\0b")), "cannot be read: embedded null byte"),
    "true as a size": (of_answer(proof=file_named("x", True)), "proof: must have a path and a sha256"),
    "another number of clauses": (told_of("formula", clauses=153), "formula: has 152 clauses, which is not what"),
    "true clauses": (told_of("formula", clauses=152.0), "formula: has 152 clauses, which is not what"),
    "another number of steps": (told_of("proof", lemmas=8), "proof: has 9 lemmas, which is not what"),
    "no path": (of_answer(proof={"sha256": ""}), "proof: must have a path and a sha256"),
    "no file": (of_answer(formula=None), "formula: must have a path and a sha256"),
    "a list": (of_answer(formula=["path", "sha256"]), "formula: must have a path and a sha256"),
    "a number": (of_answer(formula={"path": 3, "sha256": ""}), "formula: must have a path and a sha256"),
    "exchanged": (swapped, "formula, line 1: differs from the formula of this instance"),
    "a clause less": (of_formula(lambda t: t.rsplit("\n", 2)[0] + "\n"), "differs from the formula of this instance"),
    "a clause more": (of_formula(lambda t: t + "1 0\n"), "differs from the formula of this instance"),
    "another header": (of_formula(lambda t: t.replace("p cnf 50", "p cnf 51")), "differs from the formula of this"),
    "an empty clause": (of_formula(lambda t: t.replace("\n-1 ", "\n0\n-1 ", 1)), "differs from the formula of this"),
    "a long line": (of_formula(lambda t: t.replace("\n-1 ", f"\n{'1 ' * 10**6}", 1)), "differs from the formula"),
    "no formula": (of_formula(lambda _: "x"), "formula, line 1: differs from the formula of this instance"),
    "an empty formula": (of_formula(lambda _: ""), "formula, line 1: differs from the formula of this instance"),
    "a step less": (of_proof(lambda t: t.split("\n", 1)[1]), "proof, line"),
    "no end": (of_proof(lambda t: t.rsplit("\n", 2)[0] + "\n"), "proof: the proof ends without the empty"),
    "an empty proof": (of_proof(lambda _: ""), "proof: the proof ends without the empty clause"),
    "only the end": (of_proof(lambda _: "153 0 1 0\n"), "proof, line 1: clause 1 is not unit"),
    "no text": (of_proof(lambda _: "\x00\x01\n"), "proof, line 1: neither adds a clause nor deletes some"),
}


def test_a_path_and_a_hash_are_enough(tmp_path: Path, answer: dict[str, Any]) -> None:
    told = {name: {key: file[key] for key in ("path", "sha256")} for name, file in answer["proof"].items()}
    assert crewsat.verify_proof(LOST, told, tmp_path).lemmas == 9


@pytest.mark.slow
@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_refuted(name: str, tmp_path: Path, answer: dict[str, Any]) -> None:
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    tamper, words = TAMPERED[name]
    tamper(tmp_path, answer)
    with pytest.raises(InvalidProof) as refuted:
        crewsat.verify_proof(LOST, answer["proof"], tmp_path)
    for part in words.split("…"):
        assert part in str(refuted.value)
    assert "\n" not in str(refuted.value)


def test_what_the_second_checker_cannot_follow_is_said(
    tmp_path: Path, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def believe(_: BinaryIO, proof: BinaryIO, **__: object) -> lrat.Sizes:
        proof.seek(0, os.SEEK_END)
        return lrat.Sizes(50, 152, 9)

    monkeypatch.setattr(lrat, "check", believe)
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    for text in ("153 0 1 0\n", "153 1 0 0\n", "153 d 999 0\n", "\n", "153\n", "x y z\n"):
        of_proof(lambda _, text=text: text)(tmp_path, answer)  # type: ignore[misc]
        checked = crewsat.verify_proof(LOST, answer["proof"], tmp_path)
        assert checked.also_by is None
        assert checked.not_followed
        assert "\n" not in checked.not_followed


def test_comments_may_differ_and_another_question_may_not(tmp_path: Path, answer: dict[str, Any]) -> None:
    of_formula(lambda t: t.replace("c crewsat ", f"c {'x' * 10**6} older crewsat "))(tmp_path, answer)
    of_formula(lambda t: f"{t}c the end\n")(tmp_path, answer)
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    with pytest.raises(InvalidProof, match="differs from the formula of this instance"):
        crewsat.verify_proof(parse_text("a1 b2 / a2 b1; leader 1; 1 wins b1"), answer["proof"], tmp_path)
    things: tuple[Any, ...] = (None, [], "proof", 3)
    for wrong in things:
        with pytest.raises(InvalidProof, match="formula: must have a path and a sha256"):
            crewsat.verify_proof(LOST, wrong, tmp_path)


def test_what_cannot_be_checked_is_said(tmp_path: Path, answer: dict[str, Any]) -> None:
    with pytest.raises(Stopped, match="memory"):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path, memory_limit=0.001)
    for limits in ({"memory_limit": None}, {"memory_limit": inf}, {"time_limit": inf}, {"time_limit": None}):
        assert crewsat.verify_proof(LOST, answer["proof"], tmp_path, **limits).lemmas == 9
    with pytest.raises(WrongOption, match="time_limit must be a positive number"):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path, time_limit=0)
    with pytest.raises(WrongOption, match="there are no proofs for chess"):
        proving_method("chess")
    with pytest.raises(WrongOption, match="method 'exhaustive' does not produce proofs"):
        next(method for method in METHODS["crew"] if method.name == "exhaustive").load_for_proof()


def test_time_is_asked_for_all_the_way(tmp_path: Path, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    of_formula(lambda t: t + "c\n" * 300)(tmp_path, answer)
    askers: list[str] = []
    most = inf

    def late(_: Limits) -> bool:
        askers.append(Path(traceback.extract_stack()[-2].filename).stem)
        return len(askers) > most

    monkeypatch.setattr(Limits, "late", late)
    crewsat.verify_proof(LOST, answer["proof"], tmp_path)
    assert {"snapshot", "formula", "dimacs", "lrat"} <= set(askers)
    for number in range(len(askers)):
        most = number
        askers.clear()
        with pytest.raises(Stopped, match="time"):
            crewsat.verify_proof(LOST, answer["proof"], tmp_path)


@pytest.mark.parametrize("which", ["formula", "proof"])
def test_a_file_that_cannot_be_read_is_no_refutation(tmp_path: Path, answer: dict[str, Any], which: str) -> None:
    path = tmp_path / answer["proof"][which]["path"]
    path.unlink()
    with pytest.raises(FileNotFoundError, match=path.name):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path)


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="there is no such file")  # noqa: PTH110
def test_files_that_are_no_files_are_named_and_not_waited_for(tmp_path: Path, answer: dict[str, Any]) -> None:
    answer["proof"]["proof"] = file_named("/proc/self/mem", 100)
    with pytest.raises(InvalidProof, match="its size differs"):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("p cnf ", "p  cnf\t").replace(" 0\n", "  0 \r\n"), None),
        (lambda text: text.replace(" 0\n", " 0\n\n"), None),
        (lambda text: text.replace(" 0\n", " \n0\n", 1), "differs from the formula of this instance"),
        (lambda text: text.rstrip("\n") + " " * 9000 + "\n", "differs from the formula of this instance"),
        (lambda text: text.rstrip("\n"), "differs from the formula of this instance"),
    ],
)
def test_blanks_of_a_formula_do_not_count(
    change: Callable[[str], str], words: str | None, tmp_path: Path, answer: dict[str, Any]
) -> None:
    of_formula(change)(tmp_path, answer)
    if words is None:
        assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas > 0
    else:
        with pytest.raises(InvalidProof, match=words):
            crewsat.verify_proof(LOST, answer["proof"], tmp_path)


def test_a_sparse_file_is_not_read(tmp_path: Path, answer: dict[str, Any]) -> None:
    with parts(tmp_path)[1].open("r+b") as proof:
        proof.truncate(1 << 40)
    with pytest.raises(InvalidProof, match="its size differs"):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path)


def test_what_is_written_to_the_files_meanwhile_is_not_read(
    tmp_path: Path, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody changes the question, and the proof, after their hashes were found right."""
    compare = dimacs.first_difference
    formula, proof = parts(tmp_path)
    read: list[bytes] = []

    def change(stream: BinaryIO, *rest: Any) -> int | None:  # noqa: ANN401
        formula.write_bytes(b"p cnf 1 2\n1 0\n-1 0\n")
        proof.write_bytes(b"3 0 1 2 0\n")
        return compare(stream, *rest)

    def check(*streams: BinaryIO, **_: object) -> lrat.Sizes:
        read.extend(stream.read() for stream in streams)
        return lrat.Sizes(50, 152, 9)

    before = [path.read_bytes() for path in (formula, proof)]
    monkeypatch.setattr(dimacs, "first_difference", change)
    monkeypatch.setattr(lrat, "check", check)
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    assert read == before


def test_a_hash_may_be_written_in_capitals(tmp_path: Path, answer: dict[str, Any]) -> None:
    answer["proof"]["proof"]["sha256"] = answer["proof"]["proof"]["sha256"].upper()
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
