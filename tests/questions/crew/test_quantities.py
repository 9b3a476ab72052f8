"""The quantities of a sweep, each by exhaustive search, by a second opinion, or by every play."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain, combinations
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.base.errors import Stopped
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.subsets import demands_of
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.walk import Walk
from crewsat.questions.crew import quantities
from tests.support import choices_second_opinion
from tests.support.demands_by_play import can_be_met
from tests.support.random_choices import AIMS, choices_crew
from tests.support.random_instances import whole_crew
from tests.support.second_opinion import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew

A_MINUTE = 60.0


def deals(seeds: range) -> Iterator[Crew]:
    """Small deals that have not begun, with every choice and without."""
    for seed in seeds:
        for aim in (None, *AIMS):
            deal = whole_crew(seed, most_cards=9) if aim is None else choices_crew(seed, aim)
            if not deal.played and deal.passed is None:
                yield deal


def known(deal: Crew) -> bool:
    return choices_second_opinion.knows(deal.as_dict())


def keeping_cards(walk: Walk) -> set[str]:
    """The opening cards after which a second opinion finds a win, whatever is chosen before."""
    found = set()
    for move in walk.legal():
        walk.play(move)
        if isinstance(move, Choice):
            found |= keeping_cards(walk)
        elif walk.outcome.status == "won" or choices_second_opinion.winnable(walk.instance.as_dict()):
            found.add(str(move))
        walk.undo()
    return found


def test_opening_cards() -> None:
    seen = set()
    for deal in deals(range(60)):
        verdict = crewsat.decide(deal)
        found = quantities.openings(deal, verdict, A_MINUTE)
        if verdict.answer == "no" or (deal.passing is not None and deal.passing.after == 0):
            assert found is None, deal.to_json()
        elif known(deal):
            after_no_change = Walk(deal)
            if deal.retoken is not None:
                after_no_change.play("no change")
            cards = after_no_change.legal()
            expected = round(100 * len(keeping_cards(Walk(deal))) / len(cards)) if cards else None
            assert found == expected, deal.to_json()
            seen.add((found, deal.retoken is not None))
    assert len(seen) > 6
    assert {retoken for _, retoken in seen} == {True, False}


def test_goals_that_must_be_dropped() -> None:
    seen: set[int] = set()
    for deal in (deal for seed in range(120) for deal in [whole_crew(seed, most_cards=7)] if not deal.played):
        verdict = crewsat.decide(deal)
        demands = demands_of(deal)
        if not all(deal.hands) or not demands.goals:
            continue
        found = quantities.dropped(deal, verdict, A_MINUTE)
        data = deal.as_dict()
        all_but = chain.from_iterable(combinations(demands.goals, k) for k in range(len(demands.goals) + 1))
        expected = next(
            (len(left_out) for left_out in all_but if can_be_met(data, {*demands.goals, *demands.terms} - {*left_out})),
            None,
        )
        assert found == expected, deal.to_json()
        seen.add(found)
    assert seen >= {0, 1, 2}


def test_with_tokens_that_may_change_the_best_change_counts() -> None:
    seen = set()
    for seed in range(120):
        deal = choices_crew(seed, "retoken")
        verdict = crewsat.decide(deal)
        if deal.played or deal.retoken is None or verdict.answer != "no":
            continue
        found = quantities.dropped(deal, verdict, A_MINUTE)
        walk = Walk(deal)
        each = [walk.chosen(choice) for choice in walk.choices()]
        assert found == min(quantities.dropped(one, crewsat.decide(one), A_MINUTE) for one in each), deal.to_json()
        assert found > 0
        seen.add(len(each))
    assert len(seen) > 2


def test_winning_lines() -> None:
    seen = set()
    for seed in range(150):
        deal = whole_crew(seed, most_cards=7)
        expected = sum(1 for _ in lines(deal.as_dict()))
        assert quantities.lines(deal, crewsat.decide(deal), A_MINUTE) == min(expected, 1_000), deal.to_json()
        seen.add(expected)
    assert len(seen) > 10
    many = MissionDeal(mission=1, players=4).with_seed(0)
    assert quantities.lines(many, crewsat.decide(many), A_MINUTE) == 1_000


def test_what_the_signal_rescues() -> None:
    seen = []
    for deal in deals(range(120)):
        verdict = crewsat.decide(deal)
        found = quantities.rescued(deal, verdict, A_MINUTE)
        if verdict.answer == "yes" or deal.passing is not None or deal.players == 1 or not all(deal.hands):
            assert found is None
        elif known(deal):
            assert found == choices_second_opinion.winnable(deal.as_dict() | {"passing": {}}), deal.to_json()
            seen.append(found)
    assert {*seen} == {0, 1}


def test_lemmas_of_lost_deals() -> None:
    deal = MissionDeal(mission=21, players=3, drafted=True)
    found = [quantities.lemmas(one, crewsat.decide(one), A_MINUTE) for one in map(deal.with_seed, range(12))]
    answers = [crewsat.decide(deal.with_seed(seed)).answer for seed in range(12)]
    assert [number is None for number in found] == [answer == "yes" for answer in answers]
    assert min(number for number in found if number is not None) > 0


def test_what_takes_too_long_is_not_known() -> None:
    deal = MissionDeal(mission=34, players=5).with_seed(0)
    verdict = crewsat.decide(deal)
    for name in (quantities.openings, quantities.lines):
        with pytest.raises(Stopped, match="time"):
            name(deal, verdict, 0.001)
    lost = parse_text("a1 a4 b1 / a2 a3 b2; leader 1; 2 wins a1; 1 wins a2; 1 wins b2")
    with pytest.raises(Stopped, match="time"):
        quantities.dropped(lost, crewsat.decide(lost), 1e-9)


def test_plays_depend_on_the_deal_only() -> None:
    made = [MissionDeal(mission=1, players=4).with_seed(seed) for seed in range(60)]
    for name in (quantities.at_random, quantities.greedy):
        found = [name(deal, crewsat.decide(deal), A_MINUTE) for deal in made]
        assert {*found} == {0, 1}
        random.seed(1)
        made = [deal.model_copy(update={"about": {"seed": 1}}) for deal in made]
        assert found == [name(deal, crewsat.decide(deal), A_MINUTE) for deal in made]


def test_an_earliest_win_that_is_not_proved_is_not_known() -> None:
    deal = MissionDeal(mission=1, players=4).with_seed(0)
    verdict = crewsat.decide(deal, fewest_tricks=True)
    assert verdict.fewest_tricks is not None
    assert quantities.fewest_tricks(deal, verdict, A_MINUTE) == verdict.fewest_tricks[0]
    with pytest.raises(Stopped, match="time"):
        quantities.fewest_tricks(deal, replace(verdict, fewest_tricks=(1, 2)), A_MINUTE)
