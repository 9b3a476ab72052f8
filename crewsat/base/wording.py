"""Words for people: untrusted text made safe to print, numbers with nouns, enumerations, places in JSON."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from crewsat.base.said import Listed, Quoted, Said, saying

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PathPart = str | int

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def visible(text: object, limit: int = 60) -> str:
    """Escape control, bidirectional and lone surrogate characters of untrusted text for a terminal, cut to `limit`."""
    if isinstance(text, int) and abs(text) >= 10**50:
        return "a number of more than 50 digits"  # Python refuses to print the longest ones
    raw = str(text)
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in raw[: limit + 1])
    return shown if len(raw) <= limit else shown[: limit - 1] + "…"


def json_text(
    value: object, *, ascii_only: bool = False, indent: int | None = None, separators: tuple[str, str] | None = None
) -> str:
    """Return a value as JSON that is safe to print: what `visible` escapes is escaped here as well.

    `json.dumps` escapes control characters up to U+001F only. A terminal obeys others as well, and does not show
    bidirectional and zero-width characters as what they are. Reading the text back gives the same value.
    """
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=separators)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _JSON_ESCAPES.get(c) or json.dumps(c)[1:-1] for c in text)


_JSON_ESCAPES = {"\x7f": "\\u007f"}
"""The one character that `json.dumps` never escapes although a terminal may obey it."""


def counted(number: int, noun: str) -> str:
    """Return number and noun, with the plural: 1 trick, 2 tricks."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


MOST_CHARACTERS = 200
MOST_LISTED = 5
"""The most characters of a thing that a sentence names, and the most things of a kind; the rest is counted."""


def listed(things: Iterable[object], last: str = "and", *, most: int = MOST_LISTED) -> str:
    """Return an enumeration for people: a, b and c; after as many things as `most` the rest is only counted."""
    names = [_shown(thing) for thing in things]
    if len(names) > most:
        names = [*names[:most], saying("{n} more", n=len(names) - most)]
    return Listed.made(names, last)


def _shown(thing: object) -> str:
    """Return a thing of an enumeration; what was said, or is quoted, stays so if it is short enough."""
    if isinstance(thing, Quoted | Said) and len(thing) <= MOST_CHARACTERS:
        return thing
    return visible(thing, MOST_CHARACTERS)


def nearest(word: object, names: Iterable[str]) -> str | None:
    """Return the name that an unknown word probably means, ignoring case and missing endings; or None."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

    typed = visible(word).casefold()
    known = {name.casefold(): name for name in names}
    near = get_close_matches(typed, known, n=1) or [name for name in known if len(typed) > 1 and name.startswith(typed)]
    return known[near[0]] if near else None


def alternatives(word: object, names: Iterable[str], shown: Callable[[str], str] = str) -> str:
    """Return the end of a message about an unknown name: what may have been meant, and what is allowed.

    Args:
        word: what was given.
        names: what is allowed.
        shown: how a name is shown, such as ``deck …`` for a word that something follows.
    """
    known = tuple(names)
    near = nearest(word, known)
    meant = "" if near is None else f" did you mean {shown(near)}?"
    return f";{meant} allowed: {', '.join(map(shown, known))}"


def json_path(path: Iterable[PathPart]) -> str:
    """Write a path as people write it: ``("hands", 2, 4)`` is ``hands[2][4]``; the top level is the empty text."""
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part):
            out += f".{part}" if out else part
        else:
            out += f'["{visible(part)}"]'
    return visible(out, 200)


def place_in(text: str, offset: int) -> str:
    """Return line and column of a character of a text, both from 1; for a text without line breaks, only the column."""
    breaks = _line_breaks(text)
    line = bisect_left(breaks, offset)
    column = offset - (breaks[line - 1] if line else -1)
    return f"line {line + 1}, column {column}" if breaks else f"column {column}"


@lru_cache(maxsize=1)
def _line_breaks(text: str) -> list[int]:
    """Return where the line breaks of a text are; defects of the same text follow each other."""
    return [found.start() for found in re.finditer("\n", text)]


def described(error: OSError) -> str:
    """Describe what is wrong, and with which file, if there is one."""
    why = (error.strerror or str(error)).lower()
    name = error.filename2 or error.filename
    return why if name is None else f"{visible(name, 200)}: {why}"
