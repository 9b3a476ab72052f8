"""The filters `led` and `each_of`: deals a person can check, and aimed deals put to all that decides The Crew."""

from __future__ import annotations

import json

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.replaying import play_until_success
from crewsat_encodings.crew.asp.encoding import Encoding as Program
from crewsat_encodings.crew.cnf.encoding import Encoding as Clauses
from crewsat_encodings.crew.cpsat.encoding import Encoding as Constraints
from tests.support.random_tasks import APART, filter_crew
from tests.support.second_opinion import winning_line_exists
from tests.support.ways import by_constraints, by_fewest_tricks, by_formula, by_program

WAYS = ((by_formula, Clauses), (by_fewest_tricks, Clauses), (by_constraints, Constraints), (by_program, Program))


def check(deal: crewsat.Crew, *, won: bool) -> None:
    """Ask everything; every play is replayed by the referee. The bounds may say no, nothing else."""
    assert (search(deal) is not None) == won, deal.to_json()
    for way, encoding in WAYS:
        play = way(encoding, deal)
        assert (play is not None) == won, (way.__name__, deal.to_json())
        if play is not None:
            play_until_success(deal, play)
    assert winning_line_exists(json.loads(deal.to_json())) == won, deal.to_json()
    assert crewsat.decide(deal, method="bounds").answer in {"unknown", *([] if won else ["no"])}, deal.to_json()
    assert crewsat.decide(deal).answer == ("yes" if won else "no"), deal.to_json()


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("p4 / b3 / g1 / y2; leader 1; 1 wins at least 1 trick with one of p4 one of b3 one of g1 one of y2", True),
        ("p4 / b3 / g1 / p2; leader 1; 1 wins at least 1 trick with one of p4,2 one of b3 one of g1", True),
        ("p4 / b3 / g1 / p5; leader 1; 1 wins at least 1 trick with one of p4,5 one of b3 one of g1", False),
        ("p4,1 / p3 b1 / g1 p2; leader 1; 1 wins at least 1 trick with one of p4,1 one of b1 one of g1", True),
        ("p4 g5 / p3 b1 / g1 y2; leader 1; 1 wins at least 1 trick with one of p3,4 one of g1 one of b1", False),
        ("p4 g5 / b2,1 / g1 y2; leader 1; 1 wins at least 1 trick with one of p4 one of g1 one of b1", True),
        ("a3,2 / a4,1; leader 1; 2 wins at least 1 trick led with a3", True),
        ("a3,2 / a4,1; leader 1; 2 wins at least 2 tricks led with a3,4", False),
        ("a3,2 / a4,1; leader 1; 1 wins at least 1 trick led with a2", True),
        ("a3,2 / a4,1; leader 1; 1 wins at least 1 trick led with a4", False),
        ("a3,2 / a4,1; leader 1; crew wins exactly 2 tricks led with a3", False),
        ("a5,2 / a4,1; leader 1; crew wins exactly 2 tricks led with a5,2", True),
    ],
)
def test_deals_a_person_can_check(text: str, won: bool) -> None:
    deal = crewsat.parse_text(text)
    assert isinstance(deal, crewsat.Crew)
    check(deal, won=won)
    assert crewsat.parse_text(crewsat.text_of(deal)) == deal
    assert crewsat.Crew(**json.loads(deal.to_json())) == deal


def test_one_card_of_each_colour_in_a_trick_of_the_whole_deck() -> None:
    """Case `crew-custom-rainbow`: four players, patterns in the text form."""
    hands = "p6,5,4,2 b8 g7 s1,2 y2,4 / p9,8,3 b9,1 g6,5 y9,3 s4 / b7,5,3,2 g8,1 y8,6,5,1 / rest"
    deal = crewsat.parse_text(
        f"{hands}; rules deep-sea; 2 wins at least 1 trick with one of p* one of b* one of g* one of y*"
    )
    assert isinstance(deal, crewsat.Crew)
    whole_suits = [[f"{suit}{value}" for value in range(1, 10)] for suit in ("pink", "blue", "green", "yellow")]
    assert json.loads(deal.to_json())["tasks"][0]["each_of"] == whole_suits
    verdict = crewsat.decide(deal)
    assert verdict.answer == "yes"
    assert verdict.play is not None
    colours = [sorted(card.suit for card in trick.cards) for trick in verdict.play if trick.winner == 2]
    assert ["blue", "green", "pink", "yellow"] in colours


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=pytest.mark.thorough) for k in range(1, 10))])
@pytest.mark.parametrize("name", APART)
def test_all_agree_on_aimed_deals(name: str, part: int) -> None:
    won = 0
    for k in range(50 * part, 50 * part + 50):
        deal = filter_crew(2 * k + APART.index(name))
        assert getattr(deal.tasks[0], name) is not None
        answer = search(deal) is not None
        check(deal, won=answer)
        won += answer
    assert 10 <= won <= 40
