"""The text form of views."""

from __future__ import annotations

from typing import Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.deals import RandomDeal
from crewsat.hidden.files import load
from crewsat.hidden.text import parse_text, text_of
from crewsat.hidden.view import View, view_of
from tests.support.chunks import few_of
from tests.support.random_views import random_view

SMALL = "view; players 3; me 1; hand a1 b2; deck a1,2,3 b1,2,3; leader 1"


@pytest.mark.slow
@pytest.mark.parametrize("chunk", few_of(range(4)))
def test_every_view_is_read_back_from_its_text(chunk: int) -> None:
    for seed in range(chunk * 100, chunk * 100 + 100):
        view, _ = random_view(seed)
        text = text_of(view)
        assert parse_text(text) == view, view.to_json()
        assert View.parse(text.replace("; ", "\n")) == view, view.to_json()
        assert str(View.parse(view.to_json())) == text, view.to_json()


def test_as_people_write_it() -> None:
    text = "view; players 4; me 2; hand p9 r4 b5-3 G1,2 y9-8 p1; rules planet-nine; signal 3 b7 highest; 1 wins p4[1]"
    view = View.parse(text)
    assert (view.leader, view.sizes, view.trump, view.signals_left) == (2, (10,) * 4, "rocket", (1, 1, 0, 1))
    assert str(view.signals[0]) == "Signal(player=3, card=Card(suit='blue', value=7), says='highest', before_trick=1)"
    assert str(view) == (
        "view; players 4; me 2; hand pink9 rocket4 blue5,4,3 green1,2 yellow9,8 pink1; signal 3 blue7 highest; "
        "rules planet-nine; 1 wins pink4[1]"
    )


def test_signals_and_tricks() -> None:
    text = f"{SMALL}; trump b; sizes 1 1 2; played a1 a2".replace("hand a1 b2", "hand b2")
    view = View.parse(f"{text}; signal 3 a3 only; signals_left 0 1 0; crew wins at least 1 trick; assignment draft")
    assert (view.turn, view.begun, view.signals_left, view.tasks[0].owner) == (3, view.played[0], (0, 1, 0), "crew")
    again = View.parse(f"{SMALL}; played a1 a2 a3; signal 2 b3 only before trick 2".replace("hand a1 b2", "hand b2"))
    assert (again.signals[0].before_trick, again.leading, again.sizes) == (2, 3, (1, 1, 1))
    assert "signal 2 b3 only before 2" in str(again)


def test_names_stand_for_numbers() -> None:
    names = 'names Ann, "Bo Lee", Cy'
    view = View.parse(f'{names}; signal Cy a3 highest; "Bo Lee" wins a2; leader Ann; me Ann'.join(["view; ", BARE]))
    assert (view.me, view.leader, view.signals[0].player, view.objectives[0].owner) == (1, 1, 3, 2)
    assert all(words in str(view) for words in ("me Ann", "leader Ann", "signal Cy a3", '"Bo Lee" wins a2', names))
    assert View.parse(str(view)) == view


BARE = "; players 3; hand a1 b2; deck a1,2,3 b1,2,3"


def test_patterns_stand_for_the_cards_of_the_deck() -> None:
    assert [str(one.card) for one in View.parse(f"{SMALL}; 2 wins a*").objectives] == ["a1", "a2", "a3"]
    task: Any = View.parse(f"{SMALL}; 2 wins exactly 1 of *3").tasks[0]
    assert [str(card) for card in task.cards] == ["a3", "b3"]


BAD = [
    ("vew; players 3", "column 1: unexpected beginning 'vew'; expected view; …"),
    (
        "view; plyers 3",
        "column 7: 'plyers 3' is not a valid clause; did you mean players 4? allowed: players 4, me 2, ",
    ),
    ("view; players", "column 7: `players` has no value; allowed: players 4"),
    ("view; players x", "column 7: 'x' is not a number; allowed: 1, 2, …"),
    ("view; players 3; players 4", "column 18: `players` is given twice"),
    (
        "view; hand a1 b",
        "column 15: 'b' is not a valid card (its value is missing); allowed: suit and value as in pink9",
    ),
    ("view; hand a1 / b2", "column 17: `hand` is one list of cards; unexpected '/'"),
    ("view; rules planet-nine; hand p9 q2", "column 34: 'q' is not the beginning of a suit"),
    ("view; rules planet", "column 7: the string 'planet' is not supported; allowed: 'planet-nine' or 'deep-sea'"),
    ("view; played a1 / / a2", "column 18: cards are missing; none are written -"),
    ("view; signal 1 a1", "column 7: '1 a1' is not a signal; allowed: signal 3 b7 highest before 2"),
    ("view; signal 1 a1,2 only", "column 7: 'a1,2' is not one card; allowed: signal 3 b7 highest before 2"),
    (f"{SMALL}; signal 1 a1 best", "column 66 (signal 1): the string 'best' is not supported; allowed: 'highest', "),
    (
        f"{SMALL}; signal 1 a1 only before 3",
        "column 66 (signal 1): trick 3 has not begun and is not the next one; allo",
    ),
    (f"{SMALL}; signal 4 a1 only", "column 66 (signal 1): there is no player 4; allowed: 1 to 3"),
    (f"{SMALL}; 2 wins z9", "column 73 (objective 1): nobody holds z9"),
    (f"{SMALL}; 2 wins", "column 66: what is to be won is missing; allowed: cards, or"),
    (f"{SMALL}; 2 wins *9", "column 73: '*9' fits no card"),
    (f"{SMALL}\nplayed a1 b3 a2", "line 2, column 8 (trick 1, card 1): a1 is still in the hand: hand[0] (card 1)"),
    (
        f"{SMALL}\n  played a1 b1 a2 / b3 b2 a3".replace("hand a1 b2", "hand -"),
        "line 2, column 13 (trick 1, card 2): player 2 had to follow suit a: a3 was played in trick 2",
    ),
    ("view; me 1; players 3; hand a1 b7; deck a1 b2 c3; leader 1", "column 32 (card 2): b7 is not a card of the deck"),
    ('view; names "Ann', "column 7: '\"Ann' is not a name"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=lambda value: value[-30:])
def test_mistakes_have_their_places(text: str, message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(text)
    assert any(line.startswith(message) for line in error.value.lines()), error.value.lines()


def test_files_hold_either_form(tmp_path: Any) -> None:  # noqa: ANN401 - a path
    view = view_of(RandomDeal(players=4, objectives=2).with_seed(3), 2)
    for text in (view.to_json(), str(view), f"\n{str(view).replace('; ', chr(10))}\n"):
        (tmp_path / "view").write_text(text)
        assert load(tmp_path / "view") == view
    (tmp_path / "view").write_text("view; players 0")
    with pytest.raises(InvalidInstance, match="view: column"):
        load(tmp_path / "view")
