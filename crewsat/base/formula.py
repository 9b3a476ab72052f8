"""Formulas in conjunctive normal form, made for questions about steps in time.

A literal is a nonzero integer as in DIMACS. Variables live in *families*: a family has a name, a fixed list of keys
(its rows) and a range of steps, and numbers its variables row by row, so that neighbouring steps of a row are
neighbouring numbers. Therefore a rule that holds at every step is written once, for step 1, and shifted: adding s-1 to
every variable of the clause of step 1 gives the clause of step s. So the clauses of all steps are the rows of a table
whose columns are the literals at every step, and as a literal occurs in many clauses, its column is made once. Clauses
are shifted when they are read: a formula stores those of step 1 only, and a solver can receive one clause after
another.

Clauses are kept under the name of the rule they state; the same names serve statistics, tests and explanations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, groupby, islice, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

Clause = tuple[int, ...]
Thing = TypeVar("Thing")

BYTES_PER_LITERAL = 80
BYTES_PER_CLAUSE = 300
"""Bound on the bytes a clause takes as a Python tuple (in proofs, or with a seed) and in CaDiCaL, which uses most.

As lists, 380,000 clauses of The Crew took 196 MB with CaDiCaL and 119 MB with MiniSat, 1,470,000 took 732 and 401 MB.
"""

BYTES_PER_KEY = 300
"""Bytes a key of a family takes: a tuple, a number and its place in a table."""

BYTES_PER_VARIABLE = 50
"""Bytes a variable takes in a solver even if it is in no clause, and as a literal of the model."""

BYTES_PER_INTEGER = 250
"""Bytes a variable takes in a model of CP-SAT, with its name and its Python object: a lower bound."""

_CHECK_EVERY = 1024
"""Limits are checked once per this many clauses written."""

_AT_ONCE = 100_000
"""The number of clauses shifted at once."""


@dataclass(frozen=True, slots=True)
class Family:
    """Variables x(key, step) for fixed keys and steps `first_step` to `last_step`.

    Attributes:
        name: what the variables mean, as it appears in statistics and error messages.
        rows: key → variable of step 1, the one the clause of step 1 is written with.
        first_step: 1 for what happens in a step, 0 for what holds after it (after step 0: before anything has
            happened).
        last_step: the number of steps; the family has no steps if it is below `first_step`.
    """

    name: str
    rows: dict[Any, int]
    first_step: int
    last_step: int

    @property
    def width(self) -> int:
        """Number of steps."""
        return self.last_step - self.first_step + 1

    def at(self, key: Hashable, step: int) -> int:
        """Return the variable of `key` at `step`.

        Raises:
            KeyError: for a key or a step the family does not have.
        """
        if not self.first_step <= step <= self.last_step:
            raise KeyError(f"{self.name} has steps {self.first_step} to {self.last_step}, not {step}")
        return self.now(key) + step - 1

    def now(self, key: Hashable) -> int:
        """Return the variable of `key` at step 1, for the clause of step 1 that is shifted to all steps."""
        return self.rows[key]

    def before(self, key: Hashable) -> int:
        """Return the variable of `key` at the step before, step 0; only for families that have one."""
        if self.first_step != 0:
            raise KeyError(f"{self.name} has no step 0")
        return self.rows[key] - 1


class _Columns(dict[int, Clause]):
    """Literal of step 1 → the literals of all steps, made when they are first asked for."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, literal: int) -> Clause:
        direction = 1 if literal > 0 else -1
        self[literal] = column = tuple(range(literal, literal + direction * self._steps, direction))
        return column


@dataclass(slots=True)
class Clauses:
    """Clauses that can be counted and read repeatedly.

    Attributes:
        steps: the number of steps to which clauses of step 1 are shifted.
        parts: lists of clauses, each with whether they are of step 1, in which case they are ordered by length.
    """

    steps: int
    parts: list[tuple[list[Clause], bool]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(clauses) * (self.steps if shift else 1) for clauses, shift in self.parts)

    def __iter__(self) -> Iterator[Clause]:
        columns = _Columns(self.steps)
        return chain.from_iterable(
            self._shifted(clauses, columns) if shift else clauses for clauses, shift in self.parts
        )

    def _shifted(self, clauses: Sequence[Clause], columns: _Columns) -> Iterator[Clause]:
        """Shift clauses of one length to every step: their stacked columns are read row by row."""
        size = max(1, _AT_ONCE // max(1, self.steps))
        blocks = (clauses[begin : begin + size] for begin in range(0, len(clauses), size))
        alike = (list(some) for block in blocks for _, some in groupby(block, len))
        return chain.from_iterable(self._rows(some, columns) for some in alike)

    def _rows(self, clauses: Sequence[Clause], columns: _Columns) -> Iterator[Clause]:
        if not clauses[0]:
            return repeat((), self.steps * len(clauses))
        places = zip(*clauses, strict=True)
        column = columns.__getitem__
        return zip(*(chain.from_iterable(map(column, literals)) for literals in places), strict=True)


@dataclass(slots=True)
class Formula:
    """Clauses by rule, variables by family.

    Attributes:
        steps: number of steps T that rules are shifted over.
        max_bytes: estimated size at which building stops; None for no limit.
        out_of_time: called every few thousand clauses; returns whether building must stop.
        variables: number of variables.
        families: the families by name.
        rules: clauses by the name of the rule they state, in the order the rules were added.
        estimated_bytes: what variables and clauses are estimated to take.
        step_name: what steps are called; empty for a formula of one step, without time.
        plan: the plan of solvers (`crewsat.solvers.cnf.PLANS`) for a formula that is not small, if no solver is
            requested; empty to choose by size.
    """

    steps: int
    max_bytes: int | None = None
    out_of_time: Callable[[], bool] = lambda: False
    variables: int = 0
    families: dict[str, Family] = field(default_factory=dict)
    rules: dict[str, Clauses] = field(default_factory=dict)
    estimated_bytes: int = 0
    step_name: str = "tricks"
    plan: str | None = None

    def family(self, name: str, keys: Iterable[Hashable], *, first_step: int) -> Family:
        """Create a family with one row per key, keys without repetition, and steps `first_step` to T.

        Raises:
            Stopped: at a limit, before all keys are made if `keys` makes them one by one.
        """
        if name in self.families:
            raise ValueError(f"family {name}: the name is used twice")
        rows: dict[Hashable, int] = {}
        made = Family(name, rows, first_step, self.steps)
        width = made.width
        for block in _blocks(keys):
            self.reserve((BYTES_PER_KEY + BYTES_PER_VARIABLE * width) * len(block))
            for key in block:
                if key in rows:
                    raise ValueError(f"family {name}: the key {key} is used twice")
                rows[key] = self.variables + len(rows) * width + 2 - first_step
        self.variables += len(rows) * width
        self.families[name] = made
        return made

    def row(self, family: Family, key: Hashable) -> int:
        """Return the variable of a key at step 1, and add the key to the rows of the family if it is new.

        Raises:
            Stopped: at a limit.
        """
        if key not in family.rows:
            self.reserve(BYTES_PER_KEY + BYTES_PER_VARIABLE * family.width)
            family.rows[key] = self.variables + 2 - family.first_step
            self.variables += family.width
        return family.rows[key]

    def reserve(self, size: int) -> None:
        """Count bytes that clauses, or something else, take while the formula is built.

        Raises:
            Stopped: at a limit.
        """
        self.estimated_bytes += size
        check_estimate(self.estimated_bytes, self.max_bytes)
        if self.out_of_time():
            raise Stopped("time")

    def expect(self, size: int) -> None:
        """Check that `size` more bytes are within the limit, before making something that takes at least that many.

        Raises:
            Stopped: if they are not.
        """
        check_estimate(self.estimated_bytes + size, self.max_bytes)

    def add(self, rule: str, clauses: Iterable[Clause]) -> None:
        """Add clauses as they are.

        Raises:
            Stopped: at a limit.
        """
        self._add(rule, [clause for block in self._counted(clauses, 1) for clause in block], shift=False)

    def add_at_every_step(self, rule: str, clauses: Iterable[Clause]) -> None:
        """Add clauses of step 1, shifted to every step; literals are those of `Family.now` and `Family.before`.

        Raises:
            Stopped: at a limit.
        """
        firsts = [clause for block in self._counted(clauses, self.steps) for clause in block]
        self._add(rule, sorted(firsts, key=len), shift=True)

    def _add(self, rule: str, clauses: list[Clause], *, shift: bool) -> None:
        self.rules.setdefault(rule, Clauses(self.steps)).parts.append((clauses, shift))

    def clauses(self) -> Clauses:
        """All clauses, rule by rule."""
        return Clauses(self.steps, [part for clauses in self.rules.values() for part in clauses.parts])

    @property
    def size(self) -> int:
        """Number of clauses."""
        return sum(map(len, self.rules.values()))

    def _counted(self, clauses: Iterable[Clause], copies: int) -> Iterator[list[Clause]]:
        """Pass clauses on in blocks, until a limit is exceeded."""
        for block in _blocks(clauses):
            literals = sum(map(len, block))
            self.reserve(copies * (BYTES_PER_CLAUSE * len(block) + BYTES_PER_LITERAL * literals))
            yield block


def check_estimate(size: int, max_bytes: int | None) -> None:
    """Check that an estimate is within a limit.

    Raises:
        Stopped: if it is not.
    """
    if max_bytes is not None and size > max_bytes:
        raise Stopped("memory")


def _blocks(things: Iterable[Thing]) -> Iterator[list[Thing]]:
    """Yield things in blocks, so that limits need not be checked for each."""
    source = iter(things)
    while block := list(islice(source, _CHECK_EVERY)):
        yield block
