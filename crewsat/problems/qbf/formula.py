"""Quantified Boolean formulas as frozen values: a prefix of quantified variables and clauses of any length.

Variables are numbered from 1, a literal is a nonzero integer as in QDIMACS: x or -x. A clause without literals is
false, one with a variable and its complement is true (a tautology). A variable that is in a clause but not in the
prefix is *free*: it is existential and comes before the prefix. Variables in neither do not exist.

The value does not depend on notation: neighbouring blocks of one quantifier are one block, a literal counts once in a
clause. A formula is stored in the notes of the instance made from it and read back from there, so it is plain data with
a JSON form.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, cast

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Quantifier = Literal["e", "a"]
Block = tuple[Quantifier, tuple[int, ...]]
Clause = tuple[int, ...]

MOST_VARIABLES = 10_000
"""Families and files make no larger formulas, with no more clauses and literals: their games would be too large."""

MOST_CLAUSES = 20_000

MOST_LITERALS = 900_000
"""Bound on the literals in all clauses together: the game then has fewer than a million edges."""


@dataclass(frozen=True)
class Qbf:
    """A prefix and a conjunction of clauses.

    Attributes:
        variables: the largest variable allowed, n; some may occur nowhere.
        prefix: blocks from the outermost inwards, each a quantifier (``e``: there is, ``a``: for all) and variables.
        clauses: in order, each of any number of literals.

    Raises:
        InvalidInstance: naming every invalid block and clause.
    """

    variables: int
    prefix: tuple[Block, ...] = ()
    clauses: tuple[Clause, ...] = ()

    def __post_init__(self) -> None:
        if type(self.variables) is not int or self.variables < 0:
            raise InvalidInstance(
                [Defect("variables", f"'{visible(self.variables)}' is not a valid number of variables")]
            )
        defects = list(islice(self._defects(), MOST_DEFECTS))
        if defects:
            raise InvalidInstance(defects)
        object.__setattr__(self, "prefix", tuple(_merged(self.prefix)))
        object.__setattr__(self, "clauses", tuple(tuple(dict.fromkeys(clause)) for clause in self.clauses))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Qbf:
        """Read the JSON object back.

        Raises:
            InvalidInstance: if it is not a formula.
        """
        parts = {"prefix": "blocks", "clauses": "clauses"}
        wrong = [name for name in parts if not isinstance(data.get(name), (list, tuple))]
        if wrong:
            raise InvalidInstance([Defect(name, f"is not a list of {parts[name]}") for name in wrong])
        return cls(cast("int", data.get("variables")), tuple(data["prefix"]), tuple(data["clauses"]))

    def summary(self) -> str:
        """Return the size of the formula in words."""
        blocks = counted(len(self.prefix), "block")
        return f"{counted(self.variables, 'variable')}, {blocks}, {counted(len(self.clauses), 'clause')}"

    def size(self) -> dict[str, int]:
        """Return the size of the formula as a JSON object."""
        return {"variables": self.variables, "blocks": len(self.prefix), "clauses": len(self.clauses)}

    def as_dict(self) -> dict[str, Any]:
        """Return the formula as a JSON object."""
        prefix = [[quantifier, list(block)] for quantifier, block in self.prefix]
        return {"variables": self.variables, "prefix": prefix, "clauses": [list(clause) for clause in self.clauses]}

    def to_qdimacs(self) -> str:
        """Return the formula as a QDIMACS file."""
        blocks = ((quantifier, *block, 0) for quantifier, block in self.prefix)
        clauses = ((*clause, 0) for clause in self.clauses)
        lines = [("p", "cnf", self.variables, len(self.clauses)), *blocks, *clauses]
        return "".join(f"{' '.join(map(str, line))}\n" for line in lines)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The variables that are in a clause but not in the prefix."""
        quantified = {x for _, block in self.prefix for x in block}
        return tuple(sorted({abs(literal) for clause in self.clauses for literal in clause} - quantified))

    @cached_property
    def order(self) -> tuple[tuple[Quantifier, int], ...]:
        """All existing variables, each with its quantifier, from the outermost inwards; the free ones come first."""
        free: list[tuple[Quantifier, int]] = [("e", x) for x in self.free]
        return (*free, *((quantifier, x) for quantifier, block in self.prefix for x in block))

    @property
    def outermost(self) -> int | None:
        """The outermost variable if it is existential: of a true formula, it has a value that wins."""
        return self.order[0][1] if self.order and self.order[0][0] == "e" else None

    def _defects(self) -> Iterator[Defect]:
        number: Counter[int] = Counter()
        for k, block in enumerate(self.prefix):
            why = why_no_block(block, self.variables)
            if why is None:
                number.update(block[1])
                twice = [x for x in block[1] if number[x] > 1]
                why = f"variable {twice[0]} is quantified twice" if twice else None
            if why:
                yield Defect(f"prefix[{k}]", why)
        for k, clause in enumerate(self.clauses):
            why = why_no_clause(clause, self.variables)
            if why:
                yield Defect(f"clauses[{k}]", why)


def is_tautology(clause: Clause) -> bool:
    """Return whether a clause contains a variable and its complement, and so is always true."""
    return len(set(map(abs, clause))) < len(set(clause))


def why_no_block(block: object, variables: int) -> str | None:
    """Return why this is not a block over variables 1 to `variables`, or None if it is one."""
    if not isinstance(block, (list, tuple)) or len(block) != 2 or block[0] not in ("e", "a"):
        return "is not a block; allowed: a quantifier, e or a, and a list of variables"
    if not isinstance(block[1], (list, tuple)) or not all(type(x) is int for x in block[1]):
        return "is not a block; allowed: a quantifier, e or a, and a list of variables"
    if not block[1]:
        return "is a block without variables"
    strange = [x for x in block[1] if not 1 <= x <= variables]
    return f"there is no variable {visible(strange[0])}; {allowed_variables(variables)}" if strange else None


def why_no_clause(clause: object, variables: int) -> str | None:
    """Return why this is not a clause over variables 1 to `variables`, or None if it is one."""
    if not isinstance(clause, (list, tuple)) or not all(type(literal) is int for literal in clause):
        return "is not a list of whole numbers"
    strange = [literal for literal in clause if not 1 <= abs(literal) <= variables]
    return f"there is no literal {visible(strange[0])}; {allowed_literals(variables)}" if strange else None


def allowed_variables(variables: int) -> str:
    """Return which variables are allowed."""
    return f"allowed: 1 to {variables}" if variables else "allowed: none, as there are 0 variables"


def allowed_literals(variables: int) -> str:
    """Return which literals are allowed."""
    return allowed_variables(variables) + (f", and -1 to -{variables}" if variables else "")


def _merged(prefix: tuple[Block, ...]) -> Iterator[Block]:
    """Merge neighbouring blocks of the same quantifier."""
    before: Block | None = None
    for quantifier, block in prefix:
        if before is not None and before[0] != quantifier:
            yield before
            before = None
        before = (quantifier, (*(before[1] if before else ()), *block))
    if before is not None:
        yield before
