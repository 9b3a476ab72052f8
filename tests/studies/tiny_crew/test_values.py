"""All deals at once against enumeration of every play, against `decide`, and under symmetries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.rules import bits
from crewsat.tiny_crew import TinyCrew
from tests.support import tiny_crew_by_plays as by_plays
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from crewsat.games.cards import Card

SIX: dict[str, Any] = {"colours": 2, "values": 2, "submarines": 2}
NINE: dict[str, Any] = {"colours": 2}
OPTIONS: list[dict[str, Any]] = [
    {"leader": leader, "judged": judged} for leader in (1, "captain") for judged in ("end", "when_reached")
]
TASKS = [
    "1 wins red2; 3 wins blue1",
    "2 wins red2[2] blue2[1]",
    "1 wins red1[>] red2[>>]; same_trick violates",
    "anybody wins red2 blue2; assignment balanced",
    "anybody wins red1 blue1 red2; assignment draft",
    "3 wins the last trick; 1 wins trick 1",
    "1 wins at least 1 trick; 2 wins at most 0 tricks",
    "2 wins exactly 2 of red1,2 blue1,2 when reached",
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_six_cards_as_by_every_play(options: dict[str, Any]) -> None:
    game = TinyCrew(**SIX, **options)
    found = game.value()
    assert found.deals == 90
    assert found.winnable == by_plays.winnable(game)
    assert found.random == pytest.approx(float(by_plays.value(game, by_plays.at_random)), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("leader", few_of(["captain", 1, 2]))
@pytest.mark.parametrize("tasks", TASKS)
def test_every_kind_of_task_as_by_every_play(tasks: str, leader: Any) -> None:  # noqa: ANN401
    game = TinyCrew(**SIX, leader=leader, tasks=tasks)
    found = game.value()
    assert found.winnable == by_plays.winnable(game)
    assert found.random == pytest.approx(float(by_plays.value(game, by_plays.at_random)), abs=1e-12)


@pytest.mark.slow
def test_goals_with_many_states_are_followed_as_far_as_they_occur() -> None:
    """Six free objectives, shared out: of all their states, few occur after a trick."""
    game = TinyCrew(**NINE, tasks="anybody wins red1,2,3 blue1,2,3; assignment draft")
    deals = [game.random_deal(seed) for seed in range(60)]
    won = {tuple(hands): can for *hands, can in _winnable_deals(game)}
    answers = [crewsat.decide(deal).answer == "yes" for deal in deals]
    assert {True, False} == {*answers}
    assert [won[tuple(_mask(game, hand) for hand in deal.hands)] for deal in deals] == answers


def _winnable_deals(game: TinyCrew) -> list[list[int]]:
    """The hands of all deals as bit masks, each with whether it can be won."""
    layers = Layers(game.rules)
    return [*map(list, zip(*layers.deals.tolist(), sweeps.winnable(layers)[0][0].tolist(), strict=True))]


def _mask(game: TinyCrew, hand: tuple[Card, ...]) -> int:
    return sum(1 << game.rules.code(card) for card in hand)


@pytest.mark.thorough
def test_nine_cards_of_many_goals_as_by_every_play() -> None:
    game = TinyCrew(**NINE, tasks="anybody wins red1,2,3 blue1,2,3; assignment draft")
    assert game.value().winnable == by_plays.winnable(game)


@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nine_cards_as_by_every_play(options: dict[str, Any]) -> None:
    game = TinyCrew(**NINE, **options)
    found = game.value()
    assert found.deals == 1680
    assert found.winnable == by_plays.winnable(game)
    assert found.random == pytest.approx(float(by_plays.value(game, by_plays.at_random)), abs=1e-12)


def decided_otherwise(game: TinyCrew, step: int) -> list[str]:
    """Compare every so many deals with `decide`; return those that differ, as JSON."""
    layers = Layers(game.rules)
    won = sweeps.winnable(layers)[0][0]
    some = range(0, len(won), step)
    assert some
    deals = {k: game.deck.deal([list(bits(int(hands[k]))) for hands in layers.deals]) for k in some}
    return [deal.to_json() for k, deal in deals.items() if (crewsat.decide(deal).answer == "yes") != won[k]]


@pytest.mark.slow
def test_nine_cards_as_decided() -> None:
    assert decided_otherwise(TinyCrew(**NINE), 17) == []


@pytest.mark.thorough
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_twelve_cards_as_decided(options: dict[str, Any]) -> None:
    assert decided_otherwise(TinyCrew(**options), 29) == []


@pytest.mark.slow
def test_symmetries() -> None:
    """Players who do not lead exchanged; suits without tasks exchanged; with a captain, all players."""
    tasks = "{0} wins red3; {1} wins exactly 1 of blue1,2,3"
    fixed = [TinyCrew(**NINE, tasks=tasks.format(1, other)).value() for other in (2, 3)]
    assert fixed[0].winnable == fixed[1].winnable
    captains = {
        TinyCrew(**NINE, leader="captain", tasks=tasks.format(*who)).value().winnable
        for who in ((1, 2), (2, 3), (3, 1))
    }
    assert len(captains) == 1
    suits = [
        TinyCrew(colours=3, values=2, submarines=0, leader=1, tasks=f"1 wins {suit}2")
        for suit in ("red", "blue", "green")
    ]
    assert len({game.value() for game in suits}) == 1


@pytest.mark.thorough
def test_sizes_of_the_readmes_game() -> None:
    layers = Layers(TinyCrew().rules)
    assert [layer.size for layer in layers.layers] == [34_650, 370_380, 344_709, 7_902]
    assert [len(layer.child) for layer in layers.layers] == [645_120, 4_845_636, 1_910_628, 7_902]
    states = layers.states
    assert (len(states), int((states.count > 1).sum()), layers.pairs) == (110_259, 60_237, 223_470)
