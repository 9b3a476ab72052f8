"""Families of formulas: as large and as regular as they say, the same on every machine."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from crewsat.base.errors import WrongOption
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import MOST_CLAUSES, MOST_VARIABLES
from tests.support.places import GOLDEN

FILE = GOLDEN / "formulas.json"


def test_random_formulas_have_the_clauses_asked_for_and_all_signs() -> None:
    signs: Counter[bool] = Counter()
    firsts: Counter[int] = Counter()
    for seed in range(60):
        formula = families.three_sat_formula("random", 20, 4.26, seed=seed)
        assert (formula.variables, len(formula.clauses)) == (20, 85)
        signs.update(literal > 0 for clause in formula.clauses for literal in clause)
        firsts.update(abs(literal) for clause in formula.clauses for literal in clause)
        assert families.three_sat_formula("random", "20", "4.26", seed=seed) == formula
    literals = 60 * 85 * 3
    assert abs(signs[True] - literals / 2) < 4 * (literals / 4) ** 0.5
    assert set(firsts) == set(range(1, 21))
    assert max(firsts.values()) < 1.3 * min(firsts.values())
    assert len({families.random_(5, 2, seed=seed) for seed in range(20)}) == 20
    assert families.three_sat_formula("random", 5, 2) == families.random_(5, 2, seed=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("v", "k"), [(0, 0), (3, 0), (3, 1), (3, 5), (4, 3), (5, 6), (6, 1), (9, 5), (30, 4), (300, 5)]
)
def test_every_variable_of_a_regular_formula_is_in_exactly_k_clauses(v: int, k: int) -> None:
    made = {families.three_sat_formula("regular", v, k, seed=seed) for seed in range(10)}
    for formula in made:
        assert formula.appearances == [k] * v
        assert len(formula.clauses) == v * k // 3
    assert len(made) > (5 if k * v > 3 else 0)
    assert families.three_sat_formula("regular", str(v), str(k), seed=3) in made


def test_the_formulas_that_are_named() -> None:
    assert families.three_sat_formula("figure-2").clauses == ((1, -2, 3), (1, 2, -3))
    everything = families.three_sat_formula("contradiction")
    assert {tuple(literal > 0 for literal in clause) for clause in everything.clauses} == {
        (a, b, c) for a in (True, False) for b in (True, False) for c in (True, False)
    }
    assert all(tuple(map(abs, clause)) == (1, 2, 3) for clause in everything.clauses)


def test_random_formulas_never_drift() -> None:
    golden = json.loads(FILE.read_text())
    assert len(golden) == 8
    for asked, clauses in golden.items():
        words, seed = asked.split(" --seed ")
        name, *arguments = words.split()
        made = families.three_sat_formula(name, *arguments, seed=int(seed))
        assert [list(clause) for clause in made.clauses] == clauses, asked


@pytest.mark.parametrize(
    ("name", "arguments", "seed", "words"),
    [
        (
            "nonsense",
            (),
            None,
            "unknown family of formulas 'nonsense'; allowed: contradiction, figure-2, random V RATIO",
        ),
        ("random", ("5",), None, "random takes 2 numbers, not '5'; allowed: random V RATIO --seed S"),
        ("random", ("2.5", "1"), None, "random: '2.5' is not a whole number from 0 to 1000"),
        ("random", ("1001", "1"), None, "'1001' is not a whole number"),
        ("random", ("5", "x"), None, "random: 'x' is not a number; allowed: random V RATIO --seed S"),
        ("random", ("5", "nan"), None, "a ratio is between 0 and 4000 for 5 variables, not nan"),
        ("random", ("5", "-1"), None, "a ratio is between 0 and 4000 for 5 variables, not -1.0"),
        ("random", ("1000", "20.1"), None, "a ratio is between 0 and 20 for 1000 variables, not 20.1"),
        ("random", ("2", "1"), None, "clauses of three different variables need 3 of them, not 2"),
        ("regular", ("4", "2"), None, "4 variables in 2 clauses each are 8 literals; allowed: a multiple of 3"),
        ("regular", ("2", "3"), None, "clauses of three different variables need 3 of them, not 2"),
        ("regular", ("900", "900"), None, "270000 clauses; allowed: 20000"),
        ("figure-2", (), 0, "figure-2 does not use a seed"),
    ],
)
def test_a_family_says_what_it_cannot_make(name: str, arguments: tuple[str, ...], seed: int | None, words: str) -> None:
    with pytest.raises(WrongOption, match=re.escape(words)):
        families.three_sat_formula(name, *arguments, seed=seed)


def test_the_largest_formulas_are_made() -> None:
    largest = families.three_sat_formula("random", MOST_VARIABLES, MOST_CLAUSES / MOST_VARIABLES)
    assert (largest.variables, len(largest.clauses)) == (MOST_VARIABLES, MOST_CLAUSES)
    assert families.three_sat_formula("random", 2, 0.2).clauses == ()
