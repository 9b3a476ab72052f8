"""3-SAT → solitaire Hanabi: every repaired variant is won iff the formula can be satisfied; the printed ones fail."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.three_sat_to_hanabi.reduction import REPAIRS, Reduction, play_of, reduce, witness_of
from tests.support.chunks import few_of, sizes
from tests.support.hanabi_by_states import is_won
from tests.support.three_sat_formulas import (
    TINY,
    VARIANTS,
    as_printed,
    mistake,
    models_of,
    satisfiable,
    some_formula,
    wrong,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def check(name: str, formulas: Iterable[ThreeSat]) -> Counter[bool]:
    answers: Counter[bool] = Counter()
    for formula in formulas:
        truth = satisfiable(formula)
        assert not mistake(formula, VARIANTS[name], truth)
        answers[truth] += 1
    return answers


@pytest.mark.slow
@pytest.mark.parametrize(("number", "least"), few_of([(2, 2), (6, 3)]))
@pytest.mark.parametrize("name", few_of(VARIANTS, 4))
def test_won_iff_the_formula_can_be_satisfied(name: str, number: int, least: int) -> None:
    answers = check(name, [*TINY, *map(some_formula, range(number))])
    assert min(answers[True], answers[False]) >= least


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", VARIANTS)
def test_won_iff_the_formula_can_be_satisfied_for_400_formulas(name: str, part: int) -> None:
    answers = check(name, map(some_formula, range(100 * part, 100 * part + 100)))
    assert min(answers[True], answers[False]) >= 15


@pytest.mark.thorough
def test_many_formulas_with_two_slots() -> None:
    answers = check("two slots", map(some_formula, range(1000, 1040)))
    assert min(answers[True], answers[False]) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(2, 5))
def test_decide_says_the_same(number: int) -> None:
    for seed in range(number):
        formula = some_formula(seed, most=4)
        for name in ("two slots", "one slot", "constant, one slot", "three slots"):
            verdict = crewsat.decide(reduce(formula, VARIANTS[name]))
            assert bool(verdict) == satisfiable(formula), reduce(formula, VARIANTS[name]).to_json()
            if verdict.play is not None:
                assert formula.satisfied_by(witness_of(reduce(formula, VARIANTS[name]), verdict.play))


# As printed

RIGHT_FROM_THREE_CLAUSES = [Reduction(), Reduction(hand_size=3), Reduction(copies=3)]


@pytest.mark.thorough
@pytest.mark.parametrize("reduction", RIGHT_FROM_THREE_CLAUSES)
def test_the_printed_text_is_wrong_for_one_and_two_clauses_and_right_from_three(reduction: Reduction) -> None:
    printed = as_printed(reduction)
    assert wrong(ThreeSat(3, ((1, 2, 3),)), printed)
    assert wrong(families.figure_2(), printed)
    assert not wrong(ThreeSat(3, ((1, 2, 3),)), as_printed(reduction, "high-cards"))
    assert not wrong(families.figure_2(), as_printed(reduction, "high-cards"))
    for seed in range(8):
        formula = some_formula(seed)
        assert len(formula.clauses) < 3 or not wrong(formula, printed)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(5, 15))
def test_constant_values_are_right_as_printed(number: int) -> None:
    for formula in (*TINY, *map(some_formula, range(number))):
        assert not wrong(formula, as_printed(Reduction(values="constant")))


@pytest.mark.thorough
def test_with_one_slot_the_printed_dumps_and_the_printed_order_lose_every_formula() -> None:
    one = Reduction(hand_size=1)
    dumps, order, both = (
        as_printed(one, "high-cards", *more)
        for more in (["one-slot-dumps"], ["one-slot-order"], ["one-slot-dumps", "one-slot-order"])
    )
    for formula in (*TINY, *map(some_formula, range(20))):
        m = len(formula.clauses)
        assert m == 0 or not mistake(formula, as_printed(one, "high-cards"), truth=False)
        assert m == 0 or not mistake(formula, order, truth=False)
        assert m < 2 or not mistake(formula, dumps, truth=False)  # of one clause, the last cards help out
        assert not wrong(formula, both)


@pytest.mark.slow
def test_value_by_value_loses_what_can_be_satisfied() -> None:
    assert wrong(ThreeSat(4, ((-1, 2, -3),)), Reduction(order="value"))
    assert not wrong(ThreeSat(3, ((1, 2, 3),)), Reduction(order="value"))
    tried = [
        wrong(formula, Reduction(order="value")) for seed in range(20) if satisfiable(formula := some_formula(seed))
    ]
    assert sum(tried) > len(tried) // 2


@pytest.mark.parametrize(("players", "hand"), [(2, 1), (3, 1), (2, 2)])
def test_one_slot_more_than_the_gadgets_are_made_for_wins_contradictions(players: int, hand: int) -> None:
    """Why the number of slots matters: p·h of them in a game that has p·h - 1 lose what can be satisfied."""
    without = tuple(repair for repair in REPAIRS if repair != "slots")
    printed = Reduction(players=players, hand_size=hand, repairs=without)
    instance = reduce(families.figure_2(), printed)
    assert instance.hand_size == players * hand
    assert is_won(instance)
    assert not is_won(instance.model_copy(update={"hand_size": players * hand - 1}))
    repaired = reduce(families.contradiction(), Reduction(players=players, hand_size=hand))
    assert not is_won(repaired)
    assert is_won(repaired.model_copy(update={"hand_size": players * hand}))


# Larger formulas


def check_larger(formula: ThreeSat, reduction: Reduction) -> None:
    truth = crewsat.three_sat(formula)
    instance = reduce(formula, reduction)
    verdict = crewsat.decide(instance)
    assert verdict.answer == truth.answer
    if truth.assignment is not None:
        assert verdict.play is not None
        assert formula.satisfied_by(witness_of(instance, verdict.play))
        assert witness_of(instance, play_of(instance, truth.assignment)) == truth.assignment


@pytest.mark.thorough
@pytest.mark.parametrize("values", ["growing", "constant"])
def test_larger_formulas_agree_with_a_solver(values: str) -> None:
    for seed in range(2):
        v, k = (9, 5) if seed else (12, 4)
        check_larger(families.regular(v, k, seed=seed), Reduction(values=values))  # type: ignore[arg-type]


def test_the_formula_of_figure_2_has_six_models_and_a_play_for_each() -> None:
    models = list(models_of(families.figure_2()))
    instance = reduce(families.figure_2())
    assert len({play_of(instance, model) for model in models}) == len(models) == 6
