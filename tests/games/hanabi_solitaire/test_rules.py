"""The referee of solitaire Hanabi, rule by rule, each broken by a play."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.claims import verified
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import RULES, Step, Table, play_until_success, replay

DECK = HanabiSolitaire(deck=["r2", "b2", "r1", "r2", "b1"], hand_size=1)


def steps(text: str) -> list[Step]:
    """Steps written as ``"store r2, play r1, play r2 hand"``; a card comes from the deck if nothing else is said."""
    words = [step.split() for step in text.split(",") if step.strip()]
    return [Step(action, Card.parse(card), source[0] if source else "deck") for action, card, *source in words]  # type: ignore[arg-type]


WON = "store r2, discard b2, play r1, play r2 hand, discard r2, play b1"
BOTH = "discard r2, store b2, play r1, play r2, play b1, play b2 hand"


@pytest.mark.parametrize(
    ("play", "rule", "step", "words"),
    [
        ("play r1", "deck", 1, "step 1: draw 1 brings r2, not r1"),
        ("discard r2, store r1", "deck", 2, "step 2: draw 2 brings b2, not r1"),
        ("discard r2, discard b2, play r1, play r2, play b1, play b2", "deck", 6, "no b2 to draw, the deck is empty"),
        ("discard r2, discard b2, play r1, play r2, play b1, discard b2", "deck", 6, "step 6: there is no b2 to draw"),
        ("play r2 hand", "hand", 1, "step 1: r2 is not in the hand"),
        ("discard r2, discard r2 hand", "hand", 2, "step 2: r2 is not in the hand"),
        ("store r2, store r2 hand", "hand", 2, "step 2: r2 is in the hand already"),
        ("store r2, discard b2, play r1, play r2 hand, play r2 hand", "hand", 5, "step 5: r2 is not in the hand"),
        ("store r2, discard r2 hand, discard b2, play r1, play r2 hand", "hand", 5, "step 5: r2 is not in the hand"),
        ("store r2, store b2", "hand size", 2, "step 2: b2 cannot be stored, the hand holds 1 already"),
        ("play r2", "rising order", 1, "step 1: r2 cannot be played, r is at 0"),
        ("store r2, play r2 hand", "rising order", 2, "step 2: r2 cannot be played, r is at 0"),
        ("store r2, discard b2, play r1, play r2 hand, play r2", "rising order", 5, "r2 cannot be played, r is at 2"),
        (WON, "end", None, "the play ends after 5 draws with colours that are not complete: b at 1 of 2"),
        ("", "end", None, "after 0 draws with colours that are not complete: r at 0 of 2 and b at 0 of 2"),
        ("discard r2", "end", None, "the play ends after 1 draw with colours"),
        (f"{BOTH}, discard b1 hand", "end", 7, "step 7: the play has succeeded already and is over"),
    ],
)
def test_what_is_illegal(play: str, rule: str, step: int | None, words: str) -> None:
    with pytest.raises(IllegalPlay) as error:
        replay(DECK.model_copy(update={"colours": ["r", "b"]}), steps(play))
    assert (error.value.rule, error.value.step) == (rule, step)
    assert words in str(error.value)
    assert rule in RULES
    again = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own
    assert (str(again), again.rule, again.step) == (str(error.value), rule, step)


def test_every_rule_can_be_broken() -> None:
    cases = test_what_is_illegal.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {rule for _, rule, _, _ in cases} == set(RULES) - {"claim"}


def test_a_play_that_wins() -> None:
    assert replay(DECK, steps(BOTH)) == tuple(steps(BOTH))
    assert replay(DECK, iter(steps(BOTH))) == tuple(steps(BOTH))


def test_cards_may_be_thrown_out_of_the_hand_to_make_room() -> None:
    thrown = steps("store r2, discard r2 hand, store b2, play r1, play r2, play b1, play b2 hand")
    assert replay(DECK, thrown) == tuple(thrown)


def test_the_hand_may_hold_two_copies_of_a_card() -> None:
    deck = HanabiSolitaire(deck=["r2", "r2", "r1"], hand_size=2)
    both = steps("store r2, store r2, play r1, play r2 hand")
    assert replay(deck, both) == tuple(both)
    with pytest.raises(IllegalPlay, match="the hand holds 1 already"):
        replay(deck.model_copy(update={"hand_size": 1}), both)


def test_stored_cards_need_not_be_played_at_once() -> None:
    deck = HanabiSolitaire(deck=["r2", "r1", "b1", "b2"], hand_size=1)
    late = steps("store r2, play r1, play b1, play b2, play r2 hand")
    assert replay(deck, late) == tuple(late)


def test_steps_after_success_are_left_out_on_request() -> None:
    assert play_until_success(DECK, steps(f"{BOTH}, discard b1 hand")) == tuple(steps(BOTH))
    with pytest.raises(IllegalPlay, match="not complete"):
        play_until_success(DECK, steps(WON))
    with pytest.raises(IllegalPlay, match="draw 1 brings r2"):
        play_until_success(DECK, steps("play b1"))


def test_the_table_shows_how_far_it_has_come() -> None:
    table = Table(DECK)
    for step in steps("store r2, discard b2, play r1"):
        table.do(step)
    assert (table.drawn, table.stored, table.played, table.steps) == (3, 1, {"b": 0, "r": 1}, 3)
    assert +table.hand == {Card("r", 2): 1}
    assert not table.succeeded
    table.do(Step("play", Card("r", 2), "hand"))
    assert (table.drawn, table.stored, table.played, +table.hand) == (3, 0, {"b": 0, "r": 2}, {})


@pytest.mark.parametrize(
    "data",
    [{"deck": []}, {"deck": [], "values": 7}, {"deck": [], "colours": ["a"]}, {"deck": [], "colours": [], "values": 3}],
)
def test_nothing_to_do_is_done_at_once(data: dict[str, Any]) -> None:
    instance = HanabiSolitaire(**{"hand_size": 0, **data})
    assert replay(instance, []) == ()
    with pytest.raises(IllegalPlay, match="succeeded already"):
        replay(instance, steps("discard r1"))


def test_a_card_that_never_comes_is_missed_at_the_end() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"values": 2}, "r at 1 of 2"),
        ({"colours": ["r", "x"]}, ": x at 0 of 1"),
    ]
    for more, words in cases:
        with pytest.raises(IllegalPlay, match=words):
            replay(HanabiSolitaire(**{"deck": ["r1"], "hand_size": 0, **more}), steps("play r1"))


def test_open_colours_are_listed_up_to_five() -> None:
    deck = HanabiSolitaire(deck=[f"{name}1" for name in "abcdefg"], hand_size=0)
    with pytest.raises(IllegalPlay) as error:
        replay(deck, [])
    assert str(error.value).endswith(": a at 0 of 1, b at 0 of 1, c at 0 of 1, d at 0 of 1, e at 0 of 1 and 2 more")


CLAIM = [step.as_dict() for step in steps(BOTH)]


def test_a_claim_is_read_as_the_answer_writes_it() -> None:
    assert CLAIM[1] == {"action": "store", "card": "b2", "from": "deck"}
    assert verified(DECK, CLAIM) == tuple(steps(BOTH))
    assert verified(DECK, steps(BOTH)) == tuple(steps(BOTH))
    assert verified(DECK, [{**claim, "card": [int(claim["card"][1]), claim["card"][0]]} for claim in CLAIM])


@pytest.mark.parametrize(
    ("claim", "step", "words"),
    [
        (None, None, "there is no play to verify"),
        (7, None, "there is no play to verify"),
        ("no steps", 1, "step 1: invalid step: action must be play, store or discard, and from must be deck or hand"),
        ([None], 1, "invalid step"),
        ([{}], 1, "invalid step: action must be"),
        ([{"action": "keep", "card": "r2", "from": "deck"}], 1, "invalid step: action must be"),
        ([{"action": "play", "card": "r2", "from": "table"}], 1, "from must be deck or hand"),
        ([{"action": "play", "card": "r2"}], 1, "from must be deck or hand"),
        ([{"action": ["play"], "card": "r2", "from": "deck"}], 1, "action must be play"),
        (
            [CLAIM[0], {"action": "play", "card": "r", "from": "deck"}],
            2,
            "step 2: invalid step: 'r' is not a valid card",
        ),
        ([{"action": "play", "from": "deck"}], 1, "invalid step: null is not a valid card"),
        ([{"action": "play", "card": "\x1b[31m", "from": "deck"}], 1, r"'\x1b[31m' is not a valid card"),
    ],
)
def test_what_is_no_claim(claim: object, step: int | None, words: str) -> None:
    with pytest.raises(IllegalPlay) as error:
        verified(DECK, claim)  # type: ignore[arg-type]
    assert (error.value.rule, error.value.step) == ("claim", step)
    assert words in str(error.value)


def test_a_play_that_goes_on_is_no_claim() -> None:
    with pytest.raises(IllegalPlay, match="step 7: the play has succeeded already"):
        verified(DECK, [*CLAIM, CLAIM[0]])
    with pytest.raises(IllegalPlay, match="b at 1 of 2"):
        verified(DECK, CLAIM[:-1])
