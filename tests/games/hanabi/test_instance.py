"""Instances of Hanabi: defaults, names of suits, canonical form, and what is wrong with others, each in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

import crewsat
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import Hanabi
from tests.support.hanabi_games import small_game

DECK = [str(card) for card in RandomGame(players=3).with_seed(1).deck]
OWN = {"suits": [{"name": "a", "copies": [2, 1]}, {"name": "b", "copies": [1, 1], "reversed": True}]}


def test_defaults() -> None:
    game = Hanabi(players=3, deck=DECK)
    assert (game.cards_in_hand, game.clue_tokens, game.strikes, game.points_to_reach) == (5, 8, 3, 25)
    assert [Hanabi(players=k, deck=DECK).cards_in_hand for k in (2, 3, 4, 5, 6)] == [5, 5, 4, 4, 3]
    assert set(game.as_dict()) == {"game", "players", "deck"}
    assert Hanabi(players=3, deck=DECK, hand_size=5, target=25).as_dict() == game.as_dict()


def test_suits_may_be_written_short() -> None:
    numbers = {"red": 1, "yellow": 2, "green": 3, "blue": 4, "purple": 5}
    cards = [crewsat.Card.parse(card) for card in DECK]
    short = [f"{card.suit[0]}{card.value}" for card in cards]
    pairs = [[card.value, numbers[card.suit]] for card in cards]
    assert Hanabi(players=3, deck=short) == Hanabi(players=3, deck=pairs) == Hanabi(players=3, deck=DECK)


def test_reversed_suits_are_played_downwards() -> None:
    game = Hanabi(players=2, deck=["b2", "a1", "b1", "a2", "a1"], hand_size=2, variant=OWN, target=3)
    assert game.ranks == ((1, 1), (0, 1), (1, 2), (0, 2), (0, 1))
    assert [str(game.card(1, rank)) for rank in (1, 2)] == ["b2", "b1"]
    verdict = crewsat.decide(game)
    assert verdict.answer == "yes"
    assert [action.action for action in verdict.play or ()].count("play") == 3


def test_actions_are_completed() -> None:
    told = [{"action": "clue"}, {"action": "clue", "to": 3, "value": 1}, {"action": "play", "card": "b4"}]
    game = Hanabi(
        players=2,
        deck=["b1", "a1", "b2", "a2", "a1"],
        hand_size=2,
        variant=OWN,
        actions=[{"action": "clue"}, {"action": "discard", "card": "a2"}, {"action": "play", "card": "b1"}],
    )
    assert [action.as_dict() for action in game.actions] == [
        {"action": "clue", "player": 1, "to": 2, "colour": "a"},
        {"action": "discard", "player": 2, "card": "a2"},
        {"action": "strike", "player": 1, "card": "b1"},
    ]
    assert Hanabi(**json.loads(game.to_json())) == game
    assert len(told) == 3


def test_files_and_texts_come_back() -> None:
    for seed in range(200):
        game = small_game(seed)
        assert Hanabi(**json.loads(game.to_json())) == game
        assert crewsat.parse_text(crewsat.text_of(game)) == game


def own(**fields: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"players": 2, "deck": ["b2", "a1", "b1", "a2", "a1"], "hand_size": 2, "variant": OWN, **fields}


def acted(*actions: dict[str, Any], **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    return own(actions=list(actions), **fields)


PLAY = {"action": "play", "card": "b2"}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"deck": DECK}, "players: missing"),
    ({"players": 3}, "deck: missing"),
    ({"players": 1, "deck": DECK}, "players: "),
    ({"players": 7, "deck": DECK}, "players: "),
    ({"players": 3, "deck": DECK[:-1]}, "deck: the deck is not that of the variant; missing: "),
    ({"players": 3, "deck": [*DECK, "red1"]}, "deck: the deck is not that of the variant; too many: red1"),
    ({"players": 3, "deck": ["x1", *DECK[1:]]}, "'x' is not a suit of this variant"),
    ({"players": 3, "deck": ["red6", *DECK[1:]]}, "allowed: values 1 to 5"),
    ({"players": 3, "deck": "r1"}, "the deck must be a list of cards"),
    ({"players": 3, "deck": DECK, "variant": "Rainbo (6 Suits)"}, "did you mean Rainbow"),
    ({"players": 3, "deck": DECK, "variant": "Sudoku (5 Suits)"}, "in Sudoku a suit may begin with any value"),
    ({"players": 3, "deck": DECK, "target": 26}, "target: 26 is more than all points; allowed: 0 to 25"),
    ({"players": 3, "deck": DECK, "hand_size": 0}, "hand_size: "),
    ({"players": 3, "deck": DECK, "hand_size": 17}, "3 hands of 17 cards need 51"),
    ({"players": 3, "deck": DECK, "first_player": 4}, "there is no player 4; allowed: 1 to 3"),
    ({"players": 3, "deck": DECK, "strikes": 0}, "strikes: "),
    ({"players": 3, "deck": DECK, "lives": 3}, "unknown key"),
    (own(variant={"suits": [{"name": "a", "copies": [1]}, {"name": "a", "copies": [1]}]}), "suit 'a' is listed twice"),
    (own(variant={"suits": [{"name": "a", "copies": [1]}, {"name": "b", "copies": [1, 1]}]}), "2 values; allowed: 1"),
    (own(variant={"suits": [{"name": "a", "copies": [0]}]}), "variant"),
    (own(variant={"suits": []}), "variant"),
    (acted({"action": "clue", "to": 1, "value": 1}), "player 1 cannot give a clue to herself"),
    (acted({"action": "clue", "to": 2, "value": 3}), "3 is not a value that may be named"),
    (acted({"action": "clue", "to": 2, "value": 1, "colour": "a"}), "a clue names either a value or a colour"),
    (acted({"action": "clue", "to": 2}), "a clue names either a value or a colour"),
    (acted({"action": "clue", "to": 2, "colour": "c"}), "'c' is not a colour of this variant"),
    (acted({"action": "clue"}, clue_tokens=0), "no clue may be given here"),
    (acted({"action": "discard", "card": "b2"}), "may not be discarded while all clue tokens are there"),
    (acted({"action": "play", "card": "a2"}), "player 1 does not hold a2"),
    (acted({"action": "play", "card": "b2", "copy": 2}), "does not hold copy 2 of b2"),
    (acted({"action": "play"}), "the card is missing"),
    (acted({"action": "pass"}), "is not an action; allowed: play, discard, strike or clue"),
    (acted({**PLAY, "player": 2}), "player 1 is to act, not player 2"),
    (acted({**PLAY, "from": "deck"}), "allowed: hand or pile"),
    (acted({**PLAY, "slot": 1}), "unknown key 'slot'"),
    (acted({"action": "strike", "card": "b2"}), "is not a strike"),
    (acted(PLAY, {"action": "play", "card": "a2"}, {"action": "play", "card": "b2"}), "does not hold b2"),
    (acted(PLAY, *[{"action": "clue"}] * 3), "the game is over"),
    (own(actions=["play b2"]), "is not an action; allowed: an object"),
]


@pytest.mark.parametrize(("fields", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_gets_one_line(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(crewsat.InvalidInstance) as caught:
        Hanabi(**fields)
    assert len(caught.value.defects) == 1
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
