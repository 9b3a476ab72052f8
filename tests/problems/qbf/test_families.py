"""Families of quantified formulas: as large as they say, true or false as they say, the same on every machine."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from crewsat.base.errors import WrongOption
from crewsat.problems.qbf import families
from crewsat.problems.qbf.formula import MOST_CLAUSES, MOST_VARIABLES, Qbf
from tests.support.places import GOLDEN
from tests.support.quantified_formulas import is_true

FILE = GOLDEN / "quantified_formulas.json"


def test_random_formulas_have_the_clauses_asked_for_and_all_signs() -> None:
    signs: Counter[bool] = Counter()
    variables: Counter[int] = Counter()
    for seed in range(60):
        formula = families.qbf_formula("random", 20, 85, seed=seed)
        assert formula.prefix == tuple(("e" if x % 2 else "a", (x,)) for x in range(1, 21))
        assert [len(set(map(abs, clause))) for clause in formula.clauses] == [3] * 85
        signs.update(literal > 0 for clause in formula.clauses for literal in clause)
        variables.update(abs(literal) for clause in formula.clauses for literal in clause)
        assert families.qbf_formula("random", "20", "85", seed=seed) == formula
    literals = 60 * 85 * 3
    assert abs(signs[True] - literals / 2) < 4 * (literals / 4) ** 0.5
    assert set(variables) == set(range(1, 21))
    assert max(variables.values()) < 1.3 * min(variables.values())
    assert len({families.random_(5, 10, seed=seed) for seed in range(20)}) == 20
    assert families.qbf_formula("random", 5, 10) == families.random_(5, 10, seed=0)


def test_with_few_variables_clauses_have_all_of_them() -> None:
    for n in range(4):
        formula = families.random_(n, 5, seed=1)
        assert [tuple(map(abs, clause)) for clause in formula.clauses] == [tuple(range(1, n + 1))] * 5
    assert families.random_(0, 2, seed=0) == Qbf(0, (), ((), ()))


def test_the_formula_of_figure_2() -> None:
    formula = families.qbf_formula("figure-2")
    assert formula.to_qdimacs() == "p cnf 4 3\ne 1 0\na 2 0\ne 3 0\na 4 0\n1 -2 3 0\n-1 2 4 0\n-1 3 -4 0\n"
    assert is_true(formula)


def test_families_are_true_or_false_as_they_say() -> None:
    for n in range(4):
        assert is_true(families.copycat(n))
        assert is_true(families.guess(n)) == (n == 0)
        assert is_true(families.all_false(n)) == (n == 0)
    assert families.guess(2).clauses == families.copycat(2).clauses == ((1, -2), (-1, 2), (3, -4), (-3, 4))
    assert families.copycat(2).prefix == (("a", (1,)), ("e", (2,)), ("a", (3,)), ("e", (4,)))
    assert families.guess(2).prefix == (("e", (1,)), ("a", (2,)), ("e", (3,)), ("a", (4,)))
    assert families.all_false(2) == Qbf(2, (("e", (1,)), ("a", (2,))), ((1,), (-1,), (2,), (-2,)))


def test_random_formulas_never_drift() -> None:
    golden = json.loads(FILE.read_text())
    assert len(golden) == 5
    for asked, clauses in golden.items():
        words, seed = asked.split(" --seed ")
        name, *arguments = words.split()
        made = families.qbf_formula(name, *arguments, seed=int(seed))
        assert [list(clause) for clause in made.clauses] == clauses, asked


@pytest.mark.parametrize(
    ("name", "arguments", "seed", "words"),
    [
        (
            "nonsense",
            (),
            None,
            "unknown family of quantified formulas 'nonsense'; allowed: all-false N, copycat N, figure-2",
        ),
        ("random", ("5",), None, "random takes 2 numbers, not '5'; allowed: random N K --seed S"),
        ("random", ("2.5", "1"), None, "random: '2.5' is not a whole number from 0 to 20000"),
        ("random", ("2", "20001"), None, "random: '20001' is not a whole number from 0 to 20000"),
        ("random", ("10001", "1"), None, "10001 variables; allowed: 10000"),
        ("all-false", ("10001",), None, "10001 variables; allowed: 10000"),
        ("copycat", ("5001",), None, "10002 variables; allowed: 10000"),
        ("guess", ("5001",), None, "10002 variables; allowed: 10000"),
        ("figure-2", (), 0, "figure-2 does not use a seed"),
        ("copycat", ("3",), 0, "copycat does not use a seed"),
    ],
)
def test_a_family_says_what_it_cannot_make(name: str, arguments: tuple[str, ...], seed: int | None, words: str) -> None:
    with pytest.raises(WrongOption, match=re.escape(words)):
        families.qbf_formula(name, *arguments, seed=seed)


def test_the_largest_formulas_are_made() -> None:
    largest = families.qbf_formula("random", MOST_VARIABLES, MOST_CLAUSES)
    assert (largest.variables, len(largest.clauses)) == (MOST_VARIABLES, MOST_CLAUSES)
    assert len(families.all_false(MOST_VARIABLES).clauses) == MOST_CLAUSES
    assert families.copycat(MOST_VARIABLES // 2).variables == MOST_VARIABLES
