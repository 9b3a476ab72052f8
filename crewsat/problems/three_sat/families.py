"""Families of 3-SAT formulas by name: what ``crewsat reduce 3sat random 20 4.26 --seed 3`` means.

A family is a function here; its parameters are the words that follow the name, its docstring is its help. Random ones
draw from ``random.Random(seed).random()`` only, so a seed gives the same formula on every machine and version of
Python.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from crewsat.problems.named_families import Families, insist
from crewsat.problems.three_sat.formula import MOST_CLAUSES, MOST_VARIABLES, ThreeSat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.problems.three_sat.formula import Clause3


def contradiction() -> ThreeSat:
    """All 8 clauses on 3 variables: the smallest formula that cannot be satisfied."""
    return ThreeSat(3, tuple((x, 2 * y, 3 * z) for x, y, z in product((1, -1), repeat=3)))


def figure_2() -> ThreeSat:
    """The formula of the paper's figure 2: x1 or not x2 or x3, x1 or x2 or not x3."""
    return ThreeSat(3, ((1, -2, 3), (1, 2, -3)))


def random_(v: int, ratio: float, *, seed: int) -> ThreeSat:
    """V variables and RATIO times as many clauses, each of three variables and signs at random.

    Of large ones with a ratio below about 4.26 most can be satisfied, above it few.
    """
    most = MOST_CLAUSES / max(v, 1)
    insist(0 <= ratio <= most, f"a ratio is between 0 and {most:g} for {v} variables, not {ratio}")
    clauses = round(ratio * v)
    insist(clauses == 0 or v >= 3, f"clauses of three different variables need 3 of them, not {v}")
    rng = random.Random(seed)
    return ThreeSat(v, tuple(_clause(_three_of(v, rng), rng) for _ in range(clauses)))


def regular(v: int, k: int, *, seed: int) -> ThreeSat:
    """V variables, each in exactly K clauses and never twice in one; V times K divisible by 3.

    Each clause takes variables with a chance that grows with the number of clauses they still need, but first those
    that need all the clauses left: so there is always a next clause.
    """
    insist(v * k % 3 == 0, f"{v} variables in {k} clauses each are {v * k} literals; allowed: a multiple of 3")
    insist(k == 0 or v >= 3, f"clauses of three different variables need 3 of them, not {v}")
    insist(v * k <= 3 * MOST_CLAUSES, f"{v * k // 3} clauses; allowed: {MOST_CLAUSES}")
    rng = random.Random(seed)
    needed = Counter(dict.fromkeys(range(1, v + 1), k))
    clauses = []
    for left in range(v * k // 3, 0, -1):
        chosen = [x for x, number in needed.items() if number == left]
        while len(chosen) < 3:
            free = [x for x in needed.elements() if x not in chosen]
            chosen.append(free[int(rng.random() * len(free))])
        needed.subtract(chosen)
        clauses.append(_clause(chosen, rng))
    return ThreeSat(v, tuple(clauses))


def _three_of(v: int, rng: random.Random) -> list[int]:
    """Return three different variables of v, all triples equally likely."""
    chosen: list[int] = []
    for k in range(3):
        x = 1 + int(rng.random() * (v - k))
        for other in sorted(chosen):
            x += x >= other
        chosen.append(x)
    return chosen


def _clause(variables: Iterable[int], rng: random.Random) -> Clause3:
    """Give signs to three variables."""
    a, b, c = (x if rng.random() < 0.5 else -x for x in sorted(variables))
    return a, b, c


FAMILIES: dict[str, Callable[..., ThreeSat]] = {
    family.__name__.strip("_").replace("_", "-"): family for family in (contradiction, figure_2, random_, regular)
}
"""What may be asked for by name."""

TABLE = Families("formulas", MOST_VARIABLES, FAMILIES)


def three_sat_formula(name: str, *arguments: float | str, seed: int | None = None) -> ThreeSat:
    """Return a formula of a family.

    Args:
        name: of the family.
        arguments: its numbers, or their texts, in the order of its usage; whole ones are at most `MOST_VARIABLES`.
        seed: of a random family, 0 if None; other families do not use it.

    Raises:
        WrongOption: for an unknown family, or arguments that do not fit it.
    """
    return TABLE.make(name, arguments, seed)
