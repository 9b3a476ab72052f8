"""The winning lines of all deals: plays that win, each as the choices on which a team must have agreed.

The lines come from the positions of all deals, pruned where the crew can no longer win. Choices on which no team needs
to agree are omitted:

- a card that must be played, or is the only one in its state that any line plays: no line loses by playing it;
- a card of a state reached only by lines of one deal: there, the players may do what suits that deal.

Identical lines of a deal then count once. The README's game has 3,347,868 lines, which become 2,535,172 with 1,853,661
choices in 868,100 states (18 s of processor time, 1.6 GB).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew import sweeps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.layers import Layers

    Array = NDArray[Any]

NONE = -1
"""The value that stands for no choice."""


class Winning:
    """The winning lines of a game, by deal.

    Args:
        layers: the positions.

    Attributes:
        deals: the deal of each line.
        choices: the choice on which a team must agree, or -1, an array of cards of a play times lines.
        played: the same as pairs of the layers, for a play that makes these choices; -1 if there is only one card.
        states: the state of each choice; both are numbered from 0, card by card.
        owner: the state of each pair of the layers, as numbered there.
        before: for each state, the previous choice that its player recalls; -1 for none.
    """

    def __init__(self, layers: Layers) -> None:
        self.owner = np.repeat(np.arange(len(layers.states)), layers.states.count)
        self._players = layers.states.player
        self.deals, self.played = _enumerated(layers, self.owner)
        kept = self.played.copy()
        while self._reduced(kept):
            kept = self._merged(kept)
        self.choices, self.states = self._numbered(kept)
        self.before = np.full(int(self.states.max(initial=NONE)) + 1, NONE)
        if layers.recall == "perfect":
            self._look_back(layers.players)

    def __len__(self) -> int:
        return len(self.deals)

    def _reduced(self, kept: Array) -> bool:
        """Drop choices on which no team needs to agree; return whether there were any."""
        found = False
        deals = int(self.deals.max(initial=0)) + 1
        for row in kept:
            lines = np.flatnonzero(row != NONE)
            choices, choice = np.unique(row[lines], return_inverse=True)
            states, state = np.unique(self.owner[choices], return_inverse=True)
            seen = np.unique(state[choice] * deals + self.deals[lines]) // deals
            shared = np.bincount(seen, minlength=len(states)) > 1
            needed = (shared & (np.bincount(state, minlength=len(states)) > 1))[state][choice]
            row[lines[~needed]] = NONE
            found |= not needed.all()
        return found

    def _merged(self, kept: Array) -> Array:
        """Keep one of the lines of a deal that make the same choices."""
        table = np.vstack([kept, self.deals])
        order = np.lexsort(table)
        table = table[:, order]
        new = np.ones(len(order), bool)
        new[1:] = (table[:, 1:] != table[:, :-1]).any(axis=0)
        self.played = self.played[:, order[new]]
        self.deals = table[-1, new]
        return table[:-1, new]

    def _numbered(self, kept: Array) -> tuple[Array, Array]:
        """Number choices and states from 0; the choices of a state are adjacent."""
        numbers = np.full(kept.shape, NONE)
        owners: list[Array] = []
        choices = states = 0
        for row, number in zip(kept, numbers, strict=True):
            lines = row != NONE
            distinct, choice = np.unique(row[lines], return_inverse=True)
            number[lines] = choices + choice
            here, state = np.unique(self.owner[distinct], return_inverse=True)
            owners.append(states + state)
            choices, states = choices + len(distinct), states + len(here)
        return numbers, np.concatenate(owners)

    def _look_back(self, players: int) -> None:
        last = np.full((players, len(self)), NONE)
        for row, pairs in zip(self.choices, self.played, strict=True):
            lines = np.flatnonzero(row != NONE)
            player = self._players[self.owner[pairs[lines]]]
            self.before[self.states[row[lines]]] = last[player, lines]
            last[player, lines] = row[lines]


def _enumerated(layers: Layers, owner: Array) -> tuple[Array, Array]:
    """Return for each line the deal and the pairs chosen, a row per card; -1 if there is no choice."""
    deals = where = np.arange(layers.layers[0].size)
    pairs: list[Array] = []
    won: list[tuple[Array, Array]] = []
    for layer, alive in zip(layers.layers, sweeps.winnable(layers), strict=True):
        for seat, follows in zip(layer.seats, alive[1:], strict=True):
            lines, edges = seat.edges_of(where)
            lines, where = lines[follows[edges]], edges[follows[edges]]
            chosen = np.where(layers.states.count[owner[seat.pairs[where]]] == 1, NONE, seat.pairs[where])
            deals, pairs = deals[lines], [*(pair[lines] for pair in pairs), chosen]
        where = layer.child[where]
        over = where == layer.following + 1
        won.append((deals[over], np.array([pair[over] for pair in pairs])))
        deals, where, pairs = deals[~over], where[~over], [pair[~over] for pair in pairs]
    longest = len(won[-1][1])
    padded = [np.pad(played, ((0, longest - len(played)), (0, 0)), constant_values=NONE) for _, played in won]
    return np.concatenate([one for one, _ in won]), np.concatenate(padded, axis=1)
