"""What the data of each task of Mission Deep Sea means, compared with what its card says, in random plays."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crewsat.games.cards import Card
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.tasks import KINDS
from tests.support.chunks import few_of
from tests.support.deep_sea_by_words import WORDS, Play, random_play


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seed"), few_of([(4, 6), (3, 7), (5, 3)])
)  # all tasks are met and not met early on
def test_a_task_is_met_if_and_only_if_its_words_are(players: int, seed: int) -> None:
    check_words(players, seed, 45)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_task_is_met_if_and_only_if_its_words_are_in_many_plays(players: int) -> None:
    check_words(players, 1, 1_000)


def check_words(players: int, seed: int, plays: int) -> None:
    """Compare what each player has met in random plays; what is met for good stays met, what is lost stays lost."""
    rng = random.Random(seed)
    fields = [task.fields(players) for task in deep_sea_tasks()]
    tasks = [KINDS[one["kind"]](**{"owner": None, **one}) for one in fields]
    seen: Counter[tuple[int, bool]] = Counter()
    for _ in range(plays):
        tricks = random_play(players, rng)
        taken = [
            Taken(number, number == len(tricks), one.leader, one.winner, [Card(*card) for card in one.cards])
            for number, one in enumerate(tricks, 1)
        ]
        seats = Seats(players, tricks[0].leader)
        views = {player: Play(tricks, player, players) for player in range(1, players + 1)}
        for number, task in enumerate(tasks):
            states = [task.start(seats)]
            for trick in taken:
                states.append(task.after(states[-1], trick, seats))
            for player, view in views.items():
                right = WORDS[number](view)
                assert task.met_by(states[-1], player, seats) == right, (number, view)
                assert right or not any(task.secured_by(state, player, seats) for state in states), (number, view)
                assert not right or not any(task.lost_by(state, player, seats) for state in states), (number, view)
                seen[number, right] += 1
    never = {number for number in range(96) for answer in (True, False) if not seen[number, answer]}
    assert never == {94, 95}, "each other task is met in some play and not met in another"
