"""Solitaire Hanabi as one line of text: ``hanabi solitaire; hand 2; deck r2,3,1 b1``.

The parts after the first are in any order: ``hand`` and a number (``hand_size`` in JSON, ``--hand-size`` as an option),
``deck`` and its cards in the order they are drawn (neighbours of a colour may be joined by commas; ``-`` is an empty
deck), and, if they do not follow from the deck, ``values`` and a number, ``colours`` and their names (``-``: none).
`text_of` writes what `parse_text` reads, for every instance except its `about`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, place_in, visible
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    data: dict[str, Any] = {}
    defects: list[Defect] = []
    (_, start), *parts = _parts_of(text)
    if start.split() != START.split():
        raise InvalidInstance([Defect("", f"unexpected beginning '{visible(start)}'; expected {START}; …")])
    for place, part in parts:
        try:
            _read(data, part)
        except ValueError as error:
            defects.append(Defect(place_in(text, place), str(error)))
    defects += [Defect("", f"{name} is missing") for name, field in _NEEDED.items() if field not in data]
    if defects:
        raise InvalidInstance(defects)
    return HanabiSolitaire(**data)


def _parts_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between semicolons, each with the place of its first character."""
    start = 0
    for part in text.split(";"):
        yield start + len(part) - len(part.lstrip()), part.strip()
        start += len(part) + 1


def _read(data: dict[str, Any], part: str) -> None:
    if not part:
        return
    word, rest = (*part.split(maxsplit=1), "")[:2]
    if word not in _READERS or not rest:
        hint = alternatives(word, _READERS, "{} …".format)
        raise ValueError(f"'{visible(part)}' is not understood{hint}")
    field, reader = _READERS[word]
    if field in data:
        raise ValueError(f"{word} is given twice")
    data[field] = None  # it is given, even if it cannot be read
    data[field] = reader(rest)


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,30}", text):
        raise ValueError(f"'{visible(text)}' is not a number; allowed: 0, 1, 2, …")
    return int(text)


_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "hand": ("hand_size", _number),
    "deck": ("deck", lambda text: [] if text == "-" else cards_of_text(text)),
    "values": ("values", _number),
    "colours": ("colours", lambda text: [] if text == "-" else text.split()),
}
_NEEDED = {"hand": "hand_size", "deck": "deck"}
