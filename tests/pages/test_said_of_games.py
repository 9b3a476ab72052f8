"""All that a page says of a game can be said in every language, down to the last word.

Small random instances of each game; all that pages say of them is looked at: answers, reasons, repairs, outcomes.
"""

from __future__ import annotations

import pickle
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.said import spoken
from crewsat.engine.asking import ask
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.pages.in_words import in_words
from crewsat.pages.lines import lines
from crewsat.questions.asking import Asking
from crewsat.questions.hackenbush.cuts import Cuts
from crewsat.solvers.opening import SOLVERS
from tests.support.every_sentence import results_of
from tests.support.hanabi_games import crowded_game, late_game, small_game
from tests.support.page_words import left_in_english
from tests.support.random_decks import medium_deck, small_deck
from tests.support.random_strings import small_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result

KINDS: dict[str, tuple[Callable[[int], Instance], Callable[[Any], Any]]] = {
    "hanabi_solitaire": (lambda seed: small_deck(seed, most_cards=8), crewsat.State),
    "hackenbush": (lambda seed: small_position(seed, most_edges=6), Cuts),
}
"""By the game, an instance for each seed, and what plays it."""

CARD = re.compile("[abc]?[0-9½]*")


def results(instance: Instance) -> Iterator[Result]:
    yield from results_of(instance)
    for name in ("options", "least_hand_size", "coalitions"):
        if name in GAMES[instance.game].questions:
            yield ask(Asking(Options(), name), instance)


def said_of(instance: Instance, result: Result) -> Iterator[Any]:
    words = in_words(instance, result)
    yield from words["said"]
    yield from (one for part in words["why"] for one in (part if isinstance(part, list) else [part]))
    yield from (line["title"]["words"] for line in lines(instance, result) if "words" in line["title"])


def names_in(instance: Instance, result: Result) -> set[str]:
    """Cards, suits, and how the answer was found."""
    found = result.decided
    methods = set() if found is None else {found.method, found.solver or ""}
    suits = getattr(instance, "colours_in_order", ())
    return {*methods, *suits, *(f"{suit}{value}" for suit in suits for value in range(1, 10))}


@pytest.mark.parametrize("game", KINDS)
def test_all_that_is_said_is_known_in_every_language(game: str) -> None:
    made, _ = KINDS[game]
    for instance in map(made, range(150)):
        for result in results(instance):
            names = names_in(instance, result)
            for said in said_of(instance, result):
                assert isinstance(said, dict), said
                assert list(left_in_english(said, names.__contains__)) == [], (said, instance.to_json())


@pytest.mark.parametrize("game", KINDS)
def test_an_outcome_is_known_in_every_language(game: str) -> None:
    made, play = KINDS[game]
    for seed, instance in enumerate(map(made, range(50))):
        rng, state = random.Random(seed), play(instance)
        while legal := state.legal():
            state.play(rng.choice(legal))
        said = spoken(str(state.outcome))
        assert isinstance(said, dict), said
        assert list(left_in_english(said, getattr(instance, "colours_in_order", ()).__contains__)) == []


def test_reasons_of_a_child_are_known_in_every_language() -> None:
    lost = medium_deck(3)
    found = crewsat.explain(lost, time_limit=20)
    assert found.verdict.answer == "no"
    assert found.reasons
    said = [*map(spoken, [one.words for one in found.reasons]), *map(spoken, [one.words for one in found.repairs])]
    assert all(isinstance(one, dict) for one in said)
    assert [word for one in said for word in left_in_english(one, names_in(lost, found).__contains__)] == []


@pytest.mark.slow
@pytest.mark.parametrize("made", [small_game, late_game, crowded_game])
def test_all_that_is_said_of_a_game_of_hanabi_is_known_in_every_language(made: Callable[[int], Instance]) -> None:
    """Whatever was found, also by another process."""
    known = {*(method.name for method in GAMES["hanabi"].methods), *SOLVERS}

    def is_name(text: str) -> bool:
        return all(word in known or CARD.fullmatch(word) for word in re.split("[ ,]+", text))

    for seed in range(16):
        instance = made(seed)
        for question in (crewsat.decide, crewsat.explain, crewsat.review, crewsat.best_score, crewsat.options):
            result = pickle.loads(pickle.dumps(question(instance)))  # noqa: S301 - our own
            shown = in_words(instance, result)
            titles = [line["title"] for line in lines(instance, result)]
            said = [*shown["said"], *shown["why"], *(title["words"] for title in titles if "words" in title)]
            assert list(left_in_english(said, is_name)) == [], instance.to_json()
        outcome = crewsat.State(instance).outcome
        if outcome.status != "open":
            assert list(left_in_english(spoken(str(outcome)), is_name)) == []
