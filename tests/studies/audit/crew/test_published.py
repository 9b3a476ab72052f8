"""The paper's algorithms as printed: that they do what is printed, and where that is right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.text import parse_text
from crewsat.studies.audit.crew import section_3, section_4, section_5
from tests.support.tiny_deals import random_single_suit, random_single_value, single_suit_deals, single_value_deals

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.studies.audit.published import Published

ALWAYS_WRONG = "a1,3 / a2,4; 2 wins a1 a2 a4"
"""Won by a4 with a3 and a2 with a1. The printed algorithm adds a1 to a4, and a3 beats a2."""


def truth(instance: Crew) -> bool:
    return search(instance) is not None


@cache
def owned_deals() -> list[tuple[Crew, bool]]:
    """Deals of one suit in which the owners hold their objectives, and whether they can be won."""
    sizes = [(1, 4), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4)]
    tiny = [instance for players, cards in sizes for instance in single_suit_deals(players, cards)]
    owned = [x for x in tiny if all(x.holder[objective.card] == objective.owner for objective in x.objectives)]
    owned += [random_single_suit(seed, owned=True) for seed in range(500)]
    return [(instance, truth(instance)) for instance in owned]


def checked(instance: Crew, published: Published) -> bool:
    """Return the answer; a play that is claimed is replayed by the referee."""
    assert published.answer == (published.play is not None)
    if published.play is not None:
        replay(instance, published.play)
    return published.answer


def texts(play: list[tuple[int, tuple[Card, ...]]] | None) -> list[str]:
    return [f"{leader}: {' '.join(map(str, cards))}" for leader, cards in play or []]


# Section 3.


@pytest.mark.parametrize(
    ("text", "answer", "steps"),
    [
        ("- / a1", True, (0, 0, 0)),  # no objectives: yes, whatever the hands
        ("a1 b1 / c1 d1; 1 wins a1; 2 wins c1 d1", False, (2, 0, 0)),
        ("- / a1; 2 wins a1", False, (1, 1, 0)),
        ("a1 / b1 c1; 1 wins b1 c1", False, (2, 2, 4)),
        ("a1 b1 / c1 d1 e1; 1 wins a1 c1 d1", True, (3, 2, 5)),
        ("a1 / b1; leader 2; 1 wins b1", True, (1, 2, 2)),  # a wrong yes: player 2 leads and wins
    ],
)
def test_section_3_step_by_step(text: str, answer: bool, steps: tuple[int, ...]) -> None:
    published = section_3.decide_as_published(parse_text(text))
    assert published.answer == answer
    assert published.play is None
    assert tuple(published.steps.values()) == steps


@pytest.mark.slow
def test_section_3_is_right_when_the_crew_chooses_who_leads() -> None:
    false_yes = 0
    tiny = [x for p in (1, 2, 3) for n in range(1, 5) for x in single_value_deals(p, n)]
    for instance in [*tiny, *map(random_single_value, range(500))]:
        answer = section_3.decide_as_published(instance).answer
        won = truth(instance)
        assert answer or not won, instance.to_json()
        assert answer == won or instance.leader is not None, instance.to_json()
        false_yes += answer and not won
    assert false_yes > 100


# Section 4.


def test_section_4_plays_the_best_cards() -> None:
    instance = parse_text("a4,6 / a1,3,5; 1 wins a4 a6")
    plays = {
        reading.order: texts(section_4.decide_as_published(instance, reading).play) for reading in section_4.READINGS
    }
    assert plays == {
        "listed": ["1: a4 a3", "1: a6 a5"],
        "rising": ["1: a4 a3", "1: a6 a5"],
        "falling": ["1: a6 a5", "1: a4 a3"],
    }
    assert section_4.decide_as_published(instance).steps == {
        "cards put in order": 5,
        "objectives taken": 2,
        "predecessor queries": 2,
        "dictionary lookups": 4,
        "deletions": 2,
    }


def test_section_4_gives_up_at_the_first_missing_card() -> None:
    published = section_4.decide_as_published(parse_text("a2,3 / a1,4; 1 wins a3 a2"))
    assert not published.answer
    assert published.steps["objectives taken"] == 2
    assert published.steps["deletions"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("reading", section_4.READINGS, ids=lambda reading: reading.words)
def test_section_4_is_right(reading: section_4.Reading) -> None:
    for instance, won in owned_deals():
        published = section_4.decide_as_published(instance, reading)
        assert checked(instance, published) == won, instance.to_json()


def test_section_4_readings_differ_in_the_play() -> None:
    instance = parse_text("a2,4,6 / a1,3,5; 1 wins a4 a2 a6")
    plays = [texts(section_4.decide_as_published(instance, reading).play) for reading in section_4.READINGS]
    assert len(set(map(tuple, plays))) == len(section_4.READINGS)


# Section 5.


def test_section_5_plays_the_highest_cards() -> None:
    instance = parse_text("a1,5,6 / a2,3,4; leader 2; 1 wins a3 a6; 2 wins a2")
    published = section_5.decide_as_published(instance)
    assert texts(published.play) == ["2: a3 a6", "1: a1 a2"]
    assert published.steps == {
        "objectives sorted": 3,
        "counters": 2,
        "objectives counted": 3,
        "cards sorted": 6,
        "hands separated": 2,
        "tricks": 2,
        "objectives looked at": 3,
        "predecessor queries": 1,
    }


@pytest.mark.parametrize(
    ("text", "answer", "tricks"),
    [
        ("- / a1", True, 0),
        ("- / a1; 2 wins a1", False, 0),  # a hand is empty
        ("a1 / a2; 1 wins a2", False, 1),  # the owner has no higher card
        ("a1 / a2; 2 wins a1", True, 1),  # the last trick counts
        ("a3 / a2; 2 wins a2", False, 1),  # everything wins
        (ALWAYS_WRONG, False, 2),
    ],
)
def test_section_5_comes_to_an_end(text: str, answer: bool, tricks: int) -> None:
    instance = parse_text(text)
    for reading in section_5.READINGS:
        published = section_5.decide_as_published(instance, reading)
        assert checked(instance, published) == answer
        assert published.steps["tricks"] == tricks


@pytest.mark.parametrize(
    ("text", "start", "answers"),
    [
        (  # player 1 wins a2 with its own a3 and needs to keep nothing back
            "a1,3 / a2,4; 1 wins a2 a3; 2 wins a4",
            section_5.Reading(highest_of="spare"),
            {"j": {"counted": False, "needed": True}},
        ),
        (  # after a4 with a1, player 1's a3 is no longer kept back for good
            "a1,3 / a2,4; 1 wins a3; 2 wins a1 a4",
            section_5.Reading(),
            {"settled": {"cards": True, "number": False, "nothing": True}},
        ),
        (
            "a1,3,4 / a2,5,6; 1 wins a2; 2 wins a4 a5 a6",
            section_5.Reading(),
            {"highest_of": {"hand": False, "able": True, "spare": True}},
        ),
        (
            "a1,3 / a2,4; 1 wins a2 a3; 2 wins a4",
            section_5.Reading(),
            {"highest_of": {"hand": True, "able": True, "spare": False}},
        ),
        (
            "a1,3 / a2,4; 1 wins a2; 2 wins a4",
            section_5.Reading(),
            {"without": {"no": True, "highest": True, "lowest": True, "strict": False}},
        ),
        (
            "a1,3,5 / a2,4,6; 1 wins a2 a4 a5; 2 wins a6",
            section_5.Reading(highest_of="spare"),
            {"without": {"no": False, "highest": False, "lowest": True, "strict": False}},
        ),
    ],
)
def test_section_5_options(text: str, start: section_5.Reading, answers: dict[str, dict[str, bool]]) -> None:
    instance = parse_text(text)
    for field, wanted in answers.items():
        for value, answer in wanted.items():
            reading = replace(start, **{field: value})  # type: ignore[arg-type]
            assert section_5.decide_as_published(instance, reading).answer == answer, value


def test_section_5_is_wrong_under_every_reading() -> None:
    instance = parse_text(ALWAYS_WRONG)
    assert truth(instance)
    assert not any(section_5.decide_as_published(instance, reading).answer for reading in section_5.ALL_READINGS)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(1, 5), (2, 2), (2, 3), (3, 3)])
def test_section_5_is_right_on_the_tiniest(players: int, cards: int) -> None:
    for instance in single_suit_deals(players, cards):
        won = truth(instance)
        for reading in section_5.READINGS:
            assert checked(instance, section_5.decide_as_published(instance, reading)) == won, instance.to_json()


@pytest.mark.slow
def test_section_5_never_says_a_wrong_yes() -> None:
    deals = [*single_suit_deals(2, 4), *map(random_single_suit, range(200))]
    false_no = dict.fromkeys(section_5.READINGS, 0)
    for instance in deals:
        answers = [checked(instance, section_5.decide_as_published(instance, r)) for r in section_5.READINGS]
        if not all(answers) and truth(instance):
            for reading, answer in zip(section_5.READINGS, answers, strict=True):
                false_no[reading] += not answer
    assert min(false_no.values()) > 0


TELLING = (
    "a3,10,14 / a4,7 / a1,6; 2 wins a3 a4; 1 wins a14",
    "a2,5,9,14 / a4,7,10 / a6,12,16; 2 wins a2; 3 wins a9; 1 wins a12",
    "a9,10,13,15 / a1,4,11,12 / a3,6,7,14; 1 wins a7; 2 wins a10; 1 wins a12; 3 wins a13",
    "a3,9,10,12,16 / a5,6,15; 2 wins a3 a6 a9; 1 wins a16",
    "a2,3,6,16 / a4,9,11,14 / a1,5,12,13; 2 wins a4 a5; 3 wins a9; 1 wins a12 a14",
    "a5,7,9,12 / a3,4,11,16; 1 wins a5 a7; 2 wins a9; 1 wins a12; 2 wins a16",
    "a3,5,6,8,9,10 / a1,4,7,12; 2 wins a3; 1 wins a6 a7 a9; 2 wins a10",
    "a1,2,11,13 / a3,9,15,16; 1 wins a3 a9 a13; 2 wins a16",
    "a5,10,12 / a7,9,15 / a1,2,14; 1 wins a1; 2 wins a9; 1 wins a12; 2 wins a14 a15",
    "a6,8,15 / a11,12 / a1,9,16; 2 wins a6; 1 wins a9; 2 wins a11",
    "a2,4,5,14 / a3,6,12,13,16 / a7,9,11; 2 wins a2; 3 wins a3; 1 wins a11; 2 wins a16",
    "a2,3,7,10,15 / a1,5,8,13,14; 2 wins a2 a3; 1 wins a10; 2 wins a14; 1 wins a15",
    "a1,2,8,15 / a6,10,12,13 / a7,9,11; 2 wins a7 a9; 1 wins a11; 2 wins a13; 1 wins a15",
    "a4,11,12 / a1,8,10 / a7,9,16; 1 wins a9; 2 wins a10; 3 wins a11",
    "a1,3,4,11,13,14 / a8,9,10,15,16; 1 wins a10 a14; 2 wins a16",
    "a2,5,7,10,15 / a4,6,9,13; 2 wins a2; 1 wins a5 a7; 2 wins a9; 1 wins a15",
    "a2,8,14,15 / a7,10,11,12,13; 1 wins a7 a11 a12; 2 wins a13; 1 wins a15",
    "a2,6,8 / a3,5,9 / a1,4,7; 3 wins a3; 2 wins a4; 1 wins a5 a6",
    "a1,2,6,9,10,14,15,16 / a3,4,5,7,8,11,12,13; 2 wins a1 a2 a3 a6 a7 a9; 1 wins a10 a14 a15 a16",
)
"""Deals that tell the readings of section 5 apart, each two by some answer."""


def test_section_5_readings_differ_in_the_answer() -> None:
    deals = list(map(parse_text, TELLING))
    answers = {
        reading: [section_5.decide_as_published(instance, reading).answer for instance in deals]
        for reading in section_5.READINGS
    }
    for one, other in combinations(section_5.READINGS, 2):
        assert answers[one] != answers[other], f"{one.words} / {other.words}"
    assert len({reading.words for reading in section_5.READINGS}) == len(section_5.READINGS) == 58


@pytest.mark.slow
def test_section_5_readings_left_out_are_not_reported_apart() -> None:
    left_out = set(section_5.ALL_READINGS) - set(section_5.READINGS)
    same_as = {}
    for reading in left_out:
        settled: section_5.Settled = "cards" if reading.highest_of == "spare" else reading.settled
        without: section_5.Without = "strict" if reading.without == "strict" else "no"
        same_as[reading] = replace(reading, settled=settled, without=without)
    assert set(same_as.values()) <= set(section_5.READINGS)
    assert len(left_out) == 14
    for seed in range(1000):
        instance = random_single_suit(seed)
        for reading, same in same_as.items():
            one, other = (section_5.decide_as_published(instance, r) for r in (reading, same))
            assert (one.answer, one.play) == (other.answer, other.play), instance.to_json()
