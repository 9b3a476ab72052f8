"""The answer in words, as the command line gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.report.verdict import words_of

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.verdict import Verdict
    from crewsat_site.drawings.canvas import Canvas


def answer_in_words(instance: Instance, verdict: Verdict) -> list[str]:
    """Return the answer, and why, in sentences."""
    line: str = words_of(instance.game).answer_line(instance, verdict)
    return [line, *([f"Because {verdict.because}."] if verdict.because else [])]


def write_answer(canvas: Canvas, instance: Instance, verdict: Verdict) -> None:
    """Write the answer on a drawing."""
    canvas.y += 4
    first, *others = answer_in_words(instance, verdict)
    canvas.lines(first, {"yes": "answer deal-good", "no": "answer deal-bad"}.get(verdict.answer, "answer"))
    for words in others:
        canvas.lines(words)
