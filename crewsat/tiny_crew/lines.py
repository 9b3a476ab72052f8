"""The best team as an integer program over winning lines, and bounds on it in exact arithmetic.

Some best policy is deterministic, so that the question is a choice of one card for each information state. The
program has a variable x for each pair of a state and an action, and one, y, for each *winning line*: a play of a deal
that wins.

    maximise    the sum of all y
    where       the y of the lines of a deal that pass a pair add up to at most its x,     for each deal and pair,
                the y of the lines of a deal add up to at most 1,                          for each deal,
                the x of a state add up to at most 1, or at most the x of the pair
                that the player himself has chosen before, if he recalls it,               for each state.

The last line is the sequence form of a player with perfect recall (von Stengel, 1996). With it the linear relaxation
of the nine-card game is 576.0, which is the optimum; of the game whose players forget it is 541, where the optimum is
538. Only lines that win are built; cards that have to be played are no choice and have no variable, and neither have
states that no winning line passes.

SCIP solves it in floating point, and where the relaxation is not tight a proof rests on its word. What GLOP says of
the relaxation is checked: for *any* prices p ≥ 0 of each pair in each deal, no policy wins more deals than

    sum over deals of the best line, 1 less its prices  +  sum over players of the dearest plan, the prices of its
    pairs,

and with the solver's dual values, rounded to whole millionths, this is computed with integers.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.errors import WrongOption
from crewsat.tiny_crew.rules import Play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from crewsat.tiny_crew.layers import Layers, StateKey

    Array = NDArray[Any]

MOST_LINES = 100_000
"""Winning lines of a game whose program is built; the nine-card game has 4,254."""

_WHOLE = 10**6
"""Prices are whole numbers of this part of a deal."""


class Lines:
    """The winning lines of all deals of a game.

    Args:
        layers: the game.

    Attributes:
        lines: the deal of each, and the pairs that are chosen in it.

    Raises:
        WrongOption: if there are too many.
    """

    def __init__(self, layers: Layers) -> None:
        self.layers = layers
        self.lines: list[tuple[int, list[int]]] = []
        self._owner = np.repeat(np.arange(len(layers.states)), layers.states.count).tolist()
        self._before: dict[int, int | None] = {}
        """Of each state, the pair its player has chosen before; None without one, or if he forgets it."""
        self._choices: dict[int, list[int]] = defaultdict(list)
        """Of each state, the pairs that some line passes."""
        starts = dict(zip(layers.keys(), layers.states.start.tolist(), strict=True))
        for deal, hands in enumerate(layers.deals.T.tolist()):
            for line in _winning(Play(layers.rules, hands), [], perfect=layers.recall == "perfect"):
                self._add(deal, [starts[key] + rank for key, rank in line])

    def _add(self, deal: int, pairs: list[int]) -> None:
        if len(self.lines) == MOST_LINES:
            raise WrongOption(f"this game has more than {MOST_LINES:,} plays that win")
        self.lines.append((deal, pairs))
        last: dict[int, int] = {}
        for pair in pairs:
            state = self._owner[pair]
            player = int(self.layers.states.player[state])
            if self.layers.recall == "perfect":
                self._before[state] = last.get(player)
            else:
                self._before[state] = None
            if pair not in self._choices[state]:
                self._choices[state].append(pair)
            last[player] = pair

    def relaxed(self) -> int:
        """Return a bound on the deals that a policy wins, by linear relaxation, checked with integers."""
        model, _, rows = self._model(whole=False)
        solver = _solver("glop", None)
        solver.solve(model)
        prices = {row: max(0, round(_WHOLE * abs(solver.dual_value(one)))) for row, one in rows.items()}
        return self.bound(prices) // _WHOLE

    def solved(self, known: Array, deadline: float | None) -> tuple[Array, int | None]:
        """Search for the best policy.

        Args:
            known: a deterministic policy, which decides where no line passes.
            deadline: on the clock of `time.monotonic`.

        Returns:
            A policy, and a bound on the deals that any wins; no bound if the solver found none in time.
        """
        from ortools.linear_solver.python import model_builder  # noqa: PLC0415 - an import of seconds

        model, chosen, _ = self._model(whole=True)
        solver = _solver("scip", deadline)
        status = solver.solve(model)
        found = known.copy()
        if status not in {model_builder.SolveStatus.OPTIMAL, model_builder.SolveStatus.FEASIBLE}:
            return found, None
        states = self.layers.states
        for pair, choice in chosen.items():
            if solver.value(choice) > 0.5:
                state = self._owner[pair]
                found[states.start[state] : states.start[state] + states.count[state]] = 0.0
                found[pair] = 1.0
        return found, int(np.floor(solver.best_objective_bound + 1e-6))

    def bound(self, prices: dict[tuple[int, int], int]) -> int:
        """Return the bound of these prices, in millionths of a deal.

        Args:
            prices: of pairs in deals, in millionths; those left out are 0.
        """
        best: dict[int, int] = defaultdict(int)
        for deal, pairs in self.lines:
            best[deal] = max(best[deal], _WHOLE - sum(prices.get((deal, pair), 0) for pair in pairs))
        paid: dict[int, int] = defaultdict(int)
        for (_, pair), price in prices.items():
            paid[pair] += price
        behind: dict[int | None, list[int]] = defaultdict(list)
        for state, before in self._before.items():
            behind[before].append(state)

        def dearest(state: int) -> int:
            return max(paid[pair] + sum(map(dearest, behind[pair])) for pair in self._choices[state])

        return sum(best.values()) + sum(map(dearest, behind[None]))

    def _model(self, *, whole: bool) -> tuple[Any, dict[int, Any], dict[tuple[int, int], Any]]:
        """Return the program, the variables of the pairs, and the rows of each deal and pair."""
        from ortools.linear_solver.python import model_builder  # noqa: PLC0415 - an import of seconds

        model = model_builder.Model()  # type: ignore[no-untyped-call]

        def variable() -> Any:  # noqa: ANN401 - a variable of the library
            return model.new_bool_var("") if whole else model.new_num_var(0, 1, "")

        chosen = {pair: variable() for pairs in self._choices.values() for pair in pairs}
        for state, pairs in self._choices.items():
            before = self._before[state]
            model.add(sum(chosen[pair] for pair in pairs) <= (1 if before is None else chosen[before]))
        of_deal: dict[int, list[Any]] = defaultdict(list)
        through: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for deal, pairs in self.lines:
            line = variable()
            of_deal[deal].append(line)
            for pair in pairs:
                through[deal, pair].append(line)
        rows = {(deal, pair): model.add(sum(lines) <= chosen[pair]) for (deal, pair), lines in through.items()}
        for lines in of_deal.values():
            model.add(sum(lines) <= 1)
        model.maximize(sum(line for lines in of_deal.values() for line in lines))
        return model, chosen, rows


def _solver(name: str, deadline: float | None) -> Any:  # noqa: ANN401 - a solver of the library
    from ortools.linear_solver.python import model_builder  # noqa: PLC0415 - an import of seconds

    solver = model_builder.Solver(name)
    solver.enable_output(False)
    if deadline is not None:
        solver.set_time_limit_in_seconds(max(0.1, deadline - time.monotonic()))
    return solver


def _winning(play: Play, chosen: list[tuple[StateKey, int]], *, perfect: bool) -> Iterator[list[tuple[StateKey, int]]]:
    """Yield the plays that win, as states with a choice and the rank of the card chosen there."""
    if play.won is not None:
        if play.won:
            yield chosen
        return
    actions, player = play.legal(), play.player
    key = (player, play.hands[player], play.leader, play.trick, play.past if perfect else None)
    for rank, card in enumerate(actions):
        there = play.copy()
        there.play(card)
        yield from _winning(there, [*chosen, (key, rank)] if len(actions) > 1 else chosen, perfect=perfect)
