"""The directive ``fields GAME``: every field of the instances of a game, from their JSON Schema, each with an example.

The examples are complete instances in ``docs/examples/GAME.jsonl``, of which a page shows the part that has the field.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import crewsat
from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

EXAMPLES = Path(__file__).parents[1] / "examples"
TITLES = {
    "Total": "total: bounds on a sum",
    "OwnVariant": "variant: one's own",
    "OwnSuit": "variant: suits of one's own",
}
"""Headings of objects that are neither the instance, nor an objective, nor a task of some kind."""


@cache
def schema(game: str) -> dict[str, Any]:
    """Return the JSON Schema of the instances of a game."""
    found: dict[str, Any] = GAMES[game].instance.load().model_json_schema()
    return found


@cache
def examples(game: str) -> list[dict[str, Any]]:
    """Return the instances of a game that are shown in parts."""
    return [json.loads(line) for line in (EXAMPLES / f"{game}.jsonl").read_text().splitlines()]


def objects(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what each kind of object in an instance is called, and its schema; the instance itself comes first."""
    whole = schema(game)
    yield "", whole
    for name, one in whole.get("$defs", {}).items():
        if "properties" in one:
            kind = one["properties"].get("kind", {}).get("const")
            yield TITLES.get(name) or (f"task of kind {kind}" if kind else name.lower()), one
    for name, one in whole["properties"].items():
        for part in one.get("items", {}).get("anyOf", ()):
            if "properties" in part:
                yield f"{name}: {' or '.join(next(iter(part['properties'].values()))['enum'])}", part


def example_of(game: str, definition: dict[str, Any], field: str) -> str | None:
    """Return the first example of a field in an object of this kind, as JSON, or None if there is none."""
    for instance in examples(game):
        tops = [instance] if definition is schema(game) else _inside(instance)
        for one in tops:
            if field in one and _is_one(one, definition):
                return json.dumps({field: one[field]}, ensure_ascii=False)[1:-1]
    return None


def _inside(value: object) -> Iterator[dict[str, Any]]:
    """Yield all objects within a value, and the value if it is one."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _inside(one)


def _is_one(value: dict[str, Any], definition: dict[str, Any]) -> bool:
    """Whether an object has the keys and constants of a definition."""
    fields = definition["properties"]
    needed = set(definition.get("required", ())) - {"owner", "id"}  # members of a group have no owner
    allowed = {
        name: one.get("enum", [one.get("const")]) for name, one in fields.items() if {"enum", "const"} & set(one)
    }
    return needed <= set(value) <= set(fields) and all(value.get(k, v[0]) in v for k, v in allowed.items())


def type_in_words(one: dict[str, Any]) -> str:
    """Return what values a schema allows, in words."""
    if _is_card(one):
        return "card"
    constants = one["enum"] if "enum" in one else [one["const"]] if "const" in one else []
    parts = [*map(json.dumps, constants), *map(type_in_words, one.get("anyOf", one.get("oneOf", ())))]
    if parts:
        return " or ".join(dict.fromkeys(parts))
    if one.get("type") == "array" and isinstance(one.get("items"), dict):
        return f"list of {type_in_words(one['items'])}"
    low, high = (f" {sign} {one[key]}" if key in one else "" for key, sign in (("minimum", "≥"), ("maximum", "≤")))
    return f"{one.get('type', 'object')}{low}{',' if low and high else ''}{high}"


def _is_card(one: dict[str, Any]) -> bool:
    """Whether a schema is that of a card: a text, or a pair of value and suit."""
    return any("pink9" in part.get("examples", ()) for part in one.get("anyOf", ()))


class Fields(SphinxDirective):
    """A table for each kind of object in the instances of a game."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the tables, each but the first under a heading."""
        game = self.arguments[0]
        if game not in GAMES:
            raise self.error(f"'{game}' is not a game; allowed: {', '.join(GAMES)}")
        self.env.note_dependency(str(EXAMPLES / f"{game}.jsonl"))
        found: list[nodes.Node] = []
        for title, definition in objects(game):
            body: list[nodes.Node] = [nodes.paragraph("", definition.get("description", "")), _table(game, definition)]
            if not title:
                found += body
                continue
            section = nodes.section("", nodes.title("", title), *body, ids=[nodes.make_id(f"{game}-{title}")])
            section["names"] = [f"{game} {title}"]
            found.append(section)
        return found


def _table(game: str, definition: dict[str, Any]) -> nodes.table:
    required = {*definition.get("required", ()), *({"game"} if definition is schema(game) else ())}
    rows = []
    for name, one in definition["properties"].items():
        words = one.get("description") or "which one it is"
        if name in required:
            words += " (required)"
        elif one.get("default") not in (None, ""):
            words += f"; default: {json.dumps(one['default'], ensure_ascii=False)}"
        example = example_of(game, definition, name) or ""
        rows.append(
            (nodes.literal("", name), nodes.Text(type_in_words(one)), nodes.Text(words), nodes.literal("", example))
        )
    return table(("field", "type", "meaning", "example"), rows, widths=(14, 20, 36, 30))


def table(heads: Sequence[str], rows: Sequence[Sequence[nodes.Node]], widths: Sequence[int]) -> nodes.table:
    """Return a table of cells."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for width in widths), cols=len(widths))
    group += nodes.thead("", _row([nodes.Text(head) for head in heads]))
    group += nodes.tbody("", *(_row(row) for row in rows))
    return nodes.table("", group, classes=["fields"])


def _row(cells: Sequence[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("fields", Fields)
    return {"version": crewsat.__version__, "parallel_read_safe": True, "parallel_write_safe": True}
