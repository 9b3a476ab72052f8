"""The text of the formula a proof is about, and that of the formula an instance has now.

Comments come first: where the formula comes from and what its variables mean. What counts is the rest, one clause a
line in the order in which the encoding states them; comments of another version may differ.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, BinaryIO

from crewsat.engine.export import comments
from crewsat.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.engine.methods import Method
    from crewsat.formula import Formula
    from crewsat.games.instance import Instance

_ASK_EVERY = 4096


def text(instance: Instance, method: Method, formula: Formula, late: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the lines of a formula with its comments.

    Raises:
        Stopped: if time is up.
    """
    plain = instance.model_copy(update={"about": None})  # the files of a question are the same whoever asks
    notes = (f"c {line}\n".encode() for line in comments(plain, method.name, formula))
    return chain(notes, _clauses(formula, late))


def first_difference(stream: BinaryIO, formula: Formula, late: Callable[[], bool]) -> int | None:
    """Return the first line of a file that is not as this formula wants it, from 1; None if there is none.

    Raises:
        Stopped: if time is up.
    """
    wanted = _clauses(formula, late)
    longest = max(map(len, formula.clauses()), default=0) * 22 + 64
    number = 0
    while line := stream.readline(longest):
        number += 1
        if line.startswith(b"c"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(1 << 20)
        elif line != next(wanted, None):
            return number
    return None if next(wanted, None) is None else number + 1


def _clauses(formula: Formula, late: Callable[[], bool]) -> Iterator[bytes]:
    yield b"p cnf %d %d\n" % (formula.variables, formula.size)
    for number, clause in enumerate(formula.clauses()):
        if number % _ASK_EVERY == 0 and late():
            raise Stopped("time")
        yield b"".join(b"%d " % literal for literal in clause) + b"0\n"
