"""Every gadget is needed: break one, and some formula has the wrong answer or its play is none."""

from __future__ import annotations

from typing import Any

import pytest

import crewsat
from crewsat.base.errors import CrewsatError
from crewsat.games.cards import Card
from crewsat.problems.three_sat import families
from crewsat.reductions.notes import NotAWitness
from crewsat.reductions.three_sat_to_hanabi import gadgets
from crewsat.reductions.three_sat_to_hanabi import reduction as three_sat_to_hanabi
from crewsat.reductions.three_sat_to_hanabi.gadgets import ClauseGadget, Dummies, Gadget
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, reduce, witness_of
from tests.support.three_sat_formulas import TINY, check_there_and_back, models_of, some_formula, wrong

FORMULAS = [*TINY, *map(some_formula, range(8))]
TWO, ONE, THREE = Reduction(), Reduction(hand_size=1), Reduction(hand_size=3)
CONSTANT = Reduction(values="constant")


def ones_first(x: int) -> Gadget:
    one, other = gadgets.both_colours([x])
    cards = [Card(colour, value) for colour in (one, other) for value in range(1, 6)]
    return Gadget(f"V{x}", tuple(cards), {x: -5})


def held_one_less(self: Dummies, number: int) -> tuple[list[Card], list[Card]]:
    return HELD(self, number - 1) if number > 1 else ([], [])


def without_inner_dump(self: ClauseGadget, name: str, clause: Any, offsets: Any, _dump: Any) -> Gadget:  # noqa: ANN401
    return MADE(self, name, clause, offsets, ())


def other_sign(literal: int) -> str:
    return COLOUR_OF(-literal)


HELD, MADE, COLOUR_OF = Dummies.held, ClauseGadget.made, gadgets.colour_of

DEFECTS: dict[str, tuple[Any, str, Any, Reduction]] = {
    "ones before twos": (three_sat_to_hanabi, "variable_gadget", ones_first, TWO),
    "true literals stop early": (gadgets, "AHEAD", (6, 7, 8, 9), TWO),
    "true literals are not served": (gadgets, "AHEAD", (), TWO),
    "false others go on": (three_sat_to_hanabi, "NON_LITERALS", (2, 3, 4, 5, 6, 7, 8, 9, 10), TWO),
    "false others lack a card": (three_sat_to_hanabi, "NON_LITERALS", (6, 7, 8, 9, 10, 2, 3, 4), TWO),
    "true others stop": (three_sat_to_hanabi, "NON_LITERALS", (5, 6, 2, 3, 4), TWO),
    "one slot, the order of two": (three_sat_to_hanabi, "NON_LITERALS_OF_ONE_SLOT", (5, 6, 7, 8, 9, 10, 2, 3, 4), ONE),
    "one slot, false others go on": (three_sat_to_hanabi, "NON_LITERALS_OF_ONE_SLOT", tuple(range(2, 11)), ONE),
    "false literals need no slot": (gadgets, "FIRST_PASS", (2, (3, 4, 5, 6)), TWO),
    "false literals lack a card": (gadgets, "FIRST_PASS", (3, (2, 4, 5)), TWO),
    "one slot, no second pass": (gadgets, "SECOND_PASS", (4, ()), ONE),
    "one slot, the second pass needs none": (gadgets, "SECOND_PASS", (3, (4, 5, 6)), ONE),
    "one slot, a first pass for all": (gadgets, "FIRST_PASS", (2, (3, 4, 5, 6)), ONE),
    "dummies hold one card less": (Dummies, "held", held_one_less, TWO),
    "dummies hold one card less, constant": (Dummies, "held", held_one_less, CONSTANT),
    "no dump within a clause": (ClauseGadget, "made", without_inner_dump, TWO),
    "nothing holds the third slot": (three_sat_to_hanabi, "colour_held", lambda *_: ([], []), THREE),
    "signs are exchanged": (gadgets, "colour_of", other_sign, TWO),
    "last cards are missing": (three_sat_to_hanabi, "_last_cards", lambda *_: Gadget("F", ()), TWO),
}


def caught(reduction: Reduction) -> bool:
    """Whether some formula has the wrong answer, or its play or witness is none."""
    for formula in FORMULAS:
        if wrong(formula, reduction):
            return True
        for values in list(models_of(formula))[:2]:
            try:
                check_there_and_back(formula, reduction, values)
            except (CrewsatError, AssertionError):
                return True
    return False


@pytest.mark.thorough
def test_nothing_is_caught_if_nothing_is_broken() -> None:
    assert not any(map(caught, (TWO, ONE, THREE, CONSTANT)))


@pytest.mark.slow
@pytest.mark.parametrize("name", DEFECTS)
def test_a_broken_gadget_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, what, broken, reduction = DEFECTS[name]
    monkeypatch.setattr(where, what, broken)
    assert caught(reduction)


def test_a_play_that_wins_without_satisfying_the_formula_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gadgets, "FIRST_PASS", (2, (3, 4, 5, 6)))
    instance = reduce(families.contradiction())
    play = crewsat.decide(instance).play
    assert play is not None
    with pytest.raises(NotAWitness, match=r"^the play wins without satisfying the formula: no literal of the clause "):
        witness_of(instance, play)
