"""What looks like a mistake in a legal deal is said; what people mean as it stands is not."""

from __future__ import annotations

from contextlib import suppress

import pytest

from crewsat.errors import InvalidInstance
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from crewsat.problems.graph.families import graph
from crewsat.reductions import hamiltonian_path_to_crew
from tests.support.random_instances import whole_crew

BARE = "p1-9 b1 / b2-9 g1,2 / g3-9 y1-3 / y4-9 r1-4; rules planet-nine"
PLAIN = text_of(parse_text(BARE)).replace("; rules planet-nine", "")


def notes(text: str) -> tuple[str, ...]:
    return parse_text(text).notes


def test_a_real_deck_without_trump_or_leader() -> None:
    use = "with `rules planet-nine` they are checked, and trump and leader follow"
    assert notes(f"{PLAIN}; trump rocket; leader 4") == ()
    assert notes(f"{PLAIN}; trump rocket; leader 1") == ()
    assert notes(f"{PLAIN}; trump rocket") == (f"a real deck is dealt, but no leader is named; {use}",)
    assert notes(f"{PLAIN}; leader 4") == (f"a real deck is dealt, but no trump is named; {use}",)
    assert notes(PLAIN) == (f"a real deck is dealt, but no trump and no leader is named; {use}",)
    assert notes(BARE) == ()
    deep = PLAIN.replace("rocket", "submarine")
    assert notes(deep) == (
        f"a real deck is dealt, but no trump and no leader is named; {use}".replace("planet-nine", "deep-sea"),
    )


def test_suits_may_be_short() -> None:
    short = PLAIN.replace("pink", "p").replace("blue", "B").replace("green", "gr").replace("yellow", "y")
    for trump in ("rocket", "r"):
        (note,) = notes(short.replace("rocket", trump))
        assert note.startswith("a real deck is dealt, but no trump and no leader is named; with `rules planet-nine`")
        (note,) = notes(f"{short.replace('rocket', trump).replace('y1,', 'y')}; trump {trump}; leader 4")
        assert note.startswith("39 of the 40 cards of a real deck are dealt, without yellow1;")
    assert notes(f"{short}; trump rocket; leader 4") == ()


def test_uneven_hands_of_a_published_game() -> None:
    """The rest of the deck may hold a card that was forgotten."""
    said = "hands of 1, 1 and 38 cards are dealt; in the published game they differ by one at most"
    assert notes("p7 / p8 / rest; rules planet-nine") == (said,)
    assert notes("p9-5 b9-1 / g9-1 y9-6 / rest; rules planet-nine") == ()


def test_a_card_of_a_real_deck_that_is_missing() -> None:
    (note,) = notes(f"{PLAIN}; trump rocket; leader 4".replace("yellow1,2", "yellow2"))
    assert note.startswith("39 of the 40 cards of a real deck are dealt, without yellow1; with `rules planet-nine`")


@pytest.mark.parametrize(
    "changed",
    [
        RandomDeal(players=3, suits=3, trumps=3),
        RandomDeal(players=3, trumps=0),
        RandomDeal(players=3, trumps=3),
        RandomDeal(players=3, suits=3),
    ],
)
def test_decks_made_smaller_on_purpose(changed: RandomDeal) -> None:
    """The challenge of the first game has three suits and three trumps."""
    assert changed.with_seed(1).notes == ()


@pytest.mark.parametrize(
    ("suits", "note"),
    [
        (("p", "P"), "suits 'P' and 'p' differ only by case, and are two suits"),
        (("Pink", "pink"), "suits 'Pink' and 'pink' differ only by case, and are two suits"),
        (("blu", "blue"), "suits 'blu' and 'blue' differ by one letter, and are two suits"),
        (("bule", "blue"), None),
        (("blua", "blue"), "suits 'blua' and 'blue' differ by one letter, and are two suits"),
        (("lue", "blue"), "suits 'blue' and 'lue' differ by one letter, and are two suits"),
        (("suit1", "suit2"), None),
        (("ab", "abc"), None),
        (("abc", "abcde"), None),
        (("pink", "blue"), None),
    ],
)
def test_suits_alike(suits: tuple[str, str], note: str | None) -> None:
    deal = Crew(hands=[[[1, suits[0]]], [[1, suits[1]]]])
    assert deal.notes == ((note,) if note else ())


def test_what_is_generated_has_no_notes() -> None:
    for seed in range(300):
        deal = whole_crew(seed)
        assert deal.notes == () or deal.size < deal.players
        assert RandomDeal(players=3 + seed % 3, objectives=3).with_seed(seed).notes == ()
    for source in (graph("petersen"), graph("cubic", 8, seed=3)):
        assert hamiltonian_path_to_crew.reduce(source).notes == ()


def typo(text: str, k: int) -> str:
    """The deal with a mistake in card number k, of forty."""
    cards = text.split("; ", maxsplit=1)[0].replace("/", " / ").split()
    places = [n for n, word in enumerate(cards) if word != "/"]
    card = cards[places[k]]
    suit, value = card.rstrip("0123456789"), card[len(card.rstrip("0123456789")) :]
    kinds = [
        suit[:-1] + value,
        suit + value + "0",
        suit.upper() + value,
        suit[0] + suit[2:] + value,
        suit + str(10 - int(value)),
        suit[1] + suit[0] + suit[2:] + value,
        suit + suit[-1] + value,
        value + suit,
        suit,
        suit + "-" + value,
    ]
    cards[places[k]] = kinds[k % len(kinds)]
    return " ".join(cards)


def test_forty_typos_of_a_real_deal_are_all_answered_for() -> None:
    """With the rules they are errors, or mean the card; without them, errors or notes."""
    deal = RandomDeal(players=4, objectives=0, rules="planet-nine").with_seed(7)
    hands = " / ".join(" ".join(map(str, hand)) for hand in deal.hands)
    for k in range(40):
        typed = typo(hands, k)
        if typed == hands:  # five is ten minus five
            continue
        with suppress(InvalidInstance):
            assert parse_text(f"{typed}; rules planet-nine") == deal.model_copy(update={"about": None}), typed
        with suppress(InvalidInstance):
            assert parse_text(f"{typed}; trump rocket; leader {deal.leader}").notes, typed
