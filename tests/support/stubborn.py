"""A deal that every solver works on for minutes, and that is encoded in half a second."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from crewsat.problems.graph.families import complete_bipartite
from crewsat.reductions.hamiltonian_path_to_crew import reduce

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


@cache
def stubborn() -> Crew:
    """The deal of a graph with sides of 9 and 12 vertices: no path can alternate; clauses hardly see it."""
    return reduce(complete_bipartite(9, 12))
