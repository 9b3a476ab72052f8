"""Quantified formulas as values: what they insist on, and that every way to write one gives the same."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from crewsat.problems.qbf.formula import Qbf, is_tautology
from tests.problems.three_sat.test_three_sat import defects_of
from tests.support.quantified_formulas import some_formula

BLOCK = "is not a block; allowed: a quantifier, e or a, and a list of variables"


@pytest.mark.parametrize(
    ("variables", "prefix", "clauses", "messages"),
    [
        (-1, (), (), ["variables: '-1' is not a valid number of variables"]),
        (True, (), (), ["variables: 'True' is not a valid number of variables"]),
        ("3", (), (), ["variables: '3' is not a valid number of variables"]),
        (3, (("e", ()),), (), ["prefix[0]: is a block without variables"]),
        (3, (("x", (1,)), "e1", ("e", (1,), 2), ("e", 1)), (), [f"prefix[{k}]: {BLOCK}" for k in range(4)]),
        (3, (("e", (1.0,)), ("e", (True,)), (["e"], (1,))), (), [f"prefix[{k}]: {BLOCK}" for k in range(3)]),
        (3, (("e", (4,)),), (), ["prefix[0]: there is no variable 4; allowed: 1 to 3"]),
        (3, (("e", (-1,)),), (), ["prefix[0]: there is no variable -1; allowed: 1 to 3"]),
        (0, (("e", (1,)),), (), ["prefix[0]: there is no variable 1; allowed: none, as there are 0 variables"]),
        (3, (("e", (1, 2, 1)),), (), ["prefix[0]: variable 1 is quantified twice"]),
        (3, (("e", (1, 2)), ("a", (3, 2))), (), ["prefix[1]: variable 2 is quantified twice"]),
        (3, (), ((1, 4),), ["clauses[0]: there is no literal 4; allowed: 1 to 3, and -1 to -3"]),
        (3, (), ((1, 0),), ["clauses[0]: there is no literal 0; allowed: 1 to 3, and -1 to -3"]),
        (0, (), ((1,),), ["clauses[0]: there is no literal 1; allowed: none, as there are 0 variables"]),
        (
            9,
            (),
            ((10**5000,),),
            ["clauses[0]: there is no literal a number of more than 50 digits; allowed: 1 to 9, and -1 to -9"],
        ),
        (3, (), (1, "1", (1.0,), (True,)), [f"clauses[{k}]: is not a list of whole numbers" for k in range(4)]),
        (
            2,
            (("e", (3,)),),
            ((3,),),
            [
                "prefix[0]: there is no variable 3; allowed: 1 to 2",
                "clauses[0]: there is no literal 3; allowed: 1 to 2, and -1 to -2",
            ],
        ),
    ],
)
def test_a_formula_says_all_that_is_wrong_and_where(
    variables: Any,  # noqa: ANN401 - hostile
    prefix: Any,  # noqa: ANN401
    clauses: Any,  # noqa: ANN401
    messages: list[str],
) -> None:
    assert defects_of(lambda: Qbf(variables, prefix, clauses)) == messages


def test_not_more_than_a_thousand_defects_are_collected() -> None:
    assert len(defects_of(lambda: Qbf(1, (), ((2,),) * 5000))) == 1000


def test_neighbouring_blocks_and_repeated_literals_are_one() -> None:
    formula = Qbf(6, (("e", (2,)), ("e", (1,)), ("a", (4,)), ("a", (3, 5)), ("e", (6,))), ((1, -2, 1, 1), (), (3, -3)))
    assert formula.prefix == (("e", (2, 1)), ("a", (4, 3, 5)), ("e", (6,)))
    assert formula.clauses == ((1, -2), (), (3, -3))
    assert Qbf(6, formula.prefix, formula.clauses) == formula
    assert [is_tautology(clause) for clause in formula.clauses] == [False, False, True]


def test_free_variables_come_first_and_are_existential() -> None:
    formula = Qbf(9, (("a", (2,)), ("e", (7, 3))), ((5, -2), (4, 3), (-5, 5)))
    assert formula.free == (4, 5)
    assert formula.order == (("e", 4), ("e", 5), ("a", 2), ("e", 7), ("e", 3))
    assert formula.outermost == 4
    assert Qbf(9, (("a", (2,)),), ((2,),)).outermost is None
    assert Qbf(9, (("e", (2,)),), ()).outermost == 2
    assert Qbf(9).outermost is None
    assert Qbf(9).order == ()


def test_a_formula_is_a_frozen_value_with_a_json_form() -> None:
    for seed in range(50):
        formula = some_formula(seed)
        again = Qbf.from_dict(json.loads(json.dumps(formula.as_dict())))
        assert again == formula
        assert hash(again) == hash(formula)
    formula = Qbf(3, (("a", (2,)), ("e", (1,))), ((1, -2), ()))
    assert formula.to_qdimacs() == "p cnf 3 2\na 2 0\ne 1 0\n1 -2 0\n0\n"
    with pytest.raises(FrozenInstanceError):
        formula.variables = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    ("data", "messages"),
    [
        ({}, ["prefix: is not a list of blocks", "clauses: is not a list of clauses"]),
        ({"variables": 3, "prefix": [], "clauses": "1 2 3"}, ["clauses: is not a list of clauses"]),
        ({"prefix": [], "clauses": []}, ["variables: 'None' is not a valid number of variables"]),
        (
            {"variables": 3, "prefix": [["e", [4]], ["e", {}]], "clauses": [{}]},
            [
                "prefix[0]: there is no variable 4; allowed: 1 to 3",
                f"prefix[1]: {BLOCK}",
                "clauses[0]: is not a list of whole numbers",
            ],
        ),
    ],
)
def test_from_dict_says_what_is_not_a_formula(data: dict[str, Any], messages: list[str]) -> None:
    assert defects_of(lambda: Qbf.from_dict(data)) == messages
