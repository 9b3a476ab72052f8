"""One line of text for any instance: what is printed is read again, and what people type is understood."""

from __future__ import annotations

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from tests.support.chunks import sizes
from tests.support.random_instances import whole_crew

WORDS = (
    "1 wins at least 1 trick with a1,2 beating b2",
    "2 wins exactly 2 tricks of only a1,2,3 b1",
    "1 wins at most 1 trick with total 3 to 4",
    "1 wins at least 1 trick with total at least 4",
    "1 wins at least 1 trick with total at most 4 among tricks 1 2 last",
    "1 wins at least 1 trick with as many a1,2 as b1,2 among no tricks",
    "2 leads at most 0 tricks with a1,2",
    "2 leads exactly 1 trick among tricks 2 when reached",
    "1 wins at least 3 tricks in a row",
    "1 wins exactly 1 trick in a row when reached",
    "1 wins exactly 2 of a1,2,3 among tricks 1 2",
    "1 wins at least 1 trick more than the others",
    "1 wins at most 2 tricks fewer than the leader with a1",
    "1 wins as many tricks as player 2 beating a1",
    "2 wins at least 1 more of a1,2 than of b1",
    "2 wins as many of a1 as of b1,2 among tricks 1",
    "2 wins exactly 1 fewer of a1 than the others",
    "crew wins at least 1 trick with a1",
    "everybody always wins at most 1 trick more than the others",
    "anybody wins at most 0 tricks",
    "anybody leads at least 1 trick",
    "1 wins trick 1 and exactly 1 trick",
    "1 leads at most 0 tricks with a1 and wins exactly 1 trick",
    "1 wins trick 1 or leads at least 1 trick or always wins at least 0 tricks more than the others",
    "everybody wins any of: trick 1",
    "1 wins all of: leads at least 1 trick with nothing",
)


@pytest.mark.parametrize("words", WORDS)
def test_every_task_is_written_as_it_is_read(words: str) -> None:
    text = f"a1,2,3 / b1,2,3; {words}"
    deal = parse_text(text)
    assert text_of(deal) == text
    assert Crew.model_validate_json(deal.to_json()) == deal


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1 wins at least 1 trick with *2 beating b*", "1 wins at least 1 trick with a2 b2 beating b1,2"),
        ("the crew wins no tricks of only *1,2", "crew wins exactly 0 tricks of only a1,2 b1,2"),
        ("player 1: at least 2 tricks fewer than the captain", "1 wins at least 2 tricks fewer than the leader"),
        ("1 wins at least 1 of c*", "1 wins at least 1 of c3"),
        ("Anybody Leads no tricks with a*", "anybody leads exactly 0 tricks with a1,2"),
        ("1 wins b*", "1 wins b1 b2"),
        ("1 wins at most 1 trick among tricks 1, 2 with a1", "1 wins at most 1 trick with a1 among tricks 1 2"),
        ("1 wins trick 1 and wins trick 2", "1 wins trick 1 and trick 2"),
        (
            "1 leads at least 1 trick and no tricks with a1",
            "1 leads at least 1 trick and leads exactly 0 tricks with a1",
        ),
    ],
)
def test_tasks_are_understood_as_people_type_them(typed: str, meant: str) -> None:
    assert text_of(parse_text(f"a1,2 / b1,2 / c3 z2; trump z; {typed}")) == f"a1,2 / b1,2 / c3 z2; trump z; {meant}"


def test_patterns_of_a_published_deck_may_be_short() -> None:
    deal = parse_text(
        "rest / b1-9 y1-4 / g* ; rules deep-sea".replace("g*", "g1-9 y5-8") + "; 1 leads no trick with P*"
    )
    assert deal.tasks[0].words() == "exactly 0 tricks with pink1,2,3,4,5,6,7,8,9"


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(600, 3_000))
def test_every_instance_comes_back(number: int) -> None:
    for seed in range(number):
        instance = whole_crew(seed)
        text = text_of(instance)
        assert parse_text(text) == instance, instance.to_json()
        assert text_of(parse_text(text)) == text


def test_a_real_deal_comes_back() -> None:
    deal = RandomDeal(players=3, objectives=6, tokens=("1", "2", "omega")).with_seed(3)
    assert parse_text(text_of(deal)) == deal.model_copy(update={"about": None})


def test_strange_names_come_back() -> None:
    names = ['x;]/"\\ ü', "a\n", "[1]", "after=b", "omega", "1", ",", "a b"]
    hand = [f"3:{k}" for k in range(1, len(names) + 1)]
    objectives = [{"card": card, "owner": 1, "id": name} for card, name in zip(hand, names, strict=True)]
    objectives[1] |= {"after": names[:1], "before": names[3:]}
    tasks = [{"kind": "tricks", "owner": 1, "at_least": 1, "id": '"]; leader 1'}]
    deal = Crew(hands=[hand, []], objectives=objectives, tasks=tasks)
    assert parse_text(text_of(deal)) == deal


def test_no_text_can_command_a_terminal() -> None:
    name = "\u202eevil\x9b31m\x7f\u2028x"
    deal = Crew(hands=[["a1"]], objectives=[{"card": "a1", "owner": 1, "id": name}])
    assert text_of(deal) == r'a1; 1 wins a1[id="\u202eevil\u009b31m\u007f\u2028x"]'
    assert parse_text(text_of(deal)) == deal


def test_long_texts_are_read_in_time_proportional_to_their_length() -> None:
    """Quadratic reading would take minutes here."""
    blanks = " " * 100_000
    assert text_of(parse_text(f"a1{blanks}a2 / b1; 1 wins a1{blanks}a2{blanks}")) == "a1,2 / b1; 1 wins a1 a2"
    for wrong in ("[" * 100_000, '["x' * 33_000 + '"', "x" * 100_000):
        with pytest.raises(InvalidInstance):
            parse_text(f"a1 / b1; 1 wins a1 {wrong}")


def test_the_text_is_what_a_person_would_type() -> None:
    deal = Crew(
        hands=[["pink9", "pink4", "blue2"], ["pink2", "3:5"], []],
        leader=1,
        trump="rocket",
        suits=["pink", "blue", "3", "rocket"],
        objectives=[
            {"card": "pink4", "owner": 1, "token": "1"},
            {"card": "blue2", "owner": 1, "after": ["x"]},
            {"card": "pink2", "owner": None, "token": "omega"},
            {"card": "3:5", "owner": 2, "id": "x"},
        ],
        assignment="draft",
        same_trick="violates",
        tasks=[
            {"owner": 2, "kind": "cards", "exactly": 1, "cards": ["pink9", "pink4", "3:5"], "judged": "when_reached"},
            {"owner": 3, "kind": "tricks", "at_most": 1, "id": "y"},
            {"owner": 1, "kind": "win_trick", "trick": "last"},
        ],
    )
    assert text_of(deal) == (
        "pink9,4 blue2 / pink2 3:5 / -; leader 1; trump rocket; suits pink blue 3 rocket; assignment draft; "
        "same_trick violates; 1 wins pink4[1] blue2[after=x]; anybody wins pink2[omega]; 2 wins 3:5[id=x]; "
        "2 wins exactly 1 of pink9,4 3:5 when reached; 3 wins at most 1 trick [id=y]; 1 wins the last trick"
    )
    assert parse_text(text_of(deal)) == deal


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("a1", "a1"),
        ("a1,2 b3 / a4 ;", "a1,2 b3 / a4"),
        ("a1, a2 / b1 ; leader  2;", "a1,2 / b1; leader 2"),
        ("a1\n/ a2\n; 1 wins a2 ,".rstrip(" ,"), "a1 / a2; 1 wins a2"),
        ("a1,2 / a3,4; 1 wins a1,2", "a1,2 / a3,4; 1 wins a1 a2"),
        ("a1 / a3; 1 wins at_least 1 trick", "a1 / a3; 1 wins at least 1 trick"),
        ("a1 / a3; 1 wins last trick", "a1 / a3; 1 wins the last trick"),
        ("a1 / a3; 2 wins exactly 1 tricks", "a1 / a3; 2 wins exactly 1 trick"),
        ("a1 / a3; 2 wins trick 1 [id=x]; 1 wins a1", "a1 / a3; 1 wins a1; 2 wins trick 1 [id=x]"),
        ("a1 / a3; 1 wins a1 [1]", "a1 / a3; 1 wins a1[1]"),
        ("a1 / a3; leader\t2;\nassignment  draft", "a1 / a3; leader 2; assignment draft"),
        ("a1 / a3; 1 wins at most 123456789012345 tricks", "a1 / a3; 1 wins at most 123456789012345 tricks"),
        ("-; suits -", "-; suits -"),
        ("a1\na2\nleader 2\n1 wins a2\n", "a1 / a2; leader 2; 1 wins a2"),
        ("a1 /\n\n a2\n\n1 wins a1\na2", "a1 / a2; 1 wins a1 a2"),
        ("a2 / a5\nleader 1\nplayed a1 a3\n  a4", "a2 / a5; leader 1; played a1 a3 / a4"),
        ("leader 1; a1 / a2; 1 wins a2", "a1 / a2; leader 1; 1 wins a2"),
        ("a1 / a2; Commander 2; 2: a1", "a1 / a2; leader 2; 2 wins a1"),
        ("a1 / a2; captain 2; Player 1 wins a2; anybody wins a1", "a1 / a2; leader 2; 1 wins a2; anybody wins a1"),
        ("a1 / a2; 1 wins no trick; 2 win a1", "a1 / a2; 2 wins a1; 1 wins exactly 0 tricks"),
        ("3:7 / 3:8; 1: 3:8", "3:7 / 3:8; 1 wins 3:8"),
    ],
)
def test_what_people_type(typed: str, printed: str) -> None:
    assert text_of(parse_text(typed)) == printed


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "column 1: hands are missing; an empty hand is written -"),
        ("a1 / / a2", "column 5: cards are missing"),
        ("a1 b", "column 4: 'b' is not a valid card (its value is missing)"),
        ("a1,x", "'a:x' is not a valid card"),
        ("a1; leader x", "column 5: 'x' is not a valid player; allowed: 1, 2, …"),
        ("a1; leader", "column 5: `leader` has no value; allowed: leader 1"),
        (
            "a1; nonsense here",
            "column 5: 'nonsense here' is not a valid clause; allowed: rules planet-nine, leader 1",
        ),
        ("a1; 1 wins", "column 5: what is to be won is missing; allowed: cards, or exactly 2 of pink1,2"),
        ("a1; 1 wins a1[", "is not a card with its token in brackets"),
        ("a1; 1 wins a1[id=]", "'id=' is not valid in brackets; allowed: a token"),
        ("a1,2; 1 wins a1,2[1]", "brackets belong to one card"),
        ("a1; 1 wins exactly 2 of a1 [after=x]", "'after' is not for a task"),
        ("a1; 1 wins a1[1 2]", "'token' is given twice"),
        ("a1; leader 1; leader 2", "column 15: `leader` is given twice"),
        ("a1; crew wins a1", "'crew wins a1' is not a valid task; allowed: exactly 2 of pink1,2"),
        ("a1; 1 leads a1", "'1 leads a1' is not a valid task"),
        ("a1; 1 wins trick 1 and a1", "'a1' is not a valid task"),
        ("a1; 1 wins trick 1 and trick 2 or trick 3", "by `and` or by `or`, not by both"),
        ("a1; 1 wins at least 1 of b*", "column 26: 'b*' fits no card; suits dealt: a"),
        ("a1; 1 wins at least 1 of *2", "column 26: '*2' fits no card"),
        ("a1; 1 wins *", "'*' is not a valid pattern"),
        (
            "a1; 1 wins at least 1 trick with total 3",
            "'3' is not a valid total; allowed: 22 to 23, at least 24, at most 7",
        ),
        ("a1; 1 wins at least 1 trick with a1 with a1", "'with' is given twice"),
        ("a1; 1 wins at least 1 trick with as many a1", "two lists of cards are needed"),
        ("a1; 1 wins at least 1 trick among tricks", "numbers are missing; allowed: among tricks 1 2 last"),
        ("a1; 1 wins at least 1 trick among tricks one", "'one' is not a valid trick"),
        ("a1; 1 wins at least 1 more of a1", "the other side is missing"),
        ("a1; 1 always wins at least 1 trick", "judged 'always' applies only with `compared_with`"),
        ("a1; 1 always wins trick 1", "unknown key"),
        ("a1; 1 wins at least 1 trick with", "cards are missing"),
        ("a1; 1 wins at least 1 trick when reached soon", "'when reached' is the end of a task"),
        ('a1; 1 wins a1[id="x]', "column 18: a name in quotes does not end"),
        ('a1; 1 wins a1[id="\\q"]', "is not a valid JSON text"),
        ("a1; 1 wins trick 0", 'the number 0 is not a valid trick; allowed: 1, 2, …, or "last"'),
        ("a1; assignment auction", "allowed: 'any', 'draft'"),
        ("a1; 2 wins a1", "column 12 (objective 1): there is no player 2"),
        ("a1; 1 wins \x1b[31m", "\\x1b"),
        ("a1; leader x; trump", "column 15: `trump` has no value; allowed: trump rocket"),
        ("a1; 1 wins a1[id=x,y]", "'id=x,y': an id is one name"),
        (
            "a1; 1 wins exactly 1 card of a1",
            "or a task, such as exactly 2 of pink1,2, at least 3 tricks, at least 3 tricks in a row, the last trick",
        ),
        (f"a1; 1 wins at least {'0' * 31}3 tricks", "'at' is not a valid card"),
        ("a1 / a2\nleadr 1\n1 wins a2", "line 2, column 1: 'leadr' is not a valid card (its value is missing)"),
        ("a1 / a2\nleadr 1\n1 wins a2", "or did you mean 'leader 1'?"),
        ("a1 / a2; traump a", "'traump a' is not a valid clause; did you mean 'trump rocket'?"),
        ("a1 / a2\nleader 1\n5 wins a1", "line 3, column 8 (objective 1): there is no player 5; allowed: 1 to 2"),
        ("a1 / a2\n1 wins\n  a1\n  a3", "line 4, column 3 (objective 2): nobody holds a3"),
        ("a1 b2\na2 b2", "line 2, column 4 (player 2, card 2): b2 is dealt already: hands[0][1] (player 1, card 2)"),
        ("a1 / a2; leader 3", "column 10: there is no player 3"),
        ("a1 / a2; 2 wins exactly 1 of a1 a7", "column 17 (task 1): nobody holds a7"),
        ("a1 / a2; dealt now", "unexpected 'now'; allowed: `dealt` alone"),
        ("leader 1; trump a", "hands are missing"),
    ],
)
def test_mistakes_are_named(typed: str, words: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(typed)
    assert words in str(error.value)
    assert "\x1b" not in str(error.value)
