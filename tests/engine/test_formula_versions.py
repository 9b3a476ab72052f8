"""The formulas of proofs are a contract: proofs that have been given away must stay checkable.

If a test fails here, the encoding states a game otherwise than before. If that is meant, raise `formula_version` of the
method, and write the golden file anew: `python -m tests.engine.test_formula_versions`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.engine.export import comments
from crewsat.engine.methods import proving_method
from crewsat.games import GAMES
from crewsat.proofs import dimacs
from tests.support.command import run
from tests.support.places import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

LOST = {
    "crew": (
        "c5 a1,3 b1 / a2 b2,4 c1 / a4 b3 c2,3; trump c; leader 1; "
        "1 wins a2[1]; 2 wins b3[2]; 3 wins c5; anybody wins a4; assignment draft; 3 wins at most 1 trick"
    ),
    "hanabi_solitaire": "hanabi solitaire; hand 1; deck a3 b3 a2 b2 a1 b1 a1 b2",
}
VERSIONS = {"crew": 1, "hanabi_solitaire": 1}


def formula_of(game: str) -> str:
    """The formula with its comments, except the one with the version of the program."""
    instance, method = crewsat.parse_text(LOST[game]), proving_method(game)
    formula = method.load(for_proof=True)(instance).formula
    _, *notes = comments(instance, method.name, formula)
    return b"".join(dimacs.text(notes, formula, lambda: False)).decode()


def golden(game: str) -> Path:
    return GOLDEN / f"formula_{game}.cnf"


@pytest.mark.parametrize("game", LOST)
def test_the_formula_of_proofs_is_the_one_of_its_version(game: str) -> None:
    assert proving_method(game).formula_version == VERSIONS[game]
    assert formula_of(game) == golden(game).read_text()


def test_every_formula_of_proofs_has_a_golden_file() -> None:
    assert {game for game in GAMES if any(method.proof for method in GAMES[game].methods)} == set(LOST)


@pytest.mark.parametrize("game", LOST)
def test_a_proof_about_an_older_formula_is_told_apart(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = crewsat.parse_text(LOST[game])
    verdict = crewsat.decide(instance, proof=tmp_path)
    assert verdict.answer == "no"
    assert verdict.proof is not None
    assert "version" not in verdict.proof.as_dict()["formula"]
    newer = [replace(one, formula_version=2) if one.proof else one for one in GAMES[game].methods]
    monkeypatch.setitem(GAMES, game, replace(GAMES[game], methods=tuple(newer)))
    with pytest.raises(crewsat.InvalidProof, match="made with formula version 1; this program states version 2"):
        crewsat.verify_proof(instance, verdict.proof)
    (tmp_path / "lost.json").write_text(instance.to_json())
    (tmp_path / "answer.json").write_text(verdict.to_json())
    told = run("verify", tmp_path / "lost.json", tmp_path / "answer.json")
    assert (told.returncode, told.stdout.count("made with formula version 1")) == (1, 1)
    again = crewsat.decide(instance, proof=tmp_path)
    assert again.proof is not None
    assert json.loads(again.to_json())["proof"]["formula"]["version"] == 2
    assert crewsat.verify_proof(instance, again.proof).lemmas > 0


if __name__ == "__main__":
    for name in LOST:
        golden(name).write_text(formula_of(name))
