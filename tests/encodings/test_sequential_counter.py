"""At most k of n literals, by every assignment."""

from __future__ import annotations

from itertools import product

import pytest

from crewsat.base.formula import Formula
from crewsat_encodings.sequential_counter import at_most, cells_at_most
from tests.support.solving import solve_each


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("most", range(10))
def test_assignments_with_too_many_are_excluded_and_no_others(number: int, most: int) -> None:
    formula = Formula(1)
    literal = formula.family("literal", range(number), first_step=1)
    cell = formula.family("cell", cells_at_most(number, most), first_step=1)
    literals = [(-1) ** k * literal.now(k) for k in range(number)]
    formula.add("at most", at_most(literals, most, cell.now))
    ways = list(product((False, True), repeat=number))
    questions = [[x if true else -x for x, true in zip(literals, way, strict=True)] for way in ways]
    said = [outcome.status == "satisfiable" for outcome in solve_each(formula, questions)]
    assert said == [sum(way) <= most for way in ways]
    asked = {abs(x) for clause in formula.clauses() for x in clause}
    assert asked >= {cell.now(key) for key in cell.rows}  # none is made in vain


def test_the_size_is_what_the_docstring_promises() -> None:
    for number, most in ((20, 3), (50, 7), (30, 29)):
        keys = list(cells_at_most(number, most))
        clauses = list(
            at_most(range(1, number + 1), most, dict(zip(keys, range(100, 10_000), strict=False)).__getitem__)
        )
        assert len(keys) <= (number - 1) * most
        assert len(clauses) <= number * (2 * most + 1)
