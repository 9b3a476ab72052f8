"""The formulas of proofs are a contract: proofs that have been given away must stay checkable.

Each game with proofs has a golden file: version, a lost instance, and its formula. If a test fails here, the encoding
states the game otherwise than before. If that is meant, raise `formula_version` of the method, and write the files
anew: `python -m tests.engine.test_formula_versions`; with a lost instance as text behind it, that of its game.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine.export import comments
from crewsat.engine.methods import proving_method
from crewsat.games import GAMES
from crewsat.proofs import dimacs
from tests.support.command import run
from tests.support.places import GOLDEN

if TYPE_CHECKING:
    from crewsat.games.instance import Instance


def golden(game: str) -> Path:
    return GOLDEN / f"formula_{game}.cnf"


PROVED = [game for game in GAMES if golden(game).exists()]


def formula_of(instance: Instance) -> str:
    """The formula with its comments; the version is its own in place of that of the program."""
    method = proving_method(instance.game)
    formula = method.load_for_proof()(instance).formula
    _, *notes = comments(instance, method.name, formula)
    notes.insert(0, f"formula version {method.formula_version}")
    return b"".join(dimacs.text(notes, formula, lambda: False)).decode()


def lost(game: str) -> Instance:
    """The instance of a golden file."""
    start = "c instance {"
    (line,) = (line for line in golden(game).read_text().splitlines() if line.startswith(start))
    instance: Instance = GAMES[game].instance(**json.loads(line[len(start) - 1 :]))
    return instance


@pytest.mark.parametrize("game", PROVED)
def test_the_formula_of_proofs_is_the_one_of_its_version(game: str) -> None:
    assert formula_of(lost(game)) == golden(game).read_text()


def test_every_formula_of_proofs_has_a_golden_file() -> None:
    assert [game for game in GAMES if any(method.proof for method in GAMES[game].methods)] == PROVED


def with_another_formula(entry: dict[str, Any]) -> None:
    """Leave the last clause out of the file of a formula."""
    path = Path(entry["path"])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    entry |= {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "bytes": path.stat().st_size}


@pytest.mark.parametrize("game", PROVED)
def test_a_proof_about_an_older_formula_is_reported_apart(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = lost(game)
    verdict = crewsat.decide(instance, proof=tmp_path)
    assert verdict.answer == "no"
    assert verdict.proof is not None
    version = proving_method(game).formula_version
    assert verdict.proof.as_dict()["formula"].get("version", 1) == version
    newer = [replace(one, formula_version=version + 1) if one.proof else one for one in GAMES[game].methods]
    monkeypatch.setitem(GAMES, game, replace(GAMES[game], methods=tuple(newer)))
    assert crewsat.verify_proof(instance, verdict.proof).lemmas > 0  # both versions state this instance alike
    said = f"made with formula version {version}; this program states version {version + 1}"
    answer = json.loads(verdict.to_json())
    with_another_formula(answer["proof"]["formula"])
    with pytest.raises(crewsat.InvalidProof, match=f"differs from the formula of this instance: {said}"):
        crewsat.verify_proof(instance, answer["proof"])
    later = {**answer["proof"], "formula": {**answer["proof"]["formula"], "version": version + 2}}
    with pytest.raises(crewsat.InvalidProof, match=f"formula version {version + 2}; this program states"):
        crewsat.verify_proof(instance, later)
    (tmp_path / "lost.json").write_text(instance.to_json())
    (tmp_path / "answer.json").write_text(json.dumps(answer))
    told = run("verify", tmp_path / "lost.json", tmp_path / "answer.json")
    assert (told.returncode, told.stdout.count(said)) == (1, 1)
    again = crewsat.decide(instance, proof=tmp_path)
    assert again.proof is not None
    assert json.loads(again.to_json())["proof"]["formula"]["version"] == version + 1
    assert crewsat.verify_proof(instance, again.proof).lemmas > 0


if __name__ == "__main__":
    for one in [crewsat.parse_text(text) for text in sys.argv[1:]] or [lost(game) for game in PROVED]:
        golden(one.game).write_text(formula_of(one))
