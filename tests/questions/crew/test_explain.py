"""Explanations of lost deals: whatever they say is compared with all plays there are."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.stopwatch import cpu_seconds
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of, without_order_of
from crewsat.games.crew.task import is_player
from crewsat.questions.crew.obstacles import obstacles, what_they_take
from crewsat.questions.explanation import Reason
from tests.support.chunks import few_of
from tests.support.demands_by_play import can_be_met, full_plays, met_together
from tests.support.random_instances import small_crew, whole_crew
from tests.support.second_opinion import taker, winning_line_exists
from tests.support.second_opinion_deal import read, winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.questions.explain import Explanation


@cache
def lost_deals() -> list[tuple[Crew, Explanation]]:
    """Small lost deals, some with free objectives, tasks or a past, some of three players, and their explanations."""
    deals = [(small_crew if seed % 2 else whole_crew)(seed, most_cards=8) for seed in range(260)]
    three = crewsat.RandomDeal(players=3, suits=2, values=4, trumps=1, objectives=3)
    out = []
    for deal in (*deals, *map(three.with_seed, range(60))):
        verdict = crewsat.decide(deal)
        if verdict.answer == "no" and demands_of(deal).goals:
            out.append((deal, crewsat.explain(deal, verdict=verdict)))
    return out


@pytest.mark.slow
def test_conflicts_are_minimal() -> None:
    for deal, explanation in lost_deals():
        conflict = set(explanation.conflict or ())
        assert explanation.minimal, deal.to_json()
        assert conflict, deal.to_json()
        data = deal.as_dict()
        assert not can_be_met(data, conflict), deal.to_json()
        assert all(can_be_met(data, conflict - {one}) for one in conflict), deal.to_json()
    sizes = {len(explanation.conflict or ()) for _, explanation in lost_deals()}
    assert sizes >= {1, 2, 3}
    assert len(lost_deals()) > 80


@pytest.mark.slow
def test_the_most_that_can_be_met_is_right_and_played() -> None:
    dropped = set()
    for deal, explanation in lost_deals():
        demands = demands_of(deal)
        low, high = explanation.most or (0, 0)
        data = deal.as_dict()
        assert low == high == len(explanation.kept or ()), deal.to_json()
        larger = combinations(demands.goals, low + 1)
        assert not any(can_be_met(data, (*goals, *demands.terms)) for goals in larger), deal.to_json()
        assert explanation.best_play is not None
        assert can_be_met(data, (*(explanation.kept or ()), *demands.terms)), deal.to_json()
        dropped.add(len(demands.goals) - low)
    assert dropped >= {1, 2}


@pytest.mark.slow
def test_culprits_are_the_demands_without_which_all_others_can_be_met() -> None:
    some = 0
    for deal, explanation in lost_deals():
        demands = demands_of(deal)
        everything = {*demands.goals, *demands.terms}
        culprits = {one for one in everything if can_be_met(deal.as_dict(), everything - {one})}
        assert set(explanation.culprits or ()) == culprits, deal.to_json()
        some += bool(culprits)
    assert some > 20


@pytest.mark.slow
def test_repairs_are_small_and_win() -> None:
    kinds = set()
    for deal, explanation in lost_deals():
        for repair in explanation.repairs:
            kinds.add(repair.kind)
            assert winning_line_exists(repair.instance.as_dict()), repair.instance.to_json()
            crewsat.verify(repair.instance, [move.as_dict() for move in repair.play])
            assert isinstance(repair.instance, Crew)
            changed = {name for name in Crew.fields if getattr(deal, name) != getattr(repair.instance, name)}
            fields = {"leader": "leader", "swap_cards": "hands", "hand_over_task": "tasks", "drop": "tasks"}
            field = fields.get(repair.kind, "objectives")
            assert changed - {"about"} == {field}, repair.words
            if field == "hands":
                moved = [set(a) - set(b) for a, b in zip(deal.hands, repair.instance.hands, strict=True)]
                assert sorted(map(len, moved), reverse=True)[:3] == [1, 1, 0][: len(moved)]
    assert kinds == {"leader", "order", "swap_owners", "hand_over", "hand_over_task", "drop", "swap_cards"}


def changed_tasks(deal: Crew, kind: str) -> Iterator[dict[str, Any]]:
    """All changes of a kind to a task."""
    owners = range(1, deal.players + 1)
    for k, task in enumerate(deal.tasks):
        data = deal.as_dict()
        mine = data["tasks"].pop(k)
        if kind == "drop":
            yield data
        if kind == "hand_over_task" and is_player(task.owner):
            yield from ({**data, "tasks": [*data["tasks"], {**mine, "owner": player}]} for player in owners)


def changed_deals(deal: Crew, kind: str) -> Iterator[dict[str, Any]]:
    """All changes of a kind."""
    owners = range(1, deal.players + 1)
    if kind == "leader":
        yield from ({**deal.as_dict(), "leader": player} for player in owners)
    yield from changed_tasks(deal, kind)
    for k, objective in enumerate(deal.objectives):
        data = deal.as_dict()
        mine = data["objectives"][k]
        if kind == "hand_over" and objective.owner:
            for player in owners:
                mine["owner"] = player
                yield data
        if kind == "swap_owners" and objective.owner:
            for other in data["objectives"][:k]:
                if other["owner"]:
                    mine["owner"], other["owner"] = other["owner"], mine["owner"]
                    yield data
                    mine["owner"], other["owner"] = other["owner"], mine["owner"]
        if kind == "order":
            yield without_order_of(deal, objective.id).as_dict()


@pytest.mark.slow
def test_where_all_changes_were_tried_none_wins() -> None:
    tried = dict.fromkeys(("leader", "hand_over", "hand_over_task", "drop", "swap_owners", "order"), 0)
    for deal, explanation in lost_deals():
        for kind in explanation.no_repair:
            tried[kind] += 1
            for data in changed_deals(deal, kind):
                assert not winning_line_exists(data), (kind, data)
    assert min(tried.values()) > 1, tried


@pytest.mark.slow
def test_cards_fall_to_whom_it_is_said() -> None:
    told = 0
    for deal, explanation in lost_deals():
        for reason in explanation.reasons:
            if not reason.words.startswith("whenever"):
                continue
            told += 1
            fate = reason.words.rsplit(", ", 1)[1]
            card = fate.split()[0]
            takers = {int(player) for player in re.findall(r"player (\d+)", fate)}
            name = next(one.id for one in deal.objectives if str(one.card) == card)
            rest = set(explanation.conflict or ()) - {name}
            judged = read(deal.as_dict())
            found = set()
            for tricks in full_plays(judged):
                if met_together(judged, tricks, rest):
                    played = any(str(c) == card for trick in tricks for c in trick.cards)
                    found.add(taker(judged, tricks, judged.objectives[name]) if played else 0)
            assert found - {0} == takers, (reason.words, deal.to_json())
            assert (0 in found) <= ("never played" in fate), (reason.words, deal.to_json())
    assert told > 8


def test_what_keeps_a_card_from_winning_does() -> None:
    """In every play in which a player wins a trick with a card of his own: read off all plays of small deals."""
    won = 0
    for seed in range(14):
        deal = small_crew(seed, most_cards=9)
        judged = read(deal.as_dict())
        wanted = {o.card: obstacles(deal, o.card) for o in deal.objectives if o.card.suit != deal.trump}
        for tricks in full_plays(judged):
            gone: set[str] = set()
            for trick in tricks:
                cards = [str(card) for card in trick.cards]
                for card, (higher, low, trumps) in wanted.items():
                    if str(card) not in cards:
                        continue
                    seat = cards.index(str(card))
                    holder = (trick.leader - 1 + seat) % deal.players + 1
                    if taker(judged, tricks, trick.cards[seat]) != holder:
                        continue
                    won += 1
                    assert trick.cards[0].suit == card.suit, deal.to_json()
                    assert all({str(c) for c in own} <= gone for own in higher.values()), deal.to_json()
                    others = {(trick.leader - 1 + k) % deal.players + 1: c for k, c in enumerate(trick.cards)}
                    beaten = (others[p].suit != card.suit or others[p].value < card.value for p in low)
                    assert all(beaten), deal.to_json()
                    assert trumps or all(c.suit != deal.trump for c in trick.cards), deal.to_json()
                gone |= set(cards)
    assert won > 500


def test_a_card_of_another_is_won_in_one_of_the_ways_named() -> None:
    ways = dict.fromkeys(("beat it with", "trump it with", "throws it"), 0)
    for seed in range(60):
        deal = small_crew(seed, most_cards=9)
        others = [
            o for o in deal.objectives if o.owner not in {None, deal.holder[o.card]} and o.card.suit != deal.trump
        ]
        judged = read(deal.as_dict())
        for objective in others:
            (reason,) = what_they_take(deal, (objective.id,)) or [Reason("nothing is played", "none")]
            for tricks in full_plays(judged):
                played: set[str] = set()
                for trick in tricks:
                    cards = {(trick.leader - 1 + k) % deal.players + 1: card for k, card in enumerate(trick.cards)}
                    if str(objective.card) in map(str, trick.cards) and winner(judged, trick) == objective.owner:
                        own = [str(c) for c in deal.hands[objective.owner - 1] if c.suit == objective.card.suit]
                        taken_with, led = cards[objective.owner], trick.cards[0].suit
                        way = "beat it with" if taken_with.suit == led else "trump it with"
                        way = way if led == objective.card.suit else "throws it"
                        ways[way] += 1
                        assert way in reason.words, (reason.words, deal.to_json())
                        assert way == "throws it" or str(taken_with) in reason.words, (reason.words, deal.to_json())
                        assert way != "trump it with" or set(own) <= played, (reason.words, deal.to_json())
                    played |= set(map(str, trick.cards))
    assert min(ways.values()) > 10, ways


def test_a_best_play_ends_with_the_trick_that_meets_what_it_keeps() -> None:
    """It went on to the end where shares of a draft had been stated as tasks."""
    shorter = 0
    for deal, explanation in lost_deals():
        kept = {objective.card for objective in deal.objectives if objective.id in (explanation.kept or ())}
        if explanation.best_play and not {task.id for task in deal.tasks} & {*(explanation.kept or ())}:
            assert kept & set(explanation.best_play[-1].cards), deal.to_json()
            shorter += deal.finished + len(explanation.best_play) < deal.tricks and bool(deal.free)
    assert shorter > 3
    hands = [["b2", "a4", "b3", "c3", "c4", "a1"], ["c1", "a3", "c2", "b4", "b1", "a2"]]
    free = [{"card": card, "owner": None} for card in ("c1", "c3", "a2", "a4")]
    explanation = crewsat.explain(Crew(hands=hands, leader=2, assignment="draft", objectives=free))
    assert explanation.verdict.answer == "no"
    assert explanation.kept is not None
    assert len(explanation.kept) == 3
    last = {str(card) for card in (explanation.best_play or ())[-1].cards}
    assert {*explanation.kept} & last, "the two tricks after it need not be played"


def test_a_card_that_must_be_gone_cannot_be_wanted_later() -> None:
    objectives = [{"card": "a1", "owner": 1, "token": "1"}, {"card": "a3", "owner": 2, "token": "2"}]
    deal = Crew(hands=[["a1", "a2", "c5"], ["a3", "b2", "c2"]], objectives=objectives)
    explanation = crewsat.explain(deal)
    assert explanation.conflict == ("a1", "a3", "order")
    assert next(r.words for r in explanation.reasons if r.checked == "algorithm") == (
        "a3 must be played before a1 can win, but the order requires a1 first"
    )


def test_a_won_deal_needs_no_explanation() -> None:
    deal = Crew(hands=[["a1"], ["a2"]], objectives=[{"card": "a1", "owner": 2}])
    explanation = crewsat.explain(deal)
    assert explanation.verdict.answer == "yes"
    assert explanation.conflict is None
    assert (explanation.reasons, explanation.repairs) == ((), ())
    assert "explanation" not in explanation.as_dict()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.1])
@pytest.mark.parametrize("large", [False, True])
def test_budgets_are_kept(seconds: float, large: bool) -> None:
    deal = crewsat.RandomDeal(players=3, objectives=6).with_seed(125)
    if large:
        deal = crewsat.RandomDeal(players=5, suits=10, values=19, trumps=10, objectives=40).with_seed(1)
    verdict = crewsat.Verdict("no", "cnf-tricks", "none", "crew")
    cpu = cpu_seconds()
    explanation = crewsat.explain(deal, verdict=verdict, time_limit=seconds)
    assert explanation.reason == "time"
    assert cpu_seconds() - cpu < seconds + (3.0 if large else 1.0)
    assert explanation.minimal is not True
    assert not explanation.repairs


def test_memory_is_bounded() -> None:
    deal = crewsat.RandomDeal(players=4, objectives=5).with_seed(4)
    verdict = crewsat.Verdict("no", "cnf-tricks", "none", "crew")
    explanation = crewsat.explain(deal, verdict=verdict, memory_limit=1)
    assert explanation.reason == "memory"
    assert explanation.conflict is None


@pytest.mark.slow
@pytest.mark.parametrize("players", few_of([5, 3]))
def test_rules_of_a_published_game_change_no_explanation(players: int) -> None:
    """Who leads, and who holds what, follows from them; what is repaired need not."""
    generator = crewsat.RandomDeal(players=players, objectives=8, rules="planet-nine")
    deals = (generator.with_seed(seed) for seed in range(100))
    ruled = next(deal for deal in deals if crewsat.decide(deal).answer == "no")
    plain, same = (crewsat.explain(deal) for deal in (ruled.model_copy(update={"rules": None}), ruled))
    assert (same.conflict, same.reasons, same.most) == (plain.conflict, plain.reasons, plain.most)
    assert [one.words for one in same.repairs] == [one.words for one in plain.repairs]
    assert all(one.instance.as_dict().get("rules") is None for one in same.repairs)
