"""3-SAT without cards: both ways to decide against trying all truth values."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from crewsat.base.errors import BugFound, Undecided, WrongOption
from crewsat.engine.sources import SatVerdict, satisfiability, three_sat
from crewsat.engine.sources.satisfiability import MOST_EXHAUSTIVE, SAT_METHODS, TINY
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.exhaustive import find_model
from crewsat.problems.three_sat.formula import ThreeSat


def first_model(formula: ThreeSat) -> tuple[bool, ...] | None:
    """The first in binary order, the first variable counting least."""
    for values in product((False, True), repeat=formula.variables):
        if formula.satisfied_by(values[::-1]):
            return values[::-1]
    return None


def some_formula(seed: int) -> ThreeSat:
    rng = random.Random(seed)
    return families.random_(rng.randint(3, 6), rng.choice((0, 1, 3, 4.5, 6)), seed=seed)


def test_direct_methods_agree_with_trying_all_truth_values() -> None:
    answers: Counter[bool] = Counter()
    for seed in range(200):
        formula = some_formula(seed)
        model = first_model(formula)
        assert find_model(formula) == model, formula
        by_solver = three_sat(formula, method="cnf")
        assert by_solver.answer == ("no" if model is None else "yes"), formula
        assert by_solver.assignment is None or formula.satisfied_by(by_solver.assignment)
        assert three_sat(formula, method="exhaustive").assignment == model
        answers[model is None] += 1
    assert min(answers.values()) > 30


def test_formulas_without_clauses_or_variables_are_satisfied() -> None:
    for v in (0, 1, 5):
        for method in SAT_METHODS:
            assert three_sat(ThreeSat(v, ()), method=method).assignment == (False,) * v


def test_larger_formulas_have_the_same_answer_from_both() -> None:
    for seed in range(12):
        formula = families.random_(16, 4.26, seed=seed)
        assert three_sat(formula).method == "cnf"
        assert three_sat(formula).answer == three_sat(formula, method="exhaustive").answer


def test_limits_and_wrong_options() -> None:
    assert three_sat(families.random_(TINY, 1, seed=1)).method == "exhaustive"
    with pytest.raises(WrongOption, match="23 variables; allowed: 0 to 22"):
        three_sat(families.random_(MOST_EXHAUSTIVE + 1, 1, seed=1), method="exhaustive")
    with pytest.raises(WrongOption, match="unknown method 'magic'; allowed: auto, cnf, exhaustive"):
        three_sat(families.figure_2(), method="magic")  # type: ignore[arg-type]
    verdict = three_sat(families.random_(200, 4.26, seed=1), time_limit=0)
    assert (verdict.answer, verdict.assignment) == ("unknown", None)
    with pytest.raises(Undecided):
        bool(verdict)
    assert three_sat(families.figure_2())
    assert not three_sat(families.contradiction())
    assert SatVerdict("yes", "cnf", (True,))


def test_an_assignment_that_does_not_satisfy_is_reported_as_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(satisfiability, "find_model", lambda _formula: (False, True, False))
    with pytest.raises(BugFound, match="exhaustive does not satisfy"):
        three_sat(families.figure_2())
