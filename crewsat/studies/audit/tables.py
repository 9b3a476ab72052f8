"""Tables of an audit: numbers computed in addition to the claims of a paper, which claim nothing themselves.

A table has the cases of a domain, as claims do. Each case adds to some rows: counts, and perhaps an example. The parts
of the domain may come in any order, from any number of processes: counts are added up, and the smallest examples are
kept. The contents of the columns are computed from the counts at the end.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self

from crewsat.studies.audit.claims import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from crewsat.games.instance import Instance
    from crewsat.studies.audit.claims import Chunk, Domain

Label = tuple[str | int, ...]
"""The label of a row, one entry for each of the table's heads."""

Counts = Counter[str]


class Example(NamedTuple):
    """An instance a row can show.

    Attributes:
        size: its size; the smallest examples of a row are kept.
        instance: the instance.
    """

    size: tuple[int, ...]
    instance: Instance


class Entry(NamedTuple):
    """What a case adds to a row.

    Attributes:
        row: which row.
        counts: the numbers added to its counts.
        example: an example of it.
    """

    row: Label
    counts: Mapping[str, int]
    example: Example | None = None


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        head: its heading.
        shown: returns its cell, given the counts of a row.
    """

    head: str
    shown: Callable[[Counts], str]


@dataclass(frozen=True)
class Table(Generic[Case]):
    """Numbers about the cases of a domain.

    Attributes:
        name: short, unique among the claims and tables of the audit.
        title: what it is about.
        words: an introduction for the reader.
        domain: the name of the domain.
        heads: the headings of the labels of a row.
        columns: the other columns, from left to right.
        entries: yields what a case adds.
        examples: the head of the last column, which shows examples; empty if there are none.
        every: whether to keep all of the smallest examples, or only the one whose text comes first.
        remark: anything else a reader should know.
    """

    name: str
    title: str
    words: str
    domain: str
    heads: tuple[str, ...]
    columns: tuple[Column, ...]
    entries: Callable[[Case], Iterator[Entry]]
    examples: str = ""
    every: bool = False
    remark: str = ""


@dataclass
class Row:
    """The totals of a row.

    Attributes:
        counts: by name.
        size: the size of the smallest examples; None if there are none.
        kept: the smallest examples, as JSON, sorted by the length of their text and then the text.
    """

    counts: Counts = field(default_factory=Counter)
    size: list[int] | None = None
    kept: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)

    @property
    def examples(self) -> list[dict[str, Any]]:
        """The smallest examples, those with shorter text first."""
        return [self.kept[key] for key in sorted(self.kept)]

    def merge(self, other: Self, *, every: bool) -> None:
        """Add the results of another part of the domain."""
        self.counts.update(other.counts)
        if other.size is None or (self.size is not None and self.size < other.size):
            return
        if self.size != other.size:
            self.size, self.kept = other.size, {}
        self.kept.update(other.kept)
        if not every:
            first = min(self.kept)
            self.kept = {first: self.kept[first]}

    def as_dict(self) -> dict[str, Any]:
        """Return the row as a JSON object."""
        return {"counts": dict(sorted(self.counts.items())), "size": self.size, "examples": self.examples}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a row back.

        Raises:
            ValueError: if the data is not a row.
        """
        counts = Counter[str](data["counts"])
        if any(type(one) is not int for one in counts.values()) or (data["size"] is None) == bool(data["examples"]):
            raise ValueError("counts are whole numbers, and examples have a size")
        return cls(counts, data["size"], _by_text(data["examples"]))


def _by_text(examples: Iterable[dict[str, Any]]) -> dict[tuple[int, str], dict[str, Any]]:
    texts = [(json.dumps(example, sort_keys=True), example) for example in examples]
    return {(len(text), text): example for text, example in texts}


Sheet = dict[Label, Row]
"""The rows of a table."""

Sheets = dict[str, Sheet]
"""Sheets by the name of the table."""


def fill(table: Table[Case], domain: Domain[Case], chunk: Chunk) -> Sheet:
    """Fill a table with the cases of one part of its domain."""
    sheet: Sheet = {}
    for case in domain.cases(*chunk):
        for row, counts, example in table.entries(case):
            added = Row(Counter(counts))
            if example is not None:
                added.size, added.kept = list(example.size), _by_text([example.instance.as_dict()])
            sheet.setdefault(row, Row()).merge(added, every=table.every)
    return sheet


def merge(table: Table[Any], sheet: Sheet, other: Sheet) -> None:
    """Add the rows of another part of the domain."""
    for label, row in other.items():
        sheet.setdefault(label, Row()).merge(row, every=table.every)


def as_lists(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the rows as stored in JSON."""
    return [{"row": list(label), **row.as_dict()} for label, row in sheet.items()]


def from_lists(rows: Sequence[Mapping[str, Any]]) -> Sheet:
    """Read rows back."""
    return {tuple(row["row"]): Row.from_dict(row) for row in rows}
