"""Paths and plays are each other's witnesses, and nothing else is one."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from crewsat.base.errors import IllegalPlay
from crewsat.engine.sources import hamiltonian_path
from crewsat.games.cards import Card
from crewsat.problems.graph import families
from crewsat.reductions.hamiltonian_path_to_crew import (
    LastPlayer,
    Reduction,
    play_of,
    reduce,
    witness_of,
)
from crewsat.reductions.notes import NotAWitness
from tests.support.hamiltonian_paths import (
    ATLAS,
    BOTH,
    JUNK_SUITS,
    SMALL,
    WRONG_AS_PRINTED,
    check_there_and_back,
    has_path,
    near,
    paths_of,
    play_found,
    some,
    some_trumps,
)


@pytest.mark.slow
def test_a_path_becomes_a_play_and_the_play_this_path() -> None:
    rng = random.Random(11)
    tried = 0
    for graph in (*SMALL, *some(ATLAS, 40, seed=11)):
        paths = list(paths_of(graph))
        for path in rng.sample(paths, min(4, len(paths))):
            last = rng.choice(("none", "new"))
            players = len(graph.names) + (last == "new")
            reduction = Reduction(
                junk=rng.choice(BOTH),
                junk_suits=rng.choice(JUNK_SUITS),
                seed=rng.choice((None, rng.randint(0, 99))),
                leader=rng.choice((None, *sorted(near(graph, path[0]) or ()))),
                trumps=rng.choice(((), some_trumps(players, rng))),
                last_player=cast("LastPlayer", last),
                token=rng.random() < 0.5,
            )
            check_there_and_back(graph, reduction, path)
            tried += 1
    assert tried > 150


def test_a_play_with_spare_tricks_is_read_as_a_path() -> None:
    graph = families.path(2)
    instance = reduce(graph, Reduction(junk="as-printed", junk_suits="card", leader=1))
    (mine, other), spare = play_of(instance, (1, 2)), ((Card("junk1", 1), Card("junk3", 1)))
    first = type(mine)(1, spare, 1)
    assert witness_of(instance, [first, mine, other]) == (1, 2)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ((1, 3, 2), "no Hamiltonian path: vertices 1 and 3 are not adjacent"),
        ((1, 2), "no Hamiltonian path: vertex 3 is visited never"),
        ((), "no Hamiltonian path: vertex 1 is visited never"),
        ((1, 2, 3, 2), "no Hamiltonian path: vertex 2 is visited twice"),
        ((1, 2, 3, 4), "no Hamiltonian path: there is no vertex 4"),
        ((True, 2, 3), "no Hamiltonian path: there is no vertex True"),
        ((1.0, 2, 3), r"no Hamiltonian path: there is no vertex 1\.0"),
        (("1", "2", "3"), "no Hamiltonian path: there is no vertex 1"),
        ((3, 2, 1), "the path starts neither at 1, who leads, nor next to it"),
    ],
)
def test_what_is_no_path_makes_no_play(path: Any, why: str) -> None:  # noqa: ANN401 - hostile
    instance = reduce(families.path(3), Reduction(leader=1))
    with pytest.raises(NotAWitness, match=f"^{why}$"):
        play_of(instance, path)


def test_the_wrong_reductions_leave_no_room_for_a_play_or_win_without_a_path() -> None:
    with pytest.raises(IllegalPlay):
        play_of(reduce(families.path(3), Reduction(last_player="old")), (1, 2, 3))
    with pytest.raises(NotAWitness, match="the path starts neither at player 4, who leads, nor next to it"):
        play_of(reduce(families.path(3), Reduction(last_player="new", leader=4)), (1, 2, 3))
    without = [graph for graph in SMALL if not has_path(graph)]
    fooled = 0
    for graph in without:
        instance = reduce(graph, Reduction(junk="as-printed"))
        play = play_found(instance)
        if play is not None:
            fooled += 1
            with pytest.raises(NotAWitness, match=r"^the play wins without following a Hamiltonian path: vert"):
                witness_of(instance, play)
    assert fooled == sum(WRONG_AS_PRINTED)


def test_a_play_that_does_not_win_is_no_witness() -> None:
    graph = families.petersen()
    instance = reduce(graph)
    path = hamiltonian_path(graph).path
    assert path is not None
    play = play_of(instance, path)
    for broken in ((), play[:-1], play[::-1], (*play, play[-1]), play_of(reduce(graph, Reduction(seed=1)), path)):
        with pytest.raises(IllegalPlay):
            witness_of(instance, broken)
