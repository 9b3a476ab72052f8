"""Inputs that are no instances: name, bytes of the file, and a word the message must contain."""

from __future__ import annotations

import json
from typing import Any

GOOD: dict[str, Any] = {
    "game": "crew",
    "hands": [["pink9", "blue2"], ["pink2", "blue5"], ["pink4", "green1"]],
    "leader": 1,
    "objectives": [{"card": "pink4", "owner": 1}, {"card": "blue5", "owner": 2}],
}


def changed(**fields: Any) -> bytes:  # noqa: ANN401 - any JSON
    return json.dumps({**GOOD, **fields}).encode()


def objective(**fields: Any) -> bytes:  # noqa: ANN401
    return changed(objectives=[{"card": "pink4", "owner": 1, **fields}, {"card": "blue5", "owner": 2}])


def without(key: str) -> bytes:
    return json.dumps({k: v for k, v in GOOD.items() if k != key}).encode()


def raw(text: str) -> bytes:
    """The good instance with a piece of JSON text added as one more field."""
    return (json.dumps(GOOD)[:-1] + ", " + text + "}").encode()


SYNTAX: list[tuple[str, bytes, str]] = [
    ("empty", b"", "no JSON"),
    ("blank", b" \n\t ", "no JSON"),
    ("a word", b"hello", "line 1"),
    ("cut off", json.dumps(GOOD).encode()[:-5], "no JSON"),
    ("trailing comma", b'{"game": "crew",}', "column"),
    ("two objects", json.dumps(GOOD).encode() * 2, "Extra data"),
    ("single quotes", b"{'game': 'crew'}", "no JSON"),
    ("comment", b'{"game": "crew" /* hi */}', "no JSON"),
    ("open text", b'{"game": "cre', "no JSON"),
    ("raw newline in text", b'{"game": "cr\new"}', "control character"),
    ("bad escape", b'{"game": "cr\\xew"}', "escape"),
    ("plus sign", b'{"leader": +1}', "no JSON"),
    ("leading zero", b'{"leader": 01}', "no JSON"),
    ("hexadecimal", b'{"leader": 0x1}', "no JSON"),
    ("NUL byte", b'{"game": "crew"}\x00', "no JSON"),
    ("NUL in text", b'{"game": "cr\x00ew"}', "control character"),
    ("byte-order mark", b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "byte-order mark"),
    ("UTF-16", json.dumps(GOOD).encode("utf-16"), "UTF-16"),
    ("UTF-32", json.dumps(GOOD).encode("utf-32-le"), "no JSON"),
    ("Latin-1", '{"game": "crew", "about": {"name": "José"}}'.encode("latin-1"), "no UTF-8"),
    ("overlong UTF-8", b'{"game": "\xc0\xaf"}', "no UTF-8"),
    ("surrogate in UTF-8", b'{"game": "\xed\xa0\x80"}', "no UTF-8"),
    ("lone surrogate escape", raw('"about": {"a": "\\ud800"}'), "surrogate"),
    ("lone surrogate key", raw('"about": {"\\udc00": 1}'), "surrogate"),
    ("binary", bytes(range(256)), "no UTF-8"),
    ("gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00", "no UTF-8"),
    ("deep lists", b"[" * 100_000, "nested too deeply"),
    ("deep closed lists", b"[" * 900 + b"]" * 900, "nested too deeply"),
    ("deep objects", b'{"a":' * 5_000 + b"1" + b"}" * 5_000, "nested too deeply"),
    ("deep about", raw('"about": ' + '{"a":' * 70 + "1" + "}" * 70), "nested too deeply"),
    ("duplicate key", raw('"leader": 2'), "written twice"),
    ("duplicate key inside", raw('"about": {"a": 1, "a": 2}'), "about.a"),
    ("duplicate key in an objective", raw('"x": [{"card": 1, "card": 2}]'), "x[0].card"),
    ("NaN", raw('"about": {"x": NaN}'), "about.x: NaN"),
    ("Infinity", raw('"about": {"x": [1, Infinity]}'), "about.x[1]"),
    ("minus infinity", raw('"about": -Infinity'), "-Infinity"),
    ("huge float", raw('"about": {"x": 1e999}'), "1e999"),
    ("huge integer", raw('"about": {"x": ' + "9" * 31 + "}"), "31 digits"),
    ("a million digits", raw('"about": {"x": ' + "9" * 1_000_000 + "}"), "1000000 digits"),
    ("list at the top", b"[1, 2]", "a list"),
    ("text at the top", b'"crew"', "a text"),
    ("number at the top", b"42", "a number"),
    ("true at the top", b"true", "a truth value"),
    ("null at the top", b"null", "null"),
    ("empty object", b"{}", "game: missing"),
]

FIELDS: list[tuple[str, bytes, str]] = [
    ("no game", without("game"), "game: missing"),
    ("unknown game", changed(game="bridge"), "'bridge' is not supported; allowed: crew"),
    ("game of another type", changed(game=["crew"]), "is not supported"),
    ("game in capitals", changed(game="Crew"), "is not supported"),
    ("unknown format", changed(format=2), "format: the number 2 is not supported; allowed: 1"),
    ("format as text", changed(format="1"), "format"),
    ("unknown key", changed(player=3), "player: unknown key; allowed: format, game, hands"),
    ("key with control characters", changed(**{"\x1b[31m\u202e": 1}), "\\x1b[31m\\u202e"),
    ("empty key", changed(**{"": 1}), "unknown key"),
    ("later key", changed(tasks=[]), "tasks: not decided by this version"),
    ("no hands", without("hands"), "hands: missing"),
    ("hands null", changed(hands=None), "must be a list of hands"),
    ("hands an object", changed(hands={"1": ["a1"]}), "must be a list of hands"),
    ("hands a text", changed(hands="pink9"), "must be a list of hands"),
    ("no players", changed(hands=[], objectives=[]), "at least one player"),
    ("hand a text", changed(hands=["pink9", ["a1"]]), "hands[0] (player 1): a hand must be a list"),
    ("hand null", changed(hands=[["a1"], None]), "hands[1] (player 2)"),
    ("hand a number", changed(hands=[["a1"], 3]), "hands[1] (player 2)"),
    ("hand an object", changed(hands=[["a1"], {}]), "hands[1] (player 2)"),
    ("card null", changed(hands=[["a1", None]]), "hands[0][1] (player 1, card 2): null is no card"),
    ("card true", changed(hands=[["a1", True]]), "true is no card"),
    ("card a number", changed(hands=[["a1", 7]]), "the number 7 is no card"),
    ("card an object", changed(hands=[["a1", {"suit": "a", "value": 1}]]), "an object is no card"),
    ("card empty", changed(hands=[["a1", ""]]), "'' is no card"),
    ("card without value", changed(hands=[["a1", "pink"]]), "its value is missing"),
    ("card without suit", changed(hands=[["a1", "9"]]), "'9' is no card"),
    ("card value 0", changed(hands=[["a1", "pink0"]]), "values start at 1"),
    ("card leading zero", changed(hands=[["a1", "pink09"]]), "no leading zeros"),
    ("card value too large", changed(hands=[["a1", "pink1234567890"]]), "largest value is 999999999"),
    ("card digits without colon", changed(hands=[["a1", "37"]]), "with a colon after a digit"),
    ("card two colons", changed(hands=[["a1", "a:b:1"]]), "is no card"),
    ("card with a blank", changed(hands=[["a1", "pink 9"]]), "is no card"),
    ("card with a newline", changed(hands=[["a1", "pink9\n"]]), "'pink9\\n' is no card"),
    ("card negative", changed(hands=[["a1", "pink-9x"]]), "is no card"),
    ("card with an escape sequence", changed(hands=[["a1", "\x1b[2Jpink9"]]), "\\x1b[2Jpink9"),
    ("card Arabic digits", changed(hands=[["a1", "pink٣"]]), "is no card"),
    ("card very long", changed(hands=[["a1", "x" * 100_000]]), "…' is no card"),
    ("pair too short", changed(hands=[["a1", [1]]]), "not 1"),
    ("pair too long", changed(hands=[["a1", [1, "a", 2]]]), "not 3"),
    ("pair the wrong way", changed(hands=[["a1", ["pink", 9]]]), "the text 'pink'"),
    ("pair with a fraction", changed(hands=[["a1", [1.5, "pink"]]]), "1.5"),
    ("pair with value 0", changed(hands=[["a1", [0, "pink"]]]), "1 to 999999999"),
    ("pair with true", changed(hands=[["a1", [True, "pink"]]]), "true"),
    ("pair with a negative suit", changed(hands=[["a1", [1, -3]]]), "is no suit"),
    ("pair with an empty suit", changed(hands=[["a1", [1, ""]]]), "is no suit"),
    (
        "card twice",
        changed(hands=[["pink4", "blue5"], ["pink4"]]),
        "hands[1][0] (player 2, card 1): pink4 is dealt already",
    ),
    ("card twice in a hand", changed(hands=[["pink4", "blue5", "pink4"]]), "hands[0][0] (player 1, card 1)"),
    ("card twice in two forms", changed(hands=[["pink4", "blue5"], [[4, "pink"]]]), "dealt already"),
    ("leader 0", changed(leader=0), "leader: must be at least 1"),
    ("leader negative", changed(leader=-1), "leader"),
    ("leader too large", changed(leader=4), "there is no player 4; allowed: 1 to 3"),
    ("leader huge", changed(leader=10**25), "there is no player"),
    ("leader a text", changed(leader="1"), "leader: must be a whole number"),
    ("leader a fraction", changed(leader=1.0), "leader: must be a whole number"),
    ("leader true", changed(leader=True), "leader: must be a whole number"),
    ("trump nobody holds", changed(trump="rocket"), "nobody holds a card of suit 'rocket'"),
    ("trump a list", changed(trump=["pink"]), "trump: a list is no suit"),
    ("trump empty", changed(trump=""), "trump: '' is no suit"),
    ("trump with a blank", changed(trump="pi nk"), "is no suit"),
    ("suits incomplete", changed(suits=["pink", "blue"]), "suit 'green' is held but not listed"),
    ("suits twice", changed(suits=["pink", "blue", "green", "blue"]), "suits[3]: suit 'blue' is listed twice"),
    ("suits a text", changed(suits="pink"), "suits: must be a list"),
    ("suits of nulls", changed(suits=[None]), "suits[0]"),
    ("same_trick unknown", changed(same_trick="allowed"), "allowed: 'in_order' or 'violates'"),
    ("same_trick null", changed(same_trick=None), "same_trick"),
    ("about a list", changed(about=[1]), "about: must be an object"),
    ("objectives an object", changed(objectives={"card": "pink4"}), "must be a list of objectives"),
    ("objectives null", changed(objectives=None), "must be a list of objectives"),
    ("objective a text", changed(objectives=["pink4"]), "objectives[0] (objective 1): must be an object"),
    ("objective empty", changed(objectives=[{}]), "objectives[0].card (objective 1): missing"),
    ("objective without card", changed(objectives=[{"owner": 1}]), "card (objective 1): missing"),
    ("objective without owner", changed(objectives=[{"card": "pink4"}]), "owner (objective 1): missing"),
    ("objective with a bad card", objective(card="pink"), "objectives[0].card (objective 1): 'pink' is no card"),
    ("objective nobody holds", objective(card="pink7"), "nobody holds pink7"),
    ("objective on a card twice", objective(card="blue5"), "objectives[0] is on blue5 already"),
    ("objective unknown key", objective(value=3), "objectives[0].value (objective 1): unknown key"),
    ("owner null", objective(owner=None), "null (the crew decides) is not decided by this version"),
    ("owner 0", objective(owner=0), "owner (objective 1): must be at least 1"),
    ("owner too large", objective(owner=4), "there is no player 4; allowed: 1 to 3"),
    ("owner a text", objective(owner="1"), "owner (objective 1): must be a whole number"),
    ("owner a list", objective(owner=[1]), "owner (objective 1): must be a whole number"),
    ("id a number", objective(id=3), "id (objective 1): must be a text"),
    ("id empty", objective(id=""), "id (objective 1): must not be empty"),
    ("id twice", objective(id="blue5"), "id 'blue5' is used already by objectives[0]"),
    ("token a number", objective(token=1), "token (objective 1): must be a text"),
    ("token 0", objective(token="0"), "'0' is no order token"),
    ("token with a leading zero", objective(token="01"), "no order token"),
    ("token unknown", objective(token="last"), "'last' is no order token; allowed: 1, 2, …, omega"),
    ("token gap", objective(token="2"), "token '2' without '1'"),
    ("token arrow gap", objective(token=">>"), "token '>>' without '>'"),
    (
        "token twice",
        changed(objectives=[{"card": c, "owner": 1, "token": "1"} for c in ("pink4", "blue5")]),
        "token '1' is used already",
    ),
    (
        "omega twice",
        changed(objectives=[{"card": c, "owner": 1, "token": "omega"} for c in ("pink4", "blue5")]),
        "token 'omega' is used already",
    ),
    ("after a text", objective(after="blue5"), "after (objective 1): must be a list"),
    ("after numbers", objective(after=[1]), "after[0] (objective 1): must be a text"),
    ("after unknown", objective(after=["blue6"]), "no objective has the id 'blue6'"),
    ("before unknown", objective(before=["blue5", "x"]), "before[1] (objective 1): no objective has the id 'x'"),
    ("after itself", objective(after=["pink4"]), "the order runs in a circle"),
    ("after and before", objective(after=["blue5"], before=["blue5"]), "the order runs in a circle"),
    (
        "tokens against pairs",
        changed(
            objectives=[
                {"card": "pink4", "owner": 1, "token": "omega"},
                {"card": "blue5", "owner": 2, "after": ["pink4"]},
            ]
        ),
        "the order runs in a circle",
    ),
]

BAD = [*SYNTAX, *FIELDS]
