"""Every way of deciding a position of Hackenbush, each with its strategy played by the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush import berlekamp, positions, printed
from crewsat.algorithms.result import Solution
from crewsat.games.hackenbush.rules import play_against_every_defence
from tests.support.hackenbush_second_opinion import judged_moves, who_moves

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Strategy

    Way = Callable[[Hackenbush], Any]

WAYS: Mapping[str, Way] = {
    "positions": positions.search,
    "printed": printed.search,
    "berlekamp": berlekamp.decide_two_players,
}


def fault(instance: Hackenbush, truth: bool, ways: Mapping[str, Way] = WAYS) -> str | None:
    """What is wrong with what these ways say of a position, by the second opinion; None if all is well.

    The strategies are played to the end; the referee raises `IllegalPlay` if one of them fails.
    """
    for name, way in ways.items():
        solution = way(instance)
        if not isinstance(solution, Solution):
            if name != "berlekamp" or (len(instance.coalition) == 1 and instance.number_of_players == 2):
                return f"{name} does not answer"
            continue
        if solution.wins is not truth:
            return f"{name} says {solution.wins}"
        if why := fault_of_strategy(instance, solution.strategy, wins=truth):
            return f"{name}: {why}"
    return None


def fault_of_strategy(instance: Hackenbush, strategy: Strategy, *, wins: bool) -> str | None:
    """What is wrong with how a strategy is played, and with its first move; None if all is well."""
    played = play_against_every_defence(instance, strategy, coalition=wins)
    if played.stopped is not None:
        return f"the strategy was not played: {played.stopped}"
    mover = who_moves(instance)
    if mover is None or (mover in instance.coalition) is not wins:
        return "there is a first move" if played.play else None
    if len(played.play) != 1 or played.play[0].player != mover:
        return f"the first move is {played.play}"
    if judged_moves(instance)[played.play[0].string, played.play[0].edge] is not wins:
        return f"the first move loses: {played.play[0]}"
    return None
