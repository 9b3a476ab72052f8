"""Algorithm 1 as printed: an exhaustive search that takes little space.

Idea: Check(G, C0, C1, p) says whether the coalition C0 or C1 wins if p is to move. A player without an edge is removed
from the player's coalition; if that makes it empty, the other one has won. A player with edges tries them all.

**Printed** (section 3): all of it, as below. Players who have left no longer belong to a coalition, so "the player
which has to play after" p is the next one of C0 and C1 in cyclic order.

**Vague:** nothing. In the paper both coalitions have members; this module also follows the lines if one of them is
empty.

**Space** (printed: at most |E| nested calls, O(|E|²) in all). Counted are all calls; how many are nested at most, and
how many of these were made by a cut; and the total number of edges and members in the arguments of all nested calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hackenbush.features import ALL
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush, String

Coalitions = tuple[frozenset[int], frozenset[int]]


@reads("the algorithm of section 3", ALL)
def decide_as_published(instance: Hackenbush) -> Published:
    """Answer as in Algorithm 1; the first coalition is that of the instance, the second one the others.

    Returns:
        Whether it returns 0, and the steps.
    """
    steps = {"calls": 0, "nested calls": 0, "nested cuts": 0, "cells": 0}
    everybody = frozenset(range(1, instance.number_of_players + 1))
    coalitions = (instance.members, everybody - instance.members)
    returned = _Algorithm(instance.number_of_players, steps).check(
        instance.strings, coalitions, instance.to_move, calls=1, cuts=0, cells=0
    )
    return Published(returned == 0, None, steps)


class _Algorithm:
    def __init__(self, players: int, steps: dict[str, int]) -> None:
        self._players = players
        self._steps = steps

    def check(  # noqa: PLR0913 - the last three only count
        self, graph: tuple[String, ...], coalitions: Coalitions, i: int, *, calls: int, cuts: int, cells: int
    ) -> int:
        cells += sum(map(len, graph)) + sum(map(len, coalitions))
        self._count(calls, cuts, cells)
        j = 0 if i in coalitions[0] else 1
        edges = [(s, e) for s, string in enumerate(graph) for e, label in enumerate(string) if label == i]
        if not edges:
            rest = coalitions[j] - {i}
            if not rest:
                return 1 - j
            left = (rest, coalitions[1]) if j == 0 else (coalitions[0], rest)
            return self.check(graph, left, self._after(i, left), calls=calls + 1, cuts=cuts, cells=cells)
        after = self._after(i, coalitions)
        for s, e in edges:
            removed = (*graph[:s], graph[s][:e], *graph[s + 1 :])
            if self.check(removed, coalitions, after, calls=calls + 1, cuts=cuts + 1, cells=cells) == j:
                return j
        return 1 - j

    def _count(self, calls: int, cuts: int, cells: int) -> None:
        self._steps["calls"] += 1
        for name, number in (("nested calls", calls), ("nested cuts", cuts), ("cells", cells)):
            self._steps[name] = max(self._steps[name], number)

    def _after(self, i: int, coalitions: Coalitions) -> int:
        while True:
            i = i % self._players + 1
            if i in coalitions[0] or i in coalitions[1]:
                return i
