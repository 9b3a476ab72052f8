"""Random deals: reproducible everywhere, dealt as in the real game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal, suit_names
from tests.support.places import GOLDEN

FILE = GOLDEN / "deals.jsonl"

DEALS = [
    RandomDeal(),
    RandomDeal(players=3, objectives=10, tokens=("1", "2", "omega")),
    RandomDeal(players=5, objectives=1, leader="free"),
    RandomDeal(players=2, objectives=3, suits=2, values=3, trumps=0, tokens=(">", ">>"), same_trick="violates"),
    RandomDeal(players=1, objectives=0, suits=0, values=1, trumps=1),
    RandomDeal(players=4, objectives=6, suits=30, values=2, trumps=3, leader=2),
]


def test_the_same_seed_gives_the_same_deal_for_ever() -> None:
    """A change of this file changes the meaning of every seed anybody has written down."""
    lines = [deal.with_seed(seed).to_json() for deal in DEALS for seed in (0, 1)]
    assert lines == FILE.read_text().splitlines()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_real_deck(players: int) -> None:
    for seed in range(20):
        made = RandomDeal(players=players, objectives=7).with_seed(seed)
        sizes = [len(hand) for hand in made.hands]
        assert sum(sizes) == 40
        assert max(sizes) - min(sizes) <= 1
        assert made.leader == made.holder[Card("rocket", 4)]
        assert all(objective.card.suit != "rocket" for objective in made.objectives)
        assert [o.owner for o in made.objectives] == [(made.leader - 1 + k) % players + 1 for k in range(7)]
        parameters: Any = (made.about or {})["parameters"]
        assert (made.about or {})["seed"] == seed
        assert RandomDeal(**{**parameters, "tokens": ()}).with_seed(seed) == made


def test_what_cannot_be_dealt() -> None:
    for wrong in ({"players": 0}, {"objectives": -1}, {"values": 0}, {"objectives": 37}, {"tokens": ("1",) * 9}):
        with pytest.raises(ValueError, match=r"at least|not trumps|tokens for"):
            RandomDeal(**wrong)
    with pytest.raises(ValueError, match="players must be at most 100,000, not 1000000000"):
        RandomDeal(players=10**9)
    too_large: tuple[dict[str, Any], ...] = (
        {"suits": 10**9},
        {"values": 10**9},
        {"trumps": 10**6},
        {"suits": 10**4, "values": 101},
    )
    for large in too_large:
        with pytest.raises(ValueError, match=r"at most 1,000,000"):
            RandomDeal(**large)
    with pytest.raises(ValueError, match="objectives must be at most 100,000"):
        RandomDeal(suits=1, values=200_000, objectives=100_001)
    with pytest.raises(InvalidInstance, match="no player 9"):
        RandomDeal(leader=9).with_seed(1)
    with pytest.raises(InvalidInstance, match="'x' is not a valid order token"):
        RandomDeal(tokens=("x",)).with_seed(1)


def test_names_of_suits_are_different_and_need_no_colon() -> None:
    """With 44,000 suits, the letters came to the second "blue", and a card was dealt twice."""
    names = suit_names(100_000)
    assert len(set(names)) == 100_000
    assert "rocket" not in names
    assert suit_names(2) == ["pink", "blue"]
    assert not any(name[-1].isdigit() for name in names)
    assert names[3:6] == ["yellow", "a", "b"]


def test_decks_are_complete() -> None:
    made = RandomDeal(players=4, objectives=6, suits=30, values=2, trumps=3).with_seed(1)
    assert len(made.holder) == 63
    assert json.loads(made.to_json())["trump"] == "rocket"
