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
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deals_are_won_and_lost(players: int) -> None:
    check(players, "auto")


@pytest.mark.thorough
@pytest.mark.parametrize("players", PLAYERS)
def test_a_second_engine_agrees(players: int) -> None:
    check(players, "cpsat")


def check(players: int, method: str) -> None:
    for (number, among), seeds in kept().items():
        for seed, answer in zip(seeds, ("yes", "no"), strict=True):
            if among == players and seed is not None:
                verdict = crewsat.decide(deal(number, players, seed), method=method)
                assert verdict.answer == answer, (number, players, seed)
