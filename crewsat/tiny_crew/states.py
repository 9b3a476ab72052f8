"""What the positions of all deals are made of: tricks as trees of arrays, and information states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from crewsat.errors import WrongOption
from crewsat.wording import alternatives, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from crewsat.tiny_crew.rules import Trick

    Array = NDArray[Any]

Recall = Literal["printed", "perfect"]
"""What a state remembers of the tricks before: nothing, as the document prints it, or everything."""
StateKey = tuple[int, int, int, tuple[int, ...], "tuple[Trick, ...] | None"]

MOST_EDGES = 20_000_000
"""Edges of all layers together; the game of the README has 13 million."""


def check_recall(recall: str) -> None:
    """Raise `WrongOption` unless players can remember this much."""
    if recall not in get_args(Recall):
        raise WrongOption(f"recall '{visible(recall)}' is not valid{alternatives(recall, get_args(Recall))}")


@dataclass(frozen=True, slots=True)
class Seat:
    """The nodes at a seat, and their edges.

    Attributes:
        counts: number of edges of each node.
        starts: the first edge of each node.
        pairs: the pair of each edge.
        nodes: where the nodes begin at which player p leads, for p = 0, 1, …, and where they end.
        edges: the same of the edges.
    """

    counts: Array
    starts: Array
    pairs: Array
    nodes: list[int]
    edges: list[int]

    def edges_of(self, nodes: Array) -> tuple[Array, Array]:
        """Return the edges of some nodes, one node after the other, and before them the place of the node of each."""
        counts = self.counts[nodes].astype(np.intp)
        places = np.repeat(np.arange(len(nodes)), counts)
        return places, np.arange(len(places)) + np.repeat(self.starts[nodes] - np.cumsum(counts) + counts, counts)


@dataclass(frozen=True, slots=True)
class Layer:
    """A trick of all deals.

    Attributes:
        size: number of positions before it.
        seats: its seats.
        child: where each edge at the last seat leads: a position of the next layer, of which there are `following`, or
            `following` if the crew has lost there, `following` + 1 if it has won.
        following: number of positions after it.
    """

    size: int
    seats: list[Seat]
    child: Array
    following: int


@dataclass(frozen=True, slots=True)
class States:
    """The information states, an entry each, in the order of their first pairs.

    Attributes:
        player: whose turn it is.
        trick: number of the trick, from 1.
        hand: the cards he holds.
        seat: his seat.
        cards: an array per seat before the last: the card played there, or -1.
        past: the number of the tricks before, as `Layers.pasts` has them; 0 if nobody recalls them.
        start: the first pair of each state.
        count: number of its pairs.
        code: of each pair, the card.
    """

    player: Array
    trick: Array
    hand: Array
    seat: Array
    cards: Array
    past: Array
    start: Array
    count: Array
    code: Array

    def __len__(self) -> int:
        return len(self.start)


def joined(parts: Sequence[dict[str, Array]]) -> States:
    """Return the states of all parts, one after the other."""
    return States(**{name: np.concatenate([part[name] for part in parts], axis=-1) for name in parts[0]})


def check_edges(edges: int, recall: Recall) -> None:
    """Raise `WrongOption` if a game is too large."""
    if edges > MOST_EDGES:
        raise WrongOption(
            f"this game has more than {MOST_EDGES:,} cards to choose from in all deals together"
            f"{', with perfect recall' if recall == 'perfect' else ''}; allowed: smaller decks"
        )
