"""Names of players: in files and texts, never in an answer, and in all that people read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.base.said import with_names
from crewsat.games.names import are_names
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Alice", "Bob", "Ann Lee")
TEXTS = {
    "crew": "pink9,4 blue2 / pink2 blue5,3 / pink8 green1; leader 2; 1 wins pink8[1] blue3; 3 wins pink2; "
    "anybody wins green1; 2 wins at least 1 trick",
    "hanabi": "hanabi; players 3; hand 2; suits r 1,1 b 1,1 g 1,1 y 1,1; first 2; deck r1 b1 g1 y1 r2 b2 g2 y2; "
    "actions clue 3 r, play r2",
    "hackenbush": "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 3",
}


def _called(game: str) -> Any:  # noqa: ANN401 - an instance of any game
    return crewsat.parse_text(TEXTS[game]).model_copy(update={"names": NAMES})


def _crew(text: str) -> crewsat.Crew:
    deal = crewsat.parse_text(text)
    assert isinstance(deal, crewsat.Crew)
    return deal


@pytest.mark.parametrize("game", TEXTS)
def test_names_are_kept_and_are_no_part_of_the_question(game: str) -> None:
    plain, called = crewsat.parse_text(TEXTS[game]), _called(game)
    assert json.loads(called.to_json())["names"] == list(NAMES)
    assert type(called)(**{k: v for k, v in called.as_dict().items() if k != "game"}) == called
    assert called.digest() == plain.digest()
    assert called.features == plain.features
    assert called != plain
    one, other = crewsat.decide(called).as_dict(), crewsat.decide(plain).as_dict()
    assert {**one, "statistics": None} == {**other, "statistics": None}


@pytest.mark.parametrize("game", TEXTS)
def test_the_text_form_has_them_and_reads_them(game: str) -> None:
    called = _called(game)
    text = str(called)
    assert 'names Alice, Bob, "Ann Lee"' in text
    assert crewsat.parse_text(text) == called
    assert crewsat.parse_text(f'{TEXTS[game]}; names Alice, Bob, "Ann Lee"') == called


@pytest.mark.parametrize(
    "text",
    [
        'alice: pink9; names Alice, Bob, "Ann Lee"',
        'player Alice wins pink9; names Alice, Bob, "Ann Lee"',
        'names Alice, Bob, "Ann Lee"\nAlice takes pink9',
        'NAMES Alice, Bob, "Ann Lee"; "ALICE" wins pink9',
    ],
)
def test_a_name_may_stand_for_the_number_of_a_player(text: str) -> None:
    deal = _crew(f"pink9,4 / pink2,3 / pink8,1; {text}")
    assert [(str(one.card), one.owner) for one in deal.objectives] == [("pink9", 1)]
    assert deal.names == NAMES


def test_names_stand_in_tasks_and_before_leads() -> None:
    deal = _crew(
        "a1,2 / b1,2; leader Bo; names Al, Bo; Al leads at most 0 tricks with a1; "
        "Bo wins at least 1 trick more than player al"
    )
    assert (deal.leader, [task.owner for task in deal.tasks]) == (2, [1, 2])
    assert _crew(str(deal)) == deal


def test_strings_in_quotes_are_left_alone() -> None:
    deal = _crew('a1 / b1; names A, B; A wins a1 [id="player B"]')
    assert deal.objectives[0].id == "player B"


def test_names_keep_the_places_of_defects() -> None:
    for owner, names in (("1", ""), ("Alice", "; names Alice, Bob")):
        with pytest.raises(InvalidInstance) as raised:
            crewsat.parse_text(f"a1 / b1; {owner} wins a1 c9{names}")
        (defect,) = raised.value.defects
        assert defect.place == f"column {len(f'a1 / b1; {owner} wins a1 c')}"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["A"], "1 name for 2 players; allowed: one for each, or none"),
        (["A", "a"], "two players are called 'a'"),
        (["A", ""], "'' is not a name; allowed: 1 to 40 visible characters"),
        (["A", "x" * 41], "is not a name; allowed: 1 to 40 visible characters"),
        (["A", "b\n"], "is not a name"),
        (["A", " b"], "is not a name"),
        (["A", "17"], "'17' is a number, not a name"),
        (["A", "Crew"], "'Crew' is a word of the text form, not a name"),
        (["A", 1], "must be a string"),
        ("AB", "must be a list"),
    ],
)
def test_what_is_no_name_is_refused(names: object, message: str) -> None:
    with pytest.raises(InvalidInstance, match=message):
        crewsat.Crew.model_validate({"hands": [["a1"], ["b1"]], "names": names})


@pytest.mark.parametrize("clause", ["names", "names A", "names A B", 'names A, "B', "names A,, B", "names A, B,"])
def test_what_is_no_list_of_names_is_refused(clause: str) -> None:
    with pytest.raises(InvalidInstance):
        crewsat.parse_text(f"a1 / b1; 1 wins a1; {clause}")


def test_the_words_that_begin_goals_are_no_names() -> None:
    assert not any(are_names([one, "B"]) for one in ("crew", "Everybody", "anybody", "leader", "others", "player"))


def test_names_with_any_characters_are_read_back() -> None:
    names = ('A;"B', "ж", "b2", "pink", "a, b", "x\\y")
    hands = [[f"a{k}"] for k in range(1, 7)]
    deal = crewsat.Crew.model_validate(
        {"hands": hands, "names": names, "objectives": [{"card": f"a{k}", "owner": k} for k in range(1, 7)]}
    )
    assert _crew(str(deal)) == deal


def test_sentences_have_names() -> None:
    said = "Player 1 wins a1; players 1, 2 and 3 follow player 2's lead; player 4 is not there, of 3 players"
    named = "Alice wins a1; Alice, Bob and Ann Lee follow Bob's lead; player 4 is not there, of 3 players"
    assert with_names(said, NAMES) == named
    assert with_names(said, ()) == said


@pytest.mark.parametrize(
    "instance",
    [
        crewsat.Hackenbush(strings=[[1]], coalition=[1], players=2, names=["-", "Bob"]),
        crewsat.Hackenbush(strings=[], coalition=[], players=3, to_move=2, names=["x;y", "a, b", 'x "; names']),
        crewsat.Crew(hands=[["a1"], ["b1"]], names=["x; names B, A", "B"], objectives=[{"card": "a1", "owner": 2}]),
        crewsat.Crew(
            hands=[["a1"], ["b1"]],
            names=["afterwards", "B"],
            objectives=[
                {"card": "a1", "owner": 1, "id": "leader", "after": ["player afterwards"]},
                {"card": "b1", "owner": 2, "id": "player afterwards"},
            ],
            notes_on={"1": "so; names X, Y; X wins a1"},
        ),
    ],
    ids=str,
)
def test_unusual_names_are_read_back(instance: crewsat.Crew | crewsat.Hackenbush) -> None:
    assert crewsat.parse_text(str(instance)) == instance


def test_a_proof_is_the_same_with_names_and_notes(tmp_path: Path) -> None:
    deal = crewsat.parse_text("pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8[1]; 2 wins pink5[2]")
    noted = deal.model_copy(update={"names": NAMES, "notes_on": {"1": "why?"}})
    proofs = [crewsat.decide(one, proof=tmp_path).proof for one in (deal, noted)]
    assert proofs[0] == proofs[1] is not None


def _names_or_defects(text: str) -> object:
    try:
        return crewsat.parse_text(text).names
    except InvalidInstance:
        return "defects"


@pytest.mark.parametrize(
    "text", ["a1 / b1{}; 1 wins a1", "hanabi; {}", "hackenbush; {}", "a1 / b1; names A, B{}", "a1 / b1; names A, B; {}"]
)
@pytest.mark.parametrize("more", few_of(['"\\', '"\n;', "\n", "\n ;", "[", '[a="']))
@pytest.mark.timeout(60)
def test_long_texts_are_read_in_linear_time(text: str, more: str) -> None:
    """In a tenth of a second; in minutes if every piece began anew."""
    assert _names_or_defects(text.format(more * 100_000)) in {(), ("A", "B"), "defects"}
