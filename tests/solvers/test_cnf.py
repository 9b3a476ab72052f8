"""Solving in slices: answers, plans, limits, preferences."""

from __future__ import annotations

import time
from itertools import combinations, product

import pytest

import crewsat.base.formula
from crewsat.base.errors import Stopped
from crewsat.base.formula import Family, Formula
from crewsat.solvers import cnf
from crewsat.solvers.cnf import LARGE, MEDIUM, PLANS, Stage, plan_for, solve
from crewsat.solvers.opening import SOLVERS
from tests.support.chunks import few_of
from tests.support.timing import check_promise


def formula_of(clauses: list[tuple[int, ...]], variables: int) -> Formula:
    formula = Formula(steps=1)
    formula.family("x", range(variables), first_step=1)
    formula.add("all", clauses)
    return formula


def pigeons(number: int) -> Formula:
    """`number` pigeons in one hole less: unsatisfiable, and hard."""
    holes = number - 1
    at = {(p, h): p * holes + h + 1 for p in range(number) for h in range(holes)}
    clauses: list[tuple[int, ...]] = [tuple(at[p, h] for h in range(holes)) for p in range(number)]
    clauses += [(-at[p, h], -at[q, h]) for h in range(holes) for p, q in combinations(range(number), 2)]
    return formula_of(clauses, number * holes)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_answers_right(solver: str) -> None:
    assert solve(pigeons(6), solver=solver).status == "unsatisfiable"
    # Each of the 8 assignments of 3 variables is forbidden in turn: the model must be the one that is left.
    signs = list(product((1, -1), repeat=3))
    for left in signs:
        clauses = [tuple(-s * v for s, v in zip(sign, (1, 2, 3), strict=True)) for sign in signs if sign != left]
        outcome = solve(formula_of(clauses, 3), solver=solver)
        assert outcome.status == "satisfiable"
        assert outcome.model == tuple(s * v for s, v in zip(left, (1, 2, 3), strict=True))
        assert outcome.solver == solver


def test_variables_in_no_clause_have_a_value() -> None:
    assert len(solve(formula_of([(2,)], 5)).model) == 5
    assert solve(formula_of([], 3)).model == (-1, -2, -3)
    assert solve(formula_of([], 0)).status == "satisfiable"


def test_the_empty_clause() -> None:
    for solver in SOLVERS:
        assert solve(formula_of([(1,), ()], 1), solver=solver).status == "unsatisfiable"


@pytest.mark.timing
@pytest.mark.parametrize("solver", few_of(SOLVERS))
def test_a_time_limit_holds_in_every_solver(solver: str) -> None:
    def took() -> float:
        start = time.monotonic()
        outcome = solve(pigeons(13), solver=solver, deadline=start + 0.5)
        seconds = time.monotonic() - start
        assert (outcome.status, outcome.reason, outcome.solver) == ("unknown", "time", solver)
        assert seconds >= 0.5
        assert outcome.counters["conflicts"] > 0
        return seconds

    check_promise(took, 1.5)


def test_no_time_is_no_answer() -> None:
    outcome = solve(pigeons(5), deadline=time.monotonic() - 1)
    assert (outcome.status, outcome.reason) == ("unknown", "time")


def test_the_plan_hands_over_to_the_next_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 10), Stage("cadical195", None)))
    outcome = solve(pigeons(8))
    assert (outcome.status, outcome.solver) == ("unsatisfiable", "cadical195")
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 10),))
    outcome = solve(pigeons(8))
    assert (outcome.status, outcome.reason) == ("unknown", "incomplete")


def test_the_plan_depends_on_the_size() -> None:
    assert plan_for(100)[0].solver == "glucose4"
    assert plan_for(MEDIUM)[0].solver == plan_for(LARGE)[0].solver == "minisat22"
    assert (plan_for(MEDIUM)[0].conflicts or 0) < (plan_for(LARGE)[0].conflicts or 0)
    assert plan_for(100, special="tight")[0].solver == "glucose4"
    assert plan_for(MEDIUM, special="tight") == (Stage("cadical195", None),)
    assert plan_for(LARGE, "maplechrono") == (Stage("maplechrono", None),)
    assert {stage.solver for plan in PLANS.values() for stage in plan} <= set(SOLVERS)
    assert all(plan[-1].conflicts is None for plan in PLANS.values())


def test_a_seed_changes_the_search_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = pigeons(7)
    conflicts = {solve(formula, seed=seed).counters["conflicts"] for seed in (1, 2, 3, 4)}
    assert len(conflicts) > 1
    assert solve(formula, seed=1).counters == solve(formula, seed=1).counters
    assert solve(formula).counters == solve(formula).counters
    monkeypatch.setattr(cnf, "SLICE", 20)
    assert solve(formula).status == "unsatisfiable"


def test_preferences_are_satisfied_as_far_as_possible() -> None:
    # x1 … x6 free but not all of the first three: the strongest preference that can be satisfied is the third.
    formula = formula_of([(-1, -2, -3), (1, 2, 3, 4, 5, 6)], 6)
    preferences = [[1, 2, 3, 4], [1, 2, 3], [1, 2], [1], []]
    outcome = solve(formula, preferences=preferences)
    assert outcome.model[:3] == (1, 2, -3)
    assert solve(formula_of([(-1,)], 2), preferences=[[1]]).status == "satisfiable"


def test_families_number_their_variables_row_by_row() -> None:
    formula = Formula(steps=3)
    first = formula.family("happens", ["a", "b"], first_step=1)
    second = formula.family("has happened", ["a", "b"], first_step=0)
    assert [first.at("b", t) for t in (1, 2, 3)] == [4, 5, 6]
    assert [second.at("a", t) for t in (0, 1, 2, 3)] == [7, 8, 9, 10]
    assert second.before("b") == second.at("b", 0) == second.now("b") - 1 == 11
    assert formula.variables == 14


def test_an_unknown_index_is_an_error_and_no_new_variable() -> None:
    formula = Formula(steps=2)
    family: Family = formula.family("x", ["a"], first_step=1)
    for key, step in (("b", 1), ("a", 0), ("a", 3)):
        with pytest.raises(KeyError):
            family.at(key, step)
    with pytest.raises(KeyError):
        family.now("b")
    with pytest.raises(KeyError):
        family.before("a")
    with pytest.raises(ValueError, match="used twice"):
        formula.family("x", ["a"], first_step=1)
    with pytest.raises(ValueError, match="used twice"):
        formula.family("y", ["a", "a"], first_step=1)
    assert formula.variables == 2


def test_a_clause_of_step_1_is_shifted_to_all_steps() -> None:
    formula = Formula(steps=3)
    x = formula.family("x", ["a", "b"], first_step=1)
    done = formula.family("done", ["a"], first_step=0)
    formula.add_at_every_step("rule", [(x.now("a"), -x.now("b")), (-done.before("a"),), ()])
    expected = [(x.at("a", t), -x.at("b", t)) for t in (1, 2, 3)] + [(-done.at("a", t - 1),) for t in (1, 2, 3)]
    assert sorted(formula.rules["rule"]) == sorted([*expected, (), (), ()])
    assert formula.size == 9
    none = Formula(steps=0)
    none.family("x", ["a"], first_step=1)
    none.add_at_every_step("rule", [(1,)])
    assert list(none.rules["rule"]) == []


def test_clauses_are_counted_and_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Formula(steps=4)
    x = made.family("x", range(5), first_step=1)
    made.add("once", [(x.at(0, 2), -x.at(1, 3)), (x.at(4, 4),)])
    stated = [(-x.now(k), x.now(k + 1)) for k in range(4)]
    made.add_at_every_step("every step", [*stated, (x.now(0),), (-x.now(0), -x.now(1), x.now(4))])
    made.add("once", [(1, 2, 3)])
    expected = [(x.at(0, 2), -x.at(1, 3)), (x.at(4, 4),), (1, 2, 3)]
    for clause in [(x.now(0),), *stated, (-x.now(0), -x.now(1), x.now(4))]:
        expected += [tuple(v + t if v > 0 else v - t for v in clause) for t in range(4)]
    for at_once in (100_000, 12, 4, 1):
        monkeypatch.setattr(crewsat.base.formula, "_AT_ONCE", at_once)
        assert list(made.clauses()) == list(made.clauses()) == expected
        assert made.size == len(made.clauses()) == len(expected)


def test_a_formula_stops_growing_at_its_limit() -> None:
    formula = Formula(steps=1, max_bytes=10_000)
    formula.family("x", range(10), first_step=1)
    with pytest.raises(Stopped) as stopped:
        formula.add("rule", ((1, 2, 3) for _ in range(10**12)))
    assert stopped.value.reason == "memory"
    formula = Formula(steps=1, out_of_time=lambda: True)
    with pytest.raises(Stopped) as stopped:
        formula.add_at_every_step("rule", ((1, 2, 3) for _ in range(10**12)))
    assert stopped.value.reason == "time"
