"""Games with a feature that nobody knows: each has a field ``parity`` besides, as a rule that is yet to come would.

And instances that together have every feature that is known.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.games import GAMES
from crewsat.games.code import Code
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.features import ALL as OF_THE_CREW
from crewsat.games.crew.features import CHANGES, COVERED, PASSING
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.tasks import TricksTask
from crewsat.games.hackenbush.features import ALL as OF_HACKENBUSH
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hanabi.features import ALL as OF_HANABI
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi_solitaire.features import ALL as OF_SOLITAIRE
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.marks import AS_TUPLE
from tests.support.hanabi_games import (
    alternating_game,
    bottom_discard_game,
    late_game,
    silent_game,
    site_game,
    small_game,
)
from tests.support.random_choices import choices_crew
from tests.support.random_decks import small_deck
from tests.support.random_instances import whole_crew
from tests.support.random_strings import small_position
from tests.support.random_tasks import filter_crew, task_crew

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.games.game import Game
    from crewsat.games.instance import Instance

Parity = dict[str, int] | None
PARITY = {"cards": 1}
"""What stands in the field."""


class OddTricks(TricksTask):
    """Tricks with a filter that nobody knows."""

    parity: int | None = None


class OddCrew(Crew):
    """The Crew with another choice before the first trick, and another filter of tricks."""

    tasks: Annotated[tuple[OddTricks, ...], AS_TUPLE] = ()
    parity: Parity = None


class OddHanabi(Hanabi):
    """Hanabi with another rule."""

    parity: Parity = None


class OddSolitaire(HanabiSolitaire):
    """Solitaire Hanabi with another rule."""

    parity: Parity = None


class OddHackenbush(Hackenbush):
    """Hackenbush with another rule."""

    parity: Parity = None


ODD: Mapping[str, type[Instance]] = {
    "crew": OddCrew,
    "hanabi": OddHanabi,
    "hanabi_solitaire": OddSolitaire,
    "hackenbush": OddHackenbush,
}

PLAIN: Mapping[str, dict[str, Any]] = {
    "crew": {"hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1, "objectives": [{"card": "b1", "owner": 1}]},
    "hanabi": {
        "players": 2,
        "deck": ["r1", "r2", "b1", "b2", "r1", "b1", "r2", "b2"],
        "hand_size": 2,
        "variant": {"suits": [{"name": "r", "copies": [2, 2]}, {"name": "b", "copies": [2, 2]}]},
    },
    "hanabi_solitaire": {"deck": ["r1", "b1", "r2", "b2"], "hand_size": 1},
    "hackenbush": {"strings": [[1, 2], [2]], "coalition": [1]},
}
"""Fields of an instance that is won, but for the name of its game."""


def odd_game(name: str) -> Game:
    """Return a game whose instances may have the field."""
    return replace(GAMES[name], instance=Code(f"tests.support.odd_games:{ODD[name].__name__}"))


def odd_instance(name: str) -> Instance:
    """Return an instance that has it."""
    return ODD[name](**{**PLAIN[name], "parity": PARITY})


def odd_filter() -> OddCrew:
    """Return a deal with a task whose filter nobody knows."""
    task = OddTricks(kind="tricks", owner=1, exactly=1, parity=2)
    return OddCrew(**{**PLAIN["crew"], "tasks": [task]})


KNOWN: Mapping[str, frozenset[str]] = {
    "crew": OF_THE_CREW | CHANGES | COVERED | PASSING,
    "hanabi": OF_HANABI,
    "hanabi_solitaire": OF_SOLITAIRE,
    "hackenbush": OF_HACKENBUSH,
}
"""The features of each game that somebody knows."""

SOURCES: Mapping[str, tuple[Callable[[int], Instance], ...]] = {
    "crew": (
        whole_crew,
        task_crew,
        filter_crew,
        choices_crew,
        lambda seed: RandomDeal(players=4, objectives=1).with_seed(seed).as_typed(),
        lambda seed: DeepSeaDeal(difficulty=4).with_seed(seed).as_typed(),
    ),
    "hanabi": (
        small_game,
        late_game,
        site_game,
        silent_game,
        alternating_game,
        bottom_discard_game,
        lambda seed: silent_game(seed, variants=("Color Mute (3 Suits)",)),
    ),
    "hanabi_solitaire": (small_deck,),
    "hackenbush": (small_position,),
}
MOST = 600
"""Instances of each source."""


@cache
def samples(game: str) -> Mapping[str, Instance]:
    """Return an instance with each feature of a game that is known, as far as one was found."""
    found: dict[str, Instance] = {}
    for seed in range(MOST):
        for source in SOURCES[game]:
            instance = source(seed)
            for feature in instance.features - found.keys():
                found[feature] = instance
        if found.keys() >= KNOWN[game]:
            break
    return found
