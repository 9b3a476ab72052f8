"""Our checker: proofs by hand, with RAT steps and extensions, and everything it must reject, with line and reason."""

from __future__ import annotations

import ast
import io
import random
import tracemalloc
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crewsat.proofs import lrat
from tests.support.small_proofs import accepted, dimacs, hints_for, random_clauses, why_not, words

if TYPE_CHECKING:
    from collections.abc import Iterator

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


BLOCKED = "p cnf 3 4\n-1 2 0\n-1 -2 3 0\n1 -3 0\n1 2 3 0\n"
"""The clause (1, -2, -3) is blocked: with clauses 1 and 2 on their first literals it gives tautologies."""

END = "proof: the proof ends without the empty clause"
"""What is said of steps that are all right."""

RAT_STEPS = (
    (BLOCKED, "5 1 -2 -3 0 -1 -2 0\n", END),
    (BLOCKED, "5 1 -2 -3 0 -2 -1 0\n", END),
    (BLOCKED, "5 1 -2 -3 0 -1 0\n", "no hint names clause 2, which contains -1"),
    (BLOCKED, "5 1 -2 -3 0 -2 0\n", "no hint names clause 1, which contains -1"),
    (BLOCKED, "5 1 -2 -3 0 0\n", "no hint names clause 1, which contains -1"),
    (BLOCKED, "5 1 -2 -3 0 -1 -2 -3 0\n", "clause 3 is not there, or does not contain -1"),
    (BLOCKED, "5 1 -2 -3 0 -1 -1 -2 0\n", "clause 1 is not there, or does not contain -1, or comes twice"),
    (BLOCKED, "5 1 -2 -3 0 -1 -2 -9 0\n", "clause 9 is not there"),
    (BLOCKED, "5 1 -2 -3 0 -1 3 -2 0\n", "there are hints for clause 1, which needs none"),
    ("p cnf 2 2\n1 2 0\n-2 1 0\n", "3 1 2 0 0\n", END),
    ("p cnf 2 1\n2 -1 0\n", "2 1 -2 0 -1 0\n", END),
    ("p cnf 3 1\n-2 3 0\n", "2 1 2 0 0\n", END),
    ("p cnf 3 1\n-2 3 0\n", "2 2 1 0 -1 0\n", "proof, line 1: clause 2 does not follow by its hints"),
    ("p cnf 2 2\n-1 2 0\n-2 0\n", "3 1 0 -1 2 0\n", "proof, line 1: clause 2 is not unit where it is a hint"),
)
"""Steps by RAT, whose pivot is the first literal, and what is said of them."""


@pytest.mark.parametrize(("formula", "step", "words_of"), RAT_STEPS)
def test_rat_steps_need_every_clause_with_the_negated_pivot(formula: str, step: str, words_of: str) -> None:
    found = why_not(formula, step)
    assert found is not None
    assert words_of in found


NO_PROOFS = (
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
    (PROOF[:-1], "line 3: is too long, or does not end"),
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
)
"""What is not a proof about the square, and why."""


@pytest.mark.parametrize(("proof", "words_of"), NO_PROOFS)
def test_what_is_no_proof_is_rejected(proof: str, words_of: str) -> None:
    found = why_not(SQUARE, proof)
    assert found is not None
    assert words_of in found


NO_FORMULAS = (
    ("", "formula: the header does not say how many"),
    ("1 2 0\n", "formula, line 1: no header"),
    ("p cnf 2\n", "formula, line 1: no header"),
    ("p cnf 2 5\n" + SQUARE.split("\n", 1)[1], "formula: the header does not say how many"),
    ("p cnf 2 3\n" + SQUARE.split("\n", 1)[1], "formula: the header does not say how many"),
    ("p cnf 1 4\n" + SQUARE.split("\n", 1)[1], "formula, line 2: there are only 1 variables"),
    (SQUARE.replace("1 2 0\n", "1 2\n", 1), "formula, line 2: no clause"),
    (SQUARE.replace("1 2 0\n", "1 2 00\n", 1), "formula, line 2: no clause"),
    (SQUARE.replace("1 2 0\n", "1 2\n0\n", 1), "formula, line 2: no clause"),
    (SQUARE.replace("1 2 0\n", "1 0 2 0\n", 1), "formula, line 2: no clause"),
    (SQUARE.replace("1 2 0\n", "1 x 0\n", 1), "formula, line 2: no clause"),
    (SQUARE + SQUARE, "formula, line 6: no clause"),
)
"""What is not a formula to which the proof belongs, and why."""


@pytest.mark.parametrize(("formula", "words_of"), NO_FORMULAS)
def test_what_is_no_formula_is_rejected(formula: str, words_of: str) -> None:
    found = why_not(formula, PROOF)
    assert found is not None
    assert words_of in found


def test_blanks_of_a_formula_do_not_count() -> None:
    assert why_not(SQUARE.replace(" ", " \t ").replace("\n", "  \r\n \n"), PROOF) is None
    assert why_not(SQUARE.replace("p", " p").replace("\n1", "\n\t1"), PROOF) is None
    assert "neither adds" in (why_not(SQUARE, PROOF.replace(" ", "  ", 1)) or "")


def test_long_lines_take_little_memory() -> None:
    tracemalloc.start()
    for line, words_of in (("5 0 " + "1 " * 500_000 + "x\n", "neither adds"), ("5 0 " + "1 " * 2**22, "is too long")):
        tracemalloc.reset_peak()
        assert words_of in (why_not(SQUARE, line) or "")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


def test_no_clause_hides_behind_a_long_comment() -> None:
    """Whoever cuts the comment off where it becomes too long would read another formula."""
    hidden = SQUARE.replace("p cnf 2 4\n", f"p cnf 2 5\nc{'x' * (2**22 - 1)}0\n")
    assert why_not(hidden, "6 0 1 0\n") == "formula, line 2: is too long, or does not end"


def test_the_checker_shares_nothing() -> None:
    tree = ast.parse(Path(lrat.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported == {"__future__", "collections.abc", "dataclasses", "re", "typing"}


def test_time_limits_are_asked_for() -> None:
    formula = "p cnf 1 1000\n" + "1 0\n" * 1000
    with pytest.raises(TimeoutError):
        lrat.check(io.BytesIO(formula.encode()), io.BytesIO(b""), out_of_time=lambda: True)


def proofs_with_rat_steps(number: int) -> Iterator[tuple[str, str, bool]]:
    """Formulas and proofs: clauses that RAT allows are added at random, then what refutes them; and whether any was."""
    rng = random.Random(7)
    cube = list(product((1, -1), (2, -2), (3, -3)))
    for _ in range(number):
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
        assert () in known.values()
        yield dimacs(clauses, 6), proof, rat


@pytest.mark.slow
def test_random_proofs_with_rat_steps_are_accepted() -> None:
    with_rat = 0
    for formula, proof, rat in proofs_with_rat_steps(400):
        with_rat += rat
        assert accepted(formula, proof) == (True, True), (formula, proof, why_not(formula, proof))
    assert with_rat > 100
