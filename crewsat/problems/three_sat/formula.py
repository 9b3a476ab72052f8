"""Formulas of 3-SAT as frozen values: variables numbered from 1, and clauses of three literals.

A literal is a nonzero integer as in DIMACS: x or -x. The paper's 3-SAT has exactly three literals in a clause, of three
different variables; a clause may appear twice. A formula is stored in the notes of the instance made from it and read
back from there, so it is plain data with a JSON form.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Clause3 = tuple[int, int, int]

MOST_VARIABLES = 1000
"""Families and files make no larger formulas, and none of more than `MOST_CLAUSES`: their decks would be too large."""

MOST_CLAUSES = 20_000


@dataclass(frozen=True)
class ThreeSat:
    """A conjunction of clauses of exactly three literals.

    Attributes:
        variables: their number, v; some may occur in no clause.
        clauses: in order, each of three literals of different variables.

    Raises:
        InvalidInstance: naming every invalid clause.
    """

    variables: int
    clauses: tuple[Clause3, ...]

    def __post_init__(self) -> None:
        if type(self.variables) is not int or self.variables < 0:
            raise InvalidInstance(
                [Defect("variables", f"'{visible(self.variables)}' is not a valid number of variables")]
            )
        wrong = {k: why for k, clause in enumerate(self.clauses) if (why := why_no_clause(clause, self.variables))}
        if wrong:
            raise InvalidInstance([Defect(f"clauses[{k}]", why) for k, why in wrong.items()])
        object.__setattr__(self, "clauses", tuple(tuple(clause) for clause in self.clauses))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ThreeSat:
        """Read the JSON object back.

        Raises:
            InvalidInstance: if it is not valid.
        """
        clauses = data.get("clauses")
        if not isinstance(clauses, (list, tuple)):
            raise InvalidInstance([Defect("clauses", "is not a list of clauses")])
        return cls(cast("int", data.get("variables")), tuple(clauses))

    def as_dict(self) -> dict[str, Any]:
        """Return the formula as a JSON object."""
        return {"variables": self.variables, "clauses": [list(clause) for clause in self.clauses]}

    def summary(self) -> str:
        """Return the size of the formula in words."""
        return f"{counted(self.variables, 'variable')}, {counted(len(self.clauses), 'clause')}"

    def size(self) -> dict[str, int]:
        """Return the size of the formula as a JSON object."""
        return {"variables": self.variables, "clauses": len(self.clauses)}

    def to_dimacs(self) -> str:
        """Return the formula as a DIMACS file."""
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        return "".join(f"{line}\n" for line in [*lines, *(f"{a} {b} {c} 0" for a, b, c in self.clauses)])

    @property
    def appearances(self) -> list[int]:
        """The number of clauses in which each variable occurs."""
        number = Counter(abs(literal) for clause in self.clauses for literal in clause)
        return [number[x] for x in range(1, self.variables + 1)]

    def why_no_model(self, assignment: Sequence[bool]) -> str | None:
        """Return what keeps truth values from satisfying the formula, or None if they do.

        Args:
            assignment: the value of each variable; that of x is ``assignment[x - 1]``.
        """
        if len(assignment) != self.variables or not all(type(value) is bool for value in assignment):
            return f"expected truth values for {self.variables} variables"
        for clause in self.clauses:
            if not any(assignment[abs(literal) - 1] == (literal > 0) for literal in clause):
                return f"no literal of the clause {' '.join(map(str, clause))} is true"
        return None

    def satisfied_by(self, assignment: Sequence[bool]) -> bool:
        """Return whether truth values satisfy every clause."""
        return self.why_no_model(assignment) is None


def why_no_clause(clause: object, variables: int) -> str | None:
    """Return why this is not a clause of 3-SAT over variables 1 to `variables`, or None if it is one."""
    if not isinstance(clause, (list, tuple)) or not all(type(literal) is int for literal in clause):
        return "is not a list of whole numbers"
    strange = [literal for literal in clause if not 1 <= abs(literal) <= variables]
    if strange:
        return f"there is no literal {visible(strange[0])}; allowed: 1 to {variables}, and -1 to -{variables}"
    if len({abs(literal) for literal in clause}) != 3 or len(clause) != 3:
        shown = visible(" ".join(map(str, clause[:20])))
        return f"'{shown}' is not a clause of three different variables; allowed: exactly three literals"
    return None
