"""Inputs that are not instances: name, bytes of the file, and a word the message must contain."""

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


def task(**fields: Any) -> bytes:  # noqa: ANN401
    made = {"kind": "tricks", "owner": 1, "exactly": 1, **fields}
    if made["exactly"] is None:
        del made["exactly"]
    return changed(tasks=[made])


def position(**fields: Any) -> bytes:  # noqa: ANN401
    return changed(**{"played": [["a1", "a2", "a3"]], **fields})


def without(key: str) -> bytes:
    return json.dumps({k: v for k, v in GOOD.items() if k != key}).encode()


def raw(text: str) -> bytes:
    """The good instance with a piece of JSON text added as one more field."""
    return (json.dumps(GOOD)[:-1] + ", " + text + "}").encode()


SYNTAX: list[tuple[str, bytes, str]] = [
    ("empty", b"", "is empty; allowed: an instance, JSON or text"),
    ("blank", b" \n\t ", "is empty; allowed: an instance, JSON or text"),
    ("a word", b"hello", "column 1: 'hello' is not a valid card"),
    ("cut off", json.dumps(GOOD).encode()[:-5], "invalid JSON"),
    ("trailing comma", b'{"game": "crew",}', "column"),
    ("two objects", json.dumps(GOOD).encode() * 2, "Extra data"),
    ("single quotes", b"{'game': 'crew'}", "invalid JSON"),
    ("comment", b'{"game": "crew" /* hi */}', "invalid JSON"),
    ("open text", b'{"game": "cre', "invalid JSON"),
    ("raw newline in text", b'{"game": "cr\new"}', "control character"),
    ("bad escape", b'{"game": "cr\\xew"}', "escape"),
    ("plus sign", b'{"leader": +1}', "invalid JSON"),
    ("leading zero", b'{"leader": 01}', "invalid JSON"),
    ("hexadecimal", b'{"leader": 0x1}', "invalid JSON"),
    ("NUL byte", b'{"game": "crew"}\x00', "invalid JSON"),
    ("NUL in text", b'{"game": "cr\x00ew"}', "control character"),
    ("byte-order mark", b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "byte-order mark"),
    ("UTF-16", json.dumps(GOOD).encode("utf-16"), "UTF-16"),
    ("UTF-32", json.dumps(GOOD).encode("utf-32-le"), "invalid JSON"),
    ("Latin-1", '{"game": "crew", "about": {"name": "José"}}'.encode("latin-1"), "not valid UTF-8"),
    ("overlong UTF-8", b'{"game": "\xc0\xaf"}', "not valid UTF-8"),
    ("surrogate in UTF-8", b'{"game": "\xed\xa0\x80"}', "not valid UTF-8"),
    ("lone surrogate escape", raw('"about": {"a": "\\ud800"}'), "surrogate"),
    ("lone surrogate key", raw('"about": {"\\udc00": 1}'), "surrogate"),
    ("binary", bytes(range(256)), "not valid UTF-8"),
    ("gzip", b"\x1f\x8b\x08\x00\x00\x00\x00\x00", "not valid UTF-8"),
    ("deep lists", b"[" * 100_000, "nested too deeply"),
    ("deep closed lists", b"[" * 900 + b"]" * 900, "nested too deeply"),
    ("deep objects", b'{"a":' * 5_000 + b"1" + b"}" * 5_000, "nested too deeply"),
    ("deep about", raw('"about": ' + '{"a":' * 70 + "1" + "}" * 70), "nested too deeply"),
    ("duplicate key", raw('"leader": 2'), "duplicate key"),
    ("duplicate key inside", raw('"about": {"a": 1, "a": 2}'), "about.a"),
    ("duplicate key in an objective", raw('"x": [{"card": 1, "card": 2}]'), "x[0].card"),
    ("NaN", raw('"about": {"x": NaN}'), "about.x: NaN"),
    ("Infinity", raw('"about": {"x": [1, Infinity]}'), "about.x[1]"),
    ("minus infinity", raw('"about": -Infinity'), "-Infinity"),
    ("huge float", raw('"about": {"x": 1e999}'), "1e999"),
    ("huge integer", raw('"about": {"x": ' + "9" * 31 + "}"), "31 digits"),
    ("a million digits", raw('"about": {"x": ' + "9" * 1_000_000 + "}"), "1000000 digits"),
    ("list at the top", b"[1, 2]", "a list"),
    ("text at the top", b'"crew"', "column 1: '\"crew\"' is not a valid card"),
    ("number at the top", b"42", "column 1: '42' is not a valid card"),
    ("true at the top", b"true", "column 1: 'true' is not a valid card"),
    ("null at the top", b"null", "column 1: 'null' is not a valid card"),
    ("empty object", b"{}", "game: missing"),
]

FIELDS: list[tuple[str, bytes, str]] = [
    ("no game", without("game"), "game: missing"),
    ("unknown game", changed(game="bridge"), "'bridge' is not supported; allowed: crew"),
    ("game of another type", changed(game=["crew"]), "is not supported"),
    ("game in capitals", changed(game="Crew"), "is not supported"),
    ("unknown format", changed(format=2), "format: the number 2 is not supported; allowed: 1"),
    ("format as text", changed(format="1"), "format"),
    ("unknown key", changed(player=3), "player: unknown key; allowed: format, game, rules, hands"),
    ("key with control characters", changed(**{"\x1b[31m\u202e": 1}), "\\x1b[31m\\u202e"),
    ("empty key", changed(**{"": 1}), "unknown key"),
    ("no hands", without("hands"), "hands: missing"),
    ("hands null", changed(hands=None), "must be a list of hands"),
    ("hands an object", changed(hands={"1": ["a1"]}), "must be a list of hands"),
    ("hands a text", changed(hands="pink9"), "must be a list of hands"),
    ("no players", changed(hands=[], objectives=[]), "at least one player"),
    ("hand a text", changed(hands=["pink9", ["a1"]]), "hands[0] (player 1): a hand must be a list"),
    ("hand null", changed(hands=[["a1"], None]), "hands[1] (player 2)"),
    ("hand a number", changed(hands=[["a1"], 3]), "hands[1] (player 2)"),
    ("hand an object", changed(hands=[["a1"], {}]), "hands[1] (player 2)"),
    ("card null", changed(hands=[["a1", None]]), "hands[0][1] (player 1, card 2): null is not a valid card"),
    ("card true", changed(hands=[["a1", True]]), "true is not a valid card"),
    ("card a number", changed(hands=[["a1", 7]]), "the number 7 is not a valid card"),
    ("card an object", changed(hands=[["a1", {"suit": "a", "value": 1}]]), "an object is not a valid card"),
    ("card empty", changed(hands=[["a1", ""]]), "'' is not a valid card"),
    ("card without value", changed(hands=[["a1", "pink"]]), "its value is missing"),
    ("card without suit", changed(hands=[["a1", "9"]]), "'9' is not a valid card"),
    ("card value 0", changed(hands=[["a1", "pink0"]]), "values start at 1"),
    ("card leading zero", changed(hands=[["a1", "pink09"]]), "no leading zeros"),
    ("card value too large", changed(hands=[["a1", "pink1234567890"]]), "largest value is 999999999"),
    ("card digits without colon", changed(hands=[["a1", "37"]]), "with a colon after a digit"),
    ("card two colons", changed(hands=[["a1", "a:b:1"]]), "is not a valid card"),
    ("card with a blank", changed(hands=[["a1", "pink 9"]]), "is not a valid card"),
    ("card with a newline", changed(hands=[["a1", "pink9\n"]]), "'pink9\\n' is not a valid card"),
    ("card negative", changed(hands=[["a1", "pink-9x"]]), "is not a valid card"),
    ("card with an escape sequence", changed(hands=[["a1", "\x1b[2Jpink9"]]), "\\x1b[2Jpink9"),
    ("card Arabic digits", changed(hands=[["a1", "pink٣"]]), "is not a valid card"),
    ("card very long", changed(hands=[["a1", "x" * 100_000]]), "…' is not a valid card"),
    ("pair too short", changed(hands=[["a1", [1]]]), "not 1"),
    ("pair too long", changed(hands=[["a1", [1, "a", 2]]]), "not 3"),
    ("pair the wrong way", changed(hands=[["a1", ["pink", 9]]]), "the string 'pink'"),
    ("pair with a fraction", changed(hands=[["a1", [1.5, "pink"]]]), "1.5"),
    ("pair with value 0", changed(hands=[["a1", [0, "pink"]]]), "1 to 999999999"),
    ("pair with true", changed(hands=[["a1", [True, "pink"]]]), "true"),
    ("pair with a negative suit", changed(hands=[["a1", [1, -3]]]), "is not a valid suit"),
    ("pair with an empty suit", changed(hands=[["a1", [1, ""]]]), "is not a valid suit"),
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
    ("trump a list", changed(trump=["pink"]), "trump: a list is not a valid suit"),
    ("trump empty", changed(trump=""), "trump: '' is not a valid suit"),
    ("trump with a blank", changed(trump="pi nk"), "is not a valid suit"),
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
    (
        "objective with a bad card",
        objective(card="pink"),
        "objectives[0].card (objective 1): 'pink' is not a valid card",
    ),
    ("objective nobody holds", objective(card="pink7"), "nobody holds pink7"),
    ("objective on a card twice", objective(card="blue5"), "objectives[0] is on blue5 already"),
    ("format true", changed(format=True), "format: must be a whole number"),
    ("format a fraction", changed(format=1.0), "format: must be a whole number"),
    ("card of many digits", changed(hands=[["a1", "x" + "1" * 100_000 + "!"]]), "…' is not a valid card"),
    ("suit of many digits twice", changed(hands=[["a1", "a" + "1" * 5_000 + ":5"]], trump="b"), "suit 'b'"),
    ("hands of hands of nothing", changed(hands=[[]] * 90_000, leader="x"), "leader: must be a whole number"),
    ("many empty objectives", changed(objectives=[{}] * 100_000), "objectives[0].card (objective 1): missing"),
    ("many empty texts", changed(hands=[[""] * 500_000]), "'' is not a valid card"),
    ("deep notes and a bad leader", changed(about={"x": [[]] * 150_000}, leader="x"), "leader: must be"),
    ("about with a number of 31 digits", raw('"about": {"x": ' + "1" * 31 + "}"), "about.x: a number of 31 digits"),
    ("id with an escape sequence in a circle", objective(id="\x1b[31mred", after=["\x1b[31mred"]), "'\\x1b[31mred'"),
    ("long token", objective(token=">" * 100_000), "token '>>>"),
    ("objective unknown key", objective(value=3), "objectives[0].value (objective 1): unknown key"),
    ("assignment unknown", changed(assignment="auction"), "allowed: 'any', 'draft', 'balanced', 'one_player'"),
    ("assignment null", changed(assignment=None), "assignment: null is not supported"),
    ("tasks an object", changed(tasks={"kind": "tricks"}), "tasks: must be a list of tasks"),
    ("task a text", changed(tasks=["tricks"]), "tasks[0] (task 1): must be an object with owner and kind"),
    ("task null", changed(tasks=[None]), "not null"),
    ("task empty", changed(tasks=[{}]), "tasks[0].kind (task 1): missing; allowed: cards, tricks, win_trick"),
    (
        "task of no kind",
        task(kind="lead"),
        "the string 'lead' is not a kind of task; allowed: cards, tricks, win_trick",
    ),
    ("task of kind 3", task(kind=3), "the number 3 is not a kind of task"),
    ("task without owner", changed(tasks=[{"kind": "tricks", "exactly": 1}]), "tasks[0].owner (task 1): missing"),
    ("task owner null", task(owner=None), "owner (task 1): must be a whole number"),
    ("task owner too large", task(owner=4), "tasks[0].owner (task 1): there is no player 4; allowed: 1 to 3"),
    ("task owner 0", task(owner=0), "owner (task 1): must be at least 1"),
    ("task unknown key", task(value=3), "tasks[0].value (task 1): unknown key; allowed: owner, kind, id, exactly"),
    ("task without bound", task(exactly=None), "exactly one of exactly, at_least, at_most is required"),
    ("task with two bounds", task(at_most=2), "exactly one of exactly, at_least, at_most is required"),
    ("task bound negative", task(exactly=-1), "exactly (task 1): must be at least 0"),
    ("task bound true", task(exactly=True), "exactly (task 1): must be a whole number"),
    ("task bound a text", task(exactly="1"), "exactly (task 1): must be a whole number"),
    ("task bound a fraction", task(exactly=1.0), "exactly (task 1): must be a whole number"),
    ("task bound of 31 digits", task(exactly=10**30), "31 digits is not allowed"),
    ("task judged unknown", task(judged="never"), "judged (task 1): the string 'never' is not supported"),
    ("task judged too early", task(exactly=None, at_most=1, judged="when_reached"), "applies only to `exactly`"),
    ("task id empty", task(id=""), "id (task 1): must not be empty"),
    ("task id of an objective", task(id="pink4"), "id 'pink4' is used already by objectives[0]"),
    ("task cards missing", task(kind="cards"), "tasks[0].cards (task 1): missing"),
    ("task cards a text", task(kind="cards", cards="pink4"), "tasks[0].cards (task 1): this must be a list of cards"),
    ("task card bad", task(kind="cards", cards=["pink4", "x"]), "tasks[0].cards[1] (task 1): 'x' is not a valid card"),
    ("task card twice", task(kind="cards", cards=["pink4", [4, "pink"]]), "cards[1] (task 1): pink4 is listed already"),
    ("task card nobody holds", task(kind="cards", cards=["pink5"]), "cards[0] (task 1): nobody holds pink5"),
    ("tricks task with cards", task(cards=["pink4"]), "tasks[0].cards (task 1): unknown key"),
    ("trick 0", changed(tasks=[{"kind": "win_trick", "owner": 1, "trick": 0}]), 'allowed: 1, 2, …, or "last"'),
    (
        "trick first",
        changed(tasks=[{"kind": "win_trick", "owner": 1, "trick": "first"}]),
        "'first' is not a valid trick",
    ),
    ("trick true", changed(tasks=[{"kind": "win_trick", "owner": 1, "trick": True}]), "true is not a valid trick"),
    ("trick missing", changed(tasks=[{"kind": "win_trick", "owner": 1}]), "tasks[0].trick (task 1): missing"),
    (
        "task ids twice",
        changed(tasks=[{"kind": "tricks", "owner": 1, "exactly": 1, "id": "x"}] * 2),
        "tasks[1].id (task 2): id 'x' is used already by tasks[0]",
    ),
    ("many empty tasks", changed(tasks=[{}] * 90_000), "tasks[0].kind (task 1): missing"),
    ("many bad cards of a task", task(kind="cards", cards=[1] * 200_000), "the number 1 is not a valid card"),
    ("played a text", changed(played="pink9"), "played: must be a list of tricks"),
    ("played an object", changed(played={}), "played: must be a list of tricks"),
    ("played a list of cards", changed(played=["pink9"]), "played[0] (trick 1): a trick must be a list of cards"),
    ("played bad card", changed(played=[["pink"]]), "played[0][0] (trick 1, card 1): 'pink' is not a valid card"),
    (
        "played card held",
        changed(played=[["pink9"]]),
        "played[0][0] (trick 1, card 1): pink9 is still held: hands[0][0]",
    ),
    ("played card twice", changed(played=[["a1", "a1"]]), "played[0][1] (trick 1, card 2): a1 is played already"),
    ("played without leader", position(leader=None), "leader: must name who led the first trick"),
    ("played too many cards", position(played=[["a1", "a2", "a3", "a4"]]), "a trick has 3 cards, not 4"),
    ("played too few cards", position(played=[["a1", "a2"], ["b1", "b2", "b3"]]), "played[0] (trick 1): a trick has 3"),
    ("played nothing in between", position(played=[[], ["a1"]]), "played[0] (trick 1): a trick has 3 cards, not 0"),
    (
        "played a revoke",
        position(played=[["pink3", "a2", "a3"]]),
        "played[0][1] (trick 1, card 2): player 2 had to follow suit pink",
    ),
    (
        "played a revoke seen later",
        position(played=[["c1", "a2", "a3"], ["b1", "c3", "b3"]]),
        "played[0][1] (trick 1, card 2): player 2 had to follow suit c",
    ),
    (
        "played too long",
        changed(hands=[["pink4"], [], ["blue5"]], played=[["a1", "a2", "a3"], ["b1"]], leader=1),
        "played[1] (trick 2): player 2 has no card left",
    ),
    ("played, trump nobody was dealt", position(trump="z"), "nobody holds a card of suit 'z'"),
    ("owner 0", objective(owner=0), "owner (objective 1): must be at least 1"),
    ("owner too large", objective(owner=4), "there is no player 4; allowed: 1 to 3"),
    ("owner a text", objective(owner="1"), "owner (objective 1): must be a whole number"),
    ("owner a list", objective(owner=[1]), "owner (objective 1): must be a whole number"),
    ("id a number", objective(id=3), "id (objective 1): must be a string"),
    ("id empty", objective(id=""), "id (objective 1): must not be empty"),
    ("id twice", objective(id="blue5"), "id 'blue5' is used already by objectives[0]"),
    ("token a number", objective(token=1), "token (objective 1): must be a string"),
    ("token 0", objective(token="0"), "'0' is not a valid order token"),
    ("token with a leading zero", objective(token="01"), "is not a valid order token"),
    ("token unknown", objective(token="last"), "'last' is not a valid order token; allowed: 1, 2, …, omega"),
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
    ("after numbers", objective(after=[1]), "after[0] (objective 1): the number 1 is not a valid id"),
    ("after unknown", objective(after=["blue6"]), "no objective has the id 'blue6'"),
    ("before unknown", objective(before=["blue5", "x"]), "before[1] (objective 1): no objective has the id 'x'"),
    ("after itself", objective(after=["pink4"]), "the order is cyclic"),
    ("after and before", objective(after=["blue5"], before=["blue5"]), "the order is cyclic"),
    (
        "tokens against pairs",
        changed(
            objectives=[
                {"card": "pink4", "owner": 1, "token": "omega"},
                {"card": "blue5", "owner": 2, "after": ["pink4"]},
            ]
        ),
        "the order is cyclic",
    ),
]

BAD = [*SYNTAX, *FIELDS]
