"""The compiled kernel, where it is installed, and the formulas that it has built.

The environment variable ``CREWSAT_KERNEL=off`` disables it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.base.formula import Clause


VERSION = 6
"""The version of the functions of the kernel, and of the decisions they make."""


def kernel() -> Any:  # noqa: ANN401 - a compiled module without types, or None
    """Return the kernel, or None if it is not installed, of another version, or switched off."""
    if os.environ.get("CREWSAT_KERNEL") == "off":
        return None
    return _kernel()


@cache
def _kernel() -> Any:  # noqa: ANN401
    try:
        import crewsat_kernel  # noqa: PLC0415 - optional
    except ImportError:
        return None
    return crewsat_kernel if crewsat_kernel.version == VERSION else None


@dataclass(frozen=True, slots=True)
class CompiledClauses:
    """The clauses of a formula that the kernel has built, which can be counted and read repeatedly.

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
    """A formula that the kernel has built, to be searched as `crewsat.base.formula.Formula`.

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
