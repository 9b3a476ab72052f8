"""Notes on the moves of a game in its text form: a clause for each, ``note 3 "green was safer"``."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from crewsat.base.wording import json_text, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

_CLAUSE = re.compile(r'([0-9]+)\s+(".*")')


def clauses_of(notes: Mapping[str, str] | None) -> list[str]:
    """Return a clause for each note."""
    return [f"note {step} {json_text(words)}" for step, words in (notes or {}).items()]


def read_note(notes: dict[str, str], text: str) -> None:
    """Read the value of a clause, and add it to the notes.

    Raises:
        ValueError: if it is not the number of a move and a JSON text, or if the move has a note.
    """
    found = _CLAUSE.fullmatch(text)
    try:
        step, words = (found[1], json.loads(found[2])) if found else ("", None)
    except ValueError:
        words = None
    if words is None:
        raise ValueError(f"'{visible(text)}' is not a note; allowed: note 3 \"green was safer\"")
    if step in notes:
        raise ValueError(f"there are two notes on move {step}")
    notes[step] = words
