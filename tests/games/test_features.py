"""Features are derived from what an instance says, and those that are known are those there are."""

from __future__ import annotations

import pytest

import crewsat
from tests.support.odd_games import KNOWN, ODD, PLAIN, odd_filter, odd_instance, samples

DEAL = "a1 b2 / a2 b1"


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_every_feature_that_is_known_is_one_of_an_instance_and_no_other_is(game: str) -> None:
    assert samples(game).keys() == KNOWN[game]


@pytest.mark.parametrize(
    ("text", "features"),
    [
        (DEAL, set()),
        (f"{DEAL}; leader 1; trump b", {"leader", "trump"}),
        (f"{DEAL}; 1 wins b1", {"objectives"}),
        (f"{DEAL}; anybody wins b1", {"objectives", "objectives.owner=null"}),
        (f"{DEAL}; 1 wins b1[1]; 2 wins a1[2]", {"objectives", "objectives.token"}),
        (f"{DEAL}; anybody wins b1; assignment draft", {"objectives", "objectives.owner=null", "assignment=draft"}),
        (
            f"{DEAL}; crew wins at least 1 trick with total at most 7 among tricks last",
            {"tasks", "tricks.kind=tricks", "tricks.owner=crew", "tricks.at_least", "tricks.total", "total.at_most"}
            | {"tricks.numbers", "tricks.numbers=last"},
        ),
        ("hanabi solitaire; hand 1; deck r1 b1 r2 b2", set()),
        ("hackenbush; strings 1,2 / 2; coalition 1; to move 2", {"to_move"}),
    ],
)
def test_what_is_a_feature(text: str, features: set[str]) -> None:
    assert crewsat.parse_text(text).features == features


def test_notes_and_names_of_records_are_none() -> None:
    deal = crewsat.parse_text(f"{DEAL}; 1 wins b1")
    assert isinstance(deal, crewsat.Crew)
    (objective,) = deal.objectives
    named = deal.model_copy(update={"objectives": [{**objective.model_dump(), "id": "x"}], "about": {"y": 1}})
    assert named != deal
    assert named.features == deal.features


@pytest.mark.parametrize("game", KNOWN)
def test_a_new_field_is_one_by_itself(game: str) -> None:
    assert odd_instance(game).features - ODD[game](**PLAIN[game]).features == {"parity"}
    assert odd_filter().features - KNOWN["crew"] == {"tricks.parity"}
