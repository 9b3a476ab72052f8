"""Random deals of Mission Deep Sea: the same everywhere, exact totals, legal drafts."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea import DECK, deep_sea_tasks
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.text import parse_text, text_of
from tests.support.places import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.instance import Crew

FILE = GOLDEN / "deep_sea_deals.jsonl"
DEALS = [
    DeepSeaDeal(difficulty=12),
    DeepSeaDeal(players=3, difficulty=5, drafted=True),
    DeepSeaDeal(players=5, difficulty=16, drafted=True),
    DeepSeaDeal(tasks=(48, 22)),
    DeepSeaDeal(players=3, tasks=(75, 76, 51), drafted=True),
]


def numbers(deal: Crew) -> list[int]:
    return [int(task.id) for task in deal.tasks]


def owners(deal: Crew) -> list[Any]:
    return [task.owner for task in deal.tasks]


def test_the_same_seed_gives_the_same_deal_for_ever() -> None:
    """A change of this file changes the meaning of every seed anybody has written down."""
    made = [deal.with_seed(seed).as_dict() for deal in DEALS for seed in (0, 7)]
    assert made == [json.loads(line) for line in FILE.read_text().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "sizes"), [(3, [14, 13, 13]), (4, [10] * 4), (5, [8] * 5)])
def test_a_deal_of_the_game(players: int, sizes: list[int]) -> None:
    for seed in range(50):
        deal = DeepSeaDeal(players=players, difficulty=10).with_seed(seed)
        assert [len(hand) for hand in deal.hands] == sizes
        assert (deal.rules, deal.trump, deal.assignment) == ("deep-sea", "submarine", "draft_or_pass")
        assert deal.leader == deal.holder[DECK.highest]
        assert set(owners(deal)) == {None}
        assert deal.objectives == ()
        drawn = [deep_sea_tasks()[number] for number in numbers(deal)]
        assert len(set(drawn)) == len(drawn)
        assert sum(task.difficulty(players) for task in drawn) == 10
        assert deal.about == {
            "generator": "crewsat generate crew",
            "parameters": {"players": players, "difficulty": 10, "drafted": False},
            "tasks": numbers(deal),
            "difficulty": 10,
            "seed": seed,
        }
        assert parse_text(text_of(deal)) == deal.model_copy(update={"about": None})


def test_hands_of_a_seed_are_those_of_other_deals_unless_they_are_dealt_again() -> None:
    for players in (3, 4, 5):
        for seed in range(20):
            plain = RandomDeal(players=players, rules="deep-sea").with_seed(seed)
            for deal in (DeepSeaDeal(players=players, tasks=(3, 8)), DeepSeaDeal(players=players, tasks=(48,))):
                assert deal.with_seed(seed).hands == plain.hands


@pytest.mark.slow
@pytest.mark.parametrize("number", [43, 44, 45, 75, 76])
def test_a_deal_that_a_task_forbids_is_dealt_again_with_the_same_tasks(number: int) -> None:
    task = deep_sea_tasks()[number]
    again = 0
    for seed in range(150):
        deal = DeepSeaDeal(players=3, tasks=(number, 3)).with_seed(seed)
        assert numbers(deal) == [number, 3]
        assert not task.must_redeal(deal.hands)
        first = RandomDeal(players=3, rules="deep-sea").with_seed(seed)
        assert (first.hands == deal.hands) != task.must_redeal(first.hands)
        again += first.hands != deal.hands
    assert again


@pytest.mark.slow
def test_all_totals_up_to_the_sum_of_all_tasks_can_be_reached_and_no_others() -> None:
    for players in (3, 4, 5):
        difficulties = [task.difficulty(players) for task in deep_sea_tasks()]
        possible = {0}
        for difficulty in difficulties:
            possible |= {total + difficulty for total in possible}
        most = sum(difficulties)
        assert possible == set(range(most + 1))
        for total in (*range(1, 20), most - 2, most - 1, most):
            deal = DeepSeaDeal(players=players, difficulty=total)
            assert sum(difficulties[number] for number in numbers(deal.with_seed(5))) == total
        for total in (0, -1, most + 1, 10**60):
            with pytest.raises(ValueError, match=rf"for {players} players, .*; possible totals: 1 to {most}$"):
                DeepSeaDeal(players=players, difficulty=total)


@pytest.mark.slow
def test_every_task_is_as_likely_as_any_other_to_be_drawn_first() -> None:
    rng = random.Random(5)
    first = Counter(DeepSeaDeal(difficulty=12)._drawn(rng)[0].number for _ in range(3000))
    assert len(first) == 96
    assert max(first.values()) < 70  # 31 on average
    ones = {task.number for task in deep_sea_tasks() if task.difficulty(4) == 1}
    for seed in range(30):
        (only,) = numbers(DeepSeaDeal(difficulty=1).with_seed(seed))
        assert only in ones


def check_draft(deal: Crew, captain: int) -> None:
    """The owners could have come about in turn order from the captain, one task each turn."""
    players, taken = len(deal.hands), Counter(owners(deal))
    assert set(taken) <= set(range(1, players + 1))
    if len(deal.tasks) < players:
        assert max(taken.values()) == 1
    else:
        each, more = divmod(len(deal.tasks), players)
        turns = [(captain - 1 + k) % players + 1 for k in range(players)]
        assert [taken[player] for player in turns] == [each + (k < more) for k in range(players)]
    compared = {51, 52, 53}
    assert not [
        number
        for number, owner in zip(numbers(deal), owners(deal), strict=True)
        if number in compared and owner == captain
    ]


@pytest.mark.slow
def test_drafts_are_legal_and_every_legal_outcome_of_a_small_one_occurs() -> None:
    for players in (3, 4, 5):
        for total in (1, 4, 9, 16, 40):
            for seed in range(10):
                free, drafted = (
                    DeepSeaDeal(players=players, difficulty=total, drafted=how).with_seed(seed) for how in (False, True)
                )
                assert (numbers(drafted), drafted.hands) == (numbers(free), free.hands)
                assert drafted.assignment == "any"
                check_draft(drafted, drafted.leader or 0)
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(250):
        deal = DeepSeaDeal(players=3, tasks=(51, 3), drafted=True).with_seed(seed)
        check_draft(deal, deal.leader or 0)
        found[tuple((owner - (deal.leader or 0)) % 3 for owner in owners(deal))] += 1
    assert set(found) == {(1, 0), (2, 0), (1, 2), (2, 1)}
    assert min(found.values()) > 40


@pytest.mark.parametrize(
    ("players", "named", "possible"),
    [
        (3, (51, 52, 53), False),
        (3, (51, 52, 53, 0), False),
        (3, (51, 52, 53, 0, 1), True),
        (3, (51, 52), True),
        (3, (51,), True),
        (3, (51, 52, 0), True),
        (4, (51, 52, 53), True),
        (4, (51, 52, 53, 0), True),
        (5, (51, 52, 53, 0, 1, 2), True),
    ],
)
def test_the_captain_never_takes_a_comparison_with_the_captain(
    players: int, named: Sequence[int], possible: bool
) -> None:
    if not possible:
        with pytest.raises(ValueError, match="cannot be drafted"):
            DeepSeaDeal(players=players, tasks=tuple(named), drafted=True)
        assert numbers(DeepSeaDeal(players=players, tasks=tuple(named)).with_seed(1)) == list(named)
        return
    for seed in range(40):
        deal = DeepSeaDeal(players=players, tasks=tuple(named), drafted=True).with_seed(seed)
        assert numbers(deal) == list(named)
        check_draft(deal, deal.leader or 0)


def test_tasks_that_cannot_be_drafted_are_not_drawn() -> None:
    """Three players and a total of 8: the three comparisons with the captain would do, if the captain could pass."""
    compared = [deep_sea_tasks()[number] for number in (51, 52, 53)]
    assert sum(task.difficulty(3) for task in compared) == 8
    deal = DeepSeaDeal(players=3, difficulty=8)
    assert not deal._can_be_drafted(compared)
    ordinary = [deep_sea_tasks()[number] for number in (0, 1)]
    for pair in combinations(compared, 2):
        assert deal._can_be_drafted([*pair, ordinary[0]])
    assert deal._can_be_drafted([*compared, *ordinary])


def test_every_legal_draft_is_as_likely_as_any_other() -> None:
    tasks = [deep_sea_tasks()[number] for number in (0, 1, 52)]
    deal = DeepSeaDeal(players=3, tasks=(0, 1, 52))
    rng = random.Random(3)
    found = Counter(tuple(deal._drafted(tasks, 2, rng)) for _ in range(4000))
    assert set(found) == {(2, 1, 3), (2, 3, 1), (1, 2, 3), (3, 2, 1)}
    assert max(found.values()) < 1.15 * min(found.values())


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"players": 2, "difficulty": 230}, "for 2 players, no tasks add up to 230; possible totals: 1 to 229"),
        ({"players": 6, "difficulty": 5}, r"6 players, but .*2 to 5 players"),
        ({"players": 0, "difficulty": 5}, "players must be at least 1"),
        ({}, "one of the two"),
        ({"difficulty": 5, "tasks": (3,)}, "one of the two"),
        ({"tasks": (96,)}, "96 is not a task of Mission Deep Sea; allowed: 0 to 95"),
        ({"tasks": (-1,)}, "allowed: 0 to 95"),
        ({"tasks": (3, 48, 3)}, "task 3 is given more than once"),
    ],
)
def test_what_cannot_be_dealt(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        DeepSeaDeal(**wrong)


def test_parameters_make_the_deal_again() -> None:
    for deal in DEALS:
        about: Any = deal.with_seed(3).about
        parameters = {**about["parameters"], "tasks": tuple(about["parameters"].get("tasks", ()))}
        assert crewsat.DeepSeaDeal(**parameters) == deal
