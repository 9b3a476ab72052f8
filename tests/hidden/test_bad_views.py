"""Views that cannot be: each defect with its place and what is allowed, all of them at once."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.deals import RandomDeal
from crewsat.hidden.view import View, view_of
from tests.support.random_views import random_view

GOOD: dict[str, Any] = {
    "view": 1,
    "game": "crew",
    "players": 3,
    "me": 1,
    "hand": ["a4", "t1"],
    "sizes": [2, 1, 2],
    "leader": 1,
    "trump": "t",
    "deck": [f"{suit}{value}" for suit in "abt" for value in range(1, 5)],
    "objectives": [{"card": "a4", "owner": 3}],
    "played": [["a1", "a2", "a3"], ["b3", "b2", "b4"], ["b1"]],
    "signals": [
        {"player": 2, "card": "b4", "says": "highest", "before_trick": 1},
        {"player": 3, "card": "a3", "says": "only", "before_trick": 1},
    ],
}
"""Player 1 had a1,4 b2 t1, player 2 had a2 b1,4 and a trump, player 3 had a3 b3 and two trumps."""

DEALT = view_of(RandomDeal(players=4, objectives=2).with_seed(3).as_typed(), 1).as_dict()
"""Player 1's view of a deal of the whole deck, in which player 3 leads."""


def signal(**fields: Any) -> dict[str, Any]:  # noqa: ANN401
    """The good view with one more signal."""
    whole = {"player": 1, "card": "a4", "says": "highest", "before_trick": 1, **fields}
    return {"signals": [*GOOD["signals"], whole]}


def played(*tricks: str) -> dict[str, Any]:
    return {"played": [trick.split() for trick in tricks]}


def test_the_good_views_are_good() -> None:
    for data in (GOOD, DEALT, {**GOOD, **signal()}):
        view = View(**data)
        assert View(**view.as_dict()) == view
    assert View(**GOOD).as_dict() == GOOD


BAD: list[tuple[dict[str, Any], str]] = [
    ({"view": 2}, "view: the number 2 is not supported; allowed: 1"),
    ({"view": None}, "view: null is not supported; allowed: 1"),
    ({"game": "hanabi"}, "game: the string 'hanabi' is not supported; allowed: 'crew'"),
    ({"rules": "crew"}, "rules: the string 'crew' is not supported; allowed: 'planet-nine' or 'deep-sea'"),
    ({"player": 3}, "player: unknown key; did you mean players? allowed: view, game, rules, players"),
    ({"hands": [["a4"]]}, "hands: a view has no place for other hands; allowed: `hand`, the cards of player `me`"),
    *(
        ({field: value}, f"{field}: not supported in a view: bots do not make this choice; allowed: a deal without it")
        for field, value in {
            "passing": {},
            "passed": [],
            "passed_to": "left",
            "covered": [["a4", "t1"]],
            "handover": 1,
            "retoken": "swap",
        }.items()
    ),
    ({"hands_are": "dealt"}, "hands_are: not allowed: `hand` has the cards held now"),
    ({"suits": ["a"]}, "suits: not allowed: the suits of a view are those of its deck"),
    ({"players": 0}, "players: must be at least 1, not 0"),
    ({"players": 9}, "players: must be at most 8, not 9"),
    ({"players": "3"}, "players: must be a whole number"),
    ({"me": 4}, "me: there is no player 4; allowed: 1 to 3"),
    ({"me": 0}, "me: must be at least 1, not 0"),
    ({"leader": 4}, "leader: there is no player 4; allowed: 1 to 3"),
    ({"leader": None}, "leader: missing; allowed: the player who leads the first trick, or led it"),
    ({"trump": "x"}, "trump: no card of the deck has suit 'x'; allowed: a, b, t, null"),
    ({"deck": None}, "deck: missing; allowed: all cards that were dealt, or `rules`: planet-nine, deep-sea"),
    ({"deck": [*GOOD["deck"], "a1"]}, "deck[12] (card 13): a1 is in the deck already: deck[0]"),
    ({"deck": {"a": 4}}, "deck: the deck must be a list of cards"),
    ({"deck": [f"a{k}" for k in range(1, 66)]}, "deck: there are 65 cards; allowed: at most 64"),
    ({"hand": None}, "hand: the hand must be a list of cards"),
    (
        {"hand": ["a4", "t"]},
        "hand[1] (card 2): 't' is not a valid card (its value is missing); allowed: suit and value",
    ),
    ({"hand": ["a4", "c1"]}, "hand[1] (card 2): c1 is not a card of the deck; allowed: those in `deck`"),
    ({"hand": ["a4", "a4"]}, "hand[1] (card 2): a4 is in the hand already: hand[0] (card 1)"),
    ({"hand": ["a4", "b4"]}, "played[1][2] (trick 2, card 3): b4 is still in the hand: hand[1] (card 2)"),
    ({"hand": ["a4", "t1", "t2"]}, "sizes[0] (player 1): must be 3, the number of cards in `hand`, not 2"),
    ({"sizes": [2, 1]}, "sizes: 2 sizes for 3 players; allowed: one for each"),
    ({"sizes": [2, 1, 3]}, "sizes: 6 cards are held and 7 were played, of a deck of 12; allowed: sizes with the sum 5"),
    ({"sizes": [2, 3, 0]}, "sizes[2] (player 3): player 3 has no card left to complete trick 3; allowed: at least 1"),
    ({"sizes": [2, -1, 4]}, "sizes[1] (player 2): must be at least 0, not -1"),
    ({"sizes": [2, 1, 2.0]}, "sizes[2] (player 3): must be a whole number"),
    (played("a1 a2 a3", "b3 b2 b4", "a1"), "played[2][0] (trick 3, card 1): a1 is played already: played[0][0]"),
    (
        played("a1 a2 a3", "b3 b2", "b1"),
        "played[1] (trick 2): a trick has 3 cards, not 2; only the last may have fewer",
    ),
    (played("a1 a2 a3", "b3 b2 b4", "z1"), "played[2][0] (trick 3, card 1): z1 is not a card of the deck; allowed"),
    ({"played": "a1"}, "played: must be a list of tricks, each a list of cards in the order played"),
    (signal(player=4), "signals[2].player (signal 3): there is no player 4; allowed: 1 to 3"),
    (signal(card="c4"), "signals[2].card (signal 3): c4 is not a card of the deck; allowed: those in `deck`"),
    (signal(card="t1"), "signals[2].card (signal 3): t1 cannot be shown; allowed: a card that is not a trump"),
    (signal(card="b4", player=2), "signals[2].card (signal 3): b4 is shown already by signals[0]; allowed: once"),
    (signal(says="middle"), "signals[2].says (signal 3): the string 'middle' is not supported; allowed: 'highest', "),
    (signal(before_trick=0), "signals[2].before_trick (signal 3): must be at least 1, not 0"),
    (
        signal(before_trick=4),
        "signals[2].before_trick (signal 3): trick 4 has not begun and is not the next one; allow",
    ),
    (signal(trick=1), "signals[2].trick (signal 3): unknown key; allowed: player, card, says, before_trick"),
    (
        {"signals": ["b4"]},
        "signals[0] (signal 1): must be an object with player, card, says, before_trick, not the str",
    ),
    ({"signals": {}}, "signals: must be a list of signals"),
    (
        signal(card="b1", player=1),
        "signals[2].card (signal 3): player 1 cannot have shown b1 before trick 1: player 2 played it in trick 3",
    ),
    (
        signal(card="a4", player=3),
        "signals[2].card (signal 3): player 3 cannot have shown a4 before trick 1: player 1 holds it",
    ),
    (
        signal(card="b2", before_trick=3),
        "signals[2].card (signal 3): player 1 cannot have shown b2 before trick 3: it was played in trick 2",
    ),
    (
        signal(says="lowest"),
        "signals[2].says (signal 3): a4 was not the lowest card of its suit: a1 was played in trick 1",
    ),
    (signal(says="only"), "signals[2].says (signal 3): a4 was not the only card of its suit: a1 was played in trick 1"),
    (
        signal(card="a1"),
        "signals[2].says (signal 3): a1 was not the highest card of its suit: a4 is still in that hand",
    ),
    ({"signals_left": [1, 1]}, "signals_left: 2 numbers for 3 players; allowed: one for each"),
    ({"signals_left": [9, 0, 0]}, "signals_left[0] (player 1): must be at most 5, not 9"),
    ({"signals_left": [-1, 0, 0]}, "signals_left[0] (player 1): must be at least 0, not -1"),
    ({"names": ["Ann", "Bob"]}, "names: 2 names for 3 players; allowed: one for each, or none"),
    ({"objectives": [{"card": "a4", "owner": 5}]}, "objectives[0].owner (objective 1): there is no player 5; allowed:"),
    ({"objectives": [{"card": "z4", "owner": 1}]}, "objectives[0].card (objective 1): nobody holds z4"),
    ({"tasks": [{"kind": "win", "owner": 1}]}, "tasks[0].kind (task 1): the string 'win' is not a kind of task; did "),
    ({"assignment": "free"}, "assignment: the string 'free' is not supported; allowed: 'any', "),
]


def said(data: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidInstance) as error:
        View(**data)
    return error.value.lines(limit=100)


@pytest.mark.parametrize(("fields", "message"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_one_mistake_is_one_message(fields: dict[str, Any], message: str) -> None:
    lines = said({**GOOD, **fields})
    assert len(lines) == 1, lines
    assert lines[0].startswith(message), lines


BY_THE_RULES: list[tuple[dict[str, Any], str]] = [
    ({"trump": "pink"}, "trump: the string 'pink' contradicts the rules: the trump suit of 'planet-nine' is rocket"),
    ({"deck": ["pink1"]}, "deck: not allowed with `rules`, which name the deck"),
    ({"players": 6, "sizes": [10, 6, 6, 6, 6, 6]}, "players: 6 players: the published games are for 2 to 5 players"),
    ({"sizes": [10, 11, 10, 10]}, "sizes: 41 cards are held and 0 were played, of a deck of 40; allowed: sizes with"),
    (
        {"sizes": None, "players": 3, "objectives": []},
        "sizes: missing; allowed only if all players were dealt the same number of cards",
    ),
    (
        {"hand": [*DEALT["hand"][1:], "rocket5"]},
        "hand[9] (card 10): rocket5 is not a card of the deck 'planet-nine'; did you mean rocket4?",
    ),
    (
        {"hand": [*DEALT["hand"][1:], "x7"]},
        "hand[9] (card 10): x7 is not a card of the deck 'planet-nine'; allowed: blue, green, pink, yellow, rocket",
    ),
    (
        {"hand": [*DEALT["hand"][1:], "rocket4"]},
        "leader: player 3 does not lead first: player 1 had rocket4",
    ),
    (
        {"signals": [{"player": 3, "card": "rocket4", "says": "highest", "before_trick": 1}]},
        "signals[0].card (signal 1): rocket4 cannot be shown; allowed: a card that is not a trump",
    ),
]


@pytest.mark.parametrize(("fields", "message"), BY_THE_RULES, ids=lambda value: str(value)[:40])
def test_one_mistake_by_the_rules_is_one_message(fields: dict[str, Any], message: str) -> None:
    lines = said({**DEALT, **fields})
    assert len(lines) == 1, lines
    assert lines[0].startswith(message), lines


EARLY = {**GOOD, "signals": [], "objectives": []}

REVOKES: list[tuple[dict[str, Any], list[str]]] = [
    (
        {**played("a1 a2 a3", "b3 t1 b4"), "hand": ["a4", "b2"], "sizes": [2, 2, 2]},
        ["played[1][1] (trick 2, card 2): player 1 had to follow suit b: b2 is still in that hand"],
    ),
    (
        {**played("a1 t3 b3", "a2 a3 a4"), "hand": ["b2", "t1"], "sizes": [2, 2, 2]},
        [
            "played[0][1] (trick 1, card 2): player 2 had to follow suit a: a2 was played in trick 2",
            "played[0][2] (trick 1, card 3): player 3 had to follow suit a: a3 was played in trick 2",
        ],
    ),
    (
        {
            **played("a1 a2 b3"),
            "hand": ["a4", "b2", "t1"],
            "sizes": [3, 3, 3],
            "signals": [{"player": 3, "card": "a3", "says": "only", "before_trick": 1}],
        },
        ["played[0][2] (trick 1, card 3): player 3 had to follow suit a: a3 was shown before trick 1"],
    ),
]


@pytest.mark.parametrize(("fields", "lines"), REVOKES, ids=["mine", "shown by a later trick", "shown by a signal"])
def test_revokes_are_seen_where_they_are_sure(fields: dict[str, Any], lines: list[str]) -> None:
    assert said({**EARLY, **fields}) == lines


def test_the_first_leader_must_follow_with_the_highest_trump() -> None:
    """Which nobody sees, but everybody knows."""
    deal = RandomDeal(players=4, objectives=0).with_seed(3).as_typed()
    view = view_of(deal, 1).as_dict()
    mine = [card for card in view["hand"] if card.startswith("rocket")]
    others = [str(card) for card in deal.holder if card.suit == "rocket" and card.value < 4 and str(card) not in mine]
    low = [f"pink{value}" for value in range(1, 10) if f"pink{value}" not in view["hand"]]
    me = view["hand"].index(next(card for card in view["hand"] if card.startswith("pink")))
    hand = [card for k, card in enumerate(view["hand"]) if k != me]
    first = [low[0], low[1], view["hand"][me], others[0]]  # player 2 takes it with a trump
    data = {**view, "hand": hand, "played": [first, [others[1], low[2]]], "sizes": [9, 8, 8, 9]}
    lines = said(data)
    assert lines == [
        "played[1][1] (trick 2, card 2): player 3 had to follow suit rocket: rocket4 is the card of the first leader"
    ]


SMALL = {"players": 3, "me": 1, "leader": 1, "deck": ["a1", "a2", "a3", "b1", "b2", "b3"], "hand": ["a1", "b2"]}


NO_DEAL: list[tuple[dict[str, Any], str]] = [
    (
        {"hand": ["b2"], "sizes": [1, 1, 1], "played": [["a1", "b1", "b3"]]},
        "no deal fits this view: no player can hold a2 and a3",
    ),
    (
        {
            "signals": [
                {"player": 2, "card": "a3", "says": "only", "before_trick": 1},
                {"player": 3, "card": "b3", "says": "only", "before_trick": 1},
                {"player": 3, "card": "a2", "says": "lowest", "before_trick": 1},
                {"player": 2, "card": "b1", "says": "lowest", "before_trick": 1},
            ],
            "sizes": [2, 1, 3],
        },
        "no deal fits this view: only player 2 can hold a3 and b1, but holds 1 card",
    ),
]


@pytest.mark.parametrize(("fields", "message"), NO_DEAL, ids=["a card", "players"])
def test_no_deal_fits(fields: dict[str, Any], message: str) -> None:
    assert said({**SMALL, **fields}) == [message]


def test_all_defects_are_reported_at_once() -> None:
    wrong = {
        **GOOD,
        "player": 3,
        "covered": [],
        "me": 4,
        "trump": "x",
        "hand": ["a4", "c1", 7],
        "sizes": [2, 1],
        "played": [["a1", "a2", "a3"], ["b3", "b2"], ["a1"]],
        "signals": [{"player": 5, "card": "b4", "says": "middle"}, {**GOOD["signals"][0], "card": "c2"}, 3],
        "signals_left": [True],
        "objectives": [{"card": "z4", "owner": 5}, {"card": "a4", "owner": 0}],
        "tasks": [{"kind": "tricks", "owner": 1}],
        "assignment": "free",
        "names": ["Ann"],
    }
    places = [
        "covered",
        "player",
        "hand[2] (card 3)",
        "signals[0].says (signal 1)",
        "signals[0].before_trick (signal 1)",
    ]
    places += ["signals[2] (signal 3)", "objectives[1].owner (objective 2)", "tasks[0] (task 1)"]
    places += ["signals_left[0] (player 1)", "assignment", "me", "names", "trump", "hand[1] (card 2)"]
    places += [
        "played[2][0] (trick 3, card 1)",
        "objectives[0].owner (objective 1)",
        "objectives[0].card (objective 1)",
    ]
    places += ["played[1] (trick 2)", "signals[1].card (signal 2)"]
    assert {line.split(": ")[0] for line in said(wrong)} == set(places)


def test_what_happened_is_checked_beside_other_defects() -> None:
    wrong = {
        **GOOD,
        **signal(says="only"),
        "sizes": [2, 1, 1],
        "objectives": [{"card": "z4", "owner": 5}],
        "names": "Ann",
    }
    places = ["names", "objectives[0].owner (objective 1)", "objectives[0].card (objective 1)", "sizes"]
    assert [line.split(": ")[0] for line in said(wrong)] == [*places, "signals[2].says (signal 3)"]


@pytest.mark.parametrize("data", [[], "view", 7, None])
def test_what_is_not_an_object_is_not_a_view(data: object) -> None:
    with pytest.raises(InvalidInstance, match="a view is an object with the keys view, game, rules, players"):
        View.model_validate(data)


FILES = [
    ("", "is empty; allowed: a view, JSON or text"),
    ("[]", "a view is a JSON object, not a list"),
    ('{"game": "crew", "hands": [["a1"]]}', "view: missing; allowed: 1, in a view as `crewsat convert DEAL --view-of"),
    ('{"view": 1, "me": 1, "me": 2}', "me: duplicate key"),
    ('{"view": 1,}', "invalid JSON"),
    ("PK\x03\x04", "is a zip archive; allowed: JSON or text"),
    ("<html>", "is a page of HTML or XML"),
]


@pytest.mark.parametrize(("text", "message"), FILES, ids=lambda value: value[:20])
def test_files_that_are_not_views(text: str, message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        View.parse(text)
    assert error.value.lines()[0].startswith(message)


def test_a_whole_file_is_read_with_its_defects() -> None:
    text = json.dumps(GOOD)[:-1] + ', "me": 2}'
    with pytest.raises(InvalidInstance) as error:
        View.parse(text)
    assert len(error.value.defects) > 1
    assert str(error.value).startswith("me: duplicate key")


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2,
    99,
    1.5,
    "",
    "a1",
    "t1",
    "only",
    [],
    [1],
    ["a1", "a1"],
    {},
    {"card": "a1"},
    [[]],
]
"""What stands in a view instead of what should be there."""


def spoilt(rng: random.Random, data: Any) -> Any:  # noqa: ANN401 - JSON
    """JSON with junk somewhere, or with something left out."""
    if not isinstance(data, (dict, list)) or not data or rng.random() < 0.15:
        return rng.choice(JUNK)
    copied: Any = dict(data) if isinstance(data, dict) else list(data)
    key = rng.choice(list(data) if isinstance(data, dict) else range(len(data)))
    if rng.random() < 0.15:
        copied.pop(key)
    else:
        copied[key] = spoilt(rng, copied[key])
    return copied


@pytest.mark.slow
def test_spoilt_views_are_refused_or_right() -> None:
    rng, right = random.Random(1), 0
    for seed in range(400):
        view, _ = random_view(seed % 60)
        data = view.as_dict()
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = spoilt(rng, data)
        try:
            read = View.model_validate(data)
        except InvalidInstance:
            continue
        right += 1
        assert View(**read.as_dict()) == read, json.dumps(data)
        assert View.parse(str(read)) == read, json.dumps(data)
        assert not any(known & cannot for known, cannot in zip(read.known, read.cannot, strict=True))
    assert 10 < right < 200
