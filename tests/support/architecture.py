"""The picture and the table of docs/architecture.md: `python -m tests.support.architecture` makes them anew."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import networkx as nx

from tests.support.house import LAYERS, dotted, level, modules, room_of, rooms_used
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = ROOT / "docs" / "architecture.md"
PICTURE = PAGE.with_suffix(".svg")
MARKS = "<!-- rooms: made by python -m tests.support.architecture -->", "<!-- end of rooms -->"
WIDTH, BAND, BOX, TALL = 1000, 92, 152, 40
SHADES = ("#eef3f8", "#f7f9fb")
FONT = "font-family='Helvetica, Arial, sans-serif'"


def drawn_rooms() -> list[list[str]]:
    """The rooms of each layer, those of the lowest one first; without what only starts the program."""
    here = {room_of(dotted(path)) for path in modules()} - {"__main__"}
    return [[room for room in rooms if room in here] for rooms in LAYERS]


def purpose(room: str) -> str:
    """The first sentence of a room's docstring."""
    for root in (ROOT / "crewsat", ROOT / "encodings", ROOT):
        for path in (root / room / "__init__.py", root / f"{room}.py"):
            if path.exists():
                text = ast.get_docstring(ast.parse(path.read_text())) or ""
                return " ".join(text.split("\n\n")[0].split())
    raise LookupError(room)


def table() -> str:
    """The rooms from top to bottom, each with what it is for."""
    rows = ["| Layer | Room | What it is for |", "| --- | --- | --- |"]
    for number, rooms in reversed(list(enumerate(drawn_rooms(), 1))):
        rows += [f"| {number} | `{room}` | {purpose(room)} |" for room in rooms]
    return "\n".join(rows)


def places() -> dict[str, tuple[float, float]]:
    """The middle of each room's box."""
    found = {}
    layers = drawn_rooms()
    for number, rooms in enumerate(layers):
        for k, room in enumerate(rooms, 1):
            found[room] = WIDTH * (k - 0.5) / len(rooms), BAND * (len(layers) - number - 0.5)
    return found


def picture() -> str:
    """The layers as bands, the rooms as boxes, and an arrow for each import that no chain of others implies."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    at, layers = places(), drawn_rooms()
    height = BAND * len(layers)
    yield f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img'>"
    yield "<title>The layers of CrewSAT and who imports whom</title>"
    yield "<defs><marker id='head' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='7' markerHeight='7' orient='auto'>"
    yield "<path d='M0,0 L8,4 L0,8 z' fill='#5b7691'/></marker></defs>"
    for k in range(len(layers)):
        yield f"<rect y='{BAND * k}' width='{WIDTH}' height='{BAND}' fill='{SHADES[k % 2]}'/>"
        yield f"<text x='10' y='{BAND * k + 18}' {FONT} font-size='12' fill='#7b8a99'>{len(layers) - k}</text>"
    used = nx.DiGraph(pair for pair in rooms_used() if set(pair) <= at.keys())
    for user, used_room in sorted(nx.transitive_reduction(used).edges):
        yield _arrow(at[user], at[used_room], beside=level(user) == level(used_room))
    widths = {room: min(BOX, WIDTH // len(rooms) - 8) for rooms in layers for room in rooms}
    for room, (x, y) in at.items():
        width = widths[room]
        yield (
            f"<g><title>{escape(purpose(room))}</title>"
            f"<rect x='{x - width / 2:.0f}' y='{y - TALL / 2:.0f}' width='{width}' height='{TALL}' rx='6' "
            f"fill='#ffffff' stroke='#34506b'/>"
            f"<text x='{x:.0f}' y='{y + 5:.0f}' text-anchor='middle' {FONT} font-size='14' fill='#1d2d3d'>"
            f"{room}</text></g>"
        )
    yield "</svg>\n"


def _arrow(start: tuple[float, float], end: tuple[float, float], *, beside: bool) -> str:
    """From the lower edge of a box to the upper edge of another, or below the boxes to one of the same layer."""
    (x, y), (to_x, to_y) = start, end
    y += TALL / 2
    if beside:
        to_y += TALL / 2
        curve = f"M{x:.0f},{y:.0f} Q{(x + to_x) / 2:.0f},{y + 34:.0f} {to_x:.0f},{to_y:.0f}"
    else:
        to_y -= TALL / 2
        curve = f"M{x:.0f},{y:.0f} C{x:.0f},{y + 40:.0f} {to_x:.0f},{to_y - 40:.0f} {to_x:.0f},{to_y:.0f}"
    return f"<path d='{curve}' fill='none' stroke='#5b7691' stroke-width='1.3' marker-end='url(#head)'/>"


def page(text: str) -> str:
    """The page with the table of today."""
    start, end = MARKS
    before, _, rest = text.partition(start)
    return f"{before}{start}\n\n{table()}\n\n{end}{rest.partition(end)[2]}"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
