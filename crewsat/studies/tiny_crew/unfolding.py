"""Positions of players who recall everything: one for each deal and play, from the positions that plays share.

With perfect recall, players distinguish two plays that lead to the same position. All 48.7 million plays of the
README's game would be too many: for decks of more than nine cards, only those from which the crew can still win are
kept. A choice that loses a deal is not an edge, and the last trick, which has no choices, is omitted. No value changes,
for nothing is won after what is omitted. The README's game then has 11 million edges and 3.5 million states with a
choice: 5 s of processor time and 800 MB with the shared positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.states import Layer, Seat, check_edges, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.layers import Layers

    Array = NDArray[Any]

MOST_CARDS = 9
"""The most cards of a deck for which all plays are kept."""


class Unfolding:
    """The positions of a game whose players recall everything.

    Args:
        shared: the positions of players who forget.

    Attributes:
        layers: the tricks.
        states: the information states.
        pasts: what has been played, as described in `Layers.pasts`.
        pruned: whether only what the crew can still win is kept.

    Raises:
        WrongOption: if there are too many positions.
    """

    def __init__(self, shared: Layers) -> None:
        self._shared = shared
        self._owner = np.repeat(np.arange(len(shared.states)), shared.states.count)
        self.pruned = len(shared.rules.deck) > MOST_CARDS
        self._won = sweeps.winnable(shared) if self.pruned else []
        self._parts: list[dict[str, Array]] = []
        self._pairs = self._edges = 0
        self.layers: list[Layer] = []
        self.pasts: list[tuple[Array, Array]] = []
        positions = np.arange(shared.layers[0].size)
        pasts = np.zeros(len(positions), np.int64)
        for number in range(len(shared.layers) - self.pruned):
            positions, pasts = self._played(number, positions, pasts)
        self.states = joined(self._parts)

    def _played(self, number: int, positions: Array, pasts: Array) -> tuple[Array, Array]:
        """Play a trick.

        Args:
            number: number of the trick, from 0.
            positions: shared positions, sorted by leader.
            pasts: what has been played before each.

        Returns:
            The same for the positions after it.
        """
        trick, nodes = self._shared.layers[number], positions
        bounds = np.searchsorted(_leaders(trick, nodes), np.arange(self._shared.players + 1))
        seats: list[Seat] = []
        for k, seat in enumerate(trick.seats):
            origins, edges = seat.edges_of(nodes)
            if self.pruned and number:  # the first trick is kept unchanged, and so are deals that cannot be won
                alive = self._won[number][k + 1][edges]
                origins, edges = origins[alive], edges[alive]
            self._edges += len(edges)
            check_edges(self._edges, "perfect")
            moved = self._numbered(self._owner[seat.pairs[seat.starts[nodes]]], pasts)
            starts = np.searchsorted(origins, np.arange(len(nodes) + 1))
            after = starts[bounds]
            pairs = (seat.pairs[edges] + moved[origins]).astype(np.int32)
            seats.append(Seat(np.diff(starts), starts[:-1], pairs, bounds.tolist(), after.tolist()))
            nodes, pasts, bounds = edges, pasts[origins], after
        child, order = self._after(number, nodes)
        self.layers.append(Layer(len(positions), seats, child, len(order)))
        return trick.child[nodes[order]], self._remembered(pasts[order], trick.seats[-1].pairs[nodes[order]])

    def _numbered(self, states: Array, pasts: Array) -> Array:
        """Number the information states of nodes; return the offset of their pairs from the shared ones."""
        shared = self._shared.states
        _, first, state = np.unique(pasts * len(shared) + states, return_index=True, return_inverse=True)
        distinct = states[first]
        sizes = shared.count[distinct].astype(np.int32)
        starts = self._pairs + np.cumsum(sizes) - sizes
        moved = starts - shared.start[distinct]
        pairs = self._pairs + np.arange(sizes.sum()) - np.repeat(moved, sizes)
        self._pairs += len(pairs)
        fields = {name: getattr(shared, name)[..., distinct] for name in ("player", "trick", "hand", "seat", "cards")}
        past = pasts[first].astype(np.int32)
        self._parts.append({**fields, "past": past, "start": starts, "count": sizes, "code": shared.code[pairs]})
        return moved[state]

    def _after(self, number: int, edges: Array) -> tuple[Array, Array]:
        """Return where the last edges of a trick lead, as in `Layer.child`, and which of them continue, by leader."""
        trick = self._shared.layers[number]
        to = trick.child[edges]
        won, goes = to == trick.following + 1, to < trick.following
        if self.pruned:
            goes[goes] = self._won[number + 1][0][to[goes]]
            if number == len(self._shared.layers) - 2:  # before the last trick
                won, goes = won | goes, np.zeros_like(goes)
        order = np.flatnonzero(goes)
        if len(order):
            order = order[np.argsort(_leaders(self._shared.layers[number + 1], to[order]), kind="stable")]
        child = np.where(won, len(order) + 1, len(order)).astype(np.int32)
        child[order] = np.arange(len(order))
        return child, order

    def _remembered(self, pasts: Array, pairs: Array) -> Array:
        """Number what has been played after a trick, given what came before it and the pairs of its last cards."""
        shared = self._shared
        last = self._owner[pairs]
        leaders = (shared.states.player[last] + 1) % shared.players
        trick = np.stack([leaders, *shared.states.cards[:, last], shared.states.code[pairs]])
        key = pasts
        for part in trick:
            key = key * max(len(shared.rules.deck), shared.players) + part
        _, first, past = np.unique(key, return_index=True, return_inverse=True)
        self.pasts.append((pasts[first].astype(np.int32), trick[:, first].astype(np.int8)))
        return past


def _leaders(trick: Layer, positions: Array) -> Array:
    """Return who leads at positions before a trick."""
    return np.searchsorted(trick.seats[0].nodes, positions, side="right") - 1
