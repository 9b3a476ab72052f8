"""Figures of a suite, drawn from records with matplotlib; the same records give the same bytes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas

from benchmarks import svg
from benchmarks.axes import STYLE, WIDTH, Styles, head
from benchmarks.findings import finding_of
from benchmarks.kinds import cactus, growth, phase, profile, scatter
from benchmarks.records import LATER
from benchmarks.tables import pairs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from benchmarks.records import Record
    from benchmarks.suites import Figure, Suite
    from benchmarks.tables import Pair

HEIGHT = 3.9
"""The height in inches, without the head."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure that was drawn.

    Attributes:
        name: of its files, without ending.
        title: the headline: the finding, or what is shown if there is none.
        topic: what is shown, if the headline does not say so.
        caption: what can be seen, with the important numbers, in words.
        note: what the suite says about it.
        appendix: whether it belongs into the appendix.
        canvas: the drawing.
    """

    name: str
    title: str
    topic: str
    caption: str
    note: str
    appendix: bool
    canvas: Canvas


def draw_all(suite: Suite, records: Sequence[Record]) -> list[Drawn]:
    """Draw the figures of a suite for which there are records."""
    pairs = sorted(pairs_of(records), key=lambda pair: (pair.first.block, pair.first.point, pair.first.engine))
    drawn = []
    with mpl.rc_context(STYLE):
        for number, figure in enumerate(suite.figure, 1):
            mine = [pair for pair in pairs if figure.block in {None, pair.first.block}]
            if figure.engines is not None:
                mine = [pair for pair in mine if pair.first.engine in figure.engines]
            if mine:
                drawn.append(_drawn(number, figure, mine, Styles(suite.asked())))
    return drawn


def _drawn(number: int, figure: Figure, pairs: list[Pair], styles: Styles) -> Drawn:
    """Draw a figure: its headline is the finding if it holds, and what is shown is written below."""
    canvas = Canvas(figsize=(WIDTH, HEIGHT), layout="constrained")
    shown = _DRAW[figure.kind](canvas, figure, pairs, styles)
    finding = finding_of(figure.finding, figure.holds, shown.facts)
    title, topic = (figure.title, "") if finding is None else (finding, figure.title)
    head(canvas, title, topic)
    name = f"{number:02}-{figure.kind}" + (f"-{figure.block}" if figure.block else "")
    name += f"-{figure.y}" if figure.y != "cpu" else ""
    return Drawn(name, title, topic, shown.caption, figure.note, figure.appendix, canvas)


def save(drawn: Drawn, folder: Path, source: str) -> list[Path]:
    """Write a figure as SVG and PNG; `source` says what it was drawn from and is stored in both."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{drawn.name}.svg", folder / f"{drawn.name}.png"]
    with mpl.rc_context(STYLE):
        svg.write(drawn.canvas, paths[0], Title=drawn.title, Description=source)
        drawn.canvas.savefig(paths[1], dpi=150, metadata={"Title": drawn.title, "Description": source})
    return paths


def source_of(records: Iterable[Record]) -> str:
    """Return a digest of records: figures that carry it were drawn from them. That of older records is stable."""
    measured = (
        {name: value for name, value in record.as_dict().items() if value is not None or name not in LATER}
        for record in records
    )
    rows = sorted(json.dumps(one, sort_keys=True) for one in measured)
    return f"records sha256 {hashlib.sha256(chr(10).join(rows).encode()).hexdigest()}"


_DRAW = {
    "cactus": cactus.draw,
    "scatter": scatter.draw,
    "growth": growth.draw,
    "phase": phase.draw,
    "profile": profile.draw,
}
