"""Questions that resemble each other: known lines, the quick player, and what one formula assumes."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import pytest

import crewsat
from crewsat.algorithms.crew import bounds, quick
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import Stopped
from crewsat.engine.limits import Limits
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.subsets import ORDER, demands_of, handed_over, keeping, without_order_of
from crewsat.questions.crew import deal_budget, repairs
from crewsat.questions.crew.assumed import Assumed
from crewsat.questions.crew.deal_budget import DealBudget
from crewsat.questions.crew.demands import argued, confirmed
from tests.support.chunks import few_of
from tests.support.kernel import kernel_in_use
from tests.support.random_instances import small_crew, whole_crew

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.verdict import Verdict

LIMITS = Limits(None, None, resident=False, solver=None, seed=None)
THREE = crewsat.RandomDeal(players=3, objectives=7)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel_in_use(monkeypatch)


def changed(deal: Crew) -> Iterator[Crew]:
    """Deals with another leader, another owner of one objective, two owners exchanged, and with less order."""
    for player in range(1, deal.players + 1):
        if not deal.played and deal.leader is not None:
            yield deal.model_copy(update={"leader": player})
        for objective in deal.objectives:
            if objective.owner is not None:
                yield handed_over(deal, {objective.id: player})
    for one, other in zip(deal.objectives, deal.objectives[1:], strict=False):
        if one.owner is not None and other.owner is not None:
            yield handed_over(deal, {one.id: other.owner, other.id: one.owner})
    if ORDER in demands_of(deal).terms:
        for objective in deal.objectives:
            yield without_order_of(deal, objective.id)


@pytest.mark.slow
@pytest.mark.parametrize("make", [small_crew, whole_crew])
def test_the_formula_answers_small_changes_as_all_plays_do(make: type) -> None:
    seen = {"yes": 0, "no": 0}
    ordered = {"yes": 0, "no": 0}
    for seed in range(120):
        deal = make(seed, most_cards=8)
        if not demands_of(deal).goals:
            continue
        asking = DealBudget(LIMITS)
        with Assumed(deal, asking) as assumed:
            for other in changed(deal):
                told = assumed.won(other, asking)
                if told is None:  # shares and comparisons may depend on the leader
                    assert deal.free or deal.tasks, (other.to_json(), deal.to_json())
                    assert other.leader != deal.leader, (other.to_json(), deal.to_json())
                    continue
                assert (told.answer == "yes") == (search(other) is not None), (other.to_json(), deal.to_json())
                seen[told.answer] += 1
                ordered[told.answer] += bool(deal.order)
                if told.answer == "yes":
                    play = asking.lines.winning(other)
                    assert play is not None, other.to_json()
                    replay(other, [(trick.leader, trick.cards) for trick in tricks_of(play)])
    assert min(seen.values()) > 30, seen
    assert min(ordered.values()) > 10, ordered


def test_other_hands_or_tasks_are_beyond_the_formula() -> None:
    deal = THREE.with_seed(0)
    asking = DealBudget(LIMITS)
    with Assumed(deal, asking) as assumed:
        hands = [[*deal.hands[0][1:], deal.hands[1][0]], [deal.hands[0][0], *deal.hands[1][1:]], deal.hands[2]]
        assert assumed.won(deal.model_copy(update={"hands": hands}), asking) is None
        assert assumed.won(keeping(deal, [deal.objectives[0].id]), asking) is None


def test_a_conflict_without_the_changed_objective_refutes_the_change_without_a_search() -> None:
    """Asked with no time left: a search would answer unknown."""
    hands = [["a1", "a2", "b3"], ["a3", "b1", "b2"]]
    goals = [{"card": "a1", "owner": 1}, {"card": "a3", "owner": 1}, {"card": "b1", "owner": 2}]
    deal = Crew(hands=hands, leader=1, objectives=goals)
    asking = DealBudget(LIMITS)
    with Assumed(deal, asking) as assumed:
        told = assumed.met(["a3", "a1"], asking)
        assert told.answer == "no"
        late = DealBudget(Limits(0.0, None, resident=False, solver=None, seed=None))
        other = handed_over(deal, {"b1": 1})
        answer = assumed.won(other, late)
        assert answer is not None
        assert answer.answer == "no"
        assert assumed.met(["a1"], late).answer == "unknown"


def test_a_line_found_for_one_deal_answers_another(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = THREE.with_seed(0)
    easy = keeping(deal, [goal.id for goal in deal.objectives[:3]])
    asking = DealBudget(LIMITS)
    assert asking.ask(easy).answer == "yes"
    asked: list[str] = []

    def answered(_self: DealBudget, _deal: Crew, method: str) -> Verdict:
        asked.append(method)
        raise AssertionError

    monkeypatch.setattr(DealBudget, "answered", answered)
    easier = keeping(deal, [deal.objectives[1].id])
    verdict = asking.ask(easier)
    assert (verdict.answer, verdict.checked, asked) == ("yes", "replayed", [])
    replay(easier, [(trick.leader, trick.cards) for trick in verdict.play or ()])


@pytest.mark.slow
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("seeds", few_of([range(340, 360), range(300, 420)]))
def test_relaxed_deals_give_the_reason_of_a_small_conflict(seeds: range) -> None:
    told = 0
    for seed in seeds:
        deal = crewsat.RandomDeal(players=3, objectives=4 + seed % 7).with_seed(seed)
        verdict = crewsat.decide(deal, time_limit=20)
        if verdict.answer != "no":
            continue
        explanation = crewsat.explain(deal, verdict=verdict)
        for reason in explanation.reasons:
            if reason.words.startswith("even "):
                told += 1
                assert reason.checked == "algorithm"
                assert quick.refuted(keeping(deal, explanation.conflict or ())) == reason.words, deal.to_json()
    assert told > 0


def relaxed_alone() -> tuple[Crew, str]:
    """A deal of few cards with an objective that relaxed deals, not bounds, show to be lost by itself."""
    for seed in range(3000):
        deal = crewsat.RandomDeal(players=3, suits=2, values=6, trumps=2, objectives=1).with_seed(seed)
        if bounds.refuted(deal) is None and quick.refuted(deal) is not None:
            return deal, deal.objectives[0].id
    raise AssertionError


def test_without_the_kernel_one_lost_objective_has_its_reason_too() -> None:
    deal, goal = relaxed_alone()
    asking = DealBudget(LIMITS)
    verdict, minimal = confirmed(deal, (goal,), asking)
    assert minimal
    assert argued(deal, (goal,), verdict, asking).because == quick.refuted(deal), deal.to_json()


def test_relaxed_deals_are_not_searched_when_time_is_up() -> None:
    deal, goal = relaxed_alone()
    verdict, _ = confirmed(deal, (goal,), DealBudget(LIMITS))
    late = DealBudget(replace(LIMITS, deadline=time.monotonic()))
    assert argued(deal, (goal,), verdict, late) == verdict
    assert not late.unanswered


@pytest.mark.slow
@pytest.mark.usefixtures("kernel")
def test_repairs_are_found_by_the_player_before_a_formula_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = [crewsat.RandomDeal(players=4, objectives=8).with_seed(seed) for seed in range(12)]
    lost = [deal for deal in deals if crewsat.decide(deal).answer == "no"]
    assert lost
    by_formula: list[Crew] = []
    monkeypatch.setattr(DealBudget, "ask", lambda _self, deal: by_formula.append(deal))
    found = 0
    for deal in lost:
        asking = DealBudget(LIMITS)
        candidates = list(repairs.cards_exchanged(deal, tuple(demands_of(deal).goals)))[:24]
        wins = [change for change in candidates if asking.easily_won(change.instance) is not None]
        with Assumed(deal, asking) as assumed:
            first = repairs.first_that_wins(assumed, candidates, demands_of(deal).goals, asking, asked=0)[0]
        assert (first is not None) == bool(wins), deal.to_json()
        found += first is not None
    assert found
    assert not by_formula


def test_a_part_that_runs_out_of_time_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Relaxed deals that were stopped ended the whole explanation, and the conflict that was known was lost."""
    asked = []

    def stopped(*_: object, **__: object) -> NoReturn:
        asked.append("relaxed deals")
        raise Stopped("time")

    kernel_in_use(monkeypatch)
    monkeypatch.setattr(deal_budget, "refuted_objectives", stopped)
    found = crewsat.explain(RandomDeal(players=3, objectives=9).with_seed(0))
    assert asked
    assert found.conflict
    assert found.minimal
