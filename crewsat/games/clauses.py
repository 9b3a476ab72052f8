"""Texts that consist of clauses: a beginning and, after semicolons, words with a value each, in any order.

What the words are, and how their values are read, is the grammar of a game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, place_in, visible
from crewsat.games.names import QUOTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


_PART = re.compile(rf'(?:{QUOTED}|[^";]+)*')


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a game.

    Attributes:
        start: the beginning of a text.
        readers: for each word its field, and a function that reads its value or raises a `ValueError`.
        needed: the words that must be there.
    """

    start: str
    readers: Mapping[str, tuple[str, Callable[[str], Any]]]
    needed: tuple[str, ...]

    def fields_of(self, text: str) -> dict[str, Any]:
        """Read the fields of an instance from text.

        Raises:
            InvalidInstance: with everything that is wrong; a place is line and column.
        """
        data: dict[str, Any] = {}
        defects: list[Defect] = []
        (_, start), *parts = parts_of(text)
        if start.split() != self.start.split():
            raise InvalidInstance([Defect("", f"unexpected beginning '{visible(start)}'; expected {self.start}; …")])
        for place, part in parts:
            try:
                self._read(data, part)
            except ValueError as error:
                defects.append(Defect(place_in(text, place), str(error)))
        defects += [Defect("", f"{word} is missing") for word in self.needed if self.readers[word][0] not in data]
        if defects:
            raise InvalidInstance(defects)
        return data

    def _read(self, data: dict[str, Any], part: str) -> None:
        """Read a clause into the fields.

        Raises:
            ValueError: with what is wrong.
        """
        if not part:
            return
        found = next((word for word in self.readers if re.match(rf"{word}\s", part)), None)
        if found is None:
            hint = alternatives(part.split(maxsplit=1)[0], self.readers, "{} …".format)
            raise ValueError(f"'{visible(part)}' is not understood{hint}")
        field, reader = self.readers[found]
        if field in data:
            raise ValueError(f"'{found}' is given twice")
        data[field] = None  # it is given, even if it cannot be read
        data[field] = reader(part[len(found) :].strip())


def parts_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between semicolons outside quotes, each with the place of its first character."""
    start, end = 0, -1
    while end < len(text):
        found = _PART.match(text, start)
        end = found.end() if found else start
        if text[end : end + 1] == '"':  # quotes that do not end: what follows is in none
            further = text.find(";", end)
            end = len(text) if further < 0 else further
        part = text[start:end]
        yield start + len(part) - len(part.lstrip()), part.strip()
        start = end + 1


def placed(defect: Defect, places: Any, text: str) -> Defect:  # noqa: ANN401 - as nested as the fields
    """Return a defect of what was read from a text with its place there, or that of its enclosing part.

    Args:
        defect: with the path of a field.
        places: for each field where it begins in the text, in objects and lists as the fields themselves.
        text: the whole text.
    """
    found = places
    for part in defect.path:
        if isinstance(found, int) or not (isinstance(found, dict) or isinstance(part, int)):
            break
        found = found.get(part) if isinstance(found, dict) else found[part]
    while isinstance(found, list):
        found = found[0] if found else None
    if not isinstance(found, int):  # of what should be there and is not
        return Defect(place_in(text, 0), f"{defect.place}: {defect.message}")
    return Defect(place_in(text, found), defect.message, defect.gloss)
