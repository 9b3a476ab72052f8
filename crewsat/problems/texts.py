"""Texts from outside: their length and characters, before anything is built from them, and what is said afterwards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from crewsat.errors import Defect, InvalidInstance


class Sized(Protocol):
    """What has a size in words: ``4 vertices, 3 edges, none isolated``."""

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
        notes: what was guessed, or is not as it was written.
        added: how many variables, the last ones, the text does not have.
    """

    problem: Thing
    summary: str
    notes: tuple[str, ...] = ()
    added: int = 0


_FOREIGN = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufeff\ufffd]")
"""Of binary files, of texts that are no UTF-8, and the mark at the start of some that are."""


def check_text(text: str, most: int, noun: str) -> None:
    """Insist on a text of at most so many characters that may be the text of a thing of this name.

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
