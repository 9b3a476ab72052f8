"""Replay pages of lost deals: the deal, why it is lost, and what would have won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.engine.frontend import decide
from crewsat.games import GAMES
from crewsat.games.verdict import Statistics, Verdict
from crewsat.pages.page import to_html
from crewsat.questions.explain import explain
from crewsat.questions.explanation import Explanation
from crewsat.sweeps.again import instance_of
from crewsat.sweeps.page.grid import grid_of, named
from crewsat.sweeps.page.lists import first_lost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.sweeps.reading import Swept

MOST = 6
"""Pages beside that of a sweep."""
_SECONDS = 60.0
"""For an explanation."""


def deal_pages(swept: Swept) -> Iterator[tuple[tuple[str, int], str, str]]:
    """Yield for some lost deals: parameters and seed, the name of a file, and the page.

    The page does not say how long anything took: the same deal gives the same page.
    """
    game = swept.about.game
    for number, row in enumerate(first_lost(grid_of(swept))[:MOST], 1):
        seed = row.lost[0]
        instance = instance_of(game, row.parameters, seed)
        is_explained = "explain" in GAMES[game].questions
        found = explain(instance, time_limit=_SECONDS) if is_explained else decide(instance, time_limit=_SECONDS)
        yield (named(row.parameters), seed), f"lost-{number}.html", to_html(instance, _timeless(found))


def _timeless(found: Explanation | Verdict[Any]) -> Explanation | Verdict[Any]:
    """Return a result without the time that it took."""
    if isinstance(found, Explanation):
        return replace(found, seconds=0.0, verdict=replace(found.verdict, statistics=Statistics()))
    return replace(found, statistics=Statistics())
