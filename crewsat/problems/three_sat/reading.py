"""Formulas of 3-SAT from DIMACS files.

``p cnf V M`` comes first, then M clauses of literals, each ended by 0 and perhaps spread over lines; a line that starts
with ``c`` is a comment, and one that starts with ``%`` ends the file (those of SATLIB do so). M reveals a truncated
file. Clauses of one or two literals are padded with variables of their own, numbered after all others, to three
literals of three different variables, 3-SAT as the reduction takes it: a or b is (a, b, x) and (a, b, -x).

A text may be hostile: its length, the numbers in it and the number of messages are bounded before anything is built.
"""

from __future__ import annotations

import re
from io import StringIO
from itertools import product
from typing import TYPE_CHECKING

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import counted, visible
from crewsat.problems.texts import Reading, check_text
from crewsat.problems.three_sat.formula import MOST_CLAUSES, MOST_VARIABLES, ThreeSat, why_no_clause

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.problems.three_sat.formula import Clause3

MOST_CHARACTERS = 1024 * 1024
_MOST_LITERALS = 20
"""A longer clause is wrong whatever follows; no more of it is kept."""


def parse_three_sat(text: str) -> ThreeSat:
    """Read a formula; clauses of one or two literals are padded with additional variables.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    return read_three_sat(text).problem


def read_three_sat(text: str) -> Reading[ThreeSat]:
    """Read a formula as `parse_three_sat` does, and note what was padded.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    check_text(text, MOST_CHARACTERS, "formula")
    return _Reader().read(text)


class _Reader:
    """Reads one formula, each defect with its line."""

    def __init__(self) -> None:
        self.defects: list[Defect] = []
        self.variables: int | None = None
        self.promised = 0
        self.clauses: list[Clause3] = []
        self.padded = 0
        self.added = 0
        self.ended = 0
        """Number of complete clauses, valid or not."""
        self._clause: list[int] = []
        self._begun = 0

    def read(self, text: str) -> Reading[ThreeSat]:
        for line, words in _content(text):
            if len(self.defects) >= MOST_DEFECTS:
                break
            if words[0] == "p":
                self._header(line, words)
            elif self.variables is not None:
                self._literals(line, words)
            else:
                self._wrong(line, "comes before the 'p cnf …' line")
            if self.variables is None:
                break
        if self.variables is None and not self.defects:
            self._wrong(0, "there is no 'p cnf …' line")
        if self._begun:
            self._wrong(self._begun, "the clause that begins here does not end with 0")
        if self.defects:
            raise InvalidInstance(self.defects)
        if self.ended != self.promised:
            said = f"the number of clauses is {self.ended}, not {self.promised} as 'p …' says"
            raise InvalidInstance([Defect("", said)])
        return self._reading()

    def _reading(self) -> Reading[ThreeSat]:
        """Return the formula, padded."""
        variables = (self.variables or 0) + self.added
        size = f"{counted(self.variables or 0, 'variable')}, {counted(self.ended, 'clause')}"
        if not self.padded:
            return Reading(ThreeSat(variables, tuple(self.clauses)), size)
        if variables > MOST_VARIABLES or len(self.clauses) > MOST_CLAUSES:
            most = f"{MOST_VARIABLES} variables and {MOST_CLAUSES} clauses"
            raise InvalidInstance([Defect("", f"is too large once short clauses are padded; allowed: {most}")])
        formula = ThreeSat(variables, tuple(self.clauses))
        short, more = counted(self.padded, "clause"), counted(self.added, "more variable")
        note = f"{short} of one or two literals padded to three with {more}: {formula.summary()}"
        return Reading(formula, size, (note,), self.added)

    def _wrong(self, line: int, message: str) -> None:
        self.defects.append(Defect(f"line {line}" if line else "", message))

    def _header(self, line: int, words: list[str]) -> None:
        said = visible(" ".join(words))
        if self.variables is not None:
            self._wrong(line, "there is a second 'p …' line")
            return
        sizes = [int(word) for word in words[2:4] if re.fullmatch("[0-9]{1,9}", word)]
        fits = len(sizes) == 2 and sizes[0] <= MOST_VARIABLES and sizes[1] <= MOST_CLAUSES
        if words[:2] == ["p", "cnf"] and len(words) == 4 and fits:
            self.variables, self.promised = sizes
        else:
            most = f"at most {MOST_VARIABLES} variables and {MOST_CLAUSES} clauses"
            self._wrong(line, f"'{said}' is not understood; allowed: p cnf VARIABLES CLAUSES, with {most}")

    def _literals(self, line: int, words: Iterable[str]) -> None:
        for word in words:
            if len(self.defects) >= MOST_DEFECTS:
                return  # a hostile file must not produce a message for each of its words
            if not re.fullmatch("-?[0-9]{1,9}", word):
                self._wrong(line, f"'{visible(word)}' is not a literal; allowed: numbers, and 0 at the end of a clause")
                self._clause.append(0)
            elif int(word):
                self._clause.append(int(word))
            else:
                self._end_of_clause(line)
                continue
            self._begun = self._begun or line
            del self._clause[_MOST_LITERALS:]

    def _end_of_clause(self, line: int) -> None:
        clause, self._clause = self._clause, []
        begun, self._begun = self._begun or line, 0
        self.ended += 1
        if 0 in clause:
            return  # reported already
        variables = self.variables or 0
        short = 1 <= len(clause) <= 2 and len({*map(abs, clause)}) == len(clause)
        why = why_no_clause(clause, variables) if not short or max(map(abs, clause)) > variables else None
        if why is not None:
            self._wrong(begun, why)
        elif short:
            self._pad(clause)
        elif len(self.clauses) < MOST_CLAUSES:
            self.clauses.append((clause[0], clause[1], clause[2]))

    def _pad(self, clause: list[int]) -> None:
        """Add equivalent clauses of three literals, with variables that no other clause has."""
        missing = 3 - len(clause)
        first = (self.variables or 0) + self.added + 1
        self.padded += 1
        self.added += missing
        for signs in product((1, -1), repeat=missing):
            a, b, c = (*clause, *(sign * (first + k) for k, sign in enumerate(signs)))
            if len(self.clauses) <= MOST_CLAUSES:
                self.clauses.append((a, b, c))


def _content(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(StringIO(text, newline=None), 1):
        words = line.split()
        if words and words[0].startswith("%"):
            return
        if words and not words[0].startswith("c"):
            yield number, words
