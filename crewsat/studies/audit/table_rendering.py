"""The tables of an audit as JSON, as text and as part of a page; the last two are generated from the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Grid, Prose
from crewsat.games import GAMES
from crewsat.games.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.studies.audit.tables import Row, Sheet, Table

MOST_EXAMPLES = 10
"""The largest number of examples of a row that are shown; all are in the JSON."""


def table_json(table: Table[Any], sheet: Sheet) -> dict[str, Any]:
    """Return a table as a JSON object: what its rows show, and the counts from which it was computed."""
    written = {
        "name": table.name,
        "title": table.title,
        "words": table.words,
        "domain": table.domain,
        "heads": list(table.heads),
        "columns": [column.head for column in table.columns],
        "examples": table.examples,
        "remark": table.remark,
        "rows": [_row(table, label, row) for label, row in sheet.items()],
    }
    return {key: value for key, value in written.items() if value}


def _row(table: Table[Any], label: Sequence[str | int], row: Row) -> dict[str, Any]:
    shown = [column.shown(row.counts) for column in table.columns]
    return {"row": list(label), "shown": shown, **row.as_dict()}


def table_lines(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table as Markdown, without its name."""
    yield table["words"]
    yield ""
    heads = [*table["heads"], *table["columns"], *([table["examples"]] if "examples" in table else [])]
    yield cells(*heads)
    yield "|" + "---|" * len(heads)
    for row in table.get("rows", ()):
        examples = [_examples(row, "`{}`")] if "examples" in table else []
        yield cells(*map(str, row["row"]), *row["shown"], *examples)
    if "remark" in table:
        yield ""
        yield table["remark"]


def table_pieces(table: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield a table for human readers, and examples below it."""
    yield Prose([(f"{table['name'].upper()}  {table['title']}", "bold")])
    yield Prose(table["words"], label="  ")
    heads = [*table["heads"], *table["columns"]]
    yield Grid(heads, [[*map(str, row["row"]), *row["shown"]] for row in table.get("rows", ())])
    for row in table.get("rows", ()):
        if row["examples"]:
            of = ", ".join(map(str, row["row"]))
            yield Prose(f"{table['examples']} ({of}): {_examples(row, '{}')}", label="  ", hang=6)
    if "remark" in table:
        yield Prose(table["remark"], label="  ")


def _examples(row: Mapping[str, Any], form: str) -> str:
    examples = row["examples"]
    texts = [form.format(_shown(one)) for one in examples[:MOST_EXAMPLES]]
    more = len(examples) - len(texts)
    return "; ".join([*texts, *([f"and {more:,} more"] if more else [])])


def _shown(instance: Mapping[str, Any]) -> str:
    """Return the instance as one line of text, without its notes."""
    return text_of(GAMES[instance["game"]].instance(**instance))


def cells(*words: str) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(word.replace("|", "\\|") for word in words) + " |"
