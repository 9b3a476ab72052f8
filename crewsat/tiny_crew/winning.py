"""The winning lines of all deals: plays that win, each as the choices that a team must have agreed on.

The lines come from the shared positions, pruned where the crew cannot win any more. With perfect recall a choice is a
pair of a state and an action together with all cards played before, so that positions that forget serve for it, too.
What no team has to agree on is left out:

- a card that has to be played, or is the only one in its state that some line plays: no line loses by playing it;
- a card of a state that lines of one deal only reach: there, the players may do what suits that deal.

Lines of a deal that are the same then count once. The README's game has 3,347,868 lines, which become 2,535,172 with
1,853,661 choices in 868,100 states (30 s of processor time, 2.4 GB).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.tiny_crew import sweeps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.tiny_crew.layers import Layers, Recall, Seat

    Array = NDArray[Any]

NONE = -1
"""Instead of a choice."""


class Winning:
    """The winning lines of a game, by deal.

    Args:
        layers: the positions.
        recall: what players remember; positions that forget will do for perfect recall.

    Attributes:
        deals: the deal of each line.
        choices: an array cards of a play times lines: the choice a team has to agree on, or -1.
        played: as `choices`, but pairs of the layers, of a play that makes these choices; -1 for a card that had to be
            played.
        states: of each choice, its state; both are numbered from 0, card by card.
        owner: of each pair of the layers, its state there.
        before: of each state, what its player has chosen before, as he recalls; -1 for nothing.
    """

    def __init__(self, layers: Layers, recall: Recall) -> None:
        self.owner = np.repeat(np.arange(len(layers.states)), layers.states.count)
        self._layers = layers
        self.deals, self.played, keys = _enumerated(layers, self.owner, perfect=recall == "perfect")
        while self._reduced(keys):
            keys = self._merged(keys)
        self.choices, self.states = self._numbered(keys)
        self.before = np.full(int(self.states.max(initial=NONE)) + 1, NONE)
        if recall == "perfect":
            self._look_back()

    def __len__(self) -> int:
        return len(self.deals)

    def _states(self, keys: Array) -> Array:
        """Return a number of the state of each choice."""
        pairs = self._layers.pairs
        states: Array = keys // pairs * len(self._layers.states) + self.owner[keys % pairs]
        return states

    def _reduced(self, keys: Array) -> bool:
        """Leave out what no team has to agree on; return whether there was any."""
        found = False
        deals = int(self.deals.max(initial=0)) + 1
        for row in keys:
            lines = np.flatnonzero(row != NONE)
            choices, choice = np.unique(row[lines], return_inverse=True)
            states, state = np.unique(self._states(choices), return_inverse=True)
            seen = np.unique(state[choice] * deals + self.deals[lines]) // deals
            shared = np.bincount(seen, minlength=len(states)) > 1
            needed = (shared & (np.bincount(state, minlength=len(states)) > 1))[state][choice]
            row[lines[~needed]] = NONE
            found |= not needed.all()
        return found

    def _merged(self, keys: Array) -> Array:
        """Keep one of the lines of a deal that make the same choices."""
        table = np.vstack([keys, self.deals])
        order = np.lexsort(table)
        table = table[:, order]
        new = np.ones(len(order), bool)
        new[1:] = (table[:, 1:] != table[:, :-1]).any(axis=0)
        self.played = self.played[:, order[new]]
        self.deals = table[-1, new]
        return table[:-1, new]

    def _numbered(self, keys: Array) -> tuple[Array, Array]:
        """Number choices and states from 0; those of a state stand side by side."""
        numbers = np.full(keys.shape, NONE)
        owners: list[Array] = []
        choices = states = 0
        for row, number in zip(keys, numbers, strict=True):
            lines = row != NONE
            distinct, choice = np.unique(row[lines], return_inverse=True)
            number[lines] = choices + choice
            here, state = np.unique(self._states(distinct), return_inverse=True)
            owners.append(states + state)
            choices, states = choices + len(distinct), states + len(here)
        return numbers, np.concatenate(owners)

    def _look_back(self) -> None:
        last = np.full((self._layers.players, len(self)), NONE)
        for row, pairs in zip(self.choices, self.played, strict=True):
            lines = np.flatnonzero(row != NONE)
            player = self._layers.states.player[self.owner[pairs[lines]]]
            self.before[self.states[row[lines]]] = last[player, lines]
            last[player, lines] = row[lines]


def _enumerated(layers: Layers, owner: Array, *, perfect: bool) -> tuple[Array, Array, Array]:
    """Return of each line the deal, the pairs, and the pairs with their pasts as single numbers."""
    deals = where = np.arange(layers.layers[0].size)
    past = np.zeros(len(deals), np.int64)
    pairs: list[Array] = []
    keys: list[Array] = []
    won = []
    for layer, alive in zip(layers.layers, sweeps.winnable(layers), strict=True):
        for seat, follows in zip(layer.seats, alive[1:], strict=True):
            lines, where, chosen = _step(seat, follows, where)
            deals, past = deals[lines], past[lines]
            keys = [*(key[lines] for key in keys), np.where(chosen == NONE, NONE, past * layers.pairs + chosen)]
            pairs = [*(pair[lines] for pair in pairs), chosen]
        if perfect:
            past = _remembered(layers, owner, past, layer.seats[-1].pairs[where])
        where = layer.child[where]
        over = where > layer.following
        won.append((deals[over], _padded(pairs, over, layers), _padded(keys, over, layers)))
        deals, past, where = deals[~over], past[~over], where[~over]
        pairs, keys = [pair[~over] for pair in pairs], [key[~over] for key in keys]
    deals, chosen, key = (np.concatenate(parts, axis=-1) for parts in zip(*won, strict=True))
    return deals, chosen, key


def _step(seat: Seat, alive: Array, nodes: Array) -> tuple[Array, Array, Array]:
    """Go on by a card: return which line each line goes on, its new node, and the pair chosen, or -1.

    Args:
        seat: whose card it is.
        alive: of each of its edges, whether the crew can still win.
        nodes: where the lines are.
    """
    counts = seat.counts[nodes].astype(np.intp)
    lines = np.repeat(np.arange(len(nodes)), counts)
    edges = np.arange(len(lines)) + np.repeat(seat.starts[nodes] - np.cumsum(counts) + counts, counts)
    kept = alive[edges]
    lines, edges = lines[kept], edges[kept]
    return lines, edges, np.where(counts[lines] == 1, NONE, seat.pairs[edges])


def _remembered(layers: Layers, owner: Array, past: Array, pairs: Array) -> Array:
    """Number what has been played after a trick, given the pairs of its last cards."""
    states, cards = layers.states, len(layers.rules.deck)
    last = owner[pairs]
    key = past * layers.players + states.player[last]
    for played in (*states.cards[:, last], states.code[pairs]):
        key = key * cards + played
    return np.unique(key, return_inverse=True)[1]


def _padded(rows: list[Array], lines: Array, layers: Layers) -> Array:
    """Stack what these lines have chosen, -1 for the cards that are not played any more."""
    out = np.full((layers.rules.tricks * layers.players, int(lines.sum())), NONE, np.int64)
    for row, one in zip(out, rows, strict=False):
        row[:] = one[lines]
    return out
