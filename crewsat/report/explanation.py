"""Explanations for people: why the game is lost, the most that can be had, and what would win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.layout import Prose, bulleted
from crewsat.base.said import Listed, Said, saying
from crewsat.report.verdict import report, words_of
from crewsat.report.words import REASONS, names

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.questions.explanation import Explanation

LEFT_OUT = {**REASONS, "incomplete": saying("some questions are too hard to settle")}
"""Why an explanation leaves something out."""


def explained(instance: Instance, explanation: Explanation, *, picture: bool = False) -> list[RenderableType]:
    """Return what `crewsat explain` prints: the report on the answer, as in `report`, and the explanation of a no."""
    words = words_of(instance.game)
    pieces = report(instance, explanation.verdict, picture=picture)
    if explanation.verdict.answer != "no":
        return pieces
    pieces.append("")
    if explanation.conflict:
        label = f"Conflict{' (minimal)' if explanation.minimal else ''}: "
        pieces.append(Prose(names(explanation.conflict), label=label))
    said = explanation.verdict.because  # which the report has printed already
    pieces.append(bulleted([sentence(reason.words) for reason in explanation.reasons if reason.words != said]))
    pieces += words.explained(instance, explanation)
    if explanation.repairs:
        changes = [f"{words.REPAIRS[one.kind]}: {sentence(one.words)}" for one in explanation.repairs]
        pieces += ["", Prose("It could be won if one thing were different:", style="bold"), bulleted(changes)]
    if explanation.no_repair:
        kinds = [f"{words.REPAIRS[kind]}." for kind in explanation.no_repair]
        pieces += ["", Prose("No change of these kinds wins; all were tried:"), bulleted(kinds)]
    if explanation.reason:
        pieces += ["", Prose(f"There may be more to say: {LEFT_OUT[explanation.reason]}.", style="yellow")]
    return pieces


def answered(instance: Instance, explanation: Explanation) -> list[str]:
    """Return the answer in sentences, without its explanation."""
    return explanation.verdict.sentences(instance)


def sentence(words: str) -> str:
    """Capitalise a sentence, unless it begins with the name of a card."""
    first = words.split(" ", 1)[0]
    capital = f"{words[0].upper()}{words[1:]}." if first.isalpha() else f"{words}."
    return Said.made(capital, "{Sentence}.", {"Sentence": words}) if isinstance(words, Said | Listed) else capital
