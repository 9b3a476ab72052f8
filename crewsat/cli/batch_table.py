"""Answers to many instances for people: a row each, printed as soon as it is known."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect
from crewsat.base.layout import Prose
from crewsat.base.wording import visible
from crewsat.cli.common import show
from crewsat.report.words import REASONS, UNPROVED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

_STYLES = {"yes": "green", "no": "red", "unknown": "yellow", "error": "bold red"}
_INDENT = " " * 8
"""The style of what is said below a row."""


class Rows:
    """The rows of a batch; their widths do not depend on later rows."""

    def __init__(self) -> None:
        self._begun = False

    def tell(self, line: str) -> None:
        """Print an answer, given as a line of JSON, and the headings above the first one."""
        answer = json.loads(line)
        by = "seed" if "seed" in answer else "line"
        if not self._begun:
            file = "" if by == "seed" else "   file"
            show([f"{by:>6}   answer    checked     tricks   seconds{file}"])
            self._begun = True
        show([*_row(answer, by), *_said_below(answer)])


def _row(answer: Mapping[str, Any], by: str) -> Iterator[RenderableType]:
    said = answer.get("answer", "error")
    tricks = "" if said != "yes" else str(len(answer["play"]))
    cost = answer.get("statistics", {}).get("cpu_seconds")
    seconds = "" if cost is None else f"{cost:.3f}"
    file = "" if by == "seed" else visible(answer["file"], 4096)
    cells = f"   {answer.get('checked', ''):9}   {tricks:>6}   {seconds:>7}   "
    yield Prose(file, label=[(f"{answer[by]:>6}   ", ""), (f"{said:7}", _STYLES[said]), (cells, "")])


def _said_below(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Return what else there is to say about an answer: what is wrong with its instance, or why it is unknown."""
    said = [str(Defect(visible(one["place"], 200), visible(one["message"], 4096))) for one in answer.get("error", ())]
    if "reason" in answer:
        said.append(REASONS[answer["reason"]])
    if "unproved" in answer:
        said.append(f"no proof: {UNPROVED[answer['unproved']]}")
    if answer.get("conflict"):
        said.append(f"conflict: {', '.join(visible(one, 40) for one in answer['conflict'])}")
    said += [f"it could be won: {one['words']}" for one in answer.get("explanation", {}).get("repairs", ())[:1]]
    said += [f"note: {note}" for note in answer.get("notes", ())]
    return (Prose(words, label=_INDENT) for words in said)
