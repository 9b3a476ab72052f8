"""The table of section 4 against exhaustive search, its limits, and when `auto` uses it."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire import table
from crewsat.algorithms.hanabi_solitaire.table import is_small, search
from crewsat.base.errors import Stopped
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat.games.hanabi_solitaire.text import parse_text
from tests.support.chunks import few_of
from tests.support.hanabi_decks import small_deck, tiny_decks, won
from tests.support.random_decks import medium_deck

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

REAL = RandomDeck().with_seed(1)
OPEN = medium_deck(794)
"""A lost deck that neither cards that surely wait nor prices refute."""

HARD = RandomDeck(colours=8, values=10, copies=(3,), hand_size=8).with_seed(1)


def agree(instance: HanabiSolitaire) -> bool:
    """Compare with exhaustive search and have the play replayed; return the answer."""
    truth, play = won(instance), search(instance)
    assert (play is not None) == truth, instance.to_json()
    if play is not None:
        play_until_success(instance, play)
    return truth


TINY = [(0, 1), (1, 1), (2, 2), (3, 3), (5, 1), (4, 2)]
"""Numbers of cards and of colours."""


@pytest.mark.slow
@pytest.mark.parametrize("hand_size", [0, 1, 2])
@pytest.mark.parametrize(("cards", "colours"), few_of(TINY, 5))
def test_every_tiny_deck(cards: int, colours: int, hand_size: int) -> None:
    for instance in tiny_decks(cards, colours, hand_size):
        agree(instance)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(1))
def test_random_decks(chunk: int) -> None:
    answers = [agree(small_deck(seed)) for seed in range(20_000 + chunk * 5_000, 20_000 + (chunk + 1) * 5_000)]
    assert 0.2 < sum(answers) / len(answers) < 0.8


def test_where_there_is_nothing_to_play_nothing_is_played() -> None:
    for text in ("hand 0; deck -", "hand 2; deck -; values 0; colours a b", "hand 2; deck -; values 3; colours -"):
        assert search(parse_text(f"hanabi solitaire; {text}")) == []


def test_a_card_that_is_missing_costs_nothing() -> None:
    assert search(parse_text("hanabi solitaire; hand 3; deck a1,2,4,3; values 999999999")) is None


@pytest.mark.slow
def test_limits_hold() -> None:
    with pytest.raises(Stopped) as stopped:
        search(HARD, out_of_time=lambda: True)
    assert stopped.value.reason == "time"
    with pytest.raises(Stopped) as stopped:
        search(HARD, max_bytes=10**6)
    assert stopped.value.reason == "memory"
    asked = count()
    with pytest.raises(Stopped):
        search(HARD, out_of_time=lambda: next(asked) == 100)
    assert next(asked) == 101


# When.


def test_a_table_is_small_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables of one entry each, with two numbers: the third is made before anybody asks again."""
    deck = parse_text("hanabi solitaire; hand 0; deck a1 b1 a1")
    for limit, small in ((0, False), (3, False), (4, True), (10**9, True)):
        monkeypatch.setattr(table, "SMALL", limit)
        assert is_small(deck) == small, limit


def test_the_tables_of_real_decks_are_small_and_those_of_hard_ones_are_not() -> None:
    assert all(is_small(RandomDeck(hand_size=4).with_seed(seed)) for seed in range(10))
    assert not is_small(HARD)


def test_auto_leaves_large_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = crewsat.decide(REAL, method="table")
    assert (verdict.method, verdict.answer, verdict.checked) == ("table", "yes", "replayed")
    lost = parse_text("hanabi solitaire; hand 0; deck a2,1,1 b1,1,2")
    verdict = crewsat.decide(lost, method="table")
    assert (verdict.method, verdict.answer, verdict.checked) == ("table", "no", "search")
    assert crewsat.decide(lost).method == "forced-holds"
    assert crewsat.decide(OPEN).method == "table"
    monkeypatch.setattr(table, "SMALL", 0)
    assert crewsat.decide(OPEN).method != "table"
    assert crewsat.decide(OPEN, method="table").answer == "no"
