"""Relations between small decks, by the oracle: true ones hold on all of them, false ones are caught."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import replay
from crewsat.games.hanabi_solitaire.text import parse_text
from tests.support.chunks import sizes
from tests.support.deck_relations import FALSE, TRUE, with_goal
from tests.support.random_decks import small_deck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.deck_relations import Relation

DECKS = 200


@lru_cache(maxsize=50_000)
def won(instance: HanabiSolitaire) -> bool:
    return search(instance) is not None


def check(relation: Relation, first: int, number: int, most_cards: int) -> int:
    """How often the relation could be applied; it must have held each time."""
    applied = 0
    for seed in range(first, first + number):
        instance = with_goal(small_deck(seed, most_cards=most_cards))
        held = list(relation(instance, won, random.Random(seed)))
        assert all(held), (seed, instance.to_json())
        applied += len(held)
    return applied


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(DECKS // 3, DECKS))
@pytest.mark.parametrize("relation", TRUE)
def test_true_relations_hold(relation: Relation, number: int) -> None:
    assert check(relation, 0, number, 9) >= number // 10


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("relation", TRUE)
def test_true_relations_hold_on_twelve_thousand_decks(relation: Relation, chunk: int) -> None:
    assert check(relation, 40_000_000 + 3_000 * chunk, 3_000, 10) >= 300


def fails(relation: Relation, instance: HanabiSolitaire) -> bool:
    return not all(relation(with_goal(instance), won, random.Random(0)))


@pytest.mark.parametrize("relation", FALSE)
def test_tempting_but_false_relations_are_caught(relation: Relation) -> None:
    assert fails(relation, parse_text(f"hanabi solitaire; {FALSE[relation]}"))
    assert any(fails(relation, small_deck(seed, most_cards=9)) for seed in range(3_000))


@pytest.mark.slow
@pytest.mark.parametrize("relation", FALSE)
def test_no_smaller_deck_catches_them(relation: Relation) -> None:
    smallest = parse_text(f"hanabi solitaire; {FALSE[relation]}").size
    for deck in (deck for cards in range(smallest) for deck in complete_decks(cards)):
        for hand_size in range(3):
            instance = HanabiSolitaire(deck=deck, hand_size=hand_size)
            assert not fails(relation, instance), instance.to_json()


def complete_decks(cards: int) -> Iterator[tuple[Card, ...]]:
    """All decks of so many cards in which no card is missing."""
    for deck in product([Card(c, v) for c in "abc"[:cards] for v in range(1, cards + 1)], repeat=cards):
        if HanabiSolitaire(deck=deck, hand_size=0).missing is None:
            yield deck


def test_there_are_as_many_complete_decks_as_one_can_count() -> None:
    """With three names for colours; two different cards make 6 decks of three, three different ones as many."""
    kinds = Counter((len({c for c, _ in deck}), max(v for _, v in deck)) for deck in complete_decks(3))
    assert kinds == {(3, 1): 6, (2, 1): 3 * 6, (1, 1): 3, (1, 2): 3 * 6, (1, 3): 3 * 6}
    assert list(complete_decks(0)) == [()]


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 500))
def test_playing_at_once_and_storing_what_is_needed_loses_nothing(number: int) -> None:
    """A deck is won if and only if it is won by the line that belongs to some choice of copies."""
    seen: Counter[bool] = Counter()
    for seed in range(number):
        instance = small_deck(seed)
        by_choice = instance.missing is None and any(
            wins(instance, set(used)) for used in product(*instance.copies.values())
        )
        assert won(instance) == by_choice, instance.to_json()
        seen[by_choice] += 1
    assert min(seen.values()) > number * 3 // 10


def wins(instance: HanabiSolitaire, used: set[int]) -> bool:
    try:
        replay(instance, line_of(instance, used))
    except IllegalPlay:
        return False
    return True
