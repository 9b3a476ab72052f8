"""Graphs, their Hamiltonian paths by brute force, and what the game makes of them: for the tests of the reduction."""

from __future__ import annotations

import random
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, get_args

from networkx.generators.atlas import graph_atlas_g

import crewsat
from crewsat.problems.graph.graph import Graph
from crewsat.reductions.hamiltonian_path_to_crew import (
    Junk,
    JunkSuits,
    Reduction,
    play_of,
    reduce,
    witness_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick

ATLAS = [Graph.from_networkx(graph) for graph in graph_atlas_g() if 1 <= len(graph) <= 6]
SMALL = [graph for graph in ATLAS if len(graph.names) <= 5]
JUNK_SUITS: tuple[JunkSuits, ...] = get_args(JunkSuits)
BOTH: tuple[Junk, ...] = get_args(Junk)


def some(graphs: Sequence[Graph], number: int, seed: int) -> list[Graph]:
    return random.Random(seed).sample(graphs, number)


def paths_of(graph: Graph, starts: Collection[int] | None = None) -> Iterator[tuple[int, ...]]:
    """All Hamiltonian paths, by trying all orders of the vertices."""
    joined = {frozenset(edge) for edge in graph.edges}
    for order in permutations(graph.vertices):
        if all(frozenset(step) in joined for step in pairwise(order)) and (starts is None or order[0] in starts):
            yield order


def has_path(graph: Graph, starts: Collection[int] | None = None) -> bool:
    return next(paths_of(graph, starts), None) is not None


def is_path(graph: Graph, path: Sequence[int]) -> bool:
    joined = {frozenset(edge) for edge in graph.edges}
    return sorted(path) == list(graph.vertices) and all(frozenset(step) in joined for step in pairwise(path))


def near(graph: Graph, leader: int | None) -> set[int] | None:
    """Where a path may start if this vertex leads: there or at a neighbour."""
    return None if leader is None else {leader} | {u + v - leader for u, v in graph.edges if leader in (u, v)}


def play_found(instance: Crew, method: str = "auto") -> tuple[Trick, ...] | None:
    """The play of a yes, None for a no."""
    verdict = crewsat.decide(instance, method=method)
    assert verdict.answer != "unknown"
    return verdict.play if verdict else None


def mistake(graph: Graph, reduction: Reduction, truth: bool, method: str = "auto") -> str:
    """What is wrong if the game is not won iff it should be, or its play is not a path; nothing if all is well."""
    instance = reduce(graph, reduction)
    play = play_found(instance, method)
    if (play is not None) != truth:
        return f"the answer is not {'yes' if truth else 'no'}: {instance.to_json()}"
    if play is None:
        return ""
    path = witness_of(instance, play)
    starts = near(graph, reduction.leader) or graph.vertices
    return "" if is_path(graph, path) and path[0] in starts else f"{path} is not a path: {instance.to_json()}"


def wrong(graph: Graph, reduction: Reduction) -> bool:
    """Whether the game is won although there is no path, or the other way around."""
    return (play_found(reduce(graph, reduction)) is not None) != has_path(graph, near(graph, reduction.leader))


def some_trumps(players: int, rng: random.Random) -> tuple[int, ...]:
    """Any numbers, one of them 0."""
    numbers = [rng.randint(0, 3) for _ in range(players)]
    numbers[rng.randrange(players)] = 0
    return tuple(numbers)


def check_there_and_back(graph: Graph, reduction: Reduction, path: tuple[int, ...]) -> None:
    instance = reduce(graph, reduction)
    play = play_of(instance, path)
    crewsat.verify(instance, play)
    assert witness_of(instance, play) == path
    assert play_of(instance, witness_of(instance, play)) == play
    assert len(play) == len(reduction_players(graph, reduction))


def reduction_players(graph: Graph, reduction: Reduction) -> range:
    return range(1, len(graph.names) + 1 + (reduction.last_player == "new"))


WRONG_AS_PRINTED = [0, 1, 1, 4, 10]
"""Of 1, 2, 4, 11 and 34 graphs."""
