"""Sentences in English that know what they were made of, so that a page can say them in its reader's language.

The English pattern is the key of a translation, as with gettext: `saying` fills it, and the text that it returns keeps
the pattern and the values, which may be such texts, too. To everything else it is a text.

All code says ``player 2``; what people read may say ``Bob``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Said(str):
    """A text that was made of a pattern and values.

    Attributes:
        pattern: in English, with ``{name}`` for a value.
        values: by name; ``n`` is a number on which the form of a sentence may depend.
    """

    __slots__ = ("pattern", "values")
    pattern: str
    values: Mapping[str, object]

    @classmethod
    def made(cls, text: str, pattern: str, values: Mapping[str, object]) -> Self:
        """Return a text with what it was made of."""
        new = cls(text)
        new.pattern, new.values = pattern, values
        return new


class Listed(str):
    """An enumeration.

    Attributes:
        things: what is listed, in words.
        last: the word before the last one, or nothing.
    """

    __slots__ = ("last", "things")
    things: Sequence[str]
    last: str

    @classmethod
    def made(cls, things: Sequence[str], last: str) -> Self:
        """Return the enumeration of some things.

        Args:
            things: what is listed.
            last: the word before the last one; without it there are commas only, with ``then`` things come in their
                order, with ``;`` they are sentences.
        """
        if last in _BETWEEN:
            new = cls(_BETWEEN[last].join(things))
        elif last and len(things) > 1:
            new = cls(f"{', '.join(things[:-1])} {last} {things[-1]}")
        else:
            new = cls(", ".join(things))
        new.things, new.last = things, last
        return new


class Quoted(str):
    """Words that are the same in all languages: what stands in a deal, such as a list of cards, or a task."""

    __slots__ = ()


class Drawn(str):
    """A picture as SVG that knows what it says.

    Attributes:
        words: the texts of its titles, descriptions and labels, in the order of these elements.
    """

    __slots__ = ("words",)
    words: Sequence[str]

    @classmethod
    def made(cls, text: str, words: Sequence[str]) -> Self:
        """Return a picture with its words."""
        new = cls(text)
        new.words = words
        return new


_BETWEEN = {"then": ", then ", ";": "; "}
"""What stands between all things of some enumerations."""


def saying(pattern: str, /, *, one: str | None = None, **values: object) -> Said:
    """Return a pattern filled with values.

    Args:
        pattern: in English, with ``{name}`` for a value.
        one: the pattern if ``n`` is 1.
        values: by name.
    """
    english = pattern if one is None or values["n"] != 1 else one
    return Said.made(english.format(**values), pattern, values)


def spoken(text: str, names: Sequence[str] = ()) -> Any:  # noqa: ANN401 - JSON
    """Return a text as JSON for a page.

    Args:
        text: what was said.
        names: of the players, in place of their numbers; in other languages the page calls them so.

    Returns:
        The text, or an object: `text`, and `key`, the pattern, with its `values`, or `things` with the word `last`, or
        `own` for what is the same in all languages.
    """
    english = with_names(text, names)
    if isinstance(text, Quoted):
        return {"text": english, "own": english}
    if isinstance(text, Listed):
        return {"text": english, "things": [spoken(one, names) for one in text.things], "last": text.last}
    if not isinstance(text, Said):
        return english
    values = {name: spoken(value, names) if isinstance(value, str) else value for name, value in text.values.items()}
    return {"text": english, "key": text.pattern, "values": values}


_NUMBER = re.compile("[0-9]+")
_PLAYERS = re.compile(
    r"\b(?:[Pp]layer (?P<one>[0-9]{1,6})|[Pp]layers (?P<all>[0-9]{1,6}(?:(?:, | and | or )[0-9]{1,6}(?! more))*))\b"
)


def with_names(text: str, names: Sequence[str]) -> str:
    """Return a sentence with the names of players in place of ``player 2`` and ``players 1, 2 and 3``."""
    if not names:
        return text

    def named(found: re.Match[str]) -> str:
        listed = found["one"] or found["all"]
        numbers = [int(one) for one in _NUMBER.findall(listed)]
        if not all(1 <= number <= len(names) for number in numbers):
            return found[0]
        return _NUMBER.sub(lambda one: names[int(one[0]) - 1], listed)

    return _PLAYERS.sub(named, text)
