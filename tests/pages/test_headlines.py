"""The answer in a few words: a text of the language files, with all values it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.pages.crew import MOST_NAMED, lost
from crewsat.pages.headlines import headline
from tests.support.page_words import values_of, words_of

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8[1]; 2 wins pink5[2]"
HEADLINES: dict[str, Any] = {
    "a9,1 / a8,2; leader 1; 1 wins a9": {"key": "headline.yes", "n": 1, "of": 2},
    "a9 / a8; leader 1": {"key": "headline.yesNow"},
    LOST: {"key": "headline.noCards", "n": 2, "what": ["pink8", "pink5"]},
    "a1,2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]": {"key": "headline.noOrder", "n": 2, "what": ["a1", "a3"]},
    "a9 / a8; leader 1; 2 wins exactly 1 tricks": {"key": "headline.no"},
    "hanabi solitaire; hand 2; deck r1 b1 r2 b2": {"key": "headline.played", "n": 4, "of": 4, "most": 0},
    "hanabi solitaire; hand 1; deck r2 b2 b1 r1": {"key": "headline.no"},
    "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2": {
        "key": "headline.coalitionCuts",
        "k": 1,
        "edge": 1,
        "string": 2,
    },
    "hackenbush; strings 2 / 2; coalition 1": {"key": "headline.no"},
}


def explained(instance: Instance) -> Any:  # noqa: ANN401 - of the game
    found = crewsat.decide(instance)
    return crewsat.explain(instance) if found.answer == "no" and instance.game != "hackenbush" else found


@pytest.mark.parametrize("text", HEADLINES)
def test_headlines(text: str) -> None:
    instance = crewsat.parse_text(text)
    assert headline(instance, explained(instance)) == HEADLINES[text]


def test_the_first_win_is_said() -> None:
    deal = crewsat.parse_text("a9,1 / a8,2; leader 1; 1 wins a9")
    found = headline(deal, crewsat.decide(deal, fewest_tricks=True))
    assert found == {"key": "headline.yesFirst", "n": 1, "of": 2}


def test_what_is_not_decided_says_why() -> None:
    deal = crewsat.parse_text(LOST)
    found = headline(deal, crewsat.decide(deal, method="player"))
    assert found == {"key": "headline.unknown", "why": {"key": "stopped.incomplete"}}
    assert "stopped.incomplete" in words_of("en")


def test_a_game_or_nothing_has_no_headline() -> None:
    deal = crewsat.parse_text(LOST)
    assert headline(deal, None) is None
    assert headline(deal, crewsat.review(deal)) is None


def test_a_headline_does_not_list_a_whole_deck() -> None:
    deal = crewsat.RandomDeal(players=4, objectives=MOST_NAMED + 1).with_seed(1).as_typed()
    ids = [one.id for one in deal.objectives]
    found = lost(deal, ids[:MOST_NAMED])
    assert found is not None
    assert len(found["what"]) == MOST_NAMED
    assert lost(deal, ids) is None


@pytest.mark.parametrize("said", HEADLINES.values(), ids=lambda one: one["key"])
def test_a_headline_has_all_values_of_its_text(said: dict[str, Any]) -> None:
    for text in words_of("en")[said["key"]].values():
        assert values_of(text) <= said.keys()
