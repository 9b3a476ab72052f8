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
    for task in TASKS:
        check(task.number, players, "auto")


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(96))
def test_a_second_engine_agrees(number: int) -> None:
    for players in PLAYERS:
        check(number, players, "cpsat")


def check(number: int, players: int, method: str) -> None:
    """The first deal that is won is won, and the first one that is lost is lost."""
    for seed, answer in zip(kept()[number, players], ("yes", "no"), strict=True):
        if seed is not None:
            verdict = crewsat.decide(deal(number, players, seed), method=method)
            assert verdict.answer == answer, (number, players, seed)
