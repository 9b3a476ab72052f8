"""Words in styles, cut to what people read and divided into lines, each in time linear in what is printed.

A text is a sequence of runs, each in one style. Of many things of a kind the first `MOST` are printed and the rest is
counted, unless all are wanted; what is not printed is not made. Lines are found in the plain text, and the runs are
then divided at them in one pass: in rich, dividing a text with many styles into many lines takes quadratic time.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Generic, Protocol, TypeVar

from crewsat.base.said import with_names

T = TypeVar("T")
S = TypeVar("S")
T_co = TypeVar("T_co", covariant=True)

Run = tuple[str, str]
"""A text and its style."""

MOST = 200
"""The most things of a kind that are printed: rows of a table, cards of a hand, objectives, paragraphs."""

_SPELLED = {"→": "->", "…": "...", "─": "-", "Ω": "omega", "±": "+-"}
"""Our signs in ASCII."""


class Things(Protocol[T_co]):
    """Anything that can be counted, and iterated over repeatedly."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[T_co]: ...


@dataclass(frozen=True, slots=True)
class Each(Generic[S, T]):
    """The results of a function for each of some things, made only when they are printed."""

    things: Things[S]
    make: Callable[[S], T]

    def __len__(self) -> int:
        return len(self.things)

    def __iter__(self) -> Iterator[T]:
        return map(self.make, self.things)


@dataclass(frozen=True, slots=True)
class Several:
    """The words of several things, one after another.

    Attributes:
        things: the words of each.
        between: the separator.
        most: the most things that are printed.
        style: of the whole; if there is one, the things need none.
    """

    things: Things[Words]
    between: str = ", "
    most: int = MOST
    style: str = ""


Words = str | Sequence[Run | Several]
"""A text, or runs of text, each with its style."""


@dataclass(frozen=True, slots=True)
class Medium:
    """The medium on which words are printed.

    Attributes:
        encoding: signs that it lacks are spelled in ASCII.
        rest: says where the reader finds what is left out; None to leave nothing out.
        names: of the players.
    """

    encoding: str = "utf-8"
    rest: str | None = ""
    names: Sequence[str] = ()

    def first(self, things: Things[T], most: int = MOST) -> tuple[list[T], str]:
        """Return the first of these things, and words about the rest, which are empty if nothing is left out."""
        left = 0 if self.rest is None else max(0, len(things) - most)
        shown = list(islice(things, len(things) - left))
        more = f"… and {left:,} more" if left else ""
        return shown, f"{more}; {self.rest}" if left and self.rest else more

    def runs(self, words: Words, style: str = "") -> list[Run]:
        """Return words as runs, in characters that the encoding has; `style` is that of all of them."""
        return [(text, f"{style} {own}".strip()) for text, own in joined(self._runs(words))]

    def _runs(self, words: Words) -> Iterator[Run]:
        for part in ((words, ""),) if isinstance(words, str) else words:
            if isinstance(part, Several):
                runs = self._several(part)
                yield from [(text_of(runs), part.style)] if part.style else runs
            else:
                yield spelled(with_names(part[0], self.names), self.encoding), part[1]

    def _several(self, several: Several) -> Iterator[Run]:
        shown, rest = self.first(several.things, several.most)
        for k, words in enumerate([*shown, *([rest] if rest else [])]):
            if k:
                yield several.between, ""
            yield from self._runs(words)


def joined(runs: Iterable[Run]) -> Iterator[Run]:
    """Yield runs, merging consecutive ones without a style."""
    for bare, same in groupby(runs, key=lambda run: not run[1]):
        if bare:
            yield text_of(same), ""
        else:
            yield from same


def plain(words: Words, medium: Medium | None = None) -> str:
    """Return words without their styles."""
    return text_of((medium or Medium()).runs(words))


def text_of(runs: Iterable[Run]) -> str:
    """Return the text of runs."""
    return "".join(text for text, _ in runs)


def spelled(text: str, encoding: str) -> str:
    """Return a text in characters that an encoding has; those it lacks are spelled in ASCII, or escaped."""
    if text.isascii() or encoding.startswith("utf"):
        return text
    return "".join(one if _is_encoded(one, encoding) else _SPELLED.get(one) or _escaped(one) for one in text)


def _is_encoded(character: str, encoding: str) -> bool:
    try:
        return bool(character.encode(encoding))
    except UnicodeEncodeError:
        return False


def _escaped(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode()


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def wrapped(words: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Return a paragraph in lines of a width; a word longer than a line gets its own line.

    Args:
        words: separated by spaces.
        width: of a line, in columns.
        first: the beginning of the first line.
        rest: the beginning of the other lines.
    """
    spans = _places(words, width - max(columns_of(first), columns_of(rest)))
    return [f"{rest if k else first}{words[start:end]}" for k, (start, end) in enumerate(spans)]


def longest_word(text: str) -> int:
    """Return the width of the longest word, in columns; spaces before the first word belong to it."""
    return max(columns_of(text[start:end]) for start, end in _places(text, 0))


def lines_of(runs: Sequence[Run], width: int) -> Iterator[list[Run]]:
    """Yield runs in lines of a width, as `wrapped` does: each run is visited once, and once more per line break."""
    k = begin = 0  # the run that the line begins in, and where that begins in the text
    for start, end in _places(text_of(runs), width):
        line: list[Run] = []
        while k < len(runs) and begin < end:
            text, style = runs[k]
            part = text[max(0, start - begin) : end - begin]
            if part:
                line.append((part, style))
            if begin + len(text) > end:
                break
            begin += len(text)
            k += 1
        yield line


def _places(text: str, width: int) -> list[tuple[int, int]]:
    """Return the start and end of each line of a text; spaces at line breaks are left out."""
    lines = [(0, 0)]
    used = place = 0
    for word in text.split(" "):
        end = place + len(word)
        size = columns_of(word)
        start = lines[-1][0]
        if word and used and used + (place - lines[-1][1]) + size > width:
            lines.append((place, end))
            used = size
        elif word:
            used += (place - lines[-1][1]) + size
            lines[-1] = (start, end)
        place = end + 1
    return lines
