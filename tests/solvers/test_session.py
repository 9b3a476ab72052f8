"""One solver asked again and again: assumptions, best preferences with proof, many questions."""

from __future__ import annotations

import time
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.solvers import opening
from crewsat.solvers.cnf import PLANS, Stage, session_on, solve_best
from crewsat.solvers.opening import SOLVERS
from crewsat.solvers.warm import WarmSolvers
from tests.solvers.test_cnf import formula_of, pigeons
from tests.support.kernel import KINDS, kernel_in_use
from tests.support.solving import solve_each

if TYPE_CHECKING:
    from crewsat.base.formula import Formula


def at_least(number: int, variables: int) -> Formula:
    """At least so many of the variables are true: of any more than the rest, one."""
    clauses = [
        tuple(v for v, inside in enumerate(chosen, 1) if inside)
        for chosen in product((0, 1), repeat=variables)
        if sum(chosen) == variables - number + 1
    ]
    return formula_of(clauses, variables)


PREFERENCES = [[-2, -3, -4, -5], [-3, -4, -5], [-4, -5], [-5]]
"""Only the first variable may be true, only the first two, …"""


@pytest.mark.parametrize("number", range(1, 6))
def test_the_strongest_preference_is_proved(number: int) -> None:
    outcome, low, high = solve_best(at_least(number, 5), PREFERENCES)
    assert (low, high) == (number - 1, number - 1)
    assert outcome.status == "satisfiable"
    assert sum(x > 0 for x in outcome.model) == number


def test_without_a_model_there_is_no_best() -> None:
    outcome, low, high = solve_best(pigeons(5), [[1]])
    assert (outcome.status, low, high) == ("unsatisfiable", 0, 1)


@pytest.mark.slow
def test_what_is_proved_when_time_is_up_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pigeons in enough holes, but one hole fewer is the preference: a model is found, the proof is not."""
    number, holes = 11, 11
    at = {(p, h): p * holes + h + 1 for p in range(number) for h in range(holes)}
    clauses = [tuple(at[p, h] for h in range(holes)) for p in range(number)]
    clauses += [(-at[p, h], -at[q, h]) for h in range(holes) for p in range(number) for q in range(p)]
    formula = formula_of(clauses, number * holes)
    preference = [-at[p, holes - 1] for p in range(number)]
    outcome, low, high = solve_best(formula, [preference], deadline=time.monotonic() + 0.5)
    assert (outcome.status, outcome.reason, low, high) == ("satisfiable", None, 0, 1)
    assert len(outcome.model) == number * holes
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 30),))
    assert solve_best(formula, [preference])[1:] == (0, 1)
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 30), Stage("cadical195", None)))
    outcome, low, high = solve_best(at_least(3, 5), PREFERENCES)
    assert (low, high) == (2, 2)


@pytest.mark.parametrize("solver", SOLVERS)
def test_many_questions(solver: str) -> None:
    formula = at_least(2, 3)
    questions = [[1], [-1], [-1, -2], [-1, -2, -3], []]
    found = solve_each(formula, questions, solver=solver)
    assert [outcome.status == "satisfiable" for outcome in found] == [True, True, False, False, True]
    for question, outcome in zip(questions, found, strict=True):
        if outcome.model:
            assert set(question) <= set(outcome.model)
    assert solve_each(formula, [], solver=solver) == []


def test_questions_left_over_go_to_the_next_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight pigeons do not fit into seven holes; with the first one in a hole it is as hard as with seven."""
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 10), Stage("cadical195", None)))
    found = solve_each(pigeons(8), [[1], [-1]])
    assert [(outcome.status, outcome.solver) for outcome in found] == [("unsatisfiable", "cadical195")] * 2
    monkeypatch.setitem(PLANS, "small", (Stage("glucose4", 10),))
    assert [outcome.reason for outcome in solve_each(pigeons(8), [[1], [-1]])] == ["incomplete"] * 2
    late = WarmSolvers(pigeons(8)).solve([1], deadline=time.monotonic() - 1)
    assert (late.status, late.reason) == ("unknown", "time")


def test_clauses_can_be_added() -> None:
    with session_on(at_least(1, 2)) as session:
        models = set()
        while session.search():
            models.add(session.model())
            session.add([-x for x in session.model()])
    assert models == {(1, 2), (1, -2), (-1, 2)}


@pytest.fixture
def narrow_longs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a platform where PySAT's budgets do not hold."""
    monkeypatch.setattr(opening, "HAS_WIDE_LONGS", False)


@pytest.mark.parametrize("kind", KINDS)
def test_without_pysats_budgets_the_kernels_solver_searches_alike(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """The same answers, models, cores and counters, also of searches that are given up and gone on with."""
    if not hasattr(kernel_in_use(monkeypatch, kind), "Glucose4"):
        pytest.skip("the kernel links no solver")
    formula = pigeons(7)
    seen = []
    for wide in (True, False):
        monkeypatch.setattr(opening, "HAS_WIDE_LONGS", wide)
        with session_on(formula, solver="glucose4") as session:
            found: list[Any] = []
            for assumptions in ([1], [-1, -2], [-6, -7], [1, 2]):
                answers = [session.search(assumptions, lambda _: True) for _ in range(3)]
                found += [answers, session.core(), session.counters()]
            for clause in ([-1, -2], [50, 1]):  # also with a variable that is new
                session.add(clause)
            found += [session.search([-7, -50]), session.core(), session.counters(), session.stage.solver]
            assert type(session._solver).__module__.startswith("pysat") == wide
        seen.append(found)
    assert seen[0] == seen[1]
    assert seen[0][2]["conflicts"] > 0


@pytest.mark.usefixtures("narrow_longs")
@pytest.mark.parametrize("solver", SOLVERS)
def test_without_pysats_budgets_no_search_is_longer_than_it_may_be(
    monkeypatch: pytest.MonkeyPatch, solver: str
) -> None:
    monkeypatch.setenv("CREWSAT_KERNEL", "off")
    with session_on(pigeons(9), solver=solver) as session:
        assert session.search(pause=lambda _: True) is None
        assert session.stage.solver == (solver if solver == "cadical153" else "cadical195")
