"""Tasks that are not valid, in an instance that is otherwise: name, bytes of the file, and a word of the message."""

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


def task(**fields: Any) -> bytes:  # noqa: ANN401
    made = {"kind": "tricks", "owner": 1, "exactly": 1, **fields}
    if made["exactly"] is None:
        del made["exactly"]
    return changed(tasks=[made])


MEMBER = {"kind": "tricks", "at_least": 1}


def group(of: Any = None) -> bytes:  # noqa: ANN401
    """A task of members; None: without the list of them."""
    return changed(tasks=[{"kind": "all", "owner": 1, **({} if of is None else {"of": of})}])


TASKS: list[tuple[str, bytes, str]] = [
    ("tasks an object", changed(tasks={"kind": "tricks"}), "tasks: must be a list of tasks"),
    ("task a text", changed(tasks=["tricks"]), "tasks[0] (task 1): must be an object with owner and kind"),
    ("task null", changed(tasks=[None]), "not null"),
    (
        "task empty",
        changed(tasks=[{}]),
        "tasks[0].kind (task 1): missing; allowed: cards, tricks, leads, row, win_trick, last_of, all, any",
    ),
    (
        "task of no kind",
        task(kind="lead"),
        "the string 'lead' is not a kind of task; did you mean leads? allowed: cards, tricks, leads, row, ",
    ),
    ("task of kind 3", task(kind=3), "the number 3 is not a kind of task"),
    ("task without owner", changed(tasks=[{"kind": "tricks", "exactly": 1}]), "tasks[0].owner (task 1): missing"),
    (
        "task owner a word",
        task(owner="team"),
        "owner (task 1): the string 'team' is not a valid owner; allowed: 1, 2, …",
    ),
    ("task owner true", task(owner=True), 'true is not a valid owner; allowed: 1, 2, …, "crew", "everybody", or null'),
    ("task owner too large", task(owner=4), "tasks[0].owner (task 1): there is no player 4; allowed: 1 to 3"),
    ("task owner 0", task(owner=0), "owner (task 1): the number 0 is not a valid owner"),
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
    ("last of missing", changed(tasks=[{"kind": "last_of", "owner": 1}]), "tasks[0].cards (task 1): missing"),
    (
        "last of a card nobody holds",
        changed(tasks=[{"kind": "last_of", "owner": 1, "cards": ["pink5"]}]),
        "cards[0] (task 1): nobody holds pink5",
    ),
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
    ("always without comparison", task(judged="always"), "judged 'always' applies only with `compared_with`"),
    ("reached by a difference", task(judged="when_reached", compared_with=2), "does not apply with `compared_with`"),
    (
        "compared with himself",
        task(compared_with=1),
        "compared_with (task 1): player 1 cannot be compared with himself",
    ),
    ("compared with player 4", task(compared_with=4), "compared_with (task 1): there is no player 4; allowed: 1 to 3"),
    ("compared with player 0", task(compared_with=0), 'allowed: "leader", "others", or a player'),
    ("compared with a word", task(compared_with="captain"), "the string 'captain' is not valid; allowed: \"leader\""),
    ("tricks compared with cards", task(compared_with=["pink4"]), 'a list is not valid; allowed: "leader", "others"'),
    ("the crew compared", task(owner="crew", compared_with="others"), "the crew cannot be compared with players"),
    (
        "cards of the crew compared",
        task(owner="crew", kind="cards", cards=["pink4"], compared_with=2),
        "compared_with (task 1): the crew cannot be compared with players; allowed: a list of other cards",
    ),
    (
        "cards compared with a card twice",
        task(kind="cards", cards=["pink4"], compared_with=["blue2", "blue2"]),
        "compared_with[1] (task 1): blue2 is listed already",
    ),
    (
        "cards compared with no card",
        task(kind="cards", cards=["pink4"], compared_with=["blue9"]),
        "compared_with[0] (task 1): nobody holds blue9",
    ),
    (
        "cards compared with a bad card",
        task(kind="cards", cards=["pink4"], compared_with=["blue"]),
        "compared_with[0] (task 1): 'blue' is not a valid card",
    ),
    ("row of the crew", task(owner="crew", kind="row"), "the crew has no tricks in a row"),
    ("row bound negative", task(kind="row", exactly=-1), "exactly (task 1): must be at least 0, not -1"),
    ("row with numbers", task(kind="row", numbers=[1]), "tasks[0].numbers (task 1): unknown key"),
    ("leads without bound", task(kind="leads", exactly=None), "exactly one of exactly, at_least, at_most is required"),
    ("leads a card twice", task(kind="leads", cards=["pink4", "pink4"]), "cards[1] (task 1): pink4 is listed already"),
    ("leads compared", task(kind="leads", compared_with=2), "tasks[0].compared_with (task 1): unknown key"),
    ("numbers a number", task(numbers=1), "numbers (task 1): must be a list"),
    ("numbers with 0", task(numbers=[0]), "numbers[0] (task 1): the number 0 is not a valid trick; allowed: 1, 2, …"),
    ("numbers with a word", task(numbers=[1, "first"]), "numbers[1] (task 1): the string 'first' is not a valid trick"),
    ("numbers twice", task(numbers=[2, 1, 2]), "numbers (task 1): trick 2 is listed already"),
    ("numbers with last twice", task(numbers=["last", "last"]), "numbers (task 1): trick last is listed already"),
    ("won with no card", task(won_with=["pink5"]), "won_with[0] (task 1): nobody holds pink5"),
    ("won with a card twice", task(won_with=["pink4", "pink4"]), "won_with[1] (task 1): pink4 is listed already"),
    ("beating a text", task(beating="pink4"), "beating (task 1): must be a list"),
    ("beating a bad card", task(beating=["pink4", 7]), "beating[1] (task 1): the number 7 is not a valid card"),
    ("only a card twice", task(only=["pink4", "pink4"]), "only[1] (task 1): pink4 is listed already"),
    ("total without bound", task(total={}), "total (task 1): at_least, at_most, or both are required"),
    ("total a number", task(total=7), "total (task 1): must be an object"),
    ("total negative", task(total={"at_least": -1}), "total.at_least (task 1): must be at least 0, not -1"),
    (
        "total unknown key",
        task(total={"least": 1}),
        "total.least (task 1): unknown key; did you mean at_least? allowed: at_least, at_most",
    ),
    ("as many of one list", task(as_many=[["pink4"]]), "as_many"),
    ("as many of three lists", task(as_many=[["pink4"], ["blue2"], []]), "as_many"),
    (
        "as many twice",
        task(as_many=[["pink4", "blue2"], ["blue2"]]),
        "as_many[1][0] (task 1): blue2 is in the other list",
    ),
    ("as many no card", task(as_many=[["pink4"], ["blue9"]]), "as_many[1][0] (task 1): nobody holds blue9"),
    ("led with no card", task(led=["pink5"]), "led[0] (task 1): nobody holds pink5"),
    ("each of no list", task(each_of=[]), "each_of (task 1): must not be empty"),
    ("each of a text", task(each_of="pink4"), "each_of (task 1): must be a list"),
    ("each of texts", task(each_of=["pink4"]), "each_of[0] (task 1): this must be a list of cards"),
    ("each of no card", task(each_of=[["pink4"], ["blue9"]]), "each_of[1][0] (task 1): nobody holds blue9"),
    ("each of a card twice", task(each_of=[["pink4", "pink4"]]), "each_of[0][1] (task 1): pink4 is listed already"),
    ("all without members", group(), "of (task 1): missing"),
    ("all of nothing", group([]), "of (task 1): must not be empty"),
    ("all of a text", group("tricks"), "of (task 1): must be a list"),
    ("all of texts", group(["tricks"]), "of[0] (task 1): must be an object with kind, not the string"),
    ("all of no kind", group([{}]), "of[0].kind (task 1): missing; allowed: cards, tricks, leads, row, win_trick"),
    (
        "all in all",
        group([{"kind": "all", "of": []}]),
        "'all' is not a kind of task; allowed: cards, tricks, leads, row",
    ),
    ("any in all", group([{"kind": "any", "of": []}]), "of[0].kind (task 1): the string 'any' is not a kind of task"),
    ("owner of a member", group([{**MEMBER, "owner": 1}]), "of[0].owner (task 1): not allowed: the members of a task"),
    ("id of a member", group([{**MEMBER, "id": "x"}]), "of[0].id (task 1): not allowed: the members of a task"),
    (
        "bound of a member",
        group([MEMBER, {"kind": "tricks"}]),
        "of[1] (task 1): exactly one of exactly, at_least, at_most",
    ),
    ("all with a bound", changed(tasks=[{"kind": "all", "owner": 1, "of": [MEMBER], "at_least": 1}]), "unknown key"),
    (
        "member compared with the owner",
        group([{"kind": "tricks", "at_least": 1, "compared_with": 1}]),
        "of[0].compared_with (task 1): player 1 cannot be compared with himself",
    ),
    (
        "member with a card twice",
        group([{"kind": "cards", "cards": ["pink4", "pink4"], "at_least": 1}]),
        "of[0].cards[1] (task 1): pink4 is listed already",
    ),
    ("many empty tasks", changed(tasks=[{}] * 90_000), "tasks[0].kind (task 1): missing"),
    ("many bad cards of a task", task(kind="cards", cards=[1] * 200_000), "the number 1 is not a valid card"),
]
