"""The fifty missions of The Quest for Planet Nine: the package's own data, and the words that a deal fills in."""

from __future__ import annotations

import json
from typing import Any

import pytest

import crewsat
from crewsat.games.cards import Card
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.missions import DECK, UNPLAYED, Dealt, mission_numbered, planet_nine_missions

MISSIONS = planet_nine_missions()
PRINTED = """
1 | 2 | 2 1 2 | 3 | 0 | 3 > >> | 3 omega | 3 1 2 3 | 0 | 4
4 1 | 4 omega | 0 | 4 > >> >>> | 4 1 2 3 4 | 0 | 2 | 5 | 5 1 | 2
5 1 2 | 5 > >> >>> >>>> | 5 1 2 3 4 5 | 6 | 6 > >> | 0 | 3 | 6 1 omega | 0 | 6 > >> >>>
6 1 2 3 | 7 | 0 | 0 | 7 > >> >>> | 7 1 2 | 4 | 8 | 8 > >> >>> | 8 1 2 3
0 | 9 | 9 | 0 | 9 > >> >>> | 0 | 10 | 3 omega | 10 > >> >>> | 0
"""
"""The number of task cards and the tokens of missions 1 to 50, ten to a line."""

SPECIAL = {5, 9, 12, 13, 16, 17, 23, 26, 29, 33, 34, 40, 41, 44, 46, 48, 50}
"""The missions with a rule that is more than sharing task cards out."""


def dealt(number: int, players: int = 4) -> Dealt:
    """The deck in its order, and the first task cards in it."""
    hands = [DECK.cards[player::players] for player in range(players)]
    leader = next(player for player, hand in enumerate(hands, 1) if DECK.highest in hand)
    return Dealt(hands, leader, DECK.cards[: MISSIONS[number - 1].tasks])


def fields(number: int) -> dict[str, Any]:
    return MISSIONS[number - 1].fields(dealt(number))


def test_there_are_fifty_missions_with_their_task_cards_and_tokens() -> None:
    assert [mission.number for mission in MISSIONS] == list(range(1, 51))
    printed = [entry.split() for line in PRINTED.split("\n") if line for entry in line.split("|")]
    assert [[str(mission.tasks), *mission.tokens] for mission in MISSIONS] == printed
    assert all(mission.source == MISSIONS[0].source for mission in MISSIONS)
    assert crewsat.planet_nine_missions() is MISSIONS
    assert len(set(MISSIONS)) == 50


def test_how_missions_are_shared_out() -> None:
    by_mode = {
        mode: [mission.number for mission in MISSIONS if mission.assignment == mode and mission.is_given_out]
        for mode in MODES
    }
    assert by_mode["balanced"] == [24, 32, 36, 43]
    assert by_mode["one_player_but_leader"] == [5, 20, 27, 33, 37, 41]
    assert by_mode["any"] == [50]
    assert [m.number for m in MISSIONS if not m.is_given_out] == [9, 13, 16, 26, 29, 34, 44, 46]
    assert all(m.assignment == "any" for m in MISSIONS if not m.is_given_out)
    assert [m.number for m in MISSIONS if m.handover] == [m.number for m in MISSIONS if m.number >= 25 and m.tasks]
    assert {m.number: m.retoken for m in MISSIONS if m.retoken} == {23: "swap", 40: "move"}
    assert [m.number for m in MISSIONS if m.passes] == [12]


def test_what_is_said_of_missions() -> None:
    assert [m.number for m in MISSIONS if m.rule] == sorted(SPECIAL | {20, 24, 27, 32, 36, 37, 43})
    talking = {6, 11, 14, 18, 19, 20, 21, 24, 25, 27, 28, 29, 30, 32, 36, 37, 38, 39, 43}
    assert {m.number for m in MISSIONS if m.communication} == talking
    assert {m.number for m in MISSIONS if m.reading()} >= {5, 9, 12, 13, 26, 44, 46, 50}
    assert [m.number for m in MISSIONS if m.has_two_readings] == [46]
    assert all(m.title for m in MISSIONS)
    assert MISSIONS[0].title == "1 task card"
    assert MISSIONS[16].title == "2 task cards; no trick is won with a 9"


def test_only_special_rules_ask_for_tasks() -> None:
    without = SPECIAL - {12, 23, 40}
    assert {m.number for m in MISSIONS if fields(m.number)["tasks"]} == without


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_mission_is_an_instance(players: int) -> None:
    for mission in MISSIONS:
        deal = dealt(mission.number, players)
        for unplayed in UNPLAYED:
            asked = mission.fields(deal, unplayed)
            made = Crew(rules="planet-nine", hands=deal.hands, **asked)
            assert "*" not in json.dumps([task.model_dump() for task in made.tasks])
            assert made.handover == (mission.handover and players == 5)
            assert len(made.objectives) == (4 if mission.number == 44 else mission.tasks)
            assert [objective.token for objective in made.objectives][: len(mission.tokens)] == [*mission.tokens]


def test_words_are_filled_in() -> None:
    rockets = [f"rocket{value}" for value in range(1, 5)]
    assert fields(13)["tasks"] == [{"owner": "crew", "kind": "tricks", "won_with": rockets, "at_least": 4}]
    ones = [f"{suit}1" for suit in ("blue", "green", "pink", "yellow")]
    assert [fields(number)["tasks"][0]["won_with"] for number in (9, 26)] == [ones, ones]
    assert [fields(number)["tasks"][0]["at_least"] for number in (9, 26)] == [1, 2]
    assert fields(16)["tasks"] == fields(17)["tasks"]
    assert fields(34)["tasks"][1]["owner"] == dealt(34).leader
    assert fields(48)["tasks"][0] == {
        "owner": "crew",
        "kind": "cards",
        "cards": [str(DECK.cards[0])],
        "numbers": ["last"],
        "at_least": 1,
    }
    assert [(str(one["card"]), one["token"]) for one in fields(44)["objectives"]] == [
        (card, card[-1]) for card in rockets
    ]
    assert fields(12)["passing"] == {"after": 1, "to": "left", "optional": False}


@pytest.mark.parametrize("holder", [1, 2, 3])
def test_the_left_neighbour_is_the_next_in_turn_order(holder: int) -> None:
    cards = [card for card in DECK.cards if card != Card("pink", 9)]
    hands = [cards[player::3] for player in range(3)]
    hands[holder - 1] = [*hands[holder - 1], Card("pink", 9)]
    neighbour = {1: 2, 2: 3, 3: 1}[holder]
    (task,) = MISSIONS[45].fields(Dealt(hands, 1, []))["tasks"]
    assert (task["owner"], task["at_least"], len(task["cards"])) == (neighbour, 9, 9)
    others = MISSIONS[45].fields(Dealt(hands, 1, []), "ignored")["tasks"]
    assert [task["owner"] for task in others] == [player for player in (1, 2, 3) if player != neighbour]
    assert all(task["at_most"] == 0 and len(task["cards"]) == 9 for task in others)


def test_an_unplayed_card_is_lost_or_ignored() -> None:
    """Three players; player 1 has a card more, and all of them are pink, so one is left over."""
    first = ["pink2", "pink3", "pink8"]
    hands = [first, ["pink9", "pink1"], ["rocket1", "rocket2"]]  # player 3 is the left neighbour of who has pink 9
    deal = Dealt([[Card.parse(card) for card in hand] for hand in hands], 1, [])
    lost, ignored = (Crew(hands=hands, leader=3, trump="rocket", **MISSIONS[45].fields(deal, way)) for way in UNPLAYED)
    assert crewsat.decide(lost).answer == "no"
    assert crewsat.decide(ignored).answer == "yes"


def test_both_readings_are_in_the_data() -> None:
    assert set(MISSIONS[45].as_dict()["reading"]) == set(UNPLAYED)
    assert MISSIONS[45].as_dict("ignored")["reading"] == MISSIONS[45].reading("ignored")
    assert MISSIONS[8].as_dict()["reading"] == MISSIONS[8].reading() == MISSIONS[8].reading("ignored")
    assert "reading" not in MISSIONS[0].as_dict()
    for mission in MISSIONS:
        assert json.loads(json.dumps(mission.as_dict()))["number"] == mission.number


def test_only_the_numbers_of_missions_are_numbers_of_missions() -> None:
    assert mission_numbered("34") is mission_numbered(34) is MISSIONS[33]
    for wrong in (0, 51, -1, "x", "034", "3 4", "", True, "9" * 5000):
        with pytest.raises(ValueError, match="is not a mission of The Quest for Planet Nine; allowed: 1 to 50"):
            mission_numbered(wrong)
