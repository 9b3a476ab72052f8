"""Hackenbush on strings by its positions: which side makes the last move, each position computed once.

Four facts make this fast.

*Who has left need not be remembered: the side that makes the last move wins.* A player leaves when it is their turn and
they have no edge, and they get none later; so skipping players without an edge is the same as leaving, as long as edges
are left. When none is left, the players leave one by one, starting after the one who moved last, who has not left and
so is the last one left. (If there is no edge to begin with, this is the player before the one to move.) Hence what is
left of the strings, and who moves, make up a position: one exact integer (`crewsat.algorithms.hackenbush.prefixes`).
And a side that owns all edges has won.

*Own edges on top never hurt a side*, so some cuts are superfluous: proved at
`crewsat.algorithms.hackenbush.prefixes.Prefixes.cuts`.

*A free edge is worth more than a topmost one.* If a player has the topmost edge e of a string with edges of others, and
a free one x, the only edge of its string or one on top of such edges only, then cutting x is superfluous. Proof. With e
cut and x left, the side plays as with x cut and e left, and takes x for e. Nobody but the player can cut either. Where
e would fall, x is left, an own edge on top, which never hurts; nothing else differs.

*Edges that fall before their owner's turn are gone.* If player p has one edge left, the edges on top of that string,
down to the first that belongs to a player who moves before p's next turn, are gone at once. Proof. Let q own one of
them, so that p's next turn comes before q's. By then either some player has cut p's edge or one below, or p cuts it,
having no other; in each case q's edge falls before q could cut it. An edge that no player ever cuts, with only such
edges above it, affects only who has edges left, and of that only whether its owner is skipped, at a turn that does not
come before the edge is gone. (Such edges are not removed from the middle of a string: what is left would not be a
prefix.)

A position is computed move by move, starting with the cut that costs the other side most, and of these with the one
that costs its own least; the rest is skipped as soon as one wins. The worst case is exponential, as it must be for a
problem that is PSPACE-complete (theorem 3): the number of positions is below (players) · prod(length + 1).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.prefixes import ROOT, Prefixes
from crewsat.algorithms.result import Solution
from crewsat.base.errors import Stopped
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.rules import Move
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Lengths, Strategy

BYTES_PER_POSITION = 200
"""What a position takes in the table: its number, and a slot."""

BYTES_PER_FRAME = 600
"""What a position takes while it is being computed, besides 8 bytes a string and 16 a player."""

_CHECK_EVERY = 256
"""Positions between two looks at the clock."""


@reads("method 'positions'", ALL)
def search(
    instance: Hackenbush, *, out_of_time: Callable[[], bool] = lambda: False, max_bytes: int | None = None
) -> Solution[Strategy]:
    """Return which side can force the last move, and a strategy for it.

    Args:
        instance: the strings, the coalition, and who is to move.
        out_of_time: called now and then, also while the strategy is queried; True means stop.
        max_bytes: how much memory the positions may be estimated to take.

    Raises:
        Stopped: at a limit.
    """
    positions = Positions(instance, out_of_time=out_of_time, max_bytes=max_bytes)
    wins = positions.coalition_wins(tuple(map(len, instance.strings)), instance.to_move)
    return Solution(wins, positions.move, positions=positions.visited)


class _State:
    """What is left of the strings, and what is known of the edges of each player."""

    __slots__ = ("counts", "nodes", "places", "totals")

    def __init__(self, nodes: list[int], counts: list[int], places: list[int], totals: list[int]) -> None:
        self.nodes = nodes
        """What is left of each string."""
        self.counts = counts
        """How many edges each player has."""
        self.places = places
        """The sum of the places of each player's edges: of one edge, its place."""
        self.totals = totals
        """How many edges the others and the coalition have."""

    def copy(self) -> _State:
        return _State(self.nodes.copy(), self.counts.copy(), self.places.copy(), self.totals.copy())


class Positions:
    """The positions of an instance, and what is known of them; `coalition_wins` and `move` may be called at any time.

    Attributes:
        visited: how many positions have been computed.
    """

    def __init__(
        self,
        instance: Hackenbush,
        *,
        out_of_time: Callable[[], bool] = lambda: False,
        max_bytes: int | None = None,
    ) -> None:
        self.players = instance.number_of_players
        self.visited = 0
        self._side = [player in instance.members for player in range(self.players + 1)]
        self._tree = Prefixes(instance.strings, instance.members, out_of_time=out_of_time, max_bytes=max_bytes)
        self._known: dict[int, bool] = {}
        self._out_of_time = out_of_time
        self._max_bytes = max_bytes
        self._frame = BYTES_PER_FRAME + 8 * len(instance.strings) + 16 * self.players
        self._number = BYTES_PER_POSITION + self._tree.end.bit_length() // 8
        self._full = self._state()

    def coalition_wins(self, lengths: Lengths, player: int) -> bool:
        """Return whether the coalition makes the last move.

        Args:
            lengths: how many edges of each string are left.
            player: whose turn it is; a player without an edge is skipped.
        """
        return self._worked_out(self._left(lengths), player)

    def move(self, lengths: Lengths, player: int) -> Move | None:
        """Return a move of the player with which the player's side makes the last move; None if there is none."""
        state = self._left(lengths)
        for string, goal in reversed(self._cuts(state, player)):
            after = state.copy()
            self._cut(after, string, goal)
            if self._worked_out(after, player % self.players + 1) == self._side[player]:
                return Move(player, string + 1, self._tree.depth[goal] + 1)
        return None

    def _state(self) -> _State:
        """Return all strings as they are dealt."""
        tree, counts, places, totals = self._tree, [0] * (self.players + 1), [0] * (self.players + 1), [0, 0]
        for string, full in enumerate(tree.full):
            node = full
            while node != ROOT:
                label = tree.label[node]
                counts[label] += 1
                places[label] += string * len(tree.parent) + node
                totals[self._side[label]] += 1
                node = tree.parent[node]
        return _State(list(tree.full), counts, places, totals)

    def _left(self, lengths: Lengths) -> _State:
        """Return what is left of the strings."""
        state = self._full.copy()
        for string, length in enumerate(lengths):
            goal = state.nodes[string]
            while self._tree.depth[goal] > length:
                goal = self._tree.parent[goal]
            self._cut(state, string, goal)
        return state

    def _cut(self, state: _State, string: int, goal: int) -> None:
        """Remove everything above a node; O(players) time if sums are kept, or less if less falls."""
        parent, label, counts, places = self._tree.parent, self._tree.label, state.counts, state.places
        node, before = state.nodes[string], string * len(parent)
        if self._tree.summed and self._tree.depth[node] - self._tree.depth[goal] > 2 * self.players:
            there, here = self._tree.below(node), self._tree.below(goal)
            for player, (more, less) in enumerate(zip(there.counts, here.counts, strict=True)):
                counts[player] -= more - less
                places[player] -= before * (more - less) + there.places[player] - here.places[player]
                state.totals[self._side[player]] -= more - less
            node = goal
        while node != goal:
            player = label[node]
            counts[player] -= 1
            places[player] -= before + node
            state.totals[self._side[player]] -= 1
            node = parent[node]
        state.nodes[string] = goal

    def _settled(self, state: _State, player: int) -> int:
        """Skip players without edges, and remove edges that fall before their owner's turn.

        Returns:
            Who is to move; 0 if a side owns all edges.
        """
        while all(state.totals):
            while not state.counts[player]:
                player = player % self.players + 1
            if not self._take_what_falls(state, player):
                return player
        return 0

    def _take_what_falls(self, state: _State, player: int) -> bool:
        """Remove edges that fall before their owner's turn; return whether there were any."""
        parent, label, n = self._tree.parent, self._tree.label, self.players
        found = False
        for single in range(1, n + 1):
            if state.counts[single] != 1:
                continue
            string, own = divmod(state.places[single], len(parent))
            top = state.nodes[string]
            if top == own:
                continue
            goal, turns = top, (single - player) % n
            while goal != own and (label[goal] - player) % n > turns:
                goal = parent[goal]
            if goal != top:
                self._cut(state, string, goal)
                found = True
        return found

    def _cuts(self, state: _State, player: int) -> list[tuple[int, int]]:
        """Return the cuts of a player that are worth trying, as strings and what is left of them, the best last."""
        tree = self._tree
        strings: dict[int, int] = {}
        for string, node in enumerate(state.nodes):
            strings.setdefault(node, string)
        others = [(node, string) for node, string in strings.items() if not tree.free[node]]
        found = [(cut.gain, string, cut.goal) for node, string in others for cut in tree.cuts(node, player)]
        if all(tree.label[node] != player for node, _ in others):
            own = ((node, string) for node, string in strings.items() if tree.free[node] == player)
            found += [((0, -1), string, tree.parent[node]) for node, string in islice(own, 1)]
        found.sort()
        return [(string, goal) for _, string, goal in found]

    def _worked_out(self, state: _State, player: int) -> bool:
        """Return whether the coalition makes the last move, or has made it if no edge is left; the state is changed.

        The positions on the way are kept on an explicit stack: there may be as many as there are edges.
        """
        known, weight, side = self._known, self._tree.weight, self._side
        stack: list[tuple[int, bool, int, _State, list[tuple[int, int]]]] = []
        while True:
            before = (player - 2) % self.players + 1
            player = self._settled(state, player)
            value: bool | None = state.totals[1] > 0 if any(state.totals) else side[before]
            if player:
                number = player * self._tree.end + sum([weight[node] for node in state.nodes])
                value = known.get(number)
                if value is None:
                    self._visit(len(stack))
                    stack.append((number, side[player], player, state, self._cuts(state, player)))
            while stack:
                number, mine, mover, here, left = stack[-1]
                if value is None or (value != mine and left):
                    string, goal = left.pop()
                    state, player = here.copy(), mover % self.players + 1
                    self._cut(state, string, goal)
                    break
                known[number] = value
                stack.pop()
            else:
                return value is True  # it is known: a position is put on the stack with moves

    def _visit(self, depth: int) -> None:
        """Count a position; check the limits now and then.

        Raises:
            Stopped: if one is reached.
        """
        self.visited += 1
        if self.visited % _CHECK_EVERY == 1:
            if self._out_of_time():
                raise Stopped("time")
            size = self._tree.bytes + len(self._known) * self._number + depth * self._frame
            if self._max_bytes is not None and size > self._max_bytes:
                raise Stopped("memory")
