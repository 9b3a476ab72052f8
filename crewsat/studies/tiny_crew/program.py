"""The best team as an integer program over winning lines, and bounds on it in exact arithmetic.

Some best policy is deterministic, so the problem is to choose one card for each information state. The program has a
variable x for each choice on which a team must agree (`crewsat.studies.tiny_crew.winning`), and a variable y for each
winning line.

    maximise    the sum of all y
    where       the y of the lines of a deal that make a choice add up to at most its x,   for each deal and choice,
                the y of the lines of a deal add up to at most 1,                          for each deal,
                the x of a state add up to at most 1, or at most the x of the choice
                that the same player has made before, if recalled,                         for each state.

The last line is the sequence form of a player with perfect recall (von Stengel, 1996). With it the linear relaxation of
the nine-card game is 576.0, which is the optimum; if its players forget, it is 541, while the optimum is 538.

SCIP solves it in floating point, and if the relaxation is not tight, a proof relies on its result. PDLP's result for
the relaxation is checked: for *any* prices p ≥ 0 of each choice in each deal, no policy wins more deals than

    sum over deals of the best line, 1 less its prices  +  sum over players of the dearest plan, the prices of its
    choices,

and with the solver's dual values, rounded to whole millionths, this is computed with integers. So even an approximate
solution, such as that of a first-order method, is a proof.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.tiny_crew.winning import NONE

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from ortools.linear_solver.python.model_builder_helper import ModelBuilderHelper, ModelSolverHelper

    from crewsat.studies.tiny_crew.winning import Winning

    Array = NDArray[Any]

WHOLE = 10**6
"""The number of price units per deal; prices are whole numbers of them."""

_CLOSE = "termination_criteria { simple_optimality_criteria { eps_optimal_absolute: 1e-4 eps_optimal_relative: 1e-4 } }"
"""When PDLP stops: for a bound in whole deals, prices need not be more precise."""


class Program:
    """The integer program of a game.

    Args:
        winning: its winning lines, at least one.
    """

    def __init__(self, winning: Winning) -> None:
        self._winning = winning
        self._size = len(winning.states)
        made = winning.choices != NONE
        keys = (winning.deals * self._size + winning.choices)[made]
        distinct, row = np.unique(keys, return_inverse=True)
        self._row = np.full(winning.choices.shape, len(distinct))
        """For each card of each line, its deal and choice, numbered from 0; their total number for no choice."""
        self._row[made] = row
        self._choice = distinct % max(self._size, 1)
        """The choice of each deal and choice."""

    @property
    def rows(self) -> int:
        """Number of pairs of a deal and a choice that one of its lines makes, each of which can have a price."""
        return len(self._choice)

    def relaxed(self, deadline: float | None = None) -> int:
        """Return a bound on the deals that a policy wins, by linear relaxation, checked with integers.

        Args:
            deadline: a time of `time.monotonic`; without prices by then, the bound is that of zero prices.
        """
        found = _solve(self._model(whole=False), "pdlp", deadline)
        prices = none = np.zeros(self.rows, np.int64)
        duals = found.dual_values() if found.has_response() else ()
        if len(duals):  # those of a solver that was stopped are also prices
            prices = np.rint(WHOLE * np.abs(duals[: self.rows])).astype(np.int64)
        return min(self.bound(prices), self.bound(none)) // WHOLE

    def solved(self, known: Array, deadline: float | None = None) -> tuple[Array, int]:
        """Return the best policy found, and an upper bound on the deals that any policy can win.

        Args:
            known: a deterministic policy, used where no line passes.
            deadline: a time of `time.monotonic`.
        """
        found = _solve(self._model(whole=True), "scip", deadline)
        winning, policy = self._winning, known.copy()
        if not found.has_solution():
            return policy, len(np.unique(winning.deals))
        pairs = winning.played[:, found.variable_values()[self._size :] > 0.5]
        pairs = np.unique(pairs[pairs != NONE])
        policy[np.isin(winning.owner, winning.owner[pairs])] = 0.0
        policy[pairs] = 1.0
        return policy, int(np.floor(found.best_objective_bound() + 1e-6))

    def bound(self, prices: Array) -> int:
        """Return the bound of these prices, in millionths of a deal.

        Args:
            prices: non-negative whole millionths for each deal and choice that one of its lines makes, in this order.
        """
        winning = self._winning
        left = WHOLE - np.append(prices, 0)[self._row].sum(axis=0)
        best = np.maximum.reduceat(left, np.flatnonzero(np.diff(winning.deals, prepend=NONE)))
        total = int(np.maximum(best, 0).sum())
        worth = np.zeros(self._size, np.int64)
        np.add.at(worth, self._choice, prices)
        for row in reversed(winning.choices):  # the last card first: what follows a choice adds to it
            made = row[row != NONE]
            if not len(made):
                continue
            here = slice(made.min(), made.max() + 1)  # choices are numbered card by card
            firsts = np.flatnonzero(np.diff(winning.states[here], prepend=NONE))
            dearest = np.maximum.reduceat(worth[here], firsts)
            before = winning.before[winning.states[here][firsts]]
            total += int(dearest[before == NONE].sum())
            np.add.at(worth, before[before != NONE], dearest[before != NONE])
        return total

    def _model(self, *, whole: bool) -> ModelBuilderHelper:
        """Return the program: columns for choices, then lines; rows for deals and choices, then deals, then states."""
        from ortools.linear_solver.python.model_builder_helper import ModelBuilderHelper  # noqa: PLC0415

        model, winning = ModelBuilderHelper(), self._winning
        size = self._size + len(winning)
        least, most, integral = (np.full(size, one) for one in (0.0, 1.0, whole))
        model.add_var_array_with_bounds(least, most, integral, "")  # type: ignore[arg-type]  # the stubs are wrong
        model.set_maximize(True)
        model.set_objective_coefficients(list(range(self._size, size)), [1.0] * len(winning))
        made = self._row < self.rows
        lines = np.nonzero(made)[1] + self._size
        _at_most(model, self._row[made], lines, self._choice.tolist())
        deals = np.unique(winning.deals, return_inverse=True)[1]
        _at_most(model, deals, np.arange(self._size, size), [NONE] * (deals[-1] + 1))
        _at_most(model, winning.states, np.arange(self._size), winning.before.tolist())
        return model


def _at_most(model: ModelBuilderHelper, rows: Array, variables: Array, most: list[int]) -> None:
    """Add rows, from the first to the last number in `rows`: its variables add up to at most the variable `most` or 1.

    Args:
        model: where they are added.
        rows: row numbers from 0, each at least once, one per variable.
        variables: the variables that are added up.
        most: for each row, a variable, or -1 for the number 1.
    """
    order = np.argsort(rows, kind="stable")
    bounds = np.searchsorted(rows[order], np.arange(len(most) + 1)).tolist()
    ordered = variables[order].tolist()
    add, add_term = model.add_linear_constraint, model.add_term_to_constraint
    for number, limit in enumerate(most):
        row = add()
        for variable in ordered[bounds[number] : bounds[number + 1]]:
            add_term(row, variable, 1.0)
        if limit == NONE:
            model.set_constraint_upper_bound(row, 1.0)
        else:
            add_term(row, limit, -1.0)
            model.set_constraint_upper_bound(row, 0.0)


def _solve(model: ModelBuilderHelper, name: str, deadline: float | None) -> ModelSolverHelper:
    """Solve a program in a thread, so that an exception raised here (Ctrl-C in Python) interrupts the solver."""
    from ortools.linear_solver.python.model_builder_helper import ModelSolverHelper  # noqa: PLC0415

    solver = ModelSolverHelper(name)
    solver.enable_output(False)
    if name == "pdlp":
        solver.set_solver_specific_parameters(f"num_threads: {len(os.sched_getaffinity(0))} {_CLOSE}")
    if deadline is not None:
        solver.set_time_limit_in_seconds(max(0.1, deadline - time.monotonic()))
    work = threading.Thread(target=solver.solve, args=(model,))
    work.start()
    try:
        while work.is_alive():
            work.join(0.2)
    except BaseException:
        solver.interrupt_solve()
        work.join()
        raise
    return solver
