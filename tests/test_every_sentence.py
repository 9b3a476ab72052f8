"""What the program says about any instance of any game is a sentence: no `None`, no empty name, no unfilled brace.

Small random instances of each game, among them games that are over, lost, or struck out; everything that is said of
them is looked at: reasons, explanations, repairs, notes, reviews, options, reports.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.games import GAMES
from crewsat.games.hanabi.rules import STRUCK_OUT, Table
from tests.support.every_sentence import ANYWHERE, IN_SENTENCES, faults, printed_of, results_of, sentences_of
from tests.support.hanabi_games import late_game, played_on, small_game
from tests.support.played_games import played
from tests.support.random_decks import small_deck
from tests.support.random_instances import whole_crew
from tests.support.random_strings import small_position
from tests.support.random_tasks import task_crew

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.instance import Instance


def struck_out(seed: int) -> crewsat.Hanabi:
    """A small game that ends with its last strike."""
    rng = random.Random(f"struck out {seed}")
    game = small_game(seed).model_copy(update={"actions": ()})
    table = Table.after_actions(played_on(game, rng, rng.choice((0, 1, 3))))
    while legal := list(table.legal()):
        strikes = [action for action in legal if action.action == "strike"]
        table.do(rng.choice(strikes or legal))
    return game.model_copy(update={"actions": tuple(table.actions)})


def reviewed_deal(seed: int) -> crewsat.Crew:
    """A deal with tasks that was played, to its end or nearly so."""
    deal = task_crew(seed, most_cards=10)
    fields = {name: value for name, value in deal.as_dict().items() if name != "played"}
    whole = crewsat.Crew(**{**fields, "hands": deal.dealt, "leader": deal.leader or 1})
    return played(whole, seed, cards=None if seed % 3 else 4)


KINDS: dict[str, tuple[str, Callable[[int], Instance]]] = {
    "crew": ("crew", lambda seed: whole_crew(seed, most_cards=10)),
    "crew tasks": ("crew", lambda seed: task_crew(seed, most_cards=10)),
    "crew played": ("crew", reviewed_deal),
    "hanabi": ("hanabi", small_game),
    "hanabi late": ("hanabi", late_game),
    "hanabi struck out": ("hanabi", struck_out),
    "solitaire": ("hanabi_solitaire", lambda seed: small_deck(seed, most_cards=8)),
    "hackenbush": ("hackenbush", lambda seed: small_position(seed, most_edges=6)),
}


def check(instance: Instance) -> None:
    results = list(results_of(instance))
    for text in sentences_of(instance, results):
        assert not faults(text, IN_SENTENCES), (faults(text, IN_SENTENCES), text, instance.to_json())
    for text in printed_of(instance, results):
        assert not faults(text, ANYWHERE), (faults(text, ANYWHERE), text, instance.to_json())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=pytest.mark.thorough) for k in range(1, 20))])
def test_everything_that_is_said_is_a_sentence(kind: str, part: int) -> None:
    _, made = KINDS[kind]
    for seed in range(12 * part, 12 * part + 12):
        check(made(seed))


def test_every_game_is_asked() -> None:
    assert {game for game, _ in KINDS.values()} == set(GAMES)
    endings = [Table.after_actions(struck_out(seed)).ending for seed in range(12)]
    assert endings.count(STRUCK_OUT) >= 8


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("because None can be played in the very last turn only", "a Python constant"),
        ("at most nan points", "a Python constant"),
        ("{suit} is at {height}", "a brace"),
        ("{0} is missing", "a brace"),
        ("it fell with <crewsat.games.cards.Card object at 0x7f>", "a representation"),
        ("without [('a', 1)]", "a representation"),
        ("there are 3  points", "a doubled blank"),
        ("the hands must hold , and there is no room", "an empty name"),
        ("4 points of, and no more", "an empty name"),
        ("", "nothing at all"),
    ],
)
def test_what_is_no_sentence_is_seen(text: str, fault: str) -> None:
    assert fault in faults(text, IN_SENTENCES)
    assert not faults("Minimal coalitions that win: {1, 2} and {13}.", IN_SENTENCES)
    assert not faults("red1 (card 3) and blue2 of the pile change places: 24 of 25 points, at most", IN_SENTENCES)
