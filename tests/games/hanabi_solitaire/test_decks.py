"""Random decks: reproducible everywhere, with the cards they promise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import COLOURS, RandomDeck, colour_names
from tests.support.places import GOLDEN

FILE = GOLDEN / "hanabi_decks.jsonl"

DECKS = [
    RandomDeck(),
    RandomDeck(colours=2, values=3, copies=(2,), hand_size=1),
    RandomDeck(colours=7, values=2, copies=(1, 3), hand_size=0),
    RandomDeck(colours=1, values=9, copies=(1,)),
    RandomDeck(colours=3, values=3, copies=(2, 0, 1)),
    RandomDeck(colours=0),
    RandomDeck(values=0, copies=(3,)),
]


def test_the_same_seed_gives_the_same_deck_for_ever() -> None:
    """A change of this file changes the meaning of every seed anybody has written down."""
    lines = [deck.with_seed(seed).to_json() for deck in DECKS for seed in (0, 1)]
    assert lines == FILE.read_text().splitlines()


def test_the_deck_of_the_real_game() -> None:
    for seed in range(20):
        made = RandomDeck().with_seed(seed)
        assert (made.size, made.hand_size, made.highest) == (50, 6, 5)
        assert made.colours == made.colours_in_order == COLOURS
        copies = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
        assert Counter(made.deck) == {Card(name, v): k for name in COLOURS for v, k in copies.items()}


def test_what_made_a_deck_is_in_its_notes() -> None:
    for deck in DECKS:
        about: Any = deck.with_seed(3).about
        assert about["seed"] == 3
        parameters = {**about["parameters"], "copies": tuple(about["parameters"]["copies"])}
        assert RandomDeck(**parameters) == deck


def test_seeds_shuffle_and_parameters_count() -> None:
    assert len({RandomDeck().with_seed(seed).deck for seed in range(50)}) == 50
    made = RandomDeck(colours=7, values=2, copies=(1, 3)).with_seed(5)
    assert Counter(made.deck) == {Card(name, v): (1, 3)[v - 1] for name in colour_names(7) for v in (1, 2)}
    gap = RandomDeck(colours=3, values=3, copies=(2, 0, 1)).with_seed(1)
    assert gap.missing == Card("red", 2)


@pytest.mark.slow
def test_every_order_is_about_equally_likely() -> None:
    orders = Counter(RandomDeck(1, 3, (1,), 0).with_seed(seed).deck for seed in range(6_000))
    assert len(orders) == 6
    assert all(850 < number < 1_150 for number in orders.values())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"colours": -1}, "colours must be at least 0, not -1"),
        ({"values": -2, "copies": (1,)}, "values must be at least 0, not -2"),
        ({"hand_size": -1}, "hand_size must be at least 0, not -1"),
        ({"copies": (1, 2)}, "copies has 2 numbers; allowed: 1, or 5, one for each value"),
        ({"copies": ()}, "copies has 0 numbers"),
        ({"copies": (1, 1, 1, 1, -3)}, "copies must be at least 0, not -3"),
        ({"colours": 100_001, "values": 1, "copies": (1,)}, "colours must be at most 100,000, not 100001"),
        ({"copies": (10**6,)}, "a deck of 25000000 cards is too large; allowed: at most 1,000,000"),
    ],
)
def test_what_cannot_be_made(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RandomDeck(**wrong)


def test_names_of_colours_are_different_and_need_no_colon() -> None:
    """With 12,300 colours, the letters came to a second "red"."""
    names = colour_names(100_000)
    assert len(set(names)) == 100_000
    assert not any(name[-1].isdigit() for name in names)
    assert names[3:7] == ["blue", "white", "a", "b"]
