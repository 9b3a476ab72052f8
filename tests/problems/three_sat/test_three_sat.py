"""Formulas of 3-SAT: what they insist on, and when they are satisfied."""

from __future__ import annotations

import json
import random
from dataclasses import FrozenInstanceError
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import ThreeSat

if TYPE_CHECKING:
    from collections.abc import Callable


def defects_of(call: Callable[[], object]) -> list[str]:
    """What is wrong, each with its place."""
    with pytest.raises(InvalidInstance) as told:
        call()
    return [str(defect) for defect in told.value.defects]


STRANGE = "clauses[0]: there is no literal"


@pytest.mark.parametrize(
    ("variables", "clauses", "messages"),
    [
        (-1, (), ["variables: '-1' is not a valid number of variables"]),
        (True, (), ["variables: 'True' is not a valid number of variables"]),
        ("3", (), ["variables: '3' is not a valid number of variables"]),
        (3, ((1, 2, 4),), ["clauses[0]: there is no literal 4; allowed: 1 to 3, and -1 to -3"]),
        (3, ((1, 2, 0),), ["clauses[0]: there is no literal 0; allowed: 1 to 3, and -1 to -3"]),
        (9, ((1, 2, 10**5000),), [f"{STRANGE} a number of more than 50 digits; allowed: 1 to 9, and -1 to -9"]),
        (
            3,
            ((1, 2, 3), (1, 2), (1, -1, 2), (1, 2, 3, 3)),
            [
                f"clauses[{k}]: '{words}' is not a clause of three different variables; allowed: exactly three literals"
                for k, words in ((1, "1 2"), (2, "1 -1 2"), (3, "1 2 3 3"))
            ],
        ),
        (3, (123, "1 2 3", (1.0, 2, 3)), [f"clauses[{k}]: is not a list of whole numbers" for k in range(3)]),
        (3, ((True, 2, 3),), ["clauses[0]: is not a list of whole numbers"]),
    ],
)
def test_a_formula_says_all_that_is_wrong_and_where(variables: Any, clauses: Any, messages: list[str]) -> None:  # noqa: ANN401
    assert defects_of(lambda: ThreeSat(variables, clauses)) == messages


def test_a_formula_is_a_frozen_value_with_a_json_form() -> None:
    formula = ThreeSat(4, ((1, -2, 3), (-4, 2, 1), (1, -2, 3)))
    assert ThreeSat.from_dict(json.loads(json.dumps(formula.as_dict()))) == formula
    assert hash(ThreeSat(4, tuple(map(tuple, formula.as_dict()["clauses"])))) == hash(formula)
    assert formula.appearances == [3, 3, 2, 1]
    assert formula.to_dimacs() == "p cnf 4 3\n1 -2 3 0\n-4 2 1 0\n1 -2 3 0\n"
    with pytest.raises(FrozenInstanceError):
        formula.variables = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "clauses: is not a list of clauses"),
        ({"variables": 3, "clauses": "1 2 3"}, "clauses: is not a list of clauses"),
        ({"clauses": []}, "variables: 'None' is not a valid number of variables"),
        ({"variables": 3.0, "clauses": []}, "variables: '3.0' is not a valid number of variables"),
        ({"variables": 3, "clauses": [[1, 2, "3"]]}, "clauses[0]: is not a list of whole numbers"),
    ],
)
def test_from_dict_says_what_is_no_formula(data: dict[str, Any], message: str) -> None:
    assert defects_of(lambda: ThreeSat.from_dict(data)) == [message]


def test_a_formula_is_satisfied_by_what_python_says_satisfies_it() -> None:
    rng = random.Random(7)
    answers = set()
    for seed in range(60):
        v = rng.randint(3, 5)
        formula = families.random_(v, rng.choice((0.5, 2.0, 5.0)), seed=seed)
        for values in product((False, True), repeat=v):
            names = {f"x{x}": value for x, value in enumerate(values, 1)}
            clauses = [" or ".join(f"{'not ' * (c < 0)}x{abs(c)}" for c in clause) for clause in formula.clauses]
            truth = all(eval(clause, {}, names) for clause in clauses)  # noqa: S307 - our own text
            assert formula.satisfied_by(values) == truth, formula
            assert (formula.why_no_model(values) is None) == truth
            answers.add(truth)
    assert answers == {True, False}


@pytest.mark.parametrize("values", [(), (True, True), (True,) * 4, (1, 0, 1), ("a", "b", "c"), (None,) * 3])
def test_what_is_no_truth_values_satisfies_nothing(values: Any) -> None:  # noqa: ANN401 - hostile
    assert ThreeSat(3, ()).why_no_model(values) == "expected truth values for 3 variables"
    told = ThreeSat(3, ((1, 2, -3),)).why_no_model((False, False, True))
    assert told == "no literal of the clause 1 2 -3 is true"
