"""Instances of solitaire Hanabi: defaults, derived facts, canonical form, and all defects at once."""

from __future__ import annotations

import json
import time
import tracemalloc
from typing import Any

import jsonschema
import pytest

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.errors import MOST_DEFECTS, InvalidInstance
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from tests.support.random_decks import small_deck

GOOD: dict[str, Any] = {"game": "hanabi_solitaire", "deck": ["r2", "b1", [1, "r"], "b2", "3:1"], "hand_size": 1}


def test_an_instance_in_python() -> None:
    made = HanabiSolitaire(deck=["r2", "b:1", [1, "r"], Card("r", 2)], hand_size=2)
    assert made.deck == (Card("r", 2), Card("b", 1), Card("r", 1), Card("r", 2))
    assert (made.size, made.hand_size, made.values, made.colours) == (4, 2, None, None)
    assert (made.highest, made.colours_in_order, made.multiplicity) == (2, ("b", "r"), 2)
    assert made.copies == {Card("r", 2): (1, 4), Card("b", 1): (2,), Card("r", 1): (3,)}
    assert made.missing == Card("b", 2)


def test_values_and_colours_may_be_said() -> None:
    made = HanabiSolitaire(deck=["r2", "b1", "r1", "b2"], hand_size=0, values=3, colours=["r", 7, "b"])
    assert (made.highest, made.colours_in_order, made.missing) == (3, ("r", "7", "b"), Card("r", 3))
    assert HanabiSolitaire(deck=["r1"], hand_size=0, colours=["r", "b"]).missing == Card("b", 1)
    assert HanabiSolitaire(deck=["r1"], hand_size=0, colours=["r"], values=1).missing is None


def test_colours_of_the_deck_are_sorted_as_people_do() -> None:
    deck = HanabiSolitaire(deck=["s10:1", "b1", "s9:1", "10:1", "9:1"], hand_size=0)
    assert deck.colours_in_order == ("9", "10", "b", "s9", "s10")


@pytest.mark.parametrize(
    ("data", "highest", "colours", "won"),
    [
        ({"deck": []}, 0, (), True),
        ({"deck": [], "colours": []}, 0, (), True),
        ({"deck": [], "values": 5}, 5, (), True),
        ({"deck": [], "values": 0, "colours": ["a", "b"]}, 0, ("a", "b"), True),
        ({"deck": [], "values": 1, "colours": ["a"]}, 1, ("a",), False),
        ({"deck": ["a1"]}, 1, ("a",), True),
        ({"deck": ["a1", "a1"]}, 1, ("a",), True),
        ({"deck": ["a2"]}, 2, ("a",), False),
    ],
)
def test_degenerate_sizes(data: dict[str, Any], highest: int, colours: tuple[str, ...], *, won: bool) -> None:
    for hand_size in (0, 1, 10**29):
        made = HanabiSolitaire(hand_size=hand_size, **data)
        assert (made.highest, made.colours_in_order, made.missing is None) == (highest, colours, won)
        assert (search(made) is not None) == won
        assert HanabiSolitaire.model_validate_json(made.to_json()) == made


def test_a_large_value_costs_neither_time_nor_memory() -> None:
    tracemalloc.start()
    begin = time.process_time()
    wider: list[dict[str, Any]] = [{}, {"values": 10**30 - 1}, {"values": 999_999_999, "colours": ["r", "b"]}]
    for more in wider:
        made = HanabiSolitaire(**{"deck": ["r1", "r999999999"], "hand_size": 1, **more})
        assert made.missing == Card("r", 2)
        assert (made.multiplicity, len(made.copies), made.highest >= 999_999_999) == (1, 2, True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.process_time() - begin < 1
    assert peak < 1_000_000


def test_the_first_card_that_is_missing_is_named() -> None:
    for seed in range(2_000):
        instance = small_deck(seed)
        needed = [Card(c, v) for c in instance.colours_in_order for v in range(1, instance.highest + 1)]
        assert instance.missing == next((card for card in needed if card not in instance.deck), None)
        assert all(instance.deck[draw - 1] == card for card, draws in instance.copies.items() for draw in draws)
        assert sum(map(len, instance.copies.values())) == instance.size
        assert all(list(draws) == sorted(draws) for draws in instance.copies.values())


@pytest.mark.slow
def test_json_comes_back() -> None:
    for seed in range(1_000):
        made = small_deck(seed)
        assert HanabiSolitaire(**json.loads(made.to_json())) == made
        assert HanabiSolitaire.model_validate_json(made.to_json()) == made
        assert hash(HanabiSolitaire(**json.loads(made.to_json()))) == hash(made)


def test_the_canonical_form_leaves_out_defaults_and_needless_colons() -> None:
    made = HanabiSolitaire(**{**GOOD, "format": 1, "values": None, "colours": None, "about": {"seed": 1}})
    assert made.as_dict() == {**GOOD, "deck": ["r2", "b1", "r1", "b2", "3:1"], "about": {"seed": 1}}
    said = HanabiSolitaire(deck=[], hand_size=0, values=0, colours=[])
    assert said.to_json() == '{"game":"hanabi_solitaire","deck":[],"hand_size":0,"values":0,"colours":[]}'
    assert said != HanabiSolitaire(deck=[], hand_size=0)


def test_the_digest_ignores_notes_only() -> None:
    plain = HanabiSolitaire(**GOOD)
    noted = HanabiSolitaire(**GOOD, about={"x": 1})
    assert noted.digest() == plain.digest()
    assert hash(noted) == hash(plain)
    assert plain.digest() == "417334606f6514fad030f85132f55ef0e0308e7ca3c3c6cdeffc3faa6d9ba260"
    changes: list[dict[str, Any]] = [{"hand_size": 2}, {"values": 2}, {"deck": GOOD["deck"][::-1]}]
    changes += [{"colours": ["r", "b", "3"]}, {"colours": ["b", "r", "3"]}]
    assert len({HanabiSolitaire(**{**GOOD, **change}).digest() for change in [{}, *changes]}) == 6


def test_a_copy_with_other_fields_is_validated_and_keeps_nothing_derived() -> None:
    made = HanabiSolitaire(**GOOD)
    assert (made.missing, made.highest) == (Card("3", 2), 2)
    other = made.model_copy(update={"deck": ["r1"]})
    assert (other.missing, other.highest, other.copies) == (None, 1, {Card("r", 1): (1,)})
    with pytest.raises(InvalidInstance, match="higher than `values` says"):
        made.model_copy(update={"values": 1})


def defects(data: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidInstance) as error:
        HanabiSolitaire(**data)
    return [str(defect) for defect in error.value.defects]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"deck": None}, "deck: the deck must be a list of cards"),
        ({"deck": "r1"}, "deck: the deck must be a list of cards"),
        ({"deck": {"r1": 1}}, "deck: the deck must be a list of cards"),
        ({"deck": {"r1"}}, "deck: the deck must be a list of cards"),
        ({"deck": ["r1", "x"]}, "deck[1] (card 2): 'x' is not a valid card (its value is missing)"),
        ({"deck": [[1, "r", 2]]}, "deck[0] (card 1): a pair has 2 entries, [value, suit], not 3"),
        ({"deck": ["r1", "r3"], "values": 2}, "deck[1] (card 2): r3 is higher than `values` says; allowed: 1 to 2"),
        ({"deck": ["r1"], "values": 0}, "deck[0] (card 1): r1 is higher than `values` says; allowed: none"),
        ({"deck": ["r1"], "colours": ["y", "b"]}, "deck[0] (card 1): r1 is of no colour in `colours`; allowed: b, y"),
        ({"deck": ["r1"], "colours": []}, "deck[0] (card 1): r1 is of no colour in `colours`; allowed: none"),
        ({"hand_size": -1}, "hand_size: must be at least 0, not -1"),
        ({"hand_size": 1.0}, "hand_size: must be a whole number"),
        ({"hand_size": True}, "hand_size: must be a whole number"),
        ({"hand_size": None}, "hand_size: must be a whole number"),
        ({"hand_size": 10**30}, "hand_size: a number of more than 30 digits is not allowed"),
        ({"values": -1}, "values: must be at least 0, not -1"),
        ({"values": "2"}, "values: must be a whole number"),
        ({"values": 10**5000}, "values: a number of more than 30 digits is not allowed"),
        ({"colours": "rb3"}, "colours: must be a list"),
        ({"colours": {"r", "b", "3"}}, "colours: must be a list"),
        ({"colours": ["r", "b", 3, "3"]}, "colours[3] (colour 4): colour '3' is listed twice"),
        ({"colours": ["r", "b", 3, None]}, "colours[3] (colour 4): null is not a valid colour"),
        ({"colours": ["r", "b", 3, "!"]}, "colours[3] (colour 4): '!' is not a valid colour"),
        ({"game": "crew"}, "game: the string 'crew' is not supported; allowed: 'hanabi_solitaire'"),
        ({"format": 2}, "format: the number 2 is not supported; allowed: 1"),
        ({"about": 3}, "about: must be an object"),
        (
            {"hands": []},
            "hands: unknown key; did you mean hand_size? allowed: format, game, deck, hand_size, values, ",
        ),
    ],
)
def test_a_defect_has_place_and_words(changes: dict[str, Any], found: str) -> None:
    (message,) = defects({**GOOD, **changes})
    assert message.startswith(found)


def test_what_is_missing_is_said() -> None:
    assert defects({}) == ["deck: missing", "hand_size: missing"]
    with pytest.raises(InvalidInstance, match="an object with the keys game, deck, hand_size, values, colours"):
        HanabiSolitaire.model_validate([])


def test_all_defects_are_found_at_once() -> None:
    data = {
        "deck": ["r1", "x", "b9", "y3", [0, "b"]],
        "hand_size": -1,
        "values": 4,
        "colours": ["r", "b", "r"],
        "format": 2,
        "players": 3,
        "about": [],
    }
    places = [message.partition(":")[0] for message in defects(data)]
    assert sorted(places) == [
        "about",
        "colours[2] (colour 3)",
        "deck[1] (card 2)",
        "deck[2] (card 3)",
        "deck[3] (card 4)",
        "deck[4] (card 5)",
        "format",
        "hand_size",
        "players",
    ]


def test_a_hostile_file_costs_no_message_for_each_of_its_cards() -> None:
    assert len(defects({"deck": ["r0"] * 100_000, "hand_size": 0})) == MOST_DEFECTS


def test_parts_are_checked_against_each_other_only_if_they_are_good() -> None:
    assert len(defects({**GOOD, "values": -1})) == 1
    assert len(defects({**GOOD, "colours": ["r", "?"]})) == 1


def test_the_schema_knows_good_from_bad() -> None:
    schema = HanabiSolitaire.model_json_schema()
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(GOOD)
    for seed in range(100):
        assert validator.is_valid(small_deck(seed).as_dict())
    bad: list[dict[str, Any]] = [{"deck": "r1"}, {"deck": ["x"]}, {"hand_size": -1}, {"values": -1}, {"colours": ["!"]}]
    bad += [{"hand_size": "1"}, {"players": 2}, {"format": 2}, {"about": 3}, {"game": "crew"}]
    assert not any(validator.is_valid({**GOOD, **change}) for change in bad)
    assert not validator.is_valid({"game": "hanabi_solitaire", "deck": []})
    assert all(field.get("description") for key, field in schema["properties"].items() if key != "game")
