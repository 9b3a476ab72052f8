"""Every feature decides some instance: with it and without it, all that answers says what exhaustive search says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games import GAMES
from crewsat.games.hanabi.clues import Clues
from crewsat.games.hanabi.variants import variant_named
from crewsat.games.parts import has
from crewsat.games.text import text_of
from tests.support.feature_aims import SAME, deciding, wins
from tests.support.hanabi_games import supported_variants
from tests.support.odd_games import KNOWN

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

SMALL = ("hanabi_solitaire", "hackenbush")
GAMES_BY_COST = [*SMALL, *(pytest.param(game, marks=pytest.mark.thorough(together=1)) for game in ("crew", "hanabi"))]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_BY_COST)
def test_every_feature_decides_an_instance_and_is_understood_by_all_that_answers(game: str) -> None:
    found = deciding(game)
    assert found.keys() == KNOWN[game] - SAME[game].keys()
    for feature, pair in found.items():
        one, other = pair
        assert feature in one.features
        assert feature not in other.features
        assert wins(one) != wins(other)
        for instance in pair:
            check(instance, feature)


def check(instance: Instance, feature: str) -> None:
    """All methods, the text form and the questions agree about an instance."""
    won = wins(instance)
    verdict = crewsat.decide(instance, method="all")
    assert (verdict.answer == "yes") == won, f"{feature}: {verdict.answers} on {instance.to_json()}"
    assert crewsat.decide(instance).answer == verdict.answer, f"{feature}: {instance.to_json()}"
    assert crewsat.parse_text(text_of(instance)) == instance, feature
    questions = GAMES[instance.game].questions
    if has(instance.game, "state"):
        assert (crewsat.State(instance).winnable().answer == "yes") == won, f"{feature}: {instance.to_json()}"
    if "options" in questions and instance.game != "hackenbush":
        options = crewsat.options(instance)
        assert any(option.answer == "yes" for option in options) == (won and bool(options)), instance.to_json()


@pytest.mark.parametrize("game", KNOWN)
def test_those_that_change_no_answer_are_known_and_have_a_reason(game: str) -> None:
    assert SAME[game].keys() <= KNOWN[game]
    assert all(len(reason) > 10 for reason in SAME[game].values())


def test_where_clues_are_blind_or_of_other_colours_one_can_always_be_given() -> None:
    found = {name: variant_named(name) for name in supported_variants()}
    special = [one for one in found.values() if one.clue_rules.blind or one.clue_rules.colours is not None]
    assert len(special) > 10
    assert all(Clues(one).always for one in special)
