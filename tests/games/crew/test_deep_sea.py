"""The 96 tasks of Mission Deep Sea: the package's own data, what they ask for in a deal, and readings they have."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.cards import Card, text_of_cards
from crewsat.games.crew.deep_sea import DECK, deep_sea_tasks, task_numbered, tricks_of
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.instance import Crew

if TYPE_CHECKING:
    from collections.abc import Iterator

TASKS = deep_sea_tasks()
PRINTED = {
    3: "3244121232 2332222333 2241123233 3423322333 4333332322 3422231311 2223311244 1123233121 2321212221 233343",
    4: "2133132345 4443333333 3341134244 4533223333 4443343423 4322232311 2223322334 1134333131 2421212231 333432",
    5: "2133142456 5554343444 3341145255 5633225344 4443443433 5323232211 2223323334 1244333131 3431213331 333532",
}
"""The printed difficulties of the tasks 0 to 95, ten to a word."""


def test_there_are_96_tasks_with_their_printed_difficulties() -> None:
    assert [task.number for task in TASKS] == list(range(96))
    for players, digits in PRINTED.items():
        assert [task.difficulty(players) for task in TASKS] == [int(digit) for digit in digits.replace(" ", "")]
    assert len({task.words for task in TASKS}) == 96
    assert all(task.words.startswith(("win ", "never ")) for task in TASKS)
    assert all(task.source == TASKS[0].source for task in TASKS)
    assert len(TASKS[0].source) > 100


def lists_in(value: Any) -> Iterator[list[str]]:  # noqa: ANN401 - any JSON
    """Every list of cards in the fields of a task."""
    if isinstance(value, dict):
        yield from chain.from_iterable(map(lists_in, value.values()))
    elif isinstance(value, list) and value and isinstance(value[0], str) and value != ["last"]:
        yield value
    elif isinstance(value, list):
        yield from chain.from_iterable(map(lists_in, value))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_task_is_one_that_an_instance_may_have_and_names_each_card_once(players: int) -> None:
    hands = [DECK.cards[player::players] for player in range(players)]
    for task in TASKS:
        fields = task.fields(players)
        made = Crew(rules="deep-sea", hands=hands, tasks=[{"owner": 1, "id": str(task.number), **fields}])
        assert made.as_dict()["tasks"] == [{"owner": 1, "id": str(task.number), **fields}], task
        for cards in lists_in(fields):
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(map(str, DECK.cards))
            submarines = {card for card in cards if card.startswith("submarine")}
            assert not submarines or "submarine" in task.words, "values are those of colour cards"
        assert "*" not in json.dumps(fields)


def fields(number: int, players: int = 4) -> dict[str, Any]:
    return TASKS[number].fields(players)


def test_patterns_are_lists_of_cards_suit_by_suit() -> None:
    sevens, fives = ([f"{suit}{value}" for suit in ("blue", "green", "pink", "yellow")] for value in (7, 5))
    assert fields(6) == {"kind": "tricks", "won_with": sevens, "beating": fives, "at_least": 1}
    assert fields(1)["cards"] == [f"{suit}{value}" for suit in ("pink", "green") for value in range(1, 10)]
    odd = text_of_cards(map(Card.parse, fields(10)["only"]))
    assert odd == "blue1,3,5,7,9 green1,3,5,7,9 pink1,3,5,7,9 yellow1,3,5,7,9"
    assert fields(43)["cards"] == ["submarine1", "submarine2", "submarine3", "submarine4"]
    assert fields(65)["numbers"] == [1, 2, 3]
    assert fields(73)["numbers"] == [1, "last"]
    assert fields(85) == {"kind": "cards", "cards": ["pink3"], "at_least": 1}
    assert [member["at_least"] for member in fields(26)["of"]] == [9] * 4


def test_numbers_that_depend_on_the_players() -> None:
    assert [tricks_of(players) for players in (3, 4, 5)] == [13, 10, 8]
    assert [fields(50, players)["at_least"] for players in (3, 4, 5)] == [7, 6, 5]
    assert [fields(17, players)["total"] for players in (3, 4, 5)] == [{"at_least": k} for k in (24, 29, 32)]
    assert [fields(18, players)["total"] for players in (3, 4, 5)] == [{"at_most": k} for k in (7, 11, 15)]
    others = [task for task in TASKS if task.number not in {17, 18, 50}]
    assert all(task.fields(3) == task.fields(4) == task.fields(5) for task in others)


def test_tasks_of_the_captain_and_those_that_are_dealt_again() -> None:
    assert [task.number for task in TASKS if task.not_for_captain] == [51, 52, 53]
    assert {task.number: sorted(map(len, task.redeal)) for task in TASKS if task.redeal} == {
        43: [4],
        44: [3],
        45: [4],
        75: [2, 3],
        76: [2, 3],
    }
    hand = [Card("submarine", 1), Card("pink", 9), Card("submarine", 4)]
    assert TASKS[75].must_redeal([[], hand])
    assert not TASKS[75].must_redeal([hand[:2], hand[2:]])
    assert not TASKS[76].must_redeal([hand])
    assert not TASKS[0].must_redeal([hand])


def test_what_sources_differ_on_is_said() -> None:
    assert [task.number for task in TASKS if task.doubt] == [6, 8, 9, 10, 11, 12, 19, 30, 54, 55, 88]
    assert all("always met" in TASKS[number].note for number in (94, 95))
    assert {task.number for task in TASKS if task.note} >= {4, 37, 38, 50, 51, 52, 53, 69, 73, 74, 93}


def test_a_task_has_the_same_fields_for_ever_and_what_is_returned_is_ones_own() -> None:
    fields(6)["won_with"].clear()
    assert fields(6)["won_with"]
    assert deep_sea_tasks() is TASKS
    assert crewsat.deep_sea_tasks() is TASKS
    assert len(set(TASKS)) == 96
    with pytest.raises(AttributeError):
        TASKS[0].number = 1  # type: ignore[misc]


def test_only_the_numbers_of_tasks_are_numbers_of_tasks() -> None:
    assert task_numbered("48") is task_numbered(48) is TASKS[48]
    for wrong in (96, -1, "x", "048", "4 8", "", True, "9" * 5000):
        with pytest.raises(ValueError, match="is not a task of Mission Deep Sea; allowed: 0 to 95"):
            task_numbered(wrong)


def test_known_mistakes_of_other_programs() -> None:
    """Each is in some program that solves or lists these tasks (2026)."""
    assert TASKS[65].difficulties == (1, 2, 2)
    for number in (17, 18, 19):  # the sum of a trick, never the value of each card; no submarines
        assert set(fields(number)) == {"kind", "only", "total", "at_least"}
        assert len(fields(number)["only"]) == 36
    assert fields(94) == fields(95) == {"kind": "tricks", "at_least": 0}
    for number, value in ((11, 2), (12, 3)):  # submarines 2 and 3 do not count
        assert fields(number)["won_with"] == [f"{suit}{value}" for suit in ("blue", "green", "pink", "yellow")]
    deal = DeepSeaDeal(tasks=(39, 61), drafted=True, players=3).with_seed(1)  # a card unplayed spoils neither
    assert {task.kind for task in deal.tasks} == {"cards"}
