"""Hackenbush as one line of text: ``hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3``.

The parts after the first are in any order: ``strings``, each from the ground upwards, separated by ``/`` (``-`` alone:
there are none; ``empty``: a string without edges), ``coalition`` and its members (``-``: none), and, if they are not
the default, ``to move`` and ``players`` with a number; ``names Alice, Bob, Carol`` says what the players are called.
`text_of` writes what `parse_text` reads, for every instance except its `about`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.base.wording import visible
from crewsat.games.clauses import Clauses
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.names import QUOTED, clause_of, names_of_text, number_of, numbers_in, text_of_player
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Mapping

START = "hackenbush"
_NONE, _EMPTY = "-", "empty"


@reads("the text form", ALL)
def text_of(instance: Hackenbush) -> str:
    """Write an instance as one line."""
    strings = " / ".join(",".join(map(str, string)) or _EMPTY for string in instance.strings) or _NONE
    members = " ".join(text_of_player(member, instance.names) for member in instance.coalition)
    parts = [START, f"strings {strings}", f"coalition {members or _NONE}"]
    if instance.to_move != 1:
        parts.append(f"to move {text_of_player(instance.to_move, instance.names)}")
    if instance.players is not None:
        parts.append(f"players {instance.players}")
    parts += clause_of(instance.names)
    return "; ".join(parts)


def parse_text(text: str) -> Hackenbush:
    """Read an instance from text.

    Raises:
        InvalidInstance: with everything that is wrong; a place is line and column or, if all parts could be read, the
            JSON path of what is wrong in the instance they make.
    """
    return Hackenbush(**_clauses(numbers_in(text)).fields_of(text))


def _strings(text: str) -> list[list[int]]:
    return [] if text == _NONE else [_string(string.strip()) for string in text.split("/")]


def _string(text: str) -> list[int]:
    return [] if text == _EMPTY else [_number(label) for label in text.split(",")]


def _coalition(text: str, numbers: Mapping[str, str]) -> list[int]:
    return [] if text == _NONE else [_player(member, numbers) for member in _MEMBER.findall(text)]


def _player(text: str, numbers: Mapping[str, str]) -> int:
    return _number(number_of(text, numbers) or text)


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,30}\s*", text):
        raise ValueError(f"'{visible(text.strip())}' is not a number; allowed: 1, 2, 3, …")
    return int(text)


_MEMBER = re.compile(rf"{QUOTED}|[^\s,]+")


def _clauses(numbers: Mapping[str, str]) -> Clauses:
    """Return what a text consists of, in which names may stand for these numbers of players."""
    return Clauses(
        START,
        {
            "strings": ("strings", _strings),
            "coalition": ("coalition", lambda text: _coalition(text, numbers)),
            "to move": ("to_move", lambda text: _player(text, numbers)),
            "players": ("players", _number),
            "names": ("names", names_of_text),
        },
        needed=("strings", "coalition"),
    )
