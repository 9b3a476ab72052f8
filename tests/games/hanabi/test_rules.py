"""The referee of Hanabi: every rule broken once, the last round, tokens and strikes, and undoing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.clues import Clue
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.rules import RULES, Table, play_until_success, replay
from tests.support.hanabi_games import small_game

TWO = {"suits": [{"name": "a", "copies": [2, 1]}, {"name": "b", "copies": [1, 1]}]}
"""Two suits of two values; a1 comes twice."""


def game(deck: str = "a1 b1 a2 b2 a1", **fields: Any) -> Hanabi:  # noqa: ANN401
    """Two players with two cards each, one card in the pile."""
    return Hanabi(**{"players": 2, "hand_size": 2, "variant": TWO, "deck": deck.split(), **fields})


def does(text: str, player: int) -> Action:
    """An action of a player as a text: ``play a1``, ``clue 2 b``."""
    kind, *rest = text.split()
    if kind == "clue":
        clue = Clue("value", int(rest[1])) if rest[1].isdecimal() else Clue("colour", rest[1])
        return Action("clue", player, to=int(rest[0]), clue=clue)
    return Action(kind, player, Card.parse(rest[0]), "pile" if rest[1:] == ["pile"] else "hand")  # type: ignore[arg-type]


def done(start: Hanabi, *texts: str) -> Table:
    """The table after these actions, players in turn."""
    table = Table(start)
    for text in texts:
        table.do(does(text, table.turn))
    return table


def test_a_game_with_its_last_round() -> None:
    table = done(game(), "play a1", "play a2")
    assert (table.points, table.turns_left, table.turn, list(table.pile)) == (2, 1, 1, [])
    table.do(does("play b1", 1))
    assert (table.ending, table.points, table.score) == ("the last round is over", 3, 3)
    with pytest.raises(IllegalPlay, match="the game is over"):
        table.do(does("play b2", 2))


def test_the_target_may_be_lower() -> None:
    start = game(target=3)
    assert replay(start, done(start, "play a1", "play a2", "play b1").actions) is not None
    with pytest.raises(IllegalPlay, match="the play ends with 2 points of 3"):
        replay(start, done(start, "play a1", "play a2").actions)


def test_tokens() -> None:
    table = done(game(clue_tokens=2), "clue 2 b")
    assert table.tokens == 1
    table.do(does("clue 1 1", 2))
    assert table.tokens == 0
    with pytest.raises(IllegalPlay, match="there is no clue token left"):
        table.do(does("clue 2 a", 1))
    table.do(does("discard b1", 1))
    assert (table.tokens, table.turns_left) == (1, 2)
    table.do(does("clue 1 a", 2))
    assert (table.tokens, table.turns_left) == (0, 1)


def test_a_finished_suit_gains_a_token_but_never_too_many() -> None:
    assert done(game(clue_tokens=1), "clue 2 a", "discard b2", "play a1").tokens == 1
    start = game("a1 b1 a2 b2 a1", clue_tokens=1)
    assert done(start, "play a1", "play a2").tokens == 1
    assert done(start, "clue 2 a", "strike a2").tokens == 0
    variant = {**TWO, "finished_suit_gains": False}
    for rules, tokens in ((TWO, 1), (variant, 0)):
        table = done(game("a1 a2 b1 b2 a1", clue_tokens=1, variant=rules), "play a1", "clue 1 a", "play a2")
        assert table.tokens == tokens


def test_half_tokens() -> None:
    table = done(game(clue_tokens=1, variant={**TWO, "half_gains": True}), "clue 2 a", "discard a2")
    assert (table.tokens, table.full, table.unit) == (1, 2, 2)
    with pytest.raises(IllegalPlay, match="there is no clue token left"):
        table.do(does("clue 2 b", 1))


def test_the_last_strike_ends_the_game() -> None:
    table = done(game(strikes=2), "play a1", "strike b2")
    assert (table.strikes, table.points, table.score) == (1, 1, 1)
    table.do(does("strike a1", 1))
    assert (table.strikes, table.points, table.score) == (0, 1, 0)
    assert table.ending == "the last strike has been used up"


def test_the_bottom_card_may_be_played_from_the_pile() -> None:
    start = game("b1 b2 a2 a1 a1", bottom_deck_plays=True)
    table = done(start, "play a1 pile")
    assert (table.points, table.turns_left, [len(hand) for hand in table.hands]) == (1, 2, [2, 2])
    assert done(start, "play b1").turns_left == 2
    with pytest.raises(IllegalPlay, match="no card of the pile may be played now"):
        done(game("b1 b2 a2 a1 a1"), "play a1 pile")


REVERSED = {"suits": [{"name": "a", "copies": [2, 1]}, {"name": "b", "copies": [1, 1], "reversed": True}]}
"""The same with b2 before b1."""


def test_the_bottom_card_may_be_discarded_where_a_suit_is_reversed() -> None:
    start = game(bottom_deck_plays=True, clue_tokens=2, variant=REVERSED)
    table = done(start, "clue 2 b")
    assert [str(action) for action in table.legal() if action.source == "pile"] == [
        "play a1 from the pile",
        "discard a1 from the pile",
    ]
    hand = list(table.hands[1])
    table.do(does("discard a1 pile", 2))
    assert (table.hands[1], table.tokens, table.turns_left, list(table.pile)) == (hand, 2, 2, [])
    assert str(table.undo()) == "discard a1 from the pile"
    assert (table.hands[1], table.tokens, table.turns_left, list(table.pile)) == (hand, 1, None, [4])


def test_the_bottom_card_may_not_be_discarded_otherwise() -> None:
    for fields, texts, message in (
        ({"bottom_deck_plays": True, "variant": REVERSED}, (), "while all clue tokens are there"),
        ({"variant": REVERSED}, ("clue 2 b",), "no card of the pile may be played now"),
        ({"bottom_deck_plays": True}, ("clue 2 b",), "a card of the pile cannot be discarded in this variant"),
    ):
        table = done(game(**fields), *texts)
        assert not [action for action in table.legal() if (action.action, action.source) == ("discard", "pile")]
        with pytest.raises(IllegalPlay, match=message):
            table.do(does("discard a1 pile", table.turn))


def test_everything_dealt_at_once_means_a_turn_each() -> None:
    start = Hanabi(
        players=2,
        hand_size=2,
        deck=["a1", "b1", "b2", "a2"],
        variant={"suits": [{"name": "a", "copies": [1, 1]}, {"name": "b", "copies": [1, 1]}]},
    )
    table = done(start, "play a1", "play a2")
    assert (table.points, table.ending) == (2, "the last round is over")


@pytest.mark.parametrize(
    ("start", "texts", "rule", "message"),
    [
        ({}, ["discard a1"], "tokens", "a1 may not be discarded while all clue tokens are there"),
        ({}, ["play a2"], "hand", "player 1 does not hold a2"),
        ({}, ["clue 1 a"], "clue", "cannot give a clue to herself"),
        ({}, ["clue 3 a"], "clue", "there is no player 3; allowed: 1 to 2"),
        ({}, ["clue 2 c"], "clue", "c is not a colour that may be named"),
        ({}, ["clue 2 1"], "clue", "1 touches no card of player 2"),
        ({}, ["clue 2 3"], "clue", "3 is not a value that may be named"),
        ({}, ["play a1", "play b2"], "rising order", "b2 cannot be played, b is at nothing; it is a strike"),
        ({}, ["strike a1"], "rising order", "a1 is not a strike, a is at nothing; it is a play"),
        ({}, ["play a1 pile"], "pile", "no card of the pile may be played now"),
        ({"bottom_deck_plays": True}, ["discard a1 pile"], "pile", "a card of the pile cannot be discarded"),
        ({"bottom_deck_plays": True}, ["play b1 pile"], "pile", "the last card of the pile is a1, not b1"),
        ({"clue_tokens": 0}, ["clue 2 a"], "tokens", "there is no clue token left"),
    ],
)
def test_broken_rules(start: dict[str, Any], texts: list[str], rule: str, message: str) -> None:
    table = done(game(**start), *texts[:-1])
    before = (table.heights, table.hands, table.tokens)
    with pytest.raises(IllegalPlay, match=message) as caught:
        table.do(does(texts[-1], table.turn))
    assert (caught.value.rule, caught.value.step) == (rule, len(texts))
    assert rule in RULES
    assert (table.heights, table.hands, table.tokens) == before


def test_only_the_player_on_turn_acts() -> None:
    with pytest.raises(IllegalPlay, match="player 1 is to act, not player 2"):
        Table(game()).do(does("play a2", 2))
    assert Table(game(first_player=2)).turn == 2


def test_clues_of_both_types_alternate() -> None:
    rng = random.Random(1)
    deck = [f"{suit}{value}" for suit in ("red", "green", "blue") for value in (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)]
    rng.shuffle(deck)
    table = Table(Hanabi(players=2, deck=deck, variant="Alternating Clues (3 Suits)"))
    first = next(action for action in table.legal() if action.clue is not None)
    table.do(first)
    types = {action.clue.type for action in table.legal() if action.clue is not None}
    assert first.clue is not None
    assert types == {"colour", "value"} - {first.clue.type}


@pytest.mark.slow
def test_what_is_legal_is_what_the_referee_accepts_and_everything_can_be_taken_back() -> None:
    rng = random.Random(2)
    for seed in range(150):
        table = Table.after_actions(small_game(seed))
        start = table.copy()
        while legal := list(table.legal()):
            for action in legal:
                table.copy().do(action)
            table.do(rng.choice(legal))
        assert table.ending is not None
        number = len(table.actions) - len(start.actions)
        assert play_until_success(table.instance.model_copy(update={"target": 0}), ()) == ()
        for _ in range(number):
            table.undo()
        same = ("hands", "heights", "drawn", "tokens", "strikes", "turn", "turns_left", "clue_type", "actions")
        assert all(getattr(table, name) == getattr(start, name) for name in same)
