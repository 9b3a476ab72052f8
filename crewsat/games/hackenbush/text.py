"""Hackenbush as one line of text: ``hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3``.

The parts after the first are in any order: ``strings``, each from the ground upwards, separated by ``/`` (``-`` alone:
there are none; ``empty``: a string without edges), ``coalition`` and its members (``-``: none), and, if they are not
the default, ``to move`` and ``players`` with a number. `text_of` writes what `parse_text` reads, for every instance
except its `about`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, place_in, visible
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START = "hackenbush"
_NONE, _EMPTY = "-", "empty"


@reads("the text form", ALL)
def text_of(instance: Hackenbush) -> str:
    """Write an instance as one line."""
    strings = " / ".join(",".join(map(str, string)) or _EMPTY for string in instance.strings) or _NONE
    parts = [START, f"strings {strings}", f"coalition {' '.join(map(str, instance.coalition)) or _NONE}"]
    if instance.to_move != 1:
        parts.append(f"to move {instance.to_move}")
    if instance.players is not None:
        parts.append(f"players {instance.players}")
    return "; ".join(parts)


def parse_text(text: str) -> Hackenbush:
    """Read an instance from text.

    Raises:
        InvalidInstance: with everything that is wrong; a place is line and column or, if all parts could be read, the
            JSON path of what is wrong in the instance they make.
    """
    data: dict[str, Any] = {}
    defects: list[Defect] = []
    (_, start), *parts = _parts_of(text)
    if start != START:
        raise InvalidInstance([Defect("", f"unexpected beginning '{visible(start)}'; expected {START}; …")])
    for place, part in parts:
        try:
            _read(data, part)
        except ValueError as error:
            defects.append(Defect(place_in(text, place), str(error)))
    defects += [Defect("", f"{word} is missing") for word in ("strings", "coalition") if word not in data]
    if defects:
        raise InvalidInstance(defects)
    return Hackenbush(**data)


def _parts_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts between semicolons, each with the place of its first character."""
    start = 0
    for part in text.split(";"):
        yield start + len(part) - len(part.lstrip()), part.strip()
        start += len(part) + 1


def _read(data: dict[str, Any], part: str) -> None:
    if not part:
        return
    found = next((word for word in _READERS if re.match(rf"{word}\s", part)), None)
    if found is None:
        hint = alternatives(part.split(maxsplit=1)[0], _READERS, "{} …".format)
        raise ValueError(f"'{visible(part)}' is not understood{hint}")
    field, reader = _READERS[found]
    if field in data:
        raise ValueError(f"'{found}' is given twice")
    data[field] = None  # it is given, even if it cannot be read
    data[field] = reader(part[len(found) :].strip())


def _strings(text: str) -> list[list[int]]:
    return [] if text == _NONE else [_string(string.strip()) for string in text.split("/")]


def _string(text: str) -> list[int]:
    return [] if text == _EMPTY else [_number(label) for label in text.split(",")]


def _coalition(text: str) -> list[int]:
    return [] if text == _NONE else [_number(member) for member in text.replace(",", " ").split()]


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,30}\s*", text):
        raise ValueError(f"'{visible(text.strip())}' is not a number; allowed: 1, 2, 3, …")
    return int(text)


_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "strings": ("strings", _strings),
    "coalition": ("coalition", _coalition),
    "to move": ("to_move", _number),
    "players": ("players", _number),
}
