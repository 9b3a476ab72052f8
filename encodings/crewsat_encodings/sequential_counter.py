"""Counting literals in unary: the sequential counter (C. Sinz, CP 2005, doi:10.1007/11564751_73), with two uses.

`counted` states it in both directions: cell(i, j) says that at least j of the first i literals are true. For n literals
counted up to m these are at most n·m cells and 4·n·m clauses. `only_if_counted` and `if_counted` are the single
directions, two clauses a cell, for the cells that a question depends on (`cells_below`).

`at_most` states the one direction that a bound k needs: a cell is true if that many literals are, and may be true
unnecessarily. It takes (n - 1)·k cells and about 2·n·k clauses; in tiny cases every choice of k + 1 literals is
excluded instead.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.base.formula import Clause

MOST_PAIRS = 10
"""The most clauses of k+1 literals that are stated without cells."""


def cells_counted(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, j) that `counted` needs for `number` literals."""
    return ((i, j) for i in range(1, number + 1) for j in range(1, min(i, most) + 1))


def counted(literals: Sequence[int], most: int, cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """cell(i, j) iff cell(i-1, j), or cell(i-1, j-1) and literal i."""
    for place in cells_counted(len(literals), most):
        yield from only_if_counted(literals[place[0] - 1], place, cell)
        yield from if_counted(literals[place[0] - 1], place, cell)


def cells_below(tops: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs (i, j) that cells depend on, themselves included: j·(i - j + 1) for a single one."""
    found: set[tuple[int, int]] = set()
    ahead = list(tops)
    while ahead:
        i, j = ahead.pop()
        if (i, j) not in found and 1 <= j <= i:
            found.add((i, j))
            ahead += [(i - 1, j), (i - 1, j - 1)]
    return sorted(found)


def only_if_counted(literal: int, place: tuple[int, int], cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """cell(i, j) only if cell(i-1, j), or cell(i-1, j-1) and literal i."""
    i, j = place
    same = (cell((i - 1, j)),) if j < i else ()
    yield (-cell(place), *same, literal)
    if j > 1:
        yield (-cell(place), *same, cell((i - 1, j - 1)))


def if_counted(literal: int, place: tuple[int, int], cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """cell(i, j) if cell(i-1, j), or cell(i-1, j-1) and literal i."""
    i, j = place
    fewer = (-cell((i - 1, j - 1)),) if j > 1 else ()
    yield (cell(place), -literal, *fewer)
    if j < i:
        yield (cell(place), -cell((i - 1, j)))


def cells_at_most(number: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs (i, j) that `at_most` needs for `number` literals."""
    if most < number and not _by_pairs(number, most):
        yield from ((i, j) for i in range(1, number) for j in range(1, min(i, most) + 1))


def at_most(literals: Sequence[int], most: int, cell: Callable[[tuple[int, int]], int]) -> Iterator[Clause]:
    """Yield clauses that say that at most `most` of the literals are true."""
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
    """Return whether every choice of one literal too many has a clause of its own: at most `MOST_PAIRS` choices."""
    return most == 0 or number == most + 1 or (most == 1 and number * (number - 1) // 2 <= MOST_PAIRS)
