"""Texts from outside: checks of length and characters before anything is built from them, and notes afterwards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from crewsat.base.errors import Defect, InvalidInstance


class Sized(Protocol):
    """Anything that has a size in words: ``4 vertices, 3 edges, none isolated``."""

    def summary(self) -> str:
        """Return the size in words."""
        ...


Thing = TypeVar("Thing", bound=Sized)


@dataclass(frozen=True, slots=True)
class Reading(Generic[Thing]):
    """A problem that was read.

    Attributes:
        problem: the problem.
        summary: the size of what the text says.
        notes: what was guessed, or differs from what was written.
        added: the number of variables, the last ones, that are not in the text.
    """

    problem: Thing
    summary: str
    notes: tuple[str, ...] = ()
    added: int = 0


_FOREIGN = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffd]")
"""Characters of binary files and of texts that are not UTF-8, and the mark at the start of some that are."""


def check_text(text: str, most: int, noun: str) -> None:
    """Check that a text has at most `most` characters, and only characters that such a text may have.

    Raises:
        InvalidInstance: if it is too long, or has a character that no such text has.
    """
    if len(text) > most:
        raise InvalidInstance([Defect("", f"larger than {most} characters, the limit")])
    foreign = _FOREIGN.search(text)
    if foreign is not None:
        place = f"line {text.count(chr(10), 0, foreign.start()) + 1}"
        raise InvalidInstance(
            [Defect(place, f"U+{ord(foreign[0]):04X} is not a valid character in a {noun}; allowed: UTF-8")]
        )
