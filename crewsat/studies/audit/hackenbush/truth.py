"""The truth about strings, by the rules alone: which coalitions can force which player to be the last one left.

The referee lets players leave and makes the cuts; who has left is part of a position. No code is shared with the
solver, the printed algorithm, or the tables of `crewsat.algorithms.hackenbush.every_coalition`, only the encoding of a
set of coalitions as a number: coalitions are bits of the set, and players bits of a coalition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.games.hackenbush.rules import cut, moves, players_without_an_edge_leave, start

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Position


class Outcome(NamedTuple):
    """What can be forced in a position, as sets of coalitions.

    Attributes:
        winning: the coalitions that can force one of their members to be the last one left.
        forcing: for each player, from player 1, the coalitions that can force that player to be the last one left.
    """

    winning: int
    forcing: tuple[int, ...]


def outcome(instance: Hackenbush) -> Outcome:
    """Return what can be forced, by exhaustive search of all plays; the instance's own coalition is ignored."""
    return _Truth(instance).outcome(start(instance))


def is_queer(found: Outcome) -> bool:
    """Return whether no player can force a win alone."""
    return not any(found.winning >> (1 << player) & 1 for player in range(len(found.forcing)))


class _Truth:
    """The positions of an instance, and what can be forced in each."""

    def __init__(self, instance: Hackenbush) -> None:
        self._instance = instance
        coalitions = range(1 << instance.number_of_players)
        self._with = [
            sum(1 << coalition for coalition in coalitions if coalition >> player & 1)
            for player in range(instance.number_of_players)
        ]
        self._all = (1 << len(coalitions)) - 1
        self._known: dict[Position, Outcome] = {}

    def outcome(self, position: Position) -> Outcome:
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = self._worked_out(position)
        return known

    def _worked_out(self, position: Position) -> Outcome:
        here, last = players_without_an_edge_leave(self._instance, position)
        if last is not None:
            forcing = [self._all if player == last - 1 else 0 for player in range(len(self._with))]
            return Outcome(self._with[last - 1], tuple(forcing))
        after = [self.outcome(cut(self._instance, here, move)) for move in moves(self._instance, here)]
        members = self._with[here.player - 1]
        winning = self._chosen(members, [one.winning for one in after])
        forcing_each = zip(*(one.forcing for one in after), strict=True)
        return Outcome(winning, tuple(self._chosen(members, each) for each in forcing_each))

    def _chosen(self, members: int, sets: list[int] | tuple[int, ...]) -> int:
        """Return the union of the sets for coalitions of the player to move, their intersection for the others."""
        some, every = 0, self._all
        for each in sets:
            some |= each
            every &= each
        return some & members | every & ~members
