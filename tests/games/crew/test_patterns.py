"""Patterns of cards: what they mean, and what is wrong with those that mean nothing."""

from __future__ import annotations

import random

import pytest

from crewsat.games.cards import Card, text_of_cards
from crewsat.games.crew.patterns import cards_of_pattern, is_pattern, with_patterns
from crewsat.games.crew.text import parse_text

SUITS = {"pink": 9, "a10": 3, "a9": 3, "rocket": 4}
CARDS = [Card(suit, value) for suit, size in SUITS.items() for value in range(1, size + 1)]


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("*3", "a9:3 a10:3 pink3"),
        ("*9", "pink9"),
        ("*3,1", "a9:1,3 a10:1,3 pink1,3"),
        ("*1,3,", "a9:1,3 a10:1,3 pink1,3"),
        ("rocket*", "rocket1,2,3,4"),
        ("a9*", "a9:1,2,3"),
        ("a9:*", "a9:1,2,3"),
    ],
)
def test_what_a_pattern_means_in_any_order_of_the_cards(pattern: str, wanted: str) -> None:
    assert is_pattern(pattern)
    for seed in range(5):
        cards = random.Random(seed).sample(CARDS, len(CARDS))
        assert text_of_cards(cards_of_pattern(pattern, cards, "rocket")) == wanted


def test_without_a_trump_all_suits_count_and_trumps_are_last() -> None:
    assert text_of_cards(cards_of_pattern("*4", CARDS, None)) == "pink4 rocket4"
    assert text_of_cards(cards_of_pattern("*1", CARDS, "a9")) == "a10:1 pink1 rocket1"


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("*10", r"'\*10' fits no card: none of value 10 was dealt besides trumps"),
        ("*1,10", "value 10"),
        ("*1,2,1", r"'\*1,2,1' names a value more than once"),
        ("green*", r"'green\*' fits no card; suits dealt: a9, a10, pink, rocket"),
        ("Pink*", "fits no card"),
        ("*", r"'\*' is not a valid pattern; allowed: \*7, \*2,4,6 or pink\*"),
        ("**", "not a valid pattern"),
        ("*07", "not a valid pattern"),
        ("*pink", "not a valid pattern"),
        ("pink*7", "not a valid pattern"),
        ("*1 ", "not a valid pattern"),
        ("*1,,2", "not a valid pattern"),
        ("pink7", "not a valid pattern"),
        ("*" + "1," * 100_000, "not a valid pattern"),
        ("\x1b*", r"\\x1b"),
    ],
)
def test_what_is_wrong_with_a_pattern(pattern: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        cards_of_pattern(pattern, CARDS, "rocket")


def test_no_cards() -> None:
    with pytest.raises(ValueError, match=r"^'pink\*' fits no card$"):
        cards_of_pattern("pink*", [], None)
    assert not is_pattern("pink7")


def test_words_for_people_have_patterns() -> None:
    deal = parse_text("a1,2,3 b1,2 / 3:1,2 a4 z5; trump z")
    for words, shown in (
        ("at least 1 of 3:1,2 a1,2 b1,2", "at least 1 of *1,2"),
        ("at least 1 of a1,2,3,4 beating 3:1,2", "at least 1 of a* beating 3*"),
        ("at least 1 of 3:1 a1 b1 z5 among tricks 1 2", "at least 1 of *1 z* among tricks 1 2"),
        ("exactly 2 of a2,1 3:2 b2", "exactly 2 of a2,1 3:2 b2"),
        ("exactly 1 of 3:1 a1", "exactly 1 of 3:1 a1"),
        ("exactly 1 of 3:1 a1 3:1 a1 b1", "exactly 1 of 3:1 a1 *1"),
        ("exactly 1 of 3:1 a1 b2", "exactly 1 of 3:1 a1 b2"),
        ("at least 1 trick with total 3 to 4", "at least 1 trick with total 3 to 4"),
    ):
        assert with_patterns(words, deal.values_of_suits, "z") == shown
