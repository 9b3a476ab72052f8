"""Inputs that are not games of Hanabi: name, bytes of the file, and words the message must contain."""

from __future__ import annotations

import json
from typing import Any

from crewsat.games.hanabi import hanab_live
from tests.support.hanabi_games import GAME

OWN = {"suits": [{"name": "a", "copies": [2, 1]}, {"name": "b", "copies": [1, 1], "reversed": True}]}
GOOD = {"game": "hanabi", "players": 2, "deck": ["b2", "a1", "b1", "a2", "a1"], "hand_size": 2, "variant": OWN}
EXPORT = hanab_live.export(hanab_live.read(GAME)) or {}
DECK, ACTIONS, _ = GAME.replace("-", "").split(",")
REAL = {"game": "hanabi", "players": 4, "deck": hanab_live.read(GAME).as_dict()["deck"]}
PLAY = {"action": "play", "card": "b2"}
TEXT = "hanabi; players 2; hand 2; suits a 2,1 b reversed 1,1; deck b2 a1 b1 a2 a1"


def tree(**changes: Any) -> bytes:  # noqa: ANN401
    return json.dumps({**GOOD, **changes}).encode()


def acted(*actions: dict[str, Any], **changes: Any) -> bytes:  # noqa: ANN401
    return tree(actions=list(actions), **changes)


def real(**changes: Any) -> bytes:  # noqa: ANN401
    return json.dumps({**REAL, **changes}).encode()


def exported(**changes: Any) -> bytes:  # noqa: ANN401
    return json.dumps({**EXPORT, **changes}).encode()


CLUE = {"action": "clue"}
DISCARD = {"action": "discard", "card": "b2"}

GAMES: list[tuple[str, bytes, str]] = [
    (
        "clue to oneself",
        acted({**CLUE, "to": 1, "value": 1}),
        "actions[0] (turn 1): player 1 cannot give a clue to her",
    ),
    (
        "clue to nobody",
        acted({**CLUE, "to": 3, "value": 1}),
        "actions[0] (turn 1): there is no player 3; allowed: 1 to 2",
    ),
    (
        "clue that touches nothing",
        acted(PLAY, {**CLUE, "to": 1, "value": 2}),
        "(turn 2): 2 touches no card of player 1",
    ),
    ("clue of no value", acted({**CLUE, "to": 2, "value": 3}), "3 is not a value that may be named; allowed: 1 and 2"),
    (
        "clue of no colour",
        acted({**CLUE, "to": 2, "colour": "c"}),
        "'c' is not a colour of this variant; allowed: a or b",
    ),
    ("clue without a token", acted({**CLUE, "to": 2, "value": 1}, clue_tokens=0), "there is no clue token left"),
    ("any clue without a token", acted(CLUE, clue_tokens=0), "no clue may be given here"),
    ("discard with all tokens", acted(DISCARD), "b2 may not be discarded while all clue tokens are there"),
    ("card of another hand", acted({**PLAY, "card": "a2"}), "player 1 does not hold a2; allowed: b2 and a1"),
    ("another player's turn", acted({**PLAY, "player": 2}), "player 1 is to act, not player 2"),
    ("card of the pile", acted({**PLAY, "card": "a1", "from": "pile"}), "no card of the pile may be played now"),
    ("strike of what fits", acted({**PLAY, "action": "strike"}), "b2 is not a strike, b is at nothing; it is a play"),
    ("after the end", acted(PLAY, *[CLUE] * 3), "actions[3] (turn 4): the game is over"),
    ("action of no kind", acted({"action": "pass"}), "is not an action; allowed: play, discard, strike or clue"),
    (
        "action from an object",
        acted({"action": "play", "card": "red1", "from": {}}),
        "from is an object; allowed: hand or pile",
    ),
    ("action a text", tree(actions=["play b2"]), "actions[0] (turn 1): the string 'play b2' is not an action"),
    ("action without card", acted({"action": "play"}), "actions[0] (turn 1): the card is missing"),
    ("actions an object", tree(actions={}), "actions: must be a list"),
    ("two cards wrong", tree(deck=["b2", "a1", "b1", "b1", "b1"]), "missing: a1 and a2; too many: b1 and b1"),
    ("a card too many", real(deck=[*REAL["deck"], "red5"]), "the deck is not that of the variant; too many: red5"),
    (
        "no card of the variant",
        tree(deck=["c2", "a1", "b1", "a2", "a1"]),
        "deck[0] (card 1): 'c' is not a suit of this",
    ),
    (
        "value too high",
        tree(deck=["b3", "a1", "b1", "a2", "a1"]),
        "b3 is not a card of this variant; allowed: values 1",
    ),
    ("too few cards", tree(hand_size=3), "the deck has 5 cards; 2 hands of 3 cards need 6"),
    ("too many players", real(players=7), "players: must be at most 6, not 7"),
    ("target too high", tree(target=5), "target: 5 is more than all points; allowed: 0 to 4"),
    ("no such first player", tree(first_player=3), "first_player: there is no player 3; allowed: 1 to 2"),
    (
        "unknown variant",
        real(variant="Rainbo (6 Suits)"),
        "variant: 'Rainbo (6 Suits)' is not the name of a variant of",
    ),
    (
        "Up or Down",
        real(variant="Up or Down (5 Suits)"),
        "'Up or Down (5 Suits)': in Up or Down a suit may be played in",
    ),
    (
        "Sudoku",
        real(variant="Sudoku (5 Suits)"),
        "variant 'Sudoku (5 Suits)': in Sudoku a suit may begin with any value",
    ),
    (
        "All or Nothing",
        exported(options={"allOrNothing": True}),
        "options.allOrNothing: All or Nothing is not supported",
    ),
    (
        "Detrimental Characters",
        exported(options={"detrimentalCharacters": True}),
        "options.detrimentalCharacters: Detrimental Characters is not supported",
    ),
    (
        "unknown option",
        exported(options={"fast": True}),
        "options.fast: 'fast' is not an option of hanab.live; allowed: ",
    ),
    (
        "export with a foreign card",
        exported(deck=[{"suitIndex": 9, "rank": 1}]),
        "deck[0] (card 1): suit 9 and value 1",
    ),
    (
        "export of another hand",
        exported(actions=[{"type": 0, "target": 4}]),
        "card 4, red2, is not in the hand of player 1",
    ),
    ("export of nothing", exported(deck=[]), "deck: the deck has 0 cards"),
    (
        "replay text cut in the deck",
        GAME[:30].encode(),
        "replay text: 1 part with commas between; allowed: deck, actions",
    ),
    ("replay text without variant", GAME[:-2].encode(), "replay text: 2 parts with commas between"),
    ("replay text cut in an action", f"{DECK},{ACTIONS[:-1]},0".encode(), "the actions end in the middle of one"),
    ("replay text with a wrong card", GAME.replace("415v", "415a").encode(), "missing: purple2; too many: red1"),
    ("replay text with a bad letter", GAME.replace("415v", "415é").encode(), "'é', character 4 of the cards"),
    ("replay text of no variant", f"{DECK},{ACTIONS},9999".encode(), "hanab.live has no variant with the number 9999"),
    ("replay text after the end", f"{DECK},{ACTIONS}ab,0".encode(), "actions[53] (turn 54): the game is over"),
    (
        "number of a game",
        b"https://hanab.live/replay/123",
        "only the number of a game; open the game, and type /copy in its chat for",
    ),
    (
        "another site",
        b"https://example.org/replay-json/?x=1",
        "is not a replay text of hanab.live; allowed: deck, actions",
    ),
    ("text without deck", b"hanabi; players 2", "deck is missing"),
    ("text of a bad part", f"{TEXT}; speed 3".encode(), "'speed 3' is not understood; allowed: players"),
    ("text of a bad action", f"{TEXT}; actions jump b2".encode(), "'jump b2' is not an action; allowed: play CARD"),
    ("text of no variant", f"{TEXT}; variant Rainbow (5 Suits)".encode(), "a variant has a name or suits of one's own"),
    ("text of half gains", b"hanabi; players 2; half gains; deck a1", "go with suits of one's own"),
]
"""Each is one defect, and so one line."""
