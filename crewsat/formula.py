"""Formulas in conjunctive normal form, made for questions about steps in time.

A literal is a nonzero integer as in DIMACS. Variables live in *families*: a family has a name, a fixed list of keys
(its rows) and a range of steps, and numbers its variables row by row, so that neighbouring steps of a row are
neighbouring numbers. Therefore a rule that holds at every step is written once, for step 1, and shifted: adding s-1 to
every variable of the clause of step 1 gives the clause of step s. numpy does that for all clauses of a rule at once,
several times faster than a loop.

Clauses are kept under the name of the rule they state; the same names serve statistics, tests and explanations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crewsat.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

Clause = tuple[int, ...]

BYTES_PER_LITERAL = 80
BYTES_PER_CLAUSE = 300
"""What a clause takes as a Python list and once more in CaDiCaL, the hungriest solver: a bound for what was measured.

380,000 clauses of The Crew took 196 MB with CaDiCaL and 119 MB with MiniSat, 1,470,000 took 732 and 401 MB.
"""

BYTES_PER_KEY = 300
"""What a key of a family takes: a tuple, a number and its place in a table."""

BYTES_PER_VARIABLE = 50
"""What a variable takes in a solver even if no clause speaks of it, and as a literal of the model."""

_CHECK_EVERY = 4096
_CHECK_COPIES = 100_000
"""Whether time is up is asked once for so many clauses written, and once for so many copies made of them."""

_FEW_COPIES = 10_000
"""So many copies are made in less time than numpy takes to start."""


@dataclass(frozen=True, slots=True)
class Family:
    """Variables x(key, step) for fixed keys and steps `first_step` to `last_step`.

    Attributes:
        name: what the variables mean, as it appears in statistics and error messages.
        rows: key → number of the row, from 0.
        first_step: 1 for what happens in a step, 0 for what holds after it (0: before anything has happened).
        last_step: the number of steps; the family is empty of steps when it is below `first_step`.
        start: the variable of row 0 at `first_step`.
    """

    name: str
    rows: Mapping[Any, int]
    first_step: int
    last_step: int
    start: int

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
        return self.start + self.rows[key] * self.width + 1 - self.first_step

    def before(self, key: Hashable) -> int:
        """Return the variable of `key` at the step before, step 0; only for families that have one."""
        if self.first_step != 0:
            raise KeyError(f"{self.name} has no step 0")
        return self.start + self.rows[key] * self.width


@dataclass(slots=True)
class Formula:
    """Clauses by rule, variables by family.

    Attributes:
        steps: number of steps T that rules are shifted over.
        max_bytes: estimated size at which building stops; None for no limit.
        out_of_time: asked every few thousand clauses whether building must stop.
        variables: number of variables.
        families: the families by name.
        rules: clauses by the name of the rule they state, in the order the rules were added.
        estimated_bytes: what variables and clauses are estimated to take.
        step_name: what steps are called; empty for a formula of one step that knows no time.
        plan: the plan of solvers (`crewsat.solvers.cnf.PLANS`) if it is large and nobody says otherwise.
    """

    steps: int
    max_bytes: int | None = None
    out_of_time: Callable[[], bool] = lambda: False
    variables: int = 0
    families: dict[str, Family] = field(default_factory=dict)
    rules: dict[str, list[list[int]]] = field(default_factory=dict)
    estimated_bytes: int = 0
    step_name: str = "tricks"
    plan: str = "large"

    def family(self, name: str, keys: Iterable[Hashable], *, first_step: int) -> Family:
        """Create a family with one row a key, keys without repetition, and steps `first_step` to T.

        Raises:
            Stopped: at a limit, before all keys are made if `keys` makes them one by one.
        """
        rows: dict[Hashable, int] = {}
        each = BYTES_PER_KEY + BYTES_PER_VARIABLE * max(0, self.steps - first_step + 1)
        for number, key in enumerate(keys):
            if rows.setdefault(key, number) != number:
                raise ValueError(f"family {name}: the key {key} is used twice")
            self._add_to_estimate(each)
            if number % _CHECK_EVERY == 0 and self.out_of_time():
                raise Stopped("time")
        if name in self.families:
            raise ValueError(f"family {name}: the name is used twice")
        made = Family(name, rows, first_step, self.steps, self.variables + 1)
        self.variables += len(rows) * made.width
        self.families[name] = made
        return made

    def reserve(self, size: int) -> None:
        """Count bytes that something else takes while the formula is built.

        Raises:
            Stopped: at a limit.
        """
        self._add_to_estimate(size)
        if self.out_of_time():
            raise Stopped("time")

    def add(self, rule: str, clauses: Iterable[Clause]) -> None:
        """Add clauses as they are.

        Raises:
            Stopped: at a limit.
        """
        self.rules.setdefault(rule, []).extend(list(clause) for clause in self._counted(clauses, 1))

    def add_at_every_step(self, rule: str, clauses: Iterable[Clause]) -> None:
        """Add clauses of step 1, shifted to every step; literals are those of `Family.now` and `Family.before`.

        Raises:
            Stopped: at a limit.
        """
        by_length: dict[int, list[Clause]] = {}
        for clause in self._counted(clauses, self.steps):
            by_length.setdefault(len(clause), []).append(clause)
        out = self.rules.setdefault(rule, [])
        if not self.steps:
            return
        shift = _shifted if self.steps * sum(map(len, by_length.values())) > _FEW_COPIES else _shifted_one_by_one
        block = max(1, _CHECK_COPIES // self.steps)
        for length in sorted(by_length):
            for begin in range(0, len(by_length[length]), block):
                out.extend(shift(by_length[length][begin : begin + block], self.steps))
                if begin and self.out_of_time():
                    raise Stopped("time")

    def clauses(self) -> Iterator[list[int]]:
        """All clauses, rule by rule."""
        for clauses in self.rules.values():
            yield from clauses

    @property
    def size(self) -> int:
        """Number of clauses."""
        return sum(map(len, self.rules.values()))

    def _add_to_estimate(self, size: int) -> None:
        self.estimated_bytes += size
        if self.max_bytes is not None and self.estimated_bytes > self.max_bytes:
            raise Stopped("memory")

    def _counted(self, clauses: Iterable[Clause], copies: int) -> Iterator[Clause]:
        """Pass clauses on, but stop as soon as a limit is known to be exceeded, before the copies are made."""
        for number, clause in enumerate(clauses):
            self._add_to_estimate(copies * (BYTES_PER_CLAUSE + BYTES_PER_LITERAL * len(clause)))
            if number % _CHECK_EVERY == 0 and self.out_of_time():
                raise Stopped("time")
            yield clause


def _shifted(clauses: Sequence[Clause], steps: int) -> list[list[int]]:
    """Return clauses of one length, each shifted to every step."""
    import numpy as np  # noqa: PLC0415 - costs 0.1 s, needed by large formulas only

    first = np.array(clauses, dtype=np.int32)[:, None, :]
    shifts = np.arange(steps, dtype=np.int32)[None, :, None]
    shifted: list[list[int]] = np.where(first > 0, first + shifts, first - shifts).reshape(-1, len(clauses[0])).tolist()
    return shifted


def _shifted_one_by_one(clauses: Sequence[Clause], steps: int) -> list[list[int]]:
    """Return the same without numpy."""
    return [[x + s if x > 0 else x - s for x in clause] for clause in clauses for s in range(steps)]
