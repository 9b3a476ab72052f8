"""Notes on the moves of a game: in files and texts, never in an answer, and shown by its review."""

from __future__ import annotations

import json
from typing import Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.base.layout import rendered

NOTES = {"2": 'why?  "blue"; or\ngreen: 1 wins', "10": "leader 2"}
TEXTS = {
    "crew": "pink9,4 blue2 / pink2 blue5,3 / pink8 green1; dealt; leader 1; 1 wins pink8; played pink9 pink2 pink8",
    "hanabi": "hanabi; players 3; hand 2; suits r 1,1 b 1,1 g 1,1 y 1,1; deck r1 b1 g1 y1 r2 b2 g2 y2; "
    "actions clue 3 r, play g1",
}


def _noted(game: str) -> Any:  # noqa: ANN401 - an instance of any game
    return crewsat.parse_text(TEXTS[game]).model_copy(update={"notes_on": dict(reversed(NOTES.items()))})


@pytest.mark.parametrize("game", TEXTS)
def test_notes_are_kept_and_are_no_part_of_the_question(game: str) -> None:
    plain, noted = crewsat.parse_text(TEXTS[game]), _noted(game)
    assert list(json.loads(noted.to_json())["notes_on"].items()) == list(NOTES.items())
    assert crewsat.parse_text(str(noted)) == noted
    assert (noted.digest(), noted.features) == (plain.digest(), plain.features)
    assert hash(noted) == hash(plain)
    assert crewsat.decide(noted).answer == crewsat.decide(plain).answer


@pytest.mark.parametrize("game", TEXTS)
def test_a_review_shows_them(game: str) -> None:
    instance = _noted(game)
    shown = rendered(crewsat.review(instance).printed(instance), 80)
    unit = {"crew": "card", "hanabi": "action"}[game]
    assert f'- {unit} 2: why?  "blue"; or\\ngreen: 1 wins\n' in shown
    assert f"- {unit} 10: leader 2\n" in shown


@pytest.mark.parametrize(
    ("clauses", "message"),
    [
        ("note 3", "is not a note; allowed: note 3"),
        ('note x "a"', "is not a note"),
        ('note 1 "a" b', "is not a note"),
        ("note 1 a", "is not a note"),
        ('note 0 "a"', "'0' is not the number of a move; allowed: 1, 2, …"),
        ('note 01 "a"', "'01' is not the number of a move"),
        ('note 1 "a"; note 1 "b"', "there are two notes on move 1"),
        ('note 1 ""', "the note on move 1 must be a text of 1 to 500 characters"),
        (f'note 1 "{"x" * 501}"', "the note on move 1 must be a text of 1 to 500 characters"),
        (r'note 1 "\ud800"', "a lone surrogate is not a valid character"),
    ],
)
@pytest.mark.parametrize("game", TEXTS)
def test_what_is_no_note_is_refused(game: str, clauses: str, message: str) -> None:
    with pytest.raises(InvalidInstance, match=message):
        crewsat.parse_text(f"{TEXTS[game]}; {clauses}")


@pytest.mark.parametrize("notes", [["a"], {"1": 2}, {"one": "a"}, {"1": None}])
@pytest.mark.parametrize("game", TEXTS)
def test_notes_are_texts_by_moves(game: str, notes: object) -> None:
    with pytest.raises(InvalidInstance, match="notes_on"):
        crewsat.parse_text(TEXTS[game]).model_copy(update={"notes_on": notes})


def test_no_notes_are_none() -> None:
    assert crewsat.parse_text(TEXTS["crew"]).model_copy(update={"notes_on": {}}) == crewsat.parse_text(TEXTS["crew"])
