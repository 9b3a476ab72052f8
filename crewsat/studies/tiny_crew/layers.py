"""All deals at once: the positions between tricks, shared by the deals and plays that lead to them, as arrays.

Between tricks a position is who holds what, who leads, and the state of the goals. The 34,650 deals of the README's
game have 757,641 positions, from which 7.4 million tricks lead, instead of 48.7 million plays. A trick is a tree of
three cards: its *nodes* at seat k are where the player in seat k chooses, its *edges* there are the choices, and the
edges at one seat are the nodes at the next, in the same order. The edges at the last seat lead to positions of the next
layer, or to the end.

An information state (`States`) is what a player sees when choosing a card; all nodes of a state offer the same choices,
which are its *pairs* (state and action). A policy is one number per pair. With perfect recall a state remembers all
cards played, and positions are no longer shared (`crewsat.studies.tiny_crew.unfolding`).

The README's game has 13 million edges: 2.6 s of processor time and 620 MB to build (one core, numpy 2.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.base.errors import WrongOption
from crewsat.studies.tiny_crew.rules import bits
from crewsat.studies.tiny_crew.states import Layer, Seat, check_edges, check_recall, joined
from crewsat.studies.tiny_crew.unfolding import Unfolding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.goals import Goals
    from crewsat.studies.tiny_crew.rules import Rules, Trick
    from crewsat.studies.tiny_crew.states import Recall, StateKey

    Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions between tricks, sorted by leader.

    Attributes:
        hands: the cards held, as bit masks, an array per player.
        leader: who leads.
        goals: the state of the goals, as a position in `goal_states` of the layer.
        first: who led the first trick if the goals depend on it, else 0.
        goal_states: the states that occur.
    """

    hands: Array
    leader: Array
    goals: Array
    first: Array
    goal_states: list[Goals]

    def __len__(self) -> int:
        return len(self.leader)


class Layers:
    """All positions of all deals.

    Args:
        rules: the game.
        recall: what players remember.

    Attributes:
        deals: the hands dealt, an array per player; all are equally likely.
        layers: the tricks.
        states: the information states.
        pruned: whether only what a team can still win is kept (`crewsat.studies.tiny_crew.unfolding`).
        pasts: after each trick, for each sequence of tricks played until then: the number of the previous sequence, and
            the trick, with a column for the leader and for each card. Empty if they are not recalled.

    Raises:
        WrongOption: if there are too many positions, or the recall is unknown.
    """

    def __init__(self, rules: Rules, recall: Recall = "printed") -> None:
        check_recall(recall)
        self.rules = rules
        self.recall = recall
        self.players = rules.players
        self._cards = len(rules.deck)
        masks = np.arange(1 << self._cards, dtype=np.int32)
        self._size = np.zeros(len(masks), np.int8)
        for card in range(self._cards):
            self._size += (masks >> card & 1).astype(np.int8)
        self._nth = np.zeros((len(masks), rules.tricks), np.int8)
        for mask in map(int, masks):
            if self._size[mask] <= rules.tricks:
                self._nth[mask, : self._size[mask]] = list(bits(mask))
        self._suit = np.array(rules.suit, np.int32)
        self._edges = self._pairs = 0
        self._parts: list[dict[str, Array]] = []
        positions = self._dealt()
        self.deals = positions.hands
        self.layers: list[Layer] = []
        for number in range(1, rules.tricks + 1):
            layer, positions = self._played(positions, number)
            self.layers.append(layer)
        self.states = joined(self._parts)
        self._parts.clear()
        self.pasts: list[tuple[Array, Array]] = []
        self.pruned = False
        if recall == "perfect":
            unfolded = Unfolding(self)
            self.layers, self.states, self.pasts = unfolded.layers, unfolded.states, unfolded.pasts
            self.pruned = unfolded.pruned

    @property
    def pairs(self) -> int:
        """Number of pairs of a state and an action."""
        return len(self.states.code)

    @property
    def edges(self) -> int:
        """Number of edges in all layers."""
        return sum(seat.edges[-1] for layer in self.layers for seat in layer.seats)

    def keys(self, numbers: Iterable[int] | None = None) -> Iterator[StateKey]:
        """Yield information states: player, hand, leader, cards of this trick, and the past if recalled.

        Args:
            numbers: which states, in ascending order; all by default.
        """
        states, trick = self.states, 1
        pasts: list[tuple[Trick, ...]] = [()]
        for k in range(len(states)) if numbers is None else numbers:
            while self.pasts and states.trick[k] > trick:
                pasts, trick = _longer(pasts, *self.pasts[trick - 1]), trick + 1
            player, seat = int(states.player[k]), int(states.seat[k])
            cards = tuple(int(one) for one in states.cards[:seat, k])
            past = pasts[states.past[k]] if self.pasts else None
            yield player, int(states.hand[k]), (player - seat) % self.players, cards, past

    def texts(self, numbers: Sequence[int] | None = None) -> Iterator[str]:
        """Yield information states as printed in the document; all, or only those with these numbers, as in `keys`."""
        tricks = self.states.trick if numbers is None else self.states.trick[numbers]
        for key, number in zip(self.keys(numbers), tricks, strict=True):
            yield self.rules.state_text(*key, int(number))

    def _dealt(self) -> Positions:
        everything = range(self._cards)
        size = self._cards // self.players
        check_edges(factorial(self._cards) // factorial(size) ** self.players * size, "printed")
        hands: list[tuple[int, ...]] = [()]
        for _ in range(self.players):
            hands = [
                (*dealt, sum(1 << card for card in hand))
                for dealt in hands
                for hand in combinations([card for card in everything if not sum(dealt) >> card & 1], size)
            ]
        leader = np.array([self.rules.first_leader(dealt) for dealt in hands], np.int8)
        order = np.argsort(leader, kind="stable")
        leader = leader[order]
        none = np.zeros(len(hands), np.int32)
        masks = np.array(hands, np.int32).T[:, order]
        first = leader if self.rules.goals.leader_matters else none
        return Positions(masks, leader, none, first, [self.rules.goals.start])

    def _played(self, positions: Positions, number: int) -> tuple[Layer, Positions]:
        """Play a trick from all positions."""
        bounds = np.searchsorted(positions.leader, np.arange(self.players + 1))
        where = np.arange(len(positions), dtype=np.int32)  # the position of each node
        cards: list[Array] = []
        seats: list[Seat] = []
        for seat in range(self.players):
            player = (positions.leader[where] + seat) % self.players
            hand = positions.hands[player, where]
            legal = hand
            if seat:
                following = hand & self._suit[cards[0]]
                legal = np.where(following, following, hand)
            offsets = self._numbered(number, seat, player, hand, legal, cards)
            counts = self._size[legal]
            starts = np.zeros(len(counts) + 1, np.intp)
            np.cumsum(counts, out=starts[1:])
            self._edges += int(starts[-1])
            check_edges(self._edges, "printed")
            rank = np.arange(starts[-1], dtype=np.int32) - np.repeat(starts[:-1].astype(np.int32), counts)
            pairs = np.repeat(offsets, counts) + rank
            card = self._nth[np.repeat(legal, counts), rank]
            cards = [*(np.repeat(one, counts) for one in cards), card]
            where = np.repeat(where, counts)
            after = starts[bounds]
            seats.append(Seat(counts, starts[:-1], pairs, [int(k) for k in bounds], [int(k) for k in after]))
            bounds = after
        child, following_positions = self._after(positions, number, where, np.stack(cards))
        return Layer(len(positions), seats, child, len(following_positions)), following_positions

    def _numbered(  # noqa: PLR0913, PLR0917 - what a player sees
        self, number: int, seat: int, player: Array, hand: Array, legal: Array, cards: list[Array]
    ) -> Array:
        """Number the information states at a seat; return the first pair of the state of each node."""
        key = player.astype(np.int64) << self._cards | hand
        for card in cards:
            key = key * self._cards + card
        _, first, state = np.unique(key, return_index=True, return_inverse=True)
        sizes = self._size[legal[first]].astype(np.int32)
        starts = self._pairs + np.cumsum(sizes, dtype=np.int32) - sizes
        played = np.full((self.players - 1, len(first)), -1, np.int8)
        for k, card in enumerate(cards):
            played[k] = card[first]
        rank = np.arange(sizes.sum(), dtype=np.int32) - np.repeat(starts - self._pairs, sizes)
        part = {
            "player": player[first].astype(np.int8),
            "trick": np.full(len(first), number, np.int8),
            "hand": hand[first],
            "seat": np.full(len(first), seat, np.int8),
            "cards": played,
            "past": np.zeros(len(first), np.int32),
            "start": starts.astype(np.intp),
            "count": sizes,
            "code": self._nth[np.repeat(legal[first], sizes), rank],
        }
        self._parts.append(part)
        self._pairs += int(sizes.sum())
        return starts[state]

    def _after(self, positions: Positions, number: int, where: Array, cards: Array) -> tuple[Array, Positions]:
        """Find the positions after a trick: the one to which each edge at the last seat leads, and all of them."""
        leader = positions.leader[where]
        trick = np.ravel_multi_index(tuple(cards), (self._cards,) * self.players)
        goal, winner, goal_states = self._outcomes(positions, number, where, trick)
        alive = np.flatnonzero(goal >= 0)
        where, leader, trick, alive_goal = where[alive], leader[alive], trick[alive], goal[alive]
        hands = np.stack(
            [
                positions.hands[player, where] & ~(1 << cards[(player - leader) % self.players, alive].astype(np.int32))
                for player in range(self.players)
            ]
        )
        led = winner[alive]
        key = led.astype(np.int64) * max(len(goal_states), 1) + alive_goal
        key = key * self.players + positions.first[where]
        for hand in hands:
            key = key << self._cards | hand
        _, first, to = np.unique(key, return_index=True, return_inverse=True)
        child = np.where(goal == _WON, len(first) + 1, len(first)).astype(np.int32)
        child[alive] = to
        led_first = positions.first[where][first]
        return child, Positions(hands[:, first], led[first], alive_goal[first], led_first, goal_states)

    def _outcomes(
        self, positions: Positions, number: int, where: Array, trick: Array
    ) -> tuple[Array, Array, list[Goals]]:
        """Return the results of each trick: the goals after it, its winner, and the states of the goals that occur.

        Args:
            positions: the positions before the trick.
            number: number of the trick.
            where: the position of each trick played.
            trick: its cards, numbered as `ravel_multi_index` does.
        """
        cards = (self._cards,) * self.players
        shape = (len(positions.goal_states), self.players, self.players, self._cards**self.players)
        if np.prod(shape, dtype=float) > _MOST_OUTCOMES:
            raise WrongOption("the goals have too many states in this game; allowed: simpler tasks, smaller decks")
        key = (positions.goals.astype(np.int64) * self.players + positions.first) * self.players + positions.leader
        key = key[where] * shape[-1] + trick
        occurs = np.zeros(int(np.prod(shape)), bool)
        occurs[key] = True
        distinct = np.flatnonzero(occurs)
        place = np.zeros(len(occurs), np.int32)
        place[distinct] = np.arange(len(distinct))
        goal, winner = np.empty(len(distinct), np.int32), np.empty(len(distinct), np.int8)
        numbers: dict[Goals, int] = {}
        before, first, leader, code = (one.tolist() for one in np.unravel_index(distinct, shape))
        played = np.stack(np.unravel_index(code, cards), axis=-1).tolist()
        for k, one in enumerate(played):
            winner[k] = self.rules.winner(leader[k], one)
            after = self.rules.after(positions.goal_states[before[k]], number, leader[k], tuple(one), first[k])
            goal[k] = _RESULT[after] if isinstance(after, str) else numbers.setdefault(after, len(numbers))
        known = place[key]
        return goal[known], winner[known], list(numbers)


def _longer(pasts: list[tuple[Trick, ...]], before: Array, tricks: Array) -> list[tuple[Trick, ...]]:
    """Append a trick to what has been played, as described in `Layers.pasts`."""
    added = ((led, tuple(cards)) for led, *cards in tricks.T.tolist())
    return [(*pasts[number], trick) for number, trick in zip(before.tolist(), added, strict=True)]


_LOST, _WON = -1, -2
_RESULT = {"lost": _LOST, "won": _WON}
_MOST_OUTCOMES = 1 << 26
"""The most tricks, counted in each state of the goals."""
