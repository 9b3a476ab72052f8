"""Random deals of missions: the same everywhere, legal ways of giving tasks out, two players, challenges."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.assignment import fits
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import DECK, planet_nine_missions
from crewsat.games.crew.text import parse_text, text_of
from tests.support.places import GOLDEN

FILE = GOLDEN / "mission_deals.jsonl"
DEALS = [
    MissionDeal(mission=23),
    MissionDeal(mission=36, players=5, drafted=True),
    MissionDeal(mission=12, players=2),
    MissionDeal(mission=50, players=2, challenge=True, drafted=True, distress=True),
    MissionDeal(mission=46, players=3, unplayed="ignored"),
    MissionDeal(mission=44, players=3, challenge=True),
]
SIZES = {2: [13, 13, 14], 3: [14, 13, 13], 4: [10] * 4, 5: [8] * 5}


def owners(deal: Crew) -> list[Any]:
    """The owners of the task cards, or of the parts that a rule names."""
    mission = planet_nine_missions()[(deal.about or {})["mission"] - 1]
    return [goal.owner for goal in (deal.objectives if mission.tasks else deal.tasks)]


def test_the_same_seed_gives_the_same_deal_for_ever() -> None:
    """A change of this file changes the meaning of every seed anybody has written down."""
    made = [deal.with_seed(seed).as_dict() for deal in DEALS for seed in (0, 7)]
    assert made == [json.loads(line) for line in FILE.read_text().splitlines()]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_mission_is_dealt_and_reads_back(players: int) -> None:
    for mission in planet_nine_missions():
        hands = set()
        for drafted in (False, True):
            made = MissionDeal(mission=mission.number, players=players, drafted=drafted)
            deal = made.with_seed(7)
            hands.add((deal.hands, deal.covered))
            assert Crew(**json.loads(deal.to_json())) == deal
            assert parse_text(text_of(deal)) == deal.model_copy(update={"about": None})
            assert (deal.rules, deal.trump, deal.notes) == ("planet-nine", "rocket", ())
            assert deal.as_typed() == deal
            assert deal.leader == deal.holder[DECK.highest]
            assert [len(hand) for hand in deal.hands] == SIZES[players]
            if drafted:
                assert (deal.assignment, deal.handover, deal.retoken) == ("any", 0, None)
            else:
                assert deal.assignment == mission.assignment
                assert deal.handover == (mission.handover and players == 5)
                assert deal.retoken == mission.retoken
        plain = RandomDeal(players=players, rules="planet-nine").with_seed(7)
        assert hands == {(plain.hands, plain.covered)}, "hands do not depend on the mission"


def test_task_cards_do_not_depend_on_how_they_are_given_out() -> None:
    for number in (4, 24, 37, 49):
        cards = {
            tuple(one.card for one in MissionDeal(mission=number, drafted=drafted).with_seed(3).objectives)
            for drafted in (False, True)
        }
        assert len(cards) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tasks_are_given_out_as_the_mission_says(players: int) -> None:
    for mission in planet_nine_missions():
        for seed in range(3):
            deal = MissionDeal(mission=mission.number, players=players, drafted=True).with_seed(seed)
            if not mission.is_given_out:
                assert deal == MissionDeal(mission=mission.number, players=players).with_seed(seed).model_copy(
                    update={"about": deal.about}
                )
                continue
            assert not deal.free_goals
            shares = [owners(deal).count(player) for player in range(1, len(deal.hands) + 1)]
            assert fits(mission.assignment, shares, deal.leader or 0), (mission, owners(deal))


def test_every_legal_way_of_giving_tasks_out_occurs() -> None:
    def ways(number: int, players: int, seeds: int = 400) -> Counter[tuple[int, ...]]:
        """The owners, counted from the commander, who is 0."""
        deals = (MissionDeal(mission=number, players=players, drafted=True).with_seed(seed) for seed in range(seeds))
        return Counter(tuple((owner - (deal.leader or 0)) % players for owner in owners(deal)) for deal in deals)

    assert set(ways(2, 3)) == {(0, 1), (1, 0)}
    assert set(ways(20, 4)) == {(k, k) for k in (1, 2, 3)}
    assert set(ways(5, 5)) == {(k,) for k in (1, 2, 3, 4)}
    parts = ways(50, 3)
    assert set(parts) == {(one, other) for one in range(3) for other in range(3) if one != other}
    assert min(parts.values()) > 35  # 67 on average
    more = Counter(max(way, key=way.count) for way in ways(32, 3).elements())
    assert min(more[player] for player in range(3)) > 90, "anybody may have one more, not only the commander"


def test_two_players_have_a_third_hand_with_covered_cards() -> None:
    below = Counter[str]()
    for seed in range(60):
        deal = MissionDeal(mission=1, players=2).with_seed(seed)
        covered = [card for pair in deal.covered for card in pair]
        assert len(deal.covered) == 7
        assert sorted(covered) == sorted(deal.hands[2])
        assert DECK.highest not in covered
        assert deal.leader in {1, 2}
        assert deal.tricks == 13
        below.update(str(pair[1]) for pair in deal.covered)
    assert len(below) == 39, "any other card may lie there"
    assert MissionDeal(mission=12, players=2).with_seed(1).as_dict()["passing"] == {
        "after": 1,
        "to": "left",
        "optional": False,
        "from": "covered",
    }


@pytest.mark.parametrize("players", [2, 3])
def test_a_challenge_has_thirty_cards(players: int) -> None:
    for mission in planet_nine_missions():
        deal = MissionDeal(mission=mission.number, players=players, challenge=True).with_seed(5)
        assert [len(hand) for hand in deal.hands] == [10, 10, 10]
        assert sorted(deal.holder) == sorted(DECK.challenge)
        assert not {card.suit for card in deal.holder} & {"green"}
        assert (deal.rules, deal.trump, deal.leader) == (None, "rocket", deal.holder[DECK.highest])
        assert len(deal.covered) == (5 if players == 2 else 0)
        assert deal.notes == ()
        assert Crew(**json.loads(deal.to_json())) == deal
        assert parse_text(text_of(deal)) == deal.model_copy(update={"about": None})
    rockets = MissionDeal(mission=44, players=players, challenge=True).with_seed(5)
    assert [(str(one.card), one.token) for one in rockets.objectives] == [
        ("rocket2", "1"),
        ("rocket3", "2"),
        ("rocket4", "3"),
    ]
    assert rockets.tasks[0].model_dump()["at_least"] == 3


def test_the_distress_signal_is_allowed() -> None:
    made: list[Any] = [
        MissionDeal(mission=4, distress=True),
        RandomDeal(distress=True),
        RandomDeal(players=3, suits=2, values=5, objectives=2, distress=True),
        DeepSeaDeal(difficulty=9, distress=True),
        DeepSeaDeal(players=2, tasks=(48,), distress=True),
    ]
    for deal in made:
        found = deal.with_seed(2)
        assert found.as_dict()["passing"] == {}
        about: Any = found.about
        assert about["parameters"]["distress"] is True
        plain = type(deal)(**{**{name: getattr(deal, name) for name in deal.__slots__}, "distress": False}).with_seed(2)
        assert plain.passing is None
        assert "distress" not in about_of(plain)["parameters"]
        assert plain.hands == found.hands


def about_of(deal: Crew) -> Any:  # noqa: ANN401 - notes
    return deal.about


def test_two_players_of_other_deals() -> None:
    for seed in range(5):
        random = RandomDeal(players=2, rules="deep-sea", objectives=5, tokens=("1", "2")).with_seed(seed)
        tasks = DeepSeaDeal(players=2, difficulty=9, drafted=True).with_seed(seed)
        assert random.hands == tasks.hands
        for deal in (random, tasks):
            assert [len(hand) for hand in deal.hands] == SIZES[2]
            assert len(deal.covered) == 7
            assert DECKS["deep-sea"].highest not in deal.hands[2]
            assert parse_text(text_of(deal)) == deal.model_copy(update={"about": None})
        assert {objective.owner for objective in random.objectives} == {1, 2, 3}
        numbered = crewsat.deep_sea_tasks()
        assert sum(numbered[int(task.id)].difficulty(3) for task in tasks.tasks) == 9
        assert {int(str(task.owner)) for task in tasks.tasks} <= {1, 2, 3}
    (half,) = DeepSeaDeal(players=2, tasks=(50,)).with_seed(1).tasks
    assert half.model_dump()["at_least"] == 7


def test_what_is_recorded_makes_the_deal_again() -> None:
    for made in DEALS:
        deal = made.with_seed(3)
        about = about_of(deal)
        assert crewsat.MissionDeal(**about["parameters"]) == made
        mission = planet_nine_missions()[about["mission"] - 1]
        assert about.get("reading", "") == mission.reading(made.unplayed)
        assert (about["generator"], about["seed"]) == ("crewsat generate crew", 3)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({}, r"the number of a mission \(--mission\) must be given"),
        ({"mission": 0}, "0 is not a mission of The Quest for Planet Nine; allowed: 1 to 50"),
        ({"mission": 51}, "51 is not a mission of The Quest for Planet Nine; allowed: 1 to 50"),
        ({"mission": 1, "players": 6}, r"6 players, but the published games are for 2 to 5 players \(not 6\)"),
        ({"mission": 1, "players": 1}, r"1 player, but .*2 to 5 players \(not 1\)"),
        ({"mission": 1, "players": 0}, "players must be at least 1"),
        ({"mission": 1, "challenge": True}, r"a challenge \(--challenge\) is for 2 or 3 players, not 4"),
        (
            {"mission": 12, "distress": True},
            r"mission 12 cards are passed by its own rule; .*\(--distress\) is allowed",
        ),
        ({"mission": 46, "unplayed": "won"}, "allowed: lost, ignored"),
    ],
)
def test_what_cannot_be_dealt(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        MissionDeal(**wrong)


def changed(**fields: Any) -> Crew:  # noqa: ANN401 - values of fields
    """A deal to two players with something else in it."""
    data = MissionDeal(mission=1, players=2).with_seed(1).as_dict()
    return Crew(**{**data, "objectives": [], "leader": None, **fields})


def test_rules_take_a_third_hand_of_seven_pairs_and_no_other() -> None:
    deal = changed()
    hands, pairs = [[*hand] for hand in deal.hands], [[*pair] for pair in deal.covered]
    assert changed(covered=[]).covered == ()  # a deal to three players
    assert deal.model_copy(update={"rules": None}).as_typed().rules == "planet-nine"
    assert Crew(hands=hands, leader=deal.leader, trump="rocket", covered=pairs[:3]).as_typed().rules is None
    first, third = hands[0], hands[2]
    lead = deal.leader or 0
    swapped = [[card for card in hand if card != DECK.highest] for hand in hands]
    (given,) = [card for card in third if card not in {one for pair in pairs[:6] for one in pair}][:1]
    swapped[2] = [DECK.highest if card == given else card for card in third]
    swapped[lead - 1].append(given)
    crowned = [[DECK.highest if card == given else card for card in pair] for pair in pairs]
    for wrong, why in (
        ({"covered": pairs[:6]}, r"covered: 6 pairs; allowed: 7 in the third hand, or none"),
        (
            {"covered": [*pairs[:6], first[:2]]},
            rf"{first[0]} was not dealt to player 3; with the rules of 'planet-nine'",
        ),
        ({"hands": [hands[2], *hands[:2]]}, r"was not dealt to player 3"),
        ({"hands": [[*first, third[0]], hands[1], third[1:]]}, r"the third hand has 7 cards and as many covered ones"),
        ({"hands": swapped, "covered": crowned}, r"rocket4 cannot be in the third hand: it is put aside"),
        ({"hands": [first[:7], first[7:], *hands[1:]]}, r"in a third hand; 4 hands are dealt, allowed: 3"),
        (
            {"hands": [[*first, *third], hands[1]], "covered": []},
            r"2 hands: .*2 to 5 players \(two players have a third",
        ),
        ({"leader": 3 - lead}, rf"player {3 - lead} does not lead first: player {lead} has rocket4"),
    ):
        with pytest.raises(InvalidInstance, match=why):
            changed(**wrong)


def test_a_position_of_two_players_is_one_of_the_game() -> None:
    """An upper card that has been played is still one of a pair of the third hand."""
    deal = MissionDeal(mission=1, players=2).with_seed(1)
    played = crewsat.decide(deal).play or ()
    assert any(pair[0] in trick.cards for trick in played for pair in deal.covered)
    tricks = [list(trick.cards) for trick in played]
    position = Crew(**{**deal.as_dict(), "hands_are": "dealt", "played": tricks})
    assert position.hands != deal.hands
    assert (position.rules, position.covered, position.dealt != position.hands) == ("planet-nine", deal.covered, True)
    again = Crew(**json.loads(position.to_json()))
    assert again == position
    assert parse_text(text_of(again)) == again.model_copy(update={"about": None})
