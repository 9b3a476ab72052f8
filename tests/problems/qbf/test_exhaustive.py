"""The evaluator against tables: thousands of formulas of every kind, and limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import Stopped
from crewsat.problems.qbf import families
from crewsat.problems.qbf.exhaustive import evaluate
from crewsat.problems.qbf.formula import Qbf, is_tautology
from tests.support.quantified_formulas import alternating_formulas, is_true, some_formula, with_literal

if TYPE_CHECKING:
    from crewsat.problems.qbf.formula import Block


def check(formula: Qbf) -> bool:
    found = evaluate(formula)
    assert found.value == is_true(formula), formula
    assert (found.first is not None) == (found.value and formula.outermost is not None), formula
    if found.first is not None:
        assert abs(found.first) == formula.outermost
        assert is_true(with_literal(formula, found.first)), formula
        assert found.first > 0 or not is_true(with_literal(formula, -found.first)), "true is tried first"
    return found.value


@pytest.mark.slow
def test_formulas_of_every_kind() -> None:
    seen: Counter[str] = Counter()
    for seed in range(4000):
        formula = some_formula(seed)
        seen["true" if check(formula) else "false"] += 1
        seen["free"] += bool(formula.free)
        seen["empty clause"] += () in formula.clauses
        seen["tautology"] += any(map(is_tautology, formula.clauses))
        seen["universal first"] += formula.outermost is None and bool(formula.order)
        seen["block"] += any(len(block) > 1 for _, block in formula.prefix)
        seen["no clause"] += not formula.clauses
    assert min(seen.values()) > 150, seen


def test_all_formulas_of_two_variables_and_two_clauses() -> None:
    answers = Counter(check(formula) for n in range(3) for k in range(3) for formula in alternating_formulas(n, k))
    assert min(answers.values()) > 15


def test_formulas_without_clauses_are_true_and_with_an_empty_one_false() -> None:
    prefixes: list[tuple[Block, ...]] = [(), (("e", (1, 2)),), (("a", (1,)), ("e", (2,)))]
    for prefix in prefixes:
        assert evaluate(Qbf(2, prefix)).value
        assert not evaluate(Qbf(2, prefix, ((), (1, -1)))).value
    assert evaluate(Qbf(0)).tried == 0
    assert evaluate(Qbf(0, (), ((),))).value is False


def test_a_branch_ends_early_and_deep_ones_need_no_recursion() -> None:
    assert evaluate(families.all_false(10_000)).tried == 2
    assert evaluate(families.guess(5000)).tried == 20_001
    chain = tuple((-x, x + 1) for x in range(1, 5000))
    deep = Qbf(5000, (("e", tuple(range(1, 5001))),), ((1,), *chain))
    assert evaluate(deep).tried == 5000
    found = evaluate(families.copycat(4))
    assert (found.value, found.first) == (True, None)
    assert found.tried > 2**4


def test_time_that_runs_out_is_reported() -> None:
    with pytest.raises(Stopped, match="time"):
        evaluate(families.figure_2(), out_of_time=lambda: True)
    answers = iter((False, False, True))
    with pytest.raises(Stopped, match="time"):
        evaluate(families.copycat(30), out_of_time=lambda: next(answers))
    assert next(answers, None) is None
