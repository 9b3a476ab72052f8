"""Files of proofs that somebody has changed, with the digest made right: what is still confirmed is still a proof.

A proof may stay one: a clause that nothing uses is dropped, or a deletion; a number of a clause that nothing names is
another; a hint names a clause that is the same at that place. So each file that `crewsat verify` confirms is judged by
code that shares nothing with our checker: PySAT propagates of every clause that is added (`is_right`), and `dratify`.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from tests.support.chunks import sizes
from tests.support.command import run
from tests.support.small_proofs import is_right, why_not, why_not_dratify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CASES = [
    case
    for case in json.loads(Path(__file__).parents[1].joinpath("cases", "public.json").read_text())["cases"]
    if case["area"] == "lrat"
]


def line_dropped(rng: random.Random, lines: list[str]) -> list[str]:
    at = rng.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def number_changed(rng: random.Random, lines: list[str]) -> list[str]:
    at = rng.randrange(len(lines))
    places = [*re.finditer(r"-?[1-9][0-9]*", lines[at])]
    place = rng.choice(places)
    number = int(place[0])
    new = rng.choice((number + 1, number - 1, -number, rng.randint(1, abs(number))))
    line = lines[at][: place.start()] + str(new) + lines[at][place.end() :]
    return [*lines[:at], line, *lines[at + 1 :]]


def lost_deals(number: int, folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Deals that a formula shows to be lost, each with its answer and files of its proof, which is not too short."""
    for seed in range(1_000):
        deal = RandomDeal(players=3, objectives=5, suits=3, values=3).with_seed(seed)
        verdict = crewsat.decide(deal, method="cnf-tricks", proof=folder)
        if verdict.proof is not None and verdict.proof.lemmas >= 8:
            path = folder / f"{seed}.json"
            path.write_text(deal.to_json())
            yield path, verdict.as_dict()
            number -= 1
        if number == 0:
            return


def judged(mutants: int, folder: Path) -> tuple[int, int]:
    """Change the proof of each of some deals; return how many were confirmed, all rightly, and how many were not."""
    rng = random.Random(mutants)
    confirmed = refused = 0
    for path, answer in lost_deals(mutants // 10, folder):
        file = Path(answer["proof"]["proof"]["path"])
        formula = Path(answer["proof"]["formula"]["path"]).read_text()
        clauses = [tuple(map(int, line.split()[:-1])) for line in formula.splitlines() if line[0] not in "cp"]
        whole = file.read_text()
        changes: tuple[Callable[[random.Random, list[str]], list[str]], ...] = line_dropped, number_changed
        for change in changes * 5:
            proof = "".join(f"{line}\n" for line in change(rng, whole.splitlines()))
            file.write_text(proof)
            told = {**answer["proof"]["proof"], "sha256": hashlib.sha256(proof.encode()).hexdigest()}
            told |= {"bytes": len(proof)} if "bytes" in told else {}
            told["lemmas"] = sum(line.split()[1] != "d" for line in proof.splitlines())
            (folder / "answer.json").write_text(json.dumps({**answer, "proof": {**answer["proof"], "proof": told}}))
            status = run("verify", path, folder / "answer.json").returncode
            assert (status == 0) == (why_not(formula, proof) is None)
            if status == 0:
                assert is_right(clauses, proof), f"{path.read_text()}\n{proof}"
                assert why_not_dratify(formula, proof) is None, f"{path.read_text()}\n{proof}"
            confirmed, refused = confirmed + (status == 0), refused + (status != 0)
        file.write_text(whole)
    return confirmed, refused


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(20, 40))
def test_files_of_proofs_that_are_changed_and_confirmed_are_proofs(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    confirmed, refused = judged(number, tmp_path)
    assert (confirmed > 0, refused > confirmed, confirmed + refused) == (True, True, number), (confirmed, refused)


@pytest.mark.thorough
def test_a_thousand_files_of_proofs_that_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert sum(judged(1_000, tmp_path)) == 1_000


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_proofs_of_public_reports(case: dict[str, Any]) -> None:
    """Some checker crashed on them, or was wrong; `source` says which report it is."""
    why = why_not(case["input"]["cnf"], case["input"]["lrat"])
    if case["expected"] == "either":
        assert why is not None
        assert "goes on after the empty clause" in why
    else:
        assert (why is None) == (case["expected"] == "accepted"), (case["source"], why)


def test_there_are_cases() -> None:
    assert {case["expected"] for case in CASES} == {
        "accepted",
        "rejected",
        "rejected (no empty clause)",
        "either",
    }
