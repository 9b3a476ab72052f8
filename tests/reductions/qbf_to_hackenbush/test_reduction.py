"""Theorem 3: the second coalition wins iff the formula is true; and what other roles say of the formula."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.problems.qbf import families
from crewsat.problems.qbf.formula import Qbf
from crewsat.problems.qbf.normal import normal_form
from crewsat.reductions.notes import NotAWitness
from crewsat.reductions.qbf_to_hackenbush import (
    Reduction,
    first_coalition,
    number_of_players,
    reduce,
    second_coalition,
    truth_of,
    witness_of,
)
from tests.support.quantified_formulas import alternating_formulas, is_true, some_formula, with_literal

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush


def wins(instance: Hackenbush, method: str = "auto") -> bool:
    return bool(crewsat.decide(instance, method=method))


def check_theorem(formula: Qbf) -> bool:
    truth = is_true(formula)
    instance = reduce(formula)
    verdict = crewsat.decide(instance)
    assert bool(verdict) == truth, instance.to_json()
    assert truth_of(instance, won=truth) == truth
    if verdict.play is not None:
        value, x = witness_of(instance, verdict.play), formula.outermost
        assert (value is None) == (x is None)
        assert x is None or is_true(with_literal(formula, x if value else -x)), instance.to_json()
    return truth


def test_all_formulas_of_two_variables_and_three_clauses() -> None:
    formulas = [formula for n in range(3) for k in range(4) for formula in alternating_formulas(n, k)]
    answers = Counter(map(check_theorem, formulas))
    assert answers == {True: 47, False: 197}


@pytest.mark.slow
def test_formulas_of_every_kind() -> None:
    answers = Counter(check_theorem(some_formula(seed)) for seed in range(200))
    assert min(answers.values()) > 60


@pytest.mark.slow
def test_larger_formulas() -> None:
    answers = Counter(check_theorem(families.random_(6 + seed % 2, 6, seed=seed)) for seed in range(8))
    assert min(answers.values()) > 1


@pytest.mark.thorough
def test_many_formulas_of_every_kind() -> None:
    answers = Counter(check_theorem(some_formula(seed, 6)) for seed in range(1000, 4000))
    assert min(answers.values()) > 900


def test_the_printed_algorithm_agrees() -> None:
    formulas = [formula for formula in map(some_formula, range(80)) if reduce(formula).edges < 15]
    answers = Counter(wins(reduce(formula), "printed") == is_true(formula) for formula in formulas)
    assert answers[False] == 0
    assert answers[True] > 15


def test_families_with_a_known_answer() -> None:
    for n in range(1, 4):
        assert wins(reduce(families.copycat(n)))
        assert not wins(reduce(families.guess(n)))
        assert not wins(reduce(families.all_false(n)))
    assert wins(reduce(families.figure_2()))


# Other roles


def some_coalition(formula: Qbf, rng: random.Random) -> tuple[int, ...]:
    """Players of one of the two coalitions, with some of the others, or only some of its own."""
    normal = normal_form(formula).formula
    base = rng.choice((first_coalition, second_coalition))(normal)
    if rng.random() < 0.5:
        return tuple(player for player in base if rng.random() < 0.85)
    return tuple(p for p in range(1, number_of_players(normal) + 1) if p in base or rng.random() < 0.15)


@pytest.mark.slow
def test_what_follows_for_the_formula_is_true_whatever_the_coalition_and_the_order() -> None:
    seen: Counter[object] = Counter()
    for seed in range(400):
        formula, rng = some_formula(seed, 4), random.Random(seed)
        reduction = Reduction(
            order=rng.choice(("top-down", "bottom-up")),
            coalition=rng.choice(("first", "second", some_coalition(formula, rng), some_coalition(formula, rng))),
        )
        instance = reduce(formula, reduction)
        won = wins(instance)
        try:
            assert truth_of(instance, won=won) == is_true(formula), instance.to_json()
        except NotAWitness as nothing:
            seen[str(nothing)] += 1
        else:
            seen[reduction.order, won, is_true(formula)] += 1
    words = "nothing follows for the formula: "
    assert seen[f"{words}with bottom-up strings true formulas can be lost, too"] > 20
    assert seen[f"{words}the coalition wins and is neither part of the second nor the first one"] > 5
    assert seen[f"{words}the coalition does not win and contains neither the second nor the first one"] > 5
    assert all(seen["top-down", won, truth] > 10 for won in (False, True) for truth in (False, True))
    assert all(seen["bottom-up", won, True] > 10 for won in (False, True))


def test_bottom_up_a_true_formula_is_lost() -> None:
    lost = Qbf(1, (("e", (1,)),), ((1,), (1,)))
    assert is_true(lost)
    assert wins(reduce(lost))
    assert not wins(reduce(lost, Reduction(order="bottom-up")))
    for seed in range(150):
        formula = some_formula(seed)
        assert is_true(formula) or not wins(reduce(formula, Reduction(order="bottom-up")))


@pytest.mark.slow
def test_with_another_mover_nothing_follows_and_the_theorem_is_wrong() -> None:
    instance = reduce(families.figure_2(), Reduction(mover=4))
    for won in (False, True):
        with pytest.raises(NotAWitness, match=r"^nothing follows for the formula: player 4 moves first, not player 1$"):
            truth_of(instance, won=won)
    differs = 0
    for formula in map(some_formula, range(12)):
        for mover in range(2, number_of_players(normal_form(formula).formula) + 1):
            differs += wins(reduce(formula, Reduction(mover=mover))) != is_true(formula)
    assert differs > 3
