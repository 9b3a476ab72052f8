"""Quantified formulas by trying both values of each variable, from the outermost inwards: the standard of truth.

A branch ends as soon as some clause has only false literals, or every clause has a true one. The second value of an
existential variable is tried if the first one loses, that of a universal one if it wins; true comes first. Counters of
the true and of the false literals of each clause are kept up to date, so that a value costs the occurrences of its
variable.

The time is exponential, the memory that of the formula; the search keeps its own stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.problems.qbf.formula import Qbf

_CHECK_EVERY = 30_000
"""The number of literals visited between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The truth of a formula.

    Attributes:
        value: whether it is true.
        first: if it is, and its outermost variable is existential, the literal of that variable that wins.
        tried: the number of values of variables that were tried.
    """

    value: bool
    first: int | None
    tried: int


def evaluate(formula: Qbf, *, out_of_time: Callable[[], bool] = lambda: False) -> Evaluation:
    """Return whether a formula is true, and how its outermost variable wins.

    Args:
        formula: any.
        out_of_time: called now and then; returns whether to give up.

    Raises:
        Stopped: if time runs out.
    """
    clauses = _Clauses(formula)
    path: list[int] = []
    first, tried, asked = formula.outermost, 0, -_CHECK_EVERY
    while True:
        if clauses.touched - asked >= _CHECK_EVERY:
            asked = clauses.touched
            if out_of_time():
                raise Stopped("time")
        value = clauses.value()
        if value is None:
            path.append(formula.order[len(path)][1])
        else:
            while path:
                literal = path.pop()
                clauses.take_back(literal)
                exists = formula.order[len(path)][0] == "e"
                if literal > 0 and value != exists:
                    path.append(-literal)
                    break
                first = literal if not path and exists else first
            else:
                return Evaluation(value, first if value else None, tried)
        clauses.make_true(path[-1])
        tried += 1


class _Clauses:
    """For each clause, how many literals are true, and how many are not false."""

    def __init__(self, formula: Qbf) -> None:
        self._of: dict[int, list[int]] = {}
        for k, clause in enumerate(formula.clauses):
            for literal in clause:
                self._of.setdefault(literal, []).append(k)
        self._true = [0] * len(formula.clauses)
        self._possible = [len(clause) for clause in formula.clauses]
        self._open = len(formula.clauses)
        self._falsified = self._possible.count(0)
        self.touched = 0
        """How many literals have been visited so far."""

    def value(self) -> bool | None:
        """Return whether all clauses are true (or some is false); None if undecided."""
        if self._falsified:
            return False
        return None if self._open else True

    def make_true(self, literal: int) -> None:
        """Give a variable its value."""
        won, lost = self._of.get(literal, ()), self._of.get(-literal, ())
        for k in won:
            self._open -= not self._true[k]
            self._true[k] += 1
        for k in lost:
            self._possible[k] -= 1
            self._falsified += not self._possible[k]
        self.touched += len(won) + len(lost) + 1

    def take_back(self, literal: int) -> None:
        """Take the value back."""
        for k in self._of.get(literal, ()):
            self._true[k] -= 1
            self._open += not self._true[k]
        for k in self._of.get(-literal, ()):
            self._falsified -= not self._possible[k]
            self._possible[k] += 1
