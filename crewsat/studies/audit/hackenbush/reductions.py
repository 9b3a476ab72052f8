"""The claims of the paper on Hackenbush about its reduction in section 3: theorem 3, and the sizes of its output."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

from crewsat.problems.qbf.formula import Qbf
from crewsat.reductions.qbf_to_hackenbush import first_coalition, second_coalition
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hackenbush.formulas import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.studies.audit.claims import Finding

FALSE_YES = "the second coalition wins, but the formula is false"
FALSE_NO = "the second coalition loses, but the formula is true"

MOST_NUMBERED = 2
"""The largest number of variables for which clauses are numbered in all orders."""

# The question of QBF


def _values_beforehand(source: Source) -> bool:
    """Return whether some values of x1, x3, … make the formula true for all values of the others."""
    n = source.n

    def all_true(chosen: tuple[bool, ...]) -> bool:
        rows = product(*((chosen[x // 2],) if x % 2 == 0 else (False, True) for x in range(n)))
        return all(map(source.true_with, rows))

    return any(map(all_true, product((False, True), repeat=(n + 1) // 2)))


QUESTION: Claim[Source] = Claim(
    "qbf",
    "section 3",
    "QBF asks if there exists an assignment to the variables x1, x3, … such that the formula evaluates to true.",
    "formulas",
    (
        Reading(
            "one-by-one",
            "the value of x3 may depend on that of x2, and so on",
            lambda source: source.wrong(source.true_with(()) != source.true, "the answer is another one"),
        ),
        Reading(
            "beforehand",
            "the values are the same whatever those of x2, x4, …",
            lambda source: source.wrong(_values_beforehand(source) != source.true, "the answer is another one"),
        ),
    ),
    repaired="Each value may depend on those of the variables before it.",
    remark="The proof says so, too (“there exists an assignment of x_i”). The game is played one variable after the "
    "other, as the quantifiers mean it.",
)

# Theorem 3


def _true_is_won(source: Source) -> Finding:
    return source.wrong(not source.won, FALSE_NO) if source.true else None


def _won_is_true(source: Source) -> Finding:
    return source.wrong(not source.true, FALSE_YES) if source.won else None


def _numbered(source: Source) -> list[Source]:
    """Return the same formula with its clauses numbered in every order."""
    orders = sorted(set(permutations(source.formula.clauses)))
    return [Source(Qbf(source.n, source.formula.prefix, clauses)) for clauses in orders]


def _in_every_order(says: Callable[[Source], Finding]) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        if source.n > MOST_NUMBERED:
            return None
        found = list(map(says, _numbered(source)))
        return next((one for one in found if one), found[0])

    return fails


_PRINTED = "as printed, player 1 moves first"
_ORDERS = f"the same, the clauses numbered in every order (up to {MOST_NUMBERED} variables)"

IF_TRUE: Claim[Source] = Claim(
    "theorem-3-if",
    "section 3, theorem 3",
    "If the formula is true, the second coalition has a winning strategy.",
    "formulas",
    (Reading("printed", _PRINTED, _true_is_won), Reading("numbered", _ORDERS, _in_every_order(_true_is_won))),
    remark="Each strategy was played by the referee against every defence.",
)

ONLY_IF_TRUE: Claim[Source] = Claim(
    "theorem-3-only-if",
    "section 3, theorem 3",
    "If the second coalition has a winning strategy, the formula is true.",
    "formulas",
    (Reading("printed", _PRINTED, _won_is_true), Reading("numbered", _ORDERS, _in_every_order(_won_is_true))),
    remark="What the theorem needs of the construction, and what not, is in a table below.",
)

# Sizes


def _numbers(source: Source) -> Finding:
    game, n, k = source.game, source.n, source.k
    labels = {label for string in game.strings for label in string}
    if labels != set(range(1, n + k + 3)) or game.number_of_players != n + k + 2:
        return Failure("there are not n + k + 2 players with edges", game)
    return source.wrong(len(game.strings) != 2 * n + 2, "there are not 2n + 2 strings")


NUMBERS: Claim[Source] = Claim(
    "reduction-numbers",
    "section 3",
    "The game of n variables and k clauses has n + k + 2 players and 2n + 2 strings.",
    "formulas",
    (Reading("printed", "each of these players has an edge", _numbers),),
)


def _coalitions(source: Source) -> Finding:
    first, second = first_coalition(source.formula), second_coalition(source.formula)
    everybody = range(1, source.judge + 1)
    bad = len(first) != source.n // 2 + 1 or sorted((*first, *second)) != list(everybody)
    return source.wrong(bad or source.game.members != set(second), "the coalitions are other ones")


COALITIONS: Claim[Source] = Claim(
    "reduction-coalitions",
    "section 3",
    "The first coalition has ⌊n/2⌋ + 1 players, the second one the remaining ones.",
    "formulas",
    (Reading("printed", "players 2, 4, …, 2⌊n/2⌋ and n + k + 1, and all others", _coalitions),),
)

CONSTANT = 8
"""The constant factor that a polynomial bound may hide."""


def _polynomial(source: Source) -> Finding:
    written = 2 * source.n + source.literals + source.k + 4
    bad = source.game.edges != written or source.game.edges > CONSTANT * (source.n + source.k + source.literals)
    return source.wrong(bad, "there are more edges")


POLYNOMIAL: Claim[Source] = Claim(
    "reduction-size",
    "section 3",
    "The reduction is polynomial.",
    "formulas",
    (
        Reading(
            "edges",
            f"2n + k + 4 edges and one for each literal, at most {CONSTANT} times variables, clauses and literals",
            _polynomial,
        ),
    ),
    remark="This follows from the numbers printed; the run checks the code, not the arithmetic.",
)


SIZES: Sequence[Claim[Source]] = (NUMBERS, COALITIONS, POLYNOMIAL)
THEOREM_3: Sequence[Claim[Source]] = (IF_TRUE, ONLY_IF_TRUE)
