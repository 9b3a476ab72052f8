"""Relaxed deals: what is lost in them is lost, every part of the relaxation is needed, and reasons can be read."""

from __future__ import annotations

import random

import pytest

from crewsat.algorithms.crew import quick, relaxations
from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.flat import NOBODY, flat
from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import Refutation
from crewsat.base.errors import Stopped
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text
from tests.support.quick_deals import quick_deal, quick_position


def _refuting(instance: Crew, most_objectives: int = 4) -> tuple[int, ...]:
    deal = flat(instance)
    assert deal is not None
    return relaxations.refuting(deal, most_objectives=most_objectives, each=2_000, total=10_000).objectives


@pytest.mark.parametrize("chunk", range(4))
def test_what_is_lost_in_a_relaxed_deal_is_lost(chunk: int) -> None:
    refuted = 0
    for seed in range(chunk * 200, (chunk + 1) * 200):
        instance = quick_deal(seed, most_cards=12)
        subset = _refuting(instance)
        if subset:
            assert search(instance) is None, instance.to_json()
            if not instance.order:
                kept = instance.model_copy(update={"objectives": tuple(instance.objectives[k] for k in subset)})
                assert search(kept) is None, kept.to_json()
            refuted += 1
    assert refuted > 10


def test_what_is_lost_in_a_relaxed_position_is_lost() -> None:
    refuted = 0
    for seed in range(500):
        instance = quick_position(seed, most_cards=12)
        if flat(instance) is not None and _refuting(instance):
            assert search(instance) is None, instance.to_json()
            refuted += not isinstance(decided_by_the_past(instance), Refutation)
    assert refuted > 10


def test_fewer_objectives_come_first() -> None:
    sizes = set()
    for seed in range(300):
        instance = quick_deal(seed, most_cards=16)
        subset = _refuting(instance)
        sizes.add(len(subset))
        if len(subset) > 1:
            assert not _refuting(instance, len(subset) - 1), instance.to_json()
    assert {0, 1, 2} <= sizes


def test_with_every_card_an_objective_nothing_is_forgotten() -> None:
    """Then each card is a rank of its own, and the relaxed deal is the deal."""
    lost = 0
    for seed in range(200):
        rng = random.Random(seed)
        drawn = RandomDeal(players=2, objectives=4, suits=2, values=2 + seed % 2, trumps=0).with_seed(seed)
        cards = sorted(drawn.holder)
        wanted = [{"card": str(card), "owner": rng.choice([1, 1, 1, 2])} for card in cards]
        instance = Crew(hands=drawn.hands, leader=1, objectives=wanted)
        deal = flat(instance)
        assert deal is not None
        found = relaxations.refuting(deal, most_objectives=len(cards), each=10_000, total=10**9)
        assert bool(found.objectives) == (search(instance) is None), instance.to_json()
        lost += bool(found.objectives)
    assert 20 < lost < 180


def test_effort_is_bounded_and_reported() -> None:
    deal = flat(RandomDeal(players=3, objectives=6).with_seed(1168))
    assert deal is not None
    found = relaxations.refuting(deal, most_objectives=2, each=100, total=150)
    assert 150 <= found.positions <= 152
    assert found.stopped
    assert not found.objectives
    with pytest.raises(Stopped):
        relaxations.refuting(deal, most_objectives=2, each=2_000, total=2_000, out_of_time=lambda: True)


def test_free_objectives_are_forgotten() -> None:
    deal = flat(RandomDeal(players=3, objectives=6, assignment="draft").with_seed(0))
    assert deal is not None
    assert all(target.owner == NOBODY for target in deal.targets)
    assert relaxations.refuting(deal, most_objectives=3, each=10, total=100) == relaxations.Refuting((), 0, False)


@pytest.mark.slow
def test_reasons_name_the_objectives() -> None:
    sizes = set()
    for seed in range(400):
        instance = quick_deal(seed, most_cards=16)
        reason = quick.refuted(instance)
        if reason is None:
            continue
        named = [objective.id for objective in instance.objectives if f"{objective.id} (player" in reason]
        assert 1 <= len(named) <= quick.MOST_OBJECTIVES
        assert ("cannot both be won" in reason) == (len(named) == 2)
        assert search(_only(instance, named)) is None, instance.to_json()
        sizes.add(len(named))
    assert {1, 2} <= sizes


def _only(instance: Crew, names: list[str]) -> Crew:
    """The deal with these objectives only; their order stays, as it only ever makes winning harder."""
    if instance.order:
        return instance
    return instance.model_copy(update={"objectives": [one for one in instance.objectives if one.id in names]})


def test_a_trump_wins_when_another_suit_is_led() -> None:
    """Player 1, with two higher trumps and two tricks, leads c10; player 2 cannot follow, and b1 wins."""
    instance = parse_text("b4 c10 b9 / b6,1,2 / c4,8; leader 1; trump b; 2 wins b1")
    assert search(instance) is not None
    assert not _refuting(instance)
    assert quick.refuted(instance) is None
