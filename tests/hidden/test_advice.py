"""Advice: what must hold of it at the ends of what can be known, and that it says no more than it knows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk
from crewsat.hidden import advice as advice_of
from crewsat.hidden.advice import Advisor
from crewsat.hidden.bots import Bot
from crewsat.hidden.dealing import consistent
from crewsat.hidden.view import View, shared_part, view_of
from tests.support.random_instances import small_crew

if TYPE_CHECKING:
    from crewsat.hidden.advice import Advice
    from crewsat.hidden.generator import Generator


def advised(view: View, **more: Any) -> Advice:  # noqa: ANN401 - of `Advisor`
    """The advice with the greedy bot."""
    return Advisor(view, **{"bot": "greedy", **more}).advise()


def late_view(seed: int, tricks: int, **more: Any) -> View | None:  # noqa: ANN401 - of `RandomDeal`
    """The view of whose turn it is after some random tricks; None if the game is over before."""
    fields = {"players": 3, "suits": 2, "values": 5, "trumps": 2, "objectives": 3}
    walk = Walk(RandomDeal(**{**fields, **more}).with_seed(seed))
    rng = random.Random(seed)
    while walk.legal() and len(walk.tricks) < tricks:
        walk.play(rng.choice(walk.legal()))
    return view_of(walk.instance, walk.player) if walk.player is not None and walk.legal() else None


@pytest.mark.slow
def test_a_single_player_gets_the_answer_of_decide() -> None:
    tried = 0
    for seed in range(400):
        deal = small_crew(seed)
        if deal.players == 1 and deal.leader == 1 and deal.hands[0] and Walk(deal).legal():
            found = advised(view_of(deal, 1))
            assert (found.consistent, found.enumerated, found.deals) == (1, True, 1)
            can = crewsat.decide(deal).answer == "yes"
            assert any(one.wins_open.share == 1 for one in found.options) == can, deal.to_json()
            assert all(one.lost_in_all for one in found.options) != can
            tried += 1
    assert tried > 10


@pytest.mark.slow
def test_one_deal_that_fits_gives_the_answers_of_options() -> None:
    tried = 0
    for seed in range(120):
        view = late_view(seed, seed % 5, players=2)  # who sees one hand of two has seen both
        if view is None:
            continue
        found = advised(view)
        (hands,) = consistent(view).enumerate()
        answers = {one.card: one.answer for one in crewsat.State(shared_part(view).with_fields(hands=hands)).options()}
        assert [one.card for one in found.options] == [*view.legal]
        for one in found.options:
            expected = 1.0 if answers[one.card] == "yes" else 0.0
            assert (one.wins_open.share, one.wins_open.low, one.wins_open.high) == (expected,) * 3, view.to_json()
            assert one.lost_in_all == (expected == 0)
            assert (one.wins_bot.share or 0) <= expected
        tried += 1
    assert tried > 30


@pytest.mark.slow
def test_all_deals_are_counted_if_they_are_few() -> None:
    """The shares are those of all deals, asked one by one; what is lost in all is advised only if every card is."""
    lost = some = 0
    for seed in range(60):
        view = late_view(seed, 1 + seed % 3)
        if view is None or not 1 < (count := consistent(view).count) <= 40:
            continue
        found = advised(view)
        assert (found.consistent, found.enumerated, found.deals) == (count, True, count)
        can = dict.fromkeys(view.legal, 0)
        for hands in consistent(view).enumerate():
            for one in crewsat.options(shared_part(view).with_fields(hands=hands)):
                assert one.card is not None
                can[one.card] += one.answer == "yes"
        assert {one.card: one.wins_open.share for one in found.options} == {card: n / count for card, n in can.items()}
        assert {one.card for one in found.options if one.lost_in_all} == {card for card, n in can.items() if not n}
        assert found.card is not None
        assert can[found.card] or not any(can.values()), view.to_json()
        lost += any(n == 0 for n in can.values()) and any(can.values())
        some += 1
    assert some > 10
    assert lost > 1


@pytest.mark.slow
def test_of_more_deals_some_are_drawn_and_what_is_lost_in_all_is_proved() -> None:
    proved = 0
    for seed in range(30):
        view = late_view(seed, 1 + seed % 2)
        if view is None or not 10 < (count := consistent(view).count) <= 1_000:
            continue
        found = advised(view, samples=8)
        assert (found.consistent, found.enumerated, found.deals) == (count, False, 8)
        for one in found.options:
            share = one.wins_open
            assert share.low <= (share.share or 0) <= share.high
            assert share.low < share.high
            if one.lost_in_all:
                proved += 1
                assert share.share == 0
                for hands in consistent(view).enumerate():
                    walk = Walk(shared_part(view).with_fields(hands=hands))
                    walk.play(one.card)
                    assert crewsat.decide(walk.instance).answer == "no", view.to_json()
    assert proved


ENDS = View(
    players=3,
    me=3,
    hand=["a5", "a1", "b2"],
    sizes=[2, 2, 3],
    leader=1,
    deck=["a1", "a2", "a3", "a5", *(f"b{k}" for k in range(1, 6))],
    objectives=[{"card": "a3", "owner": 2}],
    played=[["a2", "a3"]],
)
"""Player 3 ends a trick that player 2 must win."""


def test_a_card_that_loses_at_once_is_lost_in_all_however_many_deals_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_of, "MOST_ENUMERATED", 0)
    found = {str(one.card): one for one in advised(ENDS, samples=3).options}
    assert (found["a5"].lost_in_all, found["a1"].lost_in_all) == (True, False)
    assert found["a5"].wins_open.share == 0
    assert found["a5"].wins_open.high > 0.5
    assert advised(ENDS, samples=3).card == found["a1"].card
    assert found["a5"].as_dict()["lost_in_all"] is True
    assert "lost_in_all" not in found["a1"].as_dict()


@pytest.mark.slow
def test_nothing_is_said_to_be_lost_in_all_without_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that are won in no deal drawn are not said to be lost if there are too many deals, or too little time."""
    view = next(
        view
        for view in (late_view(seed, 1, values=6) for seed in range(200))
        if view is not None
        and 10 < consistent(view).count < 400
        and any(one.lost_in_all for one in advised(view, samples=5).options)
    )
    assert any(one.lost_in_all for one in advised(view, samples=5, time_limit=100.0).options)
    monkeypatch.setattr(advice_of, "MOST_ENUMERATED", 1)
    assert not any(one.lost_in_all for one in advised(view, samples=5).options)


@pytest.mark.slow
def test_deals_are_looked_at_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = RandomDeal(players=3, objectives=2).with_seed(1)
    view = view_of(deal, deal.leader or 1)
    found = advised(view, time_limit=1e-9)
    assert (found.deals, found.options, found.card, found.late) == (0, (), None, True)
    looked = iter([*[False] * 40, *[True] * 1_000])
    monkeypatch.setattr(Advisor, "_late", lambda _: next(looked))
    found = advised(view, time_limit=100.0)
    assert 0 < found.deals < 40
    assert not found.enumerated
    assert not found.late


@pytest.mark.slow
def test_the_same_seed_gives_the_same_advice() -> None:
    deal = RandomDeal(players=3, objectives=1).with_seed(2)
    view = view_of(deal, deal.leader or 1)
    found = [advised(view, samples=5, bot="random", seed=seed).as_dict() for seed in (1, 1, 2, 3)]
    assert found[0] == found[1]
    assert any(one != found[0] for one in found)
    assert [*found[0]] == ["view", "consistent", "enumerated", "deals", "bot", "options", "advice"]
    assert [*found[0]["options"][0]][:3] == ["card", "wins_open", "wins_bot"]
    assert found[0]["bot"]["name"] == "random"


def test_games_that_are_over_and_turns_of_others() -> None:
    won = Crew(hands=[["a2"], ["a1"]], leader=1, objectives=[])
    assert advised(view_of(won, 1)).as_dict()["advice"] is None
    ended = Crew(hands=[[], []], leader=1, played=[["a2", "a1"]], objectives=[{"card": "a1", "owner": 1}])
    assert advised(view_of(ended, 1)).options == ()
    with pytest.raises(InvalidInstance) as refused:
        advised(view_of(Crew(hands=[["a2"], ["a1"]], leader=1, objectives=[{"card": "a1", "owner": 1}]), 2))
    assert refused.value.lines() == ["me: it is the turn of player 1, and the view is that of player 2"]
    with pytest.raises(WrongOption):
        advised(view_of(won, 1), bot="nonsense")


def test_a_card_that_is_lost_in_all_deals_is_won_by_no_bot() -> None:
    deal = Crew(hands=[["a3", "a1"], ["a2", "b1"]], leader=1, objectives=[{"card": "a2", "owner": 1}])
    found = {str(one.card): one for one in advised(view_of(deal, 1)).options}
    assert found["a1"].lost_in_all
    assert set(found["a1"].wins_bot.as_dict().values()) == {0}
    assert not found["a3"].lost_in_all
    assert found["a3"].wins_bot.share == 1


def test_what_is_looked_at_of_few_deals_is_a_random_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    view = next(view for view in (late_view(seed, 2) for seed in range(99)) if view and 5 < consistent(view).count < 40)
    looked: list[object] = []
    known = Advisor._position

    def noted(self: Advisor, hands: tuple[tuple[Card, ...], ...]) -> Crew:
        looked.append(hands)
        return known(self, hands)

    monkeypatch.setattr(Advisor, "_position", noted)
    orders = []
    for seed in range(4):
        looked.clear()
        advised(view, samples=100_000, seed=seed)
        orders.append(list(looked))
    assert all(sorted(map(str, set(order))) == sorted(map(str, set(orders[0]))) for order in orders)
    assert len({str(order) for order in orders}) > 1


def test_free_tasks_and_faulty_bots_are_reported() -> None:
    free = Crew(hands=[["a2"], ["a1"]], leader=1, tasks=[{"owner": None, "kind": "tricks", "exactly": 1}])
    with pytest.raises(InvalidInstance) as refused:
        advised(view_of(free, 1))
    assert refused.value.lines()[0].startswith("tasks[0].owner: missing")
    deal = Crew(hands=[["a2"], ["a1"]], leader=1, objectives=[{"card": "a1", "owner": 1}])
    with pytest.raises(WrongOption, match="bot 'Wrong', player 2, trick 1"):
        advised(view_of(deal, 1), bot=f"{__name__}:Wrong")


class Wrong(Bot):
    """It plays a card of its own."""

    def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
        """Do what is not allowed."""
        return Card("z", 9)
