"""Redundant rules and symmetries of the formula stated a little too strongly: small games notice each of them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from crewsat.games.hanabi.rules import play_until_success
from crewsat.solvers.cnf import solve
from crewsat_encodings.hanabi import steps_cnf
from crewsat_encodings.hanabi.steps_model import clause, no
from crewsat_encodings.hanabi.steps_rules import RULES
from crewsat_encodings.rule import Rule
from tests.support.hanabi_games import small_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.base.formula import Clause
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat_encodings.hanabi.steps_model import Model


def a_card_lies_there_two_steps_after_the_one_below(m: Model) -> Iterator[Clause]:
    for s in range(2, m.steps + 1):
        for suit, rank in m.kinds:
            yield from clause(no(m.laid(s, (suit, rank))), m.laid(s - 2, (suit, rank - 1)))


def no_two_clues_are_given_in_a_row(m: Model) -> Iterator[Clause]:
    for s in m.counted():
        yield from ((-m.clue(s, j + 1),) for j in m.clue_numbers(s)[:-1])


def no_card_of_a_hand_is_a_strike(m: Model) -> Iterator[Clause]:
    for s in m.counted() if m.position.full else ():
        yield from ((-m.strikes(s), -m.leaves(s, i)) for i in m.may_leave(s) if i != m.bottom_card(s))


def less_than_a_round_of_clues_suffices(m: Model) -> Iterator[Clause]:
    for s in range(1, m.draws + 1) if m.most_clues >= m.position.players else ():
        yield (-m.clue(s, m.position.players),)


def every_copy_of_a_card_that_is_played_is_used(m: Model) -> Iterator[Clause]:
    for kind in m.kinds:
        for i in m.position.copies.get(kind, ()):
            yield from clause(no(m.laid(m.steps, kind)), m.used(i))


def a_card_waits_a_step_longer_than_until_it_is_played(m: Model) -> Iterator[Clause]:
    for s in range(1, m.draws + 1):
        for kind in m.may_wait(s):
            for i in m.position.copies[kind]:
                if m.drawn_at(i) < s:
                    yield from clause(-m.used(i), m.laid(s - 1, kind), m.waits(s, kind))


def cards_that_wait_leave_room_for_one_more(m: Model) -> Iterator[Clause]:
    for s in range(1, m.draws + 1):
        waiting = [-m.waits(s, kind) for kind in m.may_wait(s)]
        yield from combinations(waiting, max(1, m.room(s)))


TOO_STRONG: dict[str, Callable[[Model], Iterator[Clause]]] = {
    "a_card_lies_there_a_step_after_the_one_below": a_card_lies_there_two_steps_after_the_one_below,
    "clues_are_counted": no_two_clues_are_given_in_a_row,
    "strikes_come_with_all_tokens_there": no_card_of_a_hand_is_a_strike,
    "a_round_of_clues_suffices": less_than_a_round_of_clues_suffices,
    "a_copy_that_is_played_is_used": every_copy_of_a_card_that_is_played_is_used,
    "a_card_waits_until_it_is_played": a_card_waits_a_step_longer_than_until_it_is_played,
    "cards_that_wait_fit_into_the_hands": cards_that_wait_leave_room_for_one_more,
}
NOTICING = (16, 19, 40, 133, 919)
"""Games that notice them, looked at first: only a rare game needs a whole round of clues."""

OTHERS = [rule for rule in RULES if rule.redundant or rule.symmetry]


def loses_a_game_that_is_won(game: Hanabi, rules: list[Rule]) -> bool:
    """Whether the formula of these rules has no model although there is a play, which is replayed."""
    if solve(steps_cnf.Encoding(game, rules=rules).formula).status != "unsatisfiable":
        return False
    encoding = steps_cnf.Encoding(game)
    outcome = solve(encoding.formula)
    if outcome.status != "satisfiable":
        return False
    play_until_success(game, encoding.decode(outcome.model))
    return True


@pytest.mark.parametrize("rule", OTHERS, ids=lambda rule: rule.name)
def test_a_too_strong_variant_is_noticed(rule: Rule) -> None:
    rules = [*RULES, Rule(TOO_STRONG[rule.name], redundant=True)]
    assert any(loses_a_game_that_is_won(small_game(seed), rules) for seed in (*NOTICING, *range(1_500)))


def test_each_of_these_rules_has_a_variant() -> None:
    assert set(TOO_STRONG) == {rule.name for rule in OTHERS}
