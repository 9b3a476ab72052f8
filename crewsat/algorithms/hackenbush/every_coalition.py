"""Small positions of Hackenbush on strings, for all coalitions at once: which of them make the last move.

A set of coalitions is one integer: players are the bits of a coalition, player 1 the lowest, and coalitions are the
bits of the set. The player to move may choose for the coalitions that include that player, and is against all others.
So of the sets after the moves, their intersection counts for the other coalitions, and their union for the player's
own.

What is left of the strings and who moves make up a position, as the side that makes the last move wins
(`crewsat.algorithms.hackenbush.positions`). Only positions in which player 1 is to move are kept: if another player is,
all labels are rotated until that player is player 1.

It is meant for many positions of few edges, as no cut is left out; each position is computed once. The number of
positions grows exponentially with the edges, and a set has 2^players bits.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.hackenbush.instance import String

Strings = tuple["String", ...]
"""What is left of all strings, none of them empty, in ascending order."""


class EveryCoalition:
    """All positions of `players` players that have been requested, and those reachable from them."""

    def __init__(self, players: int) -> None:
        """Start without any positions.

        Args:
            players: how many there are, n; a set of coalitions has 2^n bits.
        """
        self.players = players
        self._known: dict[Strings, int] = {(): coalitions_with(players, players)}
        self._members = coalitions_with(1, players)
        self._turned_string = cache(lambda string: turned(string, players, 1))
        self._turned_back = cache(self._turn_back)

    def winning(self, strings: Iterable[Sequence[int]], to_move: int = 1) -> int:
        """Return the set of the coalitions that make the last move.

        Args:
            strings: of each the labels from the ground upwards; empty ones are ignored.
            to_move: who moves first; if no player can move, the one before this player is the last one left.
        """
        turns = to_move - 1
        found = self._winning(tuple(sorted(turned(string, self.players, turns) for string in strings if string)))
        for _ in range(turns):
            found = self._turned_back(found)
        return found

    def _winning(self, strings: Strings) -> int:
        """Return the set for player 1 to move."""
        known = self._known.get(strings)
        if known is not None:
            return known
        some, every = 0, -1
        for after in self._after_cuts(strings):
            found = self._turned_back(self._winning(self._turned(after)))
            some |= found
            every &= found
        if every == -1:  # player 1 has no edge
            some = every = self._turned_back(self._winning(self._turned(strings)))
        found = self._known[strings] = some & self._members | every & ~self._members
        return found

    def _after_cuts(self, strings: Strings) -> Iterator[Sequence[String]]:
        """Yield what is left after each cut of player 1; of equal strings only one is cut."""
        for k, string in enumerate(strings):
            if k and strings[k - 1] == string:
                continue
            rest = (*strings[:k], *strings[k + 1 :])
            for edge, label in enumerate(string):
                if label == 1:
                    yield (*rest, string[:edge]) if edge else rest

    def _turned(self, strings: Sequence[String]) -> Strings:
        """Rename player 2 to player 1, player 3 to player 2, and so on."""
        return tuple(sorted(map(self._turned_string, strings)))

    def _turn_back(self, coalitions: int) -> int:
        """Return a set of coalitions under the labels before they were rotated."""
        n = self.players
        found = 0
        for coalition in members_of(coalitions):
            before = coalition << 1
            found |= 1 << (before & (1 << n) - 1 | before >> n)
        return found


def turned(string: Sequence[int], players: int, turns: int) -> String:
    """Return a string with its labels rotated: after one turn, player 2 is player 1, and player 1 the last one."""
    return tuple((label - 1 - turns) % players + 1 for label in string)


def coalitions_with(player: int, players: int) -> int:
    """Return the set of all coalitions with a player."""
    return sum(1 << coalition for coalition in range(1 << players) if coalition >> player - 1 & 1)


def members_of(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from 0."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def players_of(coalition: int) -> tuple[int, ...]:
    """Return the members of a coalition."""
    return tuple(member + 1 for member in members_of(coalition))


def winners(coalitions: int, players: int) -> tuple[int, ...]:
    """Return the players who can force a win alone, at most one; if there is none, the position is *queer*."""
    return tuple(player for player in range(1, players + 1) if coalitions >> (1 << player - 1) & 1)


def every_position(players: int, edges: int) -> Iterator[Strings]:
    """Yield all positions with `edges` edges, up to the order of the strings; their number grows exponentially."""
    for lengths in partitions(edges, edges):
        choices = []
        for length in sorted(set(lengths)):
            strings = product(range(1, players + 1), repeat=length)
            choices.append(combinations_with_replacement(strings, lengths.count(length)))
        for chosen in product(*choices):
            yield tuple(sorted(string for group in chosen for string in group))


def partitions(number: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum of parts of at most `largest`, in descending order."""
    if number == 0:
        yield ()
    for part in range(min(number, largest), 0, -1):
        for rest in partitions(number - part, part):
            yield part, *rest
