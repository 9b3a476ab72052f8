"""Replay pages of lost deals: the deal, why it is lost, and what would have won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.games.verdict import Statistics
from crewsat.pages.page import to_html
from crewsat.questions.explain import explain
from crewsat.sweeps.again import instance_of
from crewsat.sweeps.page.grid import grid_of, named
from crewsat.sweeps.page.lists import fewest_lost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.sweeps.reading import Swept

MOST = 6
"""Pages beside that of a sweep."""
_SECONDS = 10.0
"""For an explanation."""


def deal_pages(swept: Swept) -> Iterator[tuple[tuple[str, int], str, str]]:
    """Yield for lost deals with the fewest objectives: parameters and seed, the name of a file, and the page.

    The page does not say how long anything took: the same deal gives the same page.
    """
    rows = sorted(fewest_lost(grid_of(swept)), key=lambda row: int(row.parameters["objectives"]))
    for number, row in enumerate(rows[:MOST], 1):
        seed = row.lost[0]
        instance = instance_of(swept.about.game, row.parameters, seed)
        found = explain(instance, time_limit=_SECONDS)
        timeless = replace(found, seconds=0.0, verdict=replace(found.verdict, statistics=Statistics()))
        yield (named(row.parameters), seed), f"lost-{number}.html", to_html(instance, timeless)
