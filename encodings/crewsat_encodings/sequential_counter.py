"""Counting literals in unary: the sequential counter (C. Sinz, CP 2005, doi:10.1007/11564751_73), with two uses.

`counted` states it in both directions: cell(i, j) says that at least j of the first i literals are true. For n literals
counted up to m these are at most n·m cells and 4·n·m clauses.

`at_most` states the one direction that a bound k needs: a cell is true if so many literals are, and may be true without
need. (n - 1)·k cells and about 2·n·k clauses; in tiny cases every choice of k + 1 literals is excluded instead.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.formula import Clause

MOST_PAIRS = 10
"""Up to so many clauses of k+1 literals are stated without cells."""


def cells_counted(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, j) that `counted` needs for so many literals."""
    return ((i, j) for i in range(1, number + 1) for j in range(1, min(i, most) + 1))


def counted(literals: Sequence[int], most: int, cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """cell(i, j) iff cell(i-1, j), or cell(i-1, j-1) and literal i."""
    for i, j in cells_counted(len(literals), most):
        now, literal = cell((i, j)), literals[i - 1]
        fewer = (cell((i - 1, j - 1)),) if j > 1 else ()
        same = (cell((i - 1, j)),) if j < i else ()
        yield (-now, *same, literal)
        yield from ((-now, *same, other) for other in fewer)
        yield (now, -literal, *(-other for other in fewer))
        yield from ((now, -other) for other in same)


def cells_at_most(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, j) that `at_most` needs for so many literals."""
    if most < number and not _by_pairs(number, most):
        yield from ((i, j) for i in range(1, number) for j in range(1, min(i, most) + 1))


def at_most(literals: Sequence[int], most: int, cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """Yield clauses that say that no more than so many of the literals are true."""
    number = len(literals)
    if most >= number:
        return
    if _by_pairs(number, most):
        yield from (tuple(-literal for literal in chosen) for chosen in combinations(literals, most + 1))
        return
    for i, literal in enumerate(literals, 1):
        if i > most:
            yield (-literal, *((-cell((i - 1, most)),) if most else ()))
        if i == number:
            return
        for j in range(1, min(i, most) + 1):
            if j <= i - 1:
                yield (-cell((i - 1, j)), cell((i, j)))
            yield (-literal, *((-cell((i - 1, j - 1)),) if j > 1 else ()), cell((i, j)))


def _by_pairs(number: int, most: int) -> bool:
    """Whether every choice of one literal too many has a clause of its own: at most `MOST_PAIRS` choices."""
    return most == 0 or number == most + 1 or (most == 1 and number * (number - 1) // 2 <= MOST_PAIRS)
