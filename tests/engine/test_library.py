"""A library that does not surprise: wrong arguments are named with what to call instead, and plays have types."""

from __future__ import annotations

import asyncio
from typing import Any, assert_type

import pytest

import crewsat

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
