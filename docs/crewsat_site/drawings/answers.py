"""The answer in words, as the command line gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games import GAMES
from crewsat.report.verdict import words_of
from crewsat.report.words import CHECKED

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat_site.drawings.canvas import Canvas


def answer_in_words(instance: Instance, verdict: Verdict) -> list[str]:
    """Return the answer, and why, in sentences."""
    line: str = words_of(instance.game).answer_line(instance, verdict)
    if verdict.because:
        return [line, f"Because {verdict.because}."]
    if verdict.answer == "no":
        rests_on = (
            GAMES[verdict.game].certificate.checked if verdict.checked == "replayed" else CHECKED[verdict.checked]
        )
        return [line, f"Found by the method {verdict.method}, {rests_on}."]
    return [line]


def write_answer(canvas: Canvas, instance: Instance, verdict: Verdict) -> None:
    """Write the answer on a drawing."""
    canvas.y += 4
    first, *others = answer_in_words(instance, verdict)
    canvas.lines(first, {"yes": "answer deal-good", "no": "answer deal-bad"}.get(verdict.answer, "answer"))
    for words in others:
        canvas.lines(words)
