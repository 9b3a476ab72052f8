"""Deals with choices besides cards: exhaustive search and the three encodings agree, and every play is replayed."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.engine.frontend import decide
from crewsat.engine.verify import verify
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.text import parse_text, text_of
from crewsat_encodings.crew.asp.encoding import Encoding as Program
from crewsat_encodings.crew.cpsat.encoding import Encoding as Constraints
from tests.support.choices_second_opinion import knows, winnable
from tests.support.chunks import chunks
from tests.support.random_choices import AIMS, choices_crew
from tests.support.ways import by_constraints, by_program

OTHERS = {"cpsat": (Constraints, by_constraints), "asp": (Program, by_program)}
"""The encodings besides that of `decide`, in this process: a child for each would take most of the time."""


def agree(aim: str, seed: int, others: tuple[str, ...] = ("cpsat", "asp")) -> bool:
    """What all say of the instance of this seed: whether it can be won."""
    instance = choices_crew(seed, aim)
    text = instance.to_json()
    wins = search(instance) is not None
    data = json.loads(text)
    if knows(data):
        assert winnable(data) is wins, f"exhaustive search says {wins}: {text}"
    verdict = decide(instance, method="cnf-tricks")
    assert bool(verdict) is wins, f"cnf-tricks says {verdict.answer}: {text}"
    if verdict.play is not None:
        verify(instance, verdict.play, assignment=verdict.assignment)
        said = verdict.as_dict()
        chosen = {name: said[name] for name in ("tokens", "passed", "passed_to") if name in said}
        verify(instance, said["play"], assignment=said["assignment"], **chosen)
    for name in others:
        encoding, way = OTHERS[name]
        play = way(encoding, instance)
        assert (play is not None) is wins, f"{name} says {play is not None}: {text}"
        if play is not None:
            play_until_success(instance, play)
    return wins


@pytest.mark.parametrize("aim", AIMS)
def test_all_agree_on_fifty_instances(aim: str) -> None:
    wins = Counter(agree(aim, seed) for seed in range(50))
    assert min(wins[True], wins[False]) > 10, wins


@pytest.mark.parametrize("aim", AIMS)
def test_the_second_opinion_knows_nearly_all_instances(aim: str) -> None:
    known = sum(knows(json.loads(choices_crew(seed, aim).to_json())) for seed in range(50))
    assert known >= 40


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
