"""Intervals cover the truth as often as they promise, on decks so small that all deals are counted.

The truth is found by exhaustive search in every deal that the generator can make, all of which are equally likely. Then
a thousand sweeps with different seeds look at their deals: at a number fixed in advance, after a pilot that chooses
one, and again and again. Wilson's interval, which is right for a number fixed in advance, fails if one looks again.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest
from scipy.stats import binomtest

import crewsat
from benchmarks import counted
from crewsat.sweeps.stopping import PILOT, fresh_deals
from crewsat.sweeps.summary import Tally, rows_of
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from crewsat import Crew

CELLS = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2)]
"""Numbers of players and objectives, with two suits of three cards."""
SWEEPS, LEVEL, HALF_WIDTH = 1_000, 0.95, 0.06
AT_LEAST = 0.93

_Key = tuple[object, ...]


def generator(players: int, objectives: int) -> crewsat.RandomDeal:
    return crewsat.RandomDeal(players, objectives, suits=2, values=3, trumps=0)


def key(deal: Crew) -> _Key:
    return (tuple(map(frozenset, deal.hands)), tuple((goal.card, goal.owner) for goal in deal.objectives))


@cache
def population(players: int, objectives: int) -> dict[_Key, bool]:
    """Whether each deal can be won that the generator can make, by exhaustive search."""
    every = counted.deals(players, objectives, suits=2, values=3)
    return {key(deal): crewsat.decide(deal, method="exhaustive").answer == "yes" for deal in every}


def truth(players: int, objectives: int) -> float:
    found = population(players, objectives)
    return sum(found.values()) / len(found)


@cache
def ends(kind: str, yes: int, deals: int) -> tuple[float, float]:
    """The interval that an export has for so many deals."""
    if kind == "wilson":
        found = binomtest(yes, deals).proportion_ci(LEVEL, method="wilson")
        return found.low, found.high
    cell = Tally({}, interval=kind, answers=Counter({"yes": yes, "no": deals - yes}))
    (row,) = rows_of(cell, LEVEL, 1)
    return row["low"], row["high"]


def contains(kind: str, wins: bytes, share: float) -> bool:
    low, high = ends(kind, sum(wins), len(wins))
    return low <= share <= high


def at_every_look(kind: str, wins: bytes, share: float) -> bool:
    """Whether the interval has the share whenever one looks, after every five deals."""
    return all(contains(kind, wins[:look], share) for look in range(5, len(wins) + 1, 5))


def planned(wins: bytes) -> bytes:
    """The deals that count in a sweep with a half-width."""
    return wins[PILOT : PILOT + fresh_deals(sum(wins[:PILOT]), HALF_WIDTH, LEVEL)]


def won(players: int, objectives: int, seeds: range) -> bytes:
    """Whether the deals of some seeds are won."""
    made, known = generator(players, objectives), population(players, objectives)
    return bytes(known[key(made.with_seed(seed))] for seed in seeds)


@pytest.mark.parametrize(
    ("players", "objectives", "deals", "number"), few_of([(2, 1, 60, 300), *((*cell, 300, SWEEPS) for cell in CELLS)])
)
def test_what_is_fixed_and_what_is_looked_at_again(players: int, objectives: int, deals: int, number: int) -> None:
    share = truth(players, objectives)
    all_of_them = won(players, objectives, range(number * deals))
    sweeps = [all_of_them[k * deals : (k + 1) * deals] for k in range(number)]
    assert sum(contains("exact", wins, share) for wins in sweeps) >= AT_LEAST * number
    assert sum(at_every_look("running", wins, share) for wins in sweeps) >= AT_LEAST * number
    assert sum(at_every_look("wilson", wins, share) for wins in sweeps) < AT_LEAST * number


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize(("players", "objectives"), CELLS)
def test_what_is_planned(players: int, objectives: int) -> None:
    share = truth(players, objectives)
    most = PILOT + max(fresh_deals(yes, HALF_WIDTH, LEVEL) for yes in range(0, PILOT + 1, 50))
    covered = narrow = 0
    for k in range(SWEEPS):
        wins = planned(won(players, objectives, range(k * most, (k + 1) * most)))
        covered += contains("stopped", wins, share)
        low, high = ends("stopped", sum(wins), len(wins))
        narrow += (high - low) / 2 <= HALF_WIDTH
    assert covered >= AT_LEAST * SWEEPS
    assert narrow >= 0.97 * SWEEPS
