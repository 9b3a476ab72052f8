"""Algorithm 1 of the paper, as printed: the oracle for the other methods.

Check(G, C0, C1, p): a player without an edge is removed from their coalition; if it is then empty, the other one has
won, else the next player moves. A player with edges tries them all, until one of the cuts wins for the player's
coalition. Nothing is remembered, so space is small and time exponential.

Nested calls are frames on an explicit stack. The paper says that at most |E| are nested. Each cut removes an edge, but
a player who leaves also makes a call, and so does the start, so the bound is |E| plus the number of players
(`Algorithm1.deepest` is the depth that was reached).

Both of the paper's coalitions have members. An empty one is never removed, and would win when the last member of the
other one leaves; so it is declared lost beforehand (contract).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.result import Solution
from crewsat.base.errors import Stopped
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import Move
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Lengths, Strategy

_CHECK_EVERY = 1000
"""Calls between two looks at the clock."""


@reads("method 'printed'", ALL)
def search(
    instance: Hackenbush,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,  # noqa: ARG001 - it takes next to none
) -> Solution[Strategy]:
    """Return which side can force the last move, and a strategy for it, which runs Algorithm 1 at every move.

    Args:
        instance: the strings, the coalition, and who is to move.
        out_of_time: called now and then, also while the strategy is queried; True means stop.
        max_bytes: unused, as there is no table that could become too large.

    Raises:
        Stopped: if time runs out.
    """
    algorithm = Algorithm1(instance, out_of_time)
    winner = algorithm.check(tuple(map(len, instance.strings)), instance.to_move)
    return Solution(winner == 0, algorithm.move, positions=algorithm.calls)


class _Call(NamedTuple):
    """The arguments of Check; the graph is given by how many edges of each string are left."""

    lengths: Lengths
    coalitions: tuple[frozenset[int], frozenset[int]]
    player: int


class _Frame(NamedTuple):
    """A call that waits for another one: the one after its player has left, or those after the player's cuts."""

    j: int
    untried: Iterator[_Call] | None


class Algorithm1:
    """Algorithm 1 on one instance.

    Attributes:
        calls: how many there were.
        deepest: how many were nested at most.
    """

    def __init__(self, instance: Hackenbush, out_of_time: Callable[[], bool] = lambda: False) -> None:
        self.calls = 0
        self.deepest = 0
        self._strings = instance.strings
        self._players = instance.number_of_players
        self._coalitions = (instance.members, frozenset(range(1, self._players + 1)) - instance.members)
        self._out_of_time = out_of_time

    def check(self, lengths: Lengths, player: int) -> int:
        """Return which coalition has a winning strategy: 0 for that of the instance, 1 for the others.

        Args:
            lengths: how many edges of each string are left.
            player: whose turn it is; no player has left yet.

        Raises:
            Stopped: if time runs out.
        """
        empty = [j for j in (0, 1) if not self._coalitions[j]]
        return 1 - empty[0] if empty else self._returned(_Call(lengths, self._coalitions, player))

    def move(self, lengths: Lengths, player: int) -> Move | None:
        """Return a cut of the player that wins for the player's coalition; None if there is none."""
        j = 0 if player in self._coalitions[0] else 1
        for string, edge in self._edges(lengths, player):
            after = (*lengths[:string], edge, *lengths[string + 1 :])
            if self.check(after, player % self._players + 1) == j:
                return Move(player, string + 1, edge + 1)
        return None

    def _returned(self, call: _Call) -> int:
        """Return what a call of Check returns."""
        stack: list[_Frame] = []
        made: _Call | None = call
        result = 0
        while True:
            if made is not None:
                frame, made, result = self._made(made, len(stack) + 1)
                stack += [] if frame is None else [frame]
                continue
            if not stack:
                return result
            j, untried = stack[-1]
            if untried is not None and result != j:
                made = next(untried, None)
                if made is not None:
                    continue
                result = 1 - j
            stack.pop()

    def _made(self, call: _Call, nested: int) -> tuple[_Frame | None, _Call | None, int]:
        """Make a call: return the frame it leaves, the first call it makes, and what it returns if it makes none."""
        self.calls += 1
        self.deepest = max(self.deepest, nested)
        if self.calls % _CHECK_EVERY == 0 and self._out_of_time():
            raise Stopped("time")
        lengths, coalitions, player = call
        j = 0 if player in coalitions[0] else 1
        if not any(self._edges(lengths, player)):  # remove player from game
            rest = coalitions[j] - {player}
            if not rest:
                return None, None, 1 - j
            left = (rest, coalitions[1]) if j == 0 else (coalitions[0], rest)
            return _Frame(j, None), _Call(lengths, left, self._after(player, left)), 0
        following = self._after(player, coalitions)
        cuts = (
            _Call((*lengths[:string], edge, *lengths[string + 1 :]), coalitions, following)
            for string, edge in self._edges(lengths, player)
        )
        return _Frame(j, cuts), next(cuts), 0

    def _edges(self, lengths: Lengths, player: int) -> Iterator[tuple[int, int]]:
        """Yield the edges of a player, string and edge counted from 0."""
        for string, length in enumerate(lengths):
            for edge, label in enumerate(self._strings[string][:length]):
                if label == player:
                    yield string, edge

    def _after(self, player: int, coalitions: tuple[frozenset[int], frozenset[int]]) -> int:
        """Return who plays after a player, among those who have not left."""
        while True:
            player = player % self._players + 1
            if player in coalitions[0] or player in coalitions[1]:
                return player
