"""Our checker: proofs by hand, with RAT steps and extensions, and everything it must reject, with line and reason."""

from __future__ import annotations

import ast
import io
import random
from itertools import product
from pathlib import Path

import pytest

from crewsat.proofs import lrat
from tests.proofs.small_proofs import accepted, dimacs, hints_for, random_clauses, why_not, words

SQUARE = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
"""All four clauses of two variables: unsatisfiable."""

PROOF = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"


def test_a_proof_by_hand() -> None:
    assert accepted(SQUARE, PROOF) == (True, True)
    sizes = lrat.check(io.BytesIO(SQUARE.encode()), io.BytesIO(PROOF.encode()))
    assert sizes == lrat.Sizes(variables=2, clauses=4, lemmas=2)


def test_a_literal_may_be_written_twice() -> None:
    assert accepted(SQUARE.replace("1 -2", "1 1 -2", 1), "5 1 1 0 1 2 0\n6 0 5 3 4 0\n") == (True, True)


def test_comments_are_read_over() -> None:
    assert (
        why_not(f"c before\n{SQUARE.replace('1 -2', 'c p cnf 9 9 between' + chr(10) + '1 -2', 1)}c after\n", PROOF)
        is None
    )


def test_an_extension_is_accepted_by_rat() -> None:
    """x3 is defined as x1 and x2: the third clause names those that contain its pivot's negation."""
    definition = "5 3 -1 -2 0 0\n6 -3 1 0 -5 0\n7 -3 2 0 -5 0\n"
    assert accepted(SQUARE, f"{definition}8 1 0 1 2 0\n9 0 8 3 4 0\n") == (True, True)


def test_rat_steps_need_every_clause_with_the_negated_pivot() -> None:
    formula = "p cnf 3 4\n-1 2 0\n-1 -2 3 0\n1 -3 0\n1 2 3 0\n"
    step = "5 1 -2 -3 0 {}\n"
    assert why_not(formula, step.format("-1 -2 0")) == "proof: the proof ends without the empty clause"
    for hints, words_of in (
        ("-1 0", "no hint names clause 2, which contains -1"),
        ("-2 0", "no hint names clause 1, which contains -1"),
        ("0", "no hint names clause 1, which contains -1"),
        ("-1 -2 -3 0", "clause 3 is not there, or does not contain -1"),
        ("-1 -1 -2 0", "clause 1 is not there, or does not contain -1, or comes twice"),
        ("-1 -2 -9 0", "clause 9 is not there"),
        ("-1 3 -2 0", "there are hints for clause 1, which needs none"),
    ):
        found = why_not(formula, step.format(hints))
        assert found is not None
        assert words_of in found, hints


def test_the_pivot_is_the_first_literal() -> None:
    formula = "p cnf 2 2\n1 2 0\n-2 1 0\n"
    assert why_not(formula, "3 1 2 0 0\n") == "proof: the proof ends without the empty clause"
    assert why_not("p cnf 2 1\n2 -1 0\n", "2 1 -2 0 -1 0\n") == "proof: the proof ends without the empty clause"
    assert why_not("p cnf 3 1\n-2 3 0\n", "2 2 1 0 -1 0\n") == "proof, line 1: clause 2 does not follow by its hints"
    why = why_not("p cnf 2 2\n-1 2 0\n-2 0\n", "3 1 0 -1 2 0\n")
    assert why == "proof, line 1: clause 2 is not unit where it is a hint"
    assert why_not("p cnf 3 1\n-2 3 0\n", "2 1 2 0 0\n") == "proof: the proof ends without the empty clause"


@pytest.mark.parametrize(
    ("proof", "words_of"),
    [
        ("", "proof: the proof ends without the empty clause"),
        ("5 1 0 1 2 0\n", "proof: the proof ends without the empty clause"),
        ("6 0 3 4 0\n", "line 1: clause 3 is not unit"),
        ("6 0 0\n", "line 1: clause 6 does not follow"),
        ("5 1 0 1 0\n", "line 1: no hint names clause 3, which contains -1"),
        ("5 1 0 2 2 1 0\n", "line 1: clause 2 is not unit where it is a hint"),
        ("5 1 0 1 2 3 0\n", "line 1: there are hints after the contradiction in clause 2"),
        ("5 1 0 1 2 -3 0\n", "line 1: clause 5 does not follow"),
        ("5 1 0 1 9 0\n", "line 1: there is no clause 9"),
        ("4 1 0 1 2 0\n", "line 1: clause 4 comes after clause 4"),
        ("7 1 0 1 2 0\n6 0 7 3 4 0\n", "line 2: clause 6 comes after clause 7"),
        ("5 1 0 1 2 0\n5 d 9 0\n", "line 2: there is no clause 9 to delete"),
        ("5 1 0 1 2 0\n5 d 1 1 0\n", "line 2: there is no clause 1 to delete"),
        ("5 1 0 1 2 0\n6 d 1 0\n", "line 2: a deletion bears the number before it, 5, not 6"),
        ("5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", "line 3: there is no clause 3"),
        ("5 1 -1 0 0\n", "line 1: clause 5 has a literal and its negation"),
        ("5 0 -1 0\n", "line 1: clause 5 does not follow"),
        (PROOF + "7 0 6 0\n", "line 3: the proof goes on after the empty clause"),
        (PROOF.replace("\n", "\r\n"), "line 1: neither adds a clause nor deletes some"),
        (PROOF[:-1], "line 3: neither adds"),
        ("c comment\n" + PROOF, "line 1: neither adds"),
        ("5 1 0 1 2\n", "line 1: neither adds"),
        ("5 1 1 2 0\n", "line 1: neither adds"),
        ("5  1 0 1 2 0\n", "line 1: neither adds"),
        ("+5 1 0 1 2 0\n", "line 1: neither adds"),
        ("5 1_0 0 1 2 0\n", "line 1: neither adds"),
        ("05 1 0 1 2 0\n", "line 1: neither adds"),
        ("5 1 0 01 2 0\n", "line 1: neither adds"),
        ("-5 1 0 1 2 0\n", "line 1: neither adds"),
        ("5 " + "9" * 5000 + " 0 1 2 0\n", "line 1: neither adds"),
        ("5 d 1 -2 0\n", "line 1: neither adds"),
        ("\u0665 1 0 1 2 0\n", "line 1: neither adds"),
        ("\n", "line 1: neither adds"),
    ],
)
def test_what_is_no_proof_is_rejected(proof: str, words_of: str) -> None:
    found = why_not(SQUARE, proof)
    assert found is not None
    assert words_of in found


@pytest.mark.parametrize(
    ("formula", "words_of"),
    [
        ("", "formula: the header does not say how many"),
        ("1 2 0\n", "formula, line 1: no header"),
        ("p cnf 2\n", "formula, line 1: no header"),
        ("p cnf 2 5\n" + SQUARE.split("\n", 1)[1], "formula: the header does not say how many"),
        ("p cnf 2 3\n" + SQUARE.split("\n", 1)[1], "formula: the header does not say how many"),
        ("p cnf 1 4\n" + SQUARE.split("\n", 1)[1], "formula, line 2: there are only 1 variables"),
        (SQUARE.replace("1 2 0\n", "1 2\n", 1), "formula, line 2: no clause"),
        (SQUARE.replace("1 2 0\n", "1 2 0 \n", 1), "formula, line 2: no clause"),
        (SQUARE.replace("1 2 0\n", "1 0 2 0\n", 1), "formula, line 2: no clause"),
        (SQUARE.replace("1 2 0\n", "1 x 0\n", 1), "formula, line 2: no clause"),
        (SQUARE + SQUARE, "formula, line 6: no clause"),
    ],
)
def test_what_is_no_formula_is_rejected(formula: str, words_of: str) -> None:
    found = why_not(formula, PROOF)
    assert found is not None
    assert words_of in found


def test_the_checker_shares_nothing() -> None:
    tree = ast.parse(Path(lrat.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported == {"__future__", "collections.abc", "dataclasses", "re", "typing"}


def test_time_limits_are_asked_for() -> None:
    formula = "p cnf 1 1000\n" + "1 0\n" * 1000
    with pytest.raises(TimeoutError):
        lrat.check(io.BytesIO(formula.encode()), io.BytesIO(b""), out_of_time=lambda: True)


def test_random_proofs_with_rat_steps_are_accepted() -> None:
    """Clauses that RAT allows are added to unsatisfiable formulas at random, then what refutes them."""
    rng = random.Random(7)
    cube = list(product((1, -1), (2, -2), (3, -3)))
    proved = with_rat = 0
    for _ in range(400):
        clauses = [*cube, *random_clauses(rng, 6, rng.uniform(0, 1.5))]
        known = {k: tuple(dict.fromkeys(clause)) for k, clause in enumerate(clauses, 1)}
        proof, rat = "", False
        lemmas = [tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, 8), 2)) for _ in range(6)]
        for lemma in [*lemmas, *product((1, -1), (2, -2)), (1,), ()]:
            number, hints = max(known) + 1, hints_for(known, lemma)
            if hints is not None:
                proof += f"{number} {words(lemma)}0 {words(hints)}0\n"
                known[number] = lemma
                rat |= bool(lemma) and any(hint < 0 for hint in hints)
        proved += () in known.values()
        with_rat += rat
        formula = dimacs(clauses, 6)
        assert accepted(formula, proof) == (True, True), (formula, proof, why_not(formula, proof))
    assert proved > 200
    assert with_rat > 100
