"""The planning domain in the hands of other people's planners: their answers and plans, and a validator for ours."""

from __future__ import annotations

import random
import re
from itertools import count, islice
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay, InvalidInstance
from crewsat.base.strips import read_plan
from crewsat.engine.planning import decode, plan_of, planned
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.replaying import play_until_success
from crewsat_encodings.crew.pddl.planning import Planning
from tests.support.chunks import chunks
from tests.support.planners import GREEDY, is_valid, read, solved
from tests.support.planning import planning_deals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew

SECONDS = 20.0
"""Of processor time for pyperplan; then Fast Downward is asked."""
TOGETHER = 5
"""Deals of a chunk."""


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(64))
def test_planners_agree_with_exhaustive_search_and_their_plans_are_plays(chunk: int) -> None:
    """On 320 deals of 4 to 12 cards; what pyperplan does not finish, another planner does."""
    for instance in islice(planning_deals(12, least_cards=4), chunk * TOGETHER, (chunk + 1) * TOGETHER):
        problem = read(planned(instance))
        found = solved(problem, "pyperplan", seconds=SECONDS, **GREEDY)
        if found.answer is None:
            print("pyperplan does not finish:", instance.to_json())  # noqa: T201 - for whoever wants the share
            found = solved(problem, "fast-downward", seconds=10 * SECONDS)
        assert found.answer == (search(instance) is not None), instance.to_json()
        if found.answer:
            assert decode(instance, found.plan).answer == "yes"


def real_plays(first: int) -> Iterator[tuple[Crew, str]]:
    """Real deals that can be won, of three to five players, each with the plan of a winning play."""
    for seed in count(first):
        deal = RandomDeal(
            players=3 + seed % 3,
            objectives=3 + seed % 4,
            tokens=("1", "2", "omega")[: seed % 4],
            assignment="any" if seed % 5 == 0 else None,
            same_trick="violates" if seed % 2 else "in_order",
        ).with_seed(seed)
        play = crewsat.decide(deal, time_limit=20).play
        if play is not None:
            yield deal, plan_of(deal, play)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(100))
def test_our_plays_are_valid_plans_and_with_one_card_changed_they_are_refused(chunk: int) -> None:
    """On 200 real deals: what the referee refuses, the validator does."""
    for deal, plan in islice(real_plays(100 * chunk), 2):
        problem = read(planned(deal))
        assert is_valid(problem, plan), deal.to_json()
        changed = with_a_card_changed(deal, plan, random.Random(chunk))
        valid = is_valid(problem, changed)
        assert valid == is_a_plan(deal, changed), changed
        assert wins(deal, changed) or not valid, changed


def with_a_card_changed(deal: Crew, plan: str, rng: random.Random) -> str:
    """A plan in which a card that is played is exchanged with another one of the same hand."""
    names = {f"{card.suit}-{card.value}": player for card, player in deal.holder.items()}
    played = [step.objects[1] for _, step in read_plan(plan) if step.action in {"lead", "follow-suit", "play-off-suit"}]
    one = rng.choice(played)
    other = rng.choice([name for name in names if names[name] == names[one] and name != one])
    instead = {one: other, other: one}
    return re.sub(r"[a-z]+-[0-9]+", lambda found: instead.get(found[0], found[0]), plan)


def is_a_plan(deal: Crew, plan: str) -> bool:
    """Whether our own check accepts a plan."""
    try:
        Planning(deal).read(plan)
    except InvalidInstance:
        return False
    return True


def wins(deal: Crew, plan: str) -> bool:
    """Whether the referee accepts the play in a plan."""
    try:
        play_until_success(deal, Planning(deal).play_of(step for _, step in read_plan(plan)))
    except IllegalPlay:
        return False
    return True
