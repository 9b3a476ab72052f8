"""The complete examples of tasks in the interface contract, and what their neighbours are."""

from __future__ import annotations

import json
from typing import Any

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from tests.support.second_opinion import winning_line_exists

EXAMPLES = """
{"game": "crew", "hands": [["pink7", "blue1", "pink2"], ["pink5", "blue6", "pink1"], ["pink3", "blue3", "blue2"]], "leader": 1, "tasks": [{"owner": 1, "kind": "tricks", "won_with": ["pink7"], "beating": ["pink5", "blue6"], "at_least": 1}]}
{"game": "crew", "hands": [["pink6", "blue1"], ["pink2", "blue2"]], "leader": 1, "tasks": [{"owner": 1, "kind": "tricks", "won_with": ["pink6"], "beating": ["pink6"], "at_least": 1}]}
{"game": "crew", "hands": [["pink9", "blue1"], ["pink2", "blue2"], ["pink4", "blue3"]], "leader": 1, "tasks": [{"owner": "everybody", "kind": "tricks", "compared_with": "others", "at_most": 1, "judged": "always"}]}
{"game": "crew", "hands": [["pink9", "pink8"], ["pink2", "blue2"], ["pink4", "blue3"]], "leader": 1, "tasks": [{"owner": null, "kind": "tricks", "compared_with": "leader", "exactly": 0}]}
{"game": "crew", "hands": [["pink9", "blue1"], ["pink2", "blue2"], ["pink4", "blue3"]], "leader": 1, "tasks": [{"owner": "everybody", "kind": "tricks", "at_least": 1}]}
"""  # noqa: E501 - as they stand there
ANSWERS = ("yes", "no", "yes", "no", "no")
CASES = [(json.loads(line), answer) for line, answer in zip(EXAMPLES.strip().splitlines(), ANSWERS, strict=True)]


def answer(data: dict[str, Any]) -> str:
    """What the program says; exhaustive search and the judge must agree."""
    instance = crewsat.Crew(**data)
    decided = crewsat.decide(instance).answer
    assert (search(instance) is not None) == winning_line_exists(data) == (decided == "yes")
    return decided


@pytest.mark.parametrize(("data", "expected"), CASES)
def test_the_examples(data: dict[str, Any], expected: str) -> None:
    assert answer(data) == expected


def changed(case: int, **fields: object) -> dict[str, Any]:
    """An example with a changed task; what is None is left out."""
    data = CASES[case][0]
    task = {name: value for name, value in (data["tasks"][0] | fields).items() if value is not None}
    return {**data, "tasks": [task]}


def test_a_card_beats_others_but_not_itself() -> None:
    assert answer(changed(1, beating=["pink2"])) == "yes"
    assert answer(changed(0, beating=["blue6"])) == "no"  # player 2 cannot get rid of pink5 and pink1 first
    assert answer(changed(0, beating=["pink7"])) == "no"


def test_always_and_at_the_end() -> None:
    assert answer(changed(2, at_most=0)) == "no"
    assert answer(changed(2, at_most=0, judged="end")) == "no"  # two tricks for three players
    ahead = {"owner": 1, "kind": "tricks", "compared_with": 2, "exactly": 0}
    assert answer({**CASES[4][0], "tasks": [ahead | {"owner": 3, "at_least": 1, "exactly": None}]}) == "yes"
    two = {"game": "crew", "hands": [["pink9", "blue1"], ["pink2", "blue2"]], "leader": 1}
    assert answer({**two, "tasks": [ahead]}) == "yes"  # a trick each
    assert answer({**two, "tasks": [ahead | {"judged": "always"}]}) == "no"  # somebody wins the first one


def test_who_is_compared_with_himself() -> None:
    task = {"kind": "tricks", "compared_with": "leader", "at_least": -2}
    two = {"game": "crew", "hands": [["pink9", "pink8"], ["pink2", "blue2"]], "leader": 1}
    assert answer({**two, "tasks": [task | {"owner": 1}]}) == "no"
    assert answer({**two, "tasks": [task | {"owner": 2}]}) == "yes"
    assert answer({**two, "tasks": [task | {"owner": None}]}) == "yes"
    assert answer({**two, "tasks": [task | {"owner": "everybody"}]}) == "no"
    either = {"kind": "any", "of": [task, {"kind": "win_trick", "trick": 1}]}
    assert answer({**two, "tasks": [either | {"owner": 1}]}) == "yes"
    assert answer({**two, "tasks": [either | {"owner": 1, "kind": "all"}]}) == "no"


@pytest.mark.parametrize(
    ("mode", "free", "answers"),
    [
        ("any", 1, "yes"),
        ("any", 2, "yes"),
        ("draft", 1, "no"),  # the leader would have to take it
        ("draft_or_pass", 1, "yes"),
        ("draft_or_pass", 2, "no"),  # two players: both must take one
        ("balanced", 1, "yes"),
        ("balanced", 2, "no"),
        ("one_player", 2, "yes"),
        ("one_player_but_leader", 2, "yes"),
    ],
)
def test_who_may_take_what_only_player_2_can_do(mode: str, free: int, answers: str) -> None:
    deal = {"game": "crew", "hands": [["pink1", "pink3"], ["pink2", "pink4"]], "leader": 1, "assignment": mode}
    tasks = [{"owner": None, "kind": "row", "at_least": 2}, {"owner": None, "kind": "tricks", "at_least": 2}]
    assert answer({**deal, "tasks": tasks[:free]}) == answers


@pytest.mark.parametrize(("mode", "answers"), [("draft_or_pass", "no"), ("draft", "no"), ("one_player", "yes")])
def test_with_fewer_tasks_than_players_nobody_takes_two(mode: str, answers: str) -> None:
    hands = [["pink1", "pink4"], ["pink3", "pink6"], ["pink2", "pink5"]]  # player 2 wins both tricks
    tasks = [{"owner": None, "kind": "tricks", "at_least": least} for least in (1, 2)]
    assert answer({"game": "crew", "hands": hands, "leader": 1, "assignment": mode, "tasks": tasks}) == answers


def test_a_later_run_may_be_the_longest() -> None:
    deal = {"game": "crew", "hands": [["a9", "b1", "c8", "c9"], ["a1", "b9", "c1", "c2"]], "leader": 1}
    lost = [{"owner": 1, "kind": "win_trick", "trick": 1}, {"owner": 2, "kind": "win_trick", "trick": 2}]
    row = {"owner": 1, "kind": "row"}  # of the first trick, then of the last two
    assert answer({**deal, "tasks": [*lost, row | {"exactly": 2}]}) == "yes"
    assert answer({**deal, "tasks": [*lost, row | {"at_most": 1}]}) == "no"
    assert answer({**deal, "tasks": [*lost, row | {"at_least": 3}]}) == "no"
