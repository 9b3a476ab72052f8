"""Solitaire Hanabi as one line of text: what is printed is read again, and what people type is understood."""

from __future__ import annotations

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games import text
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.text import parse_text, text_of
from tests.support.random_decks import medium_deck, small_deck


@pytest.mark.slow
def test_every_instance_comes_back() -> None:
    for seed in range(5_000):
        instance = small_deck(seed)
        line = text_of(instance)
        assert parse_text(line) == instance, instance.to_json()
        assert text_of(parse_text(line)) == line
        assert text.parse_text(line) == instance
        assert text.text_of(instance) == line


def test_larger_decks_come_back() -> None:
    decks = [medium_deck(1), RandomDeck().with_seed(3), RandomDeck(40, 3, (1,)).with_seed(1)]
    decks.append(HanabiSolitaire(deck=["3:1", "3:12", "ä-b_999999999"], hand_size=10**30 - 1, values=10**30 - 1))
    for instance in decks:
        assert parse_text(text_of(instance)) == instance.model_copy(update={"about": None})


def test_the_text_is_what_a_person_would_type() -> None:
    deck = HanabiSolitaire(deck=["r2", "r3", "r1", "3:1", "b1"], hand_size=2, values=3, colours=["r", "b", 3])
    assert text_of(deck) == "hanabi solitaire; hand 2; deck r2,3,1 3:1 b1; values 3; colours r b 3"
    assert text_of(HanabiSolitaire(deck=[], hand_size=0)) == "hanabi solitaire; hand 0; deck -"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("hanabi solitaire; deck r1; hand 1", "hanabi solitaire; hand 1; deck r1"),
        ("  hanabi   solitaire ;hand 01;deck r1 ,".rstrip(" ,"), "hanabi solitaire; hand 1; deck r1"),
        ("hanabi\nsolitaire;\nhand\t1;\ndeck r1, r2 r:3;;", "hanabi solitaire; hand 1; deck r1,2,3"),
        ("hanabi solitaire; colours b a; hand 1; values 9; deck -", "…; hand 1; deck -; values 9; colours b a"),
        ("hanabi solitaire; hand 0; deck - ; colours -; values 0", "…; hand 0; deck -; values 0; colours -"),
        ("hanabi solitaire; hand 2; deck 3:1,2 a1", "hanabi solitaire; hand 2; deck 3:1,2 a1"),
    ],
)
def test_what_people_type(typed: str, printed: str) -> None:
    assert text_of(parse_text(typed)) == printed.replace("…", "hanabi solitaire")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["unexpected beginning ''; expected hanabi solitaire; …"]),
        ("hanabi", ["unexpected beginning 'hanabi'; expected hanabi solitaire; …"]),
        ("Hanabi solitaire; hand 1; deck r1", ["unexpected beginning 'Hanabi solitaire'"]),
        ("hanabi solitaire hand 1; deck r1", ["unexpected beginning 'hanabi solitaire hand 1'"]),
        ("hanabi solitaire", ["hand is missing", "deck is missing"]),
        ("hanabi solitaire; deck -", ["hand is missing"]),
        ("hanabi solitaire; hand 1; deck", ["column 27: 'deck' is not understood", "deck is missing"]),
        ("hanabi solitaire; hand x; deck r1", ["column 19: 'x' is not a number; allowed: 0, 1, 2, …"]),
        ("hanabi solitaire; hand -1; deck r1", ["column 19: '-1' is not a number"]),
        ("hanabi solitaire; hand \u0661; deck r1", ["column 19: '\u0661' is not a number"]),
        ("hanabi solitaire; hand 1 2; deck r1", ["column 19: '1 2' is not a number"]),
        (f"hanabi solitaire; hand {10**30}; deck r1", ["column 19: '1000"]),
        ("hanabi solitaire; hand 1; deck r1,x", ["column 27: 'r:x' is not a valid card"]),
        ("hanabi solitaire; hand 1; deck - r1", ["column 27: '-' is not a valid card"]),
        ("hanabi solitaire; hand 1; hand x; deck r1", ["column 27: 'hand' is given twice"]),
        (
            "hanabi solitaire; hand x; hand 1; deck r1",
            ["column 19: 'x' is not", "column 27: 'hand' is given"],
        ),
        ("hanabi solitaire; hand 1; deck r1; n 3", ["column 36: 'n 3' is not understood; allowed: hand …, deck …,"]),
        ("hanabi solitaire; hand 1; deck r1; \x1b[31m", [r"column 36: '\x1b[31m' is not understood"]),
        ("hanabi solitaire; hand 1; deck r3; values 2", ["deck[0] (card 1): r3 is higher than `values` says"]),
        ("hanabi solitaire; hand 1; deck r3; colours !", ["colours[0] (colour 1): '!' is not a valid colour"]),
        ("hanabi solitaire; hand 1; deck -; colours a a", ["colours[1] (colour 2): colour 'a' is listed twice"]),
    ],
)
def test_mistakes_are_named(typed: str, found: list[str]) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(typed)
    messages = [str(defect) for defect in error.value.defects]
    assert len(messages) == len(found), messages
    assert all(message.startswith(words) for message, words in zip(messages, found, strict=True)), messages
    assert "\x1b" not in str(error.value)


def test_long_texts_are_read_in_time_proportional_to_their_length() -> None:
    """Quadratic reading would take minutes here."""
    cards = " ".join(["r1"] * 50_000)
    assert parse_text(f"hanabi solitaire; hand 1{' ' * 100_000}; deck {cards}").size == 50_000
    for wrong in ("x" * 100_000, "1" * 100_000, ";" * 100_000 + "x"):
        with pytest.raises(InvalidInstance):
            parse_text(f"hanabi solitaire; hand 1; deck r1; {wrong}")
