"""The value of the outermost variable and the first move are each other's witnesses, and nothing else is one."""

from __future__ import annotations

from typing import Any

import pytest

import crewsat
from crewsat.base.errors import IllegalPlay
from crewsat.games.hackenbush.rules import Move
from crewsat.problems.qbf import families
from crewsat.problems.qbf.formula import Qbf
from crewsat.reductions.notes import NotAWitness
from crewsat.reductions.qbf_to_hackenbush import Reduction, play_of, reduce, witness_of
from tests.support.quantified_formulas import is_true, some_formula, with_literal

UNIVERSAL = Qbf(2, (("a", (1,)), ("e", (2,))), ((1, -2), (-1, 2)))


def test_a_value_becomes_a_move_and_the_move_this_value() -> None:
    tried = 0
    for formula in map(some_formula, range(200)):
        if () in formula.clauses:
            continue
        instance = reduce(formula)
        for value in (None,) if formula.outermost is None else (False, True):
            assert witness_of(instance, play_of(instance, value)) is value
            tried += 1
    assert tried > 200


def test_to_make_the_outermost_variable_true_the_string_of_its_complement_is_cut_at_the_ground() -> None:
    instance = reduce(families.figure_2())
    assert play_of(instance, value=True) == (Move(1, 2, 1),)
    assert play_of(instance, value=False) == (Move(1, 1, 1),)
    assert 6 in instance.strings[1]  # the clause not x1 or x2 or x4


def test_the_referee_says_whether_a_value_wins() -> None:
    answers = set()
    for formula in map(some_formula, range(60)):
        if formula.outermost is None or not is_true(formula):
            continue
        instance = reduce(formula)
        for value in (False, True):
            wins = is_true(with_literal(formula, formula.outermost if value else -formula.outermost))
            try:
                crewsat.verify(instance, play_of(instance, value))
            except IllegalPlay:
                assert not wins, formula
            else:
                assert wins, formula
            answers.add(wins)
    assert answers == {True, False}


def test_where_no_existential_variable_is_outermost_there_is_no_value() -> None:
    instance = reduce(UNIVERSAL)
    play = play_of(instance)
    crewsat.verify(instance, play)
    assert [move.player for move in play] == [1]
    assert witness_of(instance, play) is None
    empty = reduce(Qbf(0))
    assert play_of(empty) == ()
    assert witness_of(empty, ()) is None


@pytest.mark.parametrize(
    ("formula", "value", "why"),
    [
        (families.figure_2(), None, "'None' is not a value of the outermost variable; allowed: True and False"),
        (families.figure_2(), 1, "'1' is not a value of the outermost variable; allowed: True and False"),
        (UNIVERSAL, True, "'True' is not a value of the outermost variable; allowed: None, as no existential"),
        (Qbf(0), False, "'False' is not a value of the outermost variable; allowed: None, as no existential"),
        (Qbf(1, (("e", (1,)),), ((),)), True, "the formula is false: a clause is empty"),
        (Qbf(0, (), ((),)), None, "the formula is false: a clause is empty"),
    ],
)
def test_what_is_not_a_value_is_not_a_move(formula: Qbf, value: Any, why: str) -> None:  # noqa: ANN401 - hostile
    with pytest.raises(NotAWitness, match=f"^{why}"):
        play_of(reduce(formula), value)


def test_values_are_moves_in_the_roles_of_the_theorem_only() -> None:
    for reduction in (Reduction(mover=2), Reduction(coalition="first"), Reduction(coalition=(1, 3))):
        with pytest.raises(NotAWitness, match="a value is a move only of the second coalition, and if player 1 moves"):
            play_of(reduce(families.figure_2(), reduction), value=True)


def test_what_breaks_a_rule_is_no_witness() -> None:
    instance = reduce(families.figure_2())
    for move in (Move(1, 1, 2), Move(1, 3, 1), Move(2, 3, 1), Move(1, 0, 1), Move(1, 99, 1), Move(1, 1, 0)):
        with pytest.raises(IllegalPlay):
            witness_of(instance, (move,))
    for play in ((), (Move(1, 1, 1), Move(2, 3, 1))):
        with pytest.raises(NotAWitness, match=f"the play has {len(play)} moves, not 1 as a yes to this instance does"):
            witness_of(instance, play)
    with pytest.raises(NotAWitness, match="the play has 1 move, not 0 as a yes to this instance does"):
        witness_of(reduce(families.figure_2(), Reduction(coalition="first")), (Move(1, 1, 1),))


def test_a_part_of_the_second_coalition_gives_the_variable_its_value_too() -> None:
    part = reduce(families.figure_2(), Reduction(coalition=(1, 9)))
    assert witness_of(part, (Move(1, 2, 1),)) is True
    assert witness_of(reduce(families.figure_2(), Reduction(coalition=(3, 9))), ()) is None
    with pytest.raises(NotAWitness, match="nothing follows for the formula"):
        witness_of(reduce(families.figure_2(), Reduction(coalition=(1, 2))), (Move(1, 2, 1),))
