"""The search by states, which the tests of the reduction trust, against trying everything."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from tests.support.hanabi_by_states import Deck, is_won, states_after

SHAPES = ((1, 3), (1, 5), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2))


def tiny_deck(rng: random.Random) -> HanabiSolitaire:
    """At most 13 cards; now and then a card is missing."""
    while True:
        colours, values = rng.choice(SHAPES)
        copies = tuple(rng.randint(rng.random() >= 0.05, 3) for _ in range(values))
        if colours * sum(copies) <= 13:
            deck = RandomDeck(colours, values, copies, rng.randint(0, 3))
            return deck.with_seed(rng.randint(0, 10**9))


@pytest.mark.slow
def test_it_says_what_exhaustive_search_says() -> None:
    rng = random.Random(12)
    answers: Counter[bool] = Counter()
    for _ in range(1500):
        instance = tiny_deck(rng)
        truth = search(instance) is not None
        assert is_won(instance) == truth, instance.to_json()
        answers[truth] += 1
    assert min(answers.values()) > 300


def test_states_are_those_of_the_rules() -> None:
    instance = HanabiSolitaire(deck=["b2", "a3", "a1", "a2", "b1", "a3"], hand_size=1)
    assert states_after(instance, 0) == {((0, 0), frozenset())}
    assert Deck(instance).full == [0, 1, 2, 3]  # b2 is there once and waits for b1
    assert states_after(instance, 4) == {((2, 0), frozenset({(1, 2)}))}
    assert states_after(instance, 6) == {((3, 2), frozenset())}
