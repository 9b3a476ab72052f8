"""Relations between decks too large for the oracle, decided by formula: an engine that errs breaks one of them."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from crewsat.engine.frontend import decide
from tests.support.chunks import sizes
from tests.support.deck_relations import TRUE, with_goal, with_hand
from tests.support.random_decks import medium_deck

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from tests.support.deck_relations import Relation


@lru_cache(maxsize=5_000)
def won(instance: HanabiSolitaire) -> bool:
    return bool(decide(instance, method="cnf-copies"))


def check(relation: Relation, first: int, number: int) -> int:
    applied = 0
    for seed in range(first, first + number):
        instance = with_goal(medium_deck(seed))
        held = list(relation(instance, won, random.Random(seed)))
        assert all(held), (seed, instance.to_json())
        applied += len(held)
    return applied


@pytest.mark.slow
@pytest.mark.parametrize("relation", TRUE)
@pytest.mark.parametrize("number", sizes(80, 200))
def test_true_relations_hold_on_larger_decks(number: int, relation: Relation) -> None:
    assert check(relation, 0, number) >= max(1, number // 100)


@pytest.mark.thorough
@pytest.mark.parametrize("relation", TRUE)
def test_true_relations_hold_on_five_thousand_larger_decks(relation: Relation) -> None:
    assert check(relation, 50_000_000, 5_000) >= 50


def test_the_decks_are_at_the_edge() -> None:
    """About half of them are won, and the hand is at most two cards from the one at which the answer changes."""
    decks = [with_goal(medium_deck(seed)) for seed in range(60)]
    assert 15 <= sum(map(won, decks)) <= 45
    near = sum(won(with_hand(i, max(0, i.hand_size - 2))) != won(with_hand(i, i.hand_size + 2)) for i in decks)
    assert near >= 20
