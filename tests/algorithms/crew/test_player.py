"""The quick player in Python: its lines are won, as short as it can make them, and the same every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew import player
from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.flat import flat
from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.crew.quick import winning_line, winning_line_with
from crewsat.algorithms.result import Refutation
from crewsat.base.errors import UnknownFeature
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.results import tricks_of
from tests.support.positions import after_card, playable
from tests.support.quick_deals import quick_deal, quick_position
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


def _line(instance: Crew, **effort: int) -> player.Line | None:
    deal = flat(instance)
    assert deal is not None
    return player.play(deal, **{"positions": 300, "polish": 200, **effort})


@pytest.mark.parametrize("chunk", range(4))
def test_its_lines_win_and_end_where_they_do(chunk: int) -> None:
    found = 0
    for seed in range(chunk * 100, (chunk + 1) * 100):
        instance = quick_deal(seed)
        deal, line = flat(instance), _line(instance)
        assert deal is not None
        if line is not None:
            cards = [(leader + 1, tuple(deal.cards[card] for card in trick)) for leader, trick in line]
            assert len(play_until_success(instance, cards)) == len(cards), instance.to_json()
            found += 1
    assert found > 30


@pytest.mark.slow
def test_it_finds_small_wins_as_a_rule_and_nothing_else() -> None:
    won = found = 0
    for seed in range(300):
        instance = quick_deal(seed, most_cards=12)
        winnable = search(instance) is not None
        line = _line(instance)
        assert winnable or line is None, instance.to_json()
        won += winnable
        found += line is not None
    assert found > 0.95 * won > 100


@pytest.mark.slow
def test_it_finds_small_wins_of_positions_and_of_each_next_card() -> None:
    won = found = begun = 0
    for seed in range(800):
        instance = quick_position(seed, most_cards=12)
        if instance.free and instance.finished:
            continue
        line = winning_line(instance)
        if line is not None:
            play_until_success(instance, line)
        won += search(instance) is not None
        found += line is not None
        for number, card in playable(instance):
            line = winning_line_with(instance, number, card)
            if line is not None:
                tricks = tricks_of(play_until_success(instance, line))
                assert tricks[0].cards[len(instance.begun)] == card, instance.to_json()
                begun += 1
            else:
                after = after_card(instance, number, card)
                assert search(after) is None, after.to_json()
    assert found > 0.95 * won > 50
    assert begun > 100


def test_more_effort_makes_lines_shorter() -> None:
    lengths = []
    for polish in (0, 300):
        lines = [
            _line(RandomDeal(players=4, objectives=3).with_seed(seed), positions=400, polish=polish)
            for seed in range(20)
        ]
        lengths.append([0 if line is None else len(line) for line in lines])
    assert all(short <= long for long, short in zip(*lengths, strict=True))
    assert sum(lengths[1]) < 0.9 * sum(lengths[0])


def test_a_seed_varies_it() -> None:
    instance = RandomDeal(players=4, objectives=4).with_seed(3)
    assert _line(instance) == _line(instance)
    assert any(_line(instance, seed=seed) != _line(instance) for seed in range(1, 5))


def test_what_it_is_not_meant_for_is_left_to_others() -> None:
    tasks = free = lost = 0
    for seed in range(200):
        instance = whole_crew(seed)
        past_is_lost = isinstance(decided_by_the_past(instance), Refutation)
        if instance.tasks:
            with pytest.raises(UnknownFeature, match="method 'player' does not support 'tasks'"):
                winning_line(instance)
            tasks += 1
        elif (instance.finished and instance.free) or past_is_lost:
            assert winning_line(instance) is None
            free += bool(instance.finished and instance.free)
            lost += past_is_lost
    assert min(tasks, free, lost) > 5
    assert winning_line(RandomDeal(players=9, objectives=1, values=10).with_seed(0)) is None
    assert winning_line(RandomDeal(players=3, objectives=1, suits=13, values=10).with_seed(0)) is None
