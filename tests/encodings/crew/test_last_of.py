"""The kind ``last_of``: deals a person can check, put to everything that decides The Crew."""

from __future__ import annotations

import json

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import Refutation, Win
from crewsat.games.crew.replaying import play_until_success
from crewsat_encodings.crew.asp.encoding import Encoding as Program
from crewsat_encodings.crew.cnf.encoding import Encoding as Clauses
from crewsat_encodings.crew.cpsat.encoding import Encoding as Constraints
from tests.support.second_opinion import winning_line_exists
from tests.support.ways import by_constraints, by_fewest_tricks, by_formula, by_program

WAYS = ((by_formula, Clauses), (by_fewest_tricks, Clauses), (by_constraints, Constraints), (by_program, Program))

CASES = {
    "the last card is wanted, which player 2 wins": ("a1 b2 / a2 b1; leader 1; 1 wins the last of a*", False),
    "player 2 wins it": ("a1 b2 / a2 b1; leader 1; 2 wins the last of a*", True),
    "the last two in one trick": ("a3 / a2; leader 1; 1 wins the last of a*", True),
    "all cards": ("a9 b1 / a1 b9; leader 1; 2 wins the last of a* b*", True),
    "before the last trick": ("a9 b1 / a1 b9; leader 1; 1 wins the last of a*; 2 wins the last trick", True),
    "only the last one counts": ("a4 a1 / a3 a2; leader 1; 2 wins the last of a1,4; 1 wins trick 1", True),
    "an earlier one does not count": ("a4 a1 / a3 a2; leader 1; 1 wins the last of a1,4; 2 wins trick 2", False),
    "one stays in a hand": ("a1 a2 / b1; leader 1; crew wins the last of a*", False),
    "this one need not stay": ("a1 a2 / b1; leader 1; crew wins the last of a1", True),
    "nobody takes what is never met": ("a1 a2 / b1; leader 1; anybody wins the last of a*", False),
    "somebody takes it": ("a1 a2 / b1; leader 1; anybody wins the last of a2 b1", True),
    "everybody is more than one": ("a1 / b1; leader 1; everybody wins the last of a*", False),
    "everybody is one": ("a1 a2; everybody wins the last of a*", True),
    "of an empty list": ("a1 / b1; leader 1; crew wins the last of nothing", False),
    "no trick is played": ("a1 / -; leader 1; crew wins the last of a1", False),
    "both": ("a3 b2 / a2 b1; leader 1; 1 wins the last of a* and the last of b*", True),
    "not both": ("a3 b1 / a2 b2; leader 1; 1 wins the last of a* and the last of b*", False),
    "either": ("a3 b1 / a2 b2; leader 1; 1 wins the last of b* or the last of a*", True),
    "drafted, one each": (
        "a3 b1 / a2 b2; leader 1; assignment draft; anybody wins the last of a*; anybody wins the last of b*",
        True,
    ),
    "drafted, both by one": (
        "a3 b2 / a2 b1; leader 1; assignment draft; anybody wins the last of a*; anybody wins the last of b*",
        False,
    ),
    # Player 1 loses an a to a3 first, which must be a2, and wins a1 later.
    "the higher neighbour goes first": ("a1,2 b9 / a3 b1,2; leader 1; 1 wins the last of a1", True),
}


def deal_of(text: str) -> crewsat.Crew:
    deal = crewsat.parse_text(text)
    assert isinstance(deal, crewsat.Crew)
    return deal


@pytest.mark.parametrize("name", CASES)
def test_deals_a_person_can_check(name: str) -> None:
    text, won = CASES[name]
    deal = deal_of(text)
    assert (search(deal) is not None) == won
    assert winning_line_exists(json.loads(deal.to_json())) == won
    for way, encoding in WAYS:
        play = way(encoding, deal)
        assert (play is not None) == won, way.__name__
        if play is not None:
            play_until_success(deal, play)
    assert crewsat.decide(deal, method="bounds").answer in {"unknown", *([] if won else ["no"])}
    assert crewsat.decide(deal).answer == ("yes" if won else "no")
    assert crewsat.parse_text(crewsat.text_of(deal)) == deal
    assert crewsat.Crew(**json.loads(deal.to_json())) == deal


@pytest.mark.parametrize(
    ("goals", "decided"),
    [
        ("1 wins the last of a1,9", Win),  # won in trick 1
        ("2 wins the last of a1,9", Refutation),
        ("2 wins the last of a1,9 b1", type(None)),  # one is left
        ("2 wins the last of b*", type(None)),  # none has been played
    ],
)
def test_what_has_been_played_counts(goals: str, decided: type) -> None:
    deal = deal_of(f"b1 / b9; leader 1; played a9 a1; {goals}")
    result = decided_by_the_past(deal)
    assert isinstance(result, decided) or (decided is type(None) and not isinstance(result, Win | Refutation))
    assert crewsat.decide(deal).answer == ("no" if decided is Refutation else "yes")
    assert (search(deal) is not None) == (decided is not Refutation) == winning_line_exists(deal.as_dict())


def test_the_play_ends_with_that_trick() -> None:
    deal = deal_of("a9 b1 b2 / a1 b3 b9; leader 1; 1 wins the last of a*")
    assert crewsat.decide(deal, fewest_tricks=True).fewest_tricks == (1, 1)
    later = deal_of("a9 b1 b2 / a1 b3 b9; leader 1; 1 wins the last of a* b1")
    assert crewsat.decide(later, fewest_tricks=True).fewest_tricks == (2, 2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("the last of", "cards are missing"),
        ("the last of a2", "nobody holds a2"),
        ("the last of a1 a1", "listed already"),
    ],
)
def test_what_is_wrong_is_said(words: str, message: str) -> None:
    with pytest.raises(crewsat.InvalidInstance) as found:
        crewsat.parse_text(f"a1 / b1; leader 1; 1 wins {words}")
    assert message in str(found.value)
