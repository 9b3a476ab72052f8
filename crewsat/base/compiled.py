"""A formula that the compiled kernel has built: to be searched as `crewsat.base.formula.Formula`, in no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause


@dataclass(frozen=True, slots=True)
class CompiledClauses:
    """The clauses of such a formula, which can be counted and read repeatedly.

    Attributes:
        compiled: the formula of the kernel.
    """

    compiled: Any

    def __len__(self) -> int:
        size: int = self.compiled.size
        return size

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.compiled.clauses())


@dataclass(frozen=True, slots=True)
class CompiledFormula:
    """Clauses and variables by number.

    Attributes:
        compiled: the formula of the kernel.
        plan: the plan of solvers, as of `Formula`.
    """

    compiled: Any
    plan: str | None

    @property
    def variables(self) -> int:
        """Number of variables."""
        number: int = self.compiled.variables
        return number

    @property
    def size(self) -> int:
        """Number of clauses."""
        return len(self.clauses())

    def clauses(self) -> CompiledClauses:
        """All clauses, rule by rule."""
        return CompiledClauses(self.compiled)
