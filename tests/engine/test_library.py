"""A library that does not surprise: wrong arguments are named with what to call instead, and plays have types."""

from __future__ import annotations

import asyncio
from typing import Any, assert_type

import pytest

import crewsat
from crewsat.base.layout import rendered

DEAL = crewsat.Crew(hands=[["pink9"], ["pink2"]], leader=1, objectives=[{"card": "pink2", "owner": 1}])


@pytest.mark.parametrize("wrong", ["deal.json", None, {"game": "crew", "hands": [["a1"]]}, crewsat.Card("pink", 3)])
def test_what_is_not_an_instance_is_a_type_error_that_says_what_to_call(wrong: object) -> None:
    with crewsat.Decider() as decider:
        calls: list[Any] = [crewsat.decide, crewsat.options, crewsat.explain, crewsat.encode, decider.decide]
        calls += [crewsat.winning_lines, crewsat.text_of, lambda one: crewsat.verify(one, [])]
        calls += [lambda one: asyncio.run(crewsat.decide_async(one))]
        for call in calls:
            with pytest.raises(TypeError, match=r"expected an instance, .* crewsat\.load\(path\) reads a file, "):
                call(wrong)


def test_many_are_instances_too() -> None:
    wrong: Any = ["x.json"]
    with pytest.raises(TypeError, match=r"expected an instance, such as crewsat\.Crew, not str"):
        list(crewsat.decide_many(wrong))


def test_an_unknown_form_of_a_formula_is_refused() -> None:
    form: Any = "smt"
    with pytest.raises(crewsat.WrongOption, match="unknown form 'smt'; allowed: dimacs, wcnf, opb"):
        crewsat.encode(DEAL, form)


def test_a_play_has_the_type_of_its_game() -> None:
    play = crewsat.decide(DEAL).play
    assert_type(play, tuple[crewsat.Trick, ...] | None)
    assert play is not None
    assert play[0].winner == 1
    deck = crewsat.HanabiSolitaire(deck=["r1", "r2"], hand_size=1)
    assert_type(crewsat.decide(deck).play, tuple[crewsat.Step, ...] | None)
    strings = crewsat.Hackenbush(strings=[[1]], coalition=[1])
    assert_type(crewsat.decide(strings).play, tuple[crewsat.Move, ...] | None)
    anything: crewsat.Instance = DEAL
    assert_type(crewsat.decide(anything), crewsat.Verdict)


def test_instances_and_verdicts_are_printed_as_people_read_them() -> None:
    assert str(DEAL) == crewsat.text_of(DEAL)
    won = crewsat.decide(DEAL)
    assert str(won) == "YES, in 1 trick"
    table = rendered([won], 80)
    assert table.splitlines()[0] == str(won)
    assert "leader   cards         winner   completes" in table
    assert "1        pink9 pink2   1        pink2" in table
    assert "player 1: pink2" in rendered([DEAL], 80)
    lost = crewsat.decide(crewsat.parse_text("a1 / a2; leader 1; 1 wins a1"))
    assert str(lost) == f"NO: {lost.because}"
    assert rendered([lost], 1000) == str(lost)
    assert str(crewsat.decide(DEAL, method="cnf-tricks", time_limit=1e-9)) == "UNKNOWN: time"
    assert str(crewsat.decide(crewsat.Hackenbush(strings=[[1]], coalition=[1]))).startswith("YES")
