"""A deal that every solver works on for a minute, after its first card for half of one; encoded in a second."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from crewsat.problems.graph.families import complete_bipartite
from crewsat.reductions.hamiltonian_path_to_crew import reduce

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


@cache
def stubborn() -> Crew:
    """The deal of a graph with sides of 12 and 15 vertices: no path can alternate; clauses hardly see it."""
    return reduce(complete_bipartite(12, 15))
