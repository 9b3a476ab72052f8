"""The source of the formulas for the claims of section 5, and what is known about them and their decks.

The truth about a formula is found without cards, by truth tables; a deck is decided by `crewsat.decide`. All formulas
of one and two clauses are tried up to symmetry, then some unsatisfiable ones, and random ones from families, so that a
command prints their decks. The paper does not consider formulas without clauses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from crewsat.engine.frontend import decide
from crewsat.engine.sources import three_sat
from crewsat.problems.three_sat.families import three_sat_formula
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, reduce
from crewsat.studies.audit.claims import Domain, Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.studies.audit.claims import Chunk, Finding

MOST_CLAUSES_OF_VARIANTS = 12
"""The largest number of clauses of formulas for the modifications of section 5.1; theorem 5.6 is tried on all."""

FALSE_YES = "the deck is won, but the formula cannot be satisfied"
FALSE_NO = "the deck is lost, but the formula can be satisfied"


@dataclass(frozen=True)
class Source:
    """A case: a formula, and the answers about it and its decks that have been requested.

    Attributes:
        formula: the formula.
        name: its name in `crewsat reduce 3sat`; None if it has none.
    """

    formula: ThreeSat
    name: str | None = None
    _known: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def satisfiable(self) -> bool:
        """Whether the formula can be satisfied."""
        return bool(three_sat(self.formula, method="exhaustive"))

    @property
    def clauses(self) -> int:
        """Number of clauses, m."""
        return len(self.formula.clauses)

    def deck(self, reduction: Reduction) -> HanabiSolitaire:
        """Return the formula as a deck."""
        return reduce(self.formula, reduction, source=self.name)

    def won(self, deck: HanabiSolitaire) -> bool:
        """Return whether a deck of this formula is won."""
        digest = deck.digest()
        if digest not in self._known:
            self._known[digest] = bool(decide(deck))
        return self._known[digest]


def compared(source: Source, deck: HanabiSolitaire) -> Finding:
    """Report a deck that is not won iff the formula can be satisfied."""
    if source.won(deck) == source.satisfiable:
        return False
    return Failure(FALSE_NO if source.satisfiable else FALSE_YES, deck)


def is_right(reduction: Reduction, *, least: int = 0, most: int | None = None) -> Callable[[Source], Finding]:
    """Return the reading that a deck is won iff the formula of `least` to `most` clauses can be satisfied."""

    def fails(source: Source) -> Finding:
        if source.clauses < least or (most is not None and source.clauses > most):
            return None
        return compared(source, source.deck(reduction))

    return fails


def size_of(source: Source) -> tuple[int, ...]:
    """Return the size of a case: clauses, then variables."""
    return source.clauses, source.formula.variables


SMALL = (
    ThreeSat(3, ((1, 2, 3),)),
    ThreeSat(4, ((1, 2, 3),)),
    *(ThreeSat(3, ((1, 2, 3), clause)) for clause in ((1, 2, 3), (1, 2, -3), (1, -2, -3), (-1, -2, -3))),
    *(ThreeSat(4, ((1, 2, 3), clause)) for clause in ((1, 2, 4), (1, -2, 4), (-1, -2, 4))),
    *(ThreeSat(5, ((1, 2, 3), clause)) for clause in ((1, 4, 5), (-1, 4, 5))),
    ThreeSat(6, ((1, 2, 3), (4, 5, 6))),
)
"""All formulas of one and two clauses up to names and signs without spare variables, and one with one."""

CONTRADICTIONS = ("contradiction", "random 3 3 --seed 83", "random 3 4 --seed 7", "random 4 4 --seed 7")
REGULAR = ("regular 3 2 --seed 1", "regular 3 3 --seed 0", "regular 4 3 --seed 0", "regular 6 2 --seed 0")
RANDOM = ("random 3 {ratio} --seed {seed}", "random 4 {ratio} --seed {seed}")
RATIOS = (1, 2, 4, 6.5)


def _chunks(thorough: bool) -> Sequence[Chunk]:
    seeds = range(60 if thorough else 1)
    return [
        ("small",),
        *(("named", name) for name in (*CONTRADICTIONS, *REGULAR)),
        *(("random", seed) for seed in seeds),
    ]


def _cases(kind: str, what: str | int = 0) -> Iterator[Source]:
    if kind == "small":
        yield from map(Source, SMALL)
        return
    names = (
        [str(what)] if kind == "named" else [name.format(ratio=ratio, seed=what) for name in RANDOM for ratio in RATIOS]
    )
    for name in names:
        words, seed = (*name.split(" --seed "), "")[:2]
        family, *numbers = words.split()
        yield Source(three_sat_formula(family, *numbers, seed=int(seed) if seed else None), name)


_WORDS = (
    "formulas without clauses, all of one and two clauses up to symmetry, four that cannot be satisfied, four regular"
)

DOMAINS = (
    Domain(
        "formulas",
        f"{_WORDS}, and 8 random ones of 3 and 4 variables",
        f"{_WORDS}, and 480 random ones of 3 and 4 variables",
        _chunks,
        _cases,
        size_of,
    ),
)
