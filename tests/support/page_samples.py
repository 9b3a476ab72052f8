"""Instances with results, of every kind that a page may show."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import crewsat
from tests.support.hanabi_games import small_game
from tests.support.played_games import played
from tests.support.random_decks import small_deck
from tests.support.random_instances import whole_crew
from tests.support.random_strings import small_position
from tests.support.random_tasks import task_crew

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

HOSTILE = (
    "</script><script>document.title='x'</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "\u202egnp.exe\u202c",
    "a\u2028b\u2029c",
    "'\"&amp;`${1}",
    "é" * 200,
)
"""Names that are text, whatever they look like."""


def sample(seed: int) -> tuple[Instance, Any]:
    """A random instance with a verdict, an explanation, a review, or nothing."""
    rng = random.Random(seed)
    kind = seed % 6
    if kind == 0:
        instance: Instance = whole_crew(seed)
    elif kind == 1:
        instance = task_crew(seed)
    elif kind == 2:
        instance = hostile(seed)
    elif kind == 3:
        instance = small_deck(seed)
    elif kind == 4:
        instance = small_game(seed)
    else:
        instance = small_position(seed)
    return instance, result_of(instance, rng)


def hostile(seed: int) -> crewsat.Crew:
    """A deal whose objectives and tasks have names that are dangerous where texts are markup."""
    rng = random.Random(seed)
    deal = crewsat.RandomDeal(players=3, suits=3, values=3, objectives=3).with_seed(seed).as_dict()
    names = rng.sample(HOSTILE, 4)
    objectives = [{**one, "id": name} for one, name in zip(deal["objectives"], names, strict=False)]
    task = {"owner": 1, "kind": "tricks", "at_least": 0, "id": names[3]}
    return crewsat.Crew(**{**deal, "objectives": objectives, "tasks": [task], "about": {"note": HOSTILE[0]}})


def result_of(instance: Instance, rng: random.Random) -> Any:  # noqa: ANN401 - a verdict, an explanation, a review
    """What one may have found out about an instance."""
    what = rng.random()
    if what < 0.1:
        return None
    if what < 0.5 and instance.game != "hackenbush":
        return crewsat.explain(instance)
    if what < 0.6 and isinstance(instance, crewsat.Crew | crewsat.Hanabi):
        return crewsat.review(instance)
    verdict = crewsat.decide(instance)
    if what > 0.95:
        return replace(verdict, answer="unknown", reason="time", play=None, assignment=None, checked="none")
    return verdict


def lost_game(seed: int = 7) -> tuple[crewsat.Crew, Any]:
    """A game of The Crew that was lost, reviewed."""
    game = played(crewsat.RandomDeal(players=4, objectives=5).with_seed(seed), seed=3)
    return game, crewsat.review(game)
