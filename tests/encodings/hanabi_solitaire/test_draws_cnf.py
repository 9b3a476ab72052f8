"""The plain formula of solitaire Hanabi, rule by rule, and that every winning play satisfies every clause.

`test_engines` compares it with the search, on the same decks as the other methods.
"""

from __future__ import annotations

from itertools import count, pairwise
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat_encodings.hanabi_solitaire import copies_cnf
from crewsat_encodings.hanabi_solitaire.draws_cnf import RULES, Encoding
from crewsat_encodings.rule import Rule
from tests.support.chunks import sizes
from tests.support.hanabi_plays import every_winning_play, said_of, some_winning_play
from tests.support.random_decks import medium_deck, small_deck
from tests.support.solitaire_mutants import judged_deck
from tests.support.solving import solve_each
from tests.support.ways import by_formula, by_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat_encodings.hanabi_solitaire.draws_cnf import Model

NECESSARY = [rule for rule in RULES if not rule.redundant]


def wrong_with(rules: Sequence[Rule], instance: HanabiSolitaire, *, won: bool) -> bool:
    """Whether the formula of these rules gives a wrong answer, or has a model that is not a play."""
    try:
        play = by_rules(Encoding, instance, rules)
    except (IllegalPlay, StopIteration):  # cards out of order, or a card none of whose copies has come
        return True
    return (play is not None) != won


def cuts_off_a_play(rules: Sequence[Rule], instance: HanabiSolitaire) -> bool:
    """Whether some winning play does not satisfy the formula of these rules."""
    encoding = Encoding(instance, rules=rules)
    plays = list(every_winning_play(instance))
    outcomes = solve_each(encoding.formula, [said_of(encoding, play) for play in plays])
    return any(outcome.status != "satisfiable" for outcome in outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("rule", NECESSARY, ids=lambda rule: rule.name)
def test_every_necessary_rule_is_missed(rule: Rule) -> None:
    rest = [other for other in NECESSARY if other is not rule]
    assert any(wrong_with(rest, instance, won=won) for instance, won in map(judged_deck, range(2_000)))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(2))
def test_the_necessary_rules_suffice(chunk: int) -> None:
    for seed in range(400 * chunk, 400 * (chunk + 1)):
        instance, won = judged_deck(seed)
        assert not wrong_with(NECESSARY, instance, won=won), instance.to_json()


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_formula_and_search_agree_a_hundred_thousand_times(chunk: int) -> None:
    for seed in range(70_000_000 + 5_000 * chunk, 70_000_000 + 5_000 * (chunk + 1)):
        instance = small_deck(seed)
        play = by_formula(Encoding, instance)
        assert (play is not None) == (search(instance) is not None), instance.to_json()
        if play is not None:
            play_until_success(instance, play)


# What a proof rests on ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 300))
def test_every_winning_play_satisfies_every_clause(number: int) -> None:
    plays = 0
    for seed in range(number):
        instance = small_deck(seed, most_cards=6)
        assert not cuts_off_a_play(RULES, instance), instance.to_json()
        plays += sum(1 for _ in every_winning_play(instance))
    assert plays > 5 * number, plays


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_every_winning_play_of_larger_decks_satisfies_every_clause(chunk: int) -> None:
    for seed in range(71_000_000 + 500 * chunk, 71_000_000 + 500 * (chunk + 1)):
        instance = small_deck(seed, most_cards=8)
        assert not cuts_off_a_play(RULES, instance), instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 300))
def test_a_play_that_is_not_clever_satisfies_every_clause(number: int) -> None:
    lazy = 0
    for seed in range(number):
        instance, won = judged_deck(seed)
        play = some_winning_play(instance)
        assert (play is not None) == won
        if play is None:
            continue
        encoding = Encoding(instance)
        (outcome,) = solve_each(encoding.formula, [said_of(encoding, play)])
        assert outcome.status == "satisfiable", instance.to_json()
        lazy += any(played > came for came, played in play.values())
    assert lazy >= number // 10


def a_card_is_played_as_soon_as_possible(m: Model) -> Iterator[Clause]:
    """Without loss, and yet too strong for a formula that every winning play is to satisfy."""
    for card in m.cards:
        for draw in m.draws(card) if card.value == 1 else ():
            yield (-m.had(card, draw), m.done(card, draw))


def no_copy_is_passed_by(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        yield (m.had(card, m.copies[card][0]),)


@pytest.mark.parametrize("state", [a_card_is_played_as_soon_as_possible, no_copy_is_passed_by])
def test_a_rule_that_cuts_off_a_play_is_noticed(state: Any) -> None:  # noqa: ANN401
    rules = (*RULES, Rule(state))
    assert any(cuts_off_a_play(rules, small_deck(seed, most_cards=6)) for seed in range(100))


def what_is_played_was_played_before(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        for draw, following in pairwise(m.draws(card)):
            yield (m.done(card, draw), -m.done(card, following))


def test_a_too_strong_variant_of_the_redundant_rule_is_caught() -> None:
    assert [rule.name for rule in RULES if rule.redundant] == ["what_is_played_stays_played"]
    rules = [*RULES, Rule(what_is_played_was_played_before, redundant=True)]
    assert any(wrong_with(rules, instance, won=won) for instance, won in map(judged_deck, range(200)))


# Sizes --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_both_formulas_agree_on_larger_decks() -> None:
    answers = []
    for seed in range(100):
        instance = medium_deck(seed)
        play = by_formula(Encoding, instance)
        assert (play is not None) == (by_formula(copies_cnf.Encoding, instance) is not None), instance.to_json()
        if play is not None:
            play_until_success(instance, play)
        answers.append(play is not None)
    assert min(map(answers.count, (True, False))) >= 20


def test_the_size_is_what_the_docstring_promises() -> None:
    instance = RandomDeck(hand_size=5).with_seed(1)
    formula = Encoding(instance).formula
    cards, played, hand = instance.size, 25, 5
    counters = len(formula.families["count"].rows)
    assert counters <= played * cards * hand
    assert formula.variables - counters <= 2 * played * cards + cards
    assert formula.size <= 2 * (2 * played * cards + cards + played * cards * hand)


def test_a_formula_too_large_is_refused_before_it_is_built() -> None:
    instance = RandomDeck(10, 10, (3,), 20).with_seed(1)
    with pytest.raises(Stopped, match="memory"):
        Encoding(instance, max_bytes=10_000)
    with pytest.raises(Stopped, match="time"):
        Encoding(instance, out_of_time=lambda: True)
    asked = count(1)
    with pytest.raises(Stopped):
        Encoding(instance, out_of_time=lambda: next(asked) > 5)
    assert next(asked) == 7


def test_a_missing_card_is_all_the_formula_speaks_of() -> None:
    instance = HanabiSolitaire(deck=["r1", "r999999999", "b1"], hand_size=1)
    formula = Encoding(instance).formula
    assert formula.variables == 1
    said = {rule: list(clauses) for rule, clauses in formula.rules.items() if clauses}
    assert said == {"every_card_is_played_in_the_end": [(1,)], "a_card_that_never_comes_is_not_played": [(-1,)]}
    assert crewsat.decide(instance, method="cnf-draws").answer == "no"


def test_every_rule_has_a_name_of_its_own_and_a_sentence() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.state.__doc__ for rule in RULES)
