"""A second, independent brute force for Hackenbush on strings, written from the interface contract alone.

It keeps what the contract speaks of and nothing cleverer: what is left of every string, and the players who are still
in the game, the one to move first. A player who has no edge when it is his turn leaves; whoever is left alone has won.
It shares no code with the program, neither the rules nor the searches.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from crewsat.games.hackenbush.instance import Hackenbush

    Strings = tuple[tuple[int, ...], ...]


class Opinion:
    """Who wins, from every position it is asked about.

    Args:
        coalition: the players of the side that is asked about.
    """

    def __init__(self, coalition: Collection[int]) -> None:
        self.coalition = frozenset(coalition)
        self._known: dict[tuple[Strings, tuple[int, ...]], bool] = {}

    def wins(self, strings: Strings, still_in: tuple[int, ...]) -> bool:
        """Whether the coalition can force that one of its members is the last player left.

        Args:
            strings: what is left of each string, from the ground upwards.
            still_in: the players who have not left, in the order of their turns, first the one to move.
        """
        position = strings, still_in
        if position not in self._known:
            self._known[position] = self._think(strings, still_in)
        return self._known[position]

    def _think(self, strings: Strings, still_in: tuple[int, ...]) -> bool:
        mover, *others = still_in
        if not others:
            return mover in self.coalition
        results = [self.wins(after, (*others, mover)) for _, after in cuts(strings, mover)]
        if not results:
            return self.wins(strings, tuple(others))
        return any(results) if mover in self.coalition else all(results)


def cuts(strings: Strings, player: int) -> Iterator[tuple[tuple[int, int], Strings]]:
    """Every cut of a player, as string and edge counted from 1, and what is left of the strings after it."""
    for place, string in enumerate(strings):
        for height, label in enumerate(string):
            if label == player:
                after = tuple(string[:height] if k == place else other for k, other in enumerate(strings))
                yield (place + 1, height + 1), after


def in_turn_order(players: int, to_move: int) -> tuple[int, ...]:
    """All players, first the one to move."""
    return (*range(to_move, players + 1), *range(1, to_move))


def _all_of(instance: Hackenbush) -> tuple[Strings, tuple[int, ...]]:
    players = instance.players
    if players is None:
        players = max([1, instance.to_move, *instance.coalition, *(max(s, default=0) for s in instance.strings)])
    return tuple(map(tuple, instance.strings)), in_turn_order(players, instance.to_move)


def wins(instance: Hackenbush) -> bool:
    """Whether the coalition of the instance can force a win."""
    return Opinion(instance.coalition).wins(*_all_of(instance))


def who_moves(instance: Hackenbush) -> int | None:
    """The player who makes the first cut; None if nobody does, as somebody is the last one left before."""
    return _first_turn(instance)[0]


def judged_moves(instance: Hackenbush) -> dict[tuple[int, int], bool]:
    """Every cut that may be the first, as string and edge, and whether the coalition wins after it."""
    mover, others = _first_turn(instance)
    if mover is None:
        return {}
    opinion, strings = Opinion(instance.coalition), tuple(map(tuple, instance.strings))
    return {cut: opinion.wins(after, (*others, mover)) for cut, after in cuts(strings, mover)}


def _first_turn(instance: Hackenbush) -> tuple[int | None, tuple[int, ...]]:
    """Who makes the first cut, and the others who have not left by then; None if one is left alone before."""
    strings, still_in = _all_of(instance)
    while len(still_in) > 1:
        mover, *others = still_in
        if any(mover in string for string in strings):
            return mover, tuple(others)
        still_in = tuple(others)
    return None, ()


def winning_coalitions(strings: Sequence[Sequence[int]], players: int, to_move: int) -> set[frozenset[int]]:
    """Every coalition that can force a win, each asked about on its own."""
    whole, still_in = tuple(map(tuple, strings)), in_turn_order(players, to_move)
    return {side for side in subsets(range(1, players + 1)) if Opinion(side).wins(whole, still_in)}


def minimal_of(sides: Iterable[frozenset[int]]) -> list[list[int]]:
    """Those that hold no other one of them, sorted."""
    found = set(sides)
    return sorted(sorted(side) for side in found if not any(other < side for other in found))


def subsets(players: Iterable[int]) -> Iterator[frozenset[int]]:
    """Every set of players, the empty one first."""
    everybody = list(players)
    for size in range(len(everybody) + 1):
        yield from map(frozenset, combinations(everybody, size))
