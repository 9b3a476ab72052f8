"""Small games of Skull & Roses for two players, solved: how often to bluff.

Each game is solved twice. CFR+ of OpenSpiel gives both players a policy, and its exploitability: what best replies gain
against it, a player on average. A linear program gives the exact value, and of a chance that depends on one player
only, the limits between which it lies in all optimal strategies of this player: there are many. Its variables are the
sequences of moves of one player (the sequence form of Koller, Megiddo and von Stengel, 1996).

Both solve `python_skull` with the positions that have a single move left out.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

import crewsat.spiel  # noqa: F401 - registers the game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

GAMES = {
    "one round, 1 rose": ("python_skull(players=2,roses=1,single_round=true)", 60),
    "one round, 2 roses": ("python_skull(players=2,roses=2,single_round=true)", 60),
    "one round, 3 roses": ("python_skull(players=2,roses=3,single_round=true)", 60),
    "1 rose, 1 win": ("python_skull(players=2,roses=1,wins=1)", 120),
    "1 rose, 2 wins": ("python_skull(players=2,roses=1,wins=2)", 1_200),
}
"""The games, and the seconds of processor time for which CFR+ solves each."""
SKULL = 1
"""The action that places a skull, and its kind."""
MANY = 10_000
"""Leaves from which on a game has limits for the first choice of each player only."""
NEVER = 1e-9
"""A probability up to which CFR+ counts as not reaching an information state."""
EXACT = 1e-9
"""By how much an optimal strategy may miss the value, for the limits of a chance."""


@dataclass
class Leaf:
    """An end of the game.

    Attributes:
        sequences: the sequence of moves of each player.
        chance: the probability of the chance moves on the way.
        worth: the payoff of the first player.
        marks: what was done in the first round.
    """

    sequences: tuple[int, int]
    chance: float
    worth: float
    marks: frozenset[str]


class Tree:
    """A game of two players, flat.

    Attributes:
        states: of each player, the moves in each information state, by its text.
        sequences: of each player, by information state (its place in `states`, from 1) and the place of the move in it,
            the sequence that ends there and the one before it; the empty one, 0, is not listed.
        leaves: all ends of the game.
    """

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - a game of OpenSpiel
        self.states: tuple[dict[str, list[int]], ...] = {}, {}
        self.sequences: tuple[dict[tuple[int, int], tuple[int, int]], ...] = {}, {}
        self.leaves: list[Leaf] = []
        self._number: tuple[dict[str, int], ...] = {}, {}
        self._lines = ['EFG 2 R "skull" { "P0" "P1" }']
        self._grow(game.new_initial_state(), (0, 0), 1.0)

    def openspiels(self) -> Any:  # noqa: ANN401 - a game of OpenSpiel
        """Return the game for OpenSpiel's algorithms: in C++, without Python; an action is the place of a move."""
        return pyspiel.load_efg_game("\n".join(self._lines) + "\n")

    def _grow(self, state: Any, at: tuple[int, int], chance: float) -> None:  # noqa: ANN401
        moves = state.legal_actions()
        while len(moves) == 1:
            state.apply_action(moves[0])
            moves = state.legal_actions()
        names = range(len(moves))
        if state.is_terminal():
            worth = state.returns()[0]
            self._lines.append(f't "" {len(self._lines)} "" {{ {worth} {-worth} }}')
            self.leaves.append(Leaf(at, chance, worth, frozenset(marks_of(state.play.past))))
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            listing = " ".join(f'"{name}" {weight!r}' for name, (_, weight) in zip(names, outcomes, strict=True))
            self._lines.append(f'c "" {len(self._lines)} "" {{ {listing} }} 0')
            for move, weight in outcomes:
                self._grow(state.child(move), at, chance * weight)
        else:
            player, text = state.current_player(), state.information_state_string()
            number = self._number[player].setdefault(text, len(self._number[player]) + 1)
            self.states[player][text] = moves
            listing = " ".join(f'"{name}"' for name in names)
            self._lines.append(f'p "" {player + 1} {number} "" {{ {listing} }} 0')
            for name, move in enumerate(moves):
                known = self.sequences[player]
                sequence, _ = known.setdefault((number, name), (len(known) + 1, at[player]))
                after = (sequence, at[1]) if player == 0 else (at[0], sequence)
                self._grow(state.child(move), after, chance)


def marks_of(past: Iterable[Any]) -> set[str]:
    """Return what was done in the first round, in words.

    A bet is a bluff if its player would turn up their own skull if they had to meet it.

    Args:
        past: what was done in the game, in the form of `python_skull`.
    """
    marks: set[str] = set()
    piles: tuple[list[int], list[int]] = [], []
    end = ""
    for event in _first_round(past):
        player = event.player
        if event.what == "card":
            if event.kind == SKULL and not piles[player]:
                marks.add(f"P{player} places a skull first")
            piles[player].append(event.kind)
        elif event.what == "bet":
            what = f"P{player} {'raises' if end else 'opens'}"
            marks |= {what, f"{what} as a bluff"} if SKULL in piles[player][-event.number :] else {what}
            end = f"P{player} succeeds"
        elif event.what == "reveal" and event.kind == SKULL:
            whose = "his own" if event.number == player else "the other's"
            end = f"P{player} turns up {whose} skull"
    return marks | {end}


def _first_round(past: Iterable[Any]) -> Iterator[Any]:
    turned = False
    for event in past:
        if event.what == "discard" or (turned and event.what == "card"):
            return
        turned |= event.what == "reveal"
        yield event


class Program:
    """The linear program of a player: the most the player can be sure of.

    Variables are the probability of each of the player's sequences, without the moves of the other player and of
    chance, and a value of each information state of the other player and of the whole game, which no move of the other
    player there may go below.
    """

    def __init__(self, tree: Tree, player: int) -> None:
        from scipy.sparse import coo_array  # noqa: PLC0415 - heavy

        own, others = tree.sequences[player], tree.sequences[1 - player]
        self._player, self._own = player, own
        self._plans = len(own) + 1
        size = self._plans + len(tree.states[1 - player]) + 1
        equal = [(0, 0, 1.0)]
        for (state, _), (sequence, before) in own.items():
            equal.append((state, sequence, 1.0))
            equal.append((state, before, -1.0))
        equal = [*{(row, column): (row, column, value) for row, column, value in equal}.values()]
        at_most = [(0, self._plans, 1.0)]
        for (state, _), (sequence, before) in others.items():
            at_most.append((sequence, self._plans + state, 1.0))
            at_most.append((before, self._plans + state, -1.0))
        at_most = [*{(row, column): (row, column, value) for row, column, value in at_most}.values()]
        sign = 1 - 2 * player
        for leaf in tree.leaves:
            at_most.append((leaf.sequences[1 - player], leaf.sequences[player], -sign * leaf.chance * leaf.worth))

        def matrix(entries: Sequence[tuple[int, int, float]], rows: int) -> Any:  # noqa: ANN401 - of scipy
            row, column, value = zip(*entries, strict=True)
            return coo_array((value, (row, column)), (rows, size)).tocsr()

        self._given = {
            "A_eq": matrix(equal, len(tree.states[player]) + 1),
            "b_eq": np.eye(1, len(tree.states[player]) + 1)[0],
            "A_ub": matrix(at_most, len(others) + 1),
            "b_ub": np.zeros(len(others) + 1),
        }
        self._bounds = np.array([(0.0, 1.0)] * self._plans + [(-np.inf, np.inf)] * (size - self._plans))
        self.value, self.plan = self._solved(self._plans, 1)

    def _solved(self, column: int, sign: int) -> tuple[float, Any]:
        """Return the largest value of a variable, or with -1 the smallest, and all sequences."""
        from scipy.optimize import linprog  # noqa: PLC0415

        goal = np.zeros(len(self._bounds))
        goal[column] = -sign
        found = linprog(goal, **self._given, bounds=self._bounds, method="highs")
        if found.status:
            raise RuntimeError(found.message)
        return float(found.x[column]), found.x[: self._plans]

    def limits(self, state: int, move: int) -> list[float]:
        """Return the smallest and the largest probability of a sequence in all optimal strategies, to six digits.

        Args:
            state: the number of the information state at its end.
            move: the place of the move there.
        """
        self._bounds[self._plans, 0] = self.value - EXACT
        return [round(self._solved(self._own[state, move][0], sign)[0], 6) + 0.0 for sign in (-1, 1)]  # no -0.0


def learned(tree: Tree, seconds: float, enough: float = 0.0) -> tuple[list[dict[str, float]], list[Any]]:
    """Return how the exploitability falls with CFR+, and the probabilities of each player's sequences at the end.

    Args:
        tree: the game.
        seconds: of processor time.
        enough: an exploitability at which to stop.
    """
    game = tree.openspiels()
    solver = pyspiel.CFRPlusSolver(game)
    curve: list[dict[str, float]] = []
    begin, done = time.process_time(), 0
    while not curve or (curve[-1]["exploitability"] > enough and curve[-1]["seconds"] < seconds):
        for _ in range(max(done // 4, 25)):
            solver.evaluate_and_update_policy()
            done += 1
            if time.process_time() - begin > seconds:
                break
        now = time.process_time() - begin
        gap = pyspiel.exploitability(game, solver.average_policy())
        curve.append({"iterations": done, "exploitability": gap, "seconds": round(now, 2)})
    policy = solver.average_policy()
    return curve, [_plan(tree, player, policy) for player in range(2)]


def _plan(tree: Tree, player: int, policy: Any) -> Any:  # noqa: ANN401 - of OpenSpiel, and of numpy
    """Return the probabilities of a player's sequences under a policy for the game in C++."""
    plan = np.ones(len(tree.sequences[player]) + 1)
    for (state, move), (sequence, before) in tree.sequences[player].items():  # each comes after the one before it
        chances = dict(policy.get_state_policy(f"{player}-{player}-{state}-"))
        plan[sequence] = plan[before] * chances[move]
    return plan


def chances_of_marks(tree: Tree, plans: Sequence[Any]) -> dict[str, float]:
    """Return the probability of each mark of the first round, and the worth for the first player."""
    found: Counter[str] = Counter()
    for leaf in tree.leaves:
        chance = leaf.chance * plans[0][leaf.sequences[0]] * plans[1][leaf.sequences[1]]
        found["worth"] += chance * leaf.worth
        for mark in leaf.marks:
            found[mark] += chance
    return {mark: float(found[mark]) for mark in sorted(found)}


def solved(name: str) -> dict[str, Any]:
    """Return what is known of a game: its size, its value, how CFR+ converges, and how often players bluff.

    By information state and move, ``policies`` are the probabilities in the policy that CFR+ ends with, and ``limits``
    those between which the probability of this and all moves of the player before lies in all optimal strategies.
    """
    text, seconds = GAMES[name]
    tree = Tree(pyspiel.load_game(text))
    curve, plans = learned(tree, seconds)
    programs = [Program(tree, player) for player in range(2)]
    choices = 2 if len(tree.leaves) < MANY else 1
    return {
        "game": text,
        "leaves": len(tree.leaves),
        "states": [len(states) for states in tree.states],
        "value": programs[0].value + 0.0,  # without the sign of a zero
        "gap": abs(programs[0].value + programs[1].value),
        "limits": _choices(tree, choices, lambda player, key: programs[player].limits(*key)),
        "curve": curve,
        "exploitability": curve[-1]["exploitability"],
        "first_round": chances_of_marks(tree, plans),
        "policies": _choices(tree, 2, lambda player, key: _conditional(tree, player, plans[player], key)),
    }


def _choices(
    tree: Tree, most: int, chance: Callable[[int, tuple[int, int]], float | list[float] | None]
) -> dict[str, dict[str, float | list[float]]]:
    """Return a value of each move at the first choices of both players, by information state; None is left out."""
    found: dict[str, dict[str, float | list[float]]] = {}
    for player in range(2):
        for number, (text, moves) in enumerate(tree.states[player].items(), 1):
            if text.count(f"P{player} ") < most:
                listing = {_named(move): chance(player, (number, place)) for place, move in enumerate(moves)}
                found[text] = {move: one for move, one in listing.items() if one is not None}
    return {text: listing for text, listing in found.items() if listing}


def _conditional(tree: Tree, player: int, plan: Any, key: tuple[int, int]) -> float | None:  # noqa: ANN401 - of numpy
    """Return the probability of a move, given that its information state is reached under a policy."""
    sequence, before = tree.sequences[player][key]
    return float(plan[sequence] / plan[before]) if plan[before] > NEVER else None


def _named(move: int) -> str:
    return ("rose", "skull", "pass")[move] if move < 3 else f"bet {move - 2}"
