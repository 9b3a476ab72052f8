"""Deals with choices besides cards: exhaustive search and the three encodings agree, and every play is replayed."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.engine.frontend import decide
from crewsat.engine.verify import verify
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from tests.support.choices_second_opinion import winnable
from tests.support.chunks import chunks
from tests.support.random_choices import AIMS, choices_crew

METHODS = ("cnf-tricks", "cpsat", "asp")


def agree(aim: str, seed: int, methods: tuple[str, ...] = METHODS) -> bool:
    """What all say of the instance of this seed: whether it can be won."""
    instance = choices_crew(seed, aim)
    text = instance.to_json()
    wins = search(instance) is not None
    with suppress(NotImplementedError):  # of some tasks
        assert winnable(json.loads(text)) is wins, f"exhaustive search says {wins}: {text}"
    for method in methods:
        verdict = decide(instance, method=method)
        assert bool(verdict) is wins, f"{method} says {verdict.answer}: {text}"
        if verdict.play is not None:
            verify(instance, verdict.play, assignment=verdict.assignment)
            said = verdict.as_dict()
            chosen = {name: said[name] for name in ("tokens", "passed", "passed_to") if name in said}
            verify(instance, said["play"], assignment=said["assignment"], **chosen)
    return wins


@pytest.mark.parametrize("aim", AIMS)
def test_all_agree_on_fifty_instances(aim: str) -> None:
    wins = Counter(agree(aim, seed) for seed in range(50))
    assert min(wins[True], wins[False]) > 10, wins


@pytest.mark.thorough
@pytest.mark.parametrize("part", chunks(20))
@pytest.mark.parametrize("aim", AIMS)
def test_all_agree_on_a_hundred_thousand_instances(aim: str, part: int) -> None:
    for seed in range(1_000 + part * 750, 1_000 + (part + 1) * 750):
        agree(aim, seed)


@pytest.mark.parametrize("aim", AIMS)
def test_they_read_back_as_they_were_written(aim: str) -> None:
    for seed in range(100):
        instance = choices_crew(seed, aim)
        assert parse_text(text_of(instance)) == instance
        assert Crew(**{key: value for key, value in instance.as_dict().items() if key != "game"}) == instance
