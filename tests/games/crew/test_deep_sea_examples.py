"""Each task of Mission Deep Sea in real deals: one that is won and one that is lost, where there are both."""

from __future__ import annotations

import pytest

import crewsat
from tests.support.deep_sea_examples import PLAYERS, deal, kept

TASKS = crewsat.deep_sea_tasks()
NEVER_LOST = {94, 95}
"""Predictions: free choices when all cards are known."""


def test_every_task_is_won_and_every_task_is_lost_in_some_deal() -> None:
    seeds = kept()
    assert seeds.keys() == {(task.number, players) for task in TASKS for players in PLAYERS}
    assert all(won is not None for won, _ in seeds.values())
    for number in NEVER_LOST:
        assert [seeds[number, players][1] for players in PLAYERS] == [None] * 3


@pytest.mark.slow
def test_every_task_is_won_and_lost_with_four_players_or_five() -> None:
    answers = [answer for task in TASKS for answer in checked(task.number, players_for(task.number), "auto")]
    assert answers.count("yes") == len(TASKS)
    assert answers.count("no") == sum(kept()[task.number, players_for(task.number)][1] is not None for task in TASKS)
    assert answers.count("no") >= 50


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(96))
def test_two_engines_agree(number: int) -> None:
    for players in PLAYERS:
        answers = checked(number, players, "auto")
        assert answers == checked(number, players, "cpsat")
        assert answers.count("yes") == 1


def players_for(number: int) -> int:
    """Four players or five, with whom a lost deal is known if there is one; with three such deals take seconds."""
    some = (4, 5) if number % 2 else (5, 4)
    return next((players for players in some if kept()[number, players][1] is not None), some[0])


def checked(number: int, players: int, method: str) -> list[str]:
    """Decide the first deal that is won and the first one that is lost, as far as there are; return the answers."""
    answers: list[str] = []
    for seed, answer in zip(kept()[number, players], ("yes", "no"), strict=True):
        if seed is not None:
            answers.append(crewsat.decide(deal(number, players, seed), method=method).answer)
            assert answers[-1] == answer, (number, players, seed)
    return answers
