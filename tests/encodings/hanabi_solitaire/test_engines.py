"""All methods that the table has for solitaire Hanabi, against the oracle and against each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.engine.methods import METHODS
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat_encodings.hanabi_solitaire.holding_cpsat import Encoding
from tests.support.chunks import sizes
from tests.support.random_decks import VARIANTS, described, medium_deck, small_deck
from tests.support.ways import by_constraints

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = [m.name for m in METHODS["hanabi_solitaire"] if not m.kind.apart and m.name != "exhaustive"]
"""The methods that run in process; CP-SAT is asked directly here, as a child for each of thousands would take long."""


def check_agreement(instances: Iterable[HanabiSolitaire]) -> Counter[str]:
    """Every method says what the search says, or cannot tell; every play is replayed by `decide`."""
    seen: Counter[str] = Counter()
    for instance in instances:
        answer = "yes" if search(instance) is not None else "no"
        for name in ("auto", *HERE):
            verdict = crewsat.decide(instance, method=name)
            incomplete = name != "auto" and (verdict.answer, verdict.reason) == ("unknown", "incomplete")
            assert verdict.answer == answer or incomplete, (name, verdict.answer, instance.to_json())
            if not incomplete:
                seen[f"{name} says {answer}"] += 1
        seen.update(described(instance) | {answer})
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(300, 1_000))
def test_all_methods_agree_with_the_search(number: int) -> None:
    seen = check_agreement(map(small_deck, range(number)))
    assert all(seen[name] >= number // 200 for name in VARIANTS), seen
    assert min(seen["yes"], seen["no"]) > 0.4 * number, seen
    for name in HERE:
        assert seen[f"{name} says yes"] + seen[f"{name} says no"] >= number // 20, (name, seen)


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(100))
def test_all_methods_agree_with_the_search_half_a_million_times(chunk: int) -> None:
    first = 10_000_000 + 5_000 * chunk
    seen = check_agreement(map(small_deck, range(first, first + 5_000)))
    assert all(seen[name] * 100 >= 1_000 for name in ("yes", "no", *VARIANTS)), seen


def check_larger_decks(seeds: Iterable[int]) -> Counter[str]:
    """Decks at the edge, too large for the search: the formula and the constraints."""
    seen: Counter[str] = Counter()
    for instance in map(medium_deck, seeds):
        answer = crewsat.decide(instance, method="cnf-copies").answer
        play = by_constraints(Encoding, instance)
        assert answer == ("no" if play is None else "yes"), instance.to_json()
        if play is not None:
            crewsat.verify(instance, play)
        seen[answer] += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 400))
def test_formula_and_constraints_agree_on_larger_decks(number: int) -> None:
    seen = check_larger_decks(range(number))
    assert min(seen["yes"], seen["no"]) >= number // 4, seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_formula_and_constraints_agree_on_twenty_thousand_larger_decks(chunk: int) -> None:
    first = 20_000_000 + 1_000 * chunk
    seen = check_larger_decks(range(first, first + 1_000))
    assert min(seen["yes"], seen["no"]) >= 250, seen


@pytest.mark.slow
def test_all_methods_by_the_name_of_all() -> None:
    """With CP-SAT in a child process, as people get it."""
    for seed in range(4):
        instance = small_deck(seed)
        verdict = crewsat.decide(instance, method="all")
        assert (verdict.answer == "yes") == (search(instance) is not None), instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("method", [m.name for m in METHODS["hanabi_solitaire"]])
def test_a_missing_card_costs_nothing_however_high_the_values_are(method: str) -> None:
    instance = HanabiSolitaire(deck=["r1", "r999999999", "b1"], hand_size=1)
    verdict = crewsat.decide(instance, method=method, time_limit=10)
    assert verdict.answer == "no" or verdict.reason == "incomplete"


@pytest.mark.slow
def test_the_real_deck_is_won_or_lost_alike() -> None:
    for seed in range(25):
        for hand_size in (3, 5, 7):
            instance = RandomDeck(hand_size=hand_size).with_seed(seed)
            play = by_constraints(Encoding, instance)
            assert (crewsat.decide(instance).answer == "yes") == (play is not None), instance.to_json()
