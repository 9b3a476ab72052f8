"""Oracle and the judge written from the contract alone must agree on small decks of every variant."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import replay
from tests.support.chunks import sizes
from tests.support.hanabi_second_opinion import can_be_won
from tests.support.random_decks import VARIANTS, described, small_deck

CHUNK = 400


def check_agreement(first: int, number: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for instance in map(small_deck, range(first, first + number)):
        play = search(instance)
        assert can_be_won(json.loads(instance.to_json())) == (play is not None), instance.to_json()
        if play is not None:
            replay(instance, play)
        seen.update(described(instance) | {"won" if play is not None else "lost"})
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(300, 1_000))
def test_judge_and_oracle_agree_on_small_decks(number: int) -> None:
    seen = check_agreement(0, number)
    assert min(seen["won"], seen["lost"]) > 0.4 * number, seen
    assert all(seen[name] >= number // 200 for name in VARIANTS), seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(50))
def test_judge_and_oracle_agree_on_many_small_decks(chunk: int) -> None:
    seen = check_agreement(30_000_000 + 4_000 * chunk, 4_000)
    assert all(seen[name] * 50 >= 1_000 for name in ("won", "lost", *VARIANTS)), seen


@pytest.mark.parametrize(
    ("deck", "hand_size", "won"),
    [
        ("", 0, True),
        ("a1", 0, True),
        ("a2 a1", 0, False),
        ("a2 a1", 1, True),
        ("a2 a1 a2", 0, True),
        ("a3 a2 a1", 1, False),
        ("a2 b2 a1 b1 a2", 1, True),
        ("b2 a2 a1 b1 a2", 1, True),
        ("a3 a1 a2", 1, True),
        ("3:2 3:1", 1, True),
    ],
)
def test_both_on_decks_one_can_do_by_hand(deck: str, hand_size: int, *, won: bool) -> None:
    instance = HanabiSolitaire(deck=deck.split(), hand_size=hand_size)
    assert can_be_won(json.loads(instance.to_json())) == won
    assert (search(instance) is not None) == won


def test_cards_that_never_occur_make_it_a_no() -> None:
    data: dict[str, Any] = {"game": "hanabi_solitaire", "deck": [[1, 3]], "hand_size": 1}
    wider: list[dict[str, Any]] = [{"values": 2}, {"colours": [3, "b"]}, {"values": 1, "colours": [3, "b"]}]
    for more in wider:
        assert not can_be_won(data | more)
        assert search(HanabiSolitaire(**{**data, **more})) is None
    assert can_be_won(data | {"colours": [3], "values": 1})
    assert can_be_won({"deck": [], "hand_size": 0, "values": 7})
    assert can_be_won({"deck": [], "hand_size": 0, "colours": ["a"]})
    assert not can_be_won({"deck": [], "hand_size": 0, "values": 1, "colours": ["a"]})
