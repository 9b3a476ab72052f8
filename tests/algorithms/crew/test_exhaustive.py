"""The oracle itself, against an even simpler search that remembers nothing."""

from __future__ import annotations

from itertools import product

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import play_until_success, replay
from tests.support.chunks import chunks
from tests.support.random_instances import small_crew


def won_by_brute_force(instance: Crew) -> bool:
    """Try all sequences of card tuples, legal or not, and let the referee judge each."""

    def extend(tricks: list[tuple[int, tuple[object, ...]]]) -> bool:
        try:
            play_until_success(instance, tricks)  # type: ignore[arg-type]
        except IllegalPlay as error:
            if error.trick is not None:
                return False
        else:
            return True
        if len(tricks) == instance.tricks:
            return False
        gone = {card for _, cards in tricks for card in cards}
        hands = [[card for card in hand if card not in gone] for hand in instance.hands]
        for leader in range(1, instance.players + 1):
            turns = hands[leader - 1 :] + hands[: leader - 1]
            if any(extend([*tricks, (leader, cards)]) for cards in product(*turns)):
                return True
        return False

    return extend([])


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(10, usual=2))
def test_search_agrees_with_brute_force(chunk: int) -> None:
    for seed in range(chunk * 100, (chunk + 1) * 100):
        instance = small_crew(seed, most_cards=6)
        play = search(instance)
        assert (play is not None) == won_by_brute_force(instance), instance.to_json()
        if play is not None:
            replay(instance, play)


def test_limits_hold() -> None:
    instance = RandomDeal(players=3, objectives=9).with_seed(0)  # a no, and out of reach for exhaustive search
    with pytest.raises(Stopped) as stopped:
        search(instance, out_of_time=lambda: True)
    assert stopped.value.reason == "time"
    with pytest.raises(Stopped) as stopped:
        search(instance, max_bytes=100)
    assert stopped.value.reason == "memory"


@pytest.mark.slow
def test_thousands_of_tricks_are_refused_rather_than_overflowing_the_stack() -> None:
    hands = [[f"a{2 * k + player}" for k in range(1, 1_500)] for player in (0, 1)]
    with pytest.raises(Stopped) as stopped:
        search(Crew(hands=hands, objectives=[{"card": "a2999", "owner": 1}]))
    assert stopped.value.reason == "memory"
