"""Small quantified formulas of every kind, and their truth by tables: for the tests of QBF and its reduction."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

from crewsat.problems.qbf.formula import Qbf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.problems.qbf.formula import Block, Clause


def is_true(formula: Qbf) -> bool:
    """The truth of a formula: all rows of its table, then one variable after the other away, the innermost first."""
    free = sorted({abs(x) for clause in formula.clauses for x in clause} - {x for _, xs in formula.prefix for x in xs})
    order = [("e", x) for x in free] + [(quantifier, x) for quantifier, xs in formula.prefix for x in xs]
    rows = []
    for values in product((False, True), repeat=len(order)):
        true = {x if value else -x for (_, x), value in zip(order, values, strict=True)}
        rows.append(all(true & set(clause) for clause in formula.clauses))
    for quantifier, _ in reversed(order):
        pairs = zip(rows[::2], rows[1::2], strict=True)
        rows = [a or b for a, b in pairs] if quantifier == "e" else [a and b for a, b in pairs]
    return rows[0]


def with_literal(formula: Qbf, literal: int) -> Qbf:
    """The formula with a value for an existential variable of the outermost block."""
    return Qbf(formula.variables, formula.prefix, (*formula.clauses, (literal,)))


def some_formula(seed: int, most: int = 5) -> Qbf:
    """A formula of up to `most` variables, with everything that may occur: about two in five are true."""
    rng = random.Random(seed)
    n = rng.randint(0, most)
    quantified = rng.sample(range(1, n + 1), n if rng.random() < 0.6 else rng.randint(0, n))
    prefix: list[Block] = []
    while quantified:
        size = rng.randint(1, min(3, len(quantified)))
        prefix.append(("e" if rng.random() < 0.5 else "a", tuple(quantified[:size])))
        del quantified[:size]
    k = rng.randint(0, n + 2)
    return Qbf(n, tuple(prefix), tuple(_clause(n, rng) for _ in range(k)))


def _clause(n: int, rng: random.Random) -> Clause:
    size = 0 if n == 0 or rng.random() < 0.02 else rng.choice((1, 2, 2, 3, 3, 3, 4))
    return tuple(rng.choice((1, -1)) * rng.randint(1, n) for _ in range(size))


def alternating_formulas(n: int, k: int) -> Iterator[Qbf]:
    """All formulas with k clauses on x1, …, xn, of either quantifier in turn; the order of the clauses is left out."""
    prefix: tuple[Block, ...] = tuple(("ea"[x % 2], (x + 1,)) for x in range(n))  # type: ignore[misc]
    signs = product((0, 1, -1), repeat=n)
    clauses = [tuple(sign * x for x, sign in enumerate(row, 1) if sign) for row in signs]
    for chosen in product(range(len(clauses)), repeat=k):
        if list(chosen) == sorted(chosen):
            yield Qbf(n, prefix, tuple(clauses[number] for number in chosen))
