"""Strings as one tree of common prefixes: a node is a possible remainder of a string, the root an empty one.

Equal prefixes are one node, so positions that differ only in which of two equal strings was cut are the same. A
position is a number: each node has a *weight*, and the weights of what is left of all strings are added up. Weights are
those of a mixed-radix number system, so that positions that differ have different numbers, all of them below ``end``:

- Strings of which only edges of one player are left are *free* edges of that player, whom nobody can take them; how
  they are divided into strings does not matter, as every cut but that of a topmost one is superfluous. They are a digit
  of each player: how many there are.
- Any other node that m > 1 strings begin with is a digit from 0 to m: how many strings end there.
- The others, which only one string begins with, follow each other upwards. Together they are one digit: how many of
  them are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

ROOT = 0

_BYTES_PER_NODE = 200
_BYTES_PER_CUT = 120

MOST_SUMS = 4_000_000
"""Sums kept, for every node and player two, of 16 bytes and more: a second to make them, and some 100 MB."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut that a player may make in what is left of a string.

    Attributes:
        goal: the node that is left.
        gain: how many edges of the other side fall, and how few of the player's own side: minus their number.
    """

    goal: int
    gain: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Below:
    """The edges of what is left of a string, by player; player 0 has none.

    Attributes:
        counts: how many edges each player has.
        places: the sum of their nodes.
    """

    counts: tuple[int, ...]
    places: tuple[int, ...]


class Prefixes:
    """The tree of the prefixes of some strings.

    Attributes:
        full: the node of each string, all its edges there.
        parent: the node below each node; the root is its own.
        label: the label of the edge on top of each node; 0 for the root.
        depth: how many edges each node has.
        free: the label of all edges of each node; 0 if they have several.
        weight: the weight of each node.
        summed: whether `below` is asked: with long strings of many players it would take much more than the tree.
        end: an upper bound that all numbers of positions are below.
        bytes: how much memory it is estimated to take.
    """

    def __init__(
        self,
        strings: Sequence[Sequence[int]],
        coalition: AbstractSet[int],
        *,
        out_of_time: Callable[[], bool] = lambda: False,
        max_bytes: int | None = None,
    ) -> None:
        """Grow the tree; O(edges) time.

        Raises:
            Stopped: at a limit.
        """
        self.full: list[int] = []
        self.parent, self.label, self.depth, self.free = [ROOT], [0], [0], [0]
        self.weight = [0]
        self.end = 1
        self.bytes = 0
        self._coalition = coalition
        self._cuts: dict[int, dict[int, list[Cut]]] = {}
        self._below: dict[int, Below] = {}
        begin = self._grow(strings)
        self.summed = len(begin) * (max(self.label) + 1) <= MOST_SUMS
        self._weigh(begin, out_of_time, float("inf") if max_bytes is None else max_bytes)

    def _grow(self, strings: Sequence[Sequence[int]]) -> list[int]:
        """Make the nodes; return how many strings begin with each."""
        known: dict[tuple[int, int], int] = {}
        begin = [0]
        for labels in strings:
            node = ROOT
            for label in labels:
                node, below = known.setdefault((node, label), len(begin)), node
                if node == len(begin):
                    begin.append(0)
                    self.parent.append(below)
                    self.label.append(label)
                    self.depth.append(self.depth[below] + 1)
                    self.free.append(label if below == ROOT or self.free[below] == label else 0)
                begin[node] += 1
            self.full.append(node)
        return begin

    def _weigh(self, begin: Sequence[int], out_of_time: Callable[[], bool], most_bytes: float) -> None:
        """Give each node its weight. The nodes of a single string were made one after the other."""
        units = self._units_of_free_edges(begin)
        unit = 0
        for node in range(1, len(begin)):
            below = self.parent[node]
            if self.free[node]:
                self.weight.append(self.depth[node] * units[self.free[node]])
            elif begin[node] > 1:
                self.weight.append(self.end)
                self.end *= begin[node] + 1
            elif begin[below] == 1 and not self.free[below]:
                self.weight.append(self.weight[below] + unit)
            else:
                unit = self.end
                self.weight.append(unit)
            last = node + 1 == len(begin) or self.parent[node + 1] != node
            if begin[node] == 1 and not self.free[node] and last:
                self.end = self.weight[node] + unit
            self.bytes += _BYTES_PER_NODE + self.end.bit_length() // 8
            if self.bytes > most_bytes:
                raise Stopped("memory")
            if node % 1000 == 0 and out_of_time():
                raise Stopped("time")

    def _units_of_free_edges(self, begin: Sequence[int]) -> dict[int, int]:
        """Return the weight of a free edge of each player."""
        most: dict[int, int] = {}
        for node, label in enumerate(self.free):
            if label:
                most[label] = most.get(label, 0) + begin[node]
        units = {}
        for label, number in most.items():
            units[label] = self.end
            self.end *= number + 1
        return units

    def below(self, node: int) -> Below:
        """Return the edges of what is left of a string, in O(players) time after the first of these nodes."""
        if not self._below:
            players = max(self.label) + 1
            self._below[ROOT] = Below((0,) * players, (0,) * players)
        above = []
        while node not in self._below:
            above.append(node)
            node = self.parent[node]
        found = self._below[node]
        for one in reversed(above):
            label = self.label[one]
            counts, places = list(found.counts), list(found.places)
            counts[label] += 1
            places[label] += one
            found = self._below[one] = Below(tuple(counts), tuple(places))
            self.bytes += _BYTES_PER_NODE + 16 * len(counts)
        return found

    def cuts(self, node: int, player: int) -> Sequence[Cut]:
        """Return the cuts of a player that are worth trying in what is left of a string.

        *A cut is superfluous if its player has a higher edge in the string and all edges between are of the player's
        side.* The higher cut leaves all that the lower one leaves, with some edges of that side on top; and *own edges
        on top never hurt a side*. Proof. The side plays on as if they were not there. A player of it who has no other
        edges cuts their topmost one; nothing else falls that is of use to any player, so this is as good as having no
        edge, and if it is the last move of all, it is one of this side. A cut below them makes both positions the same.
        """
        if node not in self._cuts:
            self._cuts[node] = self._worth_a_try(node)
        return self._cuts[node].get(player, ())

    def _worth_a_try(self, node: int) -> dict[int, list[Cut]]:
        cuts: dict[int, list[Cut]] = {}
        fallen = {True: 0, False: 0}
        tried: dict[int, int] = {}
        while node != ROOT:
            label = self.label[node]
            mine = label in self._coalition
            fallen[mine] += 1
            node = self.parent[node]
            if tried.get(label) != fallen[not mine]:  # since the last own edge, one of the other side has been passed
                tried[label] = fallen[not mine]
                cuts.setdefault(label, []).append(Cut(node, (fallen[not mine], -fallen[mine])))
                self.bytes += _BYTES_PER_CUT
        return cuts
