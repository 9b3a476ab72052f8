"""The least hand, against deciding every hand size by exhaustive search."""

from __future__ import annotations

import random

import pytest

import crewsat
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.errors import WrongOption
from crewsat.engine import request
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import most_stored
from crewsat.questions.frontend import least_hand_size


def deck(seed: int) -> HanabiSolitaire:
    rng = random.Random(seed)
    shape = rng.choice([(1, 5, (2,)), (2, 3, (2,)), (2, 4, (1,)), (3, 3, (1,)), (3, 2, (2, 1)), (4, 2, (1,))])
    return RandomDeck(*shape, hand_size=rng.randint(0, 9)).with_seed(seed)


def by_search(instance: HanabiSolitaire) -> int:
    return next(h for h in range(99) if search(instance.model_copy(update={"hand_size": h})) is not None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_it_is_the_least_hand_that_wins(seed: int) -> None:
    instance = deck(seed)
    found = least_hand_size(instance)
    assert found.proved, instance.to_json()
    assert found.at_least == by_search(instance), instance.to_json()
    assert found.play is not None
    assert most_stored(found.play) <= found.at_least
    crewsat.verify(instance.model_copy(update={"hand_size": found.at_least}), found.play)
    if found.checked == "algorithm" and found.at_least:
        assert found.because


def test_degenerate_decks() -> None:
    nothing = least_hand_size(HanabiSolitaire(deck=[], hand_size=3))
    assert (nothing.at_least, nothing.at_most, nothing.play, nothing.checked) == (0, 0, (), "algorithm")
    missing = least_hand_size(HanabiSolitaire(deck=["r1", "r999999999"], hand_size=3))
    assert (missing.at_most, missing.proved) == (None, False)
    assert missing.because == "r2 must be played, but is not in the deck"
    rising = least_hand_size(HanabiSolitaire(deck=["r1", "r2", "r3"], hand_size=3))
    assert (rising.at_least, rising.at_most) == (0, 0)


@pytest.mark.slow
def test_limits_leave_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = RandomDeck(10, 10, (3,), 0).with_seed(1)
    whole = least_hand_size(instance)
    monkeypatch.setattr(request, "LARGE", 10**9)
    found = least_hand_size(instance, memory_limit=float("inf"), time_limit=1e-3)
    assert found.reason == "time"
    assert found.at_most is not None
    assert found.at_least <= whole.at_least <= found.at_most
    assert found.as_dict()["least_hand_size"]["proved"] is False


def test_it_is_a_question_about_hanabi() -> None:
    with pytest.raises(WrongOption, match="not about crew"):
        crewsat.least_hand_size(crewsat.RandomDeal().with_seed(1))
