"""The special cases of solitaire Hanabi against exhaustive search, and their reasons against the decks."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi_solitaire.missing import card_missing
from crewsat.algorithms.hanabi_solitaire.one_colour import decide_one_colour
from crewsat.algorithms.hanabi_solitaire.unique import decide_unique_cards
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card, cards_of_text
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import replay
from crewsat.games.hanabi_solitaire.text import parse_text
from tests.support.chunks import few_of
from tests.support.hanabi_decks import small_deck, tiny_decks, won

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.hanabi_solitaire.rules import Step

    Decider = Callable[[HanabiSolitaire], Decision[Step]]


def decide_missing_card(instance: HanabiSolitaire) -> Decision[Step]:
    """What `card_missing` says, as a decision."""
    because = card_missing(instance)
    return NOT_APPLICABLE if because is None else Refutation(because)


DECIDERS: tuple[Decider, ...] = (decide_missing_card, decide_unique_cards, decide_one_colour)


def agree(instance: HanabiSolitaire) -> list[str]:
    """Compare all that apply with exhaustive search, have plays replayed; return who said what."""
    truth = won(instance)
    said = []
    for decide in DECIDERS:
        answer = decide(instance)
        if answer is not NOT_APPLICABLE:
            assert isinstance(answer, Win if truth else Refutation), (decide.__name__, answer, instance.to_json())
            if isinstance(answer, Win):
                replay(instance, answer.play)
            said.append(f"{decide.__name__} {'yes' if truth else 'no'}")
    applies = {
        decide_missing_card: instance.missing is not None,
        decide_unique_cards: instance.multiplicity <= 1,
        decide_one_colour: len(instance.colours_in_order) <= 1,
    }
    assert len(said) == sum(applies.values()), instance.to_json()
    return said


TINY = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (2, 2), (3, 3), (4, 2)]
"""Numbers of cards and of colours."""


@pytest.mark.slow
@pytest.mark.parametrize("hand_size", [0, 1, 2, 3])
@pytest.mark.parametrize(("cards", "colours"), few_of(TINY, 8))
def test_every_tiny_deck(cards: int, colours: int, hand_size: int) -> None:
    for instance in tiny_decks(cards, colours, hand_size):
        agree(instance)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(1))
def test_random_decks(chunk: int) -> None:
    said = Counter(words for seed in range(chunk * 5_000, (chunk + 1) * 5_000) for words in agree(small_deck(seed)))
    assert (
        min(said[f"decide_{name} {answer}"] for name in ("unique_cards", "one_colour") for answer in ("yes", "no"))
        > 400
    )
    assert said["decide_missing_card no"] > 200
    assert said["decide_missing_card yes"] == 0


NOTHING = [
    {"deck": [], "hand_size": 0},
    {"deck": [], "hand_size": 2, "values": 0, "colours": ["a", "b"]},
    {"deck": [], "hand_size": 2, "values": 3, "colours": []},
]


@pytest.mark.parametrize("fields", NOTHING)
def test_where_there_is_nothing_to_play_nothing_is_played(fields: dict[str, object]) -> None:
    instance = HanabiSolitaire.model_validate(fields)
    assert decide_unique_cards(instance) == Win([])
    assert card_missing(instance) is None
    if len(instance.colours_in_order) <= 1:
        assert decide_one_colour(instance) == Win([])


# Reasons.

REASONS = [
    (decide_missing_card, "hand 2; deck a1 b1,2", "a2 must be played, but is not in the deck"),
    (decide_missing_card, "hand 2; deck a1; values 999999999", "a2 must be played, but is not in the deck"),
    (decide_unique_cards, "hand 2; deck -; values 2; colours a", "a1 must be played, but is not in the deck"),
    (decide_one_colour, "hand 2; deck a1,1,3", "a2 must be played, but is not in the deck"),
    (
        decide_unique_cards,
        "hand 2; deck a1 b3 a3 b2 a2 b1",
        (
            "after draw 4 the hand must hold b3, a3 and b2 (lower cards are still to come, other copies are not), "
            "but it has room for 2 cards"
        ),
    ),
    (
        decide_unique_cards,
        "hand 0; deck a2,1",
        (
            "after draw 1 the hand must hold a2 (lower cards are still to come, other copies are not), "
            "but it has room for 0 cards"
        ),
    ),
    (
        decide_unique_cards,
        "hand 6; deck a8,7,6,5,4,3,2,1",
        (
            "after draw 7 the hand must hold a8, a7, a6, a5, a4 and 2 more (lower cards are still to come, other "
            "copies are not), but it has room for 6 cards"
        ),
    ),
    (
        decide_one_colour,
        "hand 1; deck a2,2,3,1,1",
        (
            "a1 comes first with draw 4, and by then the hand must hold a2 and a3 (no later copy comes), "
            "but it has room for 1 card"
        ),
    ),
    (
        decide_one_colour,
        "hand 0; deck a3,2,1,2",
        (
            "a2 comes first with draw 2, and by then the hand must hold a3 (no later copy comes), "
            "but it has room for 0 cards"
        ),
    ),
    (
        decide_one_colour,
        "hand 1; deck a3,4,2,4,1,5,5,3",
        (
            "a1 comes first with draw 5, and by then the hand must hold a3 and a2 (later copies of a3 come too late in "
            "the same way), but it has room for 1 card"
        ),
    ),
]


@pytest.mark.parametrize(("decide", "text", "reason"), REASONS)
def test_reasons_in_words(decide: Decider, text: str, reason: str) -> None:
    assert decide(parse_text(f"hanabi solitaire; {text}")) == Refutation(reason)


def cards_in(text: str) -> list[Card]:
    return cards_of_text(text.replace(",", "").replace(" and ", " "))


def check_unique(instance: HanabiSolitaire, reason: str) -> None:
    """The cards named are more than the hand holds, and none of them can be gone by then."""
    found = re.fullmatch(r"after draw (\d+) the hand must hold (.*) \(.*\), but it has room for (\d+) cards?", reason)
    assert found is not None, reason
    draw, cards = int(found[1]), cards_in(found[2])
    assert int(found[3]) == instance.hand_size == len(set(cards)) - 1, instance.to_json()
    for card in cards:
        assert instance.copies[card][0] <= draw, instance.to_json()
        lower = [Card(card.suit, value) for value in range(1, card.value)]
        assert any(instance.copies[one][0] > draw for one in lower), instance.to_json()


def from_value(instance: HanabiSolitaire, value: int, draw: int) -> HanabiSolitaire:
    """The deck of the cards that are as high as this value or higher, lowered; it itself only from this draw on."""
    cards = enumerate(instance.deck, 1)
    kept = [card for k, card in cards if card.value > value or (card.value == value and k >= draw)]
    lowered = [Card(card.suit, card.value - value + 1) for card in kept]
    return HanabiSolitaire(deck=lowered, hand_size=instance.hand_size, values=instance.highest - value + 1)


def check_one_colour(instance: HanabiSolitaire, reason: str) -> bool:
    """The cards named are more than the hand holds, and none is of use later; return if some have later copies."""
    found = re.fullmatch(
        r"(\w+) comes first with draw (\d+), and by then the hand must hold (.*) "
        r"\((?:no later copy comes|later copies of (.*) come too late in the same way)\), "
        r"but it has room for (\d+) cards?",
        reason,
    )
    assert found is not None, reason
    card, first, cards = Card.parse(found[1]), int(found[2]), cards_in(found[3])
    assert instance.copies[card][0] == first, instance.to_json()
    assert int(found[5]) == instance.hand_size == len(set(cards)) - 1, instance.to_json()
    later = []
    for one in cards:
        assert one.value > card.value, instance.to_json()
        after = [draw for draw in instance.copies[one] if draw > first]
        if after:
            later.append(one)
            assert not won(from_value(instance, one.value, after[0])), (reason, instance.to_json())
    assert later == cards_in(found[4] or ""), (reason, instance.to_json())
    return bool(later)


@pytest.mark.slow
def test_the_cards_in_reasons_are_forced() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12_000):
        instance = small_deck(seed)
        if instance.missing is not None:
            continue
        unique, one_colour = decide_unique_cards(instance), decide_one_colour(instance)
        if isinstance(unique, Refutation):
            check_unique(instance, unique.because)
            kinds["unique"] += 1
        if isinstance(one_colour, Refutation):
            kinds[f"later copies: {check_one_colour(instance, one_colour.because)}"] += 1
    assert min(kinds[kind] for kind in ("unique", "later copies: True", "later copies: False")) > 50, kinds


# Time.


def seconds(decide: Decider, instance: HanabiSolitaire, kind: type) -> float:
    begin = time.process_time()
    answer = decide(instance)
    assert isinstance(answer, kind)
    return time.process_time() - begin


@pytest.mark.slow
@pytest.mark.parametrize(("values", "hand_size", "kind"), [(25_000, 10**9, Win), (5_000, 10_000, Refutation)])
def test_unique_cards_take_linear_time(values: int, hand_size: int, kind: type) -> None:
    instance = RandomDeck(colours=4, values=values, copies=(1,), hand_size=hand_size).with_seed(1)
    assert seconds(decide_unique_cards, instance, kind) < 5


@pytest.mark.slow
@pytest.mark.parametrize(("hand_size", "kind"), [(10**9, Win), (4_500, Win), (50, Refutation)])
def test_one_colour_takes_hardly_more(hand_size: int, kind: type) -> None:
    instance = RandomDeck(colours=1, values=10_000, copies=(10,), hand_size=hand_size).with_seed(1)
    assert seconds(decide_one_colour, instance, kind) < 5


@pytest.mark.slow
def test_a_long_deck_of_few_values_is_won_with_the_right_copies() -> None:
    """Nearly all copies are too late: 4 comes last, 3 before it, and so on, each in 50,000 copies."""
    deck = [Card("a", value) for value in (4, 3, 2, 1)] + shuffled(
        [Card("a", v) for v in (1, 2, 3) for _ in range(50_000)], random.Random(1)
    )
    won_with = HanabiSolitaire(deck=deck, hand_size=1)
    assert seconds(decide_one_colour, won_with, Win) < 5
    answer = decide_one_colour(won_with)
    assert isinstance(answer, Win)
    replay(won_with, answer.play)
    assert seconds(decide_one_colour, HanabiSolitaire(deck=deck, hand_size=0), Refutation) < 5
