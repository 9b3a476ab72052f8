"""Formula, search and the judge written from the contract alone must agree on tiny deals of every variant."""

from __future__ import annotations

import json

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from tests.support.chunks import chunks
from tests.support.random_instances import whole_crew
from tests.support.second_opinion import lines, winning_line_exists

CHUNK = 150


def assert_agreement(seed: int, most_cards: int = 7) -> None:
    """Three opinions on one instance; the play of a yes must be one of the judge's lines, cut at the same trick."""
    instance = whole_crew(seed, most_cards=most_cards)
    text = instance.to_json()
    verdict = crewsat.decide(instance, method="cnf-tricks")
    opinions = {
        "formula": verdict.answer == "yes",
        "search": search(instance) is not None,
        "judge": winning_line_exists(json.loads(text)),
    }
    assert len(set(opinions.values())) == 1, f"seed {seed}: {opinions} on {text}"
    if verdict.answer == "yes":
        play = [(trick["leader"], tuple(trick["cards"])) for trick in verdict.as_dict()["play"]]
        assert play in lines(json.loads(text)), f"seed {seed}: {play} does not win, or ends at the wrong trick: {text}"


def test_the_judge_finds_the_play_in_the_contract() -> None:
    hands = [["pink9", "blue2"], ["pink2", "blue5"], ["pink4", "green1"]]
    data = {"game": "crew", "hands": hands, "leader": 1, "objectives": [{"card": "pink4", "owner": 1}]}
    assert (1, ("pink9", "pink2", "pink4")) in [line[-1] for line in lines(data)]
    assert not winning_line_exists(data | {"objectives": [{"card": "pink4", "owner": 2}], "leader": 3})


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(3))
def test_three_opinions_agree_on_tiny_deals(chunk: int) -> None:
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        assert_agreement(seed)


@pytest.mark.thorough
@pytest.mark.timeout(1800)
def test_three_opinions_agree_on_many_tiny_deals() -> None:
    for seed in range(10 * CHUNK, 10 * CHUNK + 30_000):
        assert_agreement(seed)
