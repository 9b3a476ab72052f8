"""The components of the positions of all deals: tricks as trees of arrays, and information states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from crewsat.base.errors import WrongOption
from crewsat.base.wording import alternatives, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.rules import Trick

    Array = NDArray[Any]

Recall = Literal["printed", "perfect"]
"""What a state remembers about earlier tricks: nothing, as printed in the document, or everything."""
StateKey = tuple[int, int, int, tuple[int, ...], "tuple[Trick, ...] | None"]

MOST_EDGES = 20_000_000
"""The most edges of all layers together; the game of the README has 13 million."""


def check_recall(recall: str) -> None:
    """Raise `WrongOption` unless the recall is valid."""
    if recall not in get_args(Recall):
        raise WrongOption(f"recall '{visible(recall)}' is not valid{alternatives(recall, get_args(Recall))}")


@dataclass(frozen=True, slots=True)
class Seat:
    """The nodes at a seat, and their edges.

    Attributes:
        counts: the number of edges of each node.
        starts: the first edge of each node.
        pairs: the pair of each edge.
        nodes: where the nodes at which player p leads begin, for p = 0, 1, …, and where they end.
        edges: the same for the edges.
    """

    counts: Array
    starts: Array
    pairs: Array
    nodes: list[int]
    edges: list[int]

    def edges_of(self, nodes: Array) -> tuple[Array, Array]:
        """Return the edges of some nodes, node by node, preceded by the place of the node of each edge."""
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
    """The information states, one entry each, in the order of their first pairs.

    Attributes:
        player: whose turn it is.
        trick: number of the trick, from 1.
        hand: the cards the player holds.
        seat: the player's seat.
        cards: the card played at each seat before the last, or -1, an array per seat.
        past: the number of the earlier tricks in `Layers.pasts`; 0 if they are not recalled.
        start: the first pair of each state.
        count: the number of its pairs.
        code: the card of each pair.
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
    """Return the states of all parts, concatenated."""
    return States(**{name: np.concatenate([part[name] for part in parts], axis=-1) for name in parts[0]})


def check_edges(edges: int, recall: Recall) -> None:
    """Raise `WrongOption` if a game is too large."""
    if edges > MOST_EDGES:
        raise WrongOption(
            f"this game has more than {MOST_EDGES:,} cards to choose from in all deals together"
            f"{', with perfect recall' if recall == 'perfect' else ''}; allowed: smaller decks"
        )
