"""Families of quantified formulas by name: what ``crewsat reduce qbf random 8 12 --seed 3`` means.

A family is a function here; its parameters are the words that follow the name, its docstring is its help. Random ones
draw from ``random.Random(seed).random()`` only, so a seed gives the same formula on every machine and version of
Python.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from crewsat.problems.named_families import Families, insist
from crewsat.problems.qbf.formula import MOST_CLAUSES, MOST_VARIABLES, Qbf
from crewsat.problems.qbf.normal import alternating

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.problems.qbf.formula import Clause


def all_false(n: int) -> Qbf:
    """Clauses x and not x for each of N variables, of either quantifier in turn: all values falsify N of 2N clauses."""
    _check_variables(n)
    return Qbf(n, tuple(alternating(range(1, n + 1))), tuple((x,) for v in range(1, n + 1) for x in (v, -v)))


def copycat(n: int) -> Qbf:
    """N times: for all x there is y with y = x. True; a search visits all values of x."""
    _check_variables(2 * n)
    return Qbf(2 * n, tuple(alternating(range(1, 2 * n + 1), "a")), tuple(_equal_pairs(n)))


def figure_2() -> Qbf:
    """The formula of the paper's figure 2: there is x1, for all x2, there is x3, for all x4, three clauses."""
    return Qbf(4, tuple(alternating(range(1, 5))), ((1, -2, 3), (-1, 2, 4), (-1, 3, -4)))


def guess(n: int) -> Qbf:
    """N times: there is x so that for all y, y = x. False, but for N = 0."""
    _check_variables(2 * n)
    return Qbf(2 * n, tuple(alternating(range(1, 2 * n + 1))), tuple(_equal_pairs(n)))


def random_(n: int, k: int, *, seed: int) -> Qbf:
    """N variables of either quantifier in turn, and K clauses of min(3, N) of them, chosen and negated at random."""
    _check_variables(n)
    rng = random.Random(seed)
    return Qbf(n, tuple(alternating(range(1, n + 1))), tuple(_clause(n, rng) for _ in range(k)))


def _check_variables(number: int) -> None:
    insist(number <= MOST_VARIABLES, f"{number} variables; allowed: {MOST_VARIABLES}")


def _equal_pairs(n: int) -> Iterator[Clause]:
    """Yield the clauses that make variable 2 equal to 1, 4 equal to 3, and so on."""
    for x in range(1, 2 * n, 2):
        yield x, -(x + 1)
        yield -x, x + 1


def _clause(n: int, rng: random.Random) -> Clause:
    """Choose three different variables of n, or all if there are fewer, all choices equally likely, and their signs."""
    chosen: list[int] = []
    for k in range(min(3, n)):
        x = 1 + int(rng.random() * (n - k))
        for other in sorted(chosen):
            x += x >= other
        chosen.append(x)
    return tuple(x if rng.random() < 0.5 else -x for x in sorted(chosen))


FAMILIES: dict[str, Callable[..., Qbf]] = {
    family.__name__.strip("_").replace("_", "-"): family for family in (all_false, copycat, figure_2, guess, random_)
}
"""What may be asked for by name."""

TABLE = Families("quantified formulas", MOST_CLAUSES, FAMILIES)


def qbf_formula(name: str, *arguments: float | str, seed: int | None = None) -> Qbf:
    """Return a formula of a family.

    Args:
        name: of the family.
        arguments: its numbers, or their texts, in the order of its usage; whole ones are at most `MOST_CLAUSES`.
        seed: of a random family, 0 if None; other families do not use it.

    Raises:
        WrongOption: for an unknown family, or arguments that do not fit it.
    """
    return TABLE.make(name, arguments, seed)
