"""A game of Hackenbush played cut by cut: the referee's moves, and the side that the search says wins, does."""

from __future__ import annotations

import random

import crewsat
from crewsat.games.hackenbush.rules import cut, moves, players_without_an_edge_leave, start
from crewsat.questions.hackenbush.cuts import Cuts


def test_cuts_are_those_of_the_referee_to_the_end() -> None:
    rng = random.Random(7)
    ends = set()
    for _ in range(200):
        strings = [[rng.randint(1, 3) for _ in range(rng.randint(0, 3))] for _ in range(rng.randint(0, 4))]
        instance = crewsat.Hackenbush(strings=strings, coalition=[1, 2], to_move=rng.randint(1, 3), players=3)
        game, position = Cuts(instance), start(instance)
        while True:
            position, last = players_without_an_edge_leave(instance, position)
            allowed = () if last else tuple(moves(instance, position))
            assert game.legal() == allowed
            if last:
                break
            assert game.outcome.status == "open"
            move = rng.choice(allowed)
            position = cut(instance, position, move)
            game.play(move)
        assert game.outcome.status == ("won" if last in {1, 2} else "lost")
        assert str(game.outcome) == f"{game.outcome.status}: player {last} is the last one left"
        ends.add(game.outcome.status)
    assert ends == {"won", "lost"}
