"""The formula of the compiled kernel against the one built in Python: clause by clause, and searched alike."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import Stopped, UnknownFeature
from crewsat.base.formula import Formula
from crewsat.games.crew.instance import Crew
from crewsat.solvers.cnf import solve, solve_best
from crewsat_encodings.crew.cnf.compiled import (
    MOST_CARDS,
    MOST_PLAYERS,
    CompiledEncoding,
    can_be_compiled,
    encoding_to_search,
)
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.chunks import few_of
from tests.support.kernel import KINDS, kernel_in_use
from tests.support.quick_deals import quick_deal, quick_position
from tests.support.random_instances import small_crew, whole_crew

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True, params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


def assert_same_formula(instance: Crew) -> None:
    plain, there = Encoding(instance), CompiledEncoding(instance)
    said = instance.to_json()
    assert there.formula.variables == plain.formula.variables, said
    assert there.formula.size == plain.formula.size, said
    assert list(there.formula.clauses()) == list(plain.formula.clauses()), said
    assert there.formula.compiled.bytes == plain.formula.estimated_bytes, said
    assert there.formula.plan == plain.formula.plan, said
    assert (there.earliest, there.preferences()) == (plain.earliest, plain.preferences()), said


def without_tasks(instance: Crew) -> Crew:
    return instance.model_copy(update={"tasks": ()})


@pytest.mark.parametrize("make", [small_crew, lambda seed: without_tasks(whole_crew(seed)), quick_deal, quick_position])
def test_the_clauses_are_the_same_in_the_same_order(make: Callable[[int], Crew]) -> None:
    for seed in range(150):
        assert_same_formula(make(seed))


@pytest.mark.thorough(together=10)
@pytest.mark.parametrize("first", range(0, 1_000_000, 10_000))
def test_the_clauses_of_a_million_deals_are_the_same(first: int) -> None:
    for seed in range(first, first + 10_000, 2):
        assert_same_formula(small_crew(seed, most_cards=10))
        assert_same_formula(without_tasks(whole_crew(seed, most_cards=10)))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "number"), few_of([(0, 100), *((100 * k, 100) for k in range(1, 20))]))
def test_formulas_are_searched_alike(first: int, number: int) -> None:
    """The linked solver is the one of PySAT: the same model after the same number of decisions."""
    if not hasattr(CompiledEncoding(quick_deal(0)).formula.compiled, "glucose4"):
        pytest.skip("the kernel links no solver")
    won = 0
    for seed in range(first, first + number):
        instance = quick_position(seed)
        plain, there = Encoding(instance), CompiledEncoding(instance)
        one = solve(plain.formula, preferences=plain.preferences())
        other = solve(there.formula, preferences=there.preferences())
        assert (one.status, one.model, one.counters) == (other.status, other.model, other.counters), instance.to_json()
        if one.status == "satisfiable":
            won += 1
            assert there.decode(other.model) == plain.decode(one.model), instance.to_json()
            best, low, high = solve_best(there.formula, there.preferences())
            assert best.status == "satisfiable"
            assert (low, high) == solve_best(plain.formula, plain.preferences())[1:], instance.to_json()
    assert won > number // 5


def test_limits_hold() -> None:
    instance = quick_deal(3)
    bytes_needed = Encoding(instance).formula.estimated_bytes
    assert CompiledEncoding(instance, max_bytes=bytes_needed)
    with pytest.raises(Stopped, match="memory"):
        CompiledEncoding(instance, max_bytes=bytes_needed - 1)
    with pytest.raises(Stopped, match="time"):
        CompiledEncoding(instance, out_of_time=lambda: True)


def deck(cards: int, players: int) -> Crew:
    hands: list[list[str]] = [[] for _ in range(players)]
    for k in range(cards):
        hands[k % players].append(f"{'abcdef'[k % 6]}{k // 6 + 1}")
    return Crew.model_validate({"hands": hands, "objectives": [{"card": "a1", "owner": 1}]})


def test_only_what_the_kernel_knows_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    largest, most = deck(MOST_CARDS, 4), deck(30, MOST_PLAYERS)
    for instance in (largest, most):
        assert isinstance(encoding_to_search(instance), CompiledEncoding)
        assert_same_formula(instance)
    for instance in (deck(MOST_CARDS + 1, 4), deck(32, MOST_PLAYERS + 1)):
        assert not can_be_compiled(instance)
        assert isinstance(encoding_to_search(instance).formula, Formula)
    task = Crew.model_validate(
        json.loads(largest.to_json()) | {"tasks": [{"kind": "tricks", "owner": 1, "exactly": 1}]}
    )
    assert not can_be_compiled(task)
    with pytest.raises(UnknownFeature, match="tasks"):
        CompiledEncoding(task)
    monkeypatch.setenv("CREWSAT_KERNEL", "off")
    assert isinstance(encoding_to_search(most), Encoding)


GOOD = {
    "players": 2,
    "tricks": 1,
    "leader": 0,
    "trump": 0,
    "strict": False,
    "tight": False,
    "assignment": 0,
    "suit": bytes([0, 0]),
    "holder": bytes([0, 1]),
    "past": [[0]],
    "objectives": [(0, 0), (1, -1)],
    "order": [(0, 1)],
}
BAD = [
    {"players": 0},
    {"players": 1},
    {"players": 256},
    {"tricks": 2},
    {"tricks": -1},
    {"leader": 2},
    {"trump": 1},
    {"assignment": 5},
    {"suit": bytes([1, 1])},
    {"suit": bytes([0, 2])},
    {"suit": bytes([0])},
    {"holder": bytes([0, 2])},
    {"past": [[0, 2]]},
    {"past": [[0], [1]]},
    {"objectives": [(2, 0)]},
    {"objectives": [(0, 0), (0, 1)]},
    {"objectives": [(0, 2), (1, 0)]},
    {"order": [(0, 2)]},
    {"order": [(-1, 0)]},
]


@pytest.mark.parametrize("change", BAD, ids=str)
def test_what_is_not_a_deal_is_refused(compiled: Any, change: dict[str, Any]) -> None:  # noqa: ANN401
    assert compiled.formula(*GOOD.values()).size > 0
    with pytest.raises(ValueError, match=r"\w{3}"):
        compiled.formula(*(GOOD | change).values())


def test_variables_that_are_not_there_are_refused(compiled: Any) -> None:  # noqa: ANN401
    formula = compiled.formula(*GOOD.values())
    assert formula.play(0, 1) == 1
    for name, row, step in (("play", 2, 1), ("play", 0, 0), ("play", 0, 2), ("played", -1, 0), ("wins", 0, 2)):
        with pytest.raises(ValueError, match="no such"):
            getattr(formula, name)(row, step)
    if hasattr(formula, "glucose4"):
        solver = formula.glucose4()
        for literal in (0, formula.variables + 1, -formula.variables - 1, -(2**31)):
            with pytest.raises(ValueError, match="no such variable"):
                solver.add_clause([literal])


def test_a_solver_may_be_kept_and_asked_again(compiled: Any) -> None:  # noqa: ANN401
    rng = random.Random(5)
    instance = quick_deal(8)
    formula = CompiledEncoding(instance).formula
    if not hasattr(formula.compiled, "glucose4"):
        pytest.skip("the kernel links no solver")
    solver = formula.compiled.glucose4()
    clauses, variables = list(formula.clauses()), formula.variables
    del formula
    solver.conf_budget(10_000)
    assert solver.solve_limited(assumptions=(), expect_interrupt=True)
    for _ in range(20):
        assumptions = [rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), 3)]
        if solver.solve_limited(assumptions=assumptions, expect_interrupt=True):
            model = set(solver.get_model())
            assert model.issuperset(assumptions)
            assert all(model.intersection(clause) for clause in clauses)
        else:
            assert set(assumptions).issuperset(solver.get_core())
    assert compiled.version
