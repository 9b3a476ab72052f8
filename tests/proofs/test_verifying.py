"""Proofs that were tampered with, by somebody who may also change the hashes in the answer: all are refuted."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.errors import InvalidProof, Stopped, WrongOption
from crewsat.games.text import parse_text
from crewsat.methods import proving_method
from crewsat.proofs import lrat

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    formula, proof = sorted((folder / "proofs").iterdir())
    return formula, proof


def of_formula(change: Callable[[str], str], *, hashed: bool = True) -> Tamper:
    return _changed(0, change, hashed=hashed)


def of_proof(change: Callable[[str], str], *, hashed: bool = True) -> Tamper:
    return _changed(1, change, hashed=hashed)


def _changed(which: int, change: Callable[[str], str], *, hashed: bool) -> Tamper:
    """Change the text of a file, and with `hashed` also its SHA-256 in the answer, as a forger would."""

    def tamper(folder: Path, answer: dict[str, Any]) -> None:
        path = parts(folder)[which]
        text = path.read_text()
        assert change(text) != text
        path.write_text(change(text))
        if hashed:
            answer["proof"][("formula", "proof")[which]]["sha256"] = sha256(change(text).encode()).hexdigest()

    return tamper


def of_answer(**changes: object) -> Tamper:
    return lambda _folder, answer: answer["proof"].update(changes)


def swapped(_folder: Path, answer: dict[str, Any]) -> None:
    answer["proof"] = {"formula": answer["proof"]["proof"], "proof": answer["proof"]["formula"]}


def a_pipe(folder: Path, _answer: dict[str, Any]) -> None:
    parts(folder)[1].unlink()
    os.mkfifo(folder / "pipe")
    _answer["proof"]["proof"]["path"] = "pipe"


TAMPERED: dict[str, tuple[Tamper, str]] = {
    "formula changed": (of_formula(lambda t: t + "\n", hashed=False), "its SHA-256 differs"),
    "proof changed": (of_proof(lambda t: t + "\n", hashed=False), "its SHA-256 differs"),
    "formula missing": (lambda folder, _: parts(folder)[0].unlink(), "formula proofs/…: cannot be read: no such file"),
    "proof missing": (lambda folder, _: parts(folder)[1].unlink(), "proof proofs/…: cannot be read: no such file"),
    "a folder": (of_answer(proof={"path": "proofs", "sha256": ""}), "proof proofs: is no regular file"),
    "a device": (of_answer(proof={"path": "/dev/zero", "sha256": ""}), "proof /dev/zero: is no regular file"),
    "a pipe": (a_pipe, "proof pipe: is no regular file"),
    "a zero byte": (of_answer(proof={"path": "a\0b", "sha256": ""}), "cannot be read: embedded null byte"),
    "no path": (of_answer(proof={"sha256": ""}), "proof: must have a path and a sha256"),
    "no file": (of_answer(formula=None), "formula: must have a path and a sha256"),
    "a list": (of_answer(formula=["path", "sha256"]), "formula: must have a path and a sha256"),
    "a number": (of_answer(formula={"path": 3, "sha256": ""}), "formula: must have a path and a sha256"),
    "exchanged": (swapped, "formula, line 1: is not as in the formula of this instance"),
    "a clause less": (of_formula(lambda t: t.rsplit("\n", 2)[0] + "\n"), "is not as in the formula of this instance"),
    "a clause more": (of_formula(lambda t: t + "1 0\n"), "is not as in the formula of this instance"),
    "another header": (of_formula(lambda t: t.replace("p cnf 50", "p cnf 51")), "is not as in the formula of this"),
    "an empty clause": (of_formula(lambda t: t.replace("\n-1 ", "\n0\n-1 ", 1)), "is not as in the formula of this"),
    "a long line": (of_formula(lambda t: t.replace("\n-1 ", f"\n{'1 ' * 10**6}", 1)), "is not as in the formula"),
    "no formula": (of_formula(lambda _: "x"), "formula, line 1: is not as in the formula of this instance"),
    "an empty formula": (of_formula(lambda _: ""), "formula, line 1: is not as in the formula of this instance"),
    "a step less": (of_proof(lambda t: t.split("\n", 1)[1]), "proof, line"),
    "no end": (of_proof(lambda t: t.rsplit("\n", 2)[0] + "\n"), "proof: the proof ends without the empty"),
    "an empty proof": (of_proof(lambda _: ""), "proof: the proof ends without the empty clause"),
    "only the end": (of_proof(lambda _: "153 0 1 0\n"), "proof, line 1: clause 1 is not unit"),
    "no text": (of_proof(lambda _: "\x00\x01\n"), "proof, line 1: neither adds a clause nor deletes some"),
}


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


def test_what_the_second_checker_rejects_is_refuted(
    tmp_path: Path, answer: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lrat, "check", lambda *_: lrat.Sizes(50, 152, 9))
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    for text in ("153 0 1 0\n", "153 1 0 0\n", "153 d 999 0\n", "\n", "153\n", "x y z\n"):
        of_proof(lambda _, text=text: text)(tmp_path, answer)  # type: ignore[misc]
        with pytest.raises(InvalidProof, match="proof: dratify does not accept it"):
            crewsat.verify_proof(LOST, answer["proof"], tmp_path)


def test_comments_may_differ_and_another_question_may_not(tmp_path: Path, answer: dict[str, Any]) -> None:
    of_formula(lambda t: t.replace("c crewsat ", f"c {'x' * 10**6} older crewsat "))(tmp_path, answer)
    of_formula(lambda t: f"{t}c the end")(tmp_path, answer)
    assert crewsat.verify_proof(LOST, answer["proof"], tmp_path).lemmas == 9
    with pytest.raises(InvalidProof, match="is not as in the formula of this instance"):
        crewsat.verify_proof(parse_text("a1 b2 / a2 b1; leader 1; 1 wins b1"), answer["proof"], tmp_path)
    things: tuple[Any, ...] = (None, [], "proof", 3)
    for wrong in things:
        with pytest.raises(InvalidProof, match="formula: must have a path and a sha256"):
            crewsat.verify_proof(LOST, wrong, tmp_path)


def test_what_cannot_be_checked_is_said(tmp_path: Path, answer: dict[str, Any]) -> None:
    with pytest.raises(Stopped, match="memory"):
        crewsat.verify_proof(LOST, answer["proof"], tmp_path, memory_limit=0.001)
    with pytest.raises(WrongOption, match="there are no proofs for chess"):
        proving_method("chess")
