"""What the audit of Hanabi tries: all small decks up to the names of colours, random ones, and what is true of them."""

from __future__ import annotations

import hashlib
from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.text import parse_text, text_of
from crewsat.studies.audit.hanabi_solitaire.audit import AUDIT
from crewsat.studies.audit.hanabi_solitaire.decks import MOST_HAND, Deck, size_of, small_decks
from crewsat.studies.audit.hanabi_solitaire.positions import Position, Positions
from crewsat.studies.audit.hanabi_solitaire.running_times import deck_of_one_colour, deck_once
from tests.support.hanabi_decks import small_deck, won

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Drawn = tuple[tuple[str, int], ...]

RANDOM = {"no-card-twice": 8, "one-colour": 10, "several-colours": 8}
"""The largest number of cards of random decks."""


def renamed(deck: Drawn, order: tuple[str, ...]) -> Drawn:
    """The same deck with other names for the colours a, b, …."""
    names = dict(zip("abcd", order, strict=False))
    return tuple((names[colour], value) for colour, value in deck)


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize(
    ("colours", "values", "cards"), [(1, 0, 0), (1, 2, 0), (1, 3, 3), (2, 1, 2), (2, 2, 3), (3, 1, 3)]
)
def test_small_decks_are_complete_and_differ(colours: int, values: int, cards: int, once: bool) -> None:
    made = list(small_decks(colours, values, cards, once=once))
    assert len({deck.instance.digest() for deck in made}) == len(made)
    assert {(deck.instance.highest, len(deck.instance.colours_in_order)) for deck in made} == {(values, colours)}
    game = list(product("abcd"[:colours], range(1, values + 1)))
    wanted = set(permutations(game, cards) if once else product(game, repeat=cards))
    orders = list(permutations("abcd"[:colours]))
    for hand_size in range(min(MOST_HAND, colours * values) + 1):
        same = [deck.instance.deck for deck in made if deck.instance.hand_size == hand_size]
        decks = [tuple((card.suit, card.value) for card in deck) for deck in same]
        assert {renamed(deck, order) for deck in decks for order in orders} == wanted
        for deck in decks:
            assert {renamed(deck, order) for order in orders}.intersection(decks) == {deck}
    assert max(deck.instance.hand_size for deck in made) == min(MOST_HAND, colours * values)


@pytest.mark.parametrize("name", RANDOM)
def test_the_parts_of_a_domain_are_the_sizes_it_names_and_each_but_once(name: str) -> None:
    domain = AUDIT.domains[name]
    for thorough, words in ((False, domain.words), (True, domain.thorough_words)):
        chunks = domain.chunks(thorough)
        assert len(chunks) == len(set(chunks))
        most: dict[tuple[int, int], int] = {}
        for chunk in chunks:
            if chunk[0] != "random":
                colours, values, cards, part, parts = map(int, chunk)
                assert (colours, values, cards, (part + 1) % parts, parts) in chunks
                most[colours, values] = max(most.get((colours, values), 0), cards)
        for (colours, values), largest in most.items():
            assert f"({colours}, {values}, {largest})" in words
            assert {chunk[2] for chunk in chunks if chunk[:2] == (colours, values)} == set(range(largest + 1))
        random = [chunk for chunk in chunks if chunk[0] == "random"]
        assert [chunk[1] for chunk in random] == list(range(0, 500 * len(random), 500))
        assert f"{500 * len(random):,} random ones of up to {random[0][2]} cards" in words


@pytest.mark.parametrize("parts", [1, 2, 7])
def test_the_parts_of_a_size_are_all_of_it_once(parts: int) -> None:
    domain = AUDIT.domains["several-colours"]
    pieces = [[case.instance.digest() for case in domain.cases(2, 2, 2, part, parts)] for part in range(parts)]
    whole = [case.instance.digest() for case in small_decks(2, 2, 2, once=False)]
    assert sorted(one for piece in pieces for one in piece) == sorted(whole)


def digest_of(instances: Iterable[HanabiSolitaire]) -> str:
    return hashlib.sha256("".join(instance.digest() for instance in instances).encode()).hexdigest()[:16]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), RANDOM.items())
def test_random_decks_are_of_all_kinds(name: str, most: int) -> None:
    cases = list(AUDIT.domains[name].cases("random", 500, most))
    assert len(cases) == 500
    assert max(case.instance.size for case in cases) == most
    assert {case.instance.hand_size for case in cases} == set(range(MOST_HAND + 1))
    assert 100 < sum(case.won for case in cases) < 400
    assert 20 < sum(not case.complete for case in cases) < 100
    assert (max(case.instance.multiplicity for case in cases) == 1) == (name == "no-card-twice")
    assert (max(len(case.instance.colours_in_order) for case in cases) == 1) == (name == "one-colour")


def test_decks_are_the_same_on_every_machine() -> None:
    found = {name: digest_of(case.instance for case in AUDIT.domains[name].cases("random", 0, 8)) for name in RANDOM}
    found["large"] = digest_of(
        case.instance for kind in ("once", "one-colour") for case in AUDIT.domains["large"].cases(kind, 64)
    )
    assert found == {
        "no-card-twice": "9e9c9b1cdd0217f2",
        "one-colour": "495262f92e03d17b",
        "several-colours": "8d512ce3d320de13",
        "large": "bd7004318e6b80f4",
    }


# What is true of a deck.


@pytest.mark.thorough
def test_positions_agree_with_exhaustive_search() -> None:
    """Whatever is allowed beside the rules of the paper."""
    for seed in range(1_500):
        instance = small_deck(seed)
        if instance.size <= 9:
            truth = won(instance)
            for twice, throws in product((False, True), repeat=2):
                game = Positions(instance, twice=twice, throws=throws)
                assert game.wins(0, game.start) == truth, (twice, throws, instance.to_json())


def test_positions_that_can_be_reached() -> None:
    a1, a2 = Card("a", 1), Card("a", 2)
    deck = parse_text("hanabi solitaire; hand 1; deck a2,1")
    start = {Position((0,), ())}
    after_a2 = {*start, Position((0,), (a2,))}
    after_a1 = {*after_a2, Position((0,), (a1,)), Position((1,), ()), Position((1,), (a2,)), Position((2,), ())}
    assert Positions(deck).reached == [start, after_a2, after_a1]
    twins = parse_text("hanabi solitaire; hand 2; deck a2,2")
    assert Position((0,), (a2, a2)) in Positions(twins).reached[2]
    assert Position((0,), (a2, a2)) not in Positions(twins, twice=False).reached[2]
    full = Position((1,), (a2,))
    stuck = parse_text("hanabi solitaire; hand 1; deck a1,2,2; values 2")
    assert full in Positions(stuck).reached[2]
    dead = Position((2,), (a2,))
    assert dead in Positions(stuck).reached[3]
    assert list(Positions(stuck).from_hand(dead)) == []
    assert list(Positions(stuck).thrown_away(dead)) == [Position((2,), ())]


def test_sizes_are_cards_colours_values_hand() -> None:
    assert size_of(Deck(parse_text("hanabi solitaire; hand 3; deck a2 b1; values 5"))) == (2, 2, 5, 3)


# Large decks.


def test_large_decks_are_what_they_are_called() -> None:
    for case in AUDIT.domains["large"].cases("once", 64):
        assert case.instance.multiplicity == 1
        assert case.complete == (case.instance.size == 64)
        assert case.instance.hand_size == 64
    for case in AUDIT.domains["large"].cases("one-colour", 64):
        assert case.c == 1
        assert crewsat.decide(case.instance).answer == ("yes" if case.complete else "no")
    kinds = [(case.complete, case.h) for case in AUDIT.domains["large"].cases("one-colour", 64)]
    assert {(complete, hand) for complete in (False, True) for hand in (0, 1, 2, 4, 64)} == set(kinds)


def test_large_decks_in_words() -> None:
    assert text_of(deck_once(1, 4, 2, missing=True)).startswith("hanabi solitaire; hand 2; deck red")
    one_colour = deck_of_one_colour(3, 2, 1, missing=False)
    assert text_of(one_colour).startswith("hanabi solitaire; hand 1; deck red1,2,3,")
    assert sorted(one_colour.deck[3:]) == sorted(one_colour.deck[:3])
    assert text_of(deck_of_one_colour(17, 1, 0, missing=True)) == "hanabi solitaire; hand 0; deck red16,17"
