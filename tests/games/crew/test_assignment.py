"""Free goals shared out: the fast way against all ways there are, as the judge allows them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.assignment import MODES, shared_out
from tests.support.second_opinion import allowed
from tests.support.second_opinion_deal import read

if TYPE_CHECKING:
    from crewsat.games.crew.assignment import Mode

MOST = 5
"""Free tasks, and free objectives."""


@pytest.mark.parametrize("mode", MODES)
def test_a_way_is_found_iff_there_is_one(mode: Mode) -> None:
    rng = random.Random(mode)
    answers: Counter[bool] = Counter()
    for _ in range(400):
        players = rng.choice((1, 2, 3, 3, 4))
        everybody = range(1, players + 1)
        deal = replace(read({"hands": [[]] * players}), mode=mode)
        leader = rng.choice(everybody)
        won = [rng.choice(everybody) for _ in range(rng.choice((0, 0, 1, 2, MOST)))]
        able = [
            rng.sample(everybody, rng.choice((1, 1, players, rng.randint(0, players))))
            for _ in range(rng.randint(0, MOST))
        ]
        ways = {some for some in product(*able) if allowed(deal, leader, [*won, *some])}
        found = shared_out(mode, [won.count(player) for player in everybody], able, leader)
        assert (found is None) == (not ways), (players, leader, won, able, found, sorted(ways)[:3])
        assert found is None or found in ways, (players, leader, won, able, found, sorted(ways)[:3])
        answers[bool(ways)] += 1
    assert min(answers[True], answers[False]) > 40, answers
