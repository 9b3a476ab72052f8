"""The formula of solitaire Hanabi, rule by rule: by all copies, so that nothing is decided beforehand."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi_solitaire.copies import below
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat_encodings.hanabi_solitaire.copies_cnf import RULES, Encoding, clause_of
from crewsat_encodings.rule import Rule
from tests.support.chunks import sizes
from tests.support.random_decks import VARIANTS, described, medium_deck, small_deck
from tests.support.solitaire_mutants import judged_larger_deck
from tests.support.ways import by_bare_formula, by_formula, by_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat_encodings.hanabi_solitaire.copies_cnf import Model

NECESSARY = [rule for rule in RULES if not (rule.redundant or rule.symmetry)]
OTHERS = [rule for rule in RULES if rule.redundant or rule.symmetry]


def wrong_with(rules: Sequence[Rule], instance: HanabiSolitaire, *, won: bool) -> bool:
    """Whether the formula of these rules gives a wrong answer, or has a model that is not a play."""
    try:
        play = by_rules(Encoding, instance, rules, rounds=0)
    except IllegalPlay:
        return True
    return (play is not None) != won


@pytest.mark.slow
@pytest.mark.parametrize("rule", NECESSARY, ids=lambda rule: rule.name)
def test_every_necessary_rule_is_missed(rule: Rule) -> None:
    rest = [other for other in NECESSARY if other is not rule]
    assert any(wrong_with(rest, instance, won=won) for instance, won in map(judged_larger_deck, range(2_000)))


@pytest.mark.slow
@pytest.mark.parametrize("rule", OTHERS, ids=lambda rule: rule.name)
@pytest.mark.parametrize("number", sizes(150, 700))
def test_every_other_rule_is_not_missed(number: int, rule: Rule) -> None:
    rest = [other for other in RULES if other is not rule]
    for seed in range(number):
        instance, won = judged_larger_deck(seed)
        assert not wrong_with(rest, instance, won=won), instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(250, 1_000))
def test_the_necessary_rules_suffice(number: int) -> None:
    for seed in range(number):
        instance, won = judged_larger_deck(seed)
        assert not wrong_with(NECESSARY, instance, won=won), instance.to_json()


def cards_are_played_when_they_have_come(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        for draw in m.times[card]:
            yield from clause_of(-m.had(card, draw), m.done(card, draw))


def what_is_played_was_played_before(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        for draw in m.times[card][1:]:
            yield from clause_of(-m.done(card, draw), m.done(card, m.times[card][0]))


def every_copy_is_played_at_once(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        for draw in m.copies.draws[card][:-1]:
            yield from clause_of(-m.had(card, draw), m.done(below(card), draw))


def the_last_copy_is_used(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        for draw in m.copies.draws[card][:-1]:
            yield from clause_of(-m.had(card, draw))


TOO_STRONG: dict[str, Callable[[Model], Iterator[Clause]]] = {
    "a_card_is_played_as_soon_as_possible": cards_are_played_when_they_have_come,
    "what_is_played_stays_played": what_is_played_was_played_before,
    "a_card_that_can_be_played_is_played": every_copy_is_played_at_once,
    "no_copy_waits_until_the_next_one": the_last_copy_is_used,
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", OTHERS, ids=lambda rule: rule.name)
def test_a_too_strong_variant_is_caught(rule: Rule) -> None:
    rules = [*RULES, Rule(TOO_STRONG[rule.name], redundant=True)]
    assert any(wrong_with(rules, instance, won=won) for instance, won in map(judged_larger_deck, range(2_000)))


@pytest.mark.slow
def test_striking_out_changes_no_answer() -> None:
    """On decks too large for the oracle; the mix of small ones is in `test_engines`."""
    answers = set()
    for seed in range(60):
        instance = medium_deck(seed)
        play = by_formula(Encoding, instance)
        for rounds in (0, 1):
            outcome = by_rules(Encoding, instance, RULES, rounds=rounds)
            assert (outcome is not None) == (play is not None), instance.to_json()
        assert (by_bare_formula(Encoding, instance) is not None) == (play is not None), instance.to_json()
        answers.add(play is not None)
    assert answers == {True, False}


def test_every_rule_has_a_name_of_its_own_and_a_sentence() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.state.__doc__ for rule in RULES)
    assert set(TOO_STRONG) == {rule.name for rule in OTHERS}


def test_a_formula_too_large_is_refused_before_it_is_built() -> None:
    instance = RandomDeck(10, 10, (3,), 20).with_seed(1)
    with pytest.raises(Stopped, match="memory"):
        Encoding(instance, max_bytes=10_000)
    for rounds in (0, None):
        with pytest.raises(Stopped, match="time"):
            Encoding(instance, rounds=rounds, out_of_time=lambda: True)


def test_the_mix_has_all_variants() -> None:
    seen = {name for seed in range(1_000) for name in described(small_deck(seed))}
    assert seen == set(VARIANTS)


@pytest.mark.slow
def test_what_is_noted_before_the_clauses_counts_as_memory() -> None:
    deck = RandomDeck(12, 12, (6,), 40).with_seed(1)
    Encoding(deck, max_bytes=10**9)
    with pytest.raises(Stopped) as stopped:
        Encoding(deck, rules=(), max_bytes=2_000_000)
    assert stopped.value.reason == "memory"
    asked = count(1)
    with pytest.raises(Stopped):
        Encoding(deck, rules=(), out_of_time=lambda: next(asked) > 100)
    assert next(asked) == 102
