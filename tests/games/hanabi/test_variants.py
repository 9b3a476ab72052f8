"""Variants of hanab.live: all but two kinds of rules, and what their clues touch."""

from __future__ import annotations

import pytest

from crewsat.games.hanabi.clues import Clue, clues_of
from crewsat.games.hanabi.variants import COPIES, UnknownVariantError, variant_named, variant_names, variant_numbered

BLIND_TO = 4
"""Copies of one card that no variant has more of."""


def supported() -> list[str]:
    names = []
    for name in variant_names():
        try:
            variant_named(name)
        except UnknownVariantError:
            continue
        names.append(name)
    return names


def test_names_are_supported_but_for_two_kinds_of_rules() -> None:
    names = supported()
    assert (len(variant_names()), len(names)) == (2_426, 2_360)
    refused = set(variant_names()) - set(names)
    assert all(name.startswith(("Up or Down", "Sudoku")) for name in refused)


def test_numbers_and_names_say_the_same() -> None:
    for name in supported():
        variant = variant_named(name)
        assert variant_numbered(variant.number or 0) is variant
        assert variant.name == name


def test_suits_have_different_names_and_as_many_values() -> None:
    for name in supported():
        suits = variant_named(name).suits
        assert len({suit.name for suit in suits}) == len(suits), name
        assert {len(suit.copies) for suit in suits} == {5}, name
        assert all(1 <= copies < BLIND_TO for suit in suits for copies in suit.copies), name


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("No Variant", [COPIES] * 5),
        ("Black (6 Suits)", [*[COPIES] * 5, (1, 1, 1, 1, 1)]),
        ("Critical Fours (5 Suits)", [(3, 2, 2, 1, 1)] * 5),
        ("Scarce Ones (5 Suits)", [(2, 2, 2, 2, 1)] * 5),
        ("White Reversed & Rainbow (4 Suits)", [COPIES, COPIES, (1, 2, 2, 2, 3), COPIES]),
    ],
)
def test_copies(name: str, copies: list[tuple[int, ...]]) -> None:
    assert [suit.copies for suit in variant_named(name).suits] == copies


def test_flags() -> None:
    flags = {
        name: (
            variant_named(name).half_gains,
            variant_named(name).finished_suit_gains,
            variant_named(name).discard_at_full,
        )
        for name in ("No Variant", "Clue Starved (5 Suits)", "Throw It in a Hole (5 Suits)", "Orange (5 Suits)")
    }
    assert list(flags.values()) == [
        (False, True, False),
        (True, True, False),
        (False, False, False),
        (False, True, True),
    ]


def test_where_the_bottom_card_may_be_discarded() -> None:
    """With an inverted suit, of 266 names, and with a reversed one; six names that are not supported are among them."""
    variants = {name: variant_named(name) for name in supported()}
    allowed = {name for name, variant in variants.items() if variant.bottom_discards}
    inverted = {name for name, variant in variants.items() if variant.inverted}
    backwards = {name for name in variants if "Reversed" in name}
    assert (len(inverted), len(backwards), allowed) == (260, 33, inverted | backwards)
    assert all("Orange" in name for name in inverted)
    not_supported = [name for name in variant_names() if "Orange" in name and name not in variants]
    assert len(inverted) + len(not_supported) == 266


def test_an_unknown_name_is_answered_with_names_that_are_near() -> None:
    with pytest.raises(UnknownVariantError, match="did you mean Rainbow"):
        variant_named("Rainbo (6 Suits)")
    with pytest.raises(UnknownVariantError, match="in Sudoku a suit may begin with any value"):
        variant_named("Sudoku (5 Suits)")
    with pytest.raises(UnknownVariantError, match="no variant with the number 99999"):
        variant_numbered(99_999)


def test_in_how_many_variants_there_may_be_no_clue_to_give() -> None:
    variants = [variant_named(name) for name in supported()]
    silent = [variant for variant in variants if not clues_of(variant).always]
    assert len(silent) == 455
    assert sum(clues_of(variant).alternating for variant in silent) == 30


@pytest.mark.parametrize(
    ("variant", "clue", "touched"),
    [
        ("No Variant", ("colour", "blue"), "blue1 blue2 blue3 blue4 blue5"),
        ("No Variant", ("value", 3), "red3 yellow3 green3 blue3 purple3"),
        (
            "Rainbow (3 Suits)",
            ("colour", "red"),
            "red1 red2 red3 red4 red5 rainbow1 rainbow2 rainbow3 rainbow4 rainbow5",
        ),
        ("Pink (3 Suits)", ("value", 2), "red2 blue2 pink1 pink2 pink3 pink4 pink5"),
        ("White (3 Suits)", ("value", 2), "red2 blue2 white2"),
        ("Brown (3 Suits)", ("value", 2), "red2 blue2"),
        ("Omni (3 Suits)", ("colour", "blue"), "blue1 blue2 blue3 blue4 blue5 omni1 omni2 omni3 omni4 omni5"),
        ("Prism (3 Suits)", ("colour", "blue"), "blue1 blue2 blue3 blue4 blue5 prism2 prism4"),
        ("Funnels (3 Suits)", ("value", 2), "red1 red2 green1 green2 blue1 blue2"),
        ("Chimneys (3 Suits)", ("value", 4), "red4 red5 green4 green5 blue4 blue5"),
        ("Odds and Evens (3 Suits)", ("value", 2), "red2 red4 green2 green4 blue2 blue4"),
        ("Pink-Ones (3 Suits)", ("value", 4), "red1 red4 green1 green4 blue1 blue4"),
        ("Rainbow-Fives (3 Suits)", ("colour", "red"), "red1 red2 red3 red4 red5 green5 blue5"),
        ("Brown-Ones (3 Suits)", ("value", 2), "red2 green2 blue2"),
        ("Deceptive-Ones (3 Suits)", ("value", 3), "red3 green1 green3 blue3"),
        ("Color Blind (3 Suits)", ("colour", "red"), ""),
    ],
)
def test_what_a_clue_touches(variant: str, clue: tuple[str, str | int], touched: str) -> None:
    rules = variant_named(variant)
    clues = clues_of(rules)
    named = Clue(*clue)  # type: ignore[arg-type]
    cards = [
        f"{suit.name}{value}"
        for k, suit in enumerate(rules.suits)
        for value in range(1, 6)
        if clues.touches(named, k, value)
    ]
    assert cards == touched.split()
