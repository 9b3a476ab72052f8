"""What a crew may choose besides its cards, read from JSON and text: examples of the contract, and bad input."""

from __future__ import annotations

import random
from typing import Any

import pytest

import crewsat
from crewsat.base.errors import IllegalPlay, InvalidInstance
from crewsat.engine.frontend import decide
from crewsat.engine.verify import verify
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.passing import Passing
from crewsat.games.crew.text import parse_text, text_of
from crewsat.games.crew.walk import Walk

PASSED: dict[str, Any] = {
    "hands": [["pink4", "blue2"], ["pink9", "blue1"]],
    "leader": 1,
    "objectives": [{"card": "pink9", "owner": 1}],
    "passing": {},
}
COVERED: dict[str, Any] = {
    "hands": [["pink4", "pink5"], ["pink9", "blue1"]],
    "leader": 1,
    "objectives": [{"card": "pink4", "owner": 1}],
    "covered": [["blue1", "pink9"]],
}
FREE: dict[str, Any] = {
    "hands": [["pink4", "pink5"], ["pink9", "blue1"]],
    "leader": 1,
    "objectives": [{"card": "pink4", "owner": None, "token": "1"}, {"card": "pink5", "owner": None}],
}


def test_the_examples_of_the_contract() -> None:
    assert decide(Crew(**PASSED))
    assert not decide(Crew(**{**PASSED, "passing": None}))
    assert decide(Crew(**COVERED))
    assert not decide(Crew(**{**COVERED, "covered": []}))


def test_defaults_and_other_ways_to_write_them() -> None:
    deal = {**PASSED, "trump": "pink"}
    for passing in ({}, {"not": ["pink"]}, {"after": 0, "to": "either", "optional": True}, Passing()):
        assert Crew(**{**deal, "passing": passing}).as_dict()["passing"] == {}
    assert Crew(**{**deal, "passing": {"not": []}}).as_dict()["passing"] == {"not": []}
    assert Crew(**{**deal, "passing": {"optional": False}}).passing == Passing(optional=False)
    several = Crew(**{**deal, "passing": {"not": ["pink", "blue"]}})
    assert several.as_dict()["passing"] == {"not": ["blue", "pink"]}
    pairs = [["pink5", "pink4"], ["blue1", "pink9"]]
    assert Crew(**{**COVERED, "covered": pairs}).as_dict()["covered"] == sorted(pairs)


BAD = [
    ({**PASSED, "passing": []}, "passing: must be an object"),
    ({**PASSED, "passing": {"after": 2}}, "passing.after: no trick follows trick 2, as 2 are played; allowed: 0 to 1"),
    ({**PASSED, "passing": {"after": -1}}, "passing.after: must be at least 0"),
    (
        {**PASSED, "passing": {"to": "up"}},
        "passing.to: the string 'up' is not supported; allowed: 'either', 'left' or 'right'",
    ),
    ({**PASSED, "passing": {"optional": False, "not": ["pink"]}}, "passing.not: must be empty where every player must"),
    ({**PASSED, "passing": {"not": ["green"]}}, "passing.not[0]: nobody holds a card of suit 'green'"),
    ({**PASSED, "passing": {"not": ["pink", "pink"]}}, "passing.not[1]: suit 'pink' is listed twice"),
    ({**PASSED, "passing": {"from": "below"}}, "passing.from: the string 'below' is not supported; allowed: 'covered'"),
    ({**PASSED, "passing": {"not_": ["pink"]}}, "passing.not_: unknown key; did you mean not?"),
    ({**PASSED, "hands": [["pink9"]]}, "passing: a single player has no neighbour to pass a card to"),
    ({**COVERED, "covered": [["blue1", "pink4"]]}, "covered[0][1] (pair 1, card 2): pink4 was dealt to player 1"),
    ({**COVERED, "covered": [["blue1", "green1"]]}, "covered[0][1] (pair 1, card 2): nobody holds green1"),
    (
        {**COVERED, "covered": [["blue1", "pink9"], ["pink9", "blue1"]]},
        "covered[1][0] (pair 2, card 1): pink9 is in a pair already: covered[0]",
    ),
    ({**COVERED, "covered": [["blue1"]]}, "covered[0] (pair 1): a pair has two different cards"),
    ({**COVERED, "covered": {}}, "covered: must be a list of pairs"),
    (
        {**COVERED, "hands": [["pink5"], ["blue1"]], "played": [["pink4", "pink9"]]},
        "played[0][1] (trick 1, card 2): pink9 lies under blue1 and cannot be played yet",
    ),
    ({**FREE, "objectives": [{"card": "pink4", "owner": 1}], "handover": 1}, "handover: there is nothing to hand over"),
    ({**FREE, "handover": -1}, "handover: must be at least 0"),
    ({**FREE, "objectives": [{"card": "pink4", "owner": 1}], "retoken": "swap"}, "retoken: there is no order token"),
    ({**FREE, "retoken": "steal"}, "retoken: the string 'steal' is not supported; allowed: 'swap' or 'move'"),
    (
        {**PASSED, "hands": [["blue2"], ["blue1"]], "played": [["pink4", "pink9"]]},
        "passed: missing: a trick after trick 0 has begun",
    ),
    ({**PASSED, "passed": ["pink4"]}, 'passed_to: missing; allowed: "left" or "right"'),
    ({**PASSED, "passed": [], "passed_to": "left"}, "passed_to: not allowed where nobody has passed a card"),
    ({**PASSED, "passing": None, "passed": []}, "passed: not allowed: no cards are passed in this deal"),
    (
        {**PASSED, "passing": {"to": "left"}, "passed": ["pink4"], "passed_to": "right"},
        "passed_to: cards are not passed to the right",
    ),
    ({**PASSED, "passed": ["blue1"], "passed_to": "left"}, "passed[0] (player 1): player 1 does not hold blue1"),
    ({**PASSED, "passing": {"optional": False}, "passed": []}, "passed: every player must pass a card"),
    (
        {**PASSED, "passing": {"after": 1}, "passed": []},
        "passed: cards are passed after trick 1, and 0 have been played",
    ),
    (
        {**PASSED, "trump": "pink", "passed": ["pink4"], "passed_to": "left"},
        "passed[0] (player 1): pink4 cannot be passed: no card of suit pink can",
    ),
    (
        {**COVERED, "passing": {}, "passed": ["pink4", "pink9"], "passed_to": "left", "hands_are": "dealt"},
        "passed[1] (player 2): pink9 lies under blue1 and cannot be passed",
    ),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_bad_input_is_refused_with_its_place(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        Crew(**data)
    assert message in str(error.value)


BAD_TEXTS = [
    ("passing after; leader 1", "'after' is not a setting of `passing`"),
    ("passing after x; leader 1", "'x' is not a number of tricks; allowed: "),
    ("passed left; leader 1", "`passed left` must be followed by a card of each player"),
    ("passing left right; leader 1", "`to` is given twice"),
    ("passed up pink4; leader 1", "'up' is not a direction; allowed: left, right, or `passed nobody`"),
    ("handover x; leader 1", "'x' is not a number of goals"),
    ("covered pink9; leader 1", "a pair has two different cards"),
]


@pytest.mark.parametrize(("clause", "message"), BAD_TEXTS)
def test_bad_clauses_are_refused(clause: str, message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(f"pink4 blue2 / pink9 blue1; {clause}")
    assert message in str(error.value)


def test_suits_that_are_called_like_settings() -> None:
    for kept in (["left"], ["required"], ["after", "left"], ["right", "blue"]):
        hands = [["left1", "right1", "required1"], ["after1", "blue1", "left2"]]
        instance = Crew(hands=hands, leader=1, passing={"not": kept})
        assert parse_text(text_of(instance)) == instance


def test_upper_cards_are_exchanged() -> None:
    """A pair is not lost when its upper card goes to the place of another upper card."""
    position: dict[str, Any] = {
        "hands": [["b5"], ["b4"]],
        "leader": 2,
        "covered": [["b3", "b5"], ["c2", "b4"]],
        "passing": {"optional": False, "to": "right"},
        "played": [["b3", "c2"]],
        "passed": ["b3", "c2"],
        "passed_to": "right",
    }
    assert Crew(**position).tricks == 2
    wrong: dict[str, Any] = {
        "hands": [["c3", "b1"], ["a3", "c2", "b5"]],
        "leader": 1,
        "covered": [["a3", "b2"], ["c3", "c2"]],
        "passing": {},
        "passed": ["a3", "c3"],
        "passed_to": "left",
        "played": [["b2"]],
    }
    with pytest.raises(InvalidInstance, match="b2 lies under c3"):
        Crew(**wrong)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("after", [0, 1])
def test_the_commander_leads_also_after_the_highest_trump_is_passed(players: int, after: int) -> None:
    """With `rules` the leader need not be written: it is the player to whom the highest trump was dealt."""
    highest = Card("rocket", 4)
    for seed in range(6):
        deal = crewsat.RandomDeal(players=players, objectives=3, rules="planet-nine").with_seed(seed)
        passing = Passing.model_validate({"after": after, "optional": False})
        walk = Walk(deal.model_copy(update={"passing": passing, "about": None}))
        rng, leader = random.Random(seed), deal.leader
        while walk.outcome.status == "open" and len(walk.path) < players * 3:
            legal = walk.legal()
            passes = [move for move in legal if str(move).endswith(str(highest))]
            walk.play(passes[0] if walk.choices_due and passes else rng.choice(legal))
            position = walk.instance
            assert position.leader == leader
            assert parse_text(text_of(position)) == position, text_of(position)
            if highest in (position.passed or ()):
                assert parse_text(text_of(position).replace(f"leader {leader}; ", "")) == position
                assert Crew.model_validate(position.as_dict() | {"leader": None}) == position
                with pytest.raises(InvalidInstance, match=rf"does not lead first: player {leader} had rocket4"):
                    Crew.model_validate(position.as_dict() | {"leader": (leader or 0) % players + 1})


def test_a_claim_may_leave_choices_out() -> None:
    both = Crew(
        hands=[["t2"], ["b4"]],
        objectives=[{"card": "b4", "owner": 2, "token": "1"}],
        retoken="swap",
        passing={},
    )
    verdict = decide(both)
    assert verdict.play is not None
    said = verdict.as_dict()
    verify(both, said["play"], passed=said.get("passed"), passed_to=said.get("passed_to"))
    nobody = Crew(**{**PASSED, "objectives": [{"card": "pink9", "owner": 2}]})
    play = [{"leader": 1, "cards": ["pink4", "pink9"]}]
    verify(nobody, play)
    verify(nobody, play, passed=[])
    for passed, to in (([], "left"), (["pink4"], "left"), (["pink4", "pink9"], None), (["pink9", "pink4"], "left")):
        with pytest.raises(IllegalPlay):
            verify(nobody, play, passed=passed, passed_to=to)
