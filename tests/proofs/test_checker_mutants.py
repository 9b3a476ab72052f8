"""Small mistakes in our checker: each must change its verdict on some formula and proof, or be known to change none."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import pytest

from crewsat.proofs import lrat
from tests.proofs.test_bogus import KINDS
from tests.proofs.test_lrat import NO_FORMULAS, NO_PROOFS, PROOF, RAT_STEPS, SQUARE, proofs_with_rat_steps
from tests.proofs.test_mutated import cases, changed
from tests.support.mutation import Mutant, installed, mutants_of_module
from tests.support.small_proofs import dimacs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

MODULE = "crewsat.proofs.lrat"

WORDS, TIME, NO_ZERO = "only what is said differs", "only when time is asked for differs", "a hint is never 0"
EQUIVALENT = {
    "lrat._formula: 0 + 1 #2": WORDS,
    "lrat._lines: number % 256 == 0 with NotEq #1": TIME,
    "lrat._lines: 256 + 1 #1": TIME,
    "lrat._lines: 0 + 1 #1": TIME,
    "lrat._groups: hint < 0 with LtE #1": NO_ZERO,
    "lrat._groups: 0 + 1 #1": NO_ZERO,
}
"""Mistakes that change no verdict, and why."""


def questions() -> Iterator[tuple[str, str]]:
    """Formulas and proofs of every kind there is: by hand, bogus, changed, right ones with and without RAT."""
    yield SQUARE, PROOF
    yield f"c a comment\n\n{SQUARE}", PROOF
    yield from ((SQUARE, proof) for proof, _ in NO_PROOFS)
    yield from ((formula, PROOF) for formula, _ in NO_FORMULAS)
    yield from ((formula, step) for formula, step, _ in RAT_STEPS)
    yield from ((formula, proof) for formula, proof, _ in proofs_with_rat_steps(100))
    rng = random.Random(11)
    for kind in KINDS:
        for _ in range(25):
            clauses, variables, proof = kind(rng)
            yield dimacs(clauses, variables), proof
    originals = cases(rng)
    for number in range(400):
        _, (clauses, variables, lines) = changed(rng, originals[number % len(originals)])
        yield dimacs(clauses, variables), "".join(f"{line}\n" for line in lines)


def verdict(checker: ModuleType, formula: str, proof: str) -> str:
    """What a checker says: accepted with sizes, rejected in which line, or an error."""
    try:
        sizes = checker.check(io.BytesIO(formula.encode()), io.BytesIO(proof.encode()))
    except checker.Rejected as rejected:
        return str(rejected).split(":")[0]
    except Exception as error:  # noqa: BLE001 - a mistake may raise anything
        return repr(type(error))
    return f"{sizes.variables} {sizes.clauses} {sizes.lemmas}"


def is_noticed(mutant: Mutant, judged: list[tuple[str, str, str]]) -> bool:
    with installed([MODULE], mutant) as checker:
        return any(verdict(checker, formula, proof) != right for formula, proof, right in judged)


@pytest.mark.slow
def test_every_mistake_in_the_checker_is_noticed() -> None:
    judged = [(formula, proof, verdict(lrat, formula, proof)) for formula, proof in questions()]
    mutants = mutants_of_module(MODULE, skip=["_reject"])
    unnoticed = {mutant.name for mutant in mutants if not is_noticed(mutant, judged)}
    assert unnoticed == set(EQUIVALENT)
    assert len(mutants) > 100
