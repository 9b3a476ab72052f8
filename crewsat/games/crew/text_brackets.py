"""The brackets after an objective or task of the text form: ``[2 id=x after=y,z]``."""

from __future__ import annotations

import json
import re
from typing import Any

from crewsat.base.wording import visible
from crewsat.games.crew import order
from crewsat.games.names import QUOTED

NAME = r"[\w:.-]+"
BRACKET = rf"\[(?:{QUOTED}|[^\"\[\]])*\]"
_BRACKETED = re.compile(rf"{BRACKET}|[^\[]+|\[")
_NAMES = rf"(?:{QUOTED}|{NAME})(?:,(?:{QUOTED}|{NAME}))*"
_MARK = re.compile(rf"\s*(?:(id|after|before)=({_NAMES})|({order.TOKEN})(?=\s|$))")


def without_bracket(words: str) -> tuple[str, str]:
    """Split off the bracket at the end, if there is one."""
    last = None
    for found in _BRACKETED.finditer(words):
        last = found
    bracket = last[0] if last and last[0].startswith("[") and last[0].endswith("]") else ""
    return words[: len(words) - len(bracket)].rstrip(), bracket


def marks_of(bracket: str, allowed: set[str]) -> dict[str, Any]:
    """Read ``[2 id=x after=y,z]``."""
    text, marks, start = bracket[1:-1].rstrip(), {}, 0
    while start < len(text):
        found = _MARK.match(text, start)
        if found is None:
            raise ValueError(f"'{visible(text[start:].strip())}' is not valid in brackets; allowed: {_ALLOWED}")
        key, names, token = found[1] or "token", _names_of(found[2] or ""), found[3]
        if key in marks:
            raise ValueError(f"'{key}' is given twice")
        if key not in allowed:
            raise ValueError(f"'{key}' is not for a task")
        if key == "id" and len(names) > 1:
            raise ValueError(f"'{visible(found[0].strip())}': an id is one name")
        marks[key] = token if key == "token" else names[0] if key == "id" else names
        start = found.end()
    return marks


_ALLOWED = "a token (1, 2, …, omega, >, >>, …), id=NAME, after=NAMES, before=NAMES"


def _names_of(text: str) -> list[str]:
    """Read names separated by commas, some of them JSON strings."""
    return [_name_of(name) for name in re.findall(rf"{QUOTED}|{NAME}", text)]


def _name_of(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise ValueError(f"{visible(text)} is not a valid JSON text") from None
