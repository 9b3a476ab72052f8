"""The strings made of formulas are what they claim to be, and notes that do not fit are not believed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.problems.qbf import families
from crewsat.problems.qbf.formula import MOST_CLAUSES, MOST_LITERALS, MOST_VARIABLES, Qbf
from crewsat.problems.qbf.normal import normal_form
from crewsat.reductions import qbf_to_hackenbush
from crewsat.reductions.qbf_to_hackenbush import (
    MOST_EDGES,
    Reduction,
    first_coalition,
    number_of_edges,
    play_of,
    reduce,
    second_coalition,
    source_of,
    truth_of,
    witness_of,
)
from tests.support.quantified_formulas import some_formula

if TYPE_CHECKING:
    from collections.abc import Callable

FIGURE_2 = ((1, 5), (1, 7, 6), (2, 6), (2, 5), (3, 7, 5), (3,), (4, 6), (4, 7), (8, 8), (9, 7, 6, 5, 9))
"""From the ground upwards, by hand: the labels of the clauses increase from top to bottom."""


def test_the_strings_of_figure_2_are_the_paper_s() -> None:
    instance = reduce(families.figure_2())
    assert instance.strings == FIGURE_2
    assert instance.coalition == (1, 3, 5, 6, 7, 9)
    assert (instance.players, instance.to_move) == (9, 1)
    assert reduce(families.figure_2(), Reduction(coalition="first")).coalition == (2, 4, 8)


def test_bottom_up_only_the_labels_of_clauses_change_places() -> None:
    turned = reduce(families.figure_2(), Reduction(order="bottom-up")).strings
    assert turned == tuple((labels[0], *labels[:0:-1]) if labels[0] < 5 else labels for labels in FIGURE_2)
    assert turned != FIGURE_2


def test_players_strings_edges_and_coalitions_are_as_many_as_the_paper_says() -> None:
    for seed in range(200):
        formula = some_formula(seed)
        normal = normal_form(formula).formula
        n, k = normal.variables, len(normal.clauses)
        instance = reduce(formula)
        assert instance.number_of_players == n + k + 2
        assert len(instance.strings) == 2 * n + 2
        assert instance.edges == number_of_edges(normal) == 2 * n + sum(map(len, normal.clauses)) + k + 4
        first, second = set(first_coalition(normal)), set(second_coalition(normal))
        assert len(first) == n // 2 + 1
        assert not first & second
        assert first | second == set(range(1, n + k + 3))
        assert second == instance.members
        assert instance.strings[-2:] == ((n + k + 1,) * 2, (n + k + 2, *range(n + k, n, -1), n + k + 2))
        for x in range(1, n + 1):
            for labels, literal in zip(instance.strings[2 * x - 2 : 2 * x], (x, -x), strict=True):
                assert labels[0] == x
                assert list(labels[1:]) == sorted(labels[1:], reverse=True)
                assert {n + j for j, clause in enumerate(normal.clauses, 1) if literal in clause} == set(labels[1:])


def test_every_role_can_be_given() -> None:
    instance = reduce(families.figure_2(), Reduction(mover=8, coalition=(9, 2)))
    assert (instance.to_move, instance.coalition, instance.strings) == (8, (2, 9), FIGURE_2)
    assert reduce(families.figure_2(), Reduction(coalition=())).coalition == ()


def test_the_largest_formula_has_a_game_of_the_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * (2 * MOST_VARIABLES) + MOST_LITERALS + MOST_CLAUSES + 4 <= MOST_EDGES
    assert normal_form(Qbf(3, (("a", (1, 2, 3)),))).formula.variables == 6
    monkeypatch.setattr(qbf_to_hackenbush, "MOST_EDGES", 23)
    with pytest.raises(WrongOption, match="a game of 24 edges is too large; allowed: 23"):
        reduce(families.figure_2())


# Notes


def test_the_notes_lead_back_to_formula_and_parameters() -> None:
    formula = Qbf(5, (("a", (2,)), ("a", (4,)), ("e", (3,))), ((1, -2, 1), (3, -3), ()))
    reduction = Reduction(order="bottom-up", mover=3, coalition=(4, 1))
    instance = reduce(formula, reduction, source="by hand")
    assert source_of(instance) == (formula, reduction)
    assert source_of(Hackenbush(**json.loads(instance.to_json()))) == (formula, reduction)
    assert instance.about is not None
    assert instance.about["source"] == "by hand"
    assert instance.about["command"] == "crewsat reduce qbf by hand --order bottom-up --mover 3 --coalition 1,4"
    assert instance.about["normal_form"] == {"variables": [1, 2, None, 4, 3], "added": [3], "clauses_left_out": [2]}
    assert "command" not in (reduce(formula, reduction).about or {})
    nobody = reduce(formula, Reduction(coalition=()), source="x").about or {}
    assert nobody["command"] == "crewsat reduce qbf x --coalition -"
    assert (reduce(formula, source="x").about or {})["command"] == "crewsat reduce qbf x"


def edited(**changes: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - any JSON
    return lambda about: {**about, **changes}


def formula_with(**changes: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - any JSON
    return edited(formula={**families.figure_2().as_dict(), **changes})


def parameters_with(**changes: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - any JSON
    return edited(parameters={**Reduction().as_dict(), **changes})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda _: None, "about: does not name a formula that the instance was reduced from (qbf)"),
        (edited(formula=[1]), "about: does not name a formula"),
        (edited(parameters="x"), "about: does not name a formula"),
        (formula_with(clauses=[[9]]), "about.formula.clauses[0]: there is no literal 9"),
        (formula_with(prefix=[["x", [1]]]), "about.formula.prefix[0]: is not a block"),
        (formula_with(prefix=None), "about.formula.prefix: is not a list of blocks"),
        (formula_with(clauses=[]), "about: the formula in the notes does not reduce to this instance"),
        (formula_with(clauses=[[1, 2, 3], [1, 2, 3], [1, 2, 3]]), "the formula in the notes does not reduce"),
        (formula_with(prefix=[["e", [1, 3]], ["a", [2, 4]]]), "the formula in the notes does not reduce"),
        (formula_with(variables=10**9), ""),
        (parameters_with(magic=1), "about.parameters: are not valid parameters of qbf"),
        (parameters_with(order="magic"), "are not valid parameters of qbf (order is one of top-down, bottom-up)"),
        (parameters_with(order=["top-down"]), "about.parameters: are not valid parameters of qbf"),
        (parameters_with(order="bottom-up"), "the formula in the notes does not reduce"),
        (parameters_with(mover="1"), "about.parameters: are not valid parameters of qbf"),
        (parameters_with(mover=2), "the formula in the notes does not reduce"),
        (parameters_with(mover=10), "are not valid parameters of qbf (there is no player 10; allowed: 1 to 9)"),
        (parameters_with(coalition="first"), "the formula in the notes does not reduce"),
        (parameters_with(coalition=None), "about.parameters: are not valid parameters of qbf"),
        (parameters_with(coalition=["x"]), "about.parameters: are not valid parameters of qbf"),
        (parameters_with(coalition=[[]]), "about.parameters: are not valid parameters of qbf"),
        (edited(parameters={}), "about.parameters: are not valid parameters of qbf"),
        (edited(normal_form=None), "about.normal_form: is not that of the formula in the notes"),
        (
            edited(normal_form={"variables": [1, 2, 4, 3], "added": [], "clauses_left_out": []}),
            "about.normal_form: is not that of the formula in the notes",
        ),
    ],
)
def test_notes_that_do_not_fit_are_not_believed(change: Callable[[Any], Any], words: str) -> None:
    made = reduce(families.figure_2())
    instance = made.model_copy(update={"about": change(dict(made.about or {}))})
    calls: tuple[Callable[[Hackenbush], object], ...] = (
        source_of,
        lambda one: truth_of(one, won=True),
        lambda one: play_of(one, value=True),
        lambda one: witness_of(one, play_of(made, value=True)),
    )
    for call in calls:
        if not words:
            call(instance)  # variables that occur nowhere cost nothing
            continue
        with pytest.raises(InvalidInstance) as told:
            call(instance)
        assert words in str(told.value)


def test_notes_that_cannot_fit_are_not_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    made = reduce(families.figure_2())
    larger = {**(made.about or {}), "formula": families.random_(4, 9, seed=0).as_dict()}
    monkeypatch.setattr(qbf_to_hackenbush, "MOST_EDGES", 24)
    with pytest.raises(InvalidInstance, match="the formula in the notes does not reduce to this instance"):
        source_of(made.model_copy(update={"about": larger}))


def test_strings_that_were_changed_are_not_believed() -> None:
    made = reduce(families.figure_2())
    for change in ({"strings": FIGURE_2[::-1]}, {"strings": FIGURE_2[:-1]}, {"to_move": 2}, {"coalition": (1,)}):
        with pytest.raises(InvalidInstance, match="does not reduce to this instance"):
            source_of(made.model_copy(update=change))


# Parameters


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"order": "magic"}, "order is one of top-down, bottom-up"),
        ({"mover": 0}, "mover is a whole number, at least 1"),
        ({"mover": True}, "mover is a whole number, at least 1"),
        ({"mover": 1.0}, "mover is a whole number, at least 1"),
        ({"coalition": "third"}, "coalition is one of second, first, or a tuple of players from 1"),
        ({"coalition": [1, 2]}, "coalition is one of second, first, or a tuple of players from 1"),
        ({"coalition": (0, 1)}, "coalition is one of second, first, or a tuple of players from 1"),
        ({"coalition": (True,)}, "coalition is one of second, first, or a tuple of players from 1"),
        ({"coalition": ("1",)}, "coalition is one of second, first, or a tuple of players from 1"),
        ({"coalition": (3, 1, 3)}, "coalition has a player twice"),
    ],
)
def test_parameters_of_the_wrong_kind_are_reported(parameters: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongOption, match=words):
        Reduction(**parameters)


def test_players_who_do_not_take_part_are_reported() -> None:
    for reduction in (Reduction(mover=10), Reduction(coalition=(1, 10))):
        with pytest.raises(WrongOption, match="there is no player 10; allowed: 1 to 9"):
            reduce(families.figure_2(), reduction)
    with pytest.raises(WrongOption, match="there is no player a number of more than 50 digits; allowed: 1 to 9"):
        reduce(families.figure_2(), Reduction(mover=10**5000))
