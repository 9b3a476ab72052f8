"""Figures as SVG: the bytes of matplotlib, without those that no eye can see."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure as Canvas

_ROW = re.compile(r"(<g clip-path=\"[^\"]+\")>\n((?:<use [^>]*/>\n)+)</g>")
"""Points that were drawn consecutively."""
_LOOK = re.compile(r" (style=\"[^\"]*\")/>")


def write(canvas: Canvas, path: Path, **about: str | None) -> None:
    """Write a figure with its description as metadata, and without a date."""
    buffer = io.StringIO()
    canvas.savefig(buffer, format="svg", metadata={"Date": None, **about})
    path.write_text(compact(buffer.getvalue()), encoding="utf-8")


def markdown(title: str, topic: str, caption: str, name: str) -> list[str]:
    """Return the lines that show a figure in a page; its headline is the alternative text."""
    return [f"![{title}]({name})", "", f"**{topic}.** {caption}", ""]


def compact(text: str) -> str:
    """Return a drawing in thousandths of a point, without indents, and with the style of equal points stated once."""
    before, end, drawing = text.partition("</metadata>")
    drawing = re.sub(r"(\.\d{3})\d+", r"\1", re.sub(r"^ +| +$", "", drawing, flags=re.MULTILINE))
    return before + end + _ROW.sub(_once, drawing)


def _once(row: re.Match[str]) -> str:
    """State the style of points that all look the same only once."""
    looks = set(_LOOK.findall(row[2]))
    if len(looks) != 1:
        return row[0]
    return f"{row[1]} {looks.pop()}>\n{_LOOK.sub('/>', row[2])}</g>"
