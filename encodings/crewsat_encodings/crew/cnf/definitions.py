"""Variables that the clauses of tasks request, created on request, with the clauses that define them.

A variable has a *sense*: `ONLY_IF` states that it is true only if what it stands for holds, `IF` that it is true then.
A bound needs one of the two: where a number must be at least k, whatever is counted must count, and where it must be at
most k, whatever counts must be counted. So clauses are stated in the sense that is requested; a variable requested in
both is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from crewsat.base.formula import Clause, Family, Formula

ONLY_IF, IF = "only if", "if"
"""The senses of a variable."""

Literal = int | bool
"""A literal, or True or False where that is known."""


class Definitions:
    """The variables of tasks.

    Args:
        formula: receives the variables; the clauses are left to the rules.

    Attributes:
        every_trick: clauses of trick 1 that are shifted to all tricks.
        once: clauses as they are.
    """

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._families: dict[str, Family] = {}
        self._stated: set[tuple[str, Hashable, str]] = set()
        self.every_trick: list[Clause] = []
        self.once: list[Clause] = []

    def trick(self, family: str, key: Hashable) -> int:
        """Return the variable for trick 1 in a row of variables, one for each trick."""
        return self._formula.row(self._family(family, 1), key)

    def whole(self, family: str, key: Hashable) -> int:
        """Return a variable about the whole play."""
        last = self._formula.steps
        return self._formula.row(self._family(family, last), key) + last - 1

    def unstated(self, family: str, key: Hashable, sense: str) -> bool:
        """Return whether a variable has not been stated in this sense, and mark it as stated."""
        before = len(self._stated)
        self._stated.add((family, key, sense))
        return len(self._stated) > before

    def met_if(self, family: str, key: Hashable, clauses: Sequence[Clause]) -> Clause | None:
        """Return literals of which one must be true if all these clauses are to hold; None if they hold anyway."""
        if () in clauses:
            return ()
        if len(clauses) <= 1:
            return clauses[0] if clauses else None
        part = self.whole(family, key)
        if self.unstated(family, key, ONLY_IF):
            self.once += [(-part, *clause) for clause in clauses]
        return (part,)

    def _family(self, name: str, first_step: int) -> Family:
        if name not in self._families:
            self._families[name] = self._formula.family(name, (), first_step=first_step)
        return self._families[name]
