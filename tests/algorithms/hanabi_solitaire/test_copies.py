"""Copies that can be struck out, and cards that surely wait, against all choices of copies."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi_solitaire import copies as hanabi_copies
from crewsat.algorithms.hanabi_solitaire.copies import Copies, below, copies_of, refuted
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat.games.hanabi_solitaire.text import parse_text
from tests.support.chunks import few_of
from tests.support.random_decks import small_deck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


def complete_decks(numbers: range) -> Iterator[HanabiSolitaire]:
    """Small decks that lack no card and have few choices of copies."""
    for seed in numbers:
        instance = small_deck(seed)
        if instance.missing is None and prod(map(len, instance.copies.values())) <= 3_000:
            yield instance


def wins(instance: HanabiSolitaire, used: set[int]) -> bool:
    try:
        play_until_success(instance, line_of(instance, used))
    except IllegalPlay:
        return False
    return True


def winning_choices(instance: HanabiSolitaire, draws: dict[Card, list[int]]) -> list[dict[Card, int]]:
    choices = (dict(zip(draws, chosen, strict=True)) for chosen in product(*draws.values()))
    return [choice for choice in choices if wins(instance, set(choice.values()))]


def waits_of(choice: dict[Card, int]) -> set[tuple[Card, int]]:
    """The cards and draws after which they wait, if these copies are used."""
    played: dict[Card, int] = {}
    waits = set()
    for card in sorted(choice):
        before = played.get(below(card), 0)
        played[card] = max(choice[card], before)
        waits |= {(card, draw) for draw in range(choice[card], before)}
    return waits


@pytest.mark.slow
@pytest.mark.parametrize("seeds", few_of([range(200), range(800), range(800, 1_600)]))
def test_a_winning_choice_is_left_iff_there_is_one(seeds: range) -> None:
    for instance in complete_decks(seeds):
        copies = Copies(instance)
        won = search(instance) is not None
        left = [] if copies.lost else winning_choices(instance, copies.draws)
        assert bool(left) == won, instance.to_json()
        assert (refuted(instance) is None) == (copies.lost is None)


@pytest.mark.slow
def test_bounds_and_waiting_cards_hold_for_every_winning_choice() -> None:
    looked_at = 0
    for instance in complete_decks(range(1_500)):
        copies = Copies(instance, rounds=0)
        sure = {(card, draw) for card in copies.draws for draw in copies.surely_waits(card)}
        assert all(sum(d == draw for _, d in sure) == number for draw, number in enumerate(copies.waiting))
        for choice in winning_choices(instance, copies.draws):
            looked_at += 1
            assert sure <= waits_of(choice), instance.to_json()
            played: dict[Card, int] = {}
            for card in sorted(choice):
                played[card] = max(choice[card], played.get(below(card), 0))
                assert copies.earliest[card] <= played[card] <= copies.latest[card], instance.to_json()
    assert looked_at > 2_000


def test_a_reason_without_striking_out_names_cards_that_wait_whatever_is_done() -> None:
    seen = 0
    for instance in complete_decks(range(2_000)):
        copies = Copies(instance, rounds=0)
        if copies.lost is None:
            continue
        seen += 1
        draw = int(copies.lost.split()[2])
        named = {str(card) for card in copies.draws if draw in copies.surely_waits(card)}
        assert len(named) == copies.waiting[draw] > instance.hand_size
        assert sum(name in copies.lost for name in named) >= min(len(named), 5)
        for chosen in product(*copies.draws.values()):
            waits = waits_of(dict(zip(copies.draws, chosen, strict=True)))
            assert named <= {str(card) for card, d in waits if d == draw}, instance.to_json()
    assert seen > 100


@pytest.mark.slow
@pytest.mark.parametrize("step", ["_as_good_as_another", "_must_not_wait", "_comes_too_late", "_neighbours"])
def test_every_kind_of_striking_out_is_needed_somewhere(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = [*complete_decks(range(600)), *(RandomDeck(3, 5, (3,), 3).with_seed(seed) for seed in range(30))]
    whole = [sum(map(len, Copies(deck).draws.values())) for deck in decks]
    monkeypatch.setattr(Copies, step, lambda *_: False)
    part = [sum(map(len, Copies(deck).draws.values())) for deck in decks]
    assert any(some > few for some, few in zip(part, whole, strict=True))


@pytest.mark.parametrize(
    ("text", "because"),
    [
        (
            "hanabi solitaire; hand 1; deck r2 b2 r1 b1",
            "after draw 2 b2 and r2 would have to be held, and the hand has room for 1 card",
        ),
        (
            "hanabi solitaire; hand 0; deck r2,1",
            "after draw 1 r2 would have to be held, and the hand has room for 0 cards",
        ),
    ],
)
def test_reasons(text: str, because: str) -> None:
    assert refuted(parse_text(text)) == because


@pytest.mark.slow
def test_limits_and_large_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    large = RandomDeck(20, 50, (10,), 400).with_seed(1)
    copies = Copies(large)
    assert copies.lost is None
    assert sum(map(len, copies.draws.values())) < large.size
    with pytest.raises(Stopped):
        Copies(large, out_of_time=lambda: True)
    monkeypatch.setattr(hanabi_copies, "insort", lambda *_: pytest.fail("no round was asked for"))
    assert Copies(large, rounds=0).draws[large.deck[0]] == list(large.copies[large.deck[0]])


def test_what_was_returned_last_is_kept_for_the_same_question_only() -> None:
    decks = [RandomDeck(colours=3, values=4, copies=(2,), hand_size=2).with_seed(seed) for seed in range(2)]
    first = copies_of(decks[0])
    assert copies_of(decks[0]) is first
    assert copies_of(decks[0], rounds=0) is not first
    assert copies_of(decks[1]).instance is decks[1]
    again = copies_of(decks[0])
    assert again is not first
    assert again.draws == first.draws == Copies(decks[0]).draws
