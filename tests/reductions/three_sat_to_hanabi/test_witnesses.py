"""Truth values and plays are each other's witnesses, and nothing else is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi_solitaire.rules import Step, replay
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.notes import NotAWitness
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, play_of, reduce, witness_of
from tests.support.chunks import few_of, sizes
from tests.support.three_sat_formulas import (
    TINY,
    VARIANTS,
    as_printed,
    check_there_and_back,
    models_of,
    some_formula,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(1, 4))
@pytest.mark.parametrize("name", few_of(VARIANTS, 4))
def test_truth_values_become_a_play_and_the_play_these_values(name: str, number: int) -> None:
    tried = 0
    for formula in (*TINY, *map(some_formula, range(number))):
        models = list(models_of(formula))
        for values in models[:: max(1, len(models) // 2)]:
            check_there_and_back(formula, VARIANTS[name], values)
            tried += 1
    assert tried > 3 * number


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(5, 10))
def test_printed_variants_that_are_right_take_the_same_way(number: int) -> None:
    for formula in map(some_formula, range(number)):
        for reduction in (as_printed(Reduction()), as_printed(Reduction(values="constant"))):
            for values in list(models_of(formula))[:2] if len(formula.clauses) > 2 else []:
                check_there_and_back(formula, reduction, values)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ((False, True, False), "no literal of the clause 1 -2 3 is true"),
        ((True, True), "expected truth values for 3 variables"),
        ((1, 1, 1), "expected truth values for 3 variables"),
        ((), "expected truth values for 3 variables"),
    ],
)
def test_what_satisfies_nothing_makes_no_play(values: Any, why: str) -> None:  # noqa: ANN401 - hostile
    with pytest.raises(NotAWitness, match=f"^the formula is not satisfied: {why}$"):
        play_of(reduce(families.figure_2()), values)


def test_wrong_reductions_leave_no_room_for_a_play() -> None:
    for reduction in (as_printed(Reduction()), as_printed(Reduction(hand_size=1)), Reduction(order="value")):
        with pytest.raises(IllegalPlay):
            play_of(reduce(TINY[4], reduction), (True,) * 4)


def test_a_play_that_does_not_win_is_no_witness() -> None:
    instance = reduce(families.figure_2())
    play = play_of(instance, (True, True, True))
    other = play_of(reduce(families.figure_2(), Reduction(hand_size=1)), (True, True, True))
    for broken in ((), play[:-1], play[::-1], (*play, play[-1]), other):
        with pytest.raises(IllegalPlay):
            witness_of(instance, broken)


def draws_used(play: Sequence[Step]) -> set[int]:
    """The draws whose cards are not thrown away."""
    drawn = [step for step in play if step.source == "deck"]
    return {draw for draw, step in enumerate(drawn, 1) if step.action != "discard"}


def test_a_variable_may_be_left_without_a_value() -> None:
    """The paper says that no winning play leaves one; here x1 suffices, and no two of x2 is stored."""
    instance = reduce(ThreeSat(3, ((1, 2, 3),)))
    x2_false, x2_true = (draws_used(play_of(instance, (True, x2, False))) for x2 in (False, True))
    used = {draw for draw in x2_false if instance.deck[draw - 1].suit != "4"}
    used |= {draw for draw in x2_true if instance.deck[draw - 1].suit == "4"}
    play = replay(instance, line_of(instance, used))
    reached = [step.card for step in play[:33] if step.action == "play"]
    assert [card.value for card in reached if card.suit == "3"] == [1]
    assert [card.value for card in reached if card.suit == "4"] == [1]
    assert max(card.value for card in reached if card.suit == "1") == 5
    assert witness_of(instance, play) == (True, False, False)
