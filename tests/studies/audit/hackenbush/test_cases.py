"""What the audit of Hackenbush tries: all small positions and formulas, each once, and what is true of them."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value
from crewsat.algorithms.hackenbush.every_coalition import EveryCoalition, every_position, players_of, winners
from crewsat.algorithms.hackenbush.printed import Algorithm1
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import start
from crewsat.games.hackenbush.text import parse_text
from crewsat.problems.qbf.families import figure_2
from crewsat.studies.audit.hackenbush import section_3, signs
from crewsat.studies.audit.hackenbush.audit import AUDIT
from crewsat.studies.audit.hackenbush.formulas import Source, clauses_over, formulas, number_of_formulas
from crewsat.studies.audit.hackenbush.formulas import size_of as size_of_formula
from crewsat.studies.audit.hackenbush.strings import Strings, random_strings, size_of
from crewsat.studies.audit.hackenbush.truth import is_queer, outcome
from tests.support.quantified_formulas import alternating_formulas, is_true

if TYPE_CHECKING:
    from collections.abc import Iterator

TRUE_OF_THREE = 2439
"""Of all 4,300 formulas."""


def some_positions() -> Iterator[Strings]:
    for seed in range(120):
        yield random_strings(seed, (1, 2, 3, 3, 4), 6)


def strings_of(edges: int, players: int) -> set[tuple[tuple[int, ...], ...]]:
    """All multisets of strings, by cutting one row of labels at all places."""
    found = set()
    for labels in product(range(1, players + 1), repeat=edges):
        for cuts in product((False, True), repeat=max(0, edges - 1)):
            strings: list[list[int]] = [[]]
            for label, cut in zip(labels, (False, *cuts), strict=False):
                strings += [[]] if cut else []
                strings[-1].append(label)
            found.add(tuple(sorted(map(tuple, strings))) if edges else ())
    return found


@pytest.mark.parametrize(("players", "edges"), [(1, 0), (1, 4), (2, 1), (2, 5), (3, 4), (4, 3)])
def test_small_positions_are_complete_and_differ(players: int, edges: int) -> None:
    made = list(every_position(players, edges))
    assert len(set(made)) == len(made)
    assert set(made) == strings_of(edges, players)


def test_numbers_of_positions() -> None:
    """The coefficients of the products of 1 / (1 - x^m)^(p^m)."""
    assert [sum(1 for _ in every_position(3, edges)) for edges in range(6)] == [1, 3, 15, 64, 276, 1137]


@pytest.mark.parametrize("name", AUDIT.domains)
def test_the_parts_of_a_domain_are_each_but_once(name: str) -> None:
    for thorough in (False, True):
        chunks = AUDIT.domains[name].chunks(thorough)
        assert len(chunks) == len(set(chunks)) > 3
        assert chunks == AUDIT.domains[name].chunks(thorough)


def test_parts_of_positions_are_all_positions() -> None:
    domain = AUDIT.domains["positions"]
    found = Counter(
        case.strings for chunk in domain.chunks(False) if chunk[:2] == (3, 5) for case in domain.cases(*chunk)
    )
    assert found == Counter(every_position(3, 5))


def test_random_positions_are_the_same_each_time_and_of_every_kind() -> None:
    made = list(some_positions())
    assert [case.strings for case in made] == [case.strings for case in some_positions()]
    assert {case.players for case in made} == {1, 2, 3, 4}
    assert {size_of(case)[0] for case in made} == {1, 2, 3, 4, 5, 6}
    assert any(case.to_move > 2 for case in made)


@pytest.mark.parametrize(("n", "k"), [(1, 0), (1, 3), (2, 2), (3, 1)])
def test_all_formulas_of_a_size(n: int, k: int) -> None:
    made = list(formulas(n, k))
    assert len(made) == number_of_formulas(n, k) == comb(3**n + k - 1, k)
    key = [(one.prefix, tuple(sorted(one.clauses))) for one in made]
    assert len(set(key)) == len(key)
    assert set(key) == {(one.prefix, tuple(sorted(one.clauses))) for one in alternating_formulas(n, k)}
    assert all(Source(one).true == Source(one).true_with(()) == is_true(one) for one in made)


@pytest.mark.slow
def test_the_formulas_of_the_usual_run_are_4300() -> None:
    domain = AUDIT.domains["formulas"]
    made = [case for chunk in domain.chunks(False) for case in domain.cases(*chunk)]
    assert len({case.formula for case in made}) == len(made) == 4300
    assert sum(case.true for case in made) == TRUE_OF_THREE
    assert "all 4,300 formulas" in domain.words
    assert () in clauses_over(2)
    assert max(map(size_of_formula, made)) == (6, 3, 9)


def test_the_formula_of_figure_2_is_in_the_thorough_run() -> None:
    """All clauses over four variables are, three at a time."""
    assert set(figure_2().clauses) <= set(clauses_over(4))
    chunks = [chunk for chunk in AUDIT.domains["formulas"].chunks(True) if chunk[:2] == (4, 3)]
    assert [part for _, _, part, _ in chunks] == list(range(len(chunks)))
    assert {parts for _, _, _, parts in chunks} == {len(chunks)}


# What is true of positions.


def test_four_programs_agree_on_who_wins() -> None:
    """All plays by the referee; the tables of all coalitions; Algorithm 1 here and there; the solver."""
    for case in some_positions():
        winning = EveryCoalition(case.players).winning(case.strings, case.to_move)
        assert winning == case.outcome.winning, case
        for coalition in case.divisions:
            instance = case.asked(coalition)
            says = Algorithm1(instance).check(start(instance).lengths, instance.to_move) == 0
            assert says == case.wins(coalition) == section_3.decide_as_published(instance).answer
            assert bool(crewsat.decide(instance)) == case.wins(coalition)


def test_who_is_forced_to_be_the_last_one_is_a_member_of_coalitions_that_win() -> None:
    for case in some_positions():
        for player, forcing in enumerate(case.outcome.forcing, 1):
            for coalition in case.coalitions:
                if player in players_of(coalition) and forcing >> coalition & 1:
                    assert case.wins(coalition)
            assert bool(forcing >> (1 << player - 1) & 1) == case.wins(1 << player - 1)


def test_the_position_of_figure_1_is_queer() -> None:
    one = parse_text("hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2")
    found = outcome(one)
    assert is_queer(found)
    assert winners(found.winning, 3) == ()
    assert [bool(found.winning >> pair & 1) for pair in (0b011, 0b101, 0b110)] == [True] * 3


def test_nothing_to_cut() -> None:
    for players in range(1, 4):
        for mover in range(1, players + 1):
            last = (mover - 2) % players + 1
            found = outcome(Hackenbush(strings=[], coalition=[], to_move=mover, players=players))
            assert winners(found.winning, players) == (last,)
            assert winners(EveryCoalition(players).winning([], mover), players) == (last,)


# The algorithms as published.


def test_signs_are_those_of_the_values() -> None:
    for edges in range(7):
        for strings in every_position(2, edges):
            value = hackenbush_value(strings)
            for mover in (1, 2):
                said = signs.decide_as_published(Strings(strings, 2, mover).asked())
                assert said.answer == (value > 0 or (value == 0 and mover == 2))
                assert said.steps["edges looked at"] == edges
                assert said.steps["carries"] <= edges


def test_steps_of_algorithm_1_on_a_position_counted_by_hand() -> None:
    """Players 1 and 2 cut, player 3 leaves, player 1 leaves, and his side is empty: the first coalition loses."""
    said = section_3.decide_as_published(parse_text("hackenbush; strings 1 / 2; coalition 1; players 3"))
    assert said.answer is False
    assert said.steps == {"calls": 4, "nested calls": 4, "nested cuts": 2, "cells": (2 + 3) + (1 + 3) + 3 + 2}
    nobody = parse_text("hackenbush; strings 1; coalition -; players 1")
    assert section_3.decide_as_published(nobody).answer is True
