"""Text and tables for people, laid out to the width there is: lines break between words, never in one.

`Prose` and `Grid` are renderables of rich, which is not imported before something is printed. Words are a text, or runs
of it with styles. Signs that the encoding of the output lacks are spelled in ASCII before anything is measured.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    Words = str | Sequence[tuple[str, str]]
    """A text, or runs of text, each with its style."""

_SPELLED = {"→": "->", "…": "...", "─": "-", "Ω": "omega", "±": "+-"}
"""Signs of ours in ASCII."""


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
    """Return a paragraph in lines of a width; a word that is longer than a line has one of its own.

    Args:
        words: with blanks between them.
        width: of a line, in columns.
        first: what the first line begins with.
        rest: what the other lines begin with.
    """
    spans = _lines_of(words, width - max(columns_of(first), columns_of(rest)))
    return [f"{rest if k else first}{words[start:end]}" for k, (start, end) in enumerate(spans)]


def _lines_of(text: str, width: int) -> list[tuple[int, int]]:
    """Return the lines of a text, each from where to where; blanks at which a line breaks are left out."""
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


def _text_of(words: Words, encoding: str, style: str = "") -> Text:
    from rich.text import Text  # noqa: PLC0415 - only for output to people

    runs = [(words, "")] if isinstance(words, str) else words
    return Text.assemble(*((spelled(text, encoding), own) for text, own in runs), style=style)


def _line(text: Text) -> Text:
    """Return a text that is printed as one line, whatever its length."""
    text.no_wrap, text.overflow = True, "ignore"
    return text


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, wrapped with a hanging indent.

    Attributes:
        words: the text.
        style: of the words.
        label: what stands before the first line.
        hang: how far the other lines are indented; by default as far as the first one.
    """

    words: Words
    style: str = ""
    label: Words = ""
    hang: int | None = None

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text  # noqa: PLC0415

        text = _text_of(self.words, options.encoding, self.style)
        label = _text_of(self.label, options.encoding)
        before = columns_of(label.plain)
        hang = before if self.hang is None else self.hang
        for k, (start, end) in enumerate(_lines_of(text.plain, options.max_width - max(before, hang))):
            yield _line(Text.assemble(" " * hang if k else label, text[start:end]))


@dataclass(frozen=True, slots=True)
class Pieces:
    """Renderables, one below the other."""

    pieces: Sequence[RenderableType]

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> Iterator[RenderableType]:
        yield from self.pieces


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A line to be copied, which is never broken: a command, an instance as text."""

    words: str

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield _line(_text_of(self.words, options.encoding))


def bulleted(items: Iterable[Words]) -> list[Prose]:
    """Return the items of a list as paragraphs with bullets."""
    return [Prose(item, label="  - ") for item in items]


_GAPS = 3, 2, 1
"""Blanks between the columns of a table, as many as there is room for."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; a cell whose column is too wide is wrapped, and if that does not suffice the table is replaced.

    Attributes:
        headings: of the columns.
        rows: of cells, as many as there are headings.
        right: the columns, from 0, that are aligned on the right.
        title: a line above it.
        legend: a line below it.
        wraps: whether cells may be wrapped.
        narrow: makes what is shown if there is no room for all columns; by default every row is a paragraph a cell.
    """

    headings: Sequence[Words]
    rows: Sequence[Sequence[Words]]
    right: frozenset[int] = frozenset()
    title: str = ""
    legend: str = ""
    wraps: bool = True
    narrow: Callable[[], RenderableType] | None = None

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text  # noqa: PLC0415

        rows = [[_text_of(cell, options.encoding) for cell in row] for row in (self.headings, *self.rows)]
        fitted = _fitted(rows, options.max_width - 1, wraps=self.wraps)
        if fitted is None and self.narrow is not None:
            yield self.narrow()
            return
        if self.title:
            yield Prose(self.title)
        yield ""
        if fitted is None:
            yield from self._as_records(options)
        else:
            gap, widths = fitted
            yield from self._lines(rows[0], gap, widths)
            rule = spelled("─", options.encoding) * (sum(widths) + gap * (len(widths) - 1))
            yield _line(Text(f" {rule}"))
            for row in rows[1:]:
                yield from self._lines(row, gap, widths)
        yield ""
        if self.legend:
            yield Prose(self.legend, style="dim")

    def _lines(self, cells: Sequence[Text], gap: int, widths: Sequence[int]) -> Iterator[Text]:
        """Yield the lines of a row."""
        from rich.text import Text  # noqa: PLC0415

        wraps = [[c[start:end] for start, end in _lines_of(c.plain, w)] for c, w in zip(cells, widths, strict=True)]
        for parts in zip_longest(*wraps, fillvalue=Text()):
            line, place = Text(), 1 - gap
            for k, part in enumerate(parts):
                size = columns_of(part.plain)
                before = gap + (widths[k] - size if k in self.right else 0)
                line.append(" " * (place + before))
                line.append_text(part)
                place = widths[k] - size - (before - gap)
            line.rstrip()
            yield _line(line)

    def _as_records(self, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield every cell that is not empty as a paragraph of its own, with its heading before or above it."""
        names = [_text_of(heading, options.encoding).plain for heading in self.headings]
        width = max(map(columns_of, names), default=0) + 2
        for k, row in enumerate(self.rows):
            if k:
                yield ""
            for name, cell in zip(names, row, strict=True):
                if _longest_word(_text_of(cell, options.encoding).plain) > options.max_width - width - 1:
                    yield from (Prose(name, label=" "), Prose(cell, label="   "))
                elif cell:
                    yield Prose(cell, label=f" {name}{' ' * (width - columns_of(name))}")


def _fitted(rows: Sequence[Sequence[Text]], width: int, *, wraps: bool) -> tuple[int, list[int]] | None:
    """Return the gap and the widths of the columns with which a table fits, or None if it does not.

    Cells are wrapped only if smaller gaps do not suffice: headings first, then those of the widest columns.
    """
    columns = [[cell.plain for cell in column] for column in zip(*rows, strict=True)]
    natural = [max(map(columns_of, column)) for column in columns]
    for gap in _GAPS:
        if sum(natural) + gap * (len(columns) - 1) <= width:
            return gap, natural
    least = [max(map(_longest_word, column)) for column in columns] if wraps else natural
    for gap in _GAPS[1:]:
        room = width - gap * (len(columns) - 1)
        if sum(least) <= room:
            whole = [max(word, *map(columns_of, column[1:]), 0) for word, column in zip(least, columns, strict=True)]
            return gap, _narrowed(_narrowed(natural, whole, room), least, room)
    return None


def _longest_word(text: str) -> int:
    """Return the columns of the longest word; blanks before the first one belong to it."""
    return max(columns_of(text[start:end]) for start, end in _lines_of(text, 0))


def _narrowed(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return widths that fit, if they can: the widest columns are made narrower, but none below its least."""
    widths = [max(one, min(size, room)) for one, size in zip(least, natural, strict=True)]
    while sum(widths) > room:
        wider = [(size, k) for k, size in enumerate(widths) if size > least[k]]
        if not wider:
            break
        widths[max(wider)[1]] -= 1
    return widths


class _Paper(io.StringIO):
    """What output is laid out on; it has the encoding of the place where it will be printed."""

    encoding = ""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding


def rendered(
    pieces: Iterable[RenderableType], width: int, *, encoding: str = "utf-8", terminal: bool | None = False
) -> str:
    """Return pieces as text in lines of a width; nothing in them is markup, and no two blank lines follow each other.

    Args:
        pieces: renderables; an empty text is a blank line.
        width: of a line, in columns.
        encoding: of the output.
        terminal: whether there may be colours; None lets the environment decide (FORCE_COLOR).
    """
    from rich.console import Console  # noqa: PLC0415

    paper = _Paper(encoding)
    console = Console(file=paper, force_terminal=terminal, width=width, markup=False, emoji=False, highlight=False)
    for piece in pieces:
        console.print(piece, crop=False)
    lines = [line.rstrip() for line in paper.getvalue().strip("\n").split("\n")]
    return "\n".join(line for k, line in enumerate(lines) if line or lines[k - 1])
