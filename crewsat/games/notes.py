r"""Notes on the moves of a game: kept with an instance, shown by what reviews it, and never in a rule.

In the text form each is a clause with the number of a move and a JSON text: ``note 3 "green was safer"``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.wording import json_text, visible
from crewsat.games.instance import can_be_written
from crewsat.games.marks import NOTES, After
from crewsat.games.records import declared

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 500
"""Characters of a note."""

_CLAUSE = re.compile(r'([0-9]+)\s+(".*")')


def _checked(notes: dict[str, Any] | None) -> dict[str, str] | None:
    """Accept notes, and put them in the order of the moves; without any, there are none."""
    for step, words in (notes or {}).items():
        if not re.fullmatch("[1-9][0-9]{0,5}", step):
            raise ValueError(f"'{visible(step)}' is not the number of a move; allowed: 1, 2, …")
        if not isinstance(words, str) or not 1 <= len(words) <= LONGEST:
            raise ValueError(f"the note on move {step} must be a text of 1 to {LONGEST} characters")
    return dict(sorted(notes.items(), key=lambda note: int(note[0]))) if notes else None


NotesOn = Annotated[dict[str, Any] | None, NOTES, After(can_be_written), After(_checked)]
"""A text for some moves, by their numbers from 1."""


def the_notes_on_moves() -> Any:  # noqa: ANN401 - of the field
    """Declare the field `notes_on` of a game's instances."""
    return declared(default=None, description="notes on moves by their numbers, shown by a review")


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
