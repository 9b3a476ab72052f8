"""The normal form alternates strictly, is as true as its source, and leads back to it."""

from __future__ import annotations

from crewsat.problems.qbf.exhaustive import evaluate
from crewsat.problems.qbf.families import figure_2
from crewsat.problems.qbf.formula import Qbf, is_tautology
from crewsat.problems.qbf.normal import normal_form
from tests.support.quantified_formulas import is_true, some_formula


def check_form(formula: Qbf) -> None:
    normal = normal_form(formula)
    made = normal.formula
    assert made.prefix == tuple(("e" if x % 2 else "a", (x,)) for x in range(1, made.variables + 1))
    assert made.free == ()
    assert not any(map(is_tautology, made.clauses))
    assert made.variables <= 2 * len(formula.order)


def check_way_back(formula: Qbf) -> None:
    normal = normal_form(formula)
    assert tuple(x for x in normal.sources if x is not None) == tuple(x for _, x in formula.order)
    for x, source in enumerate(normal.sources, 1):
        if source is not None:
            assert ("e" if x % 2 else "a", source) in formula.order
    assert normal.added == tuple(x for x, source in enumerate(normal.sources, 1) if source is None)
    occurring = {abs(literal) for clause in normal.formula.clauses for literal in clause}
    assert not occurring & set(normal.added)
    back = [tuple((normal.sources[abs(x) - 1] or 0) * (1 if x > 0 else -1) for x in c) for c in normal.formula.clauses]
    assert back == [clause for clause in formula.clauses if not is_tautology(clause)]
    assert [formula.clauses[k - 1] for k in normal.left_out] == [c for c in formula.clauses if is_tautology(c)]


def test_form_and_way_back() -> None:
    for seed in range(1000):
        check_form(some_formula(seed))
        check_way_back(some_formula(seed))


def test_the_normal_form_is_as_true_as_the_formula() -> None:
    for seed in range(1500):
        formula = some_formula(seed)
        normal = normal_form(formula).formula
        assert evaluate(normal).value == is_true(formula), formula
        if seed % 5 == 0 and normal.variables < 7:
            assert is_true(normal) == is_true(formula), formula


def test_what_is_in_normal_form_stays_as_it_is() -> None:
    normal = normal_form(figure_2())
    assert (normal.formula, normal.sources, normal.left_out) == (figure_2(), (1, 2, 3, 4), ())
    assert normal.as_dict() == {"variables": [1, 2, 3, 4], "added": [], "clauses_left_out": []}
    for seed in range(100):
        made = normal_form(some_formula(seed)).formula
        assert normal_form(made).formula == made


def test_what_is_added() -> None:
    formula = Qbf(9, (("a", (7, 3)), ("e", (5, 1))), ((7, -5), (3, -3), ()))
    normal = normal_form(formula)
    assert normal.formula.clauses == ((2, -5), ())
    assert normal.as_dict() == {
        "variables": [None, 7, None, 3, 5, None, 1],
        "added": [1, 3, 6],
        "clauses_left_out": [2],
    }
    assert normal_form(Qbf(9)).formula == Qbf(0)
    assert normal_form(Qbf(2, (("a", (1,)),))).sources == (None, 1)
    assert normal_form(Qbf(2, (("a", (1,)),), ((2,),))).sources == (2, 1)
