"""The algorithms of the paper on Hanabi as printed: that they do what is printed, and where that is right."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import pytest

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.rules import replay
from crewsat.games.hanabi_solitaire.text import parse_text
from crewsat.studies.audit.hanabi_solitaire import section_2, section_3, section_4
from tests.support.hanabi_decks import small_deck, tiny_decks, won

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.studies.audit.published import Published


def deck(text: str) -> HanabiSolitaire:
    return parse_text(f"hanabi solitaire; {text}")


def decks() -> Iterator[HanabiSolitaire]:
    yield from (one for cards in range(1, 5) for h in range(3) for one in tiny_decks(cards, 1, h))
    yield from (one for h in range(3) for one in tiny_decks(3, 3, h))
    yield from (one for one in map(small_deck, range(3_000)) if one.colours_in_order)


def right(instance: HanabiSolitaire, published: Published) -> bool:
    """Whether the answer is right; then a play must be, too."""
    truth = won(instance)
    if published.answer == truth and published.play is not None:
        replay(instance, published.play)
    return published.answer == truth


# Section 2.


@pytest.mark.parametrize(
    ("text", "w"),
    [
        ("hand 0; deck a1,2,3", 0),
        ("hand 0; deck a2,1", 1),
        ("hand 0; deck a3,2,1", 2),
        ("hand 0; deck a3,1,2", 1),
        ("hand 0; deck a2,1 b2,1", 1),  # b2 comes when a2 has gone
        ("hand 0; deck a2 b2 a1 b1", 2),
        ("hand 0; deck -", 0),
    ],
)
def test_section_2_counts_intervals(text: str, w: int) -> None:
    assert section_2.overlap(deck(text), {"ends of intervals": 0}) == w


def test_section_2_step_by_step() -> None:
    published = section_2.decide_as_published(deck("hand 2; deck a3,2 b1 a1"))
    assert [str(step.card) for step in published.play or ()] == ["a3", "a2", "b1", "a1", "a2", "a3"]
    assert published.steps == {
        "cards drawn": 4,
        "bits made": 6,
        "bits flipped": 4,
        "bits looked at": 3,
        "ends of intervals": 4,
    }


@pytest.mark.slow
@pytest.mark.parametrize("reading", section_2.READINGS, ids=lambda reading: reading.decides)
def test_section_2_is_right_unless_a_card_is_missing(reading: section_2.Reading) -> None:
    wrong = 0
    for instance in decks():
        if instance.multiplicity == 1:
            good = right(instance, section_2.decide_as_published(instance, reading))
            assert good or instance.missing is not None, instance.to_json()
            wrong += not good
    assert wrong > 10


# Section 3.


def test_section_3_step_by_step() -> None:
    """With a hand of 1, a1 is useless after 2 and 3 are gone, and then a first copy is left: draw 1."""
    instance = deck("hand 1; deck a1,3,2,1,1")
    steps = dict.fromkeys(("entries of P", "entries of L", "cards removed", "heap", "cards looked at"), 0)
    filtered = section_3.filter_as_published(instance, steps)
    assert filtered == section_3.Filtered({1: 1, 2: 3, 3: 2}, [5, 4], stopped=False)
    published = section_3.decide_as_published(instance)
    assert [f"{step.action} {step.card}" for step in published.play or ()] == [
        "play a1",
        "store a3",
        "play a2",
        "play a3",
    ]
    assert published.steps == {
        "entries of P": 5,
        "entries of L": 3,
        "cards removed": 2,
        "heap": 4,
        "cards looked at": 5,
    }


def test_section_3_stops_where_nothing_is_left() -> None:
    steps = dict.fromkeys(("entries of P", "entries of L", "cards removed", "heap"), 0)
    filtered = section_3.filter_as_published(deck("hand 0; deck a3,2,1,2"), steps)
    assert (filtered.removed, filtered.stopped) == ([4, 2], True)


@pytest.mark.slow
@pytest.mark.parametrize("reading", section_3.READINGS, ids=lambda reading: reading.absent)
def test_section_3_is_right_unless_a_high_card_is_missing(reading: section_3.Reading) -> None:
    wrong = 0
    for instance in decks():
        if len(instance.colours_in_order) == 1:
            good = right(instance, section_3.decide_as_published(instance, reading))
            high = instance.missing is not None and reading.absent == "loop"
            assert good or high, instance.to_json()
            wrong += not good
    assert (wrong > 10) == (reading.absent == "loop")


# Section 4.


def test_section_4_entry_by_entry() -> None:
    """With a2 in the hand, a1 plays both; and as printed it keeps the a2 that it has played."""
    tables = list(
        section_4.tables(deck("hand 1; deck a2,1"), section_4.READINGS[0], {"entries": 0, "entries looked up": 0})
    )
    nothing, a1, a2 = frozenset[Card](), frozenset({Card("a", 1)}), frozenset({Card("a", 2)})
    assert tables == [
        {(nothing, ()): 0},
        {(nothing, ()): 0, (a2, ()): 0},
        {(nothing, ()): 2, (a1, ()): 0, (a2, ()): 2},
    ]
    repaired = list(
        section_4.tables(deck("hand 1; deck a2,1"), section_4.REPAIRED, {"entries": 0, "entries looked up": 0})
    )
    assert repaired[:2] == tables[:2]
    assert repaired[2] == {(nothing, ()): 2, (a1, ()): 0, (a2, ()): 1}


def test_section_4_counts_entries() -> None:
    for colours, values, hand_size in ((1, 2, 0), (2, 2, 1), (3, 1, 2), (2, 1, 9)):
        instance = RandomDeck(colours, values, (2,), hand_size).with_seed(1)
        hands = sum(comb(colours * values, size) for size in range(hand_size + 1))
        steps = section_4.decide_as_published(instance).steps
        assert steps["entries"] == instance.size * hands * (values + 1) ** (colours - 1)
        assert steps["entries"] < steps["entries looked up"] <= (hand_size + 3) * steps["entries"]


@pytest.mark.thorough
@pytest.mark.parametrize("reading", [*section_4.READINGS, section_4.REPAIRED], ids=lambda reading: reading.joined)
def test_section_4_is_right(reading: section_4.Reading) -> None:
    tried = 0
    for instance in decks():
        if len(instance.deck) * (instance.highest + 1) ** len(instance.colours_in_order) < 150:
            assert right(instance, section_4.decide_as_published(instance, reading)), instance.to_json()
            tried += 1
    assert tried > 2_000


def test_readings_differ_in_words() -> None:
    for readings in (section_2.READINGS, section_3.READINGS, (*section_4.READINGS, section_4.REPAIRED)):
        words = sorted(reading.words for reading in readings)
        assert all(one != other for one, other in pairwise(words))
