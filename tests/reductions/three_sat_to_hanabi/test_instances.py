"""The decks made of formulas are what they claim to be, and notes that do not fit are not believed."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.games.cards import Card, cards_of_text
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.three_sat_to_hanabi.reduction import (
    MOST_CARDS,
    REPAIRS,
    Reduction,
    gadgets_of,
    play_of,
    reduce,
    source_of,
    witness_of,
)
from crewsat.studies.audit.hanabi_solitaire.players import is_won_by
from tests.support.hanabi_by_states import is_won
from tests.support.three_sat_formulas import TINY, VARIANTS, as_printed, some_formula

if TYPE_CHECKING:
    from collections.abc import Callable

FORMULAS = [*TINY, *map(some_formula, range(12))]


def numbers_of_copies(instance: HanabiSolitaire) -> set[int]:
    return set(map(len, instance.copies.values()))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_a_deck_has_the_colours_values_copies_and_slots_it_claims(name: str) -> None:
    reduction = VARIANTS[name]
    slots = reduction.players * reduction.hand_size - (reduction.players > 1)
    for formula in FORMULAS:
        v, m = formula.variables, len(formula.clauses)
        instance = reduce(formula, reduction)
        growing = reduction.values == "growing"
        n = 6 * m + 2 if growing else 5 * max(formula.appearances, default=0) + 5
        assert instance.highest == max(n, slots - 1)
        assert max((card.value for card in instance.deck), default=instance.highest) == instance.highest
        dummies = 1 if growing else 2 * m + (slots > 1)
        assert len(instance.colours_in_order) == 2 * v + dummies + (slots > 2)
        assert instance.missing is None
        assert instance.hand_size == reduction.slots == slots
        numbers = numbers_of_copies(instance)
        if reduction.copies is not None:
            assert numbers <= {reduction.copies}
        elif reduction.players == 1 or v > 1:
            assert numbers <= ({1, 2, 3} if slots == 1 else {1, 2})
        if reduction == Reduction():
            assert instance.size <= 2 * (2 * v + 1) * (6 * m + 2)


def test_the_deck_of_two_slots_is_the_paper_s() -> None:
    """Figures 1 and 2, and the last cards, written by hand."""
    deck = cards_of_text(
        "d2 1:2 2:2 1:1,3,4,5 2:1,3,4,5 3:2 4:2 3:1,3,4,5 4:1,3,4,5 5:2 6:2 5:1,3,4,5 6:1,3,4,5 d1"
        " d4,5,3 1:6,7,8,9,10 4:6,7,8,9,10 5:6,7,8,9,10"
        " 2:5,6,7,8,9,10,2,3,4 3:5,6,7,8,9,10,2,3,4 6:5,6,7,8,9,10,2,3,4"
        " d7,8,6 1:3 4:3 5:3 1:2,4,5,6 4:2,4,5,6 5:2,4,5,6"
        " d10,11,9 1:11,12,13,14,15 3:11,12,13,14,15 6:11,12,13,14,15"
        " 2:10,11,12,13,14,15,7,8,9 4:10,11,12,13,14,15,7,8,9 5:10,11,12,13,14,15,7,8,9"
        " d13,14,12 1:8 3:8 6:8 1:7,9,10,11 3:7,9,10,11 6:7,9,10,11"
    )
    last = [Card(str(colour), value) for colour in range(1, 7) for value in range(11, 15)]
    printed = reduce(families.figure_2(), as_printed(Reduction()))
    assert list(printed.deck) == [*deck, *last]
    repaired = reduce(families.figure_2())
    assert list(repaired.deck) == [card for card in deck if card.value <= 14] + [c for c in last if c.value > 11]


def test_the_printed_deck_is_not_what_it_claims() -> None:
    one, two = (reduce(formula, as_printed(Reduction())) for formula in (TINY[3], families.figure_2()))
    assert (one.highest, two.highest) == (10, 15)  # 6m + 2 are 8 and 14
    assert one.size == 113  # 2 (2v + 1) (6m + 2) are 112
    assert numbers_of_copies(one) == numbers_of_copies(two) == {1, 2, 3}
    for formula in FORMULAS[5:]:
        assert 3 in numbers_of_copies(reduce(formula, as_printed(Reduction())))
        assert numbers_of_copies(reduce(formula, as_printed(Reduction(copies=3)))) == {2, 3, 4}
        assert numbers_of_copies(reduce(formula, as_printed(Reduction(copies=3), "last-cards"))) == {2, 3}


def test_with_constant_values_the_deck_is_linear() -> None:
    for v in (3, 9, 30, 90):
        instance = reduce(families.regular(v, 5, seed=1), Reduction(values="constant"))
        assert instance.highest == 30
        m = 5 * v // 3
        assert instance.size == (10 + 8) * v + 30 + (15 + 27 + 15 + 2 * 30) * m
        assert instance.multiplicity == 2


def test_last_gadgets_and_first_ones_are_where_they_should_be() -> None:
    names = [gadget.name for gadget in gadgets_of(families.figure_2(), Reduction(hand_size=3))]
    assert names == ["D", "D", "V1", "V2", "V3", "D", "D", "C1", "D", "C2", "D", "F"]


def test_the_notes_lead_back_to_formula_and_parameters() -> None:
    formula = ThreeSat(4, ((1, -2, 4), (2, 3, -4)))
    reduction = Reduction(hand_size=1, copies=4, values="constant", repairs=("copies", "last-cards"))
    instance = reduce(formula, reduction, source="by hand")
    assert source_of(instance) == (formula, reduction)
    assert source_of(HanabiSolitaire(**json.loads(instance.to_json()))) == (formula, reduction)
    assert instance.about is not None
    options = "--hand-size 1 --copies 4 --values constant --repairs last-cards,copies"
    assert instance.about["command"] == f"crewsat reduce 3sat by hand {options}"
    assert "command" not in (reduce(formula, reduction).about or {})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: None, "about: says of no formula that the instance was reduced from (3sat)"),
        (lambda about: {**about, "formula": [1]}, "about: says of no formula"),
        (lambda about: {**about, "parameters": "x"}, "about: says of no formula"),
        (
            lambda about: {**about, "formula": {"variables": 3, "clauses": [[1, 2]]}},
            "about.formula.clauses[0]: '1 2' is",
        ),
        (
            lambda about: {**about, "formula": {"variables": 3, "clauses": []}},
            "the formula in the notes does not reduce",
        ),
        (
            lambda about: {**about, "formula": {"variables": 999, "clauses": []}},
            "the formula in the notes does not reduce",
        ),
        (lambda about: {**about, "parameters": {"magic": 1}}, "about.parameters: are not valid parameters of"),
        (
            lambda about: {**about, "parameters": {"hand_size": "2"}},
            "about.parameters: are not valid parameters of",
        ),
        (lambda about: {**about, "parameters": {"repairs": 3}}, "about.parameters: are not valid parameters of"),
        (
            lambda about: {**about, "parameters": {"repairs": ["x"]}},
            "about.parameters: are not valid parameters of",
        ),
        (
            lambda about: {**about, "parameters": {"repairs": [["x"]]}},
            "about.parameters: are not valid parameters of",
        ),
        (lambda about: {**about, "parameters": {"hand_size": 3}}, "the formula in the notes does not reduce"),
        (
            lambda about: {**about, "parameters": {"hand_size": 900000}},
            "about.parameters: are not valid parameters of",
        ),
    ],
)
def test_notes_that_do_not_fit_are_not_believed(change: Callable[[Any], Any], words: str) -> None:
    made = reduce(families.figure_2())
    instance = made.model_copy(update={"about": change(dict(made.about or {}))})
    for call in (source_of, lambda one: play_of(one, (True,) * 3), lambda one: witness_of(one, ())):
        with pytest.raises(InvalidInstance) as told:
            call(instance)
        assert str(told.value).startswith(words) or words in str(told.value)


def test_a_deck_that_was_changed_is_not_believed() -> None:
    made = reduce(families.figure_2())
    for other in (made.deck[:-1], (made.deck[1], made.deck[0], *made.deck[2:])):
        with pytest.raises(InvalidInstance, match="does not reduce to this instance"):
            source_of(made.model_copy(update={"deck": other}))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"hand_size": 0}, "hand_size is a whole number, at least 1"),
        ({"hand_size": True}, "hand_size is a whole number, at least 1"),
        ({"players": 0}, "players is a whole number, at least 1"),
        ({"players": 1.0}, "players is a whole number, at least 1"),
        ({"copies": 1}, "copies is a whole number, at least 2 with 2 slots"),
        ({"copies": 2, "hand_size": 1}, "copies is a whole number, at least 3 with one slot"),
        ({"copies": 2, "hand_size": 1, "players": 2}, "copies is a whole number, at least 3 with one slot"),
        ({"copies": "3"}, "copies is a whole number, at least 2 with 2 slots"),
        ({"values": "magic"}, "values is one of growing, constant"),
        ({"order": "magic"}, "order is one of colour, value"),
        ({"repairs": ["slots"]}, "repairs are some of last-cards, high-cards, copies, one-slot-dumps"),
        ({"repairs": ("magic",)}, "repairs are some of last-cards, high-cards, copies, one-slot-dumps"),
    ],
)
def test_parameters_of_the_wrong_kind_are_reported(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongOption, match=words):
        Reduction(**parameters)


def test_repairs_are_in_the_order_of_the_table() -> None:
    assert Reduction(repairs=tuple(reversed(REPAIRS))) == Reduction()
    assert Reduction(repairs=("slots", "copies", "slots")).repairs == ("copies", "slots")


@pytest.mark.slow
def test_decks_that_would_be_too_large_are_refused_before_they_are_made() -> None:
    formula = families.three_sat_formula("random", 1000, 20)
    for reduction in (Reduction(), Reduction(values="constant"), Reduction(hand_size=MOST_CARDS)):
        with pytest.raises(WrongOption, match="cards is too large; allowed: 1000000"):
            reduce(formula, reduction)
    with pytest.raises(WrongOption, match="cards is too large"):
        reduce(ThreeSat(1, ()), Reduction(copies=10**30))
    assert reduce(families.regular(300, 5, seed=0), Reduction(values="constant")).size < MOST_CARDS


def test_for_several_players_spare_ones_follow() -> None:
    alone = reduce(families.figure_2(), Reduction(hand_size=3))
    together = reduce(families.figure_2(), Reduction(players=2))
    assert together.deck[:-3] == alone.deck
    assert together.deck[-3:] == tuple(cards_of_text("1:1 2:1 3:1"))
    without = Reduction(players=2, repairs=tuple(repair for repair in REPAIRS if repair != "last-round"))
    assert reduce(families.figure_2(), without).deck == alone.deck
    crowd = Reduction(players=5, hand_size=4, copies=2)
    with pytest.raises(WrongOption, match="with 19 spare ones some card has 4 copies; allowed: that many copies"):
        reduce(families.figure_2(), crowd)
    assert numbers_of_copies(reduce(families.regular(9, 2, seed=0), crowd)) == {2}


@pytest.mark.parametrize(("players", "hand"), [(2, 1), (3, 1), (2, 2)])
def test_the_official_game_of_several_players_is_won_as_the_deck_for_one_is(players: int, hand: int) -> None:
    for v in range(1, 3):
        instance = reduce(ThreeSat(v, ()), Reduction(players=players, hand_size=hand))
        assert is_won(instance)
        assert is_won_by(instance, players, hand, last_round=True), instance.to_json()


def test_without_spare_ones_the_last_round_comes_too_early() -> None:
    without = tuple(repair for repair in REPAIRS if repair != "last-round")
    instance = reduce(ThreeSat(1, ()), Reduction(players=2, hand_size=2, repairs=without))
    assert is_won(instance)
    assert is_won_by(instance, 2, 2, last_round=False)
    assert not is_won_by(instance, 2, 2, last_round=True)


def test_additional_copies_follow_the_first_one() -> None:
    for formula in FORMULAS:
        plain, padded = reduce(formula), reduce(formula, Reduction(copies=4))
        collapsed = [card for k, card in enumerate(padded.deck) if not k or card != padded.deck[k - 1]]
        assert Counter(padded.deck) == Counter(dict.fromkeys(plain.copies, 4))
        assert collapsed == [card for k, card in enumerate(plain.deck) if not k or card != plain.deck[k - 1]]
