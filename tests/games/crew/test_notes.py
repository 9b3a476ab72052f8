"""What looks like a mistake in a legal deal is said; what people mean as it stands is not."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from crewsat.problems.graph.families import graph
from crewsat.reductions import hamiltonian_path_to_crew
from tests.support.command import run
from tests.support.places import ROOT
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


ALL_SUBMARINES = "p6,5,4,2 b8 g7 s1-4 / p9,8,3 b9,1 g6,5 y9,3,2 / b7,5,3,2 g8,1 y8,6,5,1 / rest; rules deep-sea"
TWO_HANDS = "p6,5,4,2 b8 g7 s1,2 y2,4 / p9,8,3 b9,1 g6,5 y9,3 s4 / b7,5,3,2 g8,1 y8,6,5,1 / rest; rules deep-sea"
AGAIN = "this deal would be dealt again, as task {} of Mission Deep Sea ({}) says, because player 1 holds "
REDEALT = [task for task in deep_sea_tasks() if task.redeal]


def test_a_deal_that_would_be_dealt_again() -> None:
    """Case `crew-redeal-note`: text, JSON and stderr say so; the deal is decided all the same."""
    cases = json.loads((ROOT / "tests" / "cases" / "public.json").read_text())["cases"]
    deal = next(case["input"] for case in cases if case["id"] == "crew-redeal-note")
    words = AGAIN.format(43, "win exactly 1 submarine") + "submarine1,2,3,4"
    told = run("decide", "--json", "--deal", deal)
    answer = json.loads(told.stdout)
    assert (answer["answer"], answer["notes"]) == ("no", [words])
    assert told.stderr == f"note: {words}\n"
    assert crewsat.explain(parse_text(deal)).verdict.notes == (words,)


@pytest.mark.parametrize("task", REDEALT, ids=lambda task: str(task.number))
def test_every_printed_task_that_asks_for_a_new_deal(task: crewsat.DeepSeaTask) -> None:
    clause = task.text(4)
    (note,) = notes(f"{ALL_SUBMARINES}; {clause}")
    assert note.startswith(AGAIN.format(task.number, task.words))
    assert notes(f"{ALL_SUBMARINES}; {clause.replace('anybody', '3')}") == (note,)
    assert notes(f"{ALL_SUBMARINES}; {clause.replace('anybody', 'crew')}") == ()
    assert notes(f"{TWO_HANDS}; {clause}") == ()


def test_five_printed_tasks_ask_for_a_new_deal_and_others_do_not() -> None:
    assert [task.number for task in REDEALT] == [43, 44, 45, 75, 76]
    assert notes(f"{ALL_SUBMARINES}; 3 wins at least 1 of submarine*") == ()
    assert notes(ALL_SUBMARINES) == ()
    state = crewsat.State(parse_text(f"{ALL_SUBMARINES}; 2 wins exactly 2 of submarine*"))
    state.play(next(move for move in state.legal() if str(move) == "submarine4"))
    (note,) = state.instance.notes  # what was dealt counts, not what is still held
    assert note.startswith(AGAIN.format(44, "win exactly 2 submarines"))
