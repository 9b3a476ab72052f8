"""All deals at once: the positions between tricks, shared by the deals and plays that lead to them, as arrays.

Between tricks a position is who holds what, who leads, and the state of the goals. The 34,650 deals of the README's
game have 757,641 of them, from which 7.4 million tricks lead, in place of 48.7 million plays. A trick is a tree of
three cards: its *nodes* at seat k are where the player in seat k chooses, its *edges* there are his choices, and the
edges at one seat are the nodes at the next, in the same order. The edges at the last seat lead to positions of the
next layer, or to the end.

An information state (`States`) is what a player sees when it is his turn; all nodes of a state offer the same
choices, which are its *pairs* (state and action). A policy is one number a pair. With perfect recall a state
remembers all cards played, and positions are not shared any more: that is for small decks.

The README's game has 13 million edges: 2.6 s of processor time and 620 MB to build (one core, numpy 2.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import factorial
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from crewsat.errors import WrongOption
from crewsat.tiny_crew.rules import bits
from crewsat.wording import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from crewsat.tiny_crew.goals import Goals
    from crewsat.tiny_crew.rules import Rules, Trick

    Array = NDArray[Any]

Recall = Literal["printed", "perfect"]
"""What a state remembers of the tricks before: nothing, as the document prints it, or everything."""
StateKey = tuple[int, int, int, tuple[int, ...], "tuple[Trick, ...] | None"]

MOST_EDGES = 20_000_000
"""Edges of all layers together; the game of the README has 13 million."""


def check_recall(recall: str) -> None:
    """Raise `WrongOption` unless players can remember this much."""
    if recall not in get_args(Recall):
        raise WrongOption(f"recall '{visible(recall)}' is not valid; allowed: {', '.join(get_args(Recall))}")


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions between tricks, sorted by leader.

    Attributes:
        hands: an array a player: the cards held, as bit masks.
        leader: who leads.
        goals: the state of the goals, as a position in `goal_states` of the layer.
        first: who led the first trick, where the goals depend on it, else 0.
        history: what has been played, as a position in `histories`; 0 if nobody recalls it.
        goal_states: the states that occur.
        histories: the tricks played.
    """

    hands: Array
    leader: Array
    goals: Array
    first: Array
    history: Array
    goal_states: list[Goals]
    histories: list[tuple[Trick, ...]]

    def __len__(self) -> int:
        return len(self.leader)


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
        cards: an array a seat before the last: the card played there, or -1.
        history: the tricks before, as a position in `histories[trick]`.
        start: the first pair of each state.
        count: number of its pairs.
        code: of each pair, the card.
        histories: the tricks played before each trick.
    """

    player: Array
    trick: Array
    hand: Array
    seat: Array
    cards: Array
    history: Array
    start: Array
    count: Array
    code: Array
    histories: list[list[tuple[Trick, ...]]]

    def __len__(self) -> int:
        return len(self.start)


class Layers:
    """All positions of all deals.

    Args:
        rules: the game.
        recall: what players remember.

    Attributes:
        deals: the hands dealt, an array a player; all are equally likely.
        layers: the tricks.
        states: the information states.

    Raises:
        WrongOption: if there are too many, or there is no such recall.
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
        self._histories: list[list[tuple[Trick, ...]]] = [[]]
        positions = self._dealt()
        self.deals = positions.hands
        self.layers: list[Layer] = []
        for number in range(1, rules.tricks + 1):
            layer, positions = self._played(positions, number)
            self.layers.append(layer)
        joined = {name: np.concatenate([part[name] for part in self._parts], axis=-1) for name in self._parts[0]}
        self.states = States(histories=self._histories, **joined)
        self._parts.clear()

    @property
    def pairs(self) -> int:
        """Number of pairs of a state and an action."""
        return self._pairs

    @property
    def edges(self) -> int:
        """Number of edges in all layers."""
        return self._edges

    def keys(self) -> Iterator[StateKey]:
        """Yield the information states: player, hand, leader, cards of this trick, and the past if it is recalled."""
        states = self.states
        for k in range(len(states)):
            player, seat = int(states.player[k]), int(states.seat[k])
            cards = tuple(int(one) for one in states.cards[:seat, k])
            past = states.histories[states.trick[k]][states.history[k]] if self.recall == "perfect" else None
            yield player, int(states.hand[k]), (player - seat) % self.players, cards, past

    def texts(self) -> Iterator[str]:
        """Yield the information states as the document prints them."""
        for key, number in zip(self.keys(), self.states.trick, strict=True):
            yield self.rules.state_text(*key, int(number))

    def _dealt(self) -> Positions:
        everything = range(self._cards)
        size = self._cards // self.players
        self._check(factorial(self._cards) // factorial(size) ** self.players * size)
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
        first = leader if self.rules.goals.start.shares else none
        return Positions(masks, leader, none, first, none, [self.rules.goals.start], [()])

    def _played(self, positions: Positions, number: int) -> tuple[Layer, Positions]:
        """Play a trick from all positions."""
        self._histories.append(positions.histories)
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
            offsets = self._numbered(number, seat, player, hand, legal, cards, positions.history[where])
            counts = self._size[legal]
            starts = np.zeros(len(counts) + 1, np.intp)
            np.cumsum(counts, out=starts[1:])
            self._edges += int(starts[-1])
            self._check(self._edges)
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

    def _check(self, edges: int) -> None:
        if edges > MOST_EDGES:
            raise WrongOption(
                f"this game has more than {MOST_EDGES:,} cards to choose from in all deals together"
                f"{', with perfect recall' if self.recall == 'perfect' else ''}; allowed: smaller decks"
            )

    def _numbered(  # noqa: PLR0913, PLR0917 - what a player sees
        self, number: int, seat: int, player: Array, hand: Array, legal: Array, cards: list[Array], history: Array
    ) -> Array:
        """Number the information states at a seat; return the first pair of the state of each node."""
        key = history.astype(np.int64) * self.players + player
        key = key << self._cards | hand
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
            "history": history[first],
            "start": starts.astype(np.intp),
            "count": sizes,
            "code": self._nth[np.repeat(legal[first], sizes), rank],
        }
        self._parts.append(part)
        self._pairs += int(sizes.sum())
        return starts[state]

    def _after(self, positions: Positions, number: int, where: Array, cards: Array) -> tuple[Array, Positions]:
        """Find the positions after a trick: of each edge at the last seat, which one, and all of them."""
        leader = positions.leader[where]
        winner, goals, goal_states = self._outcomes(positions, number)
        trick = np.ravel_multi_index(tuple(cards), (self._cards,) * self.players)
        goal = goals[positions.goals[where], positions.first[where], leader, trick]
        alive = np.flatnonzero(goal >= 0)
        where, leader, trick, alive_goal = where[alive], leader[alive], trick[alive], goal[alive]
        hands = np.stack(
            [
                positions.hands[player, where] & ~(1 << cards[(player - leader) % self.players, alive].astype(np.int32))
                for player in range(self.players)
            ]
        )
        led = ((leader + winner[trick]) % self.players).astype(np.int8)
        history, histories = self._remembered(positions, where, leader, trick)
        key = led.astype(np.int64) * max(len(goal_states), 1) + alive_goal
        key = key * self.players + positions.first[where]
        for hand in hands:
            key = key << self._cards | hand
        if self.recall == "perfect":  # nothing is shared
            order = np.argsort(led, kind="stable")
            first, to = order, np.empty(len(order), np.intp)
            to[order] = np.arange(len(order))
        else:
            _, first, to = np.unique(key, return_index=True, return_inverse=True)
        child = np.where(goal == _WON, len(first) + 1, len(first)).astype(np.int32)
        child[alive] = to
        return child, Positions(
            hands[:, first], led[first], alive_goal[first], positions.first[where][first], history[first],
            goal_states, histories,
        )  # fmt: skip

    def _outcomes(self, positions: Positions, number: int) -> tuple[Array, Array, list[Goals]]:
        """Return the winning seat of each trick, and the goals after it by goals before, first leader and leader.

        Tricks are numbered as `ravel_multi_index` does.
        """
        rules, players = self.rules, self.players
        winner = np.zeros(self._cards**players, np.int8)
        shape = (len(positions.goal_states), players, players, len(winner))
        goals = np.full(shape, _LOST, np.int32)
        numbers: dict[Goals, int] = {}
        leading = range(players) if number > 1 else sorted(set(positions.leader.tolist()))
        for cards in rules.all_tricks():
            trick = 0
            for card in cards:
                trick = trick * self._cards + card
            winner[trick] = rules.winner(0, cards)
            for before, state in enumerate(positions.goal_states):
                for leader in leading:
                    for first in range(players) if state.shares else [0]:
                        after = rules.after(state, number, leader, cards, first)
                        if isinstance(after, str):
                            outcome = _WON if after == "won" else _LOST
                        else:
                            outcome = numbers.setdefault(after, len(numbers))
                        goals[before, first if state.shares else slice(None), leader, trick] = outcome
        return winner, goals, list(numbers)

    def _remembered(
        self, positions: Positions, where: Array, leader: Array, trick: Array
    ) -> tuple[Array, list[tuple[Trick, ...]]]:
        """Return what has been played after a trick, and all that can have been."""
        if self.recall == "printed":
            return np.zeros(len(where), np.int32), [()]
        shape = (self._cards,) * self.players
        key = (positions.history[where].astype(np.int64) * self.players + leader) * self._cards**self.players + trick
        distinct, history = np.unique(key, return_inverse=True)
        histories = []
        for one in map(int, distinct):
            before, played = divmod(one, self._cards**self.players)
            past, led = divmod(before, self.players)
            cards = tuple(int(card) for card in np.unravel_index(played, shape))
            histories.append((*positions.histories[past], (led, cards)))
        return history.astype(np.int32), histories


_LOST, _WON = -1, -2
