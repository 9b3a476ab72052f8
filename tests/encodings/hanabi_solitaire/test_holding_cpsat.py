"""The model of solitaire Hanabi for CP-SAT against the oracle, rule by rule; the least hand by minimisation."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import play_until_success, replay
from crewsat.solvers.cpsat import minimise, solve
from crewsat_encodings.hanabi_solitaire.holding_cpsat import RULES, Encoding
from crewsat_encodings.rule import Rule
from tests.support.chunks import sizes
from tests.support.deck_relations import with_hand
from tests.support.random_decks import medium_deck, small_deck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat_encodings.hanabi_solitaire.holding_cpsat import Holding


def wrong_with(rules: tuple[Rule, ...], instance: HanabiSolitaire) -> bool:
    """Whether the model of these rules gives a wrong answer or a play the referee rejects."""
    encoding = Encoding(instance, rules=rules)
    outcome = solve(encoding.model)
    assert outcome.status != "unknown"
    if outcome.status != "satisfiable":
        return search(instance) is not None
    try:
        play_until_success(instance, encoding.decode(outcome.model))
    except IllegalPlay:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(250, 1_000))
def test_model_and_search_agree(number: int) -> None:
    for seed in range(number):
        instance = small_deck(seed)
        assert not wrong_with(RULES, instance), instance.to_json()


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_model_and_search_agree_a_hundred_thousand_times(chunk: int) -> None:
    for seed in range(60_000_000 + 5_000 * chunk, 60_000_000 + 5_000 * (chunk + 1)):
        instance = small_deck(seed)
        assert not wrong_with(RULES, instance), instance.to_json()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_is_missed(rule: Rule) -> None:
    rest = tuple(other for other in RULES if other is not rule)
    assert any(wrong_with(rest, small_deck(seed)) for seed in range(200))


def cards_are_held_at_the_draw_that_plays_them(m: Holding) -> None:
    """Half-open intervals would be closed ones."""
    waits = []
    for card in m.every_card():
        length = m.model.new_int_var(0, m.instance.size + 1, "")
        end = m.model.new_int_var(0, m.instance.size + 1, "")
        m.model.add(end == m.played[card] + 1)
        waits.append(m.model.new_interval_var(m.used[card], length, end, ""))
    m.model.add_cumulative(waits, [1] * len(waits), m.hand_size)


def the_lowest_card_comes_first(m: Holding) -> None:
    for card in m.every_card():
        if card.value == 1:
            m.model.add(m.used[card] == m.instance.copies[card][0])
        else:
            m.model.add(m.used[card] == m.instance.copies[card][-1])


@pytest.mark.slow
@pytest.mark.parametrize("write", [cards_are_held_at_the_draw_that_plays_them, the_lowest_card_comes_first])
def test_rules_that_are_too_strong_are_caught(write: Callable[[Holding], None]) -> None:
    assert any(wrong_with((*RULES, Rule(write)), small_deck(seed)) for seed in range(200))


@pytest.fixture(scope="module")
def decider() -> Iterator[crewsat.Decider]:
    """One child for all questions, started before any: that takes longer than to answer them."""
    with crewsat.Decider() as found:
        found.decide(HanabiSolitaire(deck=[], hand_size=0), method="cpsat")
        yield found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "won"),
    [
        ({"deck": []}, True),
        ({"deck": [], "values": 7}, True),
        ({"deck": [], "colours": ["a"], "values": 1}, False),
        ({"deck": ["a1"]}, True),
        ({"deck": ["a2", "a1"]}, False),
        ({"deck": ["a2", "a1", "a2"]}, True),
        ({"deck": ["a2", "a1"], "hand_size": 10**29}, True),
        ({"deck": ["a1", "a999999999"], "hand_size": 1}, False),
        ({"deck": ["a1"], "values": 10**29}, False),
    ],
)
def test_degenerate_sizes(decider: crewsat.Decider, data: dict[str, Any], *, won: bool) -> None:
    instance = HanabiSolitaire(**{"hand_size": 0, **data})
    assert (decider.decide(instance, method="cpsat").answer == "yes") == won
    assert not wrong_with(RULES, instance)


def test_the_size_is_what_the_docstring_promises() -> None:
    model = Encoding(RandomDeck(7, 9, (3,), 4).with_seed(1)).model
    assert len(model.proto.variables) == 3 * 63
    assert len(model.proto.constraints) <= 2 * 63 + 1


# The least hand -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(1))
def test_the_least_hand_is_that_of_the_search(chunk: int) -> None:
    for seed in range(250 * chunk, 250 * (chunk + 1)):
        instance = small_deck(seed, most_cards=9)
        encoding = Encoding(instance, least_hand=True)
        outcome, bounds = minimise(encoding.model)
        if instance.missing is not None:
            assert (outcome.status, bounds) == ("unsatisfiable", None), instance.to_json()
            continue
        least = next(h for h in range(10) if search(with_hand(instance, h)) is not None)
        assert bounds == (least, least), instance.to_json()
        replay(with_hand(instance, least), encoding.decode(outcome.model))


@pytest.mark.slow
def test_the_least_hand_is_that_of_the_formulas() -> None:
    for seed in range(40):
        instance = medium_deck(seed)
        if instance.missing is None:
            _, bounds = minimise(Encoding(instance, least_hand=True).model)
            found = crewsat.least_hand_size(instance)
            assert bounds == (found.at_least, found.at_most), instance.to_json()


@pytest.mark.slow
def test_time_can_run_out() -> None:
    instance = RandomDeck(10, 20, (3,)).with_seed(0)
    with pytest.raises(Stopped, match="time"):
        Encoding(instance, out_of_time=lambda: True)
    encoding = Encoding(instance, least_hand=True)
    outcome, bounds = minimise(encoding.model, deadline=time.monotonic() - 1)
    assert (outcome.status, outcome.reason, bounds) == ("unknown", "time", None)
    outcome, bounds = minimise(encoding.model, deadline=time.monotonic() + 1)
    assert outcome.status == "satisfiable"
    assert bounds is not None
    assert bounds[0] < bounds[1]
    replay(with_hand(instance, bounds[1]), encoding.decode(outcome.model))
    outcome = solve(Encoding(with_hand(instance, 37)).model, deadline=time.monotonic() - 1)
    assert (outcome.status, outcome.reason) == ("unknown", "time")


def test_the_model_is_always_the_same() -> None:
    instance = RandomDeck(5, 8, (2,), 9).with_seed(3)
    runs = [solve(Encoding(instance).model, seed=seed) for seed in (None, None, 1, 1)]
    assert (runs[0].model, runs[0].counters) == (runs[1].model, runs[1].counters)
    assert (runs[2].model, runs[2].counters) == (runs[3].model, runs[3].counters)
