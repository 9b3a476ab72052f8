"""Texts from outside, before anything is built from them: their length and their characters."""

from __future__ import annotations

import re

from crewsat.errors import Defect, InvalidInstance

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
