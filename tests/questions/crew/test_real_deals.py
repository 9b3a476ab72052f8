"""Explanations of real deals: minimal wherever the budget suffices, and as many goals as a MaxSAT solver finds."""

from __future__ import annotations

import statistics
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine.limits import Limits
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.subsets import demands_of
from crewsat.questions.budget import Budget
from crewsat.questions.crew.demands import kept_by
from crewsat_encodings.crew.cnf.demands import Encoding

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


def lost(players: int, seeds: range) -> list[tuple[Crew, crewsat.Verdict]]:
    deals = [RandomDeal(players=players, objectives=1 + seed % 10).with_seed(seed) for seed in seeds]
    verdicts = [(deal, crewsat.decide(deal, time_limit=20)) for deal in deals]
    return [(deal, verdict) for deal, verdict in verdicts if verdict.answer == "no"]


def most_by_maxsat(instance: Crew) -> int:
    """The most goals that can be met together, by RC2: terms are hard clauses, goals are soft ones."""
    encoding = Encoding(instance)
    demands = demands_of(instance)
    formula: Any = import_module("pysat.formula").WCNF()  # PySAT is not typed
    formula.extend(list(encoding.formula.clauses()))
    formula.extend([[literal] for literal in encoding.kept(demands.terms)])
    for literal in encoding.kept(demands.goals):
        formula.append([literal], weight=1)
    with import_module("pysat.examples.rc2").RC2(formula, solver="g4") as solver:
        assert solver.compute() is not None
        return len(demands.goals) - int(solver.cost)


@pytest.mark.slow
def test_some_lost_deals_are_explained_whole() -> None:
    deals = lost(5, range(2, 25, 5)) + lost(4, range(4, 38, 11))
    assert len(deals) >= 4
    for deal, verdict in deals:
        explanation = crewsat.explain(deal, verdict=verdict, time_limit=60)
        assert explanation.minimal, deal.to_json()
        best = most_by_maxsat(deal)
        assert explanation.most == (best, best), deal.to_json()


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 5])
def test_every_lost_deal_has_a_minimal_conflict(players: int) -> None:
    budget = Budget(Limits(None, None, resident=False, solver=None, seed=None))
    seconds = []
    sizes = []
    for deal, verdict in lost(players, range(300)):
        explanation = crewsat.explain(deal, verdict=verdict, time_limit=60)
        conflict = set(explanation.conflict or ())
        assert explanation.minimal, deal.to_json()
        assert kept_by(deal, conflict, budget).answer == "no", deal.to_json()
        assert all(kept_by(deal, conflict - {one}, budget).answer == "yes" for one in conflict), deal.to_json()
        best = most_by_maxsat(deal)
        assert explanation.most == (best, best), deal.to_json()
        seconds.append(explanation.seconds)
        sizes.append(len(conflict))
    quick = sum(one <= 1 for one in seconds) / len(seconds)
    print(  # noqa: T201 - the figures
        f"{players} players: {len(seconds)} lost of 300, CPU seconds {statistics.median(seconds):.2f} in the median,"
        f" {max(seconds):.1f} at most, {quick:.0%} within 1 s; conflicts of {statistics.median(sizes)} in the median,"
        f" {max(sizes)} at most"
    )


@pytest.mark.thorough
def test_deals_of_three_players_as_far_as_the_budget_goes() -> None:
    deals = lost(3, range(200))
    found = [crewsat.explain(deal, verdict=verdict) for deal, verdict in deals]
    minimal = sum(explanation.minimal is True for explanation in found)
    print(f"3 players: {len(deals)} lost of 200, {minimal} conflicts known to be minimal in 10 s")  # noqa: T201
    assert minimal > len(found) / 2
