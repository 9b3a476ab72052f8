"""The form that the reduction to Hackenbush takes: there is x1, for all x2, there is x3, … one variable per block.

Where two variables of one quantifier follow each other, or the first one is universal, a fresh variable of the other
quantifier is put in between: it occurs in no clause, so its value does not matter. At most n of them are needed.
Tautologies are always true and are left out; clauses without literals stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.problems.qbf.formula import Qbf, is_tautology

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.problems.qbf.formula import Block


@dataclass(frozen=True)
class NormalForm:
    """A formula in normal form, and its origin.

    Attributes:
        formula: its variables are 1, 2, … in the order of the prefix, the odd ones existential.
        sources: for each of them the variable of the source, or None if it was added.
        left_out: the clauses of the source that were left out, counted from 1.
    """

    formula: Qbf
    sources: tuple[int | None, ...]
    left_out: tuple[int, ...]

    @property
    def added(self) -> tuple[int, ...]:
        """The variables that were added."""
        return tuple(x for x, source in enumerate(self.sources, 1) if source is None)

    def as_dict(self) -> dict[str, Any]:
        """Return its origin as a JSON object."""
        return {"variables": list(self.sources), "added": list(self.added), "clauses_left_out": list(self.left_out)}


def normal_form(formula: Qbf) -> NormalForm:
    """Return the normal form of a formula: it is true iff the formula is."""
    sources: list[int | None] = []
    for quantifier, x in formula.order:
        if quantifier != ("a" if len(sources) % 2 else "e"):
            sources.append(None)
        sources.append(x)
    name = {x: number for number, x in enumerate(sources, 1) if x is not None}
    clauses = [
        tuple(name[abs(literal)] if literal > 0 else -name[abs(literal)] for literal in clause)
        for clause in formula.clauses
        if not is_tautology(clause)
    ]
    left_out = tuple(k for k, clause in enumerate(formula.clauses, 1) if is_tautology(clause))
    variables = range(1, len(sources) + 1)
    return NormalForm(Qbf(len(sources), tuple(alternating(variables)), tuple(clauses)), tuple(sources), left_out)


def alternating(variables: Iterable[int], first: str = "e") -> Iterable[Block]:
    """Yield a block for each of these variables, of either quantifier in turn."""
    for k, x in enumerate(variables):
        yield ("e" if (k % 2 == 0) == (first == "e") else "a"), (x,)
