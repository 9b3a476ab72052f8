"""Solitaire Hanabi as one line of text: ``hanabi solitaire; hand 2; deck r2,3,1 b1``.

The parts after the first are in any order: ``hand`` and a number (``hand_size`` in JSON, ``--hand-size`` as an option),
``deck`` and its cards in the order they are drawn (neighbours of a colour may be joined by commas; ``-`` is an empty
deck), and, if they do not follow from the deck, ``values`` and a number, ``colours`` and their names (``-``: none).
`text_of` writes what `parse_text` reads, for every instance except its `about`.
"""

from __future__ import annotations

import re

from crewsat.base.wording import visible
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.clauses import Clauses
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.scope import reads

START = "hanabi solitaire"


@reads("the text form", ALL)
def text_of(instance: HanabiSolitaire) -> str:
    """Write an instance as one line."""
    parts = [START, f"hand {instance.hand_size}", f"deck {text_of_cards(instance.deck) or '-'}"]
    if instance.values is not None:
        parts.append(f"values {instance.values}")
    if instance.colours is not None:
        parts.append(f"colours {' '.join(instance.colours) or '-'}")
    return "; ".join(parts)


def parse_text(text: str) -> HanabiSolitaire:
    """Read an instance from text.

    Raises:
        InvalidInstance: with everything that is wrong; a place is line and column or, if all parts could be read, the
            JSON path of what is wrong in the instance they make.
    """
    return HanabiSolitaire(**_CLAUSES.fields_of(text))


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,30}", text):
        raise ValueError(f"'{visible(text)}' is not a number; allowed: 0, 1, 2, …")
    return int(text)


_CLAUSES = Clauses(
    START,
    {
        "hand": ("hand_size", _number),
        "deck": ("deck", lambda text: [] if text == "-" else cards_of_text(text)),
        "values": ("values", _number),
        "colours": ("colours", lambda text: [] if text == "-" else text.split()),
    },
    needed=("hand", "deck"),
)
