"""Formulas of 3-SAT by truth tables: the standard of truth for tiny ones.

The truth table of a formula of v variables is a number of 2^v bits: bit a is set if the formula is true when the binary
digits of a are the values of the variables, the last digit being the first variable. Tables of clauses are made from
those of variables by "or", that of the formula is their "and": O(m) operations on numbers of 2^v bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.problems.three_sat.formula import ThreeSat


def find_model(formula: ThreeSat) -> tuple[bool, ...] | None:
    """Return truth values that satisfy a formula, or None if there are none; the first of them in binary order."""
    v = formula.variables
    left = everything = (1 << (1 << v)) - 1
    table = {}
    for x in range(1, v + 1):
        table[-x] = everything // ((1 << (1 << (x - 1))) + 1)  # runs of 2^(x-1) ones and as many zeros
        table[x] = everything ^ table[-x]
    for a, b, c in formula.clauses:
        left &= table[a] | table[b] | table[c]
    if not left:
        return None
    first = (left & -left).bit_length() - 1
    return tuple(bool(first >> k & 1) for k in range(v))
