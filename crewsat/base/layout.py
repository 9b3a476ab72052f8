"""Text and tables for people, laid out to the width there is: lines break between words, never in one.

`Prose` and `Grid` are renderables of rich, which is imported only when something is printed; `crewsat.base.runs` has
what they are made of, and how it is cut and divided into lines.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from crewsat.base.runs import (
    Each,
    Medium,
    Things,
    Words,
    columns_of,
    joined,
    lines_of,
    longest_word,
    plain,
    spelled,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.segment import Segment

    from crewsat.base.runs import Run


def medium_of(console: Console, options: ConsoleOptions) -> Medium:
    """Return the medium of a console; on one that is not ours, what is left out is only counted."""
    paper = console.file
    if isinstance(paper, _LaidOut):
        return Medium(options.encoding, paper.rest, paper.names)
    return Medium(options.encoding)


def printed(runs: Iterable[Run], console: Console) -> Iterator[Segment]:
    """Yield runs as one line, whatever its length."""
    from rich.segment import Segment  # noqa: PLC0415 - only for output to people

    for text, style in joined(runs):
        yield Segment(text, console.get_style(style))
    yield Segment.line()


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, wrapped with a hanging indent.

    Attributes:
        words: the text.
        style: of the words.
        label: text before the first line.
        hang: the indent of the other lines; by default that of the first one.
    """

    words: Words
    style: str = ""
    label: Words = ""
    hang: int | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        medium = medium_of(console, options)
        label = medium.runs(self.label)
        before = columns_of(text_of(label))
        hang = before if self.hang is None else self.hang
        words = medium.runs(self.words, self.style)
        for k, line in enumerate(lines_of(words, options.max_width - max(before, hang))):
            yield from printed([*([(" " * hang, "")] if k else label), *line], console)


@dataclass(frozen=True, slots=True)
class Pieces:
    """Renderables, one below another; of many, only the first."""

    pieces: Things[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown, rest = medium_of(console, options).first(self.pieces)
        yield from shown
        if rest:
            yield Prose(rest, label="  ")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A line to be copied, which is never broken: a command, an instance as text."""

    words: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from printed(medium_of(console, options).runs(self.words), console)


def bulleted(items: Things[Words]) -> Pieces:
    """Return the items of a list as paragraphs with bullets."""
    return Pieces(Each(items, lambda item: Prose(item, label="  - ")))


_GAPS = 3, 2, 1
"""Spaces between the columns of a table; the largest number that fits is used."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; cells of columns that are too wide are wrapped, and if that does not suffice the table is replaced.

    Attributes:
        headings: of the columns.
        rows: of cells, as many as there are headings; of many rows, only the first are printed.
        right: the right-aligned columns, from 0.
        title: a line above it.
        legend: a line below it.
        wraps: whether cells may be wrapped.
        narrow: makes what is shown if the columns do not fit; by default every cell becomes a paragraph.
    """

    headings: Sequence[Words]
    rows: Things[Sequence[Words]]
    right: frozenset[int] = frozenset()
    title: str = ""
    legend: Words = ""
    wraps: bool = True
    narrow: Callable[[], RenderableType] | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        medium, width = medium_of(console, options), options.max_width - 1
        if len(self.headings) > width and self.narrow is not None:
            yield self.narrow()  # not even the gaps fit: no cell need be made
            return
        shown, rest = medium.first(self.rows)
        rows = [[_Cell(medium.runs(cell)) for cell in row] for row in (self.headings, *shown)]
        fitted = _fitted(rows, width, wraps=self.wraps)
        if fitted is None and self.narrow is not None:
            yield self.narrow()
            return
        if self.title:
            yield Prose(self.title)
        yield ""
        if fitted is None:
            yield from self._as_records(rows[0], shown, medium, options.max_width)
        else:
            yield from self._as_table(rows, *fitted, console, medium)
        if rest:
            yield Prose(rest, label=" ")
        yield ""
        if self.legend:
            yield Prose(self.legend, style="dim")

    def _as_table(
        self, rows: Sequence[Sequence[_Cell]], gap: int, widths: Sequence[int], console: Console, medium: Medium
    ) -> Iterator[Segment]:
        """Yield the headings, a rule, and the rows."""
        rule = spelled("─", medium.encoding) * (sum(widths) + gap * (len(widths) - 1))
        for k, row in enumerate(rows):
            if k == 1:
                yield from printed([(f" {rule}", "")], console)
            for line in self._lines(row, gap, widths):
                yield from printed(line, console)
        if len(rows) == 1:
            yield from printed([(f" {rule}", "")], console)

    def _lines(self, cells: Sequence[_Cell], gap: int, widths: Sequence[int]) -> Iterator[list[Run]]:
        """Yield the lines of a row."""
        wraps = [lines_of(cell.runs, width) for cell, width in zip(cells, widths, strict=True)]
        for parts in zip_longest(*wraps, fillvalue=()):
            line: list[Run] = []
            place = 1 - gap
            for k, part in enumerate(parts):
                size = columns_of(text_of(part))
                before = gap + (widths[k] - size if k in self.right else 0)
                line += [(" " * (place + before), ""), *part]
                place = widths[k] - size - (before - gap)
            yield _stripped(line)

    def _as_records(
        self, headings: Sequence[_Cell], rows: Iterable[Sequence[Words]], medium: Medium, columns: int
    ) -> Iterator[RenderableType]:
        """Yield every cell that is not empty as a paragraph of its own, with its heading before or above it."""
        width = max((columns_of(heading.plain) for heading in headings), default=0) + 2
        for k, row in enumerate(rows):
            if k:
                yield ""
            for name, cell in zip(headings, row, strict=True):
                if longest_word(plain(cell, medium)) > columns - width - 1:
                    yield from (Prose(name.plain, label=" "), Prose(cell, label="   "))
                elif cell:
                    yield Prose(cell, label=f" {name.plain}{' ' * (width - columns_of(name.plain))}")


class _Cell:
    """A cell of a table.

    Attributes:
        runs: its text.
        plain: its text without styles.
    """

    def __init__(self, runs: list[Run]) -> None:
        self.runs = runs
        self.plain = text_of(runs)


def _stripped(line: list[Run]) -> list[Run]:
    """Return a line without trailing spaces."""
    while line:
        text, style = line.pop()
        if text := text.rstrip():
            return [*line, (text, style)]
    return line


def _fitted(rows: Sequence[Sequence[_Cell]], width: int, *, wraps: bool) -> tuple[int, list[int]] | None:
    """Return the gap and the widths of the columns with which a table fits, or None if it does not.

    Cells are wrapped only if smaller gaps do not suffice: headings first, then those of the widest columns.
    """
    columns = [[cell.plain for cell in column] for column in zip(*rows, strict=True)]
    natural = [max(map(columns_of, column)) for column in columns]
    for gap in _GAPS:
        if sum(natural) + gap * (len(columns) - 1) <= width:
            return gap, natural
    least = [max(map(longest_word, column)) for column in columns] if wraps else natural
    for gap in _GAPS[1:]:
        room = width - gap * (len(columns) - 1)
        if sum(least) <= room:
            whole = [max(word, *map(columns_of, column[1:]), 0) for word, column in zip(least, columns, strict=True)]
            return gap, _narrowed(_narrowed(natural, whole, room), least, room)
    return None


def _narrowed(natural: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return widths that fit, if possible: the widest columns are made narrower, but none below its minimum."""
    widths = [max(one, min(size, room)) for one, size in zip(least, natural, strict=True)]
    while sum(widths) > room:
        wider = [(size, k) for k, size in enumerate(widths) if size > least[k]]
        if not wider:
            break
        widths[max(wider)[1]] -= 1
    return widths


class _LaidOut(io.StringIO):
    """A stream on which output is laid out, with the encoding of the place where it will be printed.

    Attributes:
        rest: where the reader finds what is left out, as in `Medium`.
        names: of the players.
    """

    encoding = ""

    def __init__(self, encoding: str, rest: str | None, names: Sequence[str]) -> None:
        super().__init__()
        self.encoding = encoding
        self.rest = rest
        self.names = names


def rendered(  # noqa: PLR0913 - what there is to say of a page
    pieces: Iterable[RenderableType],
    width: int,
    *,
    encoding: str = "utf-8",
    terminal: bool | None = False,
    rest: str | None = None,
    names: Sequence[str] = (),
) -> str:
    """Return pieces as text wrapped to a width; nothing in them is markup, and there are no consecutive blank lines.

    Args:
        pieces: renderables; an empty text is a blank line.
        width: of a line, in columns.
        encoding: of the output.
        terminal: whether there may be colours; None lets the environment decide (FORCE_COLOR).
        rest: where the reader finds what is left out, in words; None: nothing is left out.
        names: of the players, in place of their numbers.
    """
    from rich.console import Console  # noqa: PLC0415

    paper = _LaidOut(encoding, rest, names)
    console = Console(file=paper, force_terminal=terminal, width=width, markup=False, emoji=False, highlight=False)
    for piece in pieces:
        console.print(piece, crop=False)
    lines = [line.rstrip() for line in paper.getvalue().strip("\n").split("\n")]
    return "\n".join(line for k, line in enumerate(lines) if line or lines[k - 1])
