"""Quantified Boolean formulas from QDIMACS files (http://www.qbflib.org/qdimacs.html).

``p cnf V M`` comes first, then a line for each block of the prefix, ``e`` or ``a`` with variables and 0 at its end,
then M clauses of literals, each ended by 0 and perhaps spread over lines. A line that starts with ``c`` is a comment. M
reveals a truncated file; numbers in the header that are too low are noted, and the actual ones count.

More is accepted than the format allows, because it has a meaning: neighbouring blocks of one quantifier are one block,
the innermost block may be universal, blocks and clauses may be empty, a clause may have a literal twice or both
literals of a variable. A
variable that is in no block is free, which is to say existential and outermost.

A text may be hostile: its length, the numbers in it and the number of messages are bounded before anything is built.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import visible
from crewsat.problems.qbf.formula import (
    MOST_CLAUSES,
    MOST_LITERALS,
    MOST_VARIABLES,
    Qbf,
    allowed_literals,
    allowed_variables,
)
from crewsat.problems.texts import Reading, check_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.problems.qbf.formula import Block, Clause, Quantifier

MOST_CHARACTERS = 8 * 1024 * 1024
_WORD = re.compile(r"\S+")
_VARIABLE = re.compile("[0-9]{1,9}")
_LITERAL = re.compile("-?[0-9]{1,9}")
_QUANTIFIERS: dict[str, Quantifier] = {"e": "e", "a": "a"}


def parse_qdimacs(text: str) -> Qbf:
    """Read a formula.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    return read_qdimacs(text).problem


def read_qdimacs(text: str) -> Reading[Qbf]:
    """Read a formula as `parse_qdimacs` does, and note what is wrong in its header.

    Raises:
        InvalidInstance: with every line that cannot be read.
    """
    check_text(text, MOST_CHARACTERS, "formula")
    return _Reader().read(text)


class _Enough(Exception):  # noqa: N818 - it never leaves this module
    """Reading on makes no sense."""


class _Reader:
    """Reads one formula, each defect with its line."""

    def __init__(self) -> None:
        self.defects: list[Defect] = []
        self.variables: int | None = None
        self.promised = 0
        self.prefix: list[Block] = []
        self.clauses: list[Clause] = []
        self._quantified: dict[int, int] = {}
        """The line each variable is quantified in."""
        self._clause: dict[int, None] = {}
        self._begun = 0
        """The line in which the clause that is being read begins; 0 if there is none."""
        self._literals = 0
        self._highest = 0
        """The highest variable in blocks and clauses."""

    def read(self, text: str) -> Reading[Qbf]:
        try:
            for line, words in _content(text):
                self._line(line, words)
            if self.variables is None:
                self._wrong(0, "there is no 'p cnf …' line")
            if self._begun:
                self._wrong(self._begun, "the clause that begins here does not end with 0")
            if not self.defects and len(self.clauses) < self.promised:
                self._wrong(0, f"the number of clauses is {len(self.clauses)}, not {self.promised} as 'p …' says")
        except _Enough:
            pass
        if self.defects:
            raise InvalidInstance(self.defects)
        formula = Qbf(max(self.variables or 0, self._highest), tuple(self.prefix), tuple(self.clauses))
        return Reading(formula, formula.summary(), tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        """Yield notes on numbers of the header that are too low."""
        for said, found, noun in (
            (self.variables or 0, self._highest, "variables"),
            (self.promised, len(self.clauses), "clauses"),
        ):
            if found > said:
                yield f"the number of {noun} is {found}, not {said} as 'p cnf …' says; all of them are read"

    def _wrong(self, line: int, message: str) -> None:
        self.defects.append(Defect(f"line {line}" if line else "", message))
        if len(self.defects) >= MOST_DEFECTS:
            raise _Enough

    def _line(self, line: int, words: Iterator[str]) -> None:
        word = next(words)
        if word == "p":
            self._header(line, [word, *words])
        elif self.variables is None:
            self._wrong(line, "comes before the 'p cnf …' line")
            raise _Enough
        elif word in _QUANTIFIERS:
            self._block(line, _QUANTIFIERS[word], words)
        else:
            self._literal(line, word)
            for other in words:
                self._literal(line, other)

    def _header(self, line: int, words: list[str]) -> None:
        if self.variables is not None:
            self._wrong(line, "there is a second 'p …' line")
            return
        sizes = [int(word) for word in words[2:4] if _VARIABLE.fullmatch(word)]
        fits = len(sizes) == 2 and sizes[0] <= MOST_VARIABLES and sizes[1] <= MOST_CLAUSES
        if words[:2] != ["p", "cnf"] or len(words) != 4 or not fits:
            most = f"at most {MOST_VARIABLES} variables and {MOST_CLAUSES} clauses"
            said = visible(" ".join(words[:9]))
            self._wrong(line, f"'{said}' is not understood; allowed: p cnf VARIABLES CLAUSES, with {most}")
            raise _Enough
        self.variables, self.promised = sizes

    def _block(self, line: int, quantifier: Quantifier, words: Iterator[str]) -> None:
        if self._begun or self.clauses:
            self._wrong(line, f"'{quantifier} …' comes after a clause; allowed: all blocks before the first clause")
            return
        block: list[int] = []
        for word in words:
            if word == "0":
                break
            if self._is_variable(line, word):
                block.append(int(word))
        else:
            self._wrong(line, "the block does not end with 0")
            return
        more = next(words, None)
        if more is not None:
            self._wrong(line, f"'{visible(more)}' follows the 0 that ends the block; allowed: a block per line")
        elif block:
            self.prefix.append((quantifier, tuple(block)))

    def _is_variable(self, line: int, word: str) -> bool:
        """Return whether a word is a new variable of this block; note the variable, or what is wrong."""
        if not _VARIABLE.fullmatch(word):
            self._wrong(
                line, f"'{visible(word)}' is not a variable; {allowed_variables(MOST_VARIABLES)}, and 0 at the end"
            )
        elif not 1 <= int(word) <= MOST_VARIABLES:
            self._wrong(line, f"there is no variable {word}; {allowed_variables(MOST_VARIABLES)}")
        elif int(word) in self._quantified:
            self._wrong(line, f"variable {word} is quantified twice, first in line {self._quantified[int(word)]}")
        else:
            self._quantified[int(word)] = line
            self._highest = max(self._highest, int(word))
            return True
        return False

    def _literal(self, line: int, word: str) -> None:
        if word == "0":
            self._end_of_clause()
            return
        self._begun = self._begun or line
        self._literals += 1
        if self._literals > MOST_LITERALS:
            self._wrong(line, f"there are more than {MOST_LITERALS} literals, the limit")
            raise _Enough
        if not _LITERAL.fullmatch(word):
            self._wrong(line, f"'{visible(word)}' is not a literal; allowed: numbers, and 0 at the end of a clause")
        elif not 1 <= abs(int(word)) <= MOST_VARIABLES:
            self._wrong(line, f"there is no literal {word}; {allowed_literals(MOST_VARIABLES)}")
        else:
            self._highest = max(self._highest, abs(int(word)))
            self._clause[int(word)] = None

    def _end_of_clause(self) -> None:
        self.clauses.append(tuple(self._clause))
        self._clause.clear()
        self._begun = 0
        if len(self.clauses) > MOST_CLAUSES:
            self._wrong(0, f"there are more than {MOST_CLAUSES} clauses, the limit")
            raise _Enough


def _content(text: str) -> Iterator[tuple[int, Iterator[str]]]:
    """Yield the words of each line that is neither empty nor a comment, without splitting all lines at once."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        stripped = line.lstrip()
        if stripped and not stripped.startswith("c"):
            yield number, (found[0] for found in _WORD.finditer(stripped))
