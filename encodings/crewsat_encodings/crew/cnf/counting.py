"""Counting literals in unary: the sequential counter (C. Sinz, CP 2005, doi:10.1007/11564751_73), both directions.

cell(i, k) says that at least k of the first i literals are true. For n literals counted up to m these are at most n·m
variables and 4·n·m clauses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.formula import Clause


def cells(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, k) a counter of so many literals needs if it is to count up to `most`."""
    return ((i, k) for i in range(1, number + 1) for k in range(1, min(i, most) + 1))


def counted(literals: Sequence[int], most: int, cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """cell(i, k) iff cell(i-1, k), or cell(i-1, k-1) and literal i."""
    for i, k in cells(len(literals), most):
        now, literal = cell((i, k)), literals[i - 1]
        fewer = (cell((i - 1, k - 1)),) if k > 1 else ()
        same = (cell((i - 1, k)),) if k < i else ()
        yield (-now, *same, literal)
        yield from ((-now, *same, other) for other in fewer)
        yield (now, -literal, *(-other for other in fewer))
        yield from ((now, -other) for other in same)
