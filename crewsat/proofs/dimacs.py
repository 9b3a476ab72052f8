"""The text of the formula a proof is about, and that of the formula an instance has now.

Comments come first: where the formula comes from and what its variables mean. Only the rest counts, one clause per line
in the order in which the encoding states them; comments of another version may differ, and so may blanks.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.base.formula import Formula

_ASK_EVERY = 4096
_MOST_BLANKS = 4096
"""The most bytes of a line, more than the program writes."""


def text(comments: Iterable[str], formula: Formula, late: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the lines of a formula after those of its comments.

    Raises:
        Stopped: if time runs out.
    """
    return chain((f"c {line}\n".encode() for line in comments), _clauses(formula, late))


def first_difference(stream: BinaryIO, formula: Formula, late: Callable[[], bool]) -> int | None:
    """Return the number, from 1, of the first line of a file that differs from this formula; None if there is none.

    Raises:
        Stopped: if time runs out.
    """
    wanted = _clauses(formula, late)
    longest = max(map(len, formula.clauses()), default=0) * 22 + 64 + _MOST_BLANKS
    number = 0
    while line := stream.readline(longest):
        number += 1
        if line.startswith(b"c"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(1 << 20)
        elif line.strip() and (not line.endswith(b"\n") or line.split() != next(wanted, b"").split()):
            return number
    return None if next(wanted, None) is None else number + 1


def _clauses(formula: Formula, late: Callable[[], bool]) -> Iterator[bytes]:
    yield b"p cnf %d %d\n" % (formula.variables, formula.size)
    for number, clause in enumerate(formula.clauses()):
        if number % _ASK_EVERY == 0 and late():
            raise Stopped("time")
        yield b"".join(b"%d " % literal for literal in clause) + b"0\n"
