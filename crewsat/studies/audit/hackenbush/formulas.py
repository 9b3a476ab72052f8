"""The source of the formulas for the claims of section 3, and what is known about them and their games.

All formulas of the paper's form are tried: there is x1, for all x2, …, clauses over them in which no variable occurs
twice, the empty clause among them, and any clause any number of times; the order of the clauses is ignored. The truth
of a formula is found by trying all values, independently of games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, islice, product
from math import comb
from typing import TYPE_CHECKING

from crewsat.engine.frontend import decide
from crewsat.problems.qbf.exhaustive import evaluate
from crewsat.problems.qbf.formula import Qbf
from crewsat.problems.qbf.normal import alternating
from crewsat.reductions.qbf_to_hackenbush import reduce
from crewsat.studies.audit.claims import Domain, Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.studies.audit.claims import Chunk, Finding
    from crewsat.studies.audit.hackenbush.plays import State

_AT_ONCE = 500
"""The approximate number of formulas in a part of the work."""


@dataclass(frozen=True)
class Source:
    """A case: a formula in the form of the paper, its truth, and its game, computed on demand."""

    formula: Qbf
    plays: dict[str, tuple[State, ...]] = field(default_factory=dict, compare=False)
    """The states of the plays traversed so far (`crewsat.studies.audit.hackenbush.plays`)."""
    _true_with: dict[tuple[bool, ...], bool] = field(default_factory=dict, compare=False)

    @property
    def n(self) -> int:
        """Number of variables."""
        return self.formula.variables

    @property
    def k(self) -> int:
        """Number of clauses."""
        return len(self.formula.clauses)

    @property
    def literals(self) -> int:
        """Number of literals in all clauses."""
        return sum(map(len, self.formula.clauses))

    @cached_property
    def true(self) -> bool:
        """Whether the formula is true."""
        return evaluate(self.formula).value

    def true_with(self, values: tuple[bool, ...]) -> bool:
        """Return whether the formula is true if its first variables have these values, by trying all of the others."""
        known = self._true_with.get(values)
        if known is None:
            if len(values) == self.n:
                known = all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in self.formula.clauses)
            else:
                ways = [self.true_with((*values, value)) for value in (False, True)]
                known = all(ways) if len(values) % 2 else any(ways)
            self._true_with[values] = known
        return known

    @cached_property
    def game(self) -> Hackenbush:
        """The game to which the paper reduces it, without notes."""
        return reduce(self.formula).model_copy(update={"about": None})

    @cached_property
    def won(self) -> bool:
        """Whether the second coalition has a winning strategy."""
        return bool(decide(self.game))

    @property
    def counter(self) -> int:
        """The player n + k + 1, whose two edges are a string."""
        return self.n + self.k + 1

    @property
    def judge(self) -> int:
        """The player n + k + 2, whose two edges are the lowest and the highest of the string of k + 2."""
        return self.n + self.k + 2

    @property
    def clause_players(self) -> range:
        """The players n + 1 to n + k."""
        return range(self.n + 1, self.n + self.k + 1)

    def wrong(self, bad: bool, words: str) -> Finding:
        """Report the formula as a failure if it is bad."""
        return Failure(words, self.game) if bad else False


def size_of(source: Source) -> tuple[int, ...]:
    """Return the size of a case: variables and clauses together, then clauses, then literals."""
    return source.n + source.k, source.k, source.literals


def clauses_over(n: int) -> list[tuple[int, ...]]:
    """Return all clauses over x1, …, xn in which no variable occurs twice, shorter ones first."""
    signs = product((0, 1, -1), repeat=n)
    clauses = (tuple(sign * x for x, sign in enumerate(row, 1) if sign) for row in signs)
    return sorted(clauses, key=lambda clause: (len(clause), [(abs(x), -x) for x in clause]))


def formulas(n: int, k: int) -> Iterator[Qbf]:
    """Yield all formulas of n variables and k clauses, ignoring the order of the clauses."""
    prefix = tuple(alternating(range(1, n + 1)))
    return (Qbf(n, prefix, chosen) for chosen in combinations_with_replacement(clauses_over(n), k))


def number_of_formulas(n: int, k: int) -> int:
    """Return the number of `formulas`."""
    return comb(3**n + k - 1, k)


@dataclass(frozen=True)
class _Plan:
    """Which formulas a run tries: numbers of variables, each with the largest number of clauses."""

    sizes: tuple[tuple[int, int], ...]

    def chunks(self) -> list[Chunk]:
        chunks: list[Chunk] = []
        for n, most in self.sizes:
            for k in range(most + 1):
                parts = 1 + number_of_formulas(n, k) // _AT_ONCE
                chunks += [(n, k, part, parts) for part in range(parts)]
        return chunks

    def words(self) -> str:
        number = sum(number_of_formulas(n, k) for n, most in self.sizes for k in range(most + 1))
        sizes = ", ".join(f"{n} ({most})" for n, most in self.sizes)
        return (
            f"all {number:,} formulas of so many variables and up to so many clauses, variables (clauses) = {sizes}, "
            "the empty clause among them, no variable twice in a clause, the order of clauses left out"
        )


def cases(n: int, k: int, part: int, parts: int) -> Iterator[Source]:
    """Yield one part of all formulas of a size."""
    return map(Source, islice(formulas(n, k), part, None, parts))


def domain(name: str, usual: tuple[tuple[int, int], ...], thorough: tuple[tuple[int, int], ...]) -> Domain[Source]:
    """Return a domain of all formulas of given sizes, (variables, most clauses), for the usual and the thorough run."""

    def chunks(long: bool) -> Sequence[Chunk]:
        return _Plan(thorough if long else usual).chunks()

    made: Callable[..., Iterator[Source]] = cases
    return Domain(name, _Plan(usual).words(), _Plan(thorough).words(), chunks, made, size_of)


DOMAINS = (
    domain("formulas", ((1, 3), (2, 3), (3, 3)), ((1, 4), (2, 4), (3, 4), (4, 3))),
    domain("changed-formulas", ((1, 3), (2, 3), (3, 3)), ((1, 4), (2, 4), (3, 4))),
    domain("small-formulas", ((1, 3), (2, 3), (3, 2)), ((1, 4), (2, 4), (3, 3))),
)
